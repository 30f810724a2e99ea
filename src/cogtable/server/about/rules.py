"""What there is to read about a game: rules, legend, the contents of its box, and the gallery of everything drawn."""

from __future__ import annotations

from functools import cache, lru_cache

import cogtable
from cogtable.engine.errors import CogtableError
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say, translations
from cogtable.server.wire import rules_api
from cogtable.table.components import components_of


class NoRules(CogtableError):
    """A game has no rules in words."""


@cache
def rules_of(name: str) -> str:
    """Returns the numbered rules of a game, as an HTML fragment. Raises UnknownGame, and NoRules."""
    from cogtable.rulespage.numbered import rules_html

    try:
        return rules_html(cogtable.game(name).rules_text)
    except FileNotFoundError as error:
        raise NoRules(f"{name} has no rules in words yet") from error


def rules_page_of(name: str) -> rules_api.RulesPage:
    """Returns the introduction on the rules page of a game. Raises UnknownGame."""
    game = cogtable.game(name)
    return _front(name, game.front_text(), game.table, translations())


@lru_cache(maxsize=64)
def _front(name: str, text: str, table: object, language: object) -> rules_api.RulesPage:
    """Cached until its file, the game's table or the language changes."""
    from cogtable.rulespage import how_to_play, scenes

    game = cogtable.game(name)

    def point(one: how_to_play.Point) -> rules_api.RulesPoint:
        return rules_api.RulesPoint(words=say(one.words), rules=list(one.rules))

    def picture(one: how_to_play.Picture) -> rules_api.RulesPicture:
        return rules_api.RulesPicture(title=say(one.title), point=point(one.point), **scenes.draw(game, one)._asdict())

    sections = [
        rules_api.RulesSection(
            name=one.name,
            title=say(one.title),
            lead=list(map(point, one.lead)),
            pictures=list(map(picture, one.pictures)),
            points=list(map(point, one.points)),
            number=one.number,
            unit=say(one.unit),
            legend=one.legend,
        )
        for one in (how_to_play.read(text) if text else [])
    ]
    return rules_api.RulesPage(title=say(game.title), sections=sections)


def legend_for(name: str) -> rules_api.Legend:
    """Returns the meaning of a game's symbols. Raises UnknownGame."""
    from cogtable.rulespage.legend import legend_of

    return rules_api.Legend(entries=legend_of(cogtable.game(name)))


def contents_of(game: Game) -> rules_api.Contents:
    """Returns the components of a game's box."""
    components = components_of(game.table, game.box)
    return rules_api.Contents(game=game.name, title=say(game.title), components=components)


def gallery() -> rules_api.Gallery:
    """Returns everything that a table can show."""
    from cogtable.gallery import examples

    return rules_api.Gallery(examples=[rules_api.Example(**one._asdict()) for one in examples()])
