"""A server in a separate process, for measurements."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

SERVE = """
import os, sys
if sys.argv[2]:
    os.sched_setaffinity(0, {int(sys.argv[2])})
from cogtable.server.core.limits import UNLIMITED
from cogtable.server.app.serve import serve
serve(port=0, database=sys.argv[1], warm=False, limits=UNLIMITED)
"""


class Choice(msgspec.Struct):
    """A choice, with the fields that benchmarks need."""

    action: int


class View(msgspec.Struct):
    """A table as a seat sees it, with the fields that benchmarks need."""

    ply: int
    waiting: list[int]
    over: bool
    choices: list[Choice] = []


class Fields(msgspec.Struct):
    """The changes of a view, with the fields that benchmarks need."""

    ply: int | None = None
    waiting: list[int] | None = None
    over: bool | None = None
    choices: list[Choice] | None = None


class Changes(msgspec.Struct):
    """The difference between two views, with the fields that benchmarks need."""

    fields: Fields
    cleared: list[str] = []

    def applied(self, view: View) -> View:
        """Returns the view after the changes to the previous one."""
        new = {name: value for name, value in msgspec.structs.asdict(self.fields).items() if value is not None}
        return msgspec.structs.replace(view, **({"choices": []} if "choices" in self.cleared else {}) | new)


class Message(msgspec.Struct):
    """A message of the server of any type, with the fields that benchmarks need."""

    type: str
    ply: int = 0
    view: View | None = None
    changes: Changes | None = None
    words: str = ""


decoder = msgspec.json.Decoder(Message)


class Server(NamedTuple):
    """The server's address and process."""

    address: str
    pid: int

    def cpu_s(self) -> float:
        """The CPU seconds that it has used so far, in all its threads."""
        return time.clock_gettime(~self.pid << 3 | 2)  # Linux: how clock_getcpuclockid converts the id of a process

    def memory_mb(self) -> float:
        """The memory that it uses now, in megabytes (10^6 bytes)."""
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def server(database: str = "", core: int | None = None) -> Iterator[Server]:
    """Starts a server with a database on the disk unless another is given; limited to one core if one is given. Raises
    LookupError.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [
                *(sys.executable, "-c", SERVE),
                *(database or str(Path(folder) / "bench.db"), "" if core is None else str(core)),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout
            if not (address := process.stdout.readline().partition("//")[2].strip()):
                raise LookupError(f"the server did not start{f' with the database {database}' if database else ''}")
            yield Server(address, process.pid)
        finally:
            process.terminate()


@contextmanager
def serve_command(folder: str, *options: str, **environment: str) -> Iterator[str]:
    """Starts a server on the command line, as a user does; yields its address. Raises LookupError."""
    command = [sys.executable, "-m", "cogtable", "serve", "--no-open", "--port=0", *options]
    process = subprocess.Popen(
        [*command, f"--database={folder}/tables.db"],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout
        said = next((found for line in process.stdout if (found := re.search(r"http://\S+", line))), None)
        if not said:
            raise LookupError("the server did not start")
        yield said[0]
    finally:
        process.terminate()
        process.communicate()
