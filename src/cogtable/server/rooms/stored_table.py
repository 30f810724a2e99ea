"""Tables of the database: they are loaded from it, and their changes are stored before they are adopted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.engine.play.match import Revision
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.shield import Shield, shielded
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import Variants
from cogtable.server.db.chat import Said
from cogtable.server.db.connection import Conflict, NotOwner, StoreError
from cogtable.server.db.store import Store
from cogtable.server.rooms.events import TableEvents
from cogtable.server.rooms.uncertain_writes import UncertainWrite, in_doubt
from cogtable.server.table.change import (
    Change,
    FindOutFirst,
    NewActions,
    NewOccupant,
    NewQuestion,
    NewRematch,
    NewTakeover,
    NewTimes,
    NoLongerRated,
    TableState,
    Write,
)
from cogtable.server.table.rated import unrated_from_start
from cogtable.server.table.restore import cannot_go_on, restore, stood_in
from cogtable.server.table.seating import hidden_table
from cogtable.server.table.table import Table

log = logging.getLogger("cogtable.server")

CONTINUED = phrase("the game was continued by another server; it is at move {ply} now")
CHANGED = phrase("the table was changed by another server; look at it again")
ASKED = phrase("another player has just asked or answered; look at the table again")
TAKEN = phrase("another player has just taken seat {n}")


class Loaded(NamedTuple):
    """A table, its chat, and its variant, if any."""

    state: TableState
    said: Said
    variant: Variant | None = None


async def load_table(store: Store, table: str, variants: Variants) -> Loaded:
    """Returns a table from the database. Raises Refusal when there is none or it cannot be played here."""
    row = await store.table(table)
    if row is None:
        raise hidden_table(table)
    actions = await store.actions(table)
    said = await store.said(table)
    try:
        variant = await variants.find(row.variant) if row.variant else None
        state = await asyncio.to_thread(restore, row, actions, variant.game if variant else None)
    except CogtableError as error:
        raise cannot_go_on(row, error) from error
    return Loaded(state, said, variant)


async def _at_once() -> None:
    """Used where no answer is sent."""


class StoredTable(Table):
    """One table of the database. All changes are made inside `changing`, one at a time. A change that has begun is
    completed even if its client disconnects.
    """

    def __init__(
        self,
        state: TableState,
        now: Callable[[], float],
        store: Store,
        variants: Variants,
        shield: Shield,
        events: TableEvents,
    ) -> None:
        super().__init__(state, now)
        self._store = store
        self._variants = variants
        self._shield = shield
        self._events = events
        self._lock = asyncio.Lock()
        self._doubt = UncertainWrite(f"table {self.id}", self._settle)
        self._abandoned = False

    # --- changes ---------------------------------------------------------------------------------

    @shielded
    async def change(
        self,
        work: Callable[[], Change | None],
        accepted: Callable[[Revision], None] = lambda revision: None,
        answered: Callable[[], Awaitable[None]] = _at_once,
    ) -> None:
        """Makes the change that `work` returns, if any. Raises the Refusal of `work`, with nothing changed.

        The change is stored before `accepted` is called with the revision to acknowledge. `answered` waits until the
        answer is on its way; then everybody is shown the change. Slow computations that `work` needs run in another
        thread, while the table can be changed; then `work` is called again.
        """
        while True:
            try:
                async with self.changing():
                    if change := work():
                        await self.make(change, accepted, answered)
                return
            except FindOutFirst as wanted:
                await asyncio.to_thread(wanted.find)

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Allows one change at a time, to a table that is in sync with the database. Raises Refusal and StoreError.

        Any other error may have occurred after data was stored, so the table is then read again.
        """
        async with self._lock:
            if self._abandoned:
                raise NotOwner(f"another process owns table {self.id} now")
            try:
                if self._doubt.standing:
                    await self._reload()
                yield
            except (Refusal, NotOwner, FindOutFirst):
                raise
            except BaseException:
                self._doubt.arise()
                raise

    async def make(
        self,
        change: Change,
        accepted: Callable[[Revision], None] = lambda revision: None,
        answered: Callable[[], Awaitable[None]] = _at_once,
    ) -> None:
        """Stores a change, acknowledges it, and adopts and reports its states one by one. Call it inside `changing`.
        Raises Refusal.
        """
        change = await self._stored(change)
        accepted(change.revision)
        await answered()  # making views takes long
        if change.log:
            log.info("table %s: %s", self.id, change.log)
        for state in change.states:
            self.adopt(state)
            self._events.changed(change)

    # --- storing ---------------------------------------------------------------------------------

    async def _stored(self, change: Change) -> Change:
        """Stores a change, and returns it as it was stored. Raises Refusal, and NotOwner.

        If another server was faster, the table is read again and the Refusal says so. If the database fails, it is not
        known whether it has stored the change: the Refusal says that, and the table is read again as soon as possible.
        """
        if change.write is None:
            return change
        try:
            return await self._write(change, change.write)
        except Conflict as error:
            await self._reload()
            raise self._overtaken(change.write) from error
        except NotOwner:
            raise
        except StoreError as error:
            self._doubt.arise()
            log.error("table %s, move %d: %s", self.id, self.match.ply, error)
            raise in_doubt(error) from error

    async def _write(self, change: Change, write: Write) -> Change:
        store, table = self._store, self.id
        match write:
            case NewActions():
                await store.append(table, write.actions, write.status, write.gone, write.finish, write.unrated)
            case NewOccupant():
                row = await store.reseat(
                    table,
                    write.before,
                    write.after,
                    started=write.started,
                    remark=write.remark,
                    times=write.times,
                    unrated=lambda row: unrated_from_start(row, self.match.game),
                )
                return change.with_row(row)
            case NewTakeover():
                await store.set_takeover(table, write.seat, write.on)
            case NewQuestion():
                await store.ask(table, write.before, write.question)
            case NewTimes():
                await store.set_times(table, write.times, write.asked)
            case NoLongerRated():
                await store.set_unrated(table, write.why)
            case NewRematch():
                rematch = await store.add(write.row, after=table, box=write.box)
                return change.with_row(msgspec.structs.replace(self.row, rematch=rematch))
        return change

    def _overtaken(self, write: Write) -> Refusal:
        """Returns the refusal of a change when another server was faster."""
        match write:
            case NewActions():
                return Refusal("late", say(CONTINUED, ply=self.match.ply))
            case NewQuestion() | NewTimes():
                return Refusal("late", say(ASKED))
            case NewOccupant():
                return Refusal("busy", say(TAKEN, n=write.after.seat + 1))
            case _:
                return Refusal("late", say(CHANGED))

    # --- reading ---------------------------------------------------------------------------------

    async def is_submitted(self, seat: int, submission: str) -> bool:
        """Whether the move with this name from a seat's client is stored."""
        return await self._store.is_submitted(self.id, seat, submission)

    async def stood_in(self) -> frozenset[int]:
        """Returns the moves, by ply, that bots made for people."""
        return stood_in(await self._store.actions(self.id))

    async def read_seats(self) -> None:
        """Reads the present owners of the seats from the database."""
        async with self.changing():
            if row := await self._store.table(self.id):
                self.adopt(self.with_seats(row.seats))

    async def read_again(self) -> None:
        """Reads the whole table from the database, after it was changed elsewhere. Raises Refusal."""
        async with self.changing():
            await self._reload()

    async def _settle(self) -> None:
        async with self.changing():
            pass

    async def _reload(self) -> None:
        """Reads the table from the database, which may be ahead of memory."""
        self._doubt.arise()
        loaded = await load_table(self._store, self.id, self._variants)
        self.read(loaded.state._replace(wishes=self.state.wishes))
        self._doubt.end()
        self._events.reloaded()

    def abandon(self) -> None:
        """Gives the table up to another process; nothing is changed here any more."""
        self._abandoned = True
        self.stop()

    def stop(self) -> None:
        """Stops the table's background work."""
        self._doubt.stop()
