"""Going round the table, without a division, which is slow."""

from __future__ import annotations

from cogtable.engine.compile.jit import jitable


@jitable
def seat_after(first: int, steps: int, seats: int) -> int:
    """The seat `steps` seats after `first`, going round."""
    seat = first + steps
    return seat if seat < seats else seat - seats


@jitable
def steps_to(first: int, seat: int, seats: int) -> int:
    """How many steps a seat is after `first`, going round."""
    return seat - first if seat >= first else seat - first + seats
