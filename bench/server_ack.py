"""How long a move takes to be acknowledged, on the disk by then, with many tables in play at once."""

import asyncio
import gc
import statistics
import time
from collections.abc import Iterator
from random import Random

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.figure import Figure
from bench.serving import decoder, server
from cogtable.server.protocol import PROTOCOL

PAUSE_S = 1.0
"""How long a person thinks, on average."""
SECONDS = 8.0
_random = Random(1)


def measure(tables: int = 50) -> Iterator[Figure]:
    """Two people at each table, who move once a second on average; all see each move."""
    with server() as found:
        gc.freeze()  # this process is not to be measured
        times = asyncio.run(_play(found.address, tables))
    what = f"{tables} tables of Splendor, a move a second at each; {len(times)} moves"
    yield Figure("a move acknowledged, median", statistics.median(times) * 1000, "ms", what)
    yield Figure("a move acknowledged, 99 in 100 within", statistics.quantiles(times, n=100)[98] * 1000, "ms", what)


async def _play(address: str, tables: int) -> list[float]:
    times: list[float] = []
    async with httpx.AsyncClient(base_url=f"http://{address}/api") as http:
        secrets = [await _new_table(http) for _ in range(tables)]
    seated = asyncio.Barrier(tables)
    await asyncio.gather(*(_table(address, *both, seated, times) for both in secrets))
    return times


async def _new_table(http: httpx.AsyncClient) -> tuple[str, str, str]:
    body = {"game": "splendor", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}]}
    mine = (await http.post("/tables", json=body)).raise_for_status().json()
    yours = (await http.post(f"/tables/{mine['table']}/join", json={"name": "Ben"})).raise_for_status().json()
    return mine["table"], mine["secret"], yours["secret"]


async def _table(
    address: str, table: str, first: str, second: str, seated: asyncio.Barrier, times: list[float]
) -> None:
    """Both people of one table, who begin when all others are seated, until the time is up."""
    url = f"ws://{address}/api/tables/{table}/ws"
    async with connect(url) as one, connect(url) as two:
        for socket, secret in ((one, first), (two, second)):
            await socket.send(msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "secret": secret}), text=True)
            await socket.recv()
        await seated.wait()
        end = time.perf_counter() + SECONDS
        await asyncio.gather(*(_person(socket, seat, end, times) for seat, socket in enumerate((one, two))))


async def _person(socket: ClientConnection, seat: int, end: float, times: list[float]) -> None:
    """Plays a random choice after a while, whenever it is for this seat."""
    done = -1
    while (left := end - time.perf_counter()) > 0:
        try:
            message = decoder.decode(await asyncio.wait_for(socket.recv(), left))
        except TimeoutError:
            return
        view = message.view
        if view is None or seat not in view.waiting or view.ply == done:
            continue
        done = view.ply
        await asyncio.sleep(_random.uniform(0, 2 * PAUSE_S))
        act = {"type": "act", "id": done, "ply": done, "action": _random.choice(view.choices).action}
        began = time.perf_counter()
        await socket.send(msgspec.json.encode(act), text=True)
        while (answer := decoder.decode(await socket.recv())).type != "accepted":
            assert answer.type == "update", answer.words
        times.append(time.perf_counter() - began)
