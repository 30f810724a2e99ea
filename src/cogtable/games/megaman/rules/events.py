"""The events beyond those of the shared rules."""

from __future__ import annotations

from cogtable.games.splendor.rules.events import Event
from cogtable.rules import Events


class MegamanEvent(Events):
    """An event that Splendor does not have."""

    TOOK_STAR = "seat", len(Event)
    TOOK_TILE = "seat holder tags"
    """`holder` had the tile before, EMPTY for nobody."""
    FELL_BACK = "seat"
    """By losing the tile, a seat no longer has the points that end the game."""
