"""The table of Smash Gear, each of its functions in a file of its own."""

from cogtable.games.smashgear.choices import choice
from cogtable.games.smashgear.forecast import previews
from cogtable.games.smashgear.reasons import why_not
from cogtable.games.smashgear.scene import scene
from cogtable.games.smashgear.story import animate, tell

__all__ = ["animate", "choice", "previews", "scene", "tell", "why_not"]
