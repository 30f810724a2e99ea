"""Arrays whose elements read as plain integers, in interpreted rules."""

from __future__ import annotations

from typing import Any

import numpy as np

_INTEGERS = frozenset(np.dtype(code).type for code in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"))
_get: Any = np.ndarray.__getitem__


class IntArray(np.ndarray[Any, Any]):
    """A view of an array of integers. An element reads as an `int`, so sums don't wrap at the width of the array, as
    in compiled code (see `compile/int64_pass.py`). A row or a slice is an `IntArray` again, the result of a
    computation a plain array.
    """

    def __getitem__(self, key: Any) -> Any:
        found = _get(self, key)
        return int(found) if type(found) in _INTEGERS else found

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else array


def lookup_table(numbers: Any) -> Any:
    """Constants that rules look up by place: a read-only int64 `IntArray` of nested lists of integers, or of an array.

    An element reads as an `int` in plain Python and as a 64-bit integer in compiled code, which contains the numbers as
    constants; so a table must not depend on the box.

        ROW_STEP = lookup_table([1, -1, 0, 0])
    """
    table = np.array(numbers, np.int64).view(IntArray)
    table.flags.writeable = False
    return table
