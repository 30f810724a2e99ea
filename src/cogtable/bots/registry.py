"""The bots by name: those of Cogtable and external ones (see `external`)."""

from __future__ import annotations

import logging
from functools import cache, partial
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from cogtable.bots import greedy, mcts, network_mcts, random
from cogtable.bots.bot import COMPILED, Bot, PlayStyle, UnknownBot
from cogtable.bots.external import BrokenBot, ExternalBot, load_external_bot
from cogtable.engine.definition.search_settings import LEVELS
from cogtable.engine.records.state import Ints
from cogtable.engine.text.words import phrase

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

log = logging.getLogger("cogtable")

GROUP = "cogtable.bots"


EXPERT = "expert"
"""The strongest bot that plays every game."""


class _Level(Bot):
    """A bot that people play against in every game; `Bots(levels=...)` sets its simulations."""

    __slots__ = ()

    def settings_for(self, game: GameSpec) -> mcts.SearchConfig:
        """The settings of its search in a game."""
        return _settings(self.name, game)


def _settings(level: str, game: GameSpec) -> mcts.SearchConfig:
    prior = game.levels.easy_prior if level == LEVELS[0] else None
    return mcts.SearchConfig(getattr(game.levels, level), prior=prior)


def _decide_at_level(
    level: str, game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, actions: Ints, how: PlayStyle = COMPILED
) -> int:
    """See `bot.DecideMany`."""
    return mcts.decide_many(_settings(level, game), game, hidden, seats, seeds, actions, how)


_TITLES = (
    phrase("Plays on a hunch"),
    phrase("Thinks a little"),
    phrase("Thinks through many moves"),
    phrase("Thinks as long as it takes"),
)

_LEVELS = tuple(
    _Level(level, title, partial(_decide_at_level, level), "search")
    for level, title in zip(LEVELS, _TITLES, strict=True)
)

_BUILT_IN = {bot.name: bot for bot in (random.BOT, greedy.BOT, *_LEVELS, network_mcts.BOT)}

added: dict[str, ExternalBot] = {}


def levels() -> list[tuple[str, str]]:
    """Name and title of the bots of Cogtable that people play against in every game, the weakest first."""
    return [(bot.name, bot.title) for bot in _LEVELS]


def learned(game: GameSpec) -> list[Bot]:
    """The bots of Cogtable that have learned a game, which stand above its levels."""
    return [network_mcts.BOT] if network_mcts.BOT.plays(game) else []


def kinds(game: GameSpec) -> list[Bot]:
    """One bot of each compiled kind for a game, first the kind that people play against most; bots of the same kind
    share their compiled code.
    """
    return [*{bot.kind: bot for bot in (*reversed(_LEVELS), greedy.BOT, random.BOT)}.values(), *learned(game)]


def names(game: GameSpec | None = None) -> list[tuple[str, str]]:
    """Name and title of each bot; with `game`, only of bots that play it."""
    own = [bot for bot in _BUILT_IN.values() if game is None or bot.plays(game)]
    return [(bot.name, bot.title) for bot in (*own, *installed(game))]


def installed(game: GameSpec | None = None) -> list[Bot]:
    """The bots of other packages and those added by hand, by name; with `game` only those that play it.

    Errors of bots that cannot be used are logged once.
    """
    loaded = [load_installed(name, place) for name, place in places().items()]
    found = [own.bot for own in (*added.values(), *loaded) if isinstance(own, ExternalBot)]
    return sorted((bot for bot in found if game is None or bot.plays(game)), key=lambda bot: bot.name)


def find(name: str) -> Bot:
    """The bot of that name. Raises UnknownBot, and BrokenBot for one that is installed but cannot be used."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    if name in added:
        return added[name].bot
    if name in places():
        found = load_installed(name, places()[name])
        if isinstance(found, BrokenBot):
            raise BrokenBot(str(found))
        return found.bot
    raise UnknownBot(f'there is no bot "{name}"; there are {", ".join(name for name, _ in names())}')


def add(name: str, player: Any) -> None:
    """Makes a bot known by a name in this process: a class or an object, as `cogtable.bots.external` describes it.

    It replaces a bot added under that name before. Raises BrokenBot for an invalid name, a name of another bot, or an
    incomplete class.
    """
    kind = player if isinstance(player, type) else type(player)
    if name in _BUILT_IN or name in places():
        raise BrokenBot(f'there is a bot "{name}" already; choose another name for {kind.__qualname__}')
    added[name] = ExternalBot(name, player, f"{kind.__module__}:{kind.__qualname__}")


@cache
def places() -> dict[str, str]:
    """The entry points of the bots of other packages."""
    found: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        if point.name in _BUILT_IN:
            log.error("the bot at %s cannot be used: Cogtable itself has a bot %r", point.value, point.name)
        else:
            found.setdefault(point.name, point.value)
    return found


@cache
def load_installed(name: str, place: str) -> ExternalBot | BrokenBot:
    """A bot of another package, or the reason why it cannot be used, which is logged."""
    try:
        return load_external_bot(name, place)
    except BrokenBot as error:
        log.error("%s", error)
        return error
