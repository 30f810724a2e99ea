"""Who looks on at a room: its connections, what each may see, and what it has been sent of that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from cogtable.engine.match import SPECTATOR
from cogtable.server import protocol
from cogtable.server.refusal import Refusal
from cogtable.server.tables.connection import Connection
from cogtable.server.tables.seating import takeover_of
from cogtable.view import View

if TYPE_CHECKING:
    from cogtable.server.tables.room import Room

log = logging.getLogger("cogtable.server")

MAX_WATCHERS = 100
"""How many spectators a table takes."""

MAX_PER_SEAT = 10
"""How many connections a seat takes: tabs and devices of one person."""


class Viewers:
    """The connections of one room. Each seat is shown one view, however many connections it has."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._connections: set[Connection] = set()
        self._views: dict[int, View] = {}
        self._told: dict[int, int] = {}
        """For each seat how many lines of the log its connections have."""

    @property
    def seats(self) -> frozenset[int]:
        """The seats with a connection."""
        return frozenset(connection.seat for connection in self._connections if connection.seat != SPECTATOR)

    @property
    def watching(self) -> int:
        """How many spectators are connected."""
        return self._count(SPECTATOR)

    def _count(self, seat: int) -> int:
        return sum(connection.seat == seat for connection in self._connections)

    def __bool__(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._connections)

    def __contains__(self, connection: Connection) -> bool:
        """Whether a connection is one of these."""
        return connection in self._connections

    def add(self, connection: Connection) -> None:
        """Takes a connection in; it is shown nothing yet. Raises Refusal when its seat has too many."""
        most = MAX_WATCHERS if connection.seat == SPECTATOR else MAX_PER_SEAT
        if self._count(connection.seat) >= most:
            raise Refusal("busy", f"there are {most} such connections to this table already; try again later")
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        """Forgets a connection."""
        self._connections.discard(connection)

    # --- what is seen ------------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """The table as a seat sees it now, with the whole log."""
        if seat not in self._views:
            self._views[seat] = self._room.match.view(None if seat == SPECTATOR else seat)
        return self._views[seat]

    def forget_views(self) -> None:
        """The match is another now."""
        self._views = {}

    # --- what is sent ------------------------------------------------------------------------------

    def show(self, connection: Connection) -> None:
        """Sends a connection the table with the whole log."""
        connection.send(self._update(connection.seat, whole=True))

    def show_all(self) -> None:
        """Sends everybody the table with the whole log."""
        for connection in self._connections:
            self.show(connection)

    def show_move(self) -> None:
        """Sends everybody the table after a move."""
        self._send_each(self._move_or_nothing)

    def tell_people(self, *, without: Connection | None = None) -> None:
        """Sends everybody who is here now, and what there is to know of the table beside the game."""
        self._send_each(lambda seat: protocol.encode(self._people(seat)), without)

    def _send_each(self, text_for: Callable[[int], str], without: Connection | None = None) -> None:
        """Sends a text to each connection: one is made for a seat, however many connections it has."""
        texts: dict[int, str] = {}
        for connection in self._connections:
            if connection is without:
                continue
            if connection.seat not in texts:
                texts[connection.seat] = text_for(connection.seat)
            if texts[connection.seat]:
                connection.send(texts[connection.seat])

    def say(self, message: protocol.FromServer) -> None:
        """Sends everybody a message."""
        text = protocol.encode(message)
        for connection in self._connections:
            connection.send(text)

    def _move_or_nothing(self, seat: int) -> str:
        """The update for a seat; where it cannot be made the move still stands, and the others are told."""
        try:
            return self._update(seat)
        except Exception:
            room = self._room
            log.exception("table %s, move %d: seat %d cannot be shown the table", room.row.id, room.match.ply, seat)
            return ""

    def _update(self, seat: int, *, whole: bool = False) -> str:
        """The update for a seat after a move, with the lines of the log that its connections do not have yet; or the
        `whole` log, and nothing that flies.
        """
        view = self.view(seat)
        told = 0 if whole else self._told.get(seat, 0)
        self._told[seat] = len(view.log)
        shown = msgspec.structs.replace(view, log=view.log[told:], log_from=told, flights=[] if whole else view.flights)
        now = self._people(seat)
        update = protocol.Update(
            view=shown,
            occupants=now.occupants,
            watching=now.watching,
            started=now.started,
            notice=now.notice,
            takeover=takeover_of(self._room.row),
        )
        return protocol.encode(update)

    def _people(self, seat: int) -> protocol.Occupants:
        """Who is at the table, as a seat is told."""
        room = self._room
        return protocol.Occupants(
            occupants=room.occupants, watching=self.watching, started=room.started, notice=room.notice(seat)
        )
