"""Forwarding: requests and WebSockets for a table go to the process that owns it.

A WebSocket is joined to its owner byte by byte, so it costs little, and the owner sees everything that the client sent.
Forwarded requests have a header that says so, and are not forwarded again. The header grants no rights.
"""

from __future__ import annotations

import asyncio
import http.client
import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.errors import CogtableError
from cogtable.server.http.responses import encoded, read_body, refused
from cogtable.server.rooms.ownership import Elsewhere
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.socket.compressed import CompressedWebSocket

log = logging.getLogger("cogtable.server")

FORWARDED = "x-cogtable-forwarded"
"""The header of requests that another process has forwarded."""

CONNECT_S = 2.0
"""The time limit for reaching another process, in seconds."""

HOLD_S = 4.0
"""How long a client waits for an owner that does not answer, in seconds: the owner may be dead, and its table taken
over soon. This is shorter than a page waits for its connection.
"""

AGAIN_S = 0.25
"""How often the owner is looked for in that time, in seconds."""

HELD = 2**16
"""How many bytes a client can send while the owner is looked for. Beyond that, reading
stops until the owner is found.
"""

ANSWER_S = 30.0
"""The time limit for an owner's answer to a request, in seconds."""

_TABLE = re.compile(rb"^GET [^ ?]*/api/tables/([A-Za-z0-9_-]{1,24})/ws[ ?]")

_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "upgrade", "te", "accept-encoding", "expect"}
"""Headers that apply to one connection only."""


def host_and_port(address: str) -> tuple[str, int]:
    """Returns the parts of an address like "10.0.0.5:8000" or "[fd00::5]:8000"."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


# --- WebSockets ---------------------------------------------------------------------------------------


class _There(asyncio.Protocol):
    """The connection to the owner of a table: passes received data on to the client."""

    def __init__(self, client: asyncio.Transport) -> None:
        self._client = client
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called when the connection is open."""
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Called with received data."""
        self._client.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the owner has closed the connection, or the connection is lost."""
        self._client.close()

    def pause_writing(self) -> None:
        """Called when the owner reads more slowly than the client sends."""
        self._client.pause_reading()

    def resume_writing(self) -> None:
        """Called when the owner has caught up."""
        self._client.resume_reading()


class ForwardedWebSocket(CompressedWebSocket):
    """A WebSocket that is joined to the process which owns its table, unless that is this process."""

    _held: bytes | None = None
    """The data received while the owner is looked for."""
    _seeking: asyncio.Task[None] | None = None
    _there: asyncio.Transport | None = None
    """The connection to the owner, if it is another process."""

    def data_received(self, data: bytes) -> None:
        """Called with received data; the first call has the whole handshake."""
        if self._there:
            self._there.write(data)
        elif self._held is not None:
            self._held += data
            if len(self._held) > HELD:
                self.transport.pause_reading()
        elif not self.handshake_initiated and (table := self._shared_table(data)):
            self._held = data
            self._seeking = self.loop.create_task(self._find_owner(table))
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the client has disconnected."""
        if self._seeking:
            self._seeking.cancel()
        if self._there:
            self._there.close()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Called when the client reads more slowly than the owner sends."""
        if self._there:
            self._there.pause_reading()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Called when the client has caught up."""
        if self._there:
            self._there.resume_reading()
        super().resume_writing()

    def shutdown(self) -> None:
        """Called when the server stops."""
        if self._seeking or self._there:
            self.transport.close()
        else:
            super().shutdown()

    @property
    def _rooms(self) -> Rooms:
        app: Any = self.config.app
        rooms: Rooms = app.state.rooms
        return rooms

    def _shared_table(self, handshake: bytes) -> str:
        """Returns the table of a handshake that may have to be forwarded; otherwise empty."""
        if not self._rooms.ownership.shared or f"\r\n{FORWARDED}:".encode() in handshake.lower():
            return ""
        found = _TABLE.match(handshake)
        return found[1].decode() if found else ""

    async def _find_owner(self, table: str) -> None:
        try:
            joined = await _reach_owner(self._rooms, table, self._join)
        except Exception as error:
            known = isinstance(error, CogtableError | OSError)
            log.warning("table %s: its owner cannot be reached", table, exc_info=None if known else error)
            self._refuse(503, str(Elsewhere()))
            return
        finally:
            self._seeking = None
        if not joined:
            self.transport.resume_reading()
            handshake, self._held = self._held or b"", None
            super().data_received(handshake)

    def _refuse(self, status: int, words: str) -> None:
        self.answered(status)
        self.transport.write(encoded(refused(status, words)))
        self.transport.close()

    async def _join(self, address: str) -> None:
        """Joins the client to another process."""
        async with asyncio.timeout(CONNECT_S):
            there, _ = await self.loop.create_connection(lambda: _There(self.transport), *host_and_port(address))
        self._there = there
        there.write(forwarded_handshake(self._held or b"", self.client[0] if self.client else ""))
        self._held = None
        self.transport.resume_reading()


def forwarded_handshake(handshake: bytes, client: str) -> bytes:
    """Returns a handshake in the form that is forwarded, with the address of the client."""
    head, _, rest = handshake.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    own = b"x-forwarded-for:"
    before = [line.partition(b":")[2].strip() for line in lines if line.lower().startswith(own)]
    kept = [line for line in lines if not line.lower().startswith(own)]
    addresses = b", ".join([*before, client.encode()])
    more = [b"X-Forwarded-For: " + addresses, FORWARDED.encode() + b": 1"]
    return b"\r\n".join([*kept, *more]) + b"\r\n\r\n" + rest


# --- requests -----------------------------------------------------------------------------------------


def at_owner(serve: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Serves a request about a table in the process that owns it."""

    async def served(request: Request) -> Response:
        rooms: Rooms = request.app.state.rooms
        if not rooms.ownership.shared or FORWARDED in request.headers:
            return await serve(request)
        found: list[Response] = []

        async def ask(address: str) -> None:
            found.append(await _ask(request, address))

        if await _reach_owner(rooms, request.path_params["table"], ask):
            return found[0]
        return await serve(request)

    served.__doc__ = serve.__doc__
    return served


async def _ask(request: Request, address: str) -> Response:
    """Returns another process's answer to a request. Raises OSError only if the process cannot be reached."""
    headers: dict[str, str] = {}
    for name, value in request.headers.items():
        if name not in _HOP:
            between = "; " if name == "cookie" else ", "
            headers[name] = f"{headers[name]}{between}{value}" if name in headers else value
    before, client = headers.get("x-forwarded-for"), request.client.host if request.client else ""
    headers |= {"x-forwarded-for": f"{before}, {client}" if before else client, FORWARDED: "1"}
    target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    connection = http.client.HTTPConnection(*host_and_port(address), timeout=CONNECT_S)
    await run_in_threadpool(connection.connect)

    def ask(body: bytes) -> Response:
        connection.sock.settimeout(ANSWER_S)
        connection.request(request.method, target, body, headers)
        answer = connection.getresponse()
        found = Response(answer.read(), answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in _HOP:
                found.headers.append(name, value)  # a name can occur several times, as Set-Cookie does
        return found

    try:
        return await run_in_threadpool(ask, await read_body(request))
    except (OSError, http.client.HTTPException) as error:
        raise Elsewhere from error  # the request may or may not have been carried out
    finally:
        connection.close()


# --- shared -------------------------------------------------------------------------------------------


async def _reach_owner(rooms: Rooms, table: str, forward: Callable[[str], Awaitable[None]]) -> bool:
    """Calls `forward` with the address of the process that owns a table. Returns False if that is this process. Retries
    for a while if the owner cannot be reached, since another may replace it. Raises Refusal and OSError.
    """
    end = time.monotonic() + HOLD_S
    while address := await rooms.address_of(table):
        try:
            await forward(address)
        except OSError:
            if time.monotonic() > end:
                raise Elsewhere from None
            await asyncio.sleep(AGAIN_S)
        else:
            return True
    return False
