"""The server is killed in the middle of a game; the same table goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from .house import House

SERVE = "import sys; from cogtable.server.serve import serve; serve(port=0, database=sys.argv[1])"


class Process(House):
    """The server in a process of its own, to be killed."""

    def __enter__(self) -> House:
        import httpx

        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", SERVE, str(self.database)],
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

    def stop(self, number: int) -> str:
        """Sends a signal and waits for the end; what was written to the log."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=20)
        return log

    def __exit__(self, *error: object) -> None:
        self._stack.close()
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)


def test_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    database = tmp_path / "db"
    with Process(database) as house:
        table, secrets = house.full("splendor", seats=3, seed=3)
        people = [house.sit(table, secret) for secret in secrets]
        for move in range(9):
            people[move % 3].until(move).play()
        for person in people:
            person.until(9)
        # One more is under way: stored or not, acknowledged only if stored.
        people[0].send(type="act", id=99, ply=9, action=people[0].actions()[0])
        house.stop(signal.SIGKILL)
        acknowledged = False
        try:
            while True:
                acknowledged |= people[0].hear()["type"] == "accepted"
        except Exception:
            pass
    with Process(database) as house:
        again = [house.sit(table, secret) for secret in secrets]
        assert again[0].ply == 10 or (again[0].ply == 9 and not acknowledged)
        for person, before in zip(again, people, strict=True):
            assert person.log[: len(before.log)] == before.log
            if person.ply == before.ply:
                for key, item in before.view.items():
                    if key not in ("log", "log_from", "flights"):
                        assert person.view[key] == item
        seat = again[0].view["waiting"][0]
        again[seat].play()
        house.stop(signal.SIGKILL)


def test_stopped_in_good_order(tmp_path: Path) -> None:
    with Process(tmp_path / "db") as house:
        table, secrets = house.full("tiny")
        ada = house.sit(table, secrets[0])
        ada.play()
        log = house.stop(signal.SIGINT)
        assert house.process.returncode == 0
        assert "Traceback" not in log
        assert secrets[0] not in log
        assert f"table {table}: tiny for 2, person, open" in log
