"""The functions that only the workbench uses: counting, sorting and joining arrays."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from .arrays import Shape, broadcast_shape, filled, ndarray
from .dtypes import dtype as Kind

__all__ = [
    "append", "argmax", "argsort", "argwhere", "bincount", "broadcast_to", "clip", "concatenate", "count_nonzero",
    "cumsum", "isin", "isnan", "lexsort", "maximum", "min_scalar_type", "nan", "nan_to_num", "nansum", "ones",
    "ones_like", "roll", "searchsorted", "sort", "square", "stack", "sum", "take_along_axis", "unique", "where",
]  # fmt: skip

nan = math.nan


def _array(given: Any, dtype: Any = None) -> ndarray:
    from . import asarray

    found: ndarray = asarray(given, dtype)
    return found


def _mapped(given: Any, change: Callable[[Any], Any], kind: Any = None) -> ndarray:
    """The results for each element."""
    values = _array(given)
    return filled([change(value) for value in values.values()], Kind(kind) if kind else values.dtype, values.shape)


# --- new arrays -------------------------------------------------------------------------------------


def _full_of_ones(shape: int | Shape, dtype: Any = float) -> ndarray:
    """An array of ones."""
    from . import full

    return full(shape, 1, dtype)


ones = _full_of_ones
"""NumPy's name; Cogtable once used it for something else."""


def ones_like(given: Any) -> ndarray:
    """An array of ones of the same shape and type."""
    return ones(given.shape, given.dtype)


def broadcast_to(given: Any, shape: Shape) -> ndarray:
    """A copy of an array, broadcast to a shape."""
    values = _array(given)
    return filled(values.spread(shape), values.dtype, shape)


def concatenate(parts: Sequence[Any]) -> ndarray:
    """The parts one after the other, along the first axis."""
    arrays = [_array(part) for part in parts]
    shape = (sum(len(each) for each in arrays), *arrays[0].shape[1:])
    if any(each.shape[1:] != shape[1:] for each in arrays):
        raise ValueError(f"arrays of the shapes {[each.shape for each in arrays]} cannot be joined")
    return filled([value for each in arrays for value in each.values()], arrays[0].dtype, shape)


def append(given: Any, value: Any) -> ndarray:
    """A copy of an array along one axis with one more element."""
    return concatenate([given, _array([value], given.dtype)])


def stack(parts: Sequence[Any], axis: int = 0) -> ndarray:
    """Arrays of one shape as an array with one more axis."""
    arrays = [_array(part) for part in parts]
    shape = arrays[0].shape
    inner = math.prod(shape[axis:])
    lines = [each.spread(shape) for each in arrays]
    outer = range(0, math.prod(shape), inner or 1)
    values = [value for at in outer for line in lines for value in line[at : at + inner]]
    return filled(values or [0], arrays[0].dtype, (*shape[:axis], len(arrays), *shape[axis:]))


# --- element by element -----------------------------------------------------------------------------


def where(holds: Any, one: Any, other: Any) -> ndarray:
    """The elements of `one` where `holds`, else those of `other`."""
    arrays = [_array(each) for each in (holds, one, other)]
    shape = broadcast_shape(*(each.shape for each in arrays))
    values = [a if condition else b for condition, a, b in zip(*(each.spread(shape) for each in arrays), strict=True)]
    kinds = {each.dtype.char for each in arrays[1:]}
    kind = Kind(float) if kinds & {"f", "d"} else arrays[1].dtype if len(kinds) == 1 else Kind(int)
    return filled(values or [0], kind, shape)


def maximum(one: Any, other: Any) -> ndarray:
    """The greater of each two elements."""
    return _array(one).combined(other, max)


def clip(given: Any, low: Any, high: Any) -> ndarray:
    """Elements below `low` become `low`, those above `high` become `high`."""
    return _mapped(given, lambda value: min(max(value, low), high))


def square(given: Any) -> ndarray:
    """The square of each element."""
    return _array(given).combined(given, operator.mul)


def isin(given: Any, known: Sequence[Any]) -> ndarray:
    """Whether each element is one of those known."""
    return _mapped(given, set(known).__contains__, bool)


def isnan(given: Any) -> ndarray:
    """Whether each element is not a number."""
    return _mapped(given, math.isnan, bool)


def nan_to_num(given: Any, nan: float = 0.0) -> ndarray:
    """A copy with a number in place of those that are none."""
    return _mapped(given, lambda value: nan if math.isnan(value) else value)


# --- sums and counts --------------------------------------------------------------------------------


def sum(given: Any) -> Any:  # noqa: A001 - NumPy's name
    """The sum of all elements."""
    return _array(given).sum()


def nansum(given: Any, axis: int | None = None) -> Any:
    """The sum of the elements that are numbers."""
    return nan_to_num(given).sum(axis)


def count_nonzero(given: Any) -> int:
    """The number of elements that are not zero."""
    return len([1 for value in _array(given).values() if value])


def cumsum(given: Any, dtype: Any = None) -> ndarray:
    """The sum of all elements up to each."""
    values = _array(given)
    return filled(list(itertools.accumulate(values.values())) or [0], Kind(dtype or values.dtype), values.shape)


def bincount(places: Any, weights: Any = None, minlength: int = 0) -> ndarray:
    """How often each number from 0 on occurs, or the sum of its weights."""
    numbers = _array(places).values()
    found: list[Any] = [0 if weights is None else 0.0] * max(minlength, max(numbers, default=-1) + 1)
    for number, weight in zip(
        numbers, [1] * len(numbers) if weights is None else _array(weights).values(), strict=True
    ):
        found[number] += weight
    return filled(found or [0], Kind(int if weights is None else float), (len(found),))


# --- places and orders ------------------------------------------------------------------------------


def argmax(given: Any) -> int:
    """The place of the greatest element, the first of several, counted through all axes."""
    return int(_array(given).argmax())


def argwhere(given: Any) -> ndarray:
    """The indices of the elements that are not zero, a row for each."""
    values = _array(given)
    indices = itertools.product(*map(range, values.shape))
    rows = [index for index, value in zip(indices, values.values(), strict=True) if value]
    return filled([number for row in rows for number in row] or [0], Kind(int), (len(rows), values.ndim))


def _lines(given: ndarray, axis: int) -> list[list[Any]]:
    """The elements along the last axis, a list for each line."""
    if axis not in (-1, given.ndim - 1):
        raise ValueError(f"a page sorts along the last axis only; found axis {axis} of {given.ndim}")
    length, values = given.shape[-1], given.values()
    return [values[at : at + length] for at in range(0, len(values), length or 1)]


def _joined(lines: Sequence[Sequence[Any]], kind: Kind, shape: Shape) -> ndarray:
    return filled([value for line in lines for value in line] or [0], kind, shape)


def sort(given: Any, axis: int = -1) -> ndarray:
    """A copy, sorted along the last axis."""
    values = _array(given)
    return _joined([sorted(line) for line in _lines(values, axis)], values.dtype, values.shape)


def argsort(given: Any, axis: int = -1) -> ndarray:
    """The places of the elements along the last axis in their order."""
    values = _array(given)
    lines = [sorted(range(len(line)), key=line.__getitem__) for line in _lines(values, axis)]
    return _joined(lines, Kind(int), values.shape)


def take_along_axis(given: Any, places: Any, axis: int) -> ndarray:
    """The elements at these places of each line along the last axis."""
    values, at = _array(given), _array(places)
    pairs = zip(_lines(values, axis), _lines(at, axis), strict=True)
    return _joined([[line[place] for place in own] for line, own in pairs], values.dtype, at.shape)


def roll(given: Any, places: int, axis: int) -> ndarray:
    """A copy whose parts along an axis have moved on by so many places, the last ones to the front."""
    values = _array(given)
    length, before = values.shape[axis], (slice(None),) * axis
    order = [(at - places) % length for at in range(length)]
    return values[(*before, order)]  # type: ignore[no-any-return]


def lexsort(keys: Sequence[Any]) -> ndarray:
    """The places in the order of the last key, equal ones in that of the key before, and so on."""
    lists = [_array(key).values() for key in reversed(keys)]
    order = sorted(range(len(lists[0])), key=list(zip(*lists, strict=True)).__getitem__)
    return filled(order or [0], Kind(int), (len(order),))


def searchsorted(given: Any, wanted: Any) -> ndarray:
    """Where each wanted number belongs in a sorted array: before equal ones."""
    from bisect import bisect_left

    values = _array(given).values()
    return _mapped(wanted, lambda value: bisect_left(values, value), int)


def unique(given: Any) -> ndarray:
    """The different elements in their order."""
    values = _array(given)
    found = sorted(set(values.values()))
    return filled(found or [0], values.dtype, (len(found),))


def min_scalar_type(number: int) -> Kind:
    """The smallest type that has a whole number, which is not negative."""
    return next(Kind(code) for code in ("u1", "u2", "u4", "u8") if number < 1 << 8 * int(code[1]))
