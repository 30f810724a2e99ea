"""The games that can be played, and their bots."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from functools import cache
from urllib.parse import quote

from cogtable import bots
from cogtable.bots import named
from cogtable.engine.errors import BadLesson, BadTempers
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say
from cogtable.lab.ratings import share
from cogtable.lab.tempers import Temper, tempers
from cogtable.server.table.coach import title_of
from cogtable.server.table.solving import puzzles_of
from cogtable.server.wire import lobby_api

log = logging.getLogger("cogtable.server")


def games_and_bots(games: Iterable[Game] | None = None) -> lobby_api.Games:
    """Returns these games, without variants, and the bots that play all of them; all usable games if none are given."""
    chosen = _games() if games is None else games
    return lobby_api.Games(
        games=[_game_info(game) for game in chosen], bots=[(name, say(title)) for name, title in bots.levels()]
    )


def load_games() -> None:
    """Loads all games completely, so that no player waits for a game to load."""
    _games()


def reload_games() -> None:
    """Tries again to load the games that could not be loaded before."""
    _games.cache_clear()
    load_games()


@cache
def _games() -> list[Game]:
    return registry.usable(tables=True)


def _game_info(game: Game) -> lobby_api.GameInfo:
    options = [
        lobby_api.OptionInfo(
            name=name,
            title=say(option.title),
            text=say(option.text),
            default=option.default,
            low=option.low,
            high=option.high,
            choices=[say(choice) for choice in option.choices],
            on_off=[choice.lower() for choice in option.choices] == ["off", "on"],
        )
        for name, option in game.options.items()
    ]
    return lobby_api.GameInfo(
        name=game.name,
        title=say(game.title),
        tagline=say(game.tagline),
        minutes=game.minutes,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        art=picture_address(game) or game.art,
        options=options,
        lesson=_steps(game),
        lessons=_lessons(game),
        puzzles=[puzzle.key for puzzle in puzzles_of(game).puzzles],
        bots=[
            *(
                lobby_api.BotInfo(name=bot.name, label=say(bot.label), text=say(bot.title))
                for bot in bots.learned(game)
            ),
            *(lobby_api.BotInfo(name=bot.name, label=bot.label, text=bot.title) for bot in bots.installed(game)),
        ],
        ladder=_ladder(game),
    )


def _ladder(game: Game) -> list[lobby_api.LadderBot]:
    found, below = _tempers(game), 0.0
    ladder = []
    for bot, name, level in named.ladder(game):
        temper, rating = found.get(bot), game.bot_ratings.get(bot, 0.0)
        ladder.append(
            lobby_api.LadderBot(
                bot=bot,
                name=name,
                level=level,
                text=say(bots.find(bot).title),
                temper=temper.words if temper else "",
                measured=temper.measured if temper else "",
                ahead=round(100 * share(rating, below)) if rating and below else 0,
            )
        )
        below = rating
    return ladder


def _tempers(game: Game) -> dict[str, Temper]:
    """Returns the tempers of a game's bots; none if their figures cannot be used, which is logged."""
    try:
        return tempers(game)
    except BadTempers as error:
        log.error("the tempers of %s cannot be used: %s", game.name, error)
        return {}


def _steps(game: Game) -> int:
    """Returns the number of steps of a game's first lesson; 0 if it has no readable lesson."""
    try:
        return len(game.lesson.lesson.steps) if game.lesson else 0
    except BadLesson as error:
        log.error("the lesson of %s cannot be used: %s", game.name, error)
        return 0


def _lessons(game: Game) -> list[lobby_api.LessonInfo]:
    """Returns the lessons of a game; only the first one if others cannot be read."""
    try:
        files = list(game.lessons.values())
    except BadLesson as error:
        log.error("the lessons of %s cannot be used: %s", game.name, error)
        files = [game.lesson] if _steps(game) and game.lesson else []
    return [
        lobby_api.LessonInfo(
            name=file.name,
            title=title_of(file),
            steps=len(file.lesson.steps),
            about=say(file.lesson.about) if file.lesson.about else "",
        )
        for file in files
    ]


def picture_address(game: Game) -> str:
    """Returns the address of a game's own picture; empty if it has none."""
    if game.picture is None:
        return ""
    return f"/api/games/{quote(game.name)}/picture?{hashlib.sha256(game.picture).hexdigest()[:16]}"
