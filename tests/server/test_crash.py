"""The server is killed in the middle of a game; the same table continues."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest
from websockets.exceptions import ConnectionClosed

from .live_server import LiveServer

pytestmark = pytest.mark.slow

WITH_SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="on Windows nothing can be told to stop by a signal")

SERVE = "import sys; from cogtable.server.app.serve import serve; serve(port=0, database=sys.argv[1])"


SLOW = """
import asyncio, sys
from pathlib import Path
from cogtable.server.app.serve import serve
from cogtable.server.db.store import Store
append = Store.append
begun, may_end = Path(sys.argv[2]), Path(sys.argv[3])
async def slow(*what):
    begun.touch()
    while not may_end.exists():
        await asyncio.sleep(0.01)
    await append(*what)
Store.append = slow
serve(port=0, database=sys.argv[1])
"""
"""A server whose store writes a move only when the test allows it."""

BENCH = """
import sys
from pathlib import Path
from cogtable.server.app.serve import serve
from cogtable.server.workbench.box_files import Desk
folder = Path(sys.argv[2])
serve(port=0, database=sys.argv[1], desk=Desk(folder, folder / "mine.toml", "tiny"))
"""


class Process(LiveServer):
    """The server in a separate process, to be killed."""

    def __init__(self, database: Path, code: str = SERVE, *arguments: Path) -> None:
        super().__init__(database)
        self._command = [sys.executable, "-W", "error", "-c", code, str(database), *map(str, arguments)]

    def __enter__(self) -> Self:
        import httpx

        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("Cogtable is at http://127.0.0.1:"), line
        self.address = line.split("//")[1].strip()
        self.http = self._stack.enter_context(httpx.Client(base_url=f"http://{self.address}/api"))
        return self

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self.process.kill()
        self.process.communicate(timeout=60)

    def stop(self, number: int) -> str:
        """Sends a signal and waits for the end; returns the log."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=60)
        return log

    def __exit__(self, *error: object) -> None:
        self._stack.close()
        if self.process.poll() is None:
            self.kill()


def test_a_killed_server_loses_no_acknowledged_move(tmp_path: Path) -> None:
    database = tmp_path / "db"
    with Process(database) as server:
        table, secrets = server.full("splendor", seats=3, seed=3)
        people = [server.sit(table, secret) for secret in secrets]
        for move in range(9):
            people[move % 3].until(move).play()
        for person in people:
            person.until(9)
        # Another move is in progress: stored or not, it is acknowledged only if stored.
        people[0].send(type="act", id=99, ply=9, action=people[0].actions()[0])
        server.kill()
        acknowledged = False
        try:
            while True:
                acknowledged |= people[0].hear()["type"] == "accepted"
        except Exception:
            pass
    with Process(database) as server:
        again = [server.sit(table, secret) for secret in secrets]
        assert again[0].ply == 10 or (again[0].ply == 9 and not acknowledged)
        for person, before in zip(again, people, strict=True):
            assert person.log[: len(before.log)] == before.log
            if person.ply == before.ply:
                for key, item in before.view.items():
                    if key not in ("log", "log_from", "flights", "sounds"):
                        assert person.view[key] == item
        seat = again[0].view["waiting"][0]
        again[seat].play()
        server.kill()


@WITH_SIGNALS
def test_after_a_stop_signal_pending_moves_are_finished_and_no_secret_is_logged(tmp_path: Path) -> None:
    begun, may_end = tmp_path / "begun", tmp_path / "may end"
    with Process(tmp_path / "db", SLOW, begun, may_end) as server:
        table, secrets = server.full("tiny")
        ada, ben = (server.sit(table, secret) for secret in secrets)
        ada.send(type="act", id=7, ply=0, action=ada.actions()[0])
        until(begun.exists)
        server.process.send_signal(signal.SIGTERM)
        until(lambda: not takes_connections(server.address))
        may_end.touch()
        assert ada.next("accepted") == {"type": "accepted", "id": 7, "ply": 1}
        assert ben.until(1).ply == 1
        for person in (ada, ben):
            with pytest.raises(ConnectionClosed) as closed:
                person.next("never")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1012  # the server restarts: reconnect
        log = server.stop(0)
        assert "Traceback" not in log
    with Process(tmp_path / "db") as server:
        again = server.sit(table, secrets[1])
        assert again.ply == 1
        again.play()
        other, others = server.full("tiny")
        server.sit(other, others[0]).play()
        log = server.stop(signal.SIGINT)
        assert server.process.returncode == 0
        assert "Traceback" not in log
        assert others[0] not in log
        assert f"table {other}: tiny for 2, person, open" in log


@WITH_SIGNALS
def test_a_page_that_polls_the_workbench_does_not_delay_a_stop(tmp_path: Path) -> None:
    with Process(tmp_path / "db", BENCH, tmp_path) as server:
        version = server.http.get("/lab/games").json()["version"]
        host, _, port = server.address.partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as page:
            page.sendall(f"GET /api/lab/games?after={version} HTTP/1.1\r\nHost: {server.address}\r\n\r\n".encode())
            server.http.get("/lab/games")  # answered after the page's request was read
            log = server.stop(signal.SIGTERM)
            assert page.recv(1000).startswith(b"HTTP/1.1 200")
    assert "Traceback" not in log
    assert "ERROR" not in log


def takes_connections(address: str) -> bool:
    host, _, port = address.partition(":")
    try:
        socket.create_connection((host, int(port)), timeout=1).close()
    except OSError:
        return False
    return True


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.01)
