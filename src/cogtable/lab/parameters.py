"""Parameters: numbers of a box to vary, and the resulting boxes.

A parameter is written as the path to a number and its values::

    robots.Turbine Tom.cost=12..20   an entry by its name (or its number: robots.28.cost)
    cards.12.cost.red=0..4
    coins=6..12..2                   from 6 to 12, every second
    deal[2]=2,3,5                    a place in a list, from 0
    robots.Coin Press.does[0]=gain 1..4    a number within a line of operations
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from cogtable.engine.boxes.box import COPIES, Column, declared_in, sizes_of_tables
from cogtable.engine.errors import BadBox, BadOption
from cogtable.engine.play.game import Game
from cogtable.engine.text.spelling import closest
from cogtable.lab.extras import extra

MOST_VALUES = 200
"""The most values of one parameter."""

_RUN = r"-?\d+(?:\.\.-?\d+(?:\.\.-?\d+)?)?"
_VALUES = re.compile(rf"{_RUN}(?:\s*,\s*{_RUN})*")
_IN_A_LINE = re.compile(rf"(?<!\S){_RUN}(?:,{_RUN})*(?=[;:\s]|$)")
_STEP = re.compile(r"\[(\d+)\]")


class Parameter(NamedTuple):
    """A number of the box and the values to try.

    `way` is its path in the file: keys, and numbers of entries and places from 0. `title` is its name for people.
    `numbers` are the values; where the number stands within a line of operations, `line` is that line with "{}" in its
    place. `now` is the number in the unchanged box, None if there is none.
    """

    title: str
    way: tuple[str | int, ...]
    numbers: tuple[int, ...]
    now: int | None
    line: str = ""

    def value(self, number: int) -> int | str:
        """The text in the box that stands for a number."""
        return self.line.format(number) if self.line else number

    def shown(self, number: int | None) -> str:
        """A number for people."""
        return "none" if number is None else str(number)

    @property
    def span(self) -> int:
        """From the lowest to the highest of its numbers."""
        return max(self.numbers) - min(self.numbers)

    def away(self, number: int) -> float:
        """The distance of a number from that in the unchanged box: 0 if it is the same, 1 for the farthest."""
        if self.now is None:
            return 1.0
        farthest = max(abs(each - self.now) for each in self.numbers)
        return abs(number - self.now) / farthest if farthest else 0.0


def parse_parameters(game: Game, given: Sequence[str]) -> list[Parameter]:
    """Parameters as they are written on the command line.

    Raises BadOption for a path that does not exist (the message lists the existing ones) and for malformed values.
    """
    data = tomllib.loads(game.box.text)
    found: list[Parameter] = []
    for item in given:
        way, sign, values = (part.strip() for part in item.rpartition("="))
        if not sign or not way or not values:
            raise BadOption(f'--set: expected WAY=VALUES, such as coins=6..10; found "{item}"')
        one = _parameter(_Way(game, data, way), values)
        if any(one.way == other.way for other in found):
            raise BadOption(f"--set: {way} is given twice")
        found.append(one)
    if not found:
        raise BadOption("expected at least one number to vary, such as --set coins=6..10")
    return found


def _parameter(way: _Way, values: str) -> Parameter:
    now = way.value
    if not isinstance(now, str):
        if not _VALUES.fullmatch(values):
            raise BadOption(f'--set {way.text}: expected numbers such as 4..9, 0..20..5 or 3,5,8; found "{values}"')
        return Parameter(way.title, way.keys, _numbers(way.text, values), now)
    runs = [run for run in _IN_A_LINE.finditer(values) if ".." in run[0] or "," in run[0]]
    if len(runs) != 1:
        raise BadOption(
            f'--set {way.text}: it is "{now}": expected such a line with numbers such as 1..4 or 1,3 in one place; '
            f'found "{values}"'
        )
    run = runs[0]
    head, tail = (part.replace("{", "{{").replace("}", "}}") for part in (values[: run.start()], values[run.end() :]))
    line = f"{head}{{}}{tail}"
    numbers = _numbers(way.text, run[0])
    same = next((number for number in numbers if line.format(number) == now), None)
    if same is None and (own := re.fullmatch(re.escape(head) + r"(-?\d+)" + re.escape(tail), now)):
        same = int(own[1])
    return Parameter(f"{way.title}: {line.format('…')}", way.keys, numbers, same, line)


def _numbers(way: str, values: str) -> tuple[int, ...]:
    """The numbers of a list of numbers and ranges, in order, each once."""
    found: set[int] = set()
    for run in values.split(","):
        first, *more = (int(part) for part in run.strip().split(".."))
        last = more[0] if more else first
        step = more[1] if len(more) > 1 else 1
        if step < 1 or last < first:
            raise BadOption(f'--set {way}: a range goes up, by steps of 1 or more; found "{run.strip()}"')
        if (last - first) // step >= MOST_VALUES:
            raise BadOption(f'--set {way}: expected at most {MOST_VALUES} values; found "{run.strip()}"')
        found |= set(range(first, last + 1, step))
    return tuple(sorted(found))


class _Way:
    """The way to a number in a box, followed key by key."""

    def __init__(self, game: Game, data: Mapping[str, Any], text: str) -> None:
        self.text = text
        self.keys: tuple[str | int, ...] = ()
        self.value: int | str | None = None
        self._game, self._data = game, data
        self._called: list[str] = []
        self._follow()

    @property
    def title(self) -> str:
        """The title of a way for people: "Turbine Tom: cost"."""
        *head, last = self._called
        return f"{' '.join(head)}: {last}" if head else last

    def _follow(self) -> None:
        key, rest = self._split(self.text)
        columns = [item for item in declared_in(self._game.tables, Column).values() if not item.table]
        known = list(dict.fromkeys([*_tables(self._game), *(item.field for item in columns)]))
        self._known(key, known, "the box")
        self.keys = (key,)
        here = self._data.get(key)
        if key in _tables(self._game):
            self._entry(key, here if isinstance(here, list) else [], rest)
        else:
            self._called = [key]
            self._inside(here, rest, next(item for item in columns if item.field == key))

    @staticmethod
    def _split(text: str) -> tuple[str, str]:
        """The first key of a path, and the rest of the path."""
        found = re.match(r"[^.\[]*", text)
        assert found
        return found[0], text[found.end() :]

    def _known(self, key: str, known: Sequence[str], place: str) -> None:
        if key not in known:
            near = closest(key, known)
            meant = f"did you mean {near}? " if near else ""
            raise BadOption(f'--set {self.text}: {place} has no "{key}"; {meant}There are {_few(known)}')

    def _entry(self, table: str, entries: Sequence[Mapping[str, Any]], rest: str) -> None:
        """An entry of a table, by its name or its number, and a field of it."""
        if not rest.startswith("."):
            raise BadOption(f"--set {self.text}: expected an entry and its field, such as {self._example(table)}")
        rest = rest[1:]
        names = [str(entry.get("name", "")) for entry in entries]
        fits = [
            i for i, name in enumerate(names) if name and (rest == name or rest.startswith((f"{name}.", f"{name}[")))
        ]
        if fits:
            number = max(fits, key=lambda i: len(names[i]))
            rest = rest[len(names[number]) :]
        else:
            own, after = self._split(rest)
            if not (own.isdecimal() and 1 <= int(own) <= len(entries)):
                known = [name for name in names if name]
                near = closest(own, known)
                there = f"There are {_few(known)}, or their numbers" if known else "They have no names"
                meant = f"did you mean {near}? " if near else ""
                raise BadOption(
                    f'--set {self.text}: there is no "{own}" among the {table}; {meant}{there}, 1 to {len(entries)}'
                )
            number, rest = int(own) - 1, after
        field, rest = self._split(rest.removeprefix("."))
        columns = {item.field: item for item in declared_in(self._game.tables, Column).values() if item.table == table}
        known = [*columns, *([COPIES] if table in sizes_of_tables(self._game.tables) else [])]
        label = names[number] or f"{table} {number + 1}"
        self._known(field, known, label)
        self.keys = (table, number, field)
        self._called = [label, field]
        here = entries[number].get(field, 1 if field == COPIES else None)
        self._inside(here, rest, columns.get(field))

    def _example(self, table: str) -> str:
        field = next(item.field for item in declared_in(self._game.tables, Column).values() if item.table == table)
        entries = self._data.get(table) or [{}]
        return f"{table}.{entries[0].get('name', 1)}.{field}=1..3"

    def _inside(self, here: Any, rest: str, column: Column | None) -> None:
        """A part of a field: a key of a map, or a place in a list."""
        while rest:
            if rest.startswith("."):
                key, rest = self._split(rest[1:])
                names = column.names if column else ()
                if not (isinstance(here, dict) or (here is None and names)):
                    raise BadOption(f"--set {self.text}: {self.title} is {_kind(here)} and has no {key}")
                self._known(key, list(dict.fromkeys([*names, *(here or {})])), self.title)
                self.keys = (*self.keys, key)
                self._called.append(key)
                here = (here or {}).get(key, 0)
                continue
            found = _STEP.match(rest)
            if not found:
                raise BadOption(f'--set {self.text}: expected a dot and a key, or a place such as [2]; found "{rest}"')
            if not isinstance(here, list) or int(found[1]) >= len(here):
                most = f"has places [0] to [{len(here) - 1}]" if isinstance(here, list) and here else "has no places"
                raise BadOption(f"--set {self.text}: {self.title} {most}; found {found[0]}")
            self.keys = (*self.keys, int(found[1]))
            self._called[-1] += found[0]
            here, rest = here[int(found[1])], rest[found.end() :]
        if here is None and column and not column.parse and not column.names:
            here = column.default
        words = isinstance(here, str) and not (column and column.parse)
        if (
            isinstance(here, bool | list | dict)
            or words
            or (here is None and column and (column.names or column.parse))
        ):
            more = f"; it has {_few(_places(here, column))}" if not words else ""
            raise BadOption(f"--set {self.text}: {self.title} is {_kind(here)}, not a number{more}")
        self.value = here


def _tables(game: Game) -> list[str]:
    columns = declared_in(game.tables, Column).values()
    return list(dict.fromkeys(item.table for item in columns if item.table))


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _kind(value: Any) -> str:
    kinds = {list: "a list", dict: "a table", str: f'"{value}"', bool: "true or false"}
    return kinds.get(type(value), "nothing")


def _places(value: Any, column: Column | None) -> list[str]:
    if isinstance(value, list):
        return [f"[{i}]" for i in range(len(value))]
    return list(value if isinstance(value, dict) else column.names if column else ())


# --- boxes --------------------------------------------------------------------------------------------


class Variant(NamedTuple):
    """A box with other numbers, one for each parameter; the game with it, and the text of its file."""

    numbers: tuple[int, ...]
    game: Game
    text: str
    title: str

    @property
    def digest(self) -> str:
        """The digest of its box; that of the unchanged box if nothing differs."""
        return self.game.box.digest


class Boxes:
    """Makes boxes with other numbers from the box of a game, a variant included. Comments stay."""

    def __init__(self, base: Game, parameters: Sequence[Parameter], folder: Path) -> None:
        self.base, self.parameters, self.folder = base, list(parameters), folder

    @cached_property
    def _template(self) -> str:
        """The file with a mark in place of each number and of the title."""
        with extra():
            import tomlkit
        document = tomlkit.parse(self.base.box.text)
        for number, parameter in enumerate(self.parameters):
            *way, last = parameter.way
            place: Any = document
            for key in way:
                if isinstance(key, str) and key not in place:
                    place[key] = tomlkit.inline_table()
                place = place[key]
            place[last] = _mark(number)
        if "title" in document:
            document["title"] = _mark(-1)
        text: str = tomlkit.dumps(document)
        if tomllib.loads(text) != document.unwrap():
            raise BadOption(f"{self.base.box_file} is written in a way that --set cannot change; change it there")
        return text if "title" in document else f'title = "{_mark(-1)}"\n{text}'

    def title(self, numbers: Sequence[int]) -> str:
        """The title of a box with these numbers."""
        changed = [
            f"{parameter.title} {number}"
            for parameter, number in zip(self.parameters, numbers, strict=True)
            if number != parameter.now
        ]
        return "; ".join(changed[:2]) + (f" and {len(changed) - 2} more" if len(changed) > 2 else "")

    def make(self, numbers: Sequence[int]) -> Variant:
        """The box with these numbers. Raises BadBox for one that the game does not allow."""
        title = self.title(numbers) or "As it is"
        text = self._template
        for at, (parameter, number) in enumerate(zip(self.parameters, numbers, strict=True)):
            text = text.replace(f'"{_mark(at)}"', _toml(parameter.value(number)))
        text = text.replace(f'"{_mark(-1)}"', _toml(title))
        return Variant(tuple(numbers), self.base.with_box_text(text, str(self.file(numbers))), text, title)

    def file(self, numbers: Sequence[int]) -> Path:
        """Where the box with these numbers is written."""
        words = [f"{parameter.title} {number}" for parameter, number in zip(self.parameters, numbers, strict=True)]
        name = re.sub(r"[^a-z0-9-]+", "-", " ".join(words).casefold()).strip("-")
        return self.folder / f"{name[:120]}.toml"

    def all(self) -> Iterator[Variant]:
        """Returns every combination. Raises BadOption for one that the game does not allow."""
        for numbers in product(*(parameter.numbers for parameter in self.parameters)):
            yield self.checked(numbers)

    def checked(self, numbers: Sequence[int]) -> Variant:
        """The box with these numbers. Raises BadOption with the numbers that the game refuses, and the reason."""
        try:
            return self.make(numbers)
        except BadBox as error:
            raise BadOption(f"--set: {self.title(numbers)} does not fit: {_reason(error)}") from error

    def check_bounds(self) -> None:
        """Tries each value of each parameter, the others unchanged. Raises BadOption for one that does not fit."""
        now = [parameter.numbers[0] if parameter.now is None else parameter.now for parameter in self.parameters]
        for at, parameter in enumerate(self.parameters):
            for number in parameter.numbers:
                self.checked([*now[:at], number, *now[at + 1 :]])


def write_best(variant: Variant, folder: Path) -> Path:
    """Writes the box that is proposed."""
    file = folder / "best.toml"
    file.write_text(variant.text, encoding="utf-8")
    return file


def _mark(number: int) -> str:
    """The placeholder for the number of a parameter; -1 for the title."""
    return f"@@{number}@@"


def _toml(value: int | str) -> str:
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def _reason(error: BadBox) -> str:
    """The mistakes of a box, without its file name, since the file does not exist."""
    return re.sub(r"^.*?\.toml: ", "", str(error))
