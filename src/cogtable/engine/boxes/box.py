"""Boxes: the components of a game, read from a TOML file into one record of tables.

A game declares its tables as a class; each field says where its numbers are in the file::

    class SplendorTables(Tables):
        level: Int8[90] = column("cards", "level", low=1, high=3)
        cost: Int8[90, 5] = column("cards", "cost", names=COLORS, high=9)
        gold: Int8 = value("gold", low=1, high=9)

Mistakes are reported with file, line, entry, field and reason, all mistakes of a file at once.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from cogtable.engine.boxes import plugins
from cogtable.engine.boxes.toml_lines import Path as Place
from cogtable.engine.boxes.toml_lines import lines_of
from cogtable.engine.errors import BadBox, Mistake
from cogtable.engine.files import BadText, decoded
from cogtable.engine.records.box_sizes import Size, declared_sizes, is_extended
from cogtable.engine.records.state import Tables, fields_of
from cogtable.engine.text.spelling import closest, instead

_Kind = TypeVar("_Kind")

ABOUT = {"game": str, "title": str, "designed": bool, "source": str}
"""The keys that every box file can have beside its tables."""
_EXPECTED = {str: "words in quotes", bool: "true or false"}
"""The words for values of these types in messages."""


class Column(NamedTuple):
    """Where a field's numbers are: in `field` of each entry of `table`, or under that key if there is no table."""

    table: str
    field: str
    low: int
    high: int
    names: tuple[str, ...]
    default: int | None
    parse: Callable[[Any], Iterable[int]] | None = None


class Count(NamedTuple):
    """The number of entries of a table: from `low` up to the size of its columns."""

    table: str
    low: int


class Text(NamedTuple):
    """Text for people in `field` of each entry of `table`; required unless there is a `default`."""

    table: str
    field: str
    default: str | None


class Named(NamedTuple):
    """A table whose entries have unique names, up to a certain length."""

    table: str
    longest: int


class Derived(NamedTuple):
    """A field that follows from others (see `derived`)."""


class Different(NamedTuple):
    """A table in which no two entries may be equal in all of `fields`."""

    table: str
    fields: tuple[str, ...]


COPIES = "copies"
"""The field that gives how many copies of an entry exist."""

LARGEST = 256 * 1024
"""The most bytes of a box file; those of the games here have up to 20,000."""


LONGEST = 28
"""The most letters of an entry's name, where a game does not say fewer: as many as a card can show."""

SHOWN = 20
"""The most mistakes of a file that are reported."""

PAD = -1
"""Fills the unused rest of a parsed field."""


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

    A number from `low` to `high`. With `names` and one number per entry, the entry gives a name; with `names` and
    several numbers, it maps names to numbers (missing ones are 0). `default` replaces a missing field.

    For anything else, such as a card's list of operations, pass `parse`: it returns a flat list of numbers, at most as
    many as the field holds (the rest is `PAD`), or raises ValueError with the reason.
    """
    return Column(table, field, low, high, names, default, parse)


def derived() -> Any:
    """Declares a field that `derive` computes from others. The digest of a box leaves it out, so a later version can
    add it, remove it or compute it in another way, and boxes stay the same.
    """
    return Derived()


def value(field: str, *, low: int = 0, high: int = 99, names: tuple[str, ...] = (), default: int | None = None) -> Any:
    """Declares a field that is read from a key of the file: a number, a list of numbers, or names mapped to numbers."""
    return Column("", field, low, high, names, default)


def count(table: str, *, low: int = 0) -> Any:
    """Declares a field that takes the number of entries of a table.

    Without such a field, a table must have as many entries as its columns hold; with one it may have fewer, at least
    `low`.
    """
    return Count(table, low)


def text(table: str, field: str, *, default: str | None = None) -> Any:
    """Declares a text that entries have besides their `name`, such as a flavour line; it ends up in `Box.texts`.

    Written without an annotation: ``flavour = text("robots", "flavour", default="")``.
    """
    return Text(table, field, default)


def named(table: str, *, longest: int = LONGEST) -> Any:
    """Declares that each entry of a table has a unique `name`, by which people refer to it.

    `longest` is the number of letters that fit on a card of that kind. Written without an annotation:
    ``robots = named("cards", longest=16)``.
    """
    return Named(table, longest)


def different(table: str, *fields: str) -> Any:
    """Declares that no two entries of a table may be equal in all `fields`, where words are made from these.

    An entry can have `copies` all the same. Written without an annotation: ``cards = different("cards", "cost")``.
    """
    return Different(table, fields)


class Box(NamedTuple):
    """A box as read: its tables, the names and texts of its entries, and a digest of everything."""

    tables: Any
    """An array of one record."""
    record: Any
    """Its element: the tables as rules receive them."""
    names: Mapping[str, tuple[str, ...]]
    """For each array of tables in the file, the `name` of its entries (empty where they have none). Of an entry with
    `copies` each has a name of its own: "Cat Burglar", "Cat Burglar (2)"."""
    entries: Mapping[str, tuple[int, ...]]
    """For each array of tables, from which entry of the file each entry comes, from 0: one with `copies` makes several.
    """
    copies: Mapping[str, tuple[int, ...]]
    """For each array of tables, which copy of its entry in the file each entry is: 1 for the first."""
    texts: Mapping[str, tuple[str, ...]]
    """The words declared by `text`, for each entry."""
    digest: str
    source: str
    designed: bool
    title: str
    """The title in the file; empty without one."""
    text: str
    """The file as it was read."""

    def titles(self, table: str) -> tuple[str, ...]:
        """The names of a table's entries without the numbers of copies: pictures are drawn by them."""
        pairs = zip(self.names[table], self.copies[table], strict=True)
        return tuple(name if copy == 1 else name.removesuffix(f"({copy})").rstrip() for name, copy in pairs)


class _Wrong(Exception):
    """A value that does not fit: its place in words, and the reason."""

    def __init__(self, where: str, reason: str) -> None:
        self.where = where
        self.reason = reason


class _Reader:
    """Reads one file and collects its mistakes."""

    def __init__(self, data: Mapping[str, Any], source: str, text: str) -> None:
        self.data = data
        self.source = source
        self.text = text
        self.wrong: dict[tuple[str, str], Place] = {}
        """Each mistake as where and why, in words, and the place in the file where it is."""
        self.meant: set[Place] = set()
        """The places of misspelt fields, so that they are not reported as missing too."""
        self.from_entry: dict[str, list[int]] = {}
        """For each table, from which entry of the file each entry comes: one with `copies` makes several."""

    def note(self, where: str, reason: str, place: Place) -> None:
        """Notes a mistake."""
        self.wrong.setdefault((where, reason), place)

    def refusal(self) -> BadBox:
        """All mistakes in the order of their lines."""
        lines = lines_of(self.text)

        def line_of(place: Place) -> int:
            known = (lines[place[:length]] for length in range(len(place), 0, -1) if place[:length] in lines)
            return next(known, 0)

        found = [Mistake(line_of(place), *key, place) for key, place in self.wrong.items()]
        mistakes = sorted(found, key=lambda mistake: mistake.line)
        reports = [f"{f'line {each.line}: ' if each.line else ''}{each.where}: {each.reason}" for each in mistakes]
        if len(reports) == 1:
            return BadBox(f"{self.source}: {reports[0]}", mistakes)
        more = [f"and {len(reports) - SHOWN} more"] if len(reports) > SHOWN else []
        return BadBox("\n  ".join([f"{self.source}: {len(reports)} mistakes:", *reports[:SHOWN], *more]), mistakes)

    def number(self, raw: Any, column: Column, where: str) -> int:
        if column.names:
            if isinstance(raw, str) and raw not in column.names:
                raise _Wrong(where, f'"{raw}" is not known; {instead(raw, column.names, "expected one of")}')
            if raw not in column.names:
                raise _Wrong(where, f"expected one of {', '.join(column.names)}; found {raw!r}")
            return column.names.index(raw)
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise _Wrong(where, f"expected a whole number; found {raw!r}")
        if not column.low <= raw <= column.high:
            raise _Wrong(where, f"{raw} is out of range; expected {column.low} to {column.high}")
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
                    raise _Wrong(where, f'"{name}" is not known; {instead(name, column.names)}')
                out[column.names.index(name)] = self.numbers(item, counted, shape[1:], f"{where}.{name}")
            return out
        if not isinstance(raw, list):
            wanted = f"a table of {', '.join(column.names)}" if column.names else f"a list of {shape[0]}"
            raise _Wrong(where, f"expected {wanted}; found {raw!r}")
        if len(raw) != shape[0]:
            raise _Wrong(where, f"expected {shape[0]} values; found {len(raw)}")
        return [self.numbers(item, counted, shape[1:], f"{where}[{i}]") for i, item in enumerate(raw)]

    def entries(self, table: str, wanted: str) -> list[dict[str, Any]]:
        """The entries of a table as the file has them, as far as they can be read. `wanted` is the expected number in
        words.
        """
        found = self.data.get(table)
        self.from_entry[table] = []
        if table not in self.data:
            self.note(table, f"is missing; expected {wanted}", (table,))
            return []
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            self.note(table, f"expected {wanted}, each a table; found {type(found).__name__}", (table,))
            return []
        return found

    def multiply(self, table: str, entries: list[dict[str, Any]], sized: Size | None) -> None:
        """Finds the number of copies of each entry, in games that let a table grow."""
        for i, entry in enumerate(entries):
            times = entry.get(COPIES, 1) if sized else 1
            if sized and (type(times) is not int or not 0 <= times <= sized.most):
                where = f"{entry_label(table, i, entry)}: {COPIES}"
                self.note(where, f"expected 0 to {sized.most}; found {times!r}", (table, i, COPIES))
                times = 1
            self.from_entry[table] += [i] * times

    def check_different(self, entries: list[dict[str, Any]], wanted: Different) -> None:
        """Checks that no two entries are equal in the fields that must differ."""
        seen: dict[str, int] = {}
        for i, entry in enumerate(entries):
            first = seen.setdefault(_facts(entry, wanted.fields), i)
            if first != i and not any(place[:2] == (wanted.table, i) for place in self.wrong.values()):
                where = entry_label(wanted.table, i, entry)
                reason = f"is the same as {entry_label(wanted.table, first, entries[first])}"
                self.note(where, f"{reason}; for more of it write {COPIES} = 2 there", (wanted.table, i))

    def parsed(self, raw: Any, column: Column, shape: tuple[int, ...], where: str) -> Any:
        """The result of the column's own parser for a value, padded to an array of `shape`."""
        assert column.parse
        try:
            found = list(column.parse(raw))
        except ValueError as error:
            raise _Wrong(where, str(error)) from error
        out = np.full(shape, PAD)
        if len(found) > out.size:
            raise _Wrong(where, f"there is room for {out.size} numbers; found {len(found)}")
        out.flat[: len(found)] = found
        return out

    def texts(self, column: Text, entries: list[dict[str, Any]]) -> tuple[str, ...]:
        """The words of one kind of all entries of a table."""
        found = []
        for i, entry in enumerate(entries):
            words, row = entry.get(column.field, column.default), self.from_entry[column.table][i]
            if isinstance(words, str):
                found.append(words)
            elif (column.table, row, column.field) not in self.meant:
                where = f"{entry_label(column.table, row, entry)}: {column.field}"
                reason = "is missing" if words is None else f"expected words; found {words!r}"
                self.note(where, reason, (column.table, row, column.field))
        return tuple(found)

    def check_names(self, table: str, entries: list[dict[str, Any]], item: Named | None) -> None:
        """Checks that names fit on a card and, if the game requires it, are unique."""
        longest = item.longest if item else LONGEST
        seen: dict[str, int] = {}
        for i, entry in enumerate(entries):
            name, where, place = entry.get("name"), f"{entry_label(table, i, entry)}: name", (table, i, "name")
            if name is None:
                if item and place not in self.meant:
                    self.note(where, "is missing", place)
            elif not isinstance(name, str) or (item and not name):
                self.note(where, f"expected words; found {name!r}", place)
            elif len(name) > longest:
                self.note(where, f"has {len(name)} letters; a card shows at most {longest}", place)
            elif item and (first := seen.setdefault(name, i)) != i:
                self.note(where, f"{table} {first + 1} has it already; each must have its own", place)

    def field(self, holder: Mapping[str, Any], column: Column, shape: tuple[int, ...], where: str, place: Place) -> Any:
        """A field as numbers, or None, with a note, where it cannot be read."""
        if column.field not in holder:
            if column.default is not None:
                return np.full(shape, column.default)
            if place not in self.meant:
                self.note(where, "is missing", place)
            return None
        try:
            return (self.parsed if column.parse else self.numbers)(holder[column.field], column, shape, where)
        except _Wrong as wrong:
            self.note(wrong.where, wrong.reason, place)
            return None


def _facts(entry: Mapping[str, Any], fields: Sequence[str]) -> str:
    """The values of some fields of an entry; a zero counts as missing."""
    plain = [{k: v for k, v in sorted(x.items()) if v} if isinstance(x := entry.get(f), dict) else x for f in fields]
    return repr([value or None for value in plain])


def entry_label(table: str, index: int, entry: object) -> str:
    """An entry as a person finds it in the file: its number from 1, and its name where it has one."""
    name = entry.get("name") if isinstance(entry, dict) else None
    return f"{table} {index + 1}" + (f' "{name}"' if isinstance(name, str) else "")


def _place(where: str, reader: _Reader) -> tuple[str, Place]:
    """The place that a check names, with the entry's name if it is one of an entry; and where that is in the file."""
    found = re.match(r"([\w-]+) (\d+)(?=:|$)", where)
    rows = reader.from_entry.get(found[1], []) if found else []
    if not found or not 1 <= int(found[2]) <= len(rows):
        key = re.match(r"[\w-]+", where)
        return where, (key[0],) if key else ()
    entries = reader.data[found[1]]
    index = rows[int(found[2]) - 1]
    field = re.match(r": ([\w-]+)", where[found.end() :])
    place: Place = (found[1], index, *([field[1]] if field else []))
    return entry_label(found[1], index, entries[index]) + where[found.end() :], place


class BoxFile(NamedTuple):
    """A box file that was read but not checked: its source, its text, and the text parsed as TOML."""

    source: str
    text: str
    data: dict[str, Any]


def raw_box(path: Path) -> dict[str, Any]:
    """A box file, not yet checked. Raises BadBox when it cannot be read or is not TOML."""
    return box_file(path).data


def box_file(path: Path) -> BoxFile:
    """A box file from the disk. Raises BadBox when it cannot be read, is too long, or is not TOML."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadBox(f"{path}: cannot be read: {error.strerror}") from error
    return box_text(str(path), data)


def box_text(source: str, text: bytes | str) -> BoxFile:
    """A box file that is at hand as text; `source` is what errors call it. Raises BadBox as `box_file` does."""
    try:
        data = text if isinstance(text, bytes) else text.encode()
        if len(data) > LARGEST:
            raise BadBox(f"{source}: is too long: expected at most {LARGEST} bytes")
        words = decoded(data).replace("\r\n", "\n")
        return BoxFile(source, words, tomllib.loads(words))
    except BadText as error:
        raise BadBox(f"{source}: {error}") from error
    except ValueError as error:  # no TOML, or a number of thousands of digits
        raise BadBox(f"{source}: is not TOML: {error}") from error
    except RecursionError as error:
        raise BadBox(f"{source}: is not TOML: its lists or tables are nested too deeply") from error


def sizes_in(data: Mapping[str, Any], tables: type[Tables]) -> dict[str, int]:
    """The number of entries in the file for each table of variable size, if it differs from that of `tables`.
    Unreadable tables and numbers out of range are left out: `read_box` reports them.
    """
    reader = _Reader(data, "", "")
    found = {}
    for table, sized in sizes_of_tables(tables).items():
        entries = data.get(table)
        if isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries):
            reader.from_entry[table] = []
            reader.multiply(table, entries, sized)
            if sized.low <= len(reader.from_entry[table]) <= sized.most:
                found[table] = len(reader.from_entry[table])
    return {table: count for table, count in found.items() if count != sizes_of_tables(tables)[table].now}


def read_box(file: Path | BoxFile, game: str, tables: type[Tables], *, alike: bool = False) -> Box:
    """Reads and checks a box file for a game. With `alike`, entries may equal others (see `different`).

    After the fields, the optional static method `check(b)` of `tables` yields further mistakes as pairs (where,
    reason), and `derive(b)` fills fields that are computed from others. Raises BadBox with the file and, for each
    mistake, line, entry, field and reason.
    """
    source, text, data = file if isinstance(file, BoxFile) else box_file(file)
    reader = _Reader(data, source, text)
    _check_head(reader, game)
    array = tables.new()
    names, texts = _read_tables(reader, array, tables, alike=alike)
    _check_whole(reader, array, tables)
    if reader.wrong:
        raise reader.refusal()
    derive: Callable[[Any], None] | None = getattr(tables, "derive", None)
    if derive:
        derive(array[0])
    contents = repr(sorted(names.items())) + (repr(sorted(texts.items())) if texts else "")
    if operations := plugins.named_in(data):
        contents += repr((operations, plugins.digest(operations)))
    digest = hashlib.sha256(_told(array, tables) + contents.encode()).hexdigest()[:16]
    designed, title = bool(data.get("designed", False)), str(data.get("title", ""))
    copies = {table: tuple(_copies(rows)) for table, rows in reader.from_entry.items()}
    entries = {table: tuple(rows) for table, rows in reader.from_entry.items()}
    return Box(array, array[0], names, entries, copies, texts, digest, source, designed, title, text)


def _told(array: Any, tables: type[Tables]) -> bytes:
    """A record without its derived fields, byte for byte as if they were not declared."""
    left_out = declared_in(tables, Derived)
    if not left_out:
        return bytes(array.tobytes())
    fields = {name: field for name, field in fields_of(tables).items() if name not in left_out}
    told = np.zeros(1, tables.layout_of(fields))
    for name in fields:
        told[name] = array[name]
    return told.tobytes()


def _check_head(reader: _Reader, game: str) -> None:
    """Checks the keys about the file itself. If it is for another game, only that is reported."""
    data = reader.data
    if data.get("game") != game:
        found = f"found {data['game']!r}" if "game" in data else "it is missing"
        reader.note("game", f'expected "{game}"; {found}', ("game",))
        raise reader.refusal()
    for key, kind in ABOUT.items():
        if key in data and not isinstance(data[key], kind):
            reader.note(key, f"expected {_EXPECTED[kind]}; found {data[key]!r}", (key,))


def _check_whole(reader: _Reader, array: Any, tables: type[Tables]) -> None:
    """The mistakes found by the game's check. If there are mistakes already, only those in other entries count, because
    the rest can be consequences.
    """
    check: Callable[[Any], Iterator[tuple[str, str]]] | None = getattr(tables, "check", None)
    if check is None:
        return
    spoilt = {place[:2] for place in reader.wrong.values()}
    try:
        for where, reason in check(array[0]):
            label, place = _place(where, reader)
            if not spoilt or (len(place) > 1 and spoilt.isdisjoint((place[:1], place[:2]))):
                reader.note(label, reason, place)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        if not spoilt:  # the check cannot handle fields that are missing from the tables
            raise


def declared_in(tables: type[Tables], kind: type[_Kind]) -> dict[str, _Kind]:
    """The declarations of a kind in the class and its bases, bases first."""
    scopes = [vars(base) for base in reversed(tables.__mro__)]
    return {name: item for scope in scopes for name, item in scope.items() if isinstance(item, kind)}


def sizes_of_tables(tables: type[Tables]) -> dict[str, Size]:
    """The tables with a variable number of entries."""
    found = declared_sizes(*(base.__module__ for base in reversed(tables.__mro__)))
    own = {item.table for item in declared_in(tables, Column).values()}
    return {table: one for table, one in found.items() if table in own}


def _read_tables(
    reader: _Reader, array: Any, tables: type[Tables], *, alike: bool
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Fills the record; gives the names of the entries of each table, and their texts."""
    columns = declared_in(tables, Column)
    counts = declared_in(tables, Count)
    words = declared_in(tables, Text)
    own = {item.table: item for item in declared_in(tables, Named).values()}
    in_tables = {name: item for name, item in columns.items() if item.table}
    rooms = {item.table: array.dtype[name].shape[0] for name, item in in_tables.items()}
    least = {item.table: item.low for item in counts.values()}
    sizes = sizes_of_tables(tables)
    known = dict.fromkeys([*rooms, *(item.table for item in words.values()), *own, *least])
    extended = is_extended(*(base.__module__ for base in tables.__mro__))
    _refuse_unknown(reader, [*columns.values(), *words.values()], set(known), sizes, extended=extended)
    if extended and "operations" in reader.data and (reason := plugins.wrong_names(reader.data)):
        reader.note("operations", reason, ("operations",))
    entries = {}
    for table in known:
        room = rooms.get(table)
        low = least.get(table, 1 if room is None else room)
        size = sizes.get(table)
        entries[table] = _counted(reader, table, (size.low, size.most) if size else (low, room), size)
        reader.check_names(table, reader.data[table] if entries[table] else [], own.get(table))
    for wanted in () if alike else declared_in(tables, Different).values():
        reader.check_different(reader.data[wanted.table] if entries[wanted.table] else [], wanted)
    for name, item in columns.items():
        if item.table:
            _fill_column(reader, array, name, item, entries[item.table])
        elif (found := reader.field(reader.data, item, array.dtype[name].shape, item.field, (item.field,))) is not None:
            array[name][0] = found
    for name, one in counts.items():
        most = int(np.iinfo(array.dtype[name]).max)
        if len(entries[one.table]) > most:
            reader.note(one.table, f"expected {most} entries at most; found {len(entries[one.table])}", (one.table,))
        array[name][0] = min(len(entries[one.table]), most)
    names = {table: _names(reader.from_entry[table], found) for table, found in entries.items()}
    return names, {name: reader.texts(item, entries[item.table]) for name, item in words.items()}


def _counted(reader: _Reader, table: str, limits: tuple[int, int | None], size: Size | None) -> list[dict[str, Any]]:
    """The entries of a table, each once for each copy."""
    least, most = limits
    wanted = f"{least} entries or more" if most is None else f"{least} to {most} entries"
    wanted = f"{most} entries" if least == most else wanted
    found = reader.entries(table, wanted)
    reader.multiply(table, found, size)
    rows = reader.from_entry[table]
    if table in reader.data and (len(rows) < least or (most is not None and len(rows) > most)):
        if not any(place[:1] == (table,) and len(place) == 1 for place in reader.wrong.values()):
            reader.note(table, f"expected {wanted}; found {len(rows)}", (table,))
    elif size is not None and len(rows) != size.now and found:  # those for other sizes: see `GameSpec.with_box`
        reader.note(table, f"expected {size.now} entries; found {len(rows)}", (table,))
    return [found[row] for row in rows]


def _names(rows: list[int], entries: list[dict[str, Any]]) -> tuple[str, ...]:
    """The names of entries; of one that is there several times, each after the first with its number."""
    names = [str(entry.get("name", "")) for entry in entries]
    return tuple(
        name if copy == 1 else f"{name} ({copy})".strip() for name, copy in zip(names, _copies(rows), strict=True)
    )


def _copies(rows: list[int]) -> list[int]:
    """Which copy of its entry in the file each entry is, from 1."""
    return [i - rows.index(row) + 1 for i, row in enumerate(rows)]


def _fill_column(reader: _Reader, array: Any, name: str, item: Column, entries: list[dict[str, Any]]) -> None:
    room, *shape = array.dtype[name].shape
    if item.parse:
        array[name][0] = PAD
    for i, entry in enumerate(entries[:room]):
        row = reader.from_entry[item.table][i]
        where = f"{entry_label(item.table, row, entry)}: {item.field}"
        found = reader.field(entry, item, tuple(shape), where, (item.table, row, item.field))
        if found is not None:
            array[name][0, i] = found


def _refuse_unknown(
    reader: _Reader,
    declared: Collection[Column | Text],
    tables: set[str],
    growing: Collection[str],
    *,
    extended: bool,
) -> None:
    """Rejects unknown keys, which would otherwise be ignored silently. Wrong types of tables are rejected later."""
    more = {"operations"} if extended else set()
    top = sorted({item.table or item.field for item in declared} | tables | set(ABOUT) | more)
    for key in reader.data:
        if key not in top:
            _note_unknown(reader, key or '""', key, top, ())
    for table in tables:
        own = {item.field for item in declared if item.table == table}
        fields = sorted(own | {"name"} | ({COPIES} if table in growing else set()))
        entries = reader.data.get(table)
        for i, entry in enumerate(entries if isinstance(entries, list) else ()):
            for key in entry if isinstance(entry, dict) else ():
                if key not in fields:
                    _note_unknown(reader, f"{entry_label(table, i, entry)}: {key}", key, fields, (table, i))


def _note_unknown(reader: _Reader, where: str, key: str, known: list[str], inside: Place) -> None:
    reader.note(where, f"is not known; {instead(key, known)}", (*inside, key))
    reader.meant.add((*inside, closest(key, known)))
