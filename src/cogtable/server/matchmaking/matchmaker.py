"""The matchmaker: makes the tables of "Play", and looks for people who fit together.

It keeps nothing in memory: the searches are in the database, so any server can do its work, and a restart loses
nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.server.core.ratings import catch_up
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.tokens import new_id
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.db.seeks import SeekerRow, SeekRow
from cogtable.server.matchmaking.parties import parties
from cogtable.server.rooms import service_time
from cogtable.server.rooms.presence import Presence
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.rooms.seeking import deal_afresh
from cogtable.server.table.handover import Wanted, waiting_table
from cogtable.server.table.seating import owned

log = logging.getLogger("cogtable.server")

LOOKS_S = 1.0
"""How often people who wait are paired, in seconds. A new search is also paired at once."""

RECENT, LEAST_FINISHED = 20, 0.85
"""A person who finished less than this share of this number of last games is paired with people like that first."""

TRIES = 3
"""How many waiting tables of a game over days a person tries to join. Others may be faster."""


class Matchmaker:
    """Pairs the people who look for others on one database."""

    def __init__(self, rooms: Rooms, presence: Presence) -> None:
        self._rooms = rooms
        self._presence = presence
        self._store = rooms.store
        self._forgiven = False

    def watch(self) -> None:
        """Pairs people for as long as the server runs."""
        self._rooms.supervisor.repeat("matchmaking", self.look, LOOKS_S)

    async def look(self) -> None:
        """Stores who is at the tables of this process, and pairs those who fit."""
        if self._rooms.closing.is_set():
            return
        now = service_time.now()
        if not self._forgiven:
            await self._store.seeks.forgive(now)
            self._forgiven = True
        if there := [table for table, room in self._rooms.loaded.items() if room.seeking.open]:
            await self._store.seeks.touch(there, now)
        await self._pair(now)

    async def _pair(self, now: float) -> None:
        changed, fresh = await self._store.seeks.pair(
            now, new_id, lambda waiting, blocked: parties(waiting, now, blocked)
        )
        for offer in fresh:
            try:
                changed |= await deal_afresh(self._store, offer)
            except CogtableError as error:
                log.error("the people of an offer cannot play together: %s", error)
        await self._rooms.announce_seeks(changed)

    async def begin(
        self,
        game: GameSpec,
        wanted: Wanted,
        name: str,
        secret: str,
        account: str,
        device: str,
        add: Callable[[TableRow], Awaitable[None]],
    ) -> tuple[str, int]:
        """Returns the table and seat of a person who looks for others. The seat is owned by the `account` or, if there
        is none, by the `secret`; `device` is the id of a guest's browser. A new table is stored with `add`, which can
        refuse it. Raises CogtableError.
        """
        now = service_time.now()
        person = owned(SeatRow(seat=0, kind="person", name=name), secret, account, device)
        row = waiting_table(game, wanted, person, now)
        seek = SeekRow(
            id=new_id(),
            table_id=row.id,
            game=game.name,
            pace=wanted.pace,
            seats=wanted.seats,
            rated=wanted.rated,
            bot=wanted.bot,
            since=now,
            seen=now,
            rating=await self._rating(account, game),
            leaves=await self._leaves(person.person),
            account=account,
            people=(SeekerRow(person=person.person, seat=0, account=account),),
        )
        if wanted.pace == "days" and (joined := await self._joined(seek, name, secret, device)):
            return joined
        await add(row)
        log.info("table %s: %s for %d, looks for people (%s)", row.id, row.game, wanted.seats, wanted.pace)
        await self._rooms.announce_seeks(await self._store.seeks.begin(seek))
        if wanted.pace != "days":
            await self._pair(now)
        return row.id, 0

    async def _rating(self, account: str, game: GameSpec) -> float | None:
        if not account:
            return None
        await catch_up(self._store)
        return await self._store.seeks.rating(account, game.name)

    async def _leaves(self, person: str) -> bool:
        """Whether a person has left too many of their last games."""
        share = (await self._store.people.finished_shares([person], RECENT))[person]
        return share.games >= RECENT and share.share < LEAST_FINISHED

    async def _joined(self, seek: SeekRow, name: str, secret: str, device: str) -> tuple[str, int] | None:
        """Returns the seat that a person has taken at a table that waits for people; None if there is none."""
        account = seek.people[0].account
        apart = await self._store.people.apart_from(seek.people[0].person)
        for other in (await self._store.seeks.open_to(seek))[:TRIES]:
            try:
                await self._presence.bring(other.table_id)
                async with self._rooms.use(other.table_id) as room:
                    seat = await room.join(None, name, secret, account, device, apart)
            except Refusal as error:  # another person was faster, or the table is moving
                log.info("table %s: nobody can join it with Play: %s", other.table_id, error)
                continue
            await self._pair(service_time.now())
            return other.table_id, seat
        return None
