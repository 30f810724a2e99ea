"""The events, which `table/log.py` puts into words."""

from __future__ import annotations

from cogtable.rules import Events, PlainIntEnum


class Event(Events):
    """An event of Splendor, or of a game that shares its rules."""

    ACTED = "seat round"
    """Opens the notes of every action."""
    DEALT = "card place"
    TOOK = "seat action"
    RESERVED = "seat card place"
    RESERVED_BLIND = "seat level place"
    """The place is in the hand."""
    SAW = "seat card"
    """The blind card; to its owner only."""
    TOOK_GOLD = "seat"
    SHOWED = "seat place"
    """The card just bought was hidden in that place of the hand."""
    BOUGHT = "seat card place"
    PAID = "seat kind count"
    GAVE_BACK = "seat kind"
    VISITED = "seat place noble"
    """The place is that of the noble on the table."""
    PASSED = "seat"
    TURN = "seat round"
    LAST_ROUND = "seat"
    ENDED = "ending"
    STARTED = "seat"


class Ending(PlainIntEnum):
    """Why a game ended."""

    REACHED = 0
    ALL_PASSED = 1
    LIMIT = 2
