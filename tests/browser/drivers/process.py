"""Programs that a browser consists of: started in a process group of their own, and ended with all its processes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def running(
    command: Sequence[str], log: Path, environment: Mapping[str, str] | None = None, inherit: Sequence[int] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a program whose output goes to a file, and ends it and all processes that it started.

    `environment` is added to this process's own; `inherit` are file descriptors that the program keeps open.
    """
    with log.open("wb") as file:
        process = subprocess.Popen(
            command,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
            pass_fds=inherit,
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the group has this process's id
        process.wait()
