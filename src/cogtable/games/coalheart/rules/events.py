"""The events, which `table/log.py` puts into words."""

from __future__ import annotations

from cogtable.rules import Events, PlainIntEnum


class Event(Events):
    """An event of Coal Heart. A `source` is a part, a Gear card or the Coal Heart (see `Source`)."""

    ACTED = "seat round phase"
    """Opens the notes of every action; phases count from 1."""
    STARTED = "seat"
    """The seat that leads first."""
    DEALT_ROBOT = "seat robot"
    """Dealt or chosen."""
    DRAFTED = "seat part"
    ROUND = "seat round"
    """A round begins; the seat has the First Player card."""
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
    """Cubes returned to the Supply."""
    BUILT = "seat slot part free"
    SAVED = "seat color"
    """A cube saved by a discount."""
    EXCHANGED = "seat color wanted"
    """Three cubes paid in place of one of another colour."""
    GAINED = "seat gain source hp"
    """`gain` is 0 at the limit or for a broken robot; `hp` is the new value."""
    PAID_HP = "seat paid source hp"
    DAMAGED = "seat target damage hp"
    """The seat deals the damage; `hp` is the target's new value."""
    BROKE = "seat"
    MENDED = "seat hp"
    TOOK_HEART = "seat holder"
    """`holder` had it before, or NOBODY."""
    USED_HEART = "seat side"
    GOT_GEAR = "seat gear place source"
    """From a place in the row, EMPTY for the discard pile; the source is EMPTY for the hex."""
    SPENT_GEAR = "seat gear"
    DISCARDED = "seat gear source"
    LAID_OUT = "gear place"
    """A card in the row."""
    RESHUFFLED = "count"
    """How many cards are in the new Gear deck."""
    ATTACKED = "seat target damage source"
    """The attack value; the source is EMPTY for the Fight hex."""
    BOOSTED = "seat damage source"
    DOUBLED = "seat"
    HALVED = "seat before damage"
    """The seat prevented half of the damage."""
    ACTED_PART = "seat slot part"
    """The ability of a part starts."""
    SHIELDED = "seat"
    DISCOUNTED = "seat count source"
    PASSED = "seat ask"
    CAPPED = "seat target before damage"
    """Damage reduced by the cap for broken robots (CH-R46)."""
    ENDED = "victory"
    BARTERED = "seat part"


class Quarried(PlainIntEnum):
    """How a cube is taken from the Quarry."""

    BY_ACTION = 0
    BY_PERK = 1
    BY_PART = 2
