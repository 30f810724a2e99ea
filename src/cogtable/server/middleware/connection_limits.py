"""Limits the server's connections: their number, and how long a request can take to arrive.

A connection with an incomplete request costs an attacker almost nothing, so many of them must not lock other clients
out. They are counted. Each has a deadline that sending a little data does not extend, and new connections displace the
oldest.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any

import h11
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from cogtable.engine.text.words import say
from cogtable.server.cluster.forwarding import ForwardedWebSocket
from cogtable.server.core import logs
from cogtable.server.core.limits import Counts, Exceeded, network
from cogtable.server.http.responses import encoded, refused, refused_by_limit

TRUSTED = ("127.0.0.1", "::1")
"""The proxies that are trusted if none are set: those on this machine."""


def is_trusted(proxies: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether an address belongs to a trusted proxy."""
    hosts = ProxyHeadersMiddleware(_no_app, list(proxies or TRUSTED)).trusted_hosts
    return lambda address: address in hosts


async def _no_app(*_: Any) -> None:
    raise AssertionError("nothing is asked")


class Guard:
    """Counts the connections of one server."""

    def __init__(
        self, counts: Counts, proxies: tuple[str, ...] = (), answered: Callable[[int], None] = lambda status: None
    ) -> None:
        self.counts = counts
        self.answered = answered
        """Called with the status of each answer that is sent outside the application."""
        self._is_trusted = is_trusted(proxies)
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self.open_by: Counter[str] = Counter()
        """The number of open connections by address; addresses without any are left out."""
        self._half_sent: OrderedDict[GuardedHTTP, str] = OrderedDict()
        self.half_sent_by: Counter[str] = Counter()
        """The number of connections with an incomplete request by address; addresses without any are left out."""

    @property
    def half_sent(self) -> int:
        """The number of connections with an incomplete request."""
        return len(self._half_sent)

    @property
    def open(self) -> int:
        """The number of open connections."""
        return len(self._addresses)

    def enter(self, transport: asyncio.BaseTransport, address: str) -> Exceeded | None:
        """Counts a new connection. Returns the reason if it is refused."""
        limits = self.counts.limits
        who = network(address)
        refusal = None
        try:
            if self.open >= limits.connections_total:
                self.counts.refuse("connections_total", limits.header_s, 503)
            if self.open_by[who] >= limits.connections and not self._is_trusted(address):
                self.counts.refuse("connections", limits.header_s)
        except Exceeded as exceeded:
            refusal = exceeded
        self._addresses[transport] = who
        self.open_by[who] += 1
        return refusal

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Counts a connection as closed. It may have become a WebSocket in the meantime."""
        who = self._addresses.pop(transport, None)
        if who is not None:  # empty for a client without an address, as at a Unix socket
            self.open_by[who] -= 1
            if not self.open_by[who]:
                del self.open_by[who]

    def waits(self, connection: GuardedHTTP, who: str) -> bool:
        """Records that a request is incomplete. Returns False if that was known. If there are too many of these
        connections, closes the oldest.
        """
        if connection in self._half_sent:
            return False
        limits = self.counts.limits
        self._half_sent[connection] = who
        self.half_sent_by[who] += 1
        if self.half_sent_by[who] > limits.half_sent:
            self.counts.note("half-sent")
            next(other for other, address in self._half_sent.items() if address == who).give_way()
        elif len(self._half_sent) > limits.half_sent_total:
            self.counts.note("half-sent-total")
            next(iter(self._half_sent)).give_way()
        return True

    def whole(self, connection: GuardedHTTP) -> None:
        """Records that a request is complete, or that its connection is gone."""
        who = self._half_sent.pop(connection, None)
        if who is not None:
            self.half_sent_by[who] -= 1
            if not self.half_sent_by[who]:
                del self.half_sent_by[who]


class GuardedHTTP(H11Protocol):
    """uvicorn's HTTP connection with deadlines. `guard` is the server's (see `guarded`)."""

    guard: Guard

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._who = network(address)
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._refusal = self.guard.enter(transport, address)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts the connection as closed."""
        super().connection_lost(exc)
        self._disarm()
        self._read()
        self.guard.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        """Handles received data, unless the connection is refused."""
        if self._refusal:
            self._close(self._refusal)
            return
        with logs.client(self._who):  # also covers uvicorn's own log lines
            super().data_received(data)
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Answers data that isn't HTTP; only closes the connection if an answer has begun. Cancels the running request
        by signalling a disconnect.
        """
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._answer(refused(400, say("expected an HTTP request; found something else")))
        self.transport.close()

    def on_response_complete(self) -> None:
        """Waits for the next request."""
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """Starts the deadline of an incomplete request, or ends it. uvicorn itself closes an idle connection after a
        request.
        """
        is_half = self._is_half() and not self.timeout_keep_alive_task
        if not is_half or self.transport.is_closing():
            self._disarm()
        elif self.guard.waits(self, self._who):
            seconds = self.guard.counts.limits.header_s
            if not math.isinf(seconds) and not self.transport.is_closing():
                self._deadline = self.loop.call_later(seconds, self._expire)

    def _is_half(self) -> bool:
        """Whether a head is still to come, or the rest of a body that is no longer needed."""
        is_answered = self.conn.our_state in (h11.DONE, h11.MUST_CLOSE)
        return self.conn.their_state is h11.IDLE or (is_answered and self.conn.their_state is h11.SEND_BODY)

    def _disarm(self) -> None:
        self.guard.whole(self)
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def give_way(self) -> None:
        """Closes a connection whose request takes too long. Browsers open some connections in advance: those get no
        answer, nor do connections that have already been answered.
        """
        self._disarm()
        if self.transport.is_closing():
            return
        if self.conn.our_state is not h11.IDLE or not self.conn.trailing_data[0]:
            self.transport.close()
            return
        self._close(Exceeded("header_s", self.guard.counts.limits.header_s, 1, 408))

    def _expire(self) -> None:
        self.guard.counts.note("header-s")
        self.give_way()

    def _close(self, refusal: Exceeded) -> None:
        self._answer(refused_by_limit(refusal))
        self.transport.close()

    def _answer(self, found: Response) -> None:
        self.guard.answered(found.status_code)
        self.transport.write(encoded(found))

    def pause_writing(self) -> None:
        """Starts a time limit, because the client is not reading."""
        super().pause_writing()
        seconds = self.guard.counts.limits.unread_s
        if self._unread is None and not math.isinf(seconds):
            self._unread = self.loop.call_later(seconds, self._cut_off)

    def resume_writing(self) -> None:
        """Ends the time limit, because the client is reading again."""
        super().resume_writing()
        self._read()

    def _read(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None

    def _cut_off(self) -> None:
        self.guard.counts.note("unread-s")
        self.transport.abort()


class GuardedWebSocket(ForwardedWebSocket):
    """The WebSocket that an HTTP connection can become. `guard` is the server's."""

    guard: Guard

    def data_received(self, data: bytes) -> None:
        """Handles received data."""
        with logs.client(network(self.client[0] if self.client else "")):
            super().data_received(data)

    def answered(self, status: int) -> None:
        """Counts an answer."""
        self.guard.answered(status)

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts the connection as closed."""
        super().connection_lost(exc)
        self.guard.leave(self.transport)


def guarded(guard: Guard) -> tuple[type[GuardedHTTP], type[GuardedWebSocket]]:
    """Returns the connection classes of one server."""
    own = {"guard": guard}
    return type("GuardedHTTP", (GuardedHTTP,), own), type("GuardedWebSocket", (GuardedWebSocket,), own)
