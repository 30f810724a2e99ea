"""A table's WebSocket: hello, then actions and questions, each answered."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import assert_never

from starlette.websockets import WebSocket, WebSocketDisconnect

from cogtable.engine.play.match import Revision
from cogtable.engine.text.words import say
from cogtable.server.accounts.guests import guest_id
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.cpu_time import metered, pay
from cogtable.server.core.limits import Counts, Exceeded, address_of
from cogtable.server.core.messages import checked_hello, error_of, number_of, read_message
from cogtable.server.core.metrics import Metrics
from cogtable.server.core.refusal import FAILED, Refusal
from cogtable.server.db.connection import NotOwner, StoreError, Unreachable
from cogtable.server.db.rows import TableRow
from cogtable.server.rooms.connection import Connection
from cogtable.server.rooms.room import Room
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.rooms.watching import may_watch, persons_of
from cogtable.server.settings import ServerSettings
from cogtable.server.table.logic import ChangeRequest
from cogtable.server.table.seating import seats_of
from cogtable.server.wire import from_client, from_server
from cogtable.server.wire.from_server import encode

TRY_AGAIN = 1013
"""The close code for a connection that can come again: it did not keep up, or something is temporarily unavailable."""

GOES_AWAY = 1012
"""The close code when the server stops, perhaps to restart."""

REFUSED = 1008
"""The close code for a refused connection."""

INBOX = 64
"""How many messages of a connection can wait for their answers before reading stops."""

log = logging.getLogger("cogtable.server")

PONG = encode(from_server.Pong())


async def table_socket(websocket: WebSocket) -> None:
    """Serves one connection to a table, from hello to disconnection."""
    rooms: Rooms = websocket.app.state.rooms
    settings: ServerSettings = websocket.app.state.settings
    table = websocket.path_params["table"]
    await websocket.accept()
    counts: Counts = websocket.app.state.counts
    address = address_of(websocket)
    connection = Connection(websocket, counts.limits.messages.bucket(), address)
    closed: Callable[[], None] | None = None
    try:
        closed = counts.enter("sockets", address)
        hello = await hello_from(websocket, settings.hello_s)
        async with rooms.use(table) as room:
            try:
                person = await person_of(websocket)
                connection.keeps = hello.keeps
                connection.session = person.session.id if person else ""
                account = person.account.id if person else ""
                connection.person = account or guest_id(websocket)
                rooms.service.check_guest(connection.person)
                relations = await rooms.store.people.relations(connection.person)
                connection.relate(relations)
                if rooms.ownership.shared:
                    await room.make_sure_of(hello.secret, account)
                await _check_watches(websocket, room.table.row, hello.secret, account)
                room.enter(connection, hello.secret, hello.seat, account, relations.apart)
                await _serve(websocket, connection, room, rooms.closing)
            finally:
                room.leave(connection)
        await connection.close_with("", GOES_AWAY if rooms.closing.is_set() else TRY_AGAIN)
    except Refusal as refusal:
        log.info("table %r: connection refused: %s: %s", table[:24], refusal.code, refusal)
        await connection.close_with(encode(error_of(refusal)), TRY_AGAIN if passes(refusal) else REFUSED)
    except WebSocketDisconnect:
        return
    except StoreError as error:
        log.error("table %r: connection refused: %s", table[:24], error)
        await connection.close_with(encode(error_of(_of_store(error))), TRY_AGAIN)
    except Exception:
        log.exception("table %r: a connection failed", table[:24])
        await connection.close_with(encode(from_server.Error(code="internal", words=say(FAILED))), REFUSED)
    finally:
        if closed:
            closed()


async def _check_watches(websocket: WebSocket, row: TableRow, secret: str, account: str) -> None:
    """Raises Refusal for a spectator of a deal of the day who has not played it."""
    rooms: Rooms = websocket.app.state.rooms
    if seats_of(row, secret, account) or await may_watch(rooms.store, row, persons_of(websocket, account)):
        return
    raise Refusal("playing", say("play this deal of the day yourself first; then you can see how others played it"))


async def receive(websocket: WebSocket) -> str | None:
    """Returns the text of the next message, None for binary data."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1005)
    text: str | None = message.get("text")
    return text


async def hello_from(websocket: WebSocket, patience_s: float) -> from_client.Hello:
    """Waits for the hello and returns it. Raises Refusal."""
    try:
        async with asyncio.timeout(patience_s):
            message = read_message(await receive(websocket))
    except TimeoutError:
        raise Refusal("protocol", f"expected hello within {patience_s:g} s; nothing came") from None
    return checked_hello(message)


async def _serve(websocket: WebSocket, connection: Connection, room: Room, closing: asyncio.Event) -> None:
    """Reads, answers and sends until the connection is gone, does not keep up, or the server stops.

    Messages that were read are processed even if the connection is gone by then.
    """
    inbox = _Inbox()
    reading = asyncio.create_task(metered(_read_all(websocket, connection, inbox)))
    answering = asyncio.create_task(_answer_all(inbox, connection, room, websocket.app.state.metrics))
    pumping = asyncio.create_task(connection.pump())
    stopping = asyncio.create_task(closing.wait())
    tasks = (reading, answering, pumping, stopping)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if connection.behind:
            log.info("table %s: a connection of seat %d did not keep up", room.table.id, connection.seat)
        gone = reading.done()
        reading.cancel()
        if gone or connection.dropped:
            room.leave(connection)  # shows it to the others now, even if the answer takes time
        inbox.put(None)
        await answering
        if gone:
            reading.result()
    finally:
        for task in tasks:
            task.cancel()
        connection.cancel_answer(say("the connection is closing; ask again when you are back"))
        await asyncio.gather(*tasks, return_exceptions=True)
        # An exception raised by a task refers to this frame. If the frame referred to the task, the connection and its
        # compressor would stay in memory until the garbage collector checks old objects, which it does rarely.
        del tasks, reading, answering, pumping, stopping


class _Inbox:
    """The messages of a connection that wait for their answers; None marks the end.

    There is room for `INBOX` messages. A message is only read when there is room for it.
    """

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(INBOX)
        self._messages: asyncio.Queue[from_client.FromClient | Refusal | None] = asyncio.Queue()

    async def has_room(self) -> None:
        """Waits for room for one more message."""
        await self._room.acquire()

    def put(self, message: from_client.FromClient | Refusal | None) -> None:
        """Adds a message, for which there is room."""
        self._messages.put_nowait(message)

    async def get(self) -> from_client.FromClient | Refusal | None:
        """Returns the next message."""
        message = await self._messages.get()
        self._room.release()
        return message


async def _read_all(websocket: WebSocket, connection: Connection, inbox: _Inbox) -> None:
    """Reads a connection's messages while earlier ones are being answered."""
    counts: Counts = websocket.app.state.counts
    has_room = False
    while True:
        if not has_room:
            await inbox.has_room()
            has_room = True
        text = await receive(websocket)
        try:
            message = read_message(text)
            if wait_s := connection.wait_s():
                counts.refuse("messages", wait_s, id=number_of(message))
        except Refusal as refusal:
            inbox.put(refusal)
            has_room = False
        else:
            if isinstance(message, from_client.Ping):
                connection.send(PONG)
            else:
                inbox.put(message)
                has_room = False
        await asyncio.sleep(0)  # a client that sends without a pause must not delay the others


async def _answer_all(inbox: _Inbox, connection: Connection, room: Room, metrics: Metrics) -> None:
    """Answers messages one after the other."""
    while (message := await inbox.get()) is not None:
        reply = Reply(connection, room.table.id)
        if isinstance(message, Refusal):
            reply.refuse(message)
        elif isinstance(message, from_client.AskHint):
            work = _answered(message, reply, connection, room, metrics)
            connection.answer_later(work, partial(reply.drop, message.id))
        else:
            await _answered(message, reply, connection, room, metrics)


class Reply:
    """The one answer to a request. Errors after the first answer are only logged."""

    def __init__(self, connection: Connection, table: str) -> None:
        self._connection = connection
        self._table = table
        self._given = False

    def give(self, message: from_server.FromServer) -> None:
        """Answers, unless that was done already."""
        if not self._given:
            self._given = True
            self._connection.send(encode(message))

    def drop(self, number: int, words: str) -> None:
        """Answers that the work was dropped, and why."""
        self.refuse(Refusal("late", words, number))

    def refuse(self, refusal: Refusal) -> None:
        """Answers with an error. If a failure comes after the answer, it is only logged."""
        what = "failed after its answer" if self._given else "refused"
        log.info("table %s, seat %d: %s: %s: %s", self._table, self._connection.seat, what, refusal.code, refusal)
        self.give(error_of(refusal))


async def _answered(
    message: from_client.FromClient, reply: Reply, connection: Connection, room: Room, metrics: Metrics
) -> None:
    """Answers a message, possibly with a refusal."""
    try:
        await pay(_answer(message, reply, connection, room, metrics), number_of(message))
    except Refusal as refusal:
        reply.refuse(refusal)


async def _answer(
    message: from_client.FromClient, reply: Reply, connection: Connection, room: Room, metrics: Metrics
) -> None:
    number = number_of(message)
    about = room.table.id, room.table.match.ply, message.__struct_config__.tag, connection.seat

    began = time.perf_counter()

    def accepted(revision: Revision) -> None:
        if isinstance(message, from_client.Act):
            metrics.moved(time.perf_counter() - began)
        reply.give(from_server.Accepted(id=number, ply=revision.ply, undone=revision.undone))

    try:
        await _carry_out(message, connection, room, reply, accepted)
    except Refusal as refusal:
        raise Refusal(refusal.code, str(refusal), number) from refusal
    except NotOwner:
        connection.drop()  # the client reconnects, and sends the message again if it still matters
    except StoreError as error:
        log.error("table %s, move %d: %s of seat %d failed: %s", *about, error)
        raise _of_store(error, number) from error
    except Exception as error:
        log.exception("table %s, move %d: %s of seat %d failed", *about)
        raise Refusal("internal", say(FAILED), number) from error


async def _carry_out(
    message: from_client.FromClient,
    connection: Connection,
    room: Room,
    reply: Reply,
    accepted: Callable[[Revision], None],
) -> None:
    """Carries out a message's request. Raises Refusal and StoreError."""
    if isinstance(message, ChangeRequest):
        await room.change(message, connection, accepted)
        return
    match message:
        case from_client.AskPosition() | from_client.AskPremoves() | from_client.AskOverlays() | from_client.AskWhy():
            reply.give(await room.answer(message, connection.seat))
        case from_client.AskLine():
            reply.give(await room.answer(message, connection.seat))
        case from_client.SetLines():
            await room.set_lines(message, connection.seat, accepted)
        case from_client.AskHint():
            reply.give(await room.hints.give(connection.seat, message, connection.searches))
        case from_client.Searched():
            connection.searches.take(message)
        case from_client.Say():
            await room.chat.say(connection, message, lambda: accepted(room.table.match.revision))
        case from_client.React():
            await room.chat.react(connection, message, lambda: accepted(room.table.match.revision))
        case from_client.Switch():
            room.switch(connection, message.seat, message.id)
        case from_client.Analyse():
            await room.analyse(connection, message)
        case from_client.StopSeek():
            await room.seeking.stop(connection.seat)
            accepted(room.table.match.revision)
        case from_client.AnswerHandover():
            await room.seeking.answer(connection.seat, message.number, message.choice)
            accepted(room.table.match.revision)
        case from_client.ShowLine():
            raise Refusal("puzzle", say("this table is not a puzzle, so it has no solution to show"))
        case from_client.Hello() | from_client.Ping():
            raise Refusal("malformed", "hello was already sent; expected another message")
        case _:
            assert_never(message)


def _of_store(error: StoreError, number: int = -1) -> Refusal:
    """Returns the Refusal for a failure of the database, for people at a table."""
    if isinstance(error, Unreachable):
        return Refusal("unavailable", say("the database is not answering; try again in a moment"), number)
    return Refusal("internal", say(FAILED), number)


def passes(refusal: Refusal) -> bool:
    """Whether a refused request could be accepted a little later."""
    return isinstance(refusal, Exceeded) or refusal.code == "unavailable"
