"""A client of the tables in a page, message by message, with a search that answers the page's orders."""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import numpy as np

from cogtable.engine.play import registry
from cogtable.engine.rules import verbs
from cogtable.server.wire import from_client, from_server, lobby_api
from cogtable.server.wire.base import PROTOCOL
from cogtable.site.page_tables import PageTables
from cogtable.site.page_tables.thinking import ThinkingOrder

MESSAGES = msgspec.json.Decoder(from_server.FromServer)


class Page:
    """A page: its tables, what it has stored, and its clock."""

    def __init__(self, stored: dict[str, bytes] | None = None, now: float = 1_000_000.0) -> None:
        self.stored = dict(stored or {})
        self.now = now
        self.tables = PageTables(self.stored.__setitem__, now)
        self.tables.open(self.stored)
        self.sockets: dict[int, Socket] = {}
        self.orders: list[ThinkingOrder] = []
        """The orders that nobody has answered."""
        self.again: float | None = None
        """When the page wants to be called again."""

    # --- calls ---

    def call(self, method: str, path: str, body: Any = None, secret: str = "") -> tuple[int, Any]:
        """Calls the page; returns the status, and the answer as lists and dicts."""
        text = "" if body is None else msgspec.json.encode(body).decode()
        answer = self.tables.call(method, path, text, secret, self.now)
        self.turn()
        return answer.status, msgspec.json.decode(answer.body)

    def make(self, game: str, *seats: str, **wanted: Any) -> lobby_api.Seated:
        """Makes a table; seats are "me", a name of a person, or "bot NAME"."""
        status, made = self.call("POST", "/tables", {"game": game, "seats": [_seat(one) for one in seats], **wanted})
        assert status == 201, made
        return msgspec.convert(made, lobby_api.Seated)

    def open_match(self, file: str, seats: list[dict[str, str]]) -> tuple[int, Any]:
        """Opens a saved match; returns the status and the answer."""
        return self.call("POST", "/matches", {"file": file, "seats": seats})

    # --- sockets ---

    def connect(self, path: str, secret: str = "", *, keeps: bool = False, seat: int = -1) -> Socket:
        """Opens a connection and says hello."""
        socket = Socket(self, self.tables.connect(path))
        self.sockets[socket.number] = socket
        socket.send(from_client.Hello(protocol=PROTOCOL, secret=secret, keeps=keeps, seat=seat))
        return socket

    def sit(self, made: lobby_api.Seated, **how: Any) -> Socket:
        return self.connect(f"tables/{made.table}", made.secret, **how)

    # --- searches and time ---

    def turn(self) -> None:
        """Takes the news, and lets the page go on while it can."""
        while True:
            self.again = self.tables.tick(self.now)
            news = self.tables.news()
            for number, text in news.messages:
                self.sockets[number].heard.append(MESSAGES.decode(text))
                self.sockets[number].texts.append(text)
            for number, code in news.closed:
                self.sockets[number].closed = code
            self.orders = [one for one in (*self.orders, *news.orders) if one.number not in news.stopped]
            if self.again != self.now:
                return

    def think(self) -> int:
        """Answers all orders, and those that follow, by a search that takes the first actions. Returns their number."""
        count = 0
        while self.orders:
            order = self.orders.pop(0)
            results = [found_by_search(order, search) for search in order.searches]
            self.tables.found(order.number, msgspec.json.encode(results).decode(), self.now)
            count += 1
            self.turn()
        return count


def found_by_search(order: ThinkingOrder, search: from_server.OrderedSearch) -> from_client.FoundBySearch:
    """The result of a search that has tried the first legal actions."""
    hidden = state_of(order.game, search)
    seats = int(hidden[0].seats)
    actions = [search.first] if search.first >= 0 else _legal(order.game, hidden, search.seat)[: order.most]
    chances = [0.5 - 0.01 * at - 0.0001 * (search.first % 7) for at in range(len(actions))]
    return from_client.FoundBySearch(
        actions=actions, visits=list(range(len(actions), 0, -1)), chances=chances, seats=[1 / seats] * seats
    )


def state_of(game: str, search: from_server.OrderedSearch) -> Any:
    """The hidden state of a search, an array of one."""
    return np.frombuffer(bytearray(base64.b64decode(search.hidden)), registry.find(game).state.dtype)


def _legal(game: str, hidden: Any, seat: int) -> list[int]:
    if seat < 0:
        return []
    found = registry.find(game)
    mask = found.mask()
    verbs.legal(hidden[0], found.box.record, seat, mask)
    return [int(action) for action in np.flatnonzero(mask)]


class Socket:
    """A connection of the client."""

    def __init__(self, page: Page, number: int) -> None:
        self.page, self.number = page, number
        self.heard: list[Any] = []
        self.texts: list[str] = []
        self.closed = 0
        """The code with which it was closed."""
        self._sent = 0

    def send(self, message: from_client.FromClient) -> list[Any]:
        """Sends a message; returns what comes at once."""
        return self.send_text(msgspec.json.encode(message).decode())

    def send_text(self, text: str) -> list[Any]:
        before = len(self.heard)
        self.page.tables.receive(self.number, text, self.page.now)
        self.page.turn()
        return self.heard[before:]

    def ask(self, kind: type, **fields: Any) -> Any:
        """Sends a numbered message; returns the answer to it."""
        self._sent += 1
        heard = self.send(kind(id=self._sent, **fields))
        return next((one for one in heard if getattr(one, "id", None) == self._sent), None)

    @property
    def update(self) -> from_server.Update:
        """The last view."""
        return [one for one in self.heard if isinstance(one, from_server.Update)][-1]

    @property
    def view(self) -> Any:
        return self.update.view

    @property
    def seen(self) -> dict[str, int]:
        """The revision of the last view, as fields of a message."""
        return {"ply": self.view.ply, "undone": self.view.undone}

    def act(self, action: int, **more: Any) -> Any:
        return self.ask(from_client.Act, action=action, **self.seen, **more)

    def close(self) -> None:
        self.page.tables.disconnect(self.number)
        self.page.turn()


def _seat(wanted: str) -> dict[str, str]:
    if wanted.startswith("bot "):
        return {"kind": "bot", "bot": wanted.removeprefix("bot ")}
    return {"kind": wanted} if wanted in ("me", "open") else {"kind": "me", "name": wanted}
