"""Helpers for the verbs `rank` and `evaluate`: places and chances computed from one number per seat."""

from __future__ import annotations

from cogtable.engine.compile.jit import jitable
from cogtable.engine.records.state import Ints


@jitable
def places(out: Ints, seats: int) -> None:
    """Writes places to out[:, 0] from the scores in out[:, 1]: the highest is first, ties share a place."""
    for seat in range(seats):
        place = 1
        for other in range(seats):
            place += out[other, 1] > out[seat, 1]
        out[seat, 0] = place


@jitable
def rank_by(points: Ints, seats: int, out: Ints) -> None:
    """Writes places to out[:, 0] and points to out[:, 1]: the most points win, ties share a place."""
    for seat in range(seats):
        out[seat, 1] = points[seat]
    places(out, seats)


@jitable
def share_among_best(out: Ints, seats: int) -> None:
    """Replaces the final scores in `out` by chances in thousandths: the best seats share 1000."""
    best, winners = int(out[0]), 0
    for seat in range(seats):
        best = max(best, int(out[seat]))
    for seat in range(seats):
        winners += out[seat] == best
    for seat in range(seats):
        out[seat] = 1000 // winners if out[seat] == best else 0


@jitable
def share_by_heuristic(out: Ints, seats: int) -> None:
    """Replaces a number per seat in `out` by chances in thousandths, in proportion to its fourth power.

    The numbers must be between 0 and 4,800, so that the result fits in 32 bits; below 23 they count as nothing.
    """
    total = 0
    for seat in range(seats):
        weight = int(out[seat]) * int(out[seat]) // 64
        weight = weight * weight // 64
        out[seat] = weight
        total += weight
    for seat in range(seats):
        out[seat] = int(out[seat]) * 1000 // max(1, total)


@jitable
def evaluate_by(points: Ints, seats: int, still: int, out: Ints) -> None:
    """Writes chances in thousandths, in proportion to each seat's points (0 or more) plus `still` (1 or more), which is
    about the number of points that a seat can still score.
    """
    total = 0
    for seat in range(seats):
        total += int(points[seat]) + still
    for seat in range(seats):
        out[seat] = (int(points[seat]) + still) * 1000 // total
