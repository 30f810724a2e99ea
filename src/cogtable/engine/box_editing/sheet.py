"""A box as rows and columns: the fields of each table, their allowed values, and cells as text and as values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from cogtable.engine.box_editing.annotated_copy import documented
from cogtable.engine.boxes.box import COPIES, LONGEST, Column, Named, Text, declared_in, sizes_of_tables
from cogtable.engine.records.state import Tables

Kind = Literal["name", "words", "number", "choice", "numbers", "lines"]

_WHOLE = re.compile(r"-?\d{1,9}")


class Field(NamedTuple):
    """A column of a sheet: a field of each entry, or the number that a field gives for one name (its `part`).

    A number lies between `low` and `high`; a choice is one of `names`. An `optional` field can be left out, and then
    counts as `usual`. `longest` is the highest number of letters of a name, and `about` explains the column.
    """

    field: str
    kind: Kind
    part: str = ""
    low: int = 0
    high: int = 0
    names: tuple[str, ...] = ()
    optional: bool = False
    usual: str = ""
    longest: int = 0
    about: str = ""


def fields_of(tables: type[Tables], table: str, entries: Sequence[Mapping[str, Any]] = ()) -> list[Field]:
    """The columns of a table of the box; of the numbers that belong to no table if `table` is empty.

    A table whose entries need no names has a column for them only if one of `entries` has one.
    """
    return [*_name(tables, table, entries), *_columns(tables, table), *_words(tables, table), *_copies(tables, table)]


def _name(tables: type[Tables], table: str, entries: Sequence[Mapping[str, Any]]) -> Iterator[Field]:
    if not table:
        yield Field("title", "words", optional=True)
        return
    own = next((one for one in declared_in(tables, Named).values() if one.table == table), None)
    if own or any("name" in entry for entry in entries):
        yield Field("name", "name", optional=not own, longest=own.longest if own else LONGEST)


def _columns(tables: type[Tables], table: str) -> Iterator[Field]:
    about = documented(tables)
    for name, item in declared_in(tables, Column).items():
        if item.table == table:
            yield from _column(item, tables.dtype[name].shape[1 if table else 0 :], about.get(name, ""))


def _column(item: Column, shape: tuple[int, ...], about: str) -> Iterator[Field]:
    optional = item.default is not None
    one = Field(item.field, "number", low=item.low, high=item.high, optional=optional, about=about)
    if item.parse:
        yield one._replace(kind="lines", low=0, high=0)
    elif item.names and shape:
        for part in item.names[: shape[0]]:
            yield one._replace(part=part, optional=True, usual="0")
    elif item.names:
        usual = item.names[item.default] if item.default is not None else ""
        yield one._replace(kind="choice", low=0, high=0, names=item.names, usual=usual)
    elif shape:
        yield one._replace(kind="numbers")
    else:
        yield one._replace(usual="" if item.default is None else str(item.default))


def _words(tables: type[Tables], table: str) -> Iterator[Field]:
    for item in declared_in(tables, Text).values():
        if item.table == table:
            yield Field(item.field, "words", optional=item.default is not None)


def _copies(tables: type[Tables], table: str) -> Iterator[Field]:
    if size := sizes_of_tables(tables).get(table):
        yield Field(COPIES, "number", high=size.most, optional=True, usual="1")


def column_of(tables: type[Tables], table: str, field: str) -> Column | None:
    """The declaration of a field; None for names and words."""
    found = declared_in(tables, Column).values()
    return next((item for item in found if (item.table, item.field) == (table, field)), None)


def tables_of(tables: type[Tables]) -> list[str]:
    """The tables of a box, in the order of their declaration."""
    found = [item.table for item in declared_in(tables, Column).values()]
    found += [item.table for item in declared_in(tables, Text).values()]
    return list(dict.fromkeys(table for table in found if table))


# --- cells ------------------------------------------------------------------------------------------


def cell_text(field: Field, holder: Mapping[str, Any]) -> str:
    """The text of a cell, as people read and write it: empty for an omitted value, one line for each item of a list."""
    value = holder.get(field.field)
    if field.part and isinstance(value, Mapping):
        value = value.get(field.part)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and field.kind == "lines" and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    if isinstance(value, list) and all(type(number) is int for number in value):
        return ", ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False, default=str)


def cell_value(field: Field, text: str) -> Any:
    """The value of a cell in the file; None to leave it out. Text that does not fit stays text."""
    text = text.strip()
    if field.kind == "lines":
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return lines if lines or not field.optional else None
    if not text:
        return "" if field.kind == "words" and not field.optional else None
    if field.kind == "number" and _WHOLE.fullmatch(text):
        return int(text)
    if field.kind == "numbers":
        parts = re.split(r"[,;\s]+", text)
        return [int(part) for part in parts] if all(map(_WHOLE.fullmatch, parts)) else text
    return text
