"""Events of a table: its parts report what has happened, and the room decides what follows."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Receives the events of a table."""

    def on_moved(self) -> None:
        """Moves were played or taken back."""

    def on_left(self) -> None:
        """A person has resigned, or the game was ended early."""

    def on_seats_changed(self) -> None:
        """A person sat down, asked or answered a question, or a takeover or a pause began or ended."""

    def on_reloaded(self) -> None:
        """The table was read from the database again."""


class TableEvents:
    """Passes events on to one listener. Before there is one, and after `close`, they are ignored."""

    def __init__(self) -> None:
        self._listener: Listener | None = None

    def listen(self, listener: Listener) -> None:
        """Sets the listener."""
        self._listener = listener

    def close(self) -> None:
        """Forgets the listener."""
        self._listener = None

    def moved(self) -> None:
        """Reports that moves were played or taken back."""
        if self._listener:
            self._listener.on_moved()

    def left(self) -> None:
        """Reports that a person has resigned, or the game was ended early."""
        if self._listener:
            self._listener.on_left()

    def seats_changed(self) -> None:
        """Reports that a person sat down, asked or answered a question, or a takeover or a pause began or ended."""
        if self._listener:
            self._listener.on_seats_changed()

    def reloaded(self) -> None:
        """Reports that the table was read from the database again."""
        if self._listener:
            self._listener.on_reloaded()
