"""A PostgreSQL server for one test, which can be restarted; on machines without PostgreSQL the test is skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"))


def programs() -> Path:
    """Returns the folder of PostgreSQL's programs. Skips the test if they, or Python's driver, aren't installed."""
    pytest.importorskip("psycopg")
    path = os.pathsep.join((os.environ.get("PATH", ""), *map(str, PLACES)))
    found = shutil.which("initdb", path=path)
    if not found or (IS_ROOT and not shutil.which("runuser")):
        pytest.skip("there is no PostgreSQL server on this machine that tests could start")
    return Path(found).resolve().parent


class Postgres:
    """A server that listens on a socket in a folder of its own. Leaving the `with` block stops it."""

    _runs = False

    def __enter__(self) -> Postgres:
        self._programs = programs()
        self._folder = TemporaryDirectory()  # not the test's own folder, because a socket's path must be short
        self._place = Path(self._folder.name)
        if IS_ROOT:  # PostgreSQL does not run as root
            shutil.chown(self._place, "postgres")
        self._run("initdb", "-A", "trust", "-U", "postgres", "-N")
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._folder.cleanup()

    @property
    def url(self) -> str:
        """The URL for a store."""
        return f"postgresql+psycopg://postgres@/postgres?host={self._place}"

    @property
    def folder(self) -> Path:
        """The folder of the socket."""
        return self._place

    def start(self) -> None:
        """Starts the server unless it runs, and waits until it answers."""
        if self._runs:
            return
        options = f"-k {self._place} -c listen_addresses=''"
        self._run("pg_ctl", "-w", "-l", str(self._place / "log"), "-o", options, "start")
        self._runs = True

    def stop(self) -> None:
        """Stops the server as a crash would, with connections open."""
        if self._runs:
            self._run("pg_ctl", "-w", "-m", "immediate", "stop")
        self._runs = False

    def restart(self) -> None:
        """Stops and starts the server."""
        self.stop()
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        account: Sequence[str] = ("runuser", "-u", "postgres", "--") if IS_ROOT else ()
        command: list[str | Path] = [*account, self._programs / program, "-D", self._place / "data", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", timeout=60)
