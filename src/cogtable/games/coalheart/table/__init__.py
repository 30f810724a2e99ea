"""The table of Coal Heart, each of its functions in a file of its own."""

from cogtable.games.coalheart.table.choices import choice
from cogtable.games.coalheart.table.log import animate, tell
from cogtable.games.coalheart.table.reasons import why_not
from cogtable.games.coalheart.table.scene import clock, scene

__all__ = ["animate", "choice", "clock", "scene", "tell", "why_not"]
