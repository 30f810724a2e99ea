"""Allows one server at a time to use a database file, since each server has its tables in memory.

The lock is the operating system's, so it is released when the process ends, however it ends. The lock file also names
the server that holds it.
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
"""The suffix of the lock file, after the name of the database."""

FAR = 1 << 20
"""The position of the byte that is locked on Windows, where other processes cannot read locked bytes."""


class Holder(msgspec.Struct, kw_only=True, frozen=True):
    """The server that holds a file: its process on a machine, and its address if known yet."""

    pid: int
    machine: str
    address: str = ""

    def __str__(self) -> str:
        where = f" on {self.machine}" if self.machine != socket.gethostname() else ""
        at = f"at {self.address} " if self.address else ""
        return f"{at}(process {self.pid}{where})"


class Held(CogtableError):
    """Another server holds the file; the text says which."""

    def __init__(self, database: Path, holder: Holder | None) -> None:
        by = f"a Cogtable server already, {holder}" if holder else "another Cogtable server"
        super().__init__(
            f"{database} is served by {by}; open that address, stop that server, or name another file with --database"
        )


class Hold:
    """A hold of this process on a file."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file

    def tell(self, address: str) -> None:
        """Publishes this server's address in the lock file."""
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
    """Returns the server that holds a database file now, if any."""
    try:
        file = _lock_of(database).open("rb+")
    except OSError:
        return None
    with file:
        return None if _lock(file) else _read(file)


def _lock_of(database: Path) -> Path:
    file = database.resolve()  # follows links, so that all paths to the file share a lock
    return file.with_name(file.name + ENDING)


def _lock(file: IO[bytes]) -> bool:
    """Locks a file until it is closed. Returns False if another process has locked it."""
    try:
        if sys.platform == "win32":
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return not isinstance(error, BlockingIOError | PermissionError)  # others: no locks on this disk
    return True


def _read(file: IO[bytes]) -> Holder | None:
    file.seek(0)
    try:
        return msgspec.json.decode(file.read(), type=Holder)
    except msgspec.DecodeError:  # its server has only just started
        return None
