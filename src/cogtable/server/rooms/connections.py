"""The connections to one table: who is there, and messages to all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cogtable.server.core.limits import Counts
from cogtable.server.rooms.connection import Connection
from cogtable.server.wire import from_server


class Connections:
    """The open connections to one table."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._connections: set[Connection] = set()

    def __bool__(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._connections)

    def __contains__(self, connection: Connection) -> bool:
        """Whether a connection is one of this table's."""
        return connection in self._connections

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    @property
    def seats(self) -> frozenset[int]:
        """The seats with a connection that shows the table."""
        return frozenset(seat for connection in self if not connection.blind for seat in connection.seats)

    @property
    def watching(self) -> int:
        """The number of connections without a seat, except those of people who stay unseen."""
        return sum(connection.seats == () and not connection.unseen for connection in self)

    @property
    def sessions(self) -> set[str]:
        """The ids of the sessions with which people here are signed in."""
        return {connection.session for connection in self if connection.session}

    @property
    def charged_clients(self) -> frozenset[str]:
        """The addresses that are charged for bots: those of people with a seat, or of spectators if there are none."""
        seated = [connection for connection in self if connection.seats]
        return frozenset(connection.address for connection in seated or self)

    def _count(self, seats: tuple[int, ...]) -> int:
        return sum(connection.seats == seats for connection in self)

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
        """Disconnects all connections. Their clients can reconnect."""
        for connection in self:
            connection.drop()

    def drop(self, banned: Callable[[Connection], bool]) -> None:
        """Disconnects the connections that are `banned`."""
        for connection in self:
            if banned(connection):
                connection.drop()

    def send_all(self, message: from_server.FromServer) -> None:
        """Sends a message to all connections."""
        self.send_text(from_server.encode(message), lambda _: True)

    def send_text(self, text: str, wanted: Callable[[Connection], bool]) -> None:
        """Sends an encoded message to the connections for which `wanted` is true."""
        for connection in self:
            if wanted(connection):
                connection.send(text)
