"""Events of a table: its parts report what has happened, and the room decides what follows."""

from __future__ import annotations

from typing import Protocol

from cogtable.server.table.change import Change


class Listener(Protocol):
    """Receives the events of a table."""

    def on_changed(self, change: Change) -> None:
        """The table has adopted a state of a change."""

    def on_seats_changed(self) -> None:
        """A takeover or the time for one began or ended, a game is no longer rated, or the search for people has
        changed.
        """

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

    def changed(self, change: Change) -> None:
        """Reports that the table has adopted a state of a change."""
        if self._listener:
            self._listener.on_changed(change)

    def seats_changed(self) -> None:
        """Reports that a takeover or the time for one began or ended, a game is no longer rated, or the search for
        people has changed.
        """
        if self._listener:
            self._listener.on_seats_changed()

    def reloaded(self) -> None:
        """Reports that the table was read from the database again."""
        if self._listener:
            self._listener.on_reloaded()
