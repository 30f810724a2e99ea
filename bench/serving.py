"""A server in a process of its own, to be measured."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SERVE = "import sys; from cogtable.server.serve import serve; serve(port=0, database=sys.argv[1], warm=False)"


class Server(NamedTuple):
    """Where the server is, and its process."""

    address: str
    pid: int

    def cpu_s(self) -> float:
        """The CPU seconds that it has used so far, in all its threads."""
        return time.clock_gettime(~self.pid << 3 | 2)  # Linux: what clock_getcpuclockid makes of the id of a process


@contextmanager
def server() -> Iterator[Server]:
    """A server with a database on the disk."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", SERVE, str(Path(folder) / "bench.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout
            yield Server(process.stdout.readline().split("//")[1].strip(), process.pid)
        finally:
            process.terminate()
