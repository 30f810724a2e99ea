"""Simulated people at a server's tables, each with a connection of their own: they sit down, watch, and move."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from bench.serving import View, decoder
from cogtable.server.wire.base import PROTOCOL

DEFLATE = ClientPerMessageDeflateFactory(client_max_window_bits=True)
"""Compression as browsers request it. This client's default would ask the server for a window of only 4 kB."""

PATIENCE_S = 60.0
"""The time limit of a server's answer."""


class Refused(LookupError):
    """The server refused a request; the text is the server's."""


class Person:
    """A person in a seat, and their view."""

    def __init__(self, socket: ClientConnection, changed: Callable[[], None]) -> None:
        self._socket = socket
        self._changed = changed
        """Called when they have received a view or a refusal."""
        self._number = 0
        self.view: View | None = None
        self.acknowledged = -1
        """The number of moves after their last acknowledged one."""
        self.refused = ""
        self.gone = False

    async def read(self) -> None:
        """Reads all messages while the connection is open."""
        with suppress(WebSocketException, OSError):
            async for data in self._socket:
                message = decoder.decode(data)
                if message.view:
                    self.view = message.view
                elif message.changes and self.view:
                    self.view = message.changes.applied(self.view)
                elif message.type == "accepted":
                    self.acknowledged = message.ply
                elif message.type == "error":
                    self.refused = message.words
                else:
                    continue
                self._changed()
        self.gone = True
        self._changed()

    async def say_hello(self, secret: str) -> None:
        await self._send({"type": "hello", "protocol": PROTOCOL, "secret": secret, "keeps": True})

    async def act(self, action: int) -> None:
        """Plays one of the choices."""
        assert self.view
        self._number += 1
        await self._send({"type": "act", "id": self._number, "ply": self.view.ply, "action": action})

    async def _send(self, message: dict[str, object]) -> None:
        with suppress(WebSocketException, OSError):  # the reader sees it too
            await self._socket.send(msgspec.json.encode(message), text=True)


class Party:
    """The people of one table, all connected."""

    def __init__(self) -> None:
        self.people: list[Person] = []
        self._news = asyncio.Event()

    @property
    def over(self) -> bool:
        return all(person.view and person.view.over for person in self.people)

    @property
    def open(self) -> int:
        """The number of open connections."""
        return sum(not person.gone for person in self.people)

    async def until(self, done: Callable[[], bool]) -> None:
        """Waits until a condition holds for people's views. Raises Refused, also when a connection is lost."""
        async with asyncio.timeout(PATIENCE_S):
            while not done():
                if any(person.gone for person in self.people):
                    raise Refused("a connection was lost")
                self._news.clear()
                await self._news.wait()

    async def move(self, random: Random, acknowledged: Callable[[], None]) -> None:
        """Plays a move of a person with a decision: calls `acknowledged`, and waits until all have seen it. Raises
        Refused.
        """
        views = [person.view for person in self.people if person.view]
        ply = max(view.ply for view in views)
        seat = random.choice(next(view for view in views if view.ply == ply).waiting)
        view = await self._seen(seat, ply)
        await self.play(seat, ply, random.choice(view.choices).action, acknowledged)

    async def play(self, seat: int, ply: int, action: int, acknowledged: Callable[[], None] = lambda: None) -> None:
        """Plays an action after `ply` moves, otherwise as `move` does. Raises Refused."""
        person = self.people[seat]
        await self._seen(seat, ply)
        await person.act(action)
        await self.until(lambda: bool(person.acknowledged > ply or person.refused))
        if person.refused:
            raise Refused(person.refused)
        acknowledged()
        after = person.acknowledged
        await self.until(lambda: all(each.view and each.view.ply >= after for each in self.people))

    async def _seen(self, seat: int, ply: int) -> View:
        """The view of a seat after `ply` moves. Raises Refused."""
        person = self.people[seat]
        await self.until(lambda: bool(person.view and person.view.ply == ply))
        assert person.view
        return person.view

    @asynccontextmanager
    async def connected(self, addresses: Sequence[str], table: str, secrets: list[str]) -> AsyncIterator[None]:
        """Seats all people at their table, each connected to one of the addresses. Raises Refused."""
        sockets, readers = [], []
        try:
            for address, secret in zip(addresses, secrets, strict=True):
                url = f"ws{address.removeprefix('http')}/api/tables/{table}/ws"
                socket = await connect(
                    url, compression=None, extensions=[DEFLATE], ping_interval=None, open_timeout=PATIENCE_S
                )
                sockets.append(socket)
                person = Person(socket, self._news.set)
                self.people.append(person)
                readers.append(asyncio.create_task(person.read()))
                await person.say_hello(secret)
            await self.until(lambda: all(person.view or person.refused for person in self.people))
            if refused := next((person.refused for person in self.people if person.refused), ""):
                raise Refused(refused)
            yield
        finally:
            for reader in readers:
                reader.cancel()
            for socket in sockets:
                socket.transport.abort()


async def new_table(http: httpx.AsyncClient, game: str, seats: int, seed: int | None = None) -> tuple[str, list[str]]:
    """Creates a table with people in all seats; returns it and their secrets. Raises Refused."""
    open_seats = [{"kind": "open"}] * (seats - 1)
    wanted = {"game": game, "name": "Ada", "seats": [{"kind": "me"}, *open_seats]}
    mine = await _posted(http, "/api/tables", wanted | ({} if seed is None else {"seed": seed}))
    path = f"/api/tables/{mine['table']}/join"
    joined = [await _posted(http, path, {"name": f"Ben {seat}"}) for seat in range(1, seats)]
    return mine["table"], [mine["secret"], *(seat["secret"] for seat in joined)]


async def _posted(http: httpx.AsyncClient, path: str, body: dict[str, object]) -> dict[str, str]:
    for _ in range(3):
        with suppress(httpx.ReadError, httpx.RemoteProtocolError):  # the server has just closed a keep-alive connection
            answer = await http.post(path, json=body)
            break
    else:
        raise Refused(f"{path}: the server closes its connections")
    if answer.is_error:
        raise Refused(f"{path}: {answer.status_code}: {answer.text[:300]}")
    found: dict[str, str] = answer.json()
    return found
