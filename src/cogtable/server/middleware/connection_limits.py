"""Guards the server's connections: how many there may be, and how long a request may take to arrive.

A connection whose request is not whole costs next to nothing to make, so many of them must shut nobody out. They are
counted, each has a deadline that sending a little does not put off, and the oldest give way to new ones.
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
"""The proxies that are trusted if none are named: those on this machine."""


def is_trusted(proxies: tuple[str, ...]) -> Callable[[str], bool]:
    """Tells whether an address is that of a trusted proxy."""
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
        """Told the status of each answer that is sent past the application."""
        self._is_trusted = is_trusted(proxies)
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self.open_by: Counter[str] = Counter()
        """How many connections each address has open; without those that have none."""
        self._half_sent: OrderedDict[GuardedHTTP, str] = OrderedDict()
        self.half_sent_by: Counter[str] = Counter()
        """How many of these have not sent a whole request; without addresses that have none."""

    @property
    def half_sent(self) -> int:
        """How many connections have not sent a whole request."""
        return len(self._half_sent)

    @property
    def open(self) -> int:
        """How many connections are open."""
        return len(self._addresses)

    def enter(self, transport: asyncio.BaseTransport, address: str) -> Exceeded | None:
        """Counts a new connection. Returns why it is refused, if it is."""
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
        """Counts a connection as closed. It may have become a WebSocket meanwhile."""
        who = self._addresses.pop(transport, None)
        if who is not None:  # it is empty for a client without an address, as at a Unix socket
            self.open_by[who] -= 1
            if not self.open_by[who]:
                del self.open_by[who]

    def waits(self, connection: GuardedHTTP, who: str) -> bool:
        """Notes that a request is not whole; returns whether that is new. The oldest such connection gives way if there
        are too many.
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
        """Notes that a request is whole, or that its connection is gone."""
        who = self._half_sent.pop(connection, None)
        if who is not None:
            self.half_sent_by[who] -= 1
            if not self.half_sent_by[who]:
                del self.half_sent_by[who]


class GuardedHTTP(H11Protocol):
    """uvicorn's HTTP connection with deadlines. `guard` is that of the server (see `guarded`)."""

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
        """Forgets the connection."""
        super().connection_lost(exc)
        self._disarm()
        self._read()
        self.guard.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        """Takes what came, unless the connection is refused."""
        if self._refusal:
            self._close(self._refusal)
            return
        with logs.client(self._who):  # also for what uvicorn itself has to say
            super().data_received(data)
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Answers what is not HTTP, or only closes the connection where an answer has begun. Whatever works on the
        request is told that nobody waits for it.
        """
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._answer(refused(400, say("what came is no HTTP request")))
        self.transport.close()

    def on_response_complete(self) -> None:
        """Expects the next request."""
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """Starts the deadline of a request that is not whole, or ends it. uvicorn itself closes a connection on which
        nothing follows a request.
        """
        is_half = self._is_half() and not self.timeout_keep_alive_task
        if not is_half or self.transport.is_closing():
            self._disarm()
        elif self.guard.waits(self, self._who):
            seconds = self.guard.counts.limits.header_s
            if not math.isinf(seconds) and not self.transport.is_closing():
                self._deadline = self.loop.call_later(seconds, self._expire)

    def _is_half(self) -> bool:
        """Whether a head is to come, or the rest of a body that nobody waits for."""
        is_answered = self.conn.our_state in (h11.DONE, h11.MUST_CLOSE)
        return self.conn.their_state is h11.IDLE or (is_answered and self.conn.their_state is h11.SEND_BODY)

    def _disarm(self) -> None:
        self.guard.whole(self)
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def give_way(self) -> None:
        """Closes a connection whose request takes too long. Browsers open some ahead of need: those hear nothing, as
        those do that have been answered.
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
        """The client does not read. It gets some time."""
        super().pause_writing()
        seconds = self.guard.counts.limits.unread_s
        if self._unread is None and not math.isinf(seconds):
            self._unread = self.loop.call_later(seconds, self._cut_off)

    def resume_writing(self) -> None:
        """The client reads."""
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
    """What such a connection may become. `guard` is that of the server."""

    guard: Guard

    def data_received(self, data: bytes) -> None:
        """Takes what came."""
        with logs.client(network(self.client[0] if self.client else "")):
            super().data_received(data)

    def answered(self, status: int) -> None:
        """Counts an answer."""
        self.guard.answered(status)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        super().connection_lost(exc)
        self.guard.leave(self.transport)


def guarded(guard: Guard) -> tuple[type[GuardedHTTP], type[GuardedWebSocket]]:
    """The classes of the connections of one server."""
    own = {"guard": guard}
    return type("GuardedHTTP", (GuardedHTTP,), own), type("GuardedWebSocket", (GuardedWebSocket,), own)
