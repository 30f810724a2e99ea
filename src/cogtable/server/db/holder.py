"""Which server serves the file of a database: one at a time, since each has its tables in memory.

The lock is the operating system's, so it goes with the process, however that ends. Beside it stands who has it.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from cogtable.engine.errors import CogtableError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

log = logging.getLogger("cogtable.server")

ENDING = ".server"
"""What the name of the lock's file has after that of the database."""

FAR = 1 << 20
"""Which byte is locked on Windows, where others cannot read what is locked."""


class Holder(msgspec.Struct, kw_only=True, frozen=True):
    """The server that has a file: its process on a machine, and the address at which it is reached, if known yet."""

    pid: int
    machine: str
    address: str = ""

    def __str__(self) -> str:
        where = f" on {self.machine}" if self.machine != socket.gethostname() else ""
        at = f"at {self.address} " if self.address else ""
        return f"{at}(process {self.pid}{where})"


class Held(CogtableError):
    """Another server has the file; the text says which."""

    def __init__(self, database: Path, holder: Holder | None) -> None:
        by = f"a Cogtable server already, {holder}" if holder else "another Cogtable server"
        super().__init__(
            f"{database} is served by {by}; open that address, stop that server, or name another file with --database"
        )


class Hold:
    """The hold that this process has on a file."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file

    def tell(self, address: str) -> None:
        """Tells others the address of this server."""
        if self._file:
            self._file.seek(0)
            self._file.truncate()
            own = Holder(pid=os.getpid(), machine=socket.gethostname(), address=address)
            self._file.write(msgspec.json.encode(own))
            self._file.flush()


@contextmanager
def hold(database: Path) -> Iterator[Hold]:
    """Holds the file of a database inside a `with` block. Raises Held if another server does."""
    try:
        file = _lock_of(database).open("a+b")
    except OSError as error:
        log.warning("nothing keeps a second server from %s: %s", database, error.strerror)
        yield Hold(None)
        return
    with file:
        if not _lock(file):
            raise Held(database, _read(file))
        own = Hold(file)
        own.tell("")
        yield own


def holder_of(database: Path) -> Holder | None:
    """The server that has the file of a database now, if any."""
    try:
        file = _lock_of(database).open("rb+")
    except OSError:
        return None
    with file:
        return None if _lock(file) else _read(file)


def _lock_of(database: Path) -> Path:
    file = database.resolve()  # whatever links lead to it
    return file.with_name(file.name + ENDING)


def _lock(file: IO[bytes]) -> bool:
    """Locks a file until it is closed. False if another process has it."""
    try:
        if sys.platform == "win32":
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return not isinstance(error, BlockingIOError | PermissionError)  # else the disk knows no locks
    return True


def _read(file: IO[bytes]) -> Holder | None:
    file.seek(0)
    try:
        return msgspec.json.decode(file.read(), type=Holder)
    except msgspec.DecodeError:  # it has just begun
        return None
