"""Events, which the log shows. Rules announce them; interpreted play collects them, compiled play skips them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from cogtable.engine.compile.skipped_calls import interpreted_only
from cogtable.engine.records.enums import PlainIntEnum

ALL = -1
"""The audience of everybody, spectators too."""


class Events(PlainIntEnum):
    """The events of a game, each with the names of its fields, as many as it needs.

    For example::

        class Event(Events):
            DREW = "seat"
            PAID = "seat kind count"

    They count from 0. Where a game adds to the events of another, its first says so: `WON_TILE = ("seat", len(Other))`.
    """

    fields: tuple[str, ...]

    def __new__(cls, fields: str = "", first: int = 0) -> Events:
        """A member with its fields, numbered after the one before."""
        number = max(first, max(cls, default=first - 1) + 1)
        event = int.__new__(cls, number)
        event._value_ = number
        event.fields = tuple(fields.split())
        return event

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Unlike other `PlainIntEnum`, `Event.PAID` stays a member: `note` needs its fields."""
        super(PlainIntEnum, cls).__init_subclass__(**kwargs)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened: `note["seat"]` is a field of its event."""

    audience: int
    """A bit mask of seats, or `ALL`."""
    event: int
    numbers: tuple[int, ...] = ()
    """The values of the fields."""
    fields: tuple[str, ...] = ()
    """The names of the fields; empty where the event was given as a plain number."""

    def reaches(self, seat: int) -> bool:
        """Whether `seat` (-1 for a spectator) may know of it."""
        return self.audience == ALL or (seat >= 0 and bool(self.audience >> seat & 1))

    def __getitem__(self, field: str) -> int:
        """The value of a field. Raises KeyError for one that the event does not have."""
        if field not in self.fields:
            raise KeyError(f"no field {field}; the event has {', '.join(self.fields)}")
        return self.numbers[self.fields.index(field)]

    def __getattr__(self, name: str) -> int:
        """The first four numbers by their former names `a` to `d`."""
        if name not in ("a", "b", "c", "d"):
            raise AttributeError(f"a note has no {name}")
        warnings.warn(f"read fields of a note by name, as in note['seat'], not note.{name}", DeprecationWarning, 2)
        return (*self.numbers, 0, 0, 0, 0)["abcd".index(name)]


_open: ContextVar[list[Note] | None] = ContextVar("notes", default=None)


@interpreted_only
def note(s: Any, audience: int, event: int, /, *numbers: int, **named: int) -> None:
    """Tells `audience` (a bit mask of seats, or `ALL`) that an event happened, with a number for each field of the
    event: `note(s, ALL, Event.PAID, seat=seat, kind=GOLD, count=2)`.

    Numbers without names are taken in the order of the fields, and those left out are 0. Compiled code skips the call.
    Raises TypeError if names do not fit the event.
    """
    notes = _open.get()
    if notes is not None:
        fields: tuple[str, ...] = getattr(event, "fields", tuple(named))
        if named:
            if numbers or len(named) != len(fields) or not all(field in named for field in fields):
                raise TypeError(f"{event!r} takes {', '.join(fields) or 'no fields'}; found {', '.join(named)}")
            numbers = tuple(named[field] for field in fields)
        values = *map(int, numbers), *[0] * (len(fields) - len(numbers))
        notes.append(Note(int(audience), int(event), values, fields))


def append(found: Note) -> None:
    """Collects a note of a move that was played by other code than the rules' Python functions."""
    notes = _open.get()
    if notes is not None:
        notes.append(found)


@contextmanager
def collected() -> Iterator[list[Note]]:
    """Collects the notes of everything played inside the `with` block."""
    notes: list[Note] = []
    token = _open.set(notes)
    try:
        yield notes
    finally:
        _open.reset(token)
