"""Changes the text of a box as a person would: cells and entries change, comments and form stay."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal

import msgspec

from cogtable.engine.box_editing.sheet import Field, cell_value, fields_of
from cogtable.engine.boxes.box import LONGEST, Named, declared_in
from cogtable.engine.boxes.operations import vocabulary_of
from cogtable.engine.errors import CogtableError
from cogtable.engine.records.state import Tables
from cogtable.engine.text.words import say


class BadEdit(CogtableError):
    """An edit that does not fit the box; the text says what was expected."""


class BoxEdit(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A change of a box. `table` is empty for the numbers that belong to no table.

    `set` writes `value` into a cell: `field` of the entry number `entry`, from 0, and of that the `part`, if the field
    gives a number for each of some names. An empty value removes an optional field. `add` inserts a new entry after
    that one, `copy` a copy of it; `remove` deletes it.
    """

    kind: Literal["set", "add", "copy", "remove"] = "set"
    table: str = ""
    entry: int = 0
    field: str = ""
    part: str = ""
    value: str = ""


def edited(text: str, edits: Sequence[BoxEdit], tables: type[Tables]) -> str:
    """The text after some changes, one after the other. Raises BadEdit for a text that is not TOML or a place that is
    not there.
    """
    import tomlkit

    try:
        document = tomlkit.parse(text)
    except ValueError as error:
        raise BadEdit(f"the file is not TOML: {error}") from error
    for edit in edits:
        if edit.kind == "set":
            _set(document, edit, tables)
        else:
            _entries(document, edit, tables)
    new = tomlkit.dumps(document)
    try:
        whole = tomllib.loads(new) == document.unwrap()
    except ValueError:
        whole = False
    if not whole:
        raise BadEdit(say("the file is written in a way that does not allow this change; make it in the file itself"))
    return new


def _set(document: Any, edit: BoxEdit, tables: type[Tables]) -> None:
    from tomlkit.items import InlineTable

    holder = _rows(document, edit)[edit.entry] if edit.table else document
    rows = [holder] if edit.table else []
    known = fields_of(tables, edit.table, rows)
    known += [Field("name", "name", optional=True, longest=LONGEST)] if edit.table else []
    field = next((one for one in known if (one.field, one.part) == (edit.field, edit.part)), None)
    if field is None:
        names = ", ".join(dict.fromkeys(one.field for one in known))
        raise BadEdit(f"expected one of {names}; found {(edit.field + ' ' + edit.part).strip()!r}")
    value = cell_value(field, edit.value)
    if not field.part:
        _put(holder, field.field, value)
    elif isinstance(inner := holder.get(field.field), Mapping):
        if value is None and isinstance(inner, InlineTable):
            holder[field.field] = _item({key: each for key, each in inner.unwrap().items() if key != field.part})
        else:
            _put(inner, field.part, value)
    elif value is not None:
        holder[field.field] = _item({field.part: value})


def _put(holder: Any, key: str, value: Any) -> None:
    old = holder.get(key)
    if value is None:
        holder.pop(key, None)
    elif isinstance(value, list) and isinstance(old, list) and "\n" in old.as_string():  # type: ignore[attr-defined]
        steps = SequenceMatcher(None, [str(each) for each in old], [str(each) for each in value]).get_opcodes()
        for _, first, last, start, end in reversed([step for step in steps if step[0] != "equal"]):
            del old[first:last]
            for at, each in enumerate(value[start:end]):
                old.insert(first + at, each)
    elif type(old) is not type(value) or old != value:
        holder[key] = _item(value)


def _rows(document: Any, edit: BoxEdit) -> Any:
    """The entries of a table, among which that of the edit is. Raises BadEdit."""
    found = document.get(edit.table)
    if not isinstance(found, list) or not all(isinstance(entry, Mapping) for entry in found):
        raise BadEdit(f'expected the entries of "{edit.table}" in the file; found {type(found).__name__}')
    if not 0 <= edit.entry < len(found):
        raise BadEdit(f"{edit.table}: expected an entry from 0 to {len(found) - 1}; found {edit.entry}")
    return found


def _entries(document: Any, edit: BoxEdit, tables: type[Tables]) -> None:
    import tomlkit
    from tomlkit.items import AoT

    entries = _rows(document, edit)
    if edit.kind == "remove":
        del entries[edit.entry]
        return
    old = entries[edit.entry].unwrap()
    new = old if edit.kind == "copy" else _blank(tables, edit.table, old)
    if "name" in new:
        new["name"] = _other_name(tables, edit.table, str(new["name"]), entries)
    entries.insert(edit.entry + 1, tomlkit.item(new) if isinstance(entries, AoT) else _item(new))


def _blank(tables: type[Tables], table: str, beside: dict[str, Any]) -> dict[str, Any]:
    """A new entry: the lowest numbers, no words, and for fields without a lowest value that of the entry beside it."""
    new: dict[str, Any] = {}
    for field in fields_of(tables, table, [beside]):
        if field.kind == "name":
            new["name"] = say("New")
        elif field.part:
            new[field.field] = {}
        elif field.kind == "number" and not field.optional:
            new[field.field] = max(field.low, min(0, field.high))
        elif field.kind == "lines" and not field.optional and vocabulary_of(tables, table, field.field):
            new[field.field] = []
        elif not field.optional:
            new[field.field] = "" if field.kind == "words" else beside.get(field.field)
    return {key: value for key, value in new.items() if value is not None}


def _other_name(tables: type[Tables], table: str, name: str, entries: Sequence[Mapping[str, Any]]) -> str:
    """A name like this that no entry has yet."""
    longest = next((one.longest for one in declared_in(tables, Named).values() if one.table == table), LONGEST)
    taken = {entry.get("name") for entry in entries}
    stem, number = re.sub(r" \d+$", "", name), 2
    if name not in taken:
        return name
    while (new := f"{stem[: longest - len(f' {number}')].rstrip()} {number}") in taken:
        number += 1
    return new


def _item(value: Any) -> Any:
    """A value as it is written in one line."""
    import tomlkit

    if isinstance(value, dict):
        table = tomlkit.inline_table()
        for key, each in value.items():
            table[key] = _item(each)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for each in value:
            array.append(_item(each))
        return array
    return tomlkit.item(value)
