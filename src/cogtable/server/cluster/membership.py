"""Membership: this process among those that serve one database. It sends heartbeats and detects dead processes."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa

from cogtable.server.cluster.forwarding import host_and_port
from cogtable.server.core.tokens import new_id
from cogtable.server.db import ownership
from cogtable.server.db.connection import Unreachable, connect, is_gone
from cogtable.server.db.ownership import Member

log = logging.getLogger("cogtable.server")

BEAT_S = 1.0
"""The interval between heartbeats, in seconds."""

LEASE_S = 5.0
"""How long a process can go without a heartbeat before the others consider it dead, in seconds."""

SUSPECT_S = 2.0
"""How long a process can go without a heartbeat before the others check whether it still listens at its address, in
seconds. A process that refuses connections is dead, so there is no need to wait longer.
"""

PROBE_S = 0.3
"""The time limit for that check, in seconds. A process that doesn't respond in time isn't known to be dead."""

LEAVE_S = 2.0
"""How long to wait for the database to record that this process ends, in seconds. Otherwise the others notice by
themselves.
"""


class Listener(NamedTuple):
    """Callbacks for events among the processes, called in the event loop."""

    joined: Callable[[str], None]
    """This process has this id from now on."""
    lost: Callable[[], None]
    """The others considered this process dead, so it no longer owns any table."""
    told: Callable[[str], None]
    """A message that another process, or this one, has sent to all processes."""
    missed: Callable[[], None]
    """Messages may have been missed for a while."""
    failed: Callable[[BaseException], None]
    """Heartbeats cannot be stored, for this reason."""
    works: Callable[[], None]
    """Heartbeats can be stored again."""


class Watch:
    """Detects processes that have been silent for too long.

    Counts only the time in which this process's own heartbeats get through: when the database was away, every process
    was silent. The clocks of other machines and of the database are not used.
    """

    def __init__(self) -> None:
        self._since: dict[str, tuple[int, float]] = {}
        """For each process, its heartbeat and when that value was first seen."""
        self._seen = float("-inf")

    def silent(
        self, members: Iterable[Member], now: float, refuses: Callable[[str], bool] = lambda address: False
    ) -> list[Member]:
        """Returns the processes whose heartbeat, at the moment `now`, has not changed for `LEASE_S`, or for `SUSPECT_S`
        if their address `refuses` connections.
        """
        if now - self._seen > LEASE_S / 2:
            self._since.clear()
        self._seen = now
        before = self._since
        self._since = {}
        found = []
        for member in members:
            beat, since = before.get(member.id, (member.beat, now))
            self._since[member.id] = (member.beat, since if beat == member.beat else now)
            still = now - self._since[member.id][1]
            if still >= LEASE_S or (still >= SUSPECT_S and refuses(member.address)):
                found.append(member)
        return found


def refuses(address: str) -> bool:
    """Whether an address refuses connections. It does if its process has ended while the machine is still running."""
    try:
        socket.create_connection(host_and_port(address), PROBE_S).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False


class Membership:
    """Keeps this process registered among the others. It has a thread and a connection of its own, so that nothing
    delays its heartbeats.
    """

    def __init__(self, url: str, address: str, listener: Listener) -> None:
        self._url = url
        self._address = address
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._watch = Watch()
        self._me = ""
        self._joined = asyncio.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="membership", daemon=True)

    async def join(self) -> None:
        """Waits until this process is registered among those that serve the database."""
        self._thread.start()
        await self._joined.wait()

    async def leave(self) -> None:
        """Leaves this process's tables to the others."""
        self._stopping.set()
        await asyncio.to_thread(self._thread.join, LEAVE_S)

    # --- in the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        engine = connect(self._url)
        away = False
        while not self._stopping.is_set():
            try:
                with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    self._listen(connection, first=not self._me)
                    while not self._stopping.is_set():
                        self._beat(connection)
                        if away:
                            away = False
                            self._call(self._listener.works)
                        self._hear(connection)
                    ownership.leave(connection, self._me)
            except Exception as error:
                if not away:
                    gone = isinstance(error, sa.exc.SQLAlchemyError) and is_gone(error)
                    known = Unreachable("the database takes no beat of this process") if gone else error
                    self._call(self._listener.failed, known)
                away = True
                self._stopping.wait(BEAT_S / 4)
        engine.dispose()

    def _listen(self, connection: sa.Connection, *, first: bool) -> None:
        connection.exec_driver_sql(f"SET lock_timeout = '{round(1000 * BEAT_S / 2)}ms'")
        connection.exec_driver_sql(f"LISTEN {ownership.CHANNEL}")
        if not first:
            self._call(self._listener.missed)

    def _beat(self, connection: sa.Connection) -> None:
        """Sends a heartbeat, and removes dead processes."""
        if not self._me or not ownership.beat(connection, self._me):
            self._register(connection)
        others = [member for member in ownership.members(connection) if member.id != self._me]
        for member in self._watch.silent(others, time.monotonic(), refuses):
            if _remove(connection, member):
                log.warning("the process at %s is dead; its tables go on elsewhere", member.address)

    def _register(self, connection: sa.Connection) -> None:
        if self._me:
            log.warning("the others consider this process dead, or another one has its address %s", self._address)
            asyncio.run_coroutine_threadsafe(self._lose(), self._loop).result()
        me = Member(new_id(), self._address)
        ownership.register(connection, me)
        self._me = me.id
        self._call(self._listener.joined, self._me)
        self._call(self._joined.set)

    async def _lose(self) -> None:
        self._listener.lost()

    def _hear(self, connection: sa.Connection) -> None:
        """Waits for messages from other processes, until the next heartbeat."""
        from psycopg import OperationalError

        driver: Any = connection.connection.driver_connection
        try:
            end = time.monotonic() + BEAT_S
            while time.monotonic() < end and not self._stopping.is_set():
                for notification in driver.notifies(timeout=BEAT_S / 10):
                    self._call(self._listener.told, notification.payload)
        except OperationalError as error:
            connection.invalidate()
            raise sa.exc.OperationalError("LISTEN", None, error) from error

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        self._loop.call_soon_threadsafe(function, *arguments)


def _remove(connection: sa.Connection, member: Member) -> bool:
    """Removes a process. Returns False while it is still writing, or was paused in a write; the database soon ends
    that.
    """
    from psycopg.errors import LockNotAvailable

    try:
        return ownership.remove(connection, member)
    except sa.exc.OperationalError as error:
        if not isinstance(error.orig, LockNotAvailable):
            raise
        return False
