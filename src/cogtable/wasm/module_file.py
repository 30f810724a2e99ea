"""WebAssembly modules from the object files that LLVM writes, without a linker.

The object file of a whole program is nearly a module: its internal references are resolved already. It imports its
memory and the pointer of its stack, which a module defines itself, and lacks the list of exports. The sections for
linkers are left out. The numbers of sections and kinds are those of the WebAssembly specification, section 5.5, and of
the tool conventions for linking.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cogtable.engine.errors import CogtableError

CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, DATA = 0, 1, 2, 3, 5, 6, 7, 11
"""The numbers of sections."""

OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)
"""The kinds of imports and exports."""

PAGE = 65536
STACK = 1 << 20
"""Bytes for the stack, which grows downwards to the data."""

SYMBOLS = 8
"""The number of the table of symbols among the parts of the section "linking"."""
UNDEFINED, NAMED = 0x10, 0x40
"""Flags of a symbol."""


class Finished(NamedTuple):
    """A module, and the first address that it does not use itself."""

    module: bytes
    heap: int


class CannotLink(CogtableError):
    """The compiled code cannot be made into a module; the text says why."""


def finished(obj: bytes, exports: list[str]) -> Finished:
    """The module of an object file, which exports these functions and its memory.

    Raises CannotLink if it calls functions that are not in it.
    """
    sections = dict(_sections(obj))
    linking = next(body for kind, body in _sections(obj) if kind == CUSTOM and _Reader(body).name() == "linking")
    places = _defined_functions(linking)
    _check_imports(sections[IMPORT])
    end = _end_of_data(sections[DATA]) if DATA in sections else 0
    heap = -(-end // 16) * 16 + STACK
    made = {kind: body for kind, body in sections.items() if kind not in (CUSTOM, IMPORT)}
    made[MEMORY] = b"\x01\x00" + _unsigned(-(-heap // PAGE))
    made[GLOBAL] = b"\x01\x7f\x01\x41" + _signed(heap) + b"\x0b"  # one: the stack's pointer, int32, may change
    entries = [_text(name) + bytes([OF_FUNCTION]) + _unsigned(places[name]) for name in exports]
    entries.append(_text("memory") + bytes([OF_MEMORY, 0]))
    made[EXPORT] = _unsigned(len(entries)) + b"".join(entries)
    order = sorted(made, key=lambda kind: 9.5 if kind == 12 else kind)  # the count of data comes before the code
    return Finished(obj[:8] + b"".join(bytes([kind]) + _unsigned(len(made[kind])) + made[kind] for kind in order), heap)


def _sections(obj: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(obj, 8)
    while reader.at < len(obj):
        yield reader.byte(), reader.take(reader.unsigned())


def _check_imports(section: bytes) -> None:
    """Checks that an object imports one memory and at most the pointer of its stack."""
    reader = _Reader(section)
    needed = []
    for _ in range(reader.unsigned()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == OF_FUNCTION:
            reader.unsigned()
        elif kind == OF_GLOBAL:
            reader.take(2)
        else:
            reader.take(kind == OF_TABLE)
            has_most = reader.unsigned() & 1
            for _ in range(1 + has_most):
                reader.unsigned()
        if (name, kind) not in (("__linear_memory", OF_MEMORY), ("__stack_pointer", OF_GLOBAL)):
            needed.append(name)
    if needed:
        raise CannotLink(f"a WebAssembly module imports nothing; these rules call {', '.join(needed)}")


def _defined_functions(linking: bytes) -> dict[str, int]:
    """The numbers of the functions that an object defines, by name."""
    reader, found = _Reader(linking), {}
    reader.name()
    reader.unsigned()  # version
    while reader.at < len(linking):
        part, size = reader.byte(), reader.unsigned()
        end = reader.at + size
        if part == SYMBOLS:
            for _ in range(reader.unsigned()):
                found.update(_symbol(reader))
        reader.at = end
    return found


def _symbol(reader: _Reader) -> dict[str, int]:
    """The next symbol: its name and number, if it is a function that is defined."""
    data, section = 1, 3
    kind, flags = reader.byte(), reader.unsigned()
    if kind == data:
        reader.name()
        for _ in range(0 if flags & UNDEFINED else 3):
            reader.unsigned()
        return {}
    number = reader.unsigned()
    if kind == section:
        return {}
    name = reader.name() if not flags & UNDEFINED or flags & NAMED else ""
    return {name: number} if kind == OF_FUNCTION and not flags & UNDEFINED else {}


def _end_of_data(section: bytes) -> int:
    """The first address after all data. Each piece has its place in memory 0."""
    reader, end = _Reader(section), 0
    for _ in range(reader.unsigned()):
        if (reader.unsigned(), reader.byte()) != (0, 0x41):
            raise CannotLink("LLVM wrote data that have no place of their own")
        place = reader.signed()
        reader.byte()
        end = max(end, place + len(reader.take(reader.unsigned())))
    return end


# --- numbers and texts, as the format has them ------------------------------------------------------


class _Reader:
    """Reads one thing after the other."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self._data = data
        self.at = at

    def byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def take(self, count: int) -> bytes:
        self.at += count
        return self._data[self.at - count : self.at]

    def name(self) -> str:
        return self.take(self.unsigned()).decode()

    def unsigned(self) -> int:
        return self._number()[0]

    def signed(self) -> int:
        number, bits = self._number()
        return number - (1 << bits) if number >> (bits - 1) else number

    def _number(self) -> tuple[int, int]:
        """A number in LEB128, and how many bits it was given in."""
        number = bits = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << bits
            bits += 7
            if not byte & 0x80:
                return number, bits


def _unsigned(number: int) -> bytes:
    """A number in LEB128."""
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _unsigned(rest) if rest else bytes([low])


def _signed(number: int) -> bytes:
    """A number that is not negative in signed LEB128."""
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _signed(rest) if rest or low & 0x40 else bytes([low])


def _text(text: str) -> bytes:
    return _unsigned(len(text.encode())) + text.encode()
