"""The time from a fresh `cogtable serve` with an empty cache to the first move of a bot at a table opened at once."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from random import Random

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.figure import Figure
from bench.serving import Message, decoder, serve_command
from cogtable.engine.play.game import Game
from cogtable.server.wire.base import PROTOCOL

LEVELS = ("easy", "hard", "expert")
TIMES = 5
PATIENCE_S = 300.0


def measure(games: list[Game]) -> Iterator[Figure]:
    """The median of several times, each with a server and an empty cache of its own."""
    for game in games:
        for level in LEVELS:
            waits = [first_move(game, level, seed) for seed in range(TIMES)]
            name = f"{game.title}, {level}: first move, nothing compiled"
            yield Figure(name, statistics.median(waits), "s", f"3 s; the longest of {TIMES} was {max(waits):.2g} s")


def first_move(game: Game, level: str, seed: int) -> float:
    """Returns the seconds from the person's move before a bot's turn, or from the creation of the table, to the bot's
    move.
    """
    with tempfile.TemporaryDirectory() as folder, serve_command(folder, COGTABLE_CACHE=f"{folder}/cache") as address:
        return asyncio.run(asyncio.wait_for(_play(address, game, level, seed), PATIENCE_S))


async def _play(address: str, game: Game, level: str, seed: int) -> float:
    bots = [{"kind": "bot", "bot": level}] * (max(2, game.min_seats) - 1)
    body = {"game": game.name, "name": "Ada", "seats": [{"kind": "me"}, *bots], "seed": seed}
    began = time.perf_counter()
    async with httpx.AsyncClient(base_url=f"{address}/api", timeout=PATIENCE_S) as http:
        mine = (await http.post("/tables", json=body)).raise_for_status().json()
    async with connect(f"{address.replace('http', 'ws', 1)}/api/tables/{mine['table']}/ws") as socket:
        await say_hello(socket, mine["secret"])
        return await anext(answers(socket, Random(seed), began))


async def say_hello(socket: ClientConnection, secret: str) -> None:
    hello = {"type": "hello", "protocol": PROTOCOL, "secret": secret}
    await socket.send(msgspec.json.encode(hello), text=True)


async def answers(socket: ClientConnection, random: Random, began: float) -> AsyncIterator[float]:
    """Plays random moves at once; yields for each move of a bot the seconds since the move before it."""
    known = 0
    while True:
        view = (await _next(socket)).view
        if view is None or view.ply < known:
            continue
        if view.ply > known:
            yield time.perf_counter() - began
            known, began = view.ply, time.perf_counter()
        if view.over:
            return
        if view.choices:
            began = time.perf_counter()
            act = {"type": "act", "id": 1, "ply": view.ply, "action": random.choice(view.choices).action}
            await socket.send(msgspec.json.encode(act), text=True)
            while (answer := await _next(socket)).type != "accepted":
                if answer.view and answer.view.ply > known:  # if all choose at the same time
                    yield time.perf_counter() - began
            known = answer.ply


async def _next(socket: ClientConnection) -> Message:
    message = decoder.decode(await socket.recv())
    if message.type == "error":
        raise LookupError(f"the server refused: {message.words}")
    return message
