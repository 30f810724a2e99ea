"""Rooms: the tables in memory, loaded on demand and dropped when they are idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, NamedTuple

from cogtable.engine.errors import CogtableError
from cogtable.engine.play.match import Match
from cogtable.server.core.background import Supervisor
from cogtable.server.core.cpu_time import metered
from cogtable.server.core.limits import Counts
from cogtable.server.core.service import Service
from cogtable.server.core.variants import Variants
from cogtable.server.db.store import Store
from cogtable.server.rooms import service_time
from cogtable.server.rooms.analyses import Analyses
from cogtable.server.rooms.ownership import Elsewhere, Ownership
from cogtable.server.rooms.room import Replays, Room
from cogtable.server.rooms.seeking import Announce
from cogtable.server.rooms.stored_table import load_table
from cogtable.server.settings import ServerSettings
from cogtable.server.thinking.fair_queue import Budget, Requester
from cogtable.server.thinking.pool import BotChoice, Pool

log = logging.getLogger("cogtable.server")

CLOCKS_S = 1.0
"""How often clocks are checked, in seconds."""

LONGEST_S = 600.0
"""The longest pause, in seconds, before a table is tried again after a failure."""


class _Overdue(NamedTuple):
    """A table whose expired clock could not be processed. Retried at time `again`, after `wait_s` seconds."""

    wait_s: float
    again: float


class Rooms:
    """The tables in memory, loaded on demand and dropped when they are idle."""

    def __init__(
        self,
        store: Store,
        settings: ServerSettings,
        counts: Counts,
        service: Service,
        budget: Budget | None = None,
        supervisor: Supervisor | None = None,
    ) -> None:
        self.supervisor = supervisor or Supervisor()
        self._counts = counts
        self.store = store
        self.service = service
        self._settings = settings
        self.ownership = Ownership(store, self.supervisor)
        store.on_lost = self.give_away
        self.variants = Variants(store, settings.boxes)
        self._pool = Pool(settings.warm, budget, self.supervisor)
        self.modules = self._pool.modules
        self._analyses = Analyses(self._pool, settings.effort)
        self._replays = Replays()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._users: set[asyncio.Task[Any]] = set()
        self._overdue: dict[str, _Overdue] = {}
        """The tables whose expired clocks could not be processed yet."""
        self._watching = False
        self._forgiven = False
        """Whether running clocks have got back the time in which no server was alive."""
        self.tell_seeks: Announce = self.read_seeks
        """Announces changed searches to the rooms of all processes; by default, to those of this one."""
        self.closing = asyncio.Event()
        """Set when the server is about to stop: connections then answer the messages they have read, and close."""

    def watch_clocks(self) -> None:
        """Watches the clocks of all tables for as long as the server runs."""
        service_time.service.start()
        self._watching = True
        self.supervisor.repeat("time", self._tick, service_time.TICK_S)
        self.supervisor.repeat("clocks", self._watch_clocks, CLOCKS_S)

    async def _tick(self) -> None:
        if service_time.service.tick():
            self.show_notices()  # with the clocks as they are now

    async def _watch_clocks(self) -> None:
        if not self._forgiven:
            if down := await self.store.clocks.forgive(service_time.now()):
                log.info("no server was alive for %.0f s; that counts for nobody's clock", down)
            self._forgiven = True
        await self.expire_overdue()

    async def expire_overdue(self) -> None:
        """Handles players who have run out of time, and pauses that are over."""
        overdue = await self.store.clocks.overdue(service_time.now())
        self._overdue = {table: self._overdue[table] for table in overdue if table in self._overdue}
        for table in overdue:
            if table not in self._overdue or monotonic() >= self._overdue[table].again:
                await self._expire_clock(table)

    async def _expire_clock(self, table: str) -> None:
        try:
            async with self.use(table) as room:
                await room.expire_clock()
        except Elsewhere:
            return  # another process was faster
        except CogtableError as error:
            log.error("table %s: its clock has run out, but: %s", table, error)
        except Exception:
            self.supervisor.count("clocks")
            log.exception("table %s: its clock has run out, but that failed", table)
        else:
            return
        wait_s = min(2 * self._overdue[table].wait_s, LONGEST_S) if table in self._overdue else CLOCKS_S
        self._overdue[table] = _Overdue(wait_s, monotonic() + wait_s)

    @property
    def searches(self) -> tuple[int, int]:
        """Returns how many searches of bots, hints and analyses run, and how many wait."""
        return self._pool.running, self._pool.waiting

    async def chances(self, requester: Requester, match: Match, seed: int) -> list[float]:
        """Returns each seat's chance of winning as a spectator knows the match; see `Pool.chances`."""
        return await self._pool.chances(requester, match, seed)

    async def choose(self, requester: Requester, bot: str, match: Match, seat: int, seed: int) -> BotChoice:
        """Returns the action that a bot chooses for a seat; see `Pool.choose`."""
        return await self._pool.choose(requester, bot, match, seat, seed)

    @property
    def loaded(self) -> Mapping[str, Room]:
        """The rooms in memory, by the ids of their tables."""
        return self._rooms

    def try_tables(self) -> None:
        """Makes all views that are being shown, with the games' present tables. Raises any error of a table."""
        for room in self._rooms.values():
            room.try_table()

    async def show_tables(self) -> None:
        """Shows everybody the games' present tables."""
        for room in list(self._rooms.values()):
            await room.show_table()

    def show_notices(self) -> None:
        """Shows everybody the host's message."""
        for room in self._rooms.values():
            room.viewers.show_occupants()

    def drop_banned(self) -> None:
        """Disconnects the connections from addresses, and of guests, that are banned now."""
        for room in self._rooms.values():
            room.connections.drop(
                lambda each: bool(self.service.ban_of(each.address)) or self.service.is_out(each.person)
            )

    async def finish(self, patience_s: float) -> None:
        """Closes all connections cleanly: bots stop, moves in progress are stored and shown, and other requests are
        answered.
        """
        for room in self._rooms.values():
            room.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                await self._done(task for room in self._rooms.values() for task in room.shield.running)
                self.closing.set()
                await self._done(self._users)
        self.closing.set()

    async def _done(self, tasks: Iterable[asyncio.Task[Any]]) -> None:
        if unfinished := set(tasks):
            await asyncio.wait(unfinished)

    async def close(self) -> None:
        """Stops the bots."""
        for room in self._rooms.values():
            room.stop()
        if self._watching:
            service_time.service.stop()
        self._analyses.stop()
        await self._pool.close()
        self.variants.close()

    @asynccontextmanager
    async def use(self, table: str) -> AsyncIterator[Room]:
        """Returns the room of a table, which stays in memory while it is used. Raises Refusal."""
        room = self._rooms.get(table) or await self._loaded(table)
        room.users += 1
        if user := asyncio.current_task():
            self._users.add(user)
            user.add_done_callback(self._users.discard)
        try:
            yield room
        finally:
            room.users -= 1
            self._drop_later(room)

    async def _loaded(self, table: str) -> Room:
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(metered(self._load(table)))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room:
        process = self.store.owners.process
        await self.ownership.claim(table)
        try:
            loaded = await load_table(self.store, table, self.variants)
        except Exception:
            self.ownership.release(table)
            raise
        if self.store.owners.process != process:  # this process has lost it in the meantime
            raise Elsewhere
        room = self._rooms[table] = Room(
            loaded,
            self.store,
            self._settings,
            self.service,
            self._pool,
            self._analyses,
            self._replays,
            self.variants,
            self._counts,
            self.announce_seeks,
        )
        await room.seeking.read()
        if loaded.state.match.ply:
            log.info("table %s goes on at move %d", table, loaded.state.match.ply)
        return room

    def _drop_later(self, room: Room) -> None:
        if not room.users:
            asyncio.get_running_loop().call_later(self._settings.idle_s, self._drop, room.table.id, room)

    def _drop(self, table: str, room: Room) -> None:
        if self._rooms.get(table) is not room:
            return
        if room.busy:
            self._drop_later(room)
        elif not room.users:
            del self._rooms[table]
            room.close()
            self.ownership.release(table)

    # --- searches for people -----------------------------------------------------------------------

    async def read_seeks(self, tables: Collection[str]) -> None:
        """Reads the searches of tables again that were changed."""
        for table in tables:
            if room := self._rooms.get(table):
                await room.seeking.read()

    async def announce_seeks(self, tables: Collection[str]) -> None:
        """Announces that the searches of tables have changed."""
        await self.tell_seeks(tables)

    # --- other processes ---------------------------------------------------------------------------

    async def address_of(self, table: str) -> str:
        """Returns the address of another process that owns a table. Empty if this process owns it; a newly claimed
        table is released after a while if it is not used.
        """
        if not self.ownership.shared or table in self._rooms or table in self._loading:
            return ""
        if address := await self.ownership.address_of(table):
            return address
        asyncio.get_running_loop().call_later(self._settings.idle_s, self._release_unused, table)
        return ""

    def _release_unused(self, table: str) -> None:
        """Releases a table that was claimed for a person who did not come."""
        if table not in self._rooms and table not in self._loading:
            self.ownership.release(table)

    def give_away(self, table: str, why: str = "goes on in another process") -> None:
        """Drops a table that another process owns or will own, or that was removed. Its people reconnect and reach the
        new owner, or learn that the table does not exist.
        """
        if room := self._rooms.pop(table, None):
            log.info("table %s %s", table, why)
            room.abandon()
            self.ownership.release(table)

    def give_all_away(self) -> None:
        """Drops all tables, because the others considered this process dead. Sets its clock, which must agree with
        theirs again.
        """
        service_time.service.set()
        for table in list(self._rooms):
            self.give_away(table)
