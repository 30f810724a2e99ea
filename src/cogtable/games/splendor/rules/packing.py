"""Five counts packed into one number, so that they are compared, added and paid at once, many times a move.

Each colour has a byte below 128; the top bit catches the borrow of a subtraction. So packed numbers can be added, and
subtracted if no count falls below 0.
"""

from __future__ import annotations

from cogtable.games.splendor.rules.components import COLOR_COUNT
from cogtable.rules import Ints, jitable, write_bytes

TOP_BITS = 0x8080808080
ONES = 0x0101010101
GATHERED = 0x0102040810
"""Multiplying by this gathers the lowest bits of five bytes, from bit 32 on."""


@jitable
def packed(counts: Ints) -> int:
    """Packs five counts into one number."""
    number = 0
    for color in range(COLOR_COUNT):
        number |= (counts[color] & 0xFF) << (8 * color)
    return number


@jitable
def unpack(number: int, counts: Ints) -> None:
    """Writes the five counts of a packed number."""
    write_bytes(number, counts, COLOR_COUNT)


@jitable
def change(counts: Ints, color: int, by: int) -> None:
    """Adds to the count of one colour. Does nothing if `color` is beyond the colours."""
    unpack(packed(counts) + (by << (8 * color)), counts)


@jitable
def count(number: int, color: int) -> int:
    """The count of one colour."""
    return (number >> (8 * color)) & 0x7F


@jitable
def total(number: int) -> int:
    """The sum of the five counts, below 256."""
    return ((number * (ONES << 24)) >> 56) & 0xFF


@jitable
def beyond(counts: int, others: int) -> int:
    """By how much each count exceeds the other; 0 where it does not."""
    left = (counts | TOP_BITS) - others
    more = left & TOP_BITS
    return left & (more - (more >> 7))


@jitable
def lacking(cost: int, power: int) -> int:
    """The number of tokens, of all colours together, by which a packed power falls short of a packed cost."""
    return total(beyond(cost, power))


@jitable
def covers(power: int, cost: int) -> bool:
    """Whether a packed power covers a packed cost."""
    return ((power | TOP_BITS) - cost) & TOP_BITS == TOP_BITS


@jitable
def having(counts: int, least: int) -> int:
    """The colours (bits) whose count is at least `least`."""
    enough = (counts + (0x80 - least) * ONES) & TOP_BITS
    return (((enough >> 7) * GATHERED) >> 32) & 0x1F
