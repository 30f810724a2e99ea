"""The log and the animation of a table: the sentence for each event, and what it looks like.

A game declares both once for each event::

    SAYS = {
        Event.PAID: says("{seat} paid {coins}", flies(coin, PURSE.of("seat"), BANK.of())),
    }

Braces contain fields of the event, or words that the game derives from it (`fields`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cogtable.engine.box import Box
from cogtable.engine.events import Events, Note
from cogtable.engine.words import say, spoken
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of
from cogtable.view import Face, Line, View, Words


@dataclass(frozen=True, slots=True)
class Told:
    """An event as a reader sees it: the state they know after the move, and all notes of the move."""

    s: Any
    box: Box
    events: Mapping[int, Events]
    """The events of the game by their numbers."""
    notes: Sequence[Note]
    at: int
    """Which of the notes it is."""

    @property
    def note(self) -> Note:
        """The note itself: its audience, its event and its numbers."""
        return self.notes[self.at]

    @property
    def event(self) -> Events:
        """The event, with the names of its fields."""
        return self.events[self.note.event]

    def __getitem__(self, field: str) -> int:
        """The number that a field of the event holds. Raises KeyError for one that it does not have."""
        try:
            return self.note[2 + self.event.fields.index(field)]
        except ValueError:
            raise KeyError(f"{self.event.name} has no field {field}; it has {', '.join(self.event.fields)}") from None

    def others(self, event: int) -> Iterator[Told]:
        """The notes of another event in the same move."""
        for at, note in enumerate(self.notes):
            if note.event == event:
                yield replace(self, at=at)


Word = Callable[[Told], object]
"""What stands for a field in a sentence."""

Show = Callable[[View, Pieces, Told], None]
"""Adds to a view what an event shows."""


Lines = Callable[[Told], Iterable[Words]]
"""Sentences about an event in the reader's language."""


class Says(NamedTuple):
    """The sentence for an event, if any, and what the event looks like."""

    words: Words | Callable[[Told], Words]
    shows: tuple[Show, ...]
    lines: Lines | None = None


def says(words: Words | Callable[[Told], Words] = "", *shows: Show) -> Says:
    """A sentence with fields in braces, or a function that chooses one (a `phrase`); and the animation."""
    return Says(words, shows)


def tells(lines: Lines, *shows: Show) -> Says:
    """Any number of sentences, made by a function; and the animation."""
    return Says("", shows, lines)


Spot = Callable[[Told], str]
"""A piece or zone that an event names."""


def marks(piece: Spot, words: Words | Word) -> Show:
    """Marks a piece with what the event did to it: a `phrase`, or the result of a function."""

    def show(view: View, pieces: Pieces, told: Told) -> None:
        mark(pieces, piece(told), told["seat"], say(words) if isinstance(words, str) else str(words(told)))

    return show


def comes_from(piece: Spot, source: Spot) -> Show:
    """Shows a piece coming from another piece or a zone."""
    return lambda view, pieces, told: comes(pieces, piece(told), source(told))


def flies(face: Callable[[Told], Face], source: Spot, target: Spot, count: Callable[[Told], int] | None = None) -> Show:
    """Shows something flying from one piece or zone to another, `count` times."""
    return lambda view, pieces, told: fly(view, face(told), source(told), target(told), count(told) if count else 1)


_NOTHING = Says("", ())


class _Words:
    """The words for the fields of a sentence, made when they are asked for."""

    def __init__(self, told: Told, words: Mapping[str, Word]) -> None:
        self._told = told
        self._words = words

    def __getitem__(self, field: str) -> object:
        return self._words[field](self._told) if field in self._words else self._told[field]


class EventLog:
    """The log of a game.

    Args:
        events: the events of one game, or of several with consecutive numbers.
        sentences: the sentence and animation of each event; events without an entry say nothing.
        fields: functions for the words in braces; `seat` defaults to the name of the seat.
        group: the heading of a line, given the notes of the move so far.
        whose: the seat that a line is about; by default the field `seat`.
    """

    def __init__(
        self,
        events: Iterable[Events],
        sentences: Mapping[Any, Says],
        fields: Mapping[str, Word],
        group: Callable[[Sequence[Note]], str] = lambda notes: "",
        whose: Callable[[Told], int | None] = lambda told: told["seat"] if "seat" in told.event.fields else None,
    ) -> None:
        self._events = {int(event): event for event in events}
        self._sentences = sentences
        self._fields = {"seat": lambda told: f"[[seat:{told['seat']}]]", **fields}
        self._group = group
        self._whose = whose

    def lines(self, s: Any, box: Box, notes: Sequence[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        return [
            Line(words=words, ply=0, seat=self._whose(told), group=self._group(notes[: told.at + 1]))
            for told, words in self.said(s, box, notes)
            if words
        ]

    def animate(self, view: View, s: Any, box: Box, notes: Sequence[Note]) -> None:
        """Adds to a view what the last move did."""
        pieces = pieces_of(view)
        for told in self.told(s, box, notes):
            for show in self._of(told).shows:
                show(view, pieces, told)

    def told(self, s: Any, box: Box, notes: Sequence[Note]) -> Iterator[Told]:
        """The notes of one move as they are told, with the names of their fields."""
        return (Told(s, box, self._events, notes, at) for at in range(len(notes)))

    def said(self, s: Any, box: Box, notes: Sequence[Note]) -> Iterator[tuple[Told, Words]]:
        """Each note with what is said of it, which may be nothing, or more than one sentence."""
        for told in self.told(s, box, notes):
            says = self._of(told)
            for words in says.lines(told) if says.lines else [self._sentence(told, says)]:
                yield told, words

    def _of(self, told: Told) -> Says:
        return self._sentences.get(told.note.event, _NOTHING)

    def _sentence(self, told: Told, said: Says) -> Words:
        words = said.words if isinstance(said.words, str) else said.words(told)
        return spoken().gettext(words).format_map(_Words(told, self._fields)) if words else ""
