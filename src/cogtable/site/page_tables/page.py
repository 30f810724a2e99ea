"""All tables of one page: answers its client as a server does, without I/O. `docs/site.md` says how it is used.

The page's script (in a Web Worker) passes on the client's calls and messages, and the results of searches. After each
call it takes `news`: messages for the client, and orders for searches; and it calls `tick`, now and at the time that
`tick` returns. Times are in seconds since 1970.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Mapping
from urllib.parse import unquote

import msgspec

from cogtable.bots import network_mcts
from cogtable.engine.errors import UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.text.words import say
from cogtable.server.core.messages import checked_hello, error_of, number_of, read_message
from cogtable.server.core.refusal import Refusal
from cogtable.server.table.solving import Solving
from cogtable.server.wire import from_client, from_server
from cogtable.server.wire.from_server import encode
from cogtable.site.page_tables.calls import Answer, Calls
from cogtable.site.page_tables.shelf import Keep, PageHost, Shelf
from cogtable.site.page_tables.table import FAILED, PageConnection, PageTable
from cogtable.site.page_tables.thinking import Thinking, ThinkingOrder

log = logging.getLogger("cogtable.site")

REFUSED = 1008
"""The close code for a refused connection."""

_TABLE = re.compile("tables/([^/]+)")
_PUZZLE = re.compile("puzzles/([^/]+)/([^/]+)")


class News(msgspec.Struct, kw_only=True, frozen=True):
    """What the page's script has to do: pass on `messages` (connection, text) to the client, close connections (number,
    code), begin searches, and stop those of these `orders`.
    """

    messages: list[tuple[int, str]]
    closed: list[tuple[int, int]]
    orders: list[ThinkingOrder]
    stopped: list[int]


class PageTables:
    """The tables of one page.

    Args:
        keep: see `shelf.Keep`.
        now: the present time.
        networks: the games whose modules have a network, each with the numbers of seats that it has learned; None where
            this process reads the weights itself.
        modules: the digests of the games' modules, by game, for the workbench.
    """

    def __init__(
        self,
        keep: Keep,
        now: float,
        networks: Mapping[str, Collection[int]] | None = None,
        modules: Mapping[str, str] | None = None,
    ) -> None:
        if networks is not None:
            network_mcts.leave_to_modules(networks)
        self._thinking = Thinking()
        self._host = PageHost(now)
        self._shelf = Shelf(keep, self._host, self._thinking)
        self._calls = Calls(self._shelf, self._host, modules or {})
        self._sockets: dict[int, _Socket] = {}
        self._count = 0
        self._messages: list[tuple[int, str]] = []
        self._closed: list[tuple[int, int]] = []

    def open(self, records: Mapping[str, bytes]) -> None:
        """Takes tables that were stored, by their ids, before anything else is done with them."""
        self._shelf.put(records)

    def info(self, table: str) -> bytes:
        """Returns a table as it is listed for its creator, a `lobby_api.TableInfo` as JSON. Raises Refusal."""
        row = self._shelf.row(table)
        return msgspec.json.encode(self._calls.info(row, row.creator))

    def forget(self, table: str) -> None:
        """Takes the news that a table was deleted. Its connections are closed."""
        for number, socket in list(self._sockets.items()):
            if socket.table == table:
                self._closed.append((number, REFUSED))
                self.disconnect(number)
        self._shelf.remove(table)

    def note_storage_refused(self) -> None:
        """Takes the news that a record could not be stored. Play goes on, and everybody is told once."""
        self._shelf.note_refused()

    # --- calls and connections -------------------------------------------------------------------

    def call(self, method: str, path: str, body: str, secret: str, now: float) -> Answer:
        """Answers a call to a path below `/api`. `secret` is that of the header `Authorization`; empty without one."""
        self._host.time = now
        try:
            return self._calls.answer(method, unquote(path.partition("?")[0]), body.encode(), secret)
        except Exception:
            log.exception("%s %s failed", method, path[:80])
            return Answer(500, msgspec.json.encode({"error": say(FAILED)}))

    def connect(self, path: str) -> int:
        """Opens a connection to a path below `/api`, without `/ws`: of a table or a puzzle. Returns its number."""
        self._count += 1
        number = self._count
        self._sockets[number] = _Socket(unquote(path), self._shelf, lambda text: self._messages.append((number, text)))
        return number

    def receive(self, connection: int, text: str, now: float) -> None:
        """Takes a message of a connection."""
        self._host.time = now
        socket = self._sockets.get(connection)
        if socket is None:
            log.error("there is no connection %d", connection)
        elif not socket.receive(text):
            self._closed.append((connection, REFUSED))
            self.disconnect(connection)

    def disconnect(self, connection: int) -> None:
        """Takes the news that a connection is closed."""
        if socket := self._sockets.pop(connection, None):
            socket.close()

    # --- searches and time -----------------------------------------------------------------------

    def found(self, order: int, results: str, now: float) -> None:
        """Takes the results of an order, as JSON: a list of `from_client.FoundBySearch`."""
        self._host.time = now
        self._thinking.found(order, results)

    def failed(self, order: int, why: str, now: float) -> None:
        """Takes the news that the searches of an order failed."""
        self._host.time = now
        self._thinking.fail(order, why)

    def tick(self, now: float) -> float | None:
        """Ends what is over by now, and plays at most one move of a bot at each table. Returns when it wants to be
        called again: `now` if bots can play on at once; None if it waits for nothing.
        """
        self._host.time = now
        times = [self._go_on(table, now) for table in self._shelf]
        return min((time for time in times if time is not None), default=None)

    def _go_on(self, table: PageTable, now: float) -> float | None:
        try:
            return table.go_on(now)
        except Exception:
            log.exception("table %s cannot go on", table.table.id)
            return None

    def news(self) -> News:
        """Takes away what is to be done."""
        found = News(
            messages=self._messages,
            closed=self._closed,
            orders=self._thinking.orders,
            stopped=self._thinking.stopped,
        )
        self._messages, self._closed = [], []
        self._thinking.orders, self._thinking.stopped = [], []
        return found


class _Socket:
    """A connection of the client, to a table or a puzzle."""

    def __init__(self, path: str, shelf: Shelf, send: Callable[[str], object]) -> None:
        self._path = path
        self._shelf = shelf
        self._send = send
        self._connection = PageConnection(send)
        self._table: PageTable | None = None
        self._solving: Solving | None = None

    @property
    def table(self) -> str:
        """The id of its table; empty if it is at none."""
        return self._table.table.id if self._table else ""

    def receive(self, text: str) -> bool:
        """Answers a message. Returns whether the connection stays open."""
        number = -1
        try:
            message = read_message(text)
            number = number_of(message)
            if self._table:
                self._table.receive(self._connection, message)
            elif self._solving:
                for answer in self._solving.answer(message):
                    self._send(encode(answer))
            else:
                return self._begin(message)
        except Refusal as refusal:
            self._send(encode(error_of(Refusal(refusal.code, str(refusal), max(number, refusal.id)))))
            return bool(self._table or self._solving)
        except Exception:
            log.exception("%s: a message failed", self._path[:80])
            self._send(encode(from_server.Error(code="internal", words=say(FAILED), id=number)))
        return True

    def _begin(self, message: from_client.FromClient) -> bool:
        """Takes the hello. Raises Refusal."""
        hello = checked_hello(message)
        if found := _TABLE.fullmatch(self._path):
            table = self._shelf.table(found[1])
            table.enter(self._connection, hello)
            self._table = table
        elif found := _PUZZLE.fullmatch(self._path):
            try:
                self._solving = Solving(registry.find(found[1]), found[2])
            except UnknownGame as error:
                raise Refusal("unknown-table", str(error)) from error
            self._send(encode(self._solving.begin()))
        else:
            raise Refusal("unknown-table", f"there is no table at {self._path[:80]}")
        return True

    def close(self) -> None:
        """Leaves the table."""
        if self._table:
            self._table.leave(self._connection)
