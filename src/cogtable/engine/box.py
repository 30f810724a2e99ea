"""Boxes: the components of a game, read from a TOML file into one record of tables.

A game declares its tables as a class and says for each field where its numbers stand::

    class SplendorTables(Tables):
        level: Int8[90] = column("cards", "level", low=1, high=3)
        cost: Int8[90, 5] = column("cards", "cost", names=COLORS, high=9)
        gold: Int8 = value("gold", low=1, high=9)

Whatever does not fit is refused with file, entry, field and reason.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from cogtable.engine.errors import BadBox
from cogtable.engine.state import Tables

_Kind = TypeVar("_Kind")

ABOUT = {"game": str, "title": str, "designed": bool, "source": str}
"""What every box file may say of itself, beside its tables."""
_SAID = {str: "words in quotes", bool: "true or false"}
"""What people call the values of these types."""


class Column(NamedTuple):
    """Where a field's numbers stand: in `field` of each entry of `table`, or under that key where there is no table."""

    table: str
    field: str
    low: int
    high: int
    names: tuple[str, ...]
    default: int | None
    parse: Callable[[Any], Iterable[int]] | None = None


class Count(NamedTuple):
    """How many entries a table has: from `low` to as many as its columns have room for."""

    table: str
    low: int


class Text(NamedTuple):
    """Words for people in `field` of each entry of `table`; without a `default` every entry must have some."""

    table: str
    field: str
    default: str | None


class Named(NamedTuple):
    """A table whose entries each have a name of their own."""

    table: str


PAD = -1
"""Fills what a parsed field leaves of its place."""


def column(
    table: str,
    field: str,
    *,
    low: int = 0,
    high: int = 99,
    names: tuple[str, ...] = (),
    default: int | None = None,
    parse: Callable[[Any], Iterable[int]] | None = None,
) -> Any:
    """Declares a field that is read from each entry of an array of tables.

    A number from `low` to `high`. With `names` and one number an entry, the entry says a name; with
    `names` and several, it maps names to numbers (those left out are 0). `default` stands for a missing field.

    What takes more, such as a card's list of operations, is read by `parse`: it gives the numbers in a row, at most
    as many as the field has room for (the rest is `PAD`), or raises ValueError with the reason.
    """
    return Column(table, field, low, high, names, default, parse)


def value(field: str, *, low: int = 0, high: int = 99, names: tuple[str, ...] = (), default: int | None = None) -> Any:
    """Declares a field that is read from a key of the file: a number, a list of numbers, or names mapped to numbers."""
    return Column("", field, low, high, names, default)


def count(table: str, *, low: int = 0) -> Any:
    """Declares a field that takes the number of entries of a table.

    A table without such a field must have as many entries as its columns have room for; with one it may have fewer,
    from `low` on.
    """
    return Count(table, low)


def text(table: str, field: str, *, default: str | None = None) -> Any:
    """Declares words that entries bear beside their `name`, such as a flavour line; they stand in `Box.texts`.

    Written without an annotation: ``flavour = text("robots", "flavour", default="")``.
    """
    return Text(table, field, default)


def named(table: str) -> Any:
    """Declares that each entry of a table has a `name`, and no two the same, because words for people go by it.

    Written without an annotation: ``robots = named("cards")``.
    """
    return Named(table)


class Box(NamedTuple):
    """A box as read: the tables, names and texts of entries for people, and a digest of all."""

    tables: Any
    """An array of one record; rules receive its element."""
    names: Mapping[str, tuple[str, ...]]
    """For each array of tables in the file, the `name` of its entries (empty where they have none)."""
    texts: Mapping[str, tuple[str, ...]]
    """The words declared by `text`, for each entry."""
    digest: str
    source: str
    designed: bool

    @property
    def record(self) -> Any:
        """The tables as rules receive them."""
        return self.tables[0]


class _Reader:
    """Reads one file, remembering where it is for the sake of its errors."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        self.data = data
        self.source = source

    def fail(self, where: str, reason: str) -> BadBox:
        return BadBox(f"{self.source}: {where}: {reason}")

    def number(self, raw: Any, column: Column, where: str) -> int:
        if column.names:
            wanted = f"expected one of {', '.join(column.names)}"
            if raw not in column.names:
                found = f'"{raw}" is not known; {wanted}' if isinstance(raw, str) else f"{wanted}; found {raw!r}"
                raise self.fail(where, found)
            return column.names.index(raw)
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise self.fail(where, f"expected a whole number; found {raw!r}")
        if not column.low <= raw <= column.high:
            raise self.fail(where, f"{raw} is out of range; expected {column.low} to {column.high}")
        return raw

    def numbers(self, raw: Any, column: Column, shape: tuple[int, ...], where: str) -> Any:
        """One value of the file as a number or an array of `shape`."""
        if not shape:
            return self.number(raw, column, where)
        counted = column._replace(names=())
        if isinstance(raw, dict) and column.names:
            out = np.zeros(shape, np.int64)
            for name, item in raw.items():
                if name not in column.names:
                    raise self.fail(where, f'"{name}" is not known; expected {", ".join(column.names)}')
                out[column.names.index(name)] = self.numbers(item, counted, shape[1:], f"{where}.{name}")
            return out
        if not isinstance(raw, list):
            wanted = f"a table of {', '.join(column.names)}" if column.names else f"a list of {shape[0]}"
            raise self.fail(where, f"expected {wanted}; found {raw!r}")
        if len(raw) != shape[0]:
            raise self.fail(where, f"expected {shape[0]} values; found {len(raw)}")
        return [self.numbers(item, counted, shape[1:], f"{where}[{i}]") for i, item in enumerate(raw)]

    def entries(self, table: str, least: int, most: int) -> list[dict[str, Any]]:
        found = self.data.get(table)
        wanted = f"{most} entries" if least == most else f"{least} to {most} entries"
        if table not in self.data:
            raise self.fail(table, f"is missing; expected {wanted}")
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise self.fail(table, f"expected {wanted}, each a table; found {type(found).__name__}")
        if not least <= len(found) <= most:
            raise self.fail(table, f"expected {wanted}; found {len(found)}")
        return found

    def parsed(self, raw: Any, column: Column, shape: tuple[int, ...], where: str) -> Any:
        """What the column's own reader makes of a value, filled up to an array of `shape`."""
        assert column.parse
        try:
            found = list(column.parse(raw))
        except ValueError as error:
            raise self.fail(where, str(error)) from error
        out = np.full(shape, PAD)
        if len(found) > out.size:
            raise self.fail(where, f"there is room for {out.size} numbers; it takes {len(found)}")
        out.flat[: len(found)] = found
        return out

    def texts(self, column: Text) -> tuple[str, ...]:
        """The words of one kind of all entries of a table, which has been read already."""
        found = []
        for i, entry in enumerate(self.data[column.table]):
            words = entry.get(column.field, column.default)
            if not isinstance(words, str):
                where = f"{entry_label(column.table, i, entry)}: {column.field}"
                raise self.fail(where, "is missing" if words is None else f"expected words; found {words!r}")
            found.append(words)
        return tuple(found)

    def check_names(self, item: Named) -> None:
        """Entries of a table, which has been read already, must have names of their own."""
        seen: dict[str, int] = {}
        for i, entry in enumerate(self.data[item.table]):
            name, where = entry.get("name"), f"{entry_label(item.table, i, entry)}: name"
            if not isinstance(name, str) or not name:
                raise self.fail(where, "is missing" if name is None else f"expected words; found {name!r}")
            if (first := seen.setdefault(name, i)) != i:
                raise self.fail(where, f"{item.table} {first + 1} has it already; each must have its own")

    def field(self, holder: Mapping[str, Any], column: Column, shape: tuple[int, ...], where: str) -> Any:
        if column.field not in holder:
            if column.default is None:
                raise self.fail(where, "is missing")
            return np.full(shape, column.default)
        read = self.parsed if column.parse else self.numbers
        return read(holder[column.field], column, shape, where)


def entry_label(table: str, index: int, entry: Mapping[str, Any]) -> str:
    """An entry as a person finds it in the file: its number from 1, and its name where it has one."""
    name = entry.get("name")
    return f"{table} {index + 1}" + (f' "{name}"' if isinstance(name, str) else "")


def _labelled(where: str, data: Mapping[str, Any]) -> str:
    """The place that a check names, with the entry's name if it is one of an entry, as "cards 3: does" is."""
    found = re.match(r"(\w+) (\d+)(?=:|$)", where)
    entries = data.get(found[1]) if found else None
    if not found or not isinstance(entries, list) or not 1 <= int(found[2]) <= len(entries):
        return where
    index = int(found[2]) - 1
    return entry_label(found[1], index, entries[index]) + where[found.end() :]


def raw_box(path: Path) -> dict[str, Any]:
    """What a box file says, not yet checked. Raises BadBox when it cannot be read or is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBox(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # no TOML, no UTF-8, or a number of thousands of digits
        raise BadBox(f"{path}: is not TOML: {error}") from error
    except RecursionError as error:
        raise BadBox(f"{path}: is not TOML: its lists or tables are nested too deeply") from error


def read_box(path: Path, game: str, tables: type[Tables]) -> Box:
    """Reads and checks a box file for a game.

    After the fields the static method `check(b)` of `tables`, if there is one, yields what else is wrong as
    pairs (where, reason), and `derive(b)` fills fields that are computed from the others. Raises BadBox
    with file, entry, field and reason.
    """
    source, data = str(path), raw_box(path)
    reader = _Reader(data, source)
    for key, kind in ABOUT.items():
        if key in data and not isinstance(data[key], kind):
            raise reader.fail(key, f"expected {_SAID[kind]}; found {data[key]!r}")
    if data.get("game") != game:
        found = f"found {data['game']!r}" if "game" in data else "it is missing"
        raise reader.fail("game", f'expected "{game}"; {found}')

    array = tables.new()
    columns = _declared(tables, Column)
    counts = _declared(tables, Count)
    words = _declared(tables, Text)
    _refuse_unknown(reader, [*columns.values(), *words.values()])
    names = _read_fields(reader, array, columns, {item.table: item.low for item in counts.values()})
    for name, item in counts.items():
        array[name][0] = len(names[item.table])
    texts = {name: reader.texts(item) for name, item in words.items()}
    for own in _declared(tables, Named).values():
        reader.check_names(own)
    check: Callable[[Any], Iterator[tuple[str, str]]] | None = getattr(tables, "check", None)
    if check:
        for where, reason in check(array[0]):
            raise reader.fail(_labelled(where, data), reason)
    derive: Callable[[Any], None] | None = getattr(tables, "derive", None)
    if derive:
        derive(array[0])
    said = repr(sorted(names.items())) + (repr(sorted(texts.items())) if texts else "")
    digest = hashlib.sha256(array.tobytes() + said.encode()).hexdigest()[:16]
    return Box(array, names, texts, digest, source, bool(data.get("designed", False)))


def _declared(tables: type[Tables], kind: type[_Kind]) -> dict[str, _Kind]:
    """What the class and its bases declare of a kind, bases first."""
    scopes = [vars(base) for base in reversed(tables.__mro__)]
    return {name: item for scope in scopes for name, item in scope.items() if isinstance(item, kind)}


def _read_fields(
    reader: _Reader, array: Any, columns: Mapping[str, Column], least: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    """Fills the columns; `least` are the fewest entries of the tables that may have fewer than there is room for."""
    names: dict[str, tuple[str, ...]] = {}
    for name, item in columns.items():
        if not item.table:
            array[name][0] = reader.field(reader.data, item, array.dtype[name].shape, item.field)
            continue
        room, *shape = array.dtype[name].shape
        entries = reader.entries(item.table, least.get(item.table, room), room)
        if item.parse:
            array[name][0] = PAD
        for i, entry in enumerate(entries):
            where = f"{entry_label(item.table, i, entry)}: {item.field}"
            array[name][0, i] = reader.field(entry, item, tuple(shape), where)
        names[item.table] = tuple(str(entry.get("name", "")) for entry in entries)
    return names


def _refuse_unknown(reader: _Reader, declared: Collection[Column | Text]) -> None:
    """A misspelt key would otherwise silently count for nothing. What is no table of entries is refused later."""
    top = {item.table or item.field for item in declared}
    for key in reader.data:
        if key not in top and key not in ABOUT:
            raise reader.fail(key or '""', f"is not known; expected {', '.join(sorted(top | set(ABOUT)))}")
    for table in {item.table for item in declared if item.table}:
        fields = {item.field for item in declared if item.table == table} | {"name"}
        entries = reader.data.get(table)
        for i, entry in enumerate(entries if isinstance(entries, list) else ()):
            for key in entry if isinstance(entry, dict) else ():
                if key not in fields:
                    where = f"{entry_label(table, i, entry)}: {key}"
                    raise reader.fail(where, f"is not known; expected {', '.join(sorted(fields))}")
