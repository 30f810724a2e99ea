"""What people see happen, beside what the shared rules note."""

from __future__ import annotations

from cogtable.engine.events import Events
from cogtable.games.splendor.rules.events import Event


class MegamanEvent(Events):
    """An event that Splendor does not have."""

    TOOK_STAR = "seat", len(Event)
    TOOK_TILE = "seat holder tags"
    """`holder` had the tile before, EMPTY for nobody."""
    FELL_BACK = "seat"
    """With the tile it lost, a seat has lost the points that end the game."""
