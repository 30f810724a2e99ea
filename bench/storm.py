"""The time of a person's move while one address sends many requests of one kind."""

import asyncio
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import cogtable
from bench.crowd import PATIENCE_S, Party, Refused, new_table
from bench.figure import Figure
from bench.serving import serve_command
from cogtable.engine.lessons.puzzle import puzzles_of
from cogtable.server.wire.base import PROTOCOL

CLIENTS = 12
"""The number of clients, each of which sends a request as soon as the last one is answered."""

FROM = {"X-Forwarded-For": "203.0.113.9"}
"""The address of all these clients."""

BEGINS_S, SECONDS = 3.0, 8.0
"""The time before the measurement, and its duration."""

EVERY_S = 0.1
"""The interval between the other person's moves."""

Again = Callable[[], Awaitable[Any]]


class _Asker:
    """One of the clients."""

    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        self._http = http
        self._sockets = address.replace("http", "ws", 1)
        self._puzzle = puzzles_of(cogtable.game("splendor")).puzzles[0].key

    async def run(self, kind: str) -> None:
        ask = getattr(self, kind, None)
        while True:
            with suppress(httpx.HTTPError, WebSocketException, OSError, Refused):
                await (ask() if ask else self._http.get(kind))

    async def gone(self) -> None:
        """Sits down and leaves."""
        table, secrets = await new_table(self._http, "splendor", 2)
        while True:
            async with self._at(f"/tables/{table}", secrets[0]) as socket:
                await self._hello(socket, secrets[0])

    async def puzzle(self) -> None:
        """Opens a puzzle."""
        async with self._at(f"/puzzles/splendor/{self._puzzle}") as socket:
            await self._hello(socket)

    async def ahead(self) -> None:
        """Requests premoves."""
        await self._ask({"type": "ahead", "ply": 0})

    async def hint(self) -> None:
        """Requests hints."""
        await self._ask({"type": "hint", "ply": 0})

    async def undo(self) -> None:
        """Requests undos."""
        await self._ask({"type": "undo", "ply": 1})

    async def chat(self) -> None:
        """Sends chat messages."""
        await self._ask({"type": "say", "text": "hello"})

    async def _ask(self, message: dict[str, Any]) -> None:
        table, secrets = await new_table(self._http, "splendor", 2)
        async with self._at(f"/tables/{table}") as one, self._at(f"/tables/{table}") as other:
            for socket, secret in zip((one, other), secrets, strict=True):
                await self._hello(socket, secret)
            number = 0
            while True:
                number += 1
                for socket in (one, other):
                    await socket.send(msgspec.json.encode(message | {"id": number}), text=True)
                    while msgspec.json.decode(await socket.recv()).get("id", -1) != number:
                        pass

    async def _hello(self, socket: ClientConnection, secret: str = "") -> None:
        await socket.send(msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "secret": secret}), text=True)
        await socket.recv()

    def _at(self, path: str, secret: str = "") -> Any:
        return connect(f"{self._sockets}/api{path}/ws", additional_headers=FROM, open_timeout=PATIENCE_S)


KINDS = ("", "/healthz", "/api/gallery", "/api/games", "ahead", "undo", "hint", "chat", "puzzle", "gone")
"""The kinds of requests; the first is none."""


async def _storm(address: str, kind: str) -> None:
    async with httpx.AsyncClient(base_url=address, headers=FROM, timeout=PATIENCE_S) as http:
        await asyncio.gather(*(_Asker(http, address).run(kind) for _ in range(CLIENTS)))


def _storms(address: str, kind: str) -> None:
    asyncio.run(_storm(address, kind))


async def _play(address: str) -> list[float]:
    """Returns the time until each move was acknowledged, in seconds."""
    found: list[float] = []
    party, random = Party(), Random(1)
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as http:
        table, secrets = await new_table(http, "splendor", 2, 1)
    async with party.connected([address] * 2, table, secrets):
        until = time.perf_counter() + SECONDS
        while time.perf_counter() < until and not party.over:
            began = time.perf_counter()
            await party.move(random, lambda began=began: found.append(time.perf_counter() - began))  # type: ignore[misc]
            await asyncio.sleep(EVERY_S)
    return found


def measure(kinds: tuple[str, ...] = KINDS) -> Iterator[Figure]:
    """Returns the median for each kind."""
    processes = multiprocessing.get_context("spawn")
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder, serve_command(folder, "--no-warm") as address:
            storm = processes.Process(target=_storms, args=(address, kind), daemon=True)
            if kind:
                storm.start()
                time.sleep(BEGINS_S)
            try:
                took = [1000 * each for each in asyncio.run(_play(address))]
            finally:
                if kind:
                    storm.kill()
        what = f"{len(took)} moves; the longest took {max(took):.0f} ms"
        yield Figure(f"a move, while {CLIENTS} clients ask: {kind or 'nothing'}", statistics.median(took), "ms", what)


if __name__ == "__main__":
    for figure in measure(tuple(sys.argv[1:]) or KINDS):
        print(figure, flush=True)
