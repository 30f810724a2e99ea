"""Standings by points, for the verbs `rank` and `estimate` of games in which the most points win."""

from __future__ import annotations

from cogtable.engine.jit import jitable
from cogtable.engine.state import Ints


@jitable
def rank_by(points: Ints, seats: int, out: Ints) -> None:
    """Writes places to out[:, 0] and points to out[:, 1]: the most points are best, and level ones share a place."""
    for seat in range(seats):
        out[seat, 0] = 1
        out[seat, 1] = points[seat]
        for other in range(seats):
            out[seat, 0] += points[other] > points[seat]


@jitable
def estimate_by(points: Ints, seats: int, still: int, out: Ints) -> None:
    """Writes chances in thousandths, in proportion to the points (0 or more) that each seat has beside `still`
    (1 or more): about what a seat may still score.
    """
    total = 0
    for seat in range(seats):
        total += int(points[seat]) + still
    for seat in range(seats):
        out[seat] = (int(points[seat]) + still) * 1000 // total
