"""Connected viewers of a table: who they are, what each may see, and what each has been sent."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import Any

import msgspec

from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import say
from cogtable.server.core.limits import Counts
from cogtable.server.table.changes import changes
from cogtable.server.table.coach import Coach
from cogtable.server.table.connection import Connection
from cogtable.server.table.seating import takeover_of
from cogtable.server.table.table import Table
from cogtable.server.wire import base, from_server
from cogtable.view import Line, View

log = logging.getLogger("cogtable.server")


class Viewers:
    """The connections to one table. One view is made for each seat, however many connections it has."""

    def __init__(
        self,
        table: Table,
        occupants: Callable[[int, tuple[int, ...]], from_server.Occupants],
        coach: Coach,
        counts: Counts,
        variant: base.VariantInfo | None = None,
    ) -> None:
        self._counts = counts
        self._table = table
        self._variant = variant
        self._occupants = occupants
        """Makes the message that tells a seat who is at the table."""
        self._coach = coach
        self._connections: set[Connection] = set()
        self._views: dict[int, View] = {}
        self._logs: dict[int, list[Line]] = {}
        """For each seat, the log that was sent to its connections."""

    @property
    def seats(self) -> frozenset[int]:
        """The seats with a connection that is shown the table."""
        return frozenset(seat for connection in self._connections if not connection.blind for seat in connection.seats)

    @property
    def charged_clients(self) -> frozenset[str]:
        """The addresses for which bots think here: those of the people with a seat, else those of the spectators."""
        seated = [connection for connection in self._connections if connection.seats]
        return frozenset(connection.address for connection in seated or self._connections)

    @property
    def watching(self) -> int:
        """How many spectators are connected."""
        return self._count(())

    def _count(self, seats: tuple[int, ...]) -> int:
        return sum(connection.seats == seats for connection in self._connections)

    def __bool__(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._connections)

    def __contains__(self, connection: Connection) -> bool:
        """Whether this is a connection to the table."""
        return connection in self._connections

    def add(self, connection: Connection) -> None:
        """Adds a connection; nothing is sent to it yet. Raises Refusal when its seat has too many."""
        name = "seat_sockets" if connection.seats else "spectators"
        if self._count(connection.seats) >= getattr(self._counts.limits, name):
            self._counts.refuse(name, 0)
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        """Removes a connection."""
        self._connections.discard(connection)

    def disconnect(self) -> None:
        """Ends all connections, which may come again."""
        for connection in self._connections:
            connection.drop()

    def drop(self, banned: Callable[[str], str]) -> None:
        """Ends the connections from addresses that are `banned`."""
        for connection in self._connections:
            if banned(connection.address):
                connection.drop()

    def unseat(self, seat: int) -> None:
        """Takes a seat from its connections, because somebody else or nobody has it now. Those without another seat
        become spectators.
        """
        for connection in self._connections:
            if seat in connection.seats:
                self._leave_with(connection, tuple(own for own in connection.seats if own != seat))

    @property
    def sessions(self) -> set[str]:
        """The ids of the sessions with which people here are signed in."""
        return {connection.session for connection in self._connections if connection.session}

    def sign_out(self, sessions: Collection[str]) -> bool:
        """Takes their seats from the connections of sessions that have ended. Returns whether there were any."""
        ended = [each for each in self._connections if each.session in sessions and each.seats]
        for connection in ended:
            self._leave_with(connection, ())
        return bool(ended)

    def _leave_with(self, connection: Connection, left: tuple[int, ...]) -> None:
        """Leaves a connection with fewer seats, and shows it the table as it may see it now."""
        if connection.seat not in left:
            connection.seat = SPECTATOR
        if len(left) == 1:
            connection.seat = left[0]
        connection.seats = left
        if not left:
            words = say("This seat is no longer yours. You can watch.")
            connection.send(from_server.encode(from_server.Error(code="secret", words=words)))
        self.show(connection)

    # --- what is seen ------------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """The table as a seat sees it now, with the whole log."""
        if seat not in self._views:
            self._views[seat] = self._table.match.view(None if seat == SPECTATOR else seat)
        return self._views[seat]

    # --- what is sent ------------------------------------------------------------------------------

    def show(self, connection: Connection, question: int = -1) -> None:
        """Sends a connection the table with the whole log; or, where that cannot be made, says so in answer to the
        message of the number `question`.
        """
        try:
            self._send(connection, self._update(connection.seat, connection.seats, whole=True))
            self._logs[connection.seat] = self.view(connection.seat).log
        except Exception:
            self._cannot_show(connection, question)

    def show_reloaded(self) -> None:
        """Sends everybody the table with the whole log, after the match was read from the database again."""
        self._views.clear()
        for connection in self._connections:
            self.show(connection)

    def show_move(self) -> bool:
        """Sends everybody the table after a move. Returns whether others are shown it than before."""
        before = {connection for connection in self._connections if connection.blind}
        self._views.clear()
        updates: dict[tuple[int, tuple[int, ...], int], str] = {}
        for connection in self._connections:
            if connection.blind:  # it lacks what came before
                self.show(connection)
                continue
            who = connection.seat, connection.seats, id(connection.shown)
            if who not in updates:
                updates[who] = self._update_or_nothing(connection)
            if updates[who]:
                self._send(connection, updates[who])
            else:
                self._say_blind(connection)
        for seat, view in self._views.items():
            self._logs[seat] = view.log
        return before != {connection for connection in self._connections if connection.blind}

    def show_occupants(self, *, but: Connection | None = None) -> None:
        """Sends everybody who is at the table now, and its notice."""
        self._send_each(lambda *who: from_server.encode(self._occupants(*who)), but)

    def send_all(self, message: from_server.FromServer) -> None:
        """Sends everybody a message."""
        text = from_server.encode(message)
        self.send_text(text, lambda _: True)

    def send_text(self, text: str, wanted: Callable[[Connection], bool]) -> None:
        """Sends an encoded message to the connections for which `wanted` is true."""
        for connection in self._connections:
            if wanted(connection):
                connection.send(text)

    def _send_each(self, text_for: Callable[[int, tuple[int, ...]], str], but: Connection | None = None) -> None:
        """Sends each connection a text, which is made once for each view and device."""
        texts: dict[tuple[int, tuple[int, ...]], str] = {}
        for connection in self._connections:
            if connection is but:
                continue
            who = connection.seat, connection.seats
            if who not in texts:
                try:
                    texts[who] = text_for(*who)
                except Exception:
                    self._log_failure(connection)
                    texts[who] = ""
            if texts[who]:
                connection.send(texts[who])

    def _send(self, connection: Connection, update: str) -> None:
        connection.send(update)
        connection.blind = False
        connection.shown = self.view(connection.seat) if connection.keeps else None

    def _update_or_nothing(self, connection: Connection) -> str:
        """The update for a connection and all that were shown the same before; empty if it cannot be made, since the
        move still stands and the others must see it.
        """
        try:
            return self._update(connection.seat, connection.seats, connection.shown)
        except Exception:
            self._log_failure(connection)
            return ""

    def _cannot_show(self, connection: Connection, question: int) -> None:
        self._log_failure(connection)
        self._say_blind(connection, question)

    def _say_blind(self, connection: Connection, question: int = -1) -> None:
        """Says once that there is no view. The connection stays: the next move may be shown again, and if it broke, it
        would only come back for the same.
        """
        if connection.blind and question == -1:
            return
        connection.blind = True
        words = say("The table cannot be shown to you just now; the error has been logged")
        connection.send(from_server.encode(from_server.Error(code="internal", words=words, id=question)))

    def _log_failure(self, connection: Connection) -> None:
        """Logs the exception that is being handled."""
        ply, seat = self._table.match.ply, connection.seat
        log.exception("table %s, move %d: seat %d cannot be sent its view", self._table.id, ply, seat)

    def _update(self, seat: int, seats: tuple[int, ...], before: View | None = None, *, whole: bool = False) -> str:
        """The update for a seat, which shares a device with all `seats`: with the `whole` log, or with the lines from
        the first one that its connections do not have; by what has changed since the view `before`, if they keep that
        one. With the whole log, or after an undo, nothing is animated.
        """
        view, known = self.view(seat), self._logs.get(seat, [])
        sent = 0 if whole else _in_common(known, view.log)
        shown = msgspec.structs.replace(view, log=view.log[sent:], log_from=sent)
        back = not whole and sent < len(known)
        if whole or back:
            shown.flights, shown.sounds = [], []
        if back:  # the move before was shown already
            shown.frames = []
        now = self._occupants(seat, seats)
        around: dict[str, Any] = {
            "occupants": now.occupants,
            "watching": now.watching,
            "started": now.started,
            "notice": now.notice,
            "takeover": takeover_of(self._table.row),
            "replacing": self._table.row.replacing,
            "yours": list(seats) if len(seats) > 1 else [],
            "curtain": self._need_curtain(seats),
            "undo": now.undo,
            "question": now.question,
            "creator": now.creator,
            "resigning": now.resigning,
            "clocks": now.clocks,
            "rated": now.rated,
            "unrated": now.unrated,
            "lesson": self._coach.step_for(seat),
            "variant": self._variant,
            "branch_of": "" if seat == SPECTATOR else self._table.row.branch_of,
        }
        told = changes(before, shown) if before and before.seat == seat else None
        message = from_server.Changed(changes=told, **around) if told else from_server.Update(view=shown, **around)
        return from_server.encode(message)

    def _need_curtain(self, seats: tuple[int, ...]) -> bool:
        """Whether the people at one device know different things."""
        return len(seats) > 1 and len({self._table.match.hidden(seat).tobytes() for seat in seats}) > 1


def _in_common(one: list[Line], other: list[Line]) -> int:
    """The number of lines at the beginning of two logs that are the same."""
    if one == other[: len(one)]:
        return len(one)
    return next(i for i, line in enumerate(one) if i == len(other) or line != other[i])
