"""What people see happen (see `table/log.py`)."""

from __future__ import annotations

from cogtable.engine.enums import Numbers


class Event(Numbers):
    """What happened, and what the numbers of its note are."""

    ACTED = 0  # a seat, b round, c phase from 1: opens the notes of every action
    STARTED = 1  # a seat that leads first
    DEALT_ROBOT = 2  # a seat, b robot: dealt or chosen
    DRAFTED = 3  # a seat, b part
    ROUND = 4  # a seat with the First Player card, b round
    SELECTED_HEX = 5  # a seat, b hex
    TURN = 6  # a seat, b hex
    QUARRIED = 7  # a seat, b colour, c how (`Quarried`): from the Quarry
    DREW = 8  # a seat, b colour, c source: from the Supply at random
    CHOSE = 9  # a seat, b colour, c source (part, Gear, EMPTY: Scavenge): from the Supply by choice
    FILLED = 10  # a colour: a cube came from the Supply to the Quarry
    GOT = 11  # a seat, b colour, c seat that lost it, d source
    PAID = 12  # a seat, b colour, c count: cubes to the Supply
    BUILT = 13  # a seat, b slot, c part, d 1: for nothing
    SAVED = 14  # a seat, b colour: a cube that a reduction saved
    EXCHANGED = 15  # a seat, b colour given three of, c colour it stands for
    GAINED = 16  # a seat, b HP gained (0 at the limit or broken), c source, d HP now
    PAID_HP = 17  # a seat, b HP, c source, d HP now
    DAMAGED = 18  # a dealer, b seat, c damage, d HP now
    BROKE = 19  # a seat
    MENDED = 20  # a seat, b HP
    TOOK_HEART = 21  # a seat, b seat that had it (NOBODY)
    USED_HEART = 22  # a seat, b ability
    GOT_GEAR = 23  # a seat, b kind, c place in the row (EMPTY: from the discard pile), d part (EMPTY: the hex)
    SPENT_GEAR = 24  # a seat, b kind
    DISCARDED = 25  # a seat, b kind, c part
    LAID_OUT = 26  # a kind, b place in the row
    RESHUFFLED = 27  # a cards in the new Gear deck
    ATTACKED = 28  # a seat, b target, c attack value, d part (EMPTY: the Fight hex)
    BOOSTED = 29  # a seat, b damage added, c source
    DOUBLED = 30  # a seat
    HALVED = 31  # a seat that prevents, b damage before, c damage after
    ACTED_PART = 32  # a seat, b slot, c part: an ability begins
    SHIELDED = 33  # a seat
    DISCOUNTED = 34  # a seat, b cubes, c part
    PASSED = 35  # a seat, b what was asked
    CAPPED = 36  # a dealer, b seat, c damage before, d damage after: a broken robot deals less (CH-R46)
    ENDED = 37  # a victory
    BARTERED = 38  # a seat, b part


class Quarried(Numbers):
    """How a cube is taken from the Quarry."""

    BY_ACTION = 0
    BY_PERK = 1
    BY_PART = 2
