"""The part of NumPy that tables, matches and the workbench use, in plain Python: arrays of numbers and of records.

Elements are plain numbers, sums are as wide as they need to be, and nothing is fast but reading and writing single
elements. The functions that only the workbench uses are in `functions`, a module that is loaded with the first of them.
A name that is missing here raises AttributeError. `tests/site` compares every view of whole games with NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from .arrays import filled, ndarray
from .dtypes import dtype, floating, integer
from .records import RecordArray, record, void

__all__ = [
    "arange", "array", "asarray", "bool_", "dtype", "empty", "errstate", "flatnonzero", "float32", "float64",
    "floating", "frombuffer", "full", "iinfo", "int8", "int16", "int32", "int64", "integer", "ndarray", "record",
    "uint8", "uint16", "uint32", "uint64", "void", "zeros",
]  # fmt: skip

int8, int16, int32, int64 = map(dtype, ("i1", "i2", "i4", "i8"))
uint8, uint16, uint32, uint64 = map(dtype, ("u1", "u2", "u4", "u8"))
float32, float64 = dtype("f4"), dtype("f8")
bool_ = bool


def __getattr__(name: str) -> Any:
    names = list(__all__)
    if not name.startswith("_"):
        with suppress(ImportError):  # the module comes with the workbench
            functions = import_module(f"{__name__}.functions")
            if name in functions.__all__:
                return getattr(functions, name)
            names += functions.__all__
    raise AttributeError(f"a page has no numpy.{name}; it has {', '.join(names)}")


# --- new arrays -------------------------------------------------------------------------------------


def zeros(shape: int | tuple[int, ...], dtype: Any = float) -> ndarray:
    """An array of zeros, or of one blank record."""
    kind = _dtype(dtype)
    shape = (shape,) if isinstance(shape, int) else shape
    if kind.names:
        return RecordArray.of(bytearray(math.prod(shape) * kind.itemsize), kind, shape)
    return filled([0], kind, shape)


empty = zeros


def full(shape: int | tuple[int, ...], value: Any, dtype: Any = None) -> ndarray:
    """An array whose elements are all the same."""
    found = zeros(shape, dtype or type(value))
    found[...] = value
    return found


def array(given: Any, dtype: Any = None) -> ndarray:
    """A copy of an array, or an array of nested lists."""
    if isinstance(given, RecordArray):
        return given.copy()
    numbers, shape = _flattened(given)
    if isinstance(given, ndarray):
        dtype = dtype or given.dtype
    elif dtype is None:
        dtype = float if not numbers else next((kind for kind in (float, int) if kind in map(type, numbers)), bool)
    kind = _dtype(dtype)
    if kind.char in "fd" or not any(type(number) is float for number in numbers):
        return filled(numbers if numbers != [0] else [kind(0)], kind, shape)
    return filled([int(number) for number in numbers], kind, shape)


def asarray(given: Any, dtype: Any = None) -> ndarray:
    """The array itself if it is one of this type, else a new one."""
    same = isinstance(given, ndarray) and (dtype is None or _dtype(dtype) is given.dtype)
    return given if same else array(given, dtype)


def frombuffer(buffer: bytes | bytearray, dtype: Any) -> ndarray:
    """An array of the records with these bytes, or of the numbers in them."""
    kind = _dtype(dtype)
    if kind.names:
        return RecordArray.of(bytearray(buffer), kind, (len(buffer) // kind.itemsize,))
    return ndarray(memoryview(buffer).cast("B").cast(kind.char), kind, (len(buffer) // kind.itemsize,))


def arange(start: int, stop: int | None = None, step: int = 1) -> ndarray:
    """The whole numbers from `start`, or 0, to before `stop`."""
    return array(list(range(start) if stop is None else range(start, stop, step)), int)


def _flattened(given: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The numbers of nested lists, and the shape."""
    if isinstance(given, ndarray):
        return given.values(), given.shape
    if not hasattr(given, "__iter__"):
        return [given], ()
    parts = [_flattened(part) for part in given]
    shapes = {shape for _, shape in parts}
    if len(shapes) > 1:
        raise ValueError(f"the parts of an array have different shapes: {sorted(shapes)}")
    return [number for numbers, _ in parts for number in numbers], (len(parts), *(shapes.pop() if shapes else ()))


# --- what arrays hold -------------------------------------------------------------------------------


def flatnonzero(given: Any) -> ndarray:
    """The places of the elements that are not zero, counted through all axes."""
    return array([place for place, value in enumerate(asarray(given).values()) if value], int)


class iinfo:
    """The range of a type of whole numbers."""

    def __init__(self, kind: Any) -> None:
        bits, is_signed = 8 * _dtype(kind).itemsize, _dtype(kind).char.islower()
        self.min = -(1 << bits - 1) if is_signed else 0
        self.max = (1 << bits - is_signed) - 1


@contextmanager
def errstate(**_: str) -> Iterator[None]:
    """Does nothing: numbers that do not fit an element always raise an error here."""
    yield


_dtype = dtype  # functions have an argument of this name
