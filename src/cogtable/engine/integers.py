"""Whole numbers that callers pass: Python's or NumPy's, never a bool."""

from __future__ import annotations

import operator

import numpy as np

from cogtable.engine.errors import BadOption


def as_whole(number: object) -> int | None:
    """The number as an `int`; None for anything that is not a whole number, such as a bool, a fraction or a word."""
    if isinstance(number, bool | np.bool_):
        return None
    try:
        return operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        return None


def whole(number: object, what: str, low: int, high: int | None = None) -> int:
    """The number as an `int`, from `low` to `high`. Raises BadOption, which calls it `what`, for anything else."""
    found = as_whole(number)
    if found is None or found < low or (high is not None and found > high):
        upto = "" if high is None else f" to {high}"
        raise BadOption(f"{what}: expected a whole number from {low}{upto}; found {number!r}")
    return found


def moves_limit(max_moves: object) -> int | None:
    """`max_moves` as a number from 1, or None where games aren't stopped. Raises BadOption for anything else."""
    return None if max_moves is None else whole(max_moves, "max_moves", 1)
