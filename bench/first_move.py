"""From a fresh `cogtable serve`, with nothing compiled yet, to the first move of a bot at a table opened at once."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from random import Random

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.figure import Figure
from bench.server_ack import View
from bench.serving import serve_command
from cogtable.engine.game import Game
from cogtable.server.protocol import PROTOCOL

LEVELS = ("easy", "hard", "expert")
TIMES = 5
PATIENCE_S = 300.0


class Message(msgspec.Struct):
    """What matters here of what the server sends."""

    type: str
    ply: int = 0
    view: View | None = None
    words: str = ""


_read = msgspec.json.Decoder(Message)


def measure(games: list[Game]) -> Iterator[Figure]:
    """The median of some times, each with a server and an empty cache of its own."""
    for game in games:
        for level in LEVELS:
            waits = [first_move(game, level, seed) for seed in range(TIMES)]
            name = f"{game.title}, {level}: first move, nothing compiled"
            yield Figure(name, statistics.median(waits), "s", f"3 s; the longest of {TIMES} was {max(waits):.2g} s")


def first_move(game: Game, level: str, seed: int) -> float:
    """Seconds from a person's move that it is for a bot to answer, or from when the table was made, to its move."""
    with tempfile.TemporaryDirectory() as folder, serve_command(folder, COGTABLE_CACHE=f"{folder}/cache") as address:
        return asyncio.run(asyncio.wait_for(_play(address, game, level, seed), PATIENCE_S))


async def _play(address: str, game: Game, level: str, seed: int) -> float:
    bots = [{"kind": "bot", "bot": level}] * (max(2, game.min_seats) - 1)
    body = {"game": game.name, "name": "Ada", "seats": [{"kind": "me"}, *bots], "seed": seed}
    began = time.perf_counter()
    async with httpx.AsyncClient(base_url=f"{address}/api", timeout=PATIENCE_S) as http:
        mine = (await http.post("/tables", json=body)).raise_for_status().json()
    socket_address = address.replace("http", "ws", 1)
    async with connect(f"{socket_address}/api/tables/{mine['table']}/ws") as socket:
        await socket.send(
            msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "secret": mine["secret"]}), text=True
        )
        return await _answered(socket, Random(seed), began)


async def _answered(socket: ClientConnection, random: Random, began: float) -> float:
    """Plays at random until a bot moves; returns how long it took since the last move before."""
    known = 0
    while True:
        message = await _next(socket)
        view = message.view
        if view is None:
            continue
        if view.ply > known:
            return time.perf_counter() - began
        if view.choices:
            act = {"type": "act", "id": 1, "ply": view.ply, "action": random.choice(view.choices).action}
            began = time.perf_counter()
            await socket.send(msgspec.json.encode(act), text=True)
            while (answer := await _next(socket)).type != "accepted":
                if answer.view and answer.view.ply > known:
                    return time.perf_counter() - began
            known = answer.ply


async def _next(socket: ClientConnection) -> Message:
    message = _read.decode(await socket.recv())
    if message.type == "error":
        raise LookupError(f"the server refused: {message.words}")
    return message
