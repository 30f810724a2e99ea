"""A puzzle's WebSocket: hello, then moves, each answered. There is only one player, so answers are sent one by one."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from cogtable.engine.errors import CogtableError, UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.text.words import say
from cogtable.lab.analysis import SEED
from cogtable.server.accounts.guests import cookie_header, guest_of, known_guest
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.cpu_time import pay
from cogtable.server.core.limits import Counts, Exceeded, address_of
from cogtable.server.core.messages import error_of, number_of, read_message
from cogtable.server.core.refusal import FAILED, Refusal
from cogtable.server.core.token_bucket import TokenBucket
from cogtable.server.db.connection import StoreError
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.settings import ServerSettings
from cogtable.server.socket.socket import (
    GOES_AWAY,
    REFUSED,
    TRY_AGAIN,
    hello_from,
    passes,
    receive,
)
from cogtable.server.table.solving import Solving
from cogtable.server.thinking.fair_queue import Requester
from cogtable.server.wire import from_client, from_server
from cogtable.server.wire.from_server import encode

log = logging.getLogger("cogtable.server")

REPLY_S = 2.0
"""How long the reply to a wrong move is searched, in seconds."""


async def puzzle_socket(websocket: WebSocket) -> None:
    """Serves one connection to a puzzle, from hello to disconnection."""
    rooms: Rooms = websocket.app.state.rooms
    settings: ServerSettings = websocket.app.state.settings
    counts: Counts = websocket.app.state.counts
    guest = guest_of(websocket)
    await websocket.accept(headers=[] if known_guest(websocket) else [cookie_header(websocket, guest)])
    closed = None
    try:
        closed = counts.enter("sockets", address_of(websocket))
        await hello_from(websocket, settings.hello_s)
        person = await person_of(websocket)
        solver = _Solver(websocket, person.account.id if person else "", guest.id)
        solving = await asyncio.to_thread(_begun, websocket.path_params["game"], websocket.path_params["key"])
        await websocket.send_text(encode(solving.begin()))
        await _serve(websocket, solving, solver, counts, rooms.closing)
        await websocket.close(GOES_AWAY)
    except Refusal as refusal:
        log.info("a puzzle: connection refused: %s: %s", refusal.code, refusal)
        await websocket.send_text(encode(error_of(refusal)))
        await websocket.close(TRY_AGAIN if passes(refusal) else REFUSED)
    except WebSocketDisconnect:
        return
    except Exception:
        log.exception("a puzzle: a connection failed")
        with suppress(WebSocketDisconnect, RuntimeError):
            await websocket.send_text(encode(from_server.Error(code="internal", words=say(FAILED))))
            await websocket.close(REFUSED)
    finally:
        if closed:
            closed()


def _begun(game: str, key: str) -> Solving:
    try:
        return Solving(registry.find(game), key)
    except UnknownGame as error:
        raise Refusal("unknown-table", str(error)) from error


class _Solver:
    """Who solves a puzzle: their tries are counted, once for each person."""

    def __init__(self, websocket: WebSocket, account: str, guest: str) -> None:
        self.rooms: Rooms = websocket.app.state.rooms
        self.address = address_of(websocket)
        self._game, self._key = websocket.path_params["game"], websocket.path_params["key"]
        self._account = account
        self._person = account or guest
        self._counts: Counts = websocket.app.state.counts

    async def tried(self, right: bool) -> None:
        """Stores a try. Without a database, or beyond the limit of the address, the puzzle goes on without that."""
        try:
            self._counts.take("puzzle_tries", self.address)
            tries = self.rooms.store.deals
            await tries.tried_puzzle(self._game, self._key, self._person, self._account, time.time(), right=right)
        except (Exceeded, StoreError) as error:
            log.info("a puzzle: a try is not counted: %s", error)

    async def reply(self, solving: Solving, wrong: from_client.Act) -> str:
        """Returns what another player would do after a wrong move; empty if that is not known in time."""
        after = await asyncio.to_thread(solving.after_wrong, wrong)
        if after is None or not after.waiting:
            return ""
        seat = after.waiting[0]
        requester = Requester(f"puzzle {self._key}", True, False, REPLY_S, frozenset((self.address,)))
        try:
            chosen = await self.rooms.choose(requester, solving.judge, after, seat, SEED)
            return await asyncio.to_thread(solving.answered, after, seat, chosen.action)
        except CogtableError as error:
            log.info("a puzzle: no reply to a wrong move: %s", error)
            return ""


async def _serve(
    websocket: WebSocket, solving: Solving, solver: _Solver, counts: Counts, closing: asyncio.Event
) -> None:
    """Answers messages one after the other until the server stops; a message received before that is still answered.
    Raises WebSocketDisconnect.
    """
    bucket = counts.limits.messages.bucket()
    stopping = asyncio.create_task(closing.wait())
    try:
        while text := await _received(websocket, stopping):
            for answer in await _answered(*text, solving, solver, counts, bucket):
                await websocket.send_text(answer)
    finally:
        stopping.cancel()


async def _received(websocket: WebSocket, stopping: asyncio.Task[Any]) -> tuple[str | None] | None:
    """Returns the text of the next message, None for binary data; nothing once the server stops. Raises
    WebSocketDisconnect.
    """
    reading = asyncio.create_task(receive(websocket))
    try:
        await asyncio.wait((reading, stopping), return_when=asyncio.FIRST_COMPLETED)
        return (reading.result(),) if reading.done() else None
    finally:
        reading.cancel()
        del reading  # a raised exception would refer to this frame, see `socket._serve`


async def _answered(
    text: str | None, solving: Solving, solver: _Solver, counts: Counts, bucket: TokenBucket
) -> list[str]:
    """Returns the answers to a text, encoded."""
    number = -1
    try:
        message = read_message(text)
        number = number_of(message)
        if not bucket.take():
            counts.refuse("messages", bucket.wait_s, id=number)
        try:
            return await pay(asyncio.to_thread(_answers, message, solving), number)
        except Refusal as refusal:
            if refusal.code != "puzzle" or not isinstance(message, from_client.Act) or solving.over:
                raise
            reply = await solver.reply(solving, message)
            raise Refusal(refusal.code, f"{refusal} {reply}".rstrip(), number) from refusal
        finally:
            if (found := solving.take_try()) is not None:
                await solver.tried(found)
    except Refusal as refusal:
        return [encode(error_of(refusal))]
    except Exception:
        log.exception("a puzzle: a message failed")
        return [encode(from_server.Error(code="internal", words=say(FAILED), id=number))]


def _answers(message: from_client.FromClient, solving: Solving) -> list[str]:
    """Returns the answers to a message, encoded. Raises Refusal."""
    try:
        return [encode(answer) for answer in solving.answer(message)]
    except Refusal as refusal:
        raise Refusal(refusal.code, str(refusal), number_of(message)) from refusal
