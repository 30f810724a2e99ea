"""The named bots: each name and face stands for one setting, the same in every game.

The bots that people play against form a ladder, on which a bot's level is its place from below. A face therefore always
means the same strength, and in a game the same temper (`cogtable.lab.tempers`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cogtable.bots import registry

if TYPE_CHECKING:
    from collections.abc import Collection

    from cogtable.engine.definition.spec import GameSpec

NAMES = {
    "easy": "Bolt",
    "medium": "Rivet",
    "hard": "Sprocket",
    "expert": "Piston",
    "master": "Gizmo",
    "greedy": "Spark",
    "random": "Tinker",
}
"""The name of each bot of Cogtable."""

OTHERS = "Flywheel"
"""The face of bots of other packages on pictures, where only some faces can be drawn."""

_LADDER = ("easy", "medium", "hard", "expert", "master")
"""The bots that people play against, the weakest first."""


class NamedBot(NamedTuple):
    """A bot of a game's ladder: the bot, its name, and its level from 1."""

    bot: str
    name: str
    level: int


def ladder(game: GameSpec) -> list[NamedBot]:
    """Returns the named bots of a game, the weakest first: a game without a trained network has no `master`."""
    playing = {name for name, _ in registry.levels()} | {bot.name for bot in registry.learned(game)}
    return [NamedBot(bot, NAMES[bot], level_of(bot)) for bot in _LADDER if bot in playing]


def level_of(bot: str) -> int:
    """Returns the level of a bot, from 1; 0 for one that is not on the ladder."""
    return _LADDER.index(bot) + 1 if bot in _LADDER else 0


def name_of(bot: str) -> str:
    """Returns the name that people see; for a bot of another package its label, or its own name."""
    if bot in NAMES:
        return NAMES[bot]
    return next((own.label for own in registry.installed() if own.name == bot), "") or bot


def free_name(bot: str, taken: Collection[str]) -> str:
    """Returns the name of one more bot at a table where the names `taken` are in use: "Rivet", then "Rivet 2"."""
    name, number = name_of(bot), 1
    free = name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free
