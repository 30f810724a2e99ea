"""Gears and honor."""

from __future__ import annotations

from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.state import SmashGear
from cogtable.rules import ALL, jitable, note


@jitable
def give_gears(s: SmashGear, seat: int, count: int) -> None:
    """Takes gears from the supply, or returns them to it (SG-Q46)."""
    s.gears[seat] += count
    note(s, ALL, Event.GEARED, seat=seat, gears=count)


@jitable
def give_honor(s: SmashGear, seat: int, count: int) -> None:
    """Gives honor to a seat."""
    s.honor[seat] += count
    note(s, ALL, Event.HONORED, seat=seat, honor=count)
