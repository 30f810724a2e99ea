"""A connection: one open tab. Outgoing messages wait in a short queue, so a slow connection delays no other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import say
from cogtable.server.core.token_bucket import TokenBucket
from cogtable.server.db.people import Relations
from cogtable.server.rooms.page_searches import PageSearches
from cogtable.view import View

QUEUE = 32
"""How many messages can wait for a slow reader before it is disconnected; it gets the whole view when it comes back."""


class Connection:
    """An open WebSocket with its queue of outgoing messages."""

    def __init__(self, socket: WebSocket, messages: TokenBucket, address: str = "") -> None:
        self.address = address
        """The address under which the connection is counted."""
        self.seat = SPECTATOR
        """The seat that it plays and whose view it shows; -1 for a spectator, and while a device is passed on."""
        self.seats: tuple[int, ...] = ()
        """All seats that its secret or account owns."""
        self.session = ""
        """The id of the session with which its person is signed in; empty for guests."""
        self.person = ""
        """The id of its person: their account, or a guest's browser; empty if that is not known."""
        self.unread: frozenset[str] = frozenset()
        """The ids of people whose chat its person does not get."""
        self.unseen = False
        """Whether its person stays unseen, and so is not counted among the spectators."""
        self.shown: View | None = None
        """The view that it was sent last, if its client keeps its views."""
        self.keeps = False
        """Whether its client keeps the view that it was sent, so that only the changes need to be sent next time."""
        self.searches = PageSearches(self.send)
        """The searches that its page runs."""
        self._socket = socket
        self.blind = False
        """Whether it was informed that its view cannot be shown, and has not been shown one since."""
        self._waiting: deque[str] = deque()
        """The messages to send; the first may be in transmission."""
        self._more = asyncio.Event()
        self._sends = asyncio.Event()
        """Set while the socket accepts the waiting messages, or when nothing is sent any more."""
        self._sends.set()
        self._dropped = asyncio.Event()
        self.behind = False
        """Whether it was dropped because its queue was full."""
        self._bucket = messages
        self._answering: asyncio.Task[None] | None = None
        self._answer_cancelled: Callable[[str], None] = lambda words: None
        """Answers the current request with the reason why it was cancelled."""

    def relate(self, relations: Relations) -> None:
        """Takes over whose chat its person does not get, and whether they stay unseen."""
        self.unread, self.unseen = relations.unread, relations.unseen

    @property
    def speaks_for(self) -> int:
        """The seat that its messages come from, also while a device is passed on; -1 for a spectator."""
        return self.seat if self.seat != SPECTATOR or not self.seats else self.seats[0]

    @property
    def dropped(self) -> bool:
        """Whether the connection is to be closed. The client can reconnect."""
        return self._dropped.is_set()

    def drop(self) -> None:
        """Marks the connection to be closed."""
        self._dropped.set()

    def answer_later(self, work: Coroutine[Any, Any, None], cancelled: Callable[[str], None]) -> None:
        """Runs a slow answer while other messages are read; it replaces an answer that is still running. If it is
        dropped, `cancelled` answers in its place.
        """
        self.cancel_answer(say("a newer request replaced yours"))
        self._answering, self._answer_cancelled = asyncio.create_task(work), cancelled

    def cancel_answer(self, words: str) -> None:
        """Drops the answer still running, and answers with the reason. The task may not even have begun."""
        if self._answering and not self._answering.done():
            self._answering.cancel()
            self._answer_cancelled(words)
        self._answering = None

    def send(self, text: str) -> None:
        """Queues a message. A connection that does not keep up is dropped."""
        if len(self._waiting) >= QUEUE:
            self.behind = True
            self.drop()
            return
        self._waiting.append(text)
        self._more.set()

    async def flushed(self) -> None:
        """Waits until the socket has accepted the messages queued so far. Does not wait for a reader that is too slow,
        or if nothing is sent any more.
        """
        if self._waiting:
            await self._sends.wait()

    async def pump(self) -> None:
        """Sends queued messages until the connection breaks or is dropped."""
        self._sends.clear()
        sending = asyncio.create_task(self._send_all())
        dropped = asyncio.create_task(self._dropped.wait())
        try:
            await asyncio.wait({sending, dropped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            dropped.cancel()
            await asyncio.gather(sending, dropped, return_exceptions=True)
            self._sends.set()

    async def _send_all(self) -> None:
        try:
            while True:
                self._sends.set()  # waiting tasks run at this task's next wait: the socket then has all, or is full
                await self._send_waiting()
                self._sends.clear()
                self._more.clear()
                await self._more.wait()
        except (WebSocketDisconnect, RuntimeError):
            return  # disconnected; the reader notices it too

    async def _send_waiting(self) -> None:
        while self._waiting:
            await self._socket.send_text(self._waiting[0])
            self._waiting.popleft()  # only now, since a message whose sending is cancelled must stay queued

    async def close_with(self, text: str, code: int) -> None:
        """Sends the queued messages and a last one, if any, as far as the other side still accepts them; then closes
        with `code`.
        """
        try:
            async with asyncio.timeout(2):
                await self._send_waiting()
                if text:
                    await self._socket.send_text(text)
                await self._socket.close(code)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            return

    def wait_s(self) -> float:
        """Counts an incoming message; returns the seconds until the connection is allowed to send
        it, 0 if it is now.
        """
        return 0 if self._bucket.take() else self._bucket.wait_s
