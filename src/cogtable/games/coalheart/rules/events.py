"""What people see happen, which `table/log.py` puts into words."""

from __future__ import annotations

from cogtable.engine.enums import Numbers
from cogtable.engine.events import Events


class Event(Events):
    """An event of Coal Heart. A `source` is a part, a Gear card or the Coal Heart (see `Source`)."""

    ACTED = "seat round phase"
    """Opens the notes of every action; phases count from 1."""
    STARTED = "seat"
    """It leads first."""
    DEALT_ROBOT = "seat robot"
    """Dealt or chosen."""
    DRAFTED = "seat part"
    ROUND = "seat round"
    """The seat has the First Player card."""
    SELECTED_HEX = "seat hex"
    TURN = "seat hex"
    QUARRIED = "seat color how"
    """From the Quarry (`Quarried`)."""
    DREW = "seat color source"
    """From the Supply at random."""
    CHOSE = "seat color source"
    """From the Supply by choice; EMPTY is Scavenge."""
    FILLED = "color"
    """A cube came from the Supply to the Quarry."""
    GOT = "seat color loser source"
    PAID = "seat color count"
    """Cubes to the Supply."""
    BUILT = "seat slot part free"
    SAVED = "seat color"
    """A cube that a reduction saved."""
    EXCHANGED = "seat color wanted"
    """Three cubes of a colour stand for one of another."""
    GAINED = "seat gain source hp"
    """No gain at the limit or broken; what it has now."""
    PAID_HP = "seat paid source hp"
    DAMAGED = "seat target damage hp"
    """The seat deals it; what the target has now."""
    BROKE = "seat"
    MENDED = "seat hp"
    TOOK_HEART = "seat holder"
    """Who had it, or NOBODY."""
    USED_HEART = "seat side"
    GOT_GEAR = "seat gear place source"
    """From a place in the row, EMPTY for the discard pile; the source is EMPTY for the hex."""
    SPENT_GEAR = "seat gear"
    DISCARDED = "seat gear source"
    LAID_OUT = "gear place"
    """In the row."""
    RESHUFFLED = "count"
    """Cards in the new Gear deck."""
    ATTACKED = "seat target damage source"
    """The attack value; the source is EMPTY for the Fight hex."""
    BOOSTED = "seat damage source"
    DOUBLED = "seat"
    HALVED = "seat before damage"
    """The seat prevents."""
    ACTED_PART = "seat slot part"
    """An ability begins."""
    SHIELDED = "seat"
    DISCOUNTED = "seat count source"
    PASSED = "seat ask"
    CAPPED = "seat target before damage"
    """A broken robot deals less (CH-R46)."""
    ENDED = "victory"
    BARTERED = "seat part"


class Quarried(Numbers):
    """How a cube is taken from the Quarry."""

    BY_ACTION = 0
    BY_PERK = 1
    BY_PART = 2
