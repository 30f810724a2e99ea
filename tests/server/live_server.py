"""A real server on a free port with its own database file, and people who connect to it."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import sqlite3
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import sqlalchemy as sa
import uvicorn
from alembic import command
from alembic.config import Config
from websockets.sync.client import ClientConnection, connect

from cogtable.server.app.serve import config, listen
from cogtable.server.core.limits import UNLIMITED
from cogtable.server.db.connection import MIGRATIONS
from cogtable.server.db.store import Store
from cogtable.server.settings import ServerSettings
from cogtable.server.wire.base import PROTOCOL

PATIENCE = 60
"""The time in seconds after which a test gives up waiting."""


@cache
def _empty() -> tuple[TemporaryDirectory[str], Path]:
    """Returns a database without tables of games, made once because migrations take most of a server's start."""
    folder = TemporaryDirectory()
    file = Path(folder.name) / "cogtable.db"
    Store(f"sqlite:///{file}").close()
    return folder, file


class _Server(uvicorn.Server):
    """A server whose event loop tests can reach, and which stops immediately."""

    loop: asyncio.AbstractEventLoop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            await asyncio.sleep(0.01)


class LiveServer:
    """The server, in a thread. Leaving the `with` block stops it. A second server can open the same database, which on
    PostgreSQL can be `shared`.
    """

    def __init__(self, database: Path | str, **settings: Any) -> None:
        self.database = database
        self._shared: bool = settings.pop("shared", False)
        chosen: dict[str, Any] = {"ping_s": PATIENCE, "limits": UNLIMITED} | settings
        self._settings = ServerSettings(database=database, **chosen)
        self._stack = ExitStack()

    def __enter__(self) -> LiveServer:
        if isinstance(self.database, Path) and not self.database.exists():
            shutil.copy(_empty()[1], self.database)
        self._socket = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self._config = config(replace(self._settings, advertise=self.address if self._shared else ""))
        self._server = _Server(self._config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            self._thread.join(0.005)
        self.http = httpx.Client(base_url=f"http://{self.address}/api", timeout=PATIENCE, verify=False)  # no TLS here
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()
        self.http.close()
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()

    @property
    def app(self) -> Any:
        return self._config.loaded_app.app if hasattr(self._config.loaded_app, "app") else self._config.loaded_app

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self._server.loop

    def clear(self) -> None:
        """Removes everything that a test left: disconnects its people, ends its tables, and empties the database."""
        self._stack.close()
        asyncio.run_coroutine_threadsafe(self._clear(), self._server.loop).result(PATIENCE)

    def limit(self, **limits: Any) -> None:
        """Sets limits until the end of the test; without arguments there are none. Earlier use doesn't count."""
        counts = self.app.state.counts
        counts.limits = replace(UNLIMITED, **limits)
        counts.forget()

    async def _clear(self) -> None:
        self.limit()
        rooms = self.app.state.rooms
        while any(room.users for room in rooms.loaded.values()):
            await asyncio.sleep(0.001)
        for table in list(rooms.loaded):
            rooms.give_away(table, "is removed")
        self._empty_tables()
        self.app.state.deal_results.forget()

    def _empty_tables(self) -> None:
        """Empties the database in one transaction that doesn't wait for the disk, which would take longer than many
        tests.
        """
        with closing(sqlite3.connect(self.database, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN IMMEDIATE")
            for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                if table not in ("alembic_version", "heartbeat"):
                    connection.execute(f"DELETE FROM {table}")
            connection.execute("COMMIT")

    # --- the lobby ---

    def post(self, path: str, body: Any, secret: str = "") -> httpx.Response:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        return self.http.post(path, json=body, headers=headers)

    def new(self, game: str = "tiny", *seats: str, **more: Any) -> dict[str, Any]:
        """Creates a table; seats are "me", "open" or the name of a bot. Returns the creator's seat."""
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = self.post("/tables", {"game": game, "name": "Ada", "seats": wanted} | more)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, table: str, name: str = "Ben", seat: int | None = None) -> dict[str, Any]:
        answer = self.post(f"/tables/{table}/join", {"name": name} | ({} if seat is None else {"seat": seat}))
        assert answer.status_code == 201, answer.text
        return answer.json()

    def full(self, game: str = "tiny", seats: int = 2, **more: Any) -> tuple[str, list[str]]:
        """Creates a table with people in all seats; returns its id and their secrets."""
        mine = self.new(game, "me", *["open"] * (seats - 1), **more)
        others = [self.join(mine["table"], f"Friend {seat}") for seat in range(1, seats)]
        return mine["table"], [mine["secret"], *(other["secret"] for other in others)]

    def names(self, table: str) -> list[str]:
        """Returns the names at a table."""
        return [each["name"] for each in self.http.get(f"/tables/{table}").json()["occupants"]]

    # --- the table ---

    def keep(self, socket: ClientConnection) -> ClientConnection:
        """Keeps a connection open until the end of the test."""
        return self._stack.enter_context(socket)

    def raw(self, table: str, **more: Any) -> ClientConnection:
        """Opens a connection without saying hello."""
        # Unread messages must not keep a client from noticing that the connection ends.
        more = {"max_queue": None} | more
        return self._stack.enter_context(connect(f"ws://{self.address}/api/tables/{table}/ws", **more))

    def sit(self, table: str, secret: str = "", **more: Any) -> Person:
        """Connects a person, who has said hello and has received the table."""
        person = Person(self.raw(table, **more))
        person.send(type="hello", protocol=PROTOCOL, **({"secret": secret} if secret else {}))
        person.next("update")
        return person

    # --- the database ---

    def stored(self) -> list[str]:
        """Returns the contents of the database except for its heartbeat, which the server writes now and then."""
        with closing(sqlite3.connect(self.database)) as connection:
            return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "heartbeat"')]

    def execute(self, statement: str) -> list[Any]:
        with closing(sqlite3.connect(self.database, isolation_level=None)) as connection:
            return connection.execute(statement).fetchall()


class Person:
    """A person at a table, with their sent and received messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[str] = []
        self.update: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self._sent = 0

    @property
    def view(self) -> dict[str, Any]:
        return self.update["view"]

    @property
    def ply(self) -> int:
        return int(self.view["ply"])

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """Returns the next message; applies updates."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        message |= message.pop("now", {})  # who is present; not part of the view
        if message["type"] == "update":
            self.update = message
            first = message["view"].get("log_from", 0)
            assert first <= len(self.log), "a line of the log is missing"
            self.log[first:] = message["view"].get("log", [])
        if message["type"] == "occupants":
            kept = {key: self.update[key] for key in ("type", "view", "takeover") if key in self.update}
            self.update = message | kept
        return message

    def next(self, *types: str, having: str = "") -> dict[str, Any]:
        """Returns the next message of one of these types; with `having`, the next one in which this field is set.

        Use it for answers, and for messages that can come only once. The table may be shown, and its occupants listed,
        more often than a test has reason to: use `until` for these.
        """
        while (message := self.hear())["type"] not in types or (having and not message.get(having)):
            pass
        return message

    def until(self, ply: int) -> Person:
        """Receives messages until the table is at that move."""
        while self.ply < ply:
            self.hear()
        return self

    def actions(self) -> list[int]:
        return [choice["action"] for choice in self.view.get("choices", [])]

    def act(self, action: int | None = None, ply: int | None = None) -> dict[str, Any]:
        """Plays a choice, by default the first; returns the answer."""
        self._sent += 1
        action = self.actions()[0] if action is None else action
        self.send(type="act", id=self._sent, ply=self.ply if ply is None else ply, action=action)
        answer = self.next("accepted", "error")
        assert answer["id"] == self._sent
        return answer

    def play(self, action: int | None = None) -> Person:
        """Plays a choice and waits for the update."""
        answer = self.act(action)
        assert answer["type"] == "accepted", answer
        return self.until(answer["ply"])

    def leave(self) -> None:
        self.socket.close()


def until(person: Person, shown: Callable[..., object]) -> Person:
    """Receives messages until a condition holds."""
    while not shown():
        person.hear()
    return person


def here(person: Person) -> list[bool]:
    """Returns which seats have a connection, as a person last saw it."""
    return [each.get("here", False) for each in person.update["occupants"]]


def until_here(person: Person, *seats: bool, watching: int | None = None) -> Person:
    """Receives messages until exactly these seats, and this number of spectators, have a connection."""
    return until(person, lambda: here(person) == list(seats) and watching in (None, person.update.get("watching", 0)))


def rematch(*people: Person) -> str:
    """Lets all people of a finished game agree to a rematch. Returns its table."""
    for person in people:
        person.send(type="again", id=99, on=True)
    return str(people[0].next("rematch", having="table")["table"])


def downgrade(database: Path, revision: str) -> None:
    """Downgrades a database to an earlier version's `revision`."""
    migrate(f"sqlite:///{database}", command.downgrade, revision)


def migrate(url: str, step: Callable[[Config, str], None], revision: str) -> None:
    """Upgrades or downgrades (`step`) a database to a revision, with Alembic's own commands."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        step(config, revision)
    engine.dispose()
