"""The reasons that a game offers for hints, results and analyses: facts that can be checked on the table.

A game's `table` may have `reasons`. Each reason has a measure: a whole number for a seat, read from a position as
somebody at the table knows it. A reason for a move compares the positions after several moves; a reason for a result
compares the seats at the end::

    reasons = Reasons(
        moves=(MoveReason("points", lambda s, box, seat: s.points[seat], scores),),
        results=(ResultReason("doubts", lost_doubts, many_doubts, phrases("{n} doubt", "{n} doubts"), less=True),),
    )

`docs/reasons.md` is the guide for authors. Without `reasons`, hints and results have only numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cogtable.engine.boxes.box import Box
from cogtable.engine.rules.events import Note
from cogtable.engine.text.words import Counted
from cogtable.view import Words


class Because(NamedTuple):
    """A reason in the reader's language: a `title` ("It counts for a noble."), perhaps with a sentence `words` after
    it.
    """

    title: Words
    words: Words = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move for which a reason is given. `before` and `after` are what the seat knows before and after it, in a deal
    that agrees with the reader's information; `box` is the game's, and `by` is how much better the measure is than
    after any of the moves that it is compared with.
    """

    before: Any
    after: Any
    box: Box
    seat: int
    action: int
    by: int

    def change(self, measure: Callable[[Any, Box, int], int]) -> int:
        """By how much the move changes a measure of the seat."""
        return int(measure(self.after, self.box, self.seat)) - int(measure(self.before, self.box, self.seat))


class MoveReason(NamedTuple):
    """A reason for a move.

    - name: identifies it in the game, in tests and reports;
    - measure: `measure(s, box, seat)` reads a position as `seat` knows it, and returns a whole number;
    - words: says what the move does; None if there is nothing to say about this one;
    - least: by how much the measure after the move must be better than after each of the others;
    - less: whether a smaller number is better.
    """

    name: str
    measure: Callable[[Any, Box, int], int]
    words: Callable[[Moved], Because | None]
    least: int = 1
    less: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, as a reader knows it: the last position `s`, and the `notes` of all moves since the deal, in
    their order.
    """

    s: Any
    box: Box
    notes: Sequence[Note] = field(repr=False)

    def count(self, event: int, **fields: int) -> int:
        """The number of events of a type; with `fields`, only of those that have these values."""
        return sum(1 for note in self.notes if note.event == event and _has(note, fields))

    def total(self, event: int, of: str, **fields: int) -> int:
        """The sum of the field `of` in these events."""
        return sum(note[of] for note in self.notes if note.event == event and _has(note, fields))


def _has(note: Note, fields: dict[str, int]) -> bool:
    return all(note[name] == value for name, value in fields.items())


@dataclass(frozen=True, slots=True)
class Behind:
    """The difference between a seat and the winner: `own` and `theirs` are the numbers of the measure."""

    ended: Ended
    seat: int
    winner: int
    own: int
    theirs: int

    def by(self, reason: ResultReason) -> int:
        """By how much the seat is behind the winner; negative if it is ahead."""
        return self.own - self.theirs if reason.less else self.theirs - self.own


class ResultReason(NamedTuple):
    """A reason why a seat did not win.

    - name: identifies it in the game and in `reasons.json`, where `cogtable reasons` records its usual differences;
    - measure: `measure(ended, seat)` returns a whole number for a seat;
    - words: says what the difference was, and why it matters;
    - unit: the words for a number of the measure, as `phrases("{n} point", "{n} points")`;
    - less: whether a smaller number is better;
    - advice: what to do next time, in one sentence, marked with `phrase`; empty for nothing;
    - lesson: the name of the game's strategy lesson about it; empty for none.
    """

    name: str
    measure: Callable[[Ended, int], int]
    words: Callable[[Behind], Because]
    unit: Counted
    less: bool = False
    advice: str = ""
    lesson: str = ""


class Reasons(NamedTuple):
    """The reasons of a game, in the order in which they are named: of a move, the first three that hold."""

    moves: tuple[MoveReason, ...] = ()
    results: tuple[ResultReason, ...] = ()
