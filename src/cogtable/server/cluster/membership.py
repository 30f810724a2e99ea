"""Membership: this process among those that serve one database. It shows that it is alive, and finds out who is not."""

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
"""How often a process shows that it is alive."""

LEASE_S = 5.0
"""How long the beat of a process may stand still before the others take it for dead."""

SUSPECT_S = 2.0
"""How long it may stand still before the others see whether the process still listens at its address. One that refuses
connections is dead: nobody need wait longer.
"""

PROBE_S = 0.3
"""How long such a connection may take; whoever lets it wait is not known to be dead."""

LEAVE_S = 2.0
"""How long a database may take to hear that a process ends; else the others find out by themselves."""


class Listener(NamedTuple):
    """What is called, in the event loop, when something happens among the processes."""

    joined: Callable[[str], None]
    """This process goes by this id from now on."""
    lost: Callable[[], None]
    """The others took this process for dead, so none of its tables is its own any more."""
    told: Callable[[str], None]
    """Another process, or this one, has told everybody something."""
    missed: Callable[[], None]
    """Nothing could be heard for a while."""
    failed: Callable[[BaseException], None]
    """The database takes no beat, for this reason."""
    works: Callable[[], None]
    """It takes them again."""


class Watch:
    """Who has been silent for too long.

    Only what is seen while one's own beats get through counts: when the database was away, everybody was silent.
    Clocks of other machines and of the database play no part.
    """

    def __init__(self) -> None:
        self._since: dict[str, tuple[int, float]] = {}
        """For each process, its beat and when that was first seen."""
        self._seen = float("-inf")

    def silent(
        self, members: Iterable[Member], now: float, refuses: Callable[[str], bool] = lambda address: False
    ) -> list[Member]:
        """The processes of those seen at the moment `now` whose beat has stood still for `LEASE_S`, or for `SUSPECT_S`
        where their address `refuses` connections.
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
    """Whether connections to an address are refused, as where a process has ended on a machine that goes on."""
    try:
        socket.create_connection(host_and_port(address), PROBE_S).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False


class Membership:
    """The place of this process among the others. It has a thread and a connection of its own, so nothing holds it
    up.
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
        """Waits until this process is one of those that serve the database."""
        self._thread.start()
        await self._joined.wait()

    async def leave(self) -> None:
        """Leaves the others one's tables."""
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
        """Shows that this process is alive, and removes those that are not."""
        if not self._me or not ownership.beat(connection, self._me):
            self._register(connection)
        others = [member for member in ownership.members(connection) if member.id != self._me]
        for member in self._watch.silent(others, time.monotonic(), refuses):
            if _remove(connection, member):
                log.warning("the process at %s is dead; its tables go on elsewhere", member.address)

    def _register(self, connection: sa.Connection) -> None:
        if self._me:
            log.warning("the others took this process for dead, or another one has its address %s", self._address)
            asyncio.run_coroutine_threadsafe(self._lose(), self._loop).result()
        me = Member(new_id(), self._address)
        ownership.register(connection, me)
        self._me = me.id
        self._call(self._listener.joined, self._me)
        self._call(self._joined.set)

    async def _lose(self) -> None:
        self._listener.lost()

    def _hear(self, connection: sa.Connection) -> None:
        """Waits for what others tell, until the next beat."""
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
    """Removes a process; not while it is still writing, or was stopped doing so, which the database soon ends."""
    from psycopg.errors import LockNotAvailable

    try:
        return ownership.remove(connection, member)
    except sa.exc.OperationalError as error:
        if not isinstance(error.orig, LockNotAvailable):
            raise
        return False
