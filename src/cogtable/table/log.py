"""The log and the animation of a table: the sentence for each event, and its animation.

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

from cogtable.engine.boxes.box import Box
from cogtable.engine.rules.events import Events, Note
from cogtable.engine.text.words import Template, say, translations
from cogtable.table.motion import Pieces, comes, fly, mark, pieces_of, sound, sound_of
from cogtable.view import Face, Line, Sound, View, Words


@dataclass(frozen=True, slots=True)
class LogEvent:
    """An event for one reader: their information state after the move, and all notes of the move."""

    s: Any
    box: Box
    events: Mapping[int, Events]
    """The events of the game by their numbers."""
    notes: Sequence[Note]
    at: int
    """The index of the event's note in `notes`."""

    @property
    def note(self) -> Note:
        """The note itself: its audience, its event and its numbers."""
        return self.notes[self.at]

    @property
    def type(self) -> Events:
        """The type of the event, which names its fields."""
        return self.events[self.note.event]

    def __getitem__(self, field: str) -> int:
        """The number in a field of the event. Raises KeyError if the event has no such field."""
        fields = self.type.fields
        if field not in fields:
            raise KeyError(f"{self.type.name} has no field {field}; it has {', '.join(fields)}")
        return dict(zip(fields, self.note.numbers, strict=False)).get(field, 0)

    def others(self, event: int) -> Iterator[LogEvent]:
        """The events of another type in the same move."""
        for at, note in enumerate(self.notes):
            if note.event == event:
                yield replace(self, at=at)


Word = Callable[[LogEvent], object]
"""The words for a field in a sentence."""

Show = Callable[[View, Pieces, LogEvent], None]
"""Adds the animation of an event to a view."""


Lines = Callable[[LogEvent], Iterable[Words]]
"""Sentences about an event in the reader's language."""


class Says(NamedTuple):
    """The sentence for an event, if any, and its animation."""

    words: Template | Callable[[LogEvent], Template]
    shows: tuple[Show, ...]
    lines: Lines | None = None


def says(words: str | Callable[[LogEvent], Template] = "", *shows: Show) -> Says:
    """A sentence with fields in braces, or a function that chooses one (a `phrase`); and the animation."""
    return Says(Template(words) if isinstance(words, str) else words, shows)


def says_lines(lines: Lines, *shows: Show) -> Says:
    """Any number of sentences, made by a function; and the animation."""
    return Says(Template(""), shows, lines)


Spot = Callable[[LogEvent], str]
"""A piece or zone that an event names."""


def marks(piece: Spot, words: Words | Word) -> Show:
    """Marks a piece with the effect of the event on it: a `phrase`, or the result of a function."""

    def show(view: View, pieces: Pieces, event: LogEvent) -> None:
        mark(pieces, piece(event), event["seat"], say(words) if isinstance(words, str) else str(words(event)))

    return show


def comes_from(piece: Spot, source: Spot) -> Show:
    """Shows a piece coming from another piece or a zone."""
    return lambda view, pieces, event: comes(pieces, piece(event), source(event))


def sounds(word: Sound) -> Show:
    """Gives an event a sound although nothing flies, such as a blow."""
    return lambda view, pieces, event: sound(view, word)


def flies(
    face: Callable[[LogEvent], Face], source: Spot, target: Spot, count: Callable[[LogEvent], int] | None = None
) -> Show:
    """Shows something flying from one piece or zone to another, `count` times."""
    return lambda view, pieces, event: fly(
        view, face(event), source(event), target(event), count(event) if count else 1
    )


_NOTHING = Says(Template(""), ())


class _Words:
    """The words for the fields of a sentence, made only for fields that it has."""

    def __init__(self, event: LogEvent, words: Mapping[str, Word]) -> None:
        self._event = event
        self._words = words

    def __getitem__(self, field: str) -> object:
        return self._words[field](self._event) if field in self._words else self._event[field]


class EventLog:
    """The log of a game.

    Args:
        events: the events of one game, or of several with consecutive numbers.
        sentences: the sentence and animation of each event; events without an entry say nothing.
        fields: functions for the words in braces; `seat` defaults to the name of the seat.
        group: the heading of a line, given the notes of the move so far.
        seat_of: the seat that a line is about; by default the field `seat`.
    """

    def __init__(
        self,
        events: Iterable[Events],
        sentences: Mapping[Any, Says],
        fields: Mapping[str, Word],
        group: Callable[[Sequence[Note]], str] = lambda notes: "",
        seat_of: Callable[[LogEvent], int | None] = (
            lambda event: event["seat"] if "seat" in event.type.fields else None
        ),
    ) -> None:
        self._events = {int(event): event for event in events}
        self._sentences = sentences
        self._fields = {"seat": lambda event: f"[[seat:{event['seat']}]]", **fields}
        self._group = group
        self._seat_of = seat_of

    def lines(self, s: Any, box: Box, notes: Sequence[Note]) -> list[Line]:
        """The notes of one move as lines of the log."""
        return [
            Line(words=words, ply=0, seat=self._seat_of(event), group=self._group(notes[: event.at + 1]))
            for event, words in self.describe(s, box, notes)
            if words
        ]

    def animate(self, view: View, s: Any, box: Box, notes: Sequence[Note]) -> None:
        """Adds the animation of the last move to a view; pieces that move have their own sound."""
        pieces = pieces_of(view)
        for event in self.events(s, box, notes):
            for show in self._of(event).shows:
                show(view, pieces, event)
        for piece in view.pieces:
            if piece.via:
                sound(view, sound_of(piece.face))

    def events(self, s: Any, box: Box, notes: Sequence[Note]) -> Iterator[LogEvent]:
        """The notes of one move as log events."""
        return (LogEvent(s, box, self._events, notes, at) for at in range(len(notes)))

    def describe(self, s: Any, box: Box, notes: Sequence[Note]) -> Iterator[tuple[LogEvent, Words]]:
        """Each event with each of its sentences; with empty words if it has none."""
        for event in self.events(s, box, notes):
            says = self._of(event)
            for words in says.lines(event) if says.lines else [self._sentence(event, says)]:
                yield event, words

    def _of(self, event: LogEvent) -> Says:
        return self._sentences.get(event.note.event, _NOTHING)

    def _sentence(self, event: LogEvent, says: Says) -> Words:
        words = says.words if isinstance(says.words, str) else says.words(event)
        return translations().gettext(words).format_map(_Words(event, self._fields)) if words else ""
