"""Programs that a browser consists of, each in a process group of its own, which ends with the test."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

GUARD = 'exec 3<&0; { read -r _ <&3; kill -s KILL -- -$$; } & exec "$@" </dev/null 3<&-'
"""Becomes a program, after starting a guard that kills its group when standard input ends, as it does with the test."""


@contextmanager
def running(
    command: Sequence[str], log: Path, environment: Mapping[str, str] | None = None, inherit: Sequence[int] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a program whose output goes to a file. In the end it and all processes that it started are killed.

    `environment` is added to this process's own; `inherit` are file descriptors that the program keeps open.
    """
    with log.open("wb") as file:
        process = subprocess.Popen(
            ["sh", "-c", GUARD, "sh", *command],
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=file,
            stderr=file,
            start_new_session=True,
            pass_fds=inherit,
        )
    assert process.stdin
    with process, process.stdin:
        yield process
