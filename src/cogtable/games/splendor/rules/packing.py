"""Five counts packed into one number, so that they can be compared at once, which happens fifteen times a move.

Each colour has a byte below 128; the top bit catches the borrow of a subtraction.
"""

from __future__ import annotations

from cogtable.engine.jit import jitable
from cogtable.engine.state import Ints
from cogtable.games.splendor.rules.components import COLOR_COUNT

TOP_BITS = 0x8080808080
ONES = 0x0101010101


@jitable
def packed(counts: Ints) -> int:
    """Packs five counts into one number."""
    number = 0
    for color in range(COLOR_COUNT):
        number |= int(counts[color]) << (8 * color)
    return number


@jitable
def lacking(cost: int, power: int) -> int:
    """How many tokens of all colours together a packed power falls short of a packed cost."""
    left = (int(cost) | TOP_BITS) - power
    short = left & TOP_BITS
    left &= short - (short >> 7)
    return ((left * ONES) >> 32) & 0xFF
