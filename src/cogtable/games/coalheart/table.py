"""The table of Coal Heart, each of its functions in a file of its own."""

from cogtable.games.coalheart.choices import choice
from cogtable.games.coalheart.reasons import why_not
from cogtable.games.coalheart.scene import clock, scene
from cogtable.games.coalheart.story import animate, tell

__all__ = ["animate", "choice", "clock", "scene", "tell", "why_not"]
