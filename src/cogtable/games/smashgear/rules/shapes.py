"""The shapes of machines, as drawn in the box and in each pose."""

from __future__ import annotations

from typing import Any

from cogtable.games.smashgear.rules.components import HEARTS, SIDE, UNITS
from cogtable.rules import jitable

Matrix = tuple[tuple[int, int], tuple[int, int]]

SAME: Matrix = ((1, 0), (0, 1))
TURNED: Matrix = ((0, -1), (1, 0))
"""A quarter turn to the right, of (row, column)."""
MIRRORED: Matrix = ((1, 0), (0, -1))
"""Left and right exchanged."""


def product(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that applies `other`, then `one`."""
    (a, b), (c, d) = one
    (e, f), (g, h) = other
    return (a * e + b * g, a * f + b * h), (c * e + d * g, c * f + d * h)


TURNS = [SAME, TURNED, product(TURNED, TURNED), product(TURNED, product(TURNED, TURNED))]
MATRICES = [*TURNS, *(product(turn, MIRRORED) for turn in TURNS)]
"""The matrix of each pose for (row, column): quarter turns to the right, from 4 on after mirroring left and right."""


# --- rows and columns ---------------------------------------------------------------------------------


@jitable
def reach_of(low: int, high: int, left: int, right: int) -> int:
    """Packs a range of rows and columns into one number, a byte for each end, to move and compare all four at once."""
    return high + ((0x7F - low) << 8) + (right << 16) + ((0x7F - left) << 24)


ROW_UP = 1 - (1 << 8)
"""Adding this to a reach moves it one row up."""
COL_RIGHT = ROW_UP << 16
"""Adding this to a reach moves it one column to the right."""
OFF_BOARD = SIDE
"""A reach that is not on the board."""
_TOPS = 0x80808080


@jitable
def is_on_board(reach: int) -> bool:
    """Whether a reach is on the board. The sum sets the top bit of each byte whose end is off the board."""
    return (reach + 0x00010001 * (0x80 - SIDE)) & _TOPS == 0


@jitable
def meets(reach: int, other: int) -> bool:
    """Whether two reaches overlap. After the ends of the other are swapped, the sum sets the top bit of each byte in
    which the high end of one is at least the low end of the other.
    """
    swapped = (other >> 8 & 0x00FF00FF) + ((other & 0x00FF00FF) << 8)
    return (reach + swapped + 0x01010101) & _TOPS == _TOPS


# --- shapes -------------------------------------------------------------------------------------------


def parse_shape(raw: Any) -> list[int]:
    """Reads a drawn machine: for each unit row, column, and 1 for a heart; hearts first, row 0 at the bottom."""
    if not isinstance(raw, list) or not raw or not all(isinstance(line, str) for line in raw):
        raise ValueError(f'expected a drawing like ["W.W", "WHW"]; found {raw!r}')
    units = []
    for row, line in enumerate(reversed(raw)):
        for col, letter in enumerate(line):
            if letter not in "HW.":
                raise ValueError(f'"{line}": expected H for a heart, W for a weapon, . for nothing; found "{letter}"')
            if letter != ".":
                units.append((letter != "H", row, col))
    rows, cols = {row for _, row, _ in units}, {col for _, _, col in units}
    if len(rows) < len(raw) or len(cols) < max(map(len, raw)):
        raise ValueError("the drawing has an empty line or column")
    units.sort()
    _check_shape(units)
    return [number for weapon, row, col in units for number in (row, col, 1 - weapon)]


def _check_shape(units: list[tuple[bool, int, int]]) -> None:
    hearts = sum(not weapon for weapon, _, _ in units)
    if not 2 <= len(units) <= UNITS or not 1 <= hearts <= HEARTS:
        raise ValueError(f"expected 2 to {UNITS} units, 1 to {HEARTS} of them hearts; found {len(units)} and {hearts}")
    cells = {(row, col) for _, row, col in units}
    reached = [min(cells)]
    for row, col in reached:
        for near in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if near in cells and near not in reached:
                reached.append(near)
    if len(reached) < len(cells):
        raise ValueError("the units do not hang together side by side")


def derive_shape(b: Any, card: int) -> None:
    """Computes where each pose puts a machine's units, which are neighbours, and which hearts and rotations differ."""
    units = [tuple(map(int, unit)) for unit in b.unit[card] if unit[0] >= 0]
    b.units[card] = len(units)
    b.hearts[card] = sum(heart for _, _, heart in units)
    first_row, first_col, _ = units[0]
    for pose, (to_row, to_col) in enumerate(MATRICES):
        for i, (row, col, _) in enumerate(units):
            up, right = row - first_row, col - first_col
            b.at_row[card, pose, i] = to_row[0] * up + to_row[1] * right
            b.at_col[card, pose, i] = to_col[0] * up + to_col[1] * right
            b.at_cell[card, pose, i] = SIDE * b.at_row[card, pose, i] + b.at_col[card, pose, i]
        rows, cols = ([int(at[card, pose, i]) for i in range(len(units))] for at in (b.at_row, b.at_col))
        b.reach[card, pose] = reach_of(min(rows), max(rows), min(cols), max(cols))
    for i, (row, col, _) in enumerate(units):
        for j, (other_row, other_col, _) in enumerate(units):
            if abs(row - other_row) + abs(col - other_col) == 1:
                b.beside[card, i] |= 1 << j
    laid = set()
    for heart in range(b.hearts[card]):
        for turns in range(4):
            rows = b.at_row[card, turns] - b.at_row[card, turns, heart]
            cols = b.at_col[card, turns] - b.at_col[card, turns, heart]
            cells = frozenset((int(rows[i]), int(cols[i]), units[i][2]) for i in range(len(units)))
            b.distinct[card, 4 * heart + turns] = cells not in laid
            laid.add(cells)
