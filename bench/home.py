"""What the home page costs the server: CPU time for each request of a visit, and 50 requests a second for a while."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator

import httpx

from bench.crowd import new_table
from bench.figure import Figure
from bench.serving import Server, server

TABLES = 20
"""The number of listed tables with an open seat, and of tables of the reader."""
TIMES = 40
"""How often each request is repeated to measure its CPU time."""
RATE, SECONDS = 50, 10
"""Requests a second, and for how many seconds."""

VISIT: tuple[tuple[str, str], ...] = (
    ("GET", "/"),
    ("GET", "/api/games"),
    ("GET", "/api/account"),
    ("GET", "/api/notice"),
    ("POST", "/api/mine"),
    ("GET", "/api/tables"),
    ("GET", "/api/live"),
    ("GET", "/api/busy"),
    ("POST", "/api/here"),
)
"""The requests of a visit, except for files that browsers keep."""


def measure() -> Iterator[Figure]:
    with server() as found:
        yield from asyncio.run(_measured(found, "splendor"))


async def _measured(found: Server, game: str) -> list[Figure]:
    async with httpx.AsyncClient(base_url=f"http://{found.address}", timeout=60) as http:
        secrets = {}
        for _ in range(TABLES):
            table, own = await new_table(http, game, 2)
            secrets[table] = own[0]
            listed = {"game": game, "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
            (await http.post("/api/tables", json=listed)).raise_for_status()
        bodies = {"/api/mine": {"secrets": secrets}, "/api/here": {}}

        async def ask(method: str, path: str) -> None:
            (await http.request(method, path, json=bodies.get(path))).raise_for_status()

        costs = []
        for method, path in VISIT:
            await ask(method, path)  # the first one reads what later ones keep
            began = found.cpu_s()
            for _ in range(TIMES):
                await ask(method, path)
            costs.append(1000 * (found.cpu_s() - began) / TIMES)
        figures = [Figure(f"home page, {path}", cost, "ms CPU") for (_, path), cost in zip(VISIT, costs, strict=True)]
        figures.append(Figure("home page, all requests of a visit", sum(costs), "ms CPU"))
        return figures + await _at_rate(found, ask)


async def _at_rate(found: Server, ask: Callable[[str, str], Awaitable[None]]) -> list[Figure]:
    """Sends the requests of visits in turn at a fixed rate, each when it is due. Times count from then."""
    took: list[float] = []
    began, cpu = time.monotonic(), found.cpu_s()

    async def one(number: int) -> None:
        due = began + number / RATE
        await asyncio.sleep(max(0, due - time.monotonic()))
        await ask(*VISIT[number % len(VISIT)])
        took.append(1000 * (time.monotonic() - due))

    await asyncio.gather(*(one(number) for number in range(RATE * SECONDS)))
    share = (found.cpu_s() - cpu) / (time.monotonic() - began)
    took.sort()
    return [
        Figure(f"home page, {RATE} requests a second: share of a core", share, ""),
        Figure(f"home page, {RATE} requests a second: median", statistics.median(took), "ms"),
        Figure(f"home page, {RATE} requests a second: 99 % within", took[int(len(took) * 0.99)], "ms"),
    ]
