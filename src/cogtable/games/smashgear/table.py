"""The table of Smash Gear, each of its functions in a file of its own."""

from cogtable.games.smashgear.choices import choice
from cogtable.games.smashgear.forecast import previews
from cogtable.games.smashgear.reasons import why_not
from cogtable.games.smashgear.scene import clock, scene
from cogtable.games.smashgear.story import animate, tell

__all__ = ["animate", "choice", "clock", "previews", "scene", "tell", "why_not"]
