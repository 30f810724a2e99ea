"""The components: how many machines, programs and bases, the board, the store."""

from __future__ import annotations

from cogtable.rules import PlainIntEnum, size

SEATS = 2
MACHINES = size("machines", 39, low=10, most=60)
PROGRAMS = size("programs", 30, low=6, most=60)
BASES = 20
"""The number of Base cards, and also of Destroy Base cards."""
SIDE = 9
"""Cells along a side of the board."""
CELLS = SIDE * SIDE
"""Cell 9 * row + column; row 0 is the back row of seat 0 ("rank 1"), column 0 is "file a"."""
SLOTS = 8
"""The maximum number of machines that a seat has on the board; seat p has slots 8 p to 8 p + 7."""
ALL_SLOTS = 2 * SLOTS
SHOWN_MACHINES = 5
SHOWN = 8
"""Places for face-up cards in the store: 5 machines, then 3 programs."""

UNITS = 7
"""The most units of a machine."""
HEARTS = 3
"""The most hearts of a machine."""


class Card(PlainIntEnum):
    """The kinds of cards."""

    MACHINE = 0
    PROGRAM = 1
    BASE = 2
    DESTROY = 3
