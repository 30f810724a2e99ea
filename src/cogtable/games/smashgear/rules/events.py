"""What people see happen (see `table/log.py`)."""

from __future__ import annotations

from cogtable.engine.enums import Numbers


class Event(Numbers):
    """What happened, and what the numbers of its note are."""

    ACTED = 0  # a seat, b turn: opens the notes of every action
    SHOWED = 1  # a `Card`, b card, c place of the store
    STARTED = 2  # a seat: goes first
    BOUGHT = 3  # a seat, b `Card`, c card (0 for bases), d price
    PASSED = 4  # a seat: buys no more for now
    LET = 5  # a seat: does not answer
    BATTLE = 6  # a seat: begins the Battle
    LEFT_GEARS = 7  # a seat, b gears that are discarded before the Battle
    TURN = 8  # a seat, b turn
    EXPLOITED = 9  # a seat, b gears
    ASSEMBLED = 10  # a seat, b machine, c slot, d cell of the base
    BUILT = 11  # a seat, b cell, c slot
    ANNOUNCED = 12  # a seat, b `Kind`, c slot or program, d machine (NONE for a program)
    AIMED = 13  # a seat, b `Want`, c target (as in the action), d what that is (see `stack`)
    RESOLVED = 14  # a seat, b `Kind`, c slot or program, d machine (NONE for a program)
    FAILED = 15  # a seat, b `Kind`, c slot or program, d 8 * (machine + 1, or 0 for a program) + `Failure`
    MOVED = 16  # a slot, b machine, c 4 * `Gait` + `Way`, d 81 * cell of its first heart before + after
    CLASHED = 17  # a cell, b slot that moved, c the other slot, d `Meeting`
    UNIT_LOST = 18  # a slot, b 8 * machine + unit, c cell, d `Loss`
    DESTROYED = 19  # a slot, b machine, c seat it goes to, d 4 * `lying` + `Removal`
    BASE_DESTROYED = 20  # a seat that owned it, b cell, c slot that attacked
    HONORED = 21  # a seat, b honor
    GEARED = 22  # a seat, b gears (may be negative)
    DREW = 23  # a seat, b `Card`: from a pile
    SAW = 24  # a seat, b `Card`, c card: what it drew, for itself
    INSTALLED = 25  # a seat, b program, c host
    PLUGIN_LOST = 26  # a seat it goes to, b program
    DISCARDED = 27  # a seat, b `Card`, c card
    KEPT = 28  # a slot, b cell of a heart: the part that stays, c machine
    SHIELDED = 29  # a slot, b machine
    SHIELD_LOST = 30  # a slot, b machine, c how many
    STUNNED = 31  # a slot, b machine
    REPAIRED = 32  # a slot, b 8 * machine + unit, c cell
    RECALLED = 33  # a slot, b machine, c seat
    SHIFTED = 34  # a seat, b cell from, c cell to
    SALVAGED = 35  # a seat, b `Card`, c card
    FETCHED = 36  # a seat, b `Card`, c card
    MAY_MORE = 37  # a seat, b 0 assemble, 1 build
    ENDING = 38  # a seat
    ENDED = 39  # a `Reason`, b winner or NONE
    LET_ALL = 40  # a seat: lets everything happen until its next turn
    REPAIR_ENDED = 41  # a slot, b machine: its owner puts back no more
