"""Arrays of one record, and the record in them."""

from __future__ import annotations

import math
import struct
from typing import Any

from .arrays import Flags, ndarray
from .dtypes import dtype as Kind


class void(bytearray):
    """A record: its bytes. Classes of records add properties for the fields."""

    base: RecordArray

    @property
    def dtype(self) -> Kind:
        """The type of the record."""
        return self.base.dtype

    def __getitem__(self, name: Any) -> Any:
        kind, start = self.dtype.fields[name]
        if not kind.shape:
            return struct.unpack_from(kind.char, self, start)[0]
        numbers = memoryview(self)[start : start + kind.itemsize].cast(kind.char)
        return ndarray(numbers, kind.base, kind.shape, flags=self.base.flags)

    def __setitem__(self, name: Any, value: Any) -> None:
        self.base.flags.check()
        kind, start = self.dtype.fields[name]
        if kind.shape:
            self[name][...] = value
        else:
            struct.pack_into(kind.char, self, start, value)

    def tobytes(self) -> bytes:
        """The bytes of the record."""
        return bytes(self)


class record:
    """NumPy's class of records; here it only says that no names are taken."""


class RecordArray(ndarray):
    """An array of one record, or the record as an array without axes."""

    @classmethod
    def of(cls, buffer: bytearray, kind: Kind, shape: tuple[int, ...]) -> RecordArray:
        """An array of the record with these bytes."""
        if math.prod(shape) != 1 or len(buffer) != kind.itemsize:
            raise ValueError(f"a page has arrays of one record; found the shape {shape} and {len(buffer)} bytes")
        found: RecordArray = cls.__new__(cls)
        found.dtype, found.shape, found.flags = kind, shape, Flags()
        found._record = (kind.type or void)(buffer)
        found._record.base = found
        return found

    _record: void

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            self._check(key)
            return self._record
        found = self._record[key]
        if self.shape:
            return found.reshape((1, *found.shape)) if isinstance(found, ndarray) else self._number(key)
        return found

    def _number(self, name: str) -> ndarray:
        """The field of one number, as an array."""
        kind, start = self.dtype.fields[name]
        numbers = memoryview(self._record)[start : start + kind.itemsize].cast(kind.char)
        return ndarray(numbers, kind, (1,), flags=self.flags)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            self[key][...] = value
        else:
            self._check(key)
            self.flags.check()
            memoryview(self._record)[:] = bytes(value)

    def _check(self, key: Any) -> None:
        if key not in (0, -1, (), ...):
            raise IndexError(f"there is one record, number 0; found {key!r}")

    def reshape(self, *shape: Any) -> RecordArray:
        """The array with another number of axes."""
        found: RecordArray = self.__new__(type(self))
        vars(found).update(vars(self), shape=shape[0] if isinstance(shape[0], tuple) else shape)
        return found

    def tobytes(self) -> bytes:
        """The bytes of the record."""
        return bytes(self._record)
