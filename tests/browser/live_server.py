"""A Cogtable server in a separate process, which can be killed and started again with the same database and port."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

import cogtable
from cogtable.engine.play import registry
from cogtable.server.thinking.warmup import is_ready
from cogtable.server.wire.base import PROTOCOL

from .person import PATIENCE, Choice, View, sensible


class LiveServer:
    """A server that runs with a `python`'s environment and with `paths` on its path; use as a context manager."""

    def __init__(
        self,
        database: Path,
        python: str | Path = sys.executable,
        paths: str = "",
        command: Sequence[str] = ("serve",),
        base: str = "",
    ) -> None:
        self.database = database
        self.python = python
        self.command = (*command, "--base-path", base) if base else command
        self.base = base
        found = [paths, os.environ.get("PYTHONPATH", "")]
        self.environment = os.environ | {"COGTABLE_LIMITS": "0", "PYTHONPATH": os.pathsep.join(filter(None, found))}
        self.port = 0
        self.warmed: set[tuple[str, str]] = set()
        self.log = database.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Stops the server, and waits until it has ended."""
        if self.process:
            self.process.terminate()
            self.process.wait(PATIENCE)

    @property
    def url(self) -> str:
        """The address of the lobby."""
        return f"http://127.0.0.1:{self.port}{self.base}"

    def start(self) -> None:
        """Starts the server and waits until it prints its address."""
        command = [self.python, "-m", "cogtable", *self.command, "--no-open", "--no-warm", "--port", str(self.port)]
        start = len(self.log.read_text()) if self.log.exists() else 0
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--database", str(self.database)], env=self.environment, stdout=log, stderr=log
            )
        end = time.monotonic() + 3 * PATIENCE  # starting takes seconds of CPU time, which other tests may need too
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", self.log.read_text()[start:])):
            assert self.process.poll() is None, f"the server did not start: {self.log.read_text()}"
            assert time.monotonic() < end, f"the server does not say where it is: {self.log.read_text()}"
            time.sleep(0.05)
        self.port = int(found[1])

    def kill(self) -> None:
        """Kills the server, as a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait(PATIENCE)

    def warm(self, game: str, bot: str) -> None:
        """Compiles a game's bot, which can take longer than a person waits for its first move."""
        think = f"match = cogtable.game({game!r}).start(seed=1); bots.choose({bot!r}, match, match.waiting[0], 1)"
        command = [sys.executable, "-c", f"import cogtable; from cogtable import bots; {think}"]
        subprocess.run(command, env=self.environment, check=True, capture_output=True)

    def ready(self, game: str, bot: str) -> None:
        """Compiles a bot if that hasn't been done; for a game from another package, once."""
        if (game, bot) in self.warmed:
            return
        self.warmed.add((game, bot))
        if game not in registry.names() or not is_ready(cogtable.game(game), bot):
            self.warm(game, bot)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Posts JSON, and returns the answer's JSON."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            result: dict[str, Any] = json.load(answer)
            return result

    def get(self, path: str) -> dict[str, Any]:
        """Returns the JSON at an address."""
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            result: dict[str, Any] = json.load(answer)
            return result

    def table(
        self,
        *seats: str,
        game: str = "splendor",
        seed: int = 1,
        takeover: dict[str, Any] | None = None,
        replacing: bool = False,
        **options: int,
    ) -> dict[str, Any]:
        """Creates a table; `seats` are "me", "open" or a bot's name. Returns the table and the seat's secret."""
        for bot in {*seats, takeover["bot"] if takeover else "me"} - {"me", "open"}:
            self.ready(game, bot)
        kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        body = {"game": game, "seats": kinds, "name": "Ada", "seed": seed, "options": options, "takeover": takeover}
        body["replacing"] = replacing
        return self.post("/api/tables", body)

    def join(self, table: dict[str, Any], name: str) -> dict[str, Any]:
        """Takes an open seat. Returns the table and the seat's secret."""
        return self.post(f"/api/tables/{table['table']}/join", {"name": name})

    def ahead(
        self,
        table: dict[str, Any],
        turns: int | None = None,
        choose: Callable[[View], Choice] = sensible,
        until: Callable[[View], bool] = lambda view: False,
    ) -> dict[str, Any]:
        """Plays a seat's decisions without a browser, then disconnects. Returns the table.

        Plays a number of decisions, or until a view meets a condition; otherwise to the end.

        With a seed, the table always reaches the same position.
        """
        with self._sitting(table) as socket:
            for played, view in enumerate(self._turns(socket)):
                if until(view) or view["over"] or played == turns:
                    break
                self._act(socket, view, choose(view))
        return table

    def act(self, table: dict[str, Any], choose: Callable[[View], Choice] = sensible) -> None:
        """Plays one decision of a seat without a browser, then disconnects."""
        with self._sitting(table) as socket:
            view = next(self._turns(socket))
            self._act(socket, view, choose(view))
            while (answer := json.loads(socket.recv(timeout=PATIENCE)))["type"] != "accepted":
                assert answer["type"] != "error", answer

    def resign(self, table: dict[str, Any]) -> None:
        """Resigns for a seat without a browser, then disconnects."""
        with self._sitting(table) as socket:
            socket.send(json.dumps({"type": "resign", "id": 1}))
            while (answer := json.loads(socket.recv(timeout=PATIENCE))).get("id") != 1:
                pass
            assert answer["type"] != "error", answer

    @contextmanager
    def _sitting(self, table: dict[str, Any]) -> Iterator[ClientConnection]:
        with connect(f"ws://127.0.0.1:{self.port}/api/tables/{table['table']}/ws") as socket:
            socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "secret": table["secret"]}))
            yield socket

    @staticmethod
    def _turns(socket: ClientConnection) -> Iterator[View]:
        """Yields the seat's view each time it is to move, and at the end."""
        view: View = {}
        expected = 0
        while not view.get("over"):
            message = json.loads(socket.recv(timeout=PATIENCE))
            assert message["type"] != "error" or message["code"] == "late", message  # others moved at the same time
            view = message.get("view", view)
            if view and view["ply"] >= expected and (view["over"] or view["seat"] in view["waiting"]):
                expected = view["ply"] + 1
                yield view

    @staticmethod
    def _act(socket: ClientConnection, view: View, choice: Choice) -> None:
        revision = {"ply": view["ply"], "undone": view.get("undone", 0)}
        socket.send(json.dumps({"type": "act", "id": view["ply"], "action": choice["action"], **revision}))
