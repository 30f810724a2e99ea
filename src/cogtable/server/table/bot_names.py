"""What bots are called."""

from __future__ import annotations

from cogtable import bots
from cogtable.engine.text.words import say

NAMES = ("Bolt", "Rivet", "Sprocket", "Piston", "Gizmo", "Spark", "Tinker", "Flywheel")
"""The names of the bots at a table, one for each seat; see `name_of`."""


def name_of(seat: int) -> str:
    """The name of the bot that is set down in a seat of a new table."""
    return NAMES[seat % len(NAMES)]


def level_of(bot: str) -> str:
    """What people read about the strength of a bot; the name of one that another package brings."""
    label = next((own.label for own in bots.installed() if own.name == bot), "")
    return label or say(dict(bots.names()).get(bot, bot))


def strength_of(bot: str) -> str:
    """The name of a built-in bot, which clients have words for; empty for one that another package brings."""
    return bot if bot in dict(bots.names()) and not any(own.name == bot for own in bots.installed()) else ""
