"""Shows a table to everybody who is connected: views after each move, and who is there."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import Protocol

from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import say
from cogtable.server.table.logic import TableLogic
from cogtable.server.wire import from_server
from cogtable.view import View

log = logging.getLogger("cogtable.server")


class Viewer(Protocol):
    """A connection to a table: one open tab.

    Attributes:
        seat: the seat that it plays and whose view it shows; -1 for a spectator, and while a device is passed on.
        seats: all seats that its secret or account owns.
        session: the id of the session with which its person is signed in; empty for guests.
        shown: the view that it was sent last, if its client keeps its views.
        keeps: whether its client keeps the view that it was sent, so that only the changes need to be sent next time.
        blind: whether it was informed that its view cannot be shown, and has not been shown one since.
    """

    seat: int
    seats: tuple[int, ...]
    session: str
    shown: View | None
    keeps: bool
    blind: bool

    def send(self, text: str) -> None:
        """Sends an encoded message."""


class Viewers:
    """Sends the connections to one table what they are allowed to see. A message is made once for all that get the same
    one.
    """

    def __init__(self, logic: TableLogic, connections: Iterable[Viewer]) -> None:
        self._table = logic.table
        self._views = logic.views
        self._occupancy = logic.occupancy
        self._updates = logic.updates
        self._connections = connections

    def unseat(self, seat: int) -> None:
        """Removes a seat from its connections, because it has another owner or none now. Connections without another
        seat become spectators.
        """
        for connection in self._connections:
            if seat in connection.seats:
                self._leave_with(connection, tuple(own for own in connection.seats if own != seat))

    def sign_out(self, sessions: Collection[str]) -> bool:
        """Removes the seats from the connections of sessions that have ended. Returns whether there were any."""
        ended = [each for each in self._connections if each.session in sessions and each.seats]
        for connection in ended:
            self._leave_with(connection, ())
        return bool(ended)

    def _leave_with(self, connection: Viewer, left: tuple[int, ...]) -> None:
        """Reduces the seats of a connection, and shows it the table as it is allowed to see it now."""
        if connection.seat not in left:
            connection.seat = SPECTATOR
        if len(left) == 1:
            connection.seat = left[0]
        connection.seats = left
        if not left:
            words = say("This seat is no longer yours. You can watch.")
            connection.send(from_server.encode(from_server.Error(code="secret", words=words)))
        self.show(connection)

    # --- messages ----------------------------------------------------------------------------------

    def show(self, connection: Viewer, question: int = -1) -> None:
        """Sends a connection the table with the whole log. If that cannot be made, sends an error in answer to the
        message with the number `question`.
        """
        try:
            self._send(connection, from_server.encode(self._updates.whole(connection.seat, connection.seats)))
            self._views.note_sent(connection.seat)
        except Exception:
            self._cannot_show(connection, question)

    def show_reloaded(self) -> None:
        """Sends everybody the table with the whole log, after the match was read from the database again."""
        for connection in self._connections:
            self.show(connection)

    def show_move(self) -> bool:
        """Sends everybody the table after a move. Returns whether the set of connections that cannot be shown the table
        has changed.
        """
        before = {connection for connection in self._connections if connection.blind}
        updates: dict[tuple[int, tuple[int, ...], int], str] = {}
        for connection in self._connections:
            if connection.blind:  # it lacks the earlier lines of the log
                self.show(connection)
                continue
            who = connection.seat, connection.seats, id(connection.shown)
            if who not in updates:
                updates[who] = self._update_or_nothing(connection)
            if updates[who]:
                self._send(connection, updates[who])
            else:
                self._say_blind(connection)
        self._views.note_all_sent()
        return before != {connection for connection in self._connections if connection.blind}

    def show_occupants(self, *, but: Viewer | None = None) -> None:
        """Sends everybody the present occupants of the table, and its notice."""
        texts: dict[int, str] = {}
        for connection in self._connections:
            if connection is but:
                continue
            if connection.seat not in texts:
                texts[connection.seat] = self._occupants_or_nothing(connection)
            if texts[connection.seat]:
                connection.send(texts[connection.seat])

    def _occupants_or_nothing(self, connection: Viewer) -> str:
        """Returns the message about occupants, for the seat of a connection; empty if it cannot be made."""
        try:
            return from_server.encode(from_server.Occupants(now=self._occupancy.now_for(connection.seat)))
        except Exception:
            self._log_failure(connection)
            return ""

    def _send(self, connection: Viewer, update: str) -> None:
        connection.send(update)
        connection.blind = False
        connection.shown = self._views.of(connection.seat) if connection.keeps else None

    def _update_or_nothing(self, connection: Viewer) -> str:
        """Returns the update for a connection and all others that were shown the same before. Empty if it cannot be
        made, since the move still stands and the others must see it.
        """
        try:
            update = self._updates.since_last(connection.seat, connection.seats, connection.shown)
            return from_server.encode(update)
        except Exception:
            self._log_failure(connection)
            return ""

    def _cannot_show(self, connection: Viewer, question: int) -> None:
        self._log_failure(connection)
        self._say_blind(connection, question)

    def _say_blind(self, connection: Viewer, question: int = -1) -> None:
        """Reports once that there is no view. The connection stays: the next move may be shown again, and a closed
        connection would only come back for the same error.
        """
        if connection.blind and question == -1:
            return
        connection.blind = True
        words = say("The table cannot be shown to you just now; the error has been logged")
        connection.send(from_server.encode(from_server.Error(code="internal", words=words, id=question)))

    def _log_failure(self, connection: Viewer) -> None:
        """Logs the exception that is being handled."""
        ply, seat = self._table.match.ply, connection.seat
        log.exception("table %s, move %d: seat %d cannot be sent its view", self._table.id, ply, seat)
