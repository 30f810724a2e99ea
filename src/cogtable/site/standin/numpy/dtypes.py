"""Types of numbers and of records."""

from __future__ import annotations

import math
import struct
from types import GenericAlias
from typing import Any

CHARS = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f4": "f", "f8": "d",
    "b1": "?",
}  # fmt: skip
"""The characters of module `struct`, by NumPy's codes."""

_known: dict[str, dtype] = {}

CODES = {bool: "b1", int: "i8", float: "f8"}


class dtype:
    """The type of an element: a number, or a record with named fields. A field can have a shape of its own."""

    __class_getitem__: Any = classmethod(GenericAlias)
    names: tuple[str, ...] | None
    fields: dict[str, tuple[dtype, int]]
    """The type and the first byte of each field."""
    shape: tuple[int, ...]
    char: Any
    str: Any
    itemsize: int
    base: dtype
    """The type of one element of a field."""
    type: Any
    """The class of a record."""

    def __new__(cls, given: Any, *, align: bool = False) -> dtype:
        """A type from NumPy's code, a Python type, a list of fields, or a pair of a class and a type of record."""
        if isinstance(given, dtype):
            return given
        if isinstance(given, list):
            return _record(given, align=align)
        if isinstance(given, tuple):
            return _made(**vars(given[1]) | {"type": given[0]})
        code = CODES.get(given, given)
        code = code.lstrip("<|") if isinstance(code, str) else code
        if code not in CHARS:
            raise TypeError(f"a page has no arrays of {given!r}; it has {', '.join(CHARS)}")
        if code not in _known:
            size = struct.calcsize(CHARS[code])
            text = ("|" if size == 1 else "<") + code
            _known[code] = _made(names=None, fields={}, shape=(), char=CHARS[code], str=text, itemsize=size, type=None)
        return _known[code]

    def __getitem__(self, name: str) -> dtype:
        return self.fields[name][0]

    def __call__(self, number: Any = 0) -> Any:
        """A number of this type, as a plain one: `np.int64(3)`."""
        if self.char == "f":
            number = struct.unpack("f", struct.pack("f", number))[0]
        return float(number) if self.char in "fd" else int(number)

    def newbyteorder(self, order: str) -> dtype:
        """The same type: a page has little-endian numbers only."""
        return self

    @property
    def descr(self) -> list[tuple[Any, ...]]:
        """The fields of a record: name, code, and shape if there is one."""
        kinds = ((name, self[name]) for name in self.names or ())
        return [(name, kind.base.str, kind.shape) if kind.shape else (name, kind.str) for name, kind in kinds]


def _made(**attributes: Any) -> dtype:
    found: dtype = object.__new__(dtype)
    vars(found).update({"base": found, **attributes})
    return found


def _record(given: list[Any], *, align: bool) -> dtype:
    """A record of fields, each given as name, code and shape; aligned as C would have it."""
    fields, end, widest = {}, 0, 1
    for name, code, *rest in given:
        base, shape = dtype(code), rest[0] if rest else ()
        size = base.itemsize * math.prod(shape)
        whole = _made(**vars(base) | {"shape": shape, "itemsize": size, "base": base}) if shape else base
        start = -(-end // base.itemsize) * base.itemsize if align else end
        fields[name] = whole, start
        end, widest = start + size, max(widest, base.itemsize)
    size = -(-end // widest) * widest if align else end
    found = _made(names=tuple(fields), fields=fields, shape=(), char="V", str=f"|V{size}", itemsize=size, type=None)
    found.base = found
    return found


class integer:
    """NumPy's own whole numbers, of which a page has none: elements are plain numbers."""


class floating:
    """NumPy's own numbers with a fraction, of which a page has none either."""

    __class_getitem__: Any = classmethod(GenericAlias)
