"""The shapes of machines as drawn in the box, and in each pose."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.smashgear.rules.components import HEARTS, UNITS

MATRICES = [np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), k) for k in range(4)]
MATRICES += [matrix @ np.array([[1, 0], [0, -1]]) for matrix in MATRICES]
"""The matrix of each pose for (row, column): quarter turns to the right, from 4 on after mirroring left and right."""


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
    first = np.array(units[0][:2])
    for pose, matrix in enumerate(MATRICES):
        for i, (row, col, _) in enumerate(units):
            b.at_row[card, pose, i], b.at_col[card, pose, i] = matrix @ (np.array((row, col)) - first)
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
