"""The table of Recharge, each of its functions in a file of its own."""

from cogtable.games.recharge.choices import choice
from cogtable.games.recharge.reasons import why_not
from cogtable.games.recharge.scene import clock, scene
from cogtable.games.recharge.story import animate, tell

__all__ = ["animate", "choice", "clock", "scene", "tell", "why_not"]
