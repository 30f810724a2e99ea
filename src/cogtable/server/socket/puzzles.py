"""A puzzle's WebSocket: hello, then moves, each answered. Nobody else is there, so answers are sent one by one."""

from __future__ import annotations

import asyncio
import logging

from starlette.websockets import WebSocket, WebSocketDisconnect

from cogtable.engine import registry
from cogtable.engine.errors import UnknownGame
from cogtable.engine.words import say
from cogtable.server import protocol
from cogtable.server.limits import Counts, address_of
from cogtable.server.protocol import encode
from cogtable.server.refusal import Refusal
from cogtable.server.settings import Settings
from cogtable.server.socket.socket import (
    GOES_AWAY,
    PONG,
    REFUSED,
    TRY_AGAIN,
    error_of,
    hello_from,
    number_of,
    passes,
    read,
    receive,
)
from cogtable.server.tables.rooms import Rooms
from cogtable.server.tables.solving import Solving

log = logging.getLogger("cogtable.server")


async def puzzle_socket(websocket: WebSocket) -> None:
    """Serves one connection to a puzzle, from hello to disconnection."""
    rooms: Rooms = websocket.app.state.rooms
    settings: Settings = websocket.app.state.settings
    counts: Counts = websocket.app.state.counts
    await websocket.accept()
    closed = None
    try:
        closed = counts.enter("sockets", address_of(websocket))
        await hello_from(websocket, settings.hello_s)
        solving = await asyncio.to_thread(_begun, websocket.path_params["game"], websocket.path_params["key"])
        await websocket.send_text(encode(solving.begin()))
        serving = asyncio.create_task(_serve(websocket, solving, counts))
        closing = asyncio.create_task(rooms.closing.wait())
        try:
            await asyncio.wait((serving, closing), return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                serving.result()
        finally:
            closing.cancel()
            serving.cancel()
            del serving  # what it raised holds this frame, see `socket._serve`
        await websocket.close(GOES_AWAY)
    except Refusal as refusal:
        log.info("a puzzle: connection refused: %s: %s", refusal.code, refusal)
        await websocket.send_text(encode(error_of(refusal)))
        await websocket.close(TRY_AGAIN if passes(refusal) else REFUSED)
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        if closed:
            closed()


def _begun(game: str, key: str) -> Solving:
    try:
        return Solving(registry.find(game), key)
    except UnknownGame as error:
        raise Refusal("unknown-table", str(error)) from error


async def _serve(websocket: WebSocket, solving: Solving, counts: Counts) -> None:
    """Answers one message after the other. Raises WebSocketDisconnect."""
    allowance = counts.limits.messages.allowance()
    while True:
        text = await receive(websocket)
        try:
            message = read(text)
            if not allowance.take():
                counts.refuse("messages", allowance.wait_s, id=number_of(message))
            answers = await asyncio.to_thread(_answers, message, solving)
        except Refusal as refusal:
            await websocket.send_text(encode(error_of(refusal)))
        else:
            for answer in answers:
                await websocket.send_text(answer)


def _answers(message: protocol.FromClient, solving: Solving) -> list[str]:
    """The answers to a message, encoded. Raises Refusal."""
    if isinstance(message, protocol.Ping):
        return [PONG]
    number = number_of(message)
    updates: list[protocol.Update] = []
    try:
        if isinstance(message, protocol.AskWhy):
            return [encode(solving.why_not(message))]
        if isinstance(message, protocol.Act):
            updates = solving.act(message)
        elif isinstance(message, protocol.ShowLine):
            updates = solving.show_line()
        else:
            raise Refusal("malformed", say("in a puzzle you can only make moves"))
    except Refusal as refusal:
        raise Refusal(refusal.code, str(refusal), number) from refusal
    first = updates[0].view
    accepted = protocol.Accepted(id=number, ply=first.ply, undone=first.undone)
    return [encode(accepted), *(encode(update) for update in updates)]
