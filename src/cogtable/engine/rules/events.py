"""Events, which the log shows. Rules announce them; interpreted play collects them, compiled play ignores them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from numba.extending import overload

from cogtable.engine.compile.jit import OPTIONS
from cogtable.engine.records.enums import PlainIntEnum

ALL = -1
"""The audience of everybody, spectators too."""


class Events(PlainIntEnum):
    """The events of a game, each with the names of its numbers, at most four.

    For example::

        class Event(Events):
            DREW = "seat"
            PAID = "seat kind count"

    They count from 0. Where a game adds to the events of another, its first says so: `WON_TILE = ("seat", len(Other))`.
    Raises TypeError for an event with more than four fields.
    """

    fields: tuple[str, ...]

    def __new__(cls, fields: str = "", first: int = 0) -> Events:
        """A member with its fields, numbered after the one before."""
        number = max(first, max(cls, default=first - 1) + 1)
        event = int.__new__(cls, number)
        event._value_ = number
        event.fields = tuple(fields.split())
        if len(event.fields) > MOST_FIELDS:
            raise TypeError(f"an event has {MOST_FIELDS} fields at most; found {fields!r}")
        return event


MOST_FIELDS = 4
"""How many numbers a note can hold."""


class Note(NamedTuple):
    """Something that happened. `audience` is a bit mask of seats, or `ALL`; the numbers mean what the event says."""

    audience: int
    event: int
    a: int
    b: int
    c: int
    d: int = 0

    def reaches(self, seat: int) -> bool:
        """Whether `seat` (-1 for a spectator) may know of it."""
        return self.audience == ALL or (seat >= 0 and bool(self.audience >> seat & 1))


_open: ContextVar[list[Note] | None] = ContextVar("notes", default=None)


def note(s: Any, audience: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Tells `audience` (a bit mask of seats, or `ALL`) that `event` happened."""
    notes = _open.get()
    if notes is not None:
        notes.append(Note(int(audience), int(event), int(a), int(b), int(c), int(d)))


@overload(note, jit_options=OPTIONS)
def _note(s: Any, audience: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> Any:
    def nothing(s: Any, audience: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        pass

    return nothing


@contextmanager
def collected() -> Iterator[list[Note]]:
    """Collects the notes of everything played inside the `with` block."""
    notes: list[Note] = []
    token = _open.set(notes)
    try:
        yield notes
    finally:
        _open.reset(token)
