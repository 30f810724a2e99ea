"""Abilities as data: small operations. Box files use them, rules execute them and tables turn them into text.

A game declares its vocabulary once::

    THINGS = {"coin": phrases("{n} coin", "{n} coins"), "crown": phrases("{n} crown", "{n} crowns")}
    ABILITIES = Vocabulary(
        Operation("draw", {"n": range(1, 6)}, phrases("draw {n} card", "draw {n} cards")),
        Operation("gain", {"n": range(1, 21), "what": THINGS}, phrase("gain {what}")),
        Operation("if-rich", {"n": range(1, 21)}, phrases("if you have $1", "if you have ${n}"), guard=True),
    )
    DRAW = ABILITIES["draw"]

In the box file, a card's ability is a list of lines of such operations. A guard precedes others, with a colon, and
decides whether the rest of its line is executed::

    does = ["draw 2", "if-rich 5: gain 3 coin; draw 1"]

`column("robots", "does", parse=ABILITIES.parse)` reads them into an array of rows `Int8[60, 4, 4]`: for each
entry up to 4 rows, each the operation's number, its arguments, and last how many rows a guard guards. The rest is
filled with `PAD` (-1), so rules stop at the first row whose operation is negative. From the same rows,
`ABILITIES.words(rows)` makes the sentences on the card, so a card does what it says. For small cards,
`ABILITIES.short(rows)` says the same in symbols.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from cogtable.engine.boxes.box import PAD, Column
from cogtable.engine.text import words as sentences
from cogtable.engine.text.spelling import closest, instead
from cogtable.engine.text.words import Counted, capital, listed, say, series

Template = str | tuple[str, str]
"""A template, as a vocabulary in code declares it; if the words change with the argument `n`, those for one and for
many.
"""


@dataclass(frozen=True, slots=True)
class Name:
    """The text for one of the names that an argument can be, and a short form of it."""

    words: Template
    short: Template


Kind = range | tuple[str, ...] | Mapping[str, Template | Name]
"""The allowed values of an argument: whole numbers; some names; or some names with the words for each."""

OtherWords = Mapping[str, Template]
"""Other words for operations, by their names."""
NO_OTHERS: OtherWords = {}


class Operation(NamedTuple):
    """One operation: its name in the file, its arguments, and its text.

    Arguments appear by name in braces in the `words`; an argument that is one of several names is stored as an index.
    `short` says the same in as few letters and symbols as possible; it defaults to `words`. A `guard` decides whether
    the rest of its line is executed.
    """

    name: str
    arguments: Mapping[str, Kind]
    words: Template
    short: Template = ""
    guard: bool = False


class Row(NamedTuple):
    """One operation as read: its number in the vocabulary, its arguments, and how many rows a guard guards."""

    operation: int
    arguments: tuple[int, ...]
    guards: int = 0


class Vocabulary:
    """The operations of a game; `vocabulary["draw"]` is the number by which rules know one.

    Rows are `width` numbers: the operation, its arguments, 0 for those it does not have, and the rows it guards.
    """

    def __init__(self, *operations: Operation) -> None:
        self.operations = operations
        self._numbers = {operation.name: number for number, operation in enumerate(operations)}
        if len(self._numbers) < len(operations):
            raise TypeError("two operations have the same name")
        self.width = 2 + max((len(operation.arguments) for operation in operations), default=0)

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def parse(self, raw: Any, without: Collection[str] = ()) -> list[int]:
        """The rows of an ability, one after the other, for `column(parse=...)`.

        Raises ValueError with the wrong line and what was expected; the operations `without` are not suggested.
        """
        if not isinstance(raw, list) or not all(isinstance(line, str) for line in raw):
            raise ValueError(f'expected a list of lines like ["{self._example(without)}"]; found {raw!r}')
        return [number for line in raw for row in self._line(line, without) for number in self._numbers_of(row)]

    def parse_without(self, names: Collection[str]) -> Callable[[Any], list[int]]:
        """`parse` for cards of a kind that cannot use some operations: these are not suggested for misspelt names.

        The game's `check` must make sure that they are not used, and can say why.
        """
        return partial(self.parse, without=frozenset(names))

    def _numbers_of(self, row: Row) -> list[int]:
        blank = self.width - 2 - len(row.arguments)
        return [row.operation, *row.arguments, *[0] * blank, row.guards]

    def _line(self, line: str, without: Collection[str]) -> list[Row]:
        *guards, rest = line.split(":")
        steps = [self._step(step, line, without, guard=False) for step in rest.split(";")]
        for guard in reversed(guards):
            steps.insert(0, self._step(guard, line, without, guard=True)._replace(guards=len(steps)))
        return steps

    def _step(self, step: str, line: str, without: Collection[str], *, guard: bool) -> Row:
        name, *given = step.split() or [""]
        if name not in self._names(guard):
            raise ValueError(f'"{line}": {self._unknown(name, guard, without)}')
        operation = self.operations[self[name]]
        if len(given) != len(operation.arguments):
            wanted = " ".join([name, *map(_expected, operation.arguments.values())])
            raise ValueError(f'"{line}": expected "{wanted}"; found "{step.strip()}"')
        pairs = zip(given, operation.arguments.values(), strict=True)
        return Row(self[name], tuple(_argument(text, kind, line) for text, kind in pairs))

    def _names(self, guard: bool) -> list[str]:
        return [operation.name for operation in self.operations if operation.guard == guard]

    def _unknown(self, name: str, guard: bool, without: Collection[str]) -> str:
        """The message about a name in the wrong place."""
        if not guard and name in self._names(guard=True):
            return f'"{name}" is a condition; expected a colon and an operation after it'
        known = [own for own in self._names(guard) if own not in without]
        if not known:
            return f'"{name}" is not allowed here; expected no condition'
        kind = "condition before a colon" if guard else "operation"
        return f'"{name}" is not a known {kind}; {instead(name, known, "expected one of")}'

    def mended(self, line: str, without: Collection[str] = ()) -> str:
        """A line with each misspelt name replaced by the likely one; empty if that does not help."""
        *guards, rest = line.split(":")
        parts = [(guard, True) for guard in guards] + [(step, False) for step in rest.split(";")]
        for part, guard in parts:
            name = next(iter(part.split()), "")
            known = [own for own in self._names(guard) if own not in without]
            if name and name not in known and (meant := closest(name, known)):
                line = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", meant, line, count=1)
        try:
            self.parse([line], without)
        except ValueError:
            return ""
        return line

    def _example(self, without: Collection[str]) -> str:
        first = next(one for one in self.operations if not one.guard and one.name not in without)
        return " ".join([first.name, *(str(next(iter(kind))) for kind in first.arguments.values())])

    def rows(self, numbers: Iterable[int]) -> Iterator[Row]:
        """The rows of an ability as stored in a table, without the padding."""
        flat = [int(number) for number in numbers]
        for start in range(0, len(flat), self.width):
            operation, *arguments, guards = flat[start : start + self.width]
            if operation == PAD:
                return
            yield Row(operation, tuple(arguments[: len(self.operations[operation].arguments)]), guards)

    def words(self, numbers: Iterable[int]) -> list[str]:
        """An ability as text: a sentence for each guarded line of the file, and for each other operation.

        Takes the numbers of the table (`b.does[card].flat`).
        """
        return [say("{words}.", words=capital(self.line_words(*line))) for line in self.lines(numbers)]

    def line_words(self, guards: Iterable[Row], rows: Iterable[Row], words: OtherWords = NO_OTHERS) -> str:
        """A line in words, with no capital and no full stop; some operations in `words` of its own."""
        conditions, effects = series([self.say(guard, words) for guard in guards]), self.done(rows, words)
        return say("{conditions}: {effects}", conditions=conditions, effects=effects) if conditions else effects

    def done(self, rows: Iterable[Row], words: OtherWords = NO_OTHERS) -> str:
        """The effects of some rows in words, without their conditions."""
        return listed([self.say(row, words) for row in rows])

    def short(self, numbers: Iterable[int], *, conditions: bool = True) -> str:
        """An ability in the `short` words of its operations, all in one line; or without its conditions."""
        lines = []
        for guards, rows in self.lines(numbers):
            needs = "".join(f"{self.say(guard, short=True)} " for guard in guards) if conditions else ""
            lines.append(needs + series([self.say(row, short=True) for row in rows]))
        return series(lines)

    def lines(self, numbers: Iterable[int]) -> Iterator[tuple[list[Row], list[Row]]]:
        """The guards and what they guard, line by line; an operation without guards is a line of its own."""
        rows = list(self.rows(numbers))
        at = 0
        while at < len(rows):
            stop = at
            while rows[stop].guards:
                stop += 1
            # Guards of one line end together, so the last of them says how far the line goes.
            end = stop + (rows[stop - 1].guards if stop > at else 1)
            yield rows[at:stop], rows[stop:end]
            at = end

    def general(self, name: str, words: OtherWords = NO_OTHERS, *, short: bool = False) -> str:
        """An operation in words (see `say`), with an ellipsis for each argument."""
        operation = self.operations[self[name]]
        fields = {field: _Any(2) if isinstance(kind, range) else "…" for field, kind in operation.arguments.items()}
        own = (short and operation.short) or operation.words
        return say(template_of(words.get(name, own)), **fields)

    def say(self, row: Row, words: OtherWords = NO_OTHERS, *, short: bool = False) -> str:
        """One operation in words, with no capital and no full stop; or in its `short` words.

        Where `words` have the name of the operation, they replace its own.
        """
        operation = self.operations[row.operation]
        arguments = list(zip(operation.arguments.items(), row.arguments, strict=True))
        fields: dict[str, Any] = {field: number for (field, kind), number in arguments if isinstance(kind, range)}
        named = {field: _named(kind, number, short) for (field, kind), number in arguments if field not in fields}
        fields |= {field: say(template_of(template), **fields) for field, template in named.items()}
        own = (short and operation.short) or operation.words
        return say(template_of(words.get(operation.name, own)), **fields)


def vocabulary_of(tables: type, table: str, field: str) -> Vocabulary | None:
    """The vocabulary in which a field of a table's entries is written, as its column declares."""
    for base in tables.__mro__:
        for item in vars(base).values():
            if isinstance(item, Column) and (item.table, item.field) == (table, field):
                parse = item.parse.func if isinstance(item.parse, partial) else item.parse
                owner = getattr(parse, "__self__", None)
                return owner if isinstance(owner, Vocabulary) else None
    return None


class _Any(int):
    """Some number above one, written as an ellipsis."""

    def __format__(self, _: str) -> str:
        return "…"


def template_of(declared: Template) -> sentences.Template | Counted:
    """The words of a vocabulary in the form that `say` takes."""
    if isinstance(declared, str):
        return sentences.Template(declared)
    one, many = declared
    return sentences.Template(one), sentences.Template(many)


def _named(kind: Kind, number: int, short: bool) -> Template:
    """The words for a name that an argument can be."""
    if not isinstance(kind, Mapping):
        return str(kind[number])
    name = list(kind.values())[number]
    return name if not isinstance(name, Name) else name.short if short else name.words


def _argument(text: str, kind: Kind, line: str) -> int:
    if isinstance(kind, range):
        if re.fullmatch(r"-?\d{1,6}", text) and int(text) in kind:
            return int(text)
    elif text in kind:
        return list(kind).index(text)
    raise ValueError(f'"{line}": expected {_expected(kind)}; found "{text}"')


def _expected(kind: Kind) -> str:
    return f"<{kind[0]} to {kind[-1]}>" if isinstance(kind, range) else f"<{'|'.join(kind)}>"
