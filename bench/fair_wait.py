"""The time that a player waits for a bot while many tables of experts keep the server busy."""

import asyncio
import statistics
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random

import httpx
from websockets.asyncio.client import ClientConnection, connect

import cogtable
from bench.figure import Figure
from bench.first_move import answers, say_hello
from bench.serving import server
from cogtable.server.thinking.warmup import is_ready

MOVES = 12
"""The number of the player's moves that are measured."""


def measure(tables: int = 150) -> Iterator[Figure]:
    """At each table one person plays random moves at once against an expert; the measured player plays against `hard`.

    Raises LookupError if the bots of Splendor haven't been compiled.
    """
    if not is_ready(cogtable.game("splendor")):
        raise LookupError("the bots of Splendor are not compiled: run `cogtable warm splendor --bots` before")
    with server() as found:
        waits = asyncio.run(_play(found.address, tables))
    what = f"{tables} tables of experts beside; the longest of {len(waits)} was {max(waits):.2g} s"
    yield Figure("a person waits for `hard` in Splendor", statistics.median(waits), "s", what)


async def _play(address: str, tables: int) -> list[float]:
    async with httpx.AsyncClient(base_url=f"http://{address}/api", timeout=60) as http, AsyncExitStack() as stack:
        crowd = []
        for number in range(tables):
            socket = await _seat(http, stack, address, "expert")
            crowd.append(asyncio.create_task(_busy(socket, Random(number))))
        honest = await _seat(http, stack, address, "hard")
        waits: list[float] = []
        async for wait in answers(honest, Random(0), 0):
            waits.append(wait)
            if len(waits) == MOVES:
                break
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
    return waits


async def _seat(http: httpx.AsyncClient, stack: AsyncExitStack, address: str, bot: str) -> ClientConnection:
    body = {"game": "splendor", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}]}
    mine = (await http.post("/tables", json=body)).raise_for_status().json()
    socket = await stack.enter_async_context(connect(f"ws://{address}/api/tables/{mine['table']}/ws"))
    await say_hello(socket, mine["secret"])
    return socket


async def _busy(socket: ClientConnection, random: Random) -> None:
    async for _ in answers(socket, random, 0):
        pass
