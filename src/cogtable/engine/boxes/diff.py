"""The differences between two boxes of a game in readable form: entries added, removed, changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from cogtable.engine.boxes.box import ABOUT, entry_label, raw_box

Entry = Mapping[str, Any]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One difference. `where` is an entry of the second box (of the first, if it was removed) or a key of the file.

    Of a changed field, `field` leads to it ("cost.red"), and `old` and `new` are its values; None where it is not
    there. Of an entry that was added `new` is all of it, of one that was removed `old`. `order` says that the entries
    of a table stand in another order.
    """

    kind: Literal["added", "removed", "changed", "order"]
    where: str
    field: str = ""
    old: Any = None
    new: Any = None

    @property
    def words(self) -> str:
        """The difference in one line: `cards 3 "cat": cost.red: 2 -> 3`."""
        if self.kind == "order":
            return f"{self.where}: the entries are in a different order"
        if self.kind == "changed":
            place = f"{self.where}: {self.field}" if self.where else self.field
            return f"{place}: {_shown(self.old)} -> {_shown(self.new)}"
        entry = self.new if self.kind == "added" else self.old
        fields = ", ".join(f"{name} {_shown(value)}" for name, value in entry.items() if name != "name")
        return f"{self.where}: {self.kind} ({fields})"


class Located(NamedTuple):
    """A difference and where it is: the table (empty for a key of the file), which of its entries, from 0, and all of
    that entry.
    """

    change: Change
    table: str = ""
    number: int = -1
    entry: Entry = MappingProxyType({})


def _shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def differences(old: Path, new: Path) -> list[Change]:
    """Returns the changes in the second box file, in the order of the files. Raises BadBox.

    A file's own title and source are ignored.
    """
    return [each.change for each in located(old, new)]


def located(old: Path, new: Path) -> list[Located]:
    """The same, each with its place. Raises BadBox."""
    return between(raw_box(old), raw_box(new))


def between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Located]:
    """The same for two files that were read."""
    keys = [key for key in {**before, **after} if key not in ABOUT]
    return [change for key in keys for change in _compared(key, before.get(key), after.get(key))]


def _compared(key: str, old: Any, new: Any) -> Iterator[Located]:
    if is_entries(old) and is_entries(new):
        yield from _entries(key, old, new)
    else:
        yield from _fields("", key, old, new)


def is_entries(value: Any) -> bool:
    """Whether a value of a file is a list of tables."""
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def _entries(table: str, old: Sequence[Entry], new: Sequence[Entry]) -> Iterator[Located]:
    pairs = dict(paired(old, new))
    for i, entry in enumerate(old):
        if i not in pairs:
            yield Located(Change(kind="removed", where=entry_label(table, i, entry), old=dict(entry)), table, i, entry)
    back = {j: i for i, j in pairs.items()}
    for j, entry in enumerate(new):
        where = entry_label(table, j, entry)
        if j in back:
            first = old[back[j]]
            for field in {**first, **entry}:
                yield from _fields(where, field, first.get(field), entry.get(field), table, j, entry)
        else:
            yield Located(Change(kind="added", where=where, new=dict(entry)), table, j, entry)
    ordered = [j for _, j in sorted(pairs.items())]
    if ordered != sorted(ordered):
        yield Located(Change(kind="order", where=table), table)


def paired(old: Sequence[Entry], new: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """Which entries are the same card: those of one name, or at one place; without names, what stands in between."""
    names = [entry.get("name") for entry in old], [entry.get("name") for entry in new]
    known = {name: j for j, name in enumerate(names[1]) if name and names[1].count(name) == 1}
    pairs = {i: known[name] for i, name in enumerate(names[0]) if name in known and names[0].count(name) == 1}
    yield from pairs.items()
    rest = [i for i in range(len(old)) if i not in pairs], [j for j in range(len(new)) if j not in pairs.values()]
    lines = [repr(old[i]) for i in rest[0]], [repr(new[j]) for j in rest[1]]
    for _, i, i_end, j, j_end in SequenceMatcher(None, *lines, autojunk=False).get_opcodes():
        for a, b in zip(rest[0][i:i_end], rest[1][j:j_end], strict=False):
            if a == b or not (names[0][a] or names[1][b]):
                yield a, b


def _fields(where: str, field: str, old: Any, new: Any, *place: Any) -> Iterator[Located]:
    """The differences of a field; `place` are the table, number and all of its entry."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from _fields(where, f"{field}.{key}", old.get(key), new.get(key), *place)
    elif old != new:
        yield Located(Change(kind="changed", where=where, field=field, old=old, new=new), *place)
