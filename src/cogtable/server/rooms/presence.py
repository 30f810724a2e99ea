"""Presence: messages between the processes on one database about their tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine, Iterable, Sequence
from typing import Any

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.server.db.connection import Conflict
from cogtable.server.db.rows import TableRow
from cogtable.server.rooms.ownership import Elsewhere
from cogtable.server.rooms.room import Room
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table.seating import occupants
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")

SHARE_S = 1.0
"""How often this process stores who is at its tables, and looks for tables without an owner, in seconds."""

ADOPTED = 10
"""The number of tables that are taken over at a time."""

MOVE_S = 10.0
"""How long moving a table here from another process can take, in seconds."""

TOLD = 100
"""The number of tables in one message to other processes. PostgreSQL's messages have less than 8000 bytes."""


# --- messages between processes ----------------------------------------------------------------------


class SeatsChanged(msgspec.Struct, tag="seats", frozen=True):
    """Seats of a table have new owners."""

    table: str


class TableChanged(msgspec.Struct, tag="table", frozen=True):
    """A table or its chat was changed."""

    table: str


class SignedOut(msgspec.Struct, tag="signed-out", frozen=True):
    """Sessions have ended, by their ids."""

    sessions: list[str]


class TableWanted(msgspec.Struct, tag="wanted", frozen=True):
    """Another process needs a table, so its owner must release it."""

    table: str


class SeeksChanged(msgspec.Struct, tag="seeks", frozen=True):
    """The searches for people at these tables have changed."""

    tables: list[str]


class PeopleChanged(msgspec.Struct, tag="people", frozen=True):
    """People have blocked or muted somebody, or changed whether they are seen, by their ids."""

    people: list[str]


News = SeatsChanged | SeeksChanged | TableChanged | SignedOut | TableWanted | PeopleChanged


class ProcessMessage(msgspec.Struct, frozen=True):
    """A message from the process with the id `by`."""

    by: str
    news: News


_decode = msgspec.json.Decoder(ProcessMessage).decode


# --- who is at a table ------------------------------------------------------------------------------


class Present(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """Who is at a table: the `seats` with a connection; those without one for so long that a bot plays (`disconnected`)
    or others can take them (`gone`); and the number of spectators.
    """

    seats: tuple[int, ...] = ()
    disconnected: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    watching: int = 0

    @property
    def anybody(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.seats or self.watching)


NOBODY = Present()


def present_in(room: Room) -> Present:
    """Returns who is at a table of this process."""
    takeovers, connections = room.logic.takeovers, room.connections
    return Present(
        seats=tuple(sorted(connections.seats)),
        disconnected=tuple(sorted(takeovers.disconnected)),
        gone=tuple(sorted(takeovers.gone)),
        watching=connections.watching,
    )


class Presence:
    """The tables of this process for the others, and theirs for this one. If this is the only process on a database, it
    stores nothing and sends no messages.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._shown: dict[str, Present] = {}
        """For each table, who is there according to the database."""
        rooms.tell_seeks = self.seeks_changed

    def watch(self) -> None:
        """Stores who is at this process's tables and takes over tables without an owner, as long as the server runs."""
        self._rooms.supervisor.repeat("sharing", self._share, SHARE_S)

    async def _share(self) -> None:
        if self._rooms.closing.is_set():
            return
        try:
            await self._show()
            await self._adopt()
        except Conflict as error:  # it will soon be informed, see `cluster`
            log.warning("the others consider this process dead: %s", error)

    # --- tables whose owner has gone -----------------------------------------------------------------

    async def _adopt(self) -> None:
        """Takes over tables whose owner is gone, so that bots continue even if no person comes."""
        for table in await self._store.owners.adopt(ADOPTED):
            try:
                async with self._rooms.use(table) as room:
                    room.bots.wake()
            except CogtableError as error:
                log.warning("table %s does not go on by itself: %s", table, error)
            except Exception:
                self._rooms.supervisor.count("sharing")
                log.exception("table %s does not go on by itself", table)

    async def bring(self, table: str) -> None:
        """Moves a table here from the process that owns it; its people reconnect. Raises Refusal."""
        asked = False
        try:
            async with asyncio.timeout(MOVE_S):
                while await self._rooms.address_of(table):
                    if not asked:
                        await self._tell(TableWanted(table))
                        asked = True
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise Elsewhere from None

    # --- who is at the tables ------------------------------------------------------------------------

    async def _show(self) -> None:
        """Stores who is at this process's tables, where that has changed."""
        present = {table: present_in(room) for table, room in self._rooms.loaded.items()}
        changed = {table: now for table, now in present.items() if self._shown.get(table, NOBODY) != now}
        self._shown = present
        if changed:
            await self._store.owners.show({table: msgspec.json.encode(now).decode() for table, now in changed.items()})

    def forget(self) -> None:
        """Stores everything again, because this process has a new id."""
        self._shown = {}

    async def present_at(self, rows: Sequence[TableRow]) -> dict[str, Present]:
        """Returns who is at these tables."""
        loaded = self._rooms.loaded
        others = [row.id for row in rows if row.id not in loaded] if self._rooms.ownership.shared else []
        stored = await self._store.owners.shown(others) if others else {}
        found = {table: msgspec.json.decode(text, type=Present) for table, text in stored.items()}
        return {row.id: present_in(loaded[row.id]) if row.id in loaded else found.get(row.id, NOBODY) for row in rows}

    def occupants(self, row: TableRow, present: Present) -> list[from_server.Occupant]:
        """Returns the occupants of a table with the people `present`."""
        if room := self._rooms.loaded.get(row.id):
            return room.logic.occupancy.occupants
        return occupants(row, present.seats, present.disconnected, gone=present.gone)

    async def is_here(self, row: TableRow, seat: int) -> bool:
        """Whether the person in a seat of a table is there."""
        return seat in (await self.present_at([row]))[row.id].seats

    async def accounts(self) -> set[str]:
        """Returns the accounts of the people who are at any table."""
        rooms = self._rooms.loaded.values()
        found = {room.table.row.seats[seat].account for room in rooms for seat in room.connections.seats}
        if self._rooms.ownership.shared:
            for text, seat, account in await self._store.owners.accounts_elsewhere():
                if seat in msgspec.json.decode(text, type=Present).seats:
                    found.add(account)
        return found

    async def elsewhere(self, tables: Collection[str]) -> set[str]:
        """Returns those of these tables that other processes own."""
        return await self._store.owners.elsewhere(tables) if self._rooms.ownership.shared and tables else set()

    # --- messages ------------------------------------------------------------------------------------

    async def _tell(self, what: News) -> None:
        if by := self._store.owners.process:
            await self._store.owners.notify(msgspec.json.encode(ProcessMessage(by, what)).decode())

    def hear(self, text: str) -> None:
        """Carries out a message from another process."""
        try:
            told = _decode(text)
        except msgspec.DecodeError as error:
            log.error("unknown message from another process, perhaps of another version: %s", error)
            return
        if told.by == self._store.owners.process:
            return
        match told.news:
            case SeatsChanged(table):
                self._do(self._read_seats(table))
            case SeeksChanged(tables):
                self._do(self._rooms.read_seeks(tables))
            case TableChanged(table):
                self._do(self._read_again(table))
            case SignedOut(sessions):
                self._sign_out(sessions)
            case TableWanted(table):
                self._rooms.give_away(table)
            case PeopleChanged(people):
                self._do(self._read_people(people))

    def missed(self) -> None:
        """Called after a while without messages from other processes: reads the changes that they
        may have announced.
        """
        for table in self._rooms.loaded:
            self._do(self._read_seats(table))
        self._do(self._rooms.read_seeks(list(self._rooms.loaded)))
        self._do(self.check_sessions())
        self._do(self._read_people({each.person for room in self._rooms.loaded.values() for each in room.connections}))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._rooms.supervisor.start("what another process has told", work)

    async def seats_changed(self, tables: Iterable[str]) -> None:
        """Announces that seats of these tables have new owners."""
        for table in tables:
            await self._read_seats(table)
            if table not in self._rooms.loaded:
                await self._tell(SeatsChanged(table))

    async def seeks_changed(self, tables: Collection[str]) -> None:
        """Announces that the searches for people at these tables have changed."""
        await self._rooms.read_seeks(tables)
        elsewhere = sorted(set(tables) - self._rooms.loaded.keys())
        for first in range(0, len(elsewhere), TOLD):
            await self._tell(SeeksChanged(elsewhere[first : first + TOLD]))

    async def _read_seats(self, table: str) -> None:
        if room := self._rooms.loaded.get(table):
            await room.table.read_seats()

    async def changed(self, tables: Iterable[str]) -> None:
        """Announces that these tables or their chats were changed outside their rooms."""
        for table in tables:
            await self._read_again(table)
            if table not in self._rooms.loaded:
                await self._tell(TableChanged(table))

    async def _read_again(self, table: str) -> None:
        if room := self._rooms.loaded.get(table):
            await room.read_again()

    async def people_changed(self, people: Collection[str]) -> None:
        """Announces that these people have blocked or muted somebody, or changed whether they are seen."""
        await self._read_people(people)
        await self._tell(PeopleChanged(sorted(people)))

    async def _read_people(self, people: Collection[str]) -> None:
        for room in list(self._rooms.loaded.values()):
            for person in {each.person for each in room.connections if each.person in people}:
                room.relate(person, await self._store.people.relations(person))

    async def signed_out(self, sessions: Iterable[str]) -> None:
        """Announces that sessions have ended, also for people who use them at a table."""
        ended = sorted(sessions)
        self._sign_out(ended)
        if ended:
            await self._tell(SignedOut(ended))

    def _sign_out(self, sessions: Collection[str]) -> None:
        for room in list(self._rooms.loaded.values()):
            room.sign_out(sessions)

    async def check_sessions(self) -> None:
        """Removes seats from connections whose sessions have ended elsewhere. Raises StoreError."""
        held = {session for room in self._rooms.loaded.values() for session in room.connections.sessions}
        self._sign_out(held - await self._store.accounts.running(held))
