"""Arrays of one record, and the record in them."""

from __future__ import annotations

import math
import struct
from typing import Any

from .arrays import Flags, _array, filled, ndarray
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
    """An array of records, or one record as an array without axes. Each record has bytes of its own, so a column of
    several records is a copy, which cannot be written; `array[name] = values` writes the fields.
    """

    @classmethod
    def of(cls, buffer: bytearray | memoryview, kind: Kind, shape: tuple[int, ...]) -> RecordArray:
        """An array of the records with these bytes, one after the other."""
        size = kind.itemsize
        if len(shape) > 1 or len(buffer) != math.prod(shape) * size:
            raise ValueError(f"a page has arrays of records with one axis; found {shape} and {len(buffer)} bytes")
        found = cls._made(kind, shape, Flags())
        found._records = [(kind.type or void)(buffer[at : at + size]) for at in range(0, len(buffer), size)]
        for one in found._records:
            one.base = found
        return found

    @classmethod
    def _made(cls, kind: Kind, shape: tuple[int, ...], flags: Flags) -> RecordArray:
        found: RecordArray = cls.__new__(cls)
        found.dtype, found.shape, found.flags = kind, shape, flags
        return found

    _records: list[void]

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._column(key)
        if isinstance(key, slice):
            part = self._made(self.dtype, (0,), self.flags)
            part._records = self._records[key]
            part.shape = (len(part._records),)
            return part
        if isinstance(key, list | ndarray):
            chosen = [self._records[place] for place in self._places_of(key)]
            return self.of(bytearray().join(chosen), self.dtype, (len(chosen),))
        return self._records[self._number(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.flags.check()
        if isinstance(key, str):
            self._write(key, value)
        elif isinstance(key, slice | list | ndarray):
            chosen = self._records[key] if isinstance(key, slice) else [self._records[i] for i in self._places_of(key)]
            for one, new in zip(chosen, value, strict=True):
                memoryview(one)[:] = bytes(new)
        else:
            memoryview(self._records[self._number(key)])[:] = bytes(value)

    def _number(self, key: Any) -> int:
        """The number of a record."""
        if type(key) is int and -len(self._records) <= key < len(self._records):
            return key
        if key in ((), ...) and len(self._records) == 1:
            return 0
        raise IndexError(f"there are {len(self._records)} records; found number {key!r}")

    def _places_of(self, key: Any) -> list[int]:
        """The numbers that a mask or an array of places chooses."""
        return filled(list(range(len(self))) or [0], Kind(int), self.shape)[key].tolist()  # type: ignore[no-any-return]

    def _column(self, name: str) -> Any:
        """A field of all records: of one record a view, of several a copy."""
        if len(self._records) != 1:
            found = filled(self._numbers(name), self.dtype[name].base, (*self.shape, *self.dtype[name].shape))
            found.flags.writeable = False
            return found
        kind, start = self.dtype.fields[name]
        if kind.shape:
            field = self._records[0][name]
            return field.reshape((1, *field.shape)) if self.shape else field
        if not self.shape:
            return self._records[0][name]
        numbers = memoryview(self._records[0])[start : start + kind.itemsize].cast(kind.char)
        return ndarray(numbers, kind, (1,), flags=self.flags)

    def _numbers(self, name: str) -> list[Any]:
        """The numbers in a field of all records."""
        kind, start = self.dtype.fields[name]
        layout = struct.Struct(f"{math.prod(kind.shape)}{kind.char}")
        return [number for one in self._records for number in layout.unpack_from(one, start)]

    def _write(self, name: str, value: Any) -> None:
        """Writes a field of all records."""
        if len(self._records) == 1 and self.shape:
            self._column(name)[...] = value
            return
        kind = self.dtype[name]
        columns = _array(value).spread((*self.shape, *kind.shape))
        each = math.prod(kind.shape)
        for i, one in enumerate(self._records):
            own = columns[i * each : (i + 1) * each]
            one[name] = filled(own or [0], kind.base, kind.shape) if kind.shape else own[0]

    def reshape(self, *shape: Any) -> RecordArray:
        """The array with another number of axes."""
        found: RecordArray = self.__new__(type(self))
        vars(found).update(vars(self), shape=shape[0] if isinstance(shape[0], tuple) else shape)
        return found

    def copy(self) -> RecordArray:
        """An independent copy."""
        return self.of(bytearray().join(self._records), self.dtype, self.shape)

    def tobytes(self) -> bytes:
        """The bytes of all records."""
        return b"".join(self._records)
