"""How players read and affect each other while everybody acts at once (RC-Q31).

They read the state from the moment when everybody began. Effects on others happen when everybody has finished.
"""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import COMPARED, Measure, Op
from cogtable.games.recharge.rules.cards import discard, draw
from cogtable.games.recharge.rules.components import ROBOTS
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.script import ask
from cogtable.games.recharge.rules.state import DUES, EMPTY, Question, Recharge
from cogtable.games.recharge.rules.tokens import crown, gain, measure
from cogtable.rules import ALL, jitable, note, seat_after

OWN = DUES - 4 * (Op.OTHERS_DISCARD - Op.TAKE + 1)
"""Each robot gets entries of its own while fewer than this many entries of `due` are taken."""


# --- beginning ------------------------------------------------------------------------------------------


@jitable
def begin_together(s: Recharge) -> None:
    """Saves the numbers that players read about each other until everybody has finished."""
    s.lay[:] = EMPTY
    for seat in range(s.seats):
        for what in range(len(COMPARED)):
            s.stood[seat, what] = measure(s, seat, what)
        for i in range(s.robots[seat]):
            s.lay[s.fleet[seat, i]] = seat
    s.due[:] = EMPTY
    s.due_count[:] = 0
    s.dues = 0
    s.settled = 0


@jitable
def leads_in(s: Recharge, seat: int, what: int, sign: int, paid: int) -> bool:
    """Whether a seat has more (sign 1) or less (-1) of a measure than any other seat had, after it pays `paid`.

    A seat without robots in play never has fewest robots (RC-Q34).
    """
    own = sign * (measure(s, seat, what) - paid)
    for other in range(s.seats):
        if other != seat and sign * s.stood[other, what] >= own:
            return False
    return what != Measure.ROBOTS or own != 0


@jitable
def anybody_had_coins(s: Recharge, seat: int) -> bool:
    """Whether there were coins to take from others when everybody began."""
    for other in range(s.seats):
        if other != seat and s.stood[other, Measure.COINS] > 0:
            return True
    return False


# --- when all have finished -----------------------------------------------------------------------------


@jitable
def postpone(s: Recharge, seat: int, cause: int, operation: int, count: int) -> None:
    """Postpones an operation on all others until everybody has finished.

    If the last operation of a seat is the same and has the same cause, they share an entry. When entries run short, all
    equal operations of a seat do.
    """
    at = _entry(s, seat, cause, operation)
    if at == s.dues:
        s.due[at, 0] = seat
        s.due[at, 1] = cause
        s.due[at, 2] = operation
        s.dues += 1
    s.due_count[at] += count
    note(s, ALL, Event.DUE, seat=seat, operation=operation, count=count)


@jitable
def _entry(s: Recharge, seat: int, cause: int, operation: int) -> int:
    """The entry of `due` for an operation; the next free one unless it shares one."""
    for at in range(s.dues - 1, -1, -1):
        if s.due[at, 0] == seat:
            same = s.due[at, 2] == operation
            if same and (s.due[at, 1] == cause or s.dues >= OWN):
                return at
            if s.dues < OWN:
                break
    return s.dues


@jitable
def settle(s: Recharge) -> None:
    """Carries out postponed operations, seat by seat from the player in charge; then seats discard."""
    s.settled = 1
    s.remaining[:] = 0
    if s.dues == 0:
        return
    for i in range(s.seats):
        seat = seat_after(s.charge, i, s.seats)
        for k in range(s.seats):
            doer = seat_after(s.charge, k, s.seats)
            for at in range(s.dues):
                if doer != seat and s.due[at, 0] == doer:
                    note(s, ALL, Event.DOES, seat=doer, cause=s.due[at, 1])
                    _carry_out(s, seat, doer, s.due[at, 2], s.due_count[at])
    for i in range(s.seats):
        _collect(s, seat_after(s.charge, i, s.seats))


@jitable
def amount_taken(s: Recharge, seat: int, count: int) -> int:
    """How many coins can be taken from a seat: of those that it had when everybody began and still has (RC-Q35)."""
    return min(count, s.stood[seat, Measure.COINS], s.coins[seat])


@jitable
def crowns_taken(s: Recharge, seat: int, count: int) -> int:
    """How many crown tokens can be taken from a seat: only those above zero (RC-Q36)."""
    return min(count, max(0, s.crowns[seat]))


@jitable
def _carry_out(s: Recharge, seat: int, doer: int, operation: int, count: int) -> None:
    """Carries out one operation on one seat."""
    if operation == Op.TAKE:
        taken = amount_taken(s, seat, count)
        s.stood[seat, Measure.COINS] -= taken
        gain(s, seat, -taken)
        gain(s, doer, taken)
    elif operation == Op.TAKE_CROWN:
        taken = crowns_taken(s, seat, count)
        crown(s, seat, -taken)
        crown(s, doer, taken)
    elif operation == Op.OTHERS_GAIN:
        gain(s, seat, count)
    elif operation == Op.OTHERS_LOSE:
        gain(s, seat, -count)
    elif operation == Op.OTHERS_CROWN:
        crown(s, seat, count)
    elif operation == Op.OTHERS_UNCROWN:
        crown(s, seat, -count)
    elif operation == Op.OTHERS_DRAW:
        draw(s, seat, count)
    elif operation == Op.OTHERS_DISCARD:
        s.remaining[seat] = min(ROBOTS, s.remaining[seat] + count)


@jitable
def _collect(s: Recharge, seat: int) -> None:
    """Makes a seat discard; it chooses the cards unless it must discard its whole hand."""
    owed = s.remaining[seat]
    if 0 < owed < s.held[seat]:
        note_creditor(s, seat)
        note(s, ALL, Event.OWES, seat=seat, count=owed)
        ask(s, seat, Question.DISCARD, owed, 0)
    elif owed > 0:
        while s.held[seat] > 0:
            note_creditor(s, seat)
            discard(s, seat, s.hand[seat, s.held[seat] - 1])
            s.remaining[seat] -= 1
        s.remaining[seat] = 0


@jitable
def note_creditor(s: Recharge, seat: int) -> None:
    """Notes which player makes a seat discard its next card."""
    at = creditor(s, seat)
    note(s, ALL, Event.DOES, seat=s.due[at, 0], cause=s.due[at, 1])


@jitable
def creditor(s: Recharge, seat: int) -> int:
    """The entry of `due` that makes a seat discard its next card; 0 if unknown."""
    given = -s.remaining[seat]
    for at in range(s.dues):
        if _claims(s, at, seat):
            given += s.due_count[at]
    for at in range(s.dues):
        if _claims(s, at, seat):
            if given < s.due_count[at]:
                return at
            given -= s.due_count[at]
    return 0


@jitable
def _claims(s: Recharge, at: int, seat: int) -> bool:
    return s.due[at, 2] == Op.OTHERS_DISCARD and s.due[at, 0] != seat
