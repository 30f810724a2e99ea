"""Helpers for games in which a seat drops out when its person resigns: `Seats(leaving="out", dropping=...)`.

The action that a seat drops out by is one that no mask offers. `Match.drop_out` plays it, at any time, and `play` has
its effect: usually it sets a bit of the seat in the record, skips the seat's turns from then on, and handles its cards
or pieces. `left` below is these bits.
"""

from __future__ import annotations

from cogtable.engine.compile.jit import jitable
from cogtable.engine.records.state import Ints


@jitable
def next_staying(left: int, seats: int, seat: int) -> int:
    """The seat after another in turn, of those that have not left. At least one must be there."""
    seat = (seat + 1) % seats
    while left >> seat & 1:
        seat = (seat + 1) % seats
    return seat


@jitable
def rank_left_last(left: int, seats: int, out: Ints) -> None:
    """Moves the seats in `left`, a bit for each, behind all others: to the place after theirs, which they share."""
    staying = 0
    for seat in range(seats):
        if left >> seat & 1:
            continue
        staying += 1
        before = 0
        for other in range(seats):
            before += int(left >> other & 1 and out[other, 0] < out[seat, 0])
        out[seat, 0] -= before
    for seat in range(seats):
        if left >> seat & 1:
            out[seat, 0] = staying + 1


@jitable
def leave_out(left: int, seats: int, out: Ints) -> None:
    """Takes their chances from the seats in `left`, a bit for each, and shares them out among the others."""
    total = 0
    for seat in range(seats):
        if left >> seat & 1:
            out[seat] = 0
        total += int(out[seat])
    for seat in range(seats):
        out[seat] = int(out[seat]) * 1000 // max(1, total)
