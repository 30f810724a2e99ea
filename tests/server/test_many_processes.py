"""Three processes and PostgreSQL behind a proxy: killing some of them while fifty tables play loses no move."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cogtable.server.cluster.membership import BEAT_S
from cogtable.server.wire.base import PROTOCOL

from .postgres import Postgres

pytestmark = [
    pytest.mark.large,
    pytest.mark.skipif(sys.platform == "win32", reason="on Windows nothing is killed by a signal"),
]

TABLES = 50
GAMES = ("splendor", "splendor", "splendor", "recharge")
"""In Recharge everybody chooses at the same time."""

PACE_S = 1.0
"""The approximate thinking time of a person."""

PATIENCE_S = 120.0
"""The time limit for all tables to continue, on a busy machine."""

TAKEOVER_S = 10.0
"""The time limit for tables of a dead process without an owner."""

SERVE = """
import sys
from cogtable.server.core.limits import UNLIMITED
from cogtable.server.app.serve import serve
serve(port=int(sys.argv[2]), database=sys.argv[1], open_browser=False, warm=False, limits=UNLIMITED)
"""


class Process:
    """One of the processes, at an address of its own."""

    def __init__(self, database: str) -> None:
        self._database = database
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    async def start(self) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVE, self._database, str(self.port)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        assert self.process.stdout
        assert self.process.stderr
        line = await self.process.stdout.readline()
        assert line.startswith(b"Cogtable is at"), await self.process.stderr.read()
        self.log: list[str] = []
        self._reading = asyncio.create_task(self._read(self.process.stderr))

    async def _read(self, stream: asyncio.StreamReader) -> None:
        async for line in stream:
            self.log.append(line.decode())

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        await self._reading


class Proxy:
    """Passes each connection to the next process that accepts it."""

    def __init__(self, processes: list[Process]) -> None:
        self._processes = processes
        self._next = 0

    @asynccontextmanager
    async def run(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError), closing(writer):  # also if no process accepts it, or the test ends
            their_reader, their_writer = await self._connected()
            with closing(their_writer):
                await asyncio.gather(self._pass(reader, their_writer), self._pass(their_reader, writer))

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for _ in range(2 * len(self._processes)):
            self._next += 1
            with suppress(OSError):
                return await asyncio.open_connection(
                    "127.0.0.1", self._processes[self._next % len(self._processes)].port
                )
        raise ConnectionRefusedError

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()


class Person:
    """A person who plays on whatever happens, like a page in a browser: it reconnects when the connection is lost, and
    sends a move again that wasn't acknowledged.
    """

    def __init__(self, address: str, table: str, seat: int, secret: str) -> None:
        self._address = address
        self.table = table
        self.seat = seat
        self._secret = secret
        self._random = random.Random(f"{table} {seat}")
        self.decided: list[int] = []
        """The moves that they decided on, each once."""
        self.acknowledged: list[int] = []
        self.ply = -1
        self.over = False
        self._pending: dict[str, Any] | None = None
        """A move that has not been acknowledged."""
        self._number = 0
        self.connections = 0
        self._view: dict[str, Any] = {}

    async def play(self, enough: asyncio.Event) -> None:
        while not (enough.is_set() and self._pending is None):
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"ws://{self._address}/api/tables/{self.table}/ws", open_timeout=5, ping_interval=4, ping_timeout=8
                ) as connection:
                    self.connections += 1
                    await self._at_table(connection, enough)
            await asyncio.sleep(self._random.uniform(0.1, 0.6))

    async def _at_table(self, connection: ClientConnection, enough: asyncio.Event) -> None:
        await connection.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "secret": self._secret}))
        first = True
        while not (enough.is_set() and self._pending is None):
            try:
                message = json.loads(await asyncio.wait_for(connection.recv(), 1))
            except TimeoutError:
                continue
            if message["type"] == "update":
                await self._see(connection, message["view"], first, enough)
                first = False
            elif message["type"] == "accepted" and message["id"] == self._number:
                assert self._pending
                self.acknowledged.append(self._pending["action"])
                self._pending = None
                if message["ply"] <= self.ply:  # it was stored already, and no update follows
                    await self._decide(connection, enough)
            elif message["type"] == "error":
                await self._refused(connection, message, enough)

    async def _see(self, connection: ClientConnection, view: Any, first: bool, enough: asyncio.Event) -> None:
        assert view["ply"] >= self.ply, "the table went back"
        self._view, self.ply, self.over = view, view["ply"], bool(view.get("over"))
        if self._pending and first:
            await self._send(connection)
        elif not self._pending:
            await self._decide(connection, enough)

    async def _decide(self, connection: ClientConnection, enough: asyncio.Event) -> None:
        """Plays if the last update has a decision to make."""
        view = self._view
        if self.over or enough.is_set() or self.seat not in view.get("waiting", []):
            return
        await asyncio.sleep(self._random.uniform(0, 2 * PACE_S))
        action = self._random.choice(view["choices"])["action"]
        self.decided.append(action)
        name = f"{self._random.getrandbits(64):x}"
        self._pending = {"ply": view["ply"], "undone": view.get("undone", 0), "action": action, "submission": name}
        await self._send(connection)

    async def _send(self, connection: ClientConnection) -> None:
        assert self._pending
        self._number += 1
        await connection.send(json.dumps({"type": "act", "id": self._number, **self._pending}))

    async def _refused(self, connection: ClientConnection, error: dict[str, Any], enough: asyncio.Event) -> None:
        if error.get("id", -1) == self._number and error["code"] == "unavailable":
            await asyncio.sleep(0.5)
            await self._send(connection)
        elif error.get("id", -1) == self._number and error["code"] in ("late", "waiting", "over"):
            self._pending = None
            self.decided.pop()  # it isn't stored: a copy that had arrived before would have been accepted again
            await self._decide(connection, enough)
        else:
            assert error["code"] in ("unavailable", "late", "waiting", "over"), error


class Evening:
    """Fifty tables, and the failures of processes meanwhile."""

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres
        self._engine = sa.create_engine(postgres.url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        self.processes = [Process(postgres.url) for _ in range(3)]
        self.people: list[Person] = []
        self._enough = asyncio.Event()
        self.took: dict[str, float] = {}

    async def run(self) -> None:
        await asyncio.gather(*(process.start() for process in self.processes))
        try:
            async with Proxy(self.processes).run() as address:
                await self._sit_down(address)
                async with asyncio.TaskGroup() as playing:
                    for person in self.people:
                        playing.create_task(person.play(self._enough))
                    await self._all_go_on("the beginning")
                    await self._trouble()
                    self._enough.set()
        finally:
            for process in self.processes:
                await process.kill()

    async def _sit_down(self, address: str) -> None:
        """Seats the people; half of the tables have a bot between two people."""

        async def table(number: int) -> None:
            async with httpx.AsyncClient(base_url=f"http://{address}/api", timeout=PATIENCE_S) as one:
                seats = [{"kind": "me"}, *([{"kind": "bot", "bot": "random"}] if number % 2 else []), {"kind": "open"}]
                game = GAMES[number % len(GAMES)]
                wanted = {"game": game, "name": "Ada", "seats": seats, "seed": number}
                mine = (await one.post("/tables", json=wanted)).json()
            async with httpx.AsyncClient(base_url=f"http://{address}/api", timeout=PATIENCE_S) as other:
                answer = await other.post(f"/tables/{mine['table']}/join", json={"name": "Ben"})
                assert answer.status_code == 201, answer.text
                theirs = answer.json()
            for seated in (mine, theirs):
                self.people.append(Person(address, mine["table"], seated["seat"], seated["secret"]))

        for first in range(0, TABLES, 5):
            await asyncio.gather(*(table(number) for number in range(first, first + 5)))

    async def _trouble(self) -> None:
        for process in self.processes:
            own = self._tables_of(process)
            assert own, "a process has no tables"
            killed, beats = time.monotonic(), self._beats()
            await process.kill()
            await self._until(partial(self._are_owned, own, process))
            self.took[f"a process was killed, its {len(own)} tables had owners"] = time.monotonic() - killed
            now = self._beats()
            # this can take as long on a busy machine
            assert all(now[each] - beats[each] <= TAKEOVER_S / BEAT_S for each in now)
            await self._all_go_on(f"a process with {len(own)} tables was killed and they had owners")
            await process.start()
        self._postgres.restart()
        await self._all_go_on("PostgreSQL was restarted")
        sleeper = self.processes[0]
        await self._until(lambda: self._tables_of(sleeper))
        own = self._tables_of(sleeper)
        sleeper.process.send_signal(signal.SIGSTOP)
        await self._until(partial(self._are_owned, own, sleeper))
        sleeper.process.send_signal(signal.SIGCONT)
        await self._all_go_on("a process stood still for a while")

    async def _all_go_on(self, since: str) -> None:
        """Waits until each table has moved twice, or is over, and everybody saw it."""
        began = time.monotonic()
        before = {person: person.ply for person in self.people}
        await self._until(lambda: all(person.over or person.ply >= before[person] + 2 for person in self.people))
        self.took[f"{since}, everybody had seen two moves"] = time.monotonic() - began

    async def _until(self, done: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not await asyncio.to_thread(done):
            assert time.monotonic() < end, f"somebody does not go on; {self.took}"
            await asyncio.sleep(0.1)

    # --- the database ------------------------------------------------------------------------------

    def _read(self, statement: str) -> list[Any]:
        with self._engine.connect() as connection:
            return list(connection.exec_driver_sql(statement))

    def _owners(self) -> dict[str, str]:
        return dict(self._read("SELECT table_id, address FROM owners JOIN processes ON process = processes.id"))

    def _beats(self) -> dict[str, int]:
        return dict(self._read("SELECT id, beat FROM processes"))

    def _tables_of(self, process: Process) -> set[str]:
        return {table for table, address in self._owners().items() if address.endswith(f":{process.port}")}

    def _are_owned(self, tables: set[str], dead: Process) -> bool:
        """Whether all of these tables have an owner that isn't dead."""
        return tables <= {table for table, address in self._owners().items() if not address.endswith(f":{dead.port}")}

    def stored(self) -> dict[tuple[str, int], list[int]]:
        """Returns the moves of each seat at each table, without automatic moves, which are stored with the same time as
        the move before them.
        """
        found: dict[tuple[str, int], list[int]] = {}
        before = None
        for table, seat, action, at in self._read("SELECT table_id, seat, action, at FROM actions ORDER BY 1, ply"):
            if before != (table, at):
                found.setdefault((table, seat), []).append(action)
            before = table, at
        return found


def test_no_acknowledged_move_is_lost_and_none_is_played_twice(capsys: pytest.CaptureFixture[str]) -> None:
    with Postgres() as postgres:
        evening = asyncio.run(_evening(postgres))
        stored = evening.stored()
    assert len(evening.people) == 2 * TABLES
    for person in evening.people:
        assert stored[person.table, person.seat] == person.decided == person.acknowledged, person.table
    again = sum(person.connections - 1 for person in evening.people)
    assert again >= 3  # all of this did happen
    for process in evening.processes:
        assert not [line for line in process.log if "Traceback" in line], "".join(process.log)
    with capsys.disabled():
        moves = sum(len(person.decided) for person in evening.people)
        print(f"\n{moves} moves of people, {again} connections were made again")
        for what, seconds in evening.took.items():
            print(f"{what}: {seconds:.1f} s")


async def _evening(postgres: Postgres) -> Evening:
    evening = Evening(postgres)
    await evening.run()
    return evening
