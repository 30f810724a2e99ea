"""The search for people at one table of "Play": what its people see of it, what they answer, and the handover."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.shield import Shield
from cogtable.server.core.tokens import new_id
from cogtable.server.db.rows import SeatRow
from cogtable.server.db.seeks import LEVEL, NOT_JUDGED, NOT_LEVEL, OfferRow, Search, SeekerRow, SeekRow
from cogtable.server.db.store import Store
from cogtable.server.rooms import service_time
from cogtable.server.rooms.connections import Connections
from cogtable.server.rooms.stored_table import StoredTable
from cogtable.server.table.clock import control_of
from cogtable.server.table.handover import (
    Wanted,
    fresh_table,
    how_far,
    is_full,
    is_level,
    is_young,
    person_of,
    take_seat,
    warm_seats,
)
from cogtable.server.table.logic import TableLogic
from cogtable.server.table.occupancy import no_search
from cogtable.server.thinking.fair_queue import Requester
from cogtable.server.thinking.pool import Pool
from cogtable.server.wire import base, from_server

log = logging.getLogger("cogtable.server")

JUDGE_S = 0.4
"""How long the search may take that finds out whether a game is level, in seconds. The people wait for it."""

Announce = Callable[[Collection[str]], Coroutine[Any, Any, None]]
"""Announces that the searches of tables have changed, to their rooms in all processes."""


def wanted_by(seek: SeekRow) -> Wanted:
    """Returns the table that the people of a seek want."""
    return Wanted(seek.pace, seek.seats, seek.bot, seek.rated)  # type: ignore[arg-type]  # as it was checked


async def deal_afresh(store: Store, offer: str) -> set[str]:
    """Makes the new table of the people of an offer, once all have agreed to a fresh deal. Returns the tables whose
    people see that. Does nothing if they have a table already.
    """
    found = await store.seeks.offered(offer)
    if found is None or found[0].agreed != "afresh":
        return set()
    together: list[tuple[SeekerRow, SeatRow]] = []
    for seek in found[1]:
        row = await store.table(seek.table_id)
        if row is None:
            return set()
        together += [(person, person_of(row, person.seat)) for person in seek.people]
    first, now = found[1][0], service_time.now()
    game = registry.find(first.game)
    row = fresh_table(game, wanted_by(first), [seat for _, seat in together], now)
    after = None
    if warm_seats(row):
        after = msgspec.structs.replace(
            first,
            id=new_id(),
            table_id=row.id,
            since=min(seek.since for seek in found[1]),
            seen=now,
            offer="",
            people=tuple(_at(row.seats, person, seat) for person, seat in together),
        )
    changed = await store.seeks.dealt(offer, row, after)
    log.info("table %s: %s, dealt afresh for %d people", row.id, row.game, len(together))
    return changed


def _at(seats: Collection[SeatRow], person: SeekerRow, sat: SeatRow) -> SeekerRow:
    """Returns a person of a search in the seat that they have now."""
    owner = sat.secret, sat.account, sat.name
    seat = next(each.seat for each in seats if (each.secret, each.account, each.name) == owner)
    return msgspec.structs.replace(person, seat=seat, answer="")


class Seeking:
    """The search for people at one table, as it is in the database."""

    def __init__(
        self,
        table: StoredTable,
        logic: TableLogic,
        store: Store,
        connections: Connections,
        pool: Pool,
        shield: Shield,
        announce: Announce,
        changed: Callable[[], None],
    ) -> None:
        self._table = table
        self._turns = logic.bots
        self._store = store
        self._connections = connections
        self._pool = pool
        self._shield = shield
        self._announce = announce
        self._changed = changed
        self._reading = asyncio.Lock()
        self._search: Search | None = None
        self._judged = ""
        """The offer whose game was judged, or is being judged."""
        self._handing = False
        self._occupancy = logic.occupancy
        self._occupancy.seek = self.shown

    def close(self) -> None:
        """Shows the search to nobody any more. The occupancy, to which this object refers, forgets it."""
        self._occupancy.seek = no_search

    @property
    def open(self) -> bool:
        """Whether the search goes on and a person of it is there."""
        search = self._search
        if search is None or search.seek.moved:
            return False
        return any(person.seat in self._connections.seats for person in search.seek.people)

    async def read(self) -> None:
        """Reads the search from the database, and shows it to everybody."""
        async with self._reading:
            self._search = await self._store.seeks.of(self._table.id, service_time.now())
        self.follow()
        self._changed()

    def follow(self) -> None:
        """Does what is due after the search or the game has changed: judges a new offer, hands the seat over."""
        search = self._search
        offer = search.offer if search else None
        hosts = bool(offer and search and offer.host == search.seek.id)
        agreed = hosts and offer is not None and offer.agreed == "seat"
        self._turns.held = frozenset(warm_seats(self._table.row)) if agreed else frozenset()
        if offer is None or not hosts:
            return
        if offer.level == NOT_JUDGED and offer.id != self._judged:
            self._judged = offer.id
            self._shield.start(self._judge(offer))
        if agreed and not self._handing:
            self._handing = True
            self._shield.start(self._hand_over(offer))

    # --- what people see -------------------------------------------------------------------------

    def shown(self, seat: int) -> from_server.Seek | None:
        """Returns the search as a seat sees it; None for spectators, and if there is none."""
        search = self._search
        if search is None or seat == SPECTATOR:
            return None
        seek, now = search.seek, service_time.now()
        if seek.moved:
            return from_server.Seek(moved=seek.moved)
        own = next((person for person in seek.people if person.seat == seat), None)
        if own is None:
            return None
        wanted = seek.seats - 1
        found = len(seek.people) - 1
        if seek.rated:
            found = min(wanted - 1, search.alike)
        return from_server.Seek(
            waited_s=max(0, round(now - seek.since, 1)),
            found=found,
            wanted=wanted,
            time_control=control_of(self._table.row),
            paused_s=max(0, round(search.rests - now, 1)),
            handover=self._handover(search, own, now),
        )

    def _handover(self, search: Search, own: SeekerRow, now: float) -> from_server.Handover | None:
        offer = search.offer
        if offer is None:
            return None
        others = [met for met in search.met if met.table != self._table.id]
        ours = offer.host == search.seek.id
        return from_server.Handover(
            number=offer.id,
            people=[
                from_server.Newcomer(
                    name=met.name,
                    guest=met.guest,
                    rating=None if met.rating is None else round(met.rating),
                    deviation=round(met.deviation),
                )
                for met in others
            ],
            left_s=max(0, round(offer.until - now, 1)),
            ours=ours,
            judging=offer.level == NOT_JUDGED,
            seat=offer.level == LEVEL,
            words=offer.words,
            answer=own.answer,  # type: ignore[arg-type]  # as it was checked
            agreed=offer.agreed,  # type: ignore[arg-type]
        )

    # --- what people do --------------------------------------------------------------------------

    async def stop(self, seat: int) -> None:
        """Ends the search, for a person of it. Raises Refusal."""
        self._check(seat)
        await self._announce(await self._store.seeks.end(self._table.id))

    async def answer(self, seat: int, number: str, choice: base.HandoverChoice) -> None:
        """Answers an offer for a seat. Raises Refusal."""
        search = self._check(seat)
        offer = search.offer
        if offer is None or offer.id != number or offer.agreed or offer.level == NOT_JUDGED:
            raise Refusal("late", say("this offer no longer stands"))
        if choice == "seat" and offer.level != LEVEL:
            raise Refusal("late", say("this game has gone too far; you can only deal afresh"))
        now = service_time.now()
        changed, agreed = await self._store.seeks.answer(self._table.id, seat, number, choice, now)
        if agreed == "afresh":
            changed |= await deal_afresh(self._store, number)
        await self._announce(changed | {self._table.id})

    def _check(self, seat: int) -> Search:
        search = self._search
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can do that"))
        if search is None or search.seek.moved or not any(person.seat == seat for person in search.seek.people):
            raise Refusal("late", say("this table does not look for people any more"))
        return search

    # --- the handover ----------------------------------------------------------------------------

    async def _judge(self, offer: OfferRow) -> None:
        """Finds out whether the seat of the bot can be taken, and stores that."""
        match, search = self._table.match, self._search
        level = NOT_LEVEL
        one = (
            search is not None
            and len(search.seeks) == 2
            and all(len(seek.people) == 1 for seek in search.seeks if seek.id != offer.host)
        )
        if search and one and not search.seek.rated and is_young(match) and warm_seats(self._table.row):
            requester = Requester(
                self._table.id, waited=True, within=JUDGE_S, charged_clients=self._connections.charged_clients
            )
            try:
                level = LEVEL if await self._is_level(requester, match) else NOT_LEVEL
            except CogtableError as error:
                log.info("table %s: nobody can tell whether it is level: %s", self._table.id, error)
        words = how_far(match, self._table.row.seats)
        await self._announce(await self._store.seeks.judge(offer.id, level, words, service_time.now()))

    async def _is_level(self, requester: Requester, match: Match) -> bool:
        """Whether no seat is clearly ahead. Before the first move none is."""
        return not match.ply or is_level(await self._pool.chances(requester, match, match.seed))

    async def _hand_over(self, offer: OfferRow) -> None:
        """Gives the bot's seat to the person to whom all have agreed, once it is its turn. If the game is no longer
        young, all deal afresh.
        """
        try:
            search = self._search
            assert search
            guest = next(seek for seek in search.seeks if seek.id != offer.host)
            theirs = await self._store.table(guest.table_id)
            if theirs is None:
                return
            person = person_of(theirs, guest.people[0].seat)
            seat = self._seat_of(person)
            if seat is None:
                if not is_young(self._table.match):
                    await self._store.seeks.agree_afresh(offer.id, service_time.now())
                    await self._announce(await deal_afresh(self._store, offer.id))
                    return
                await self._table.change(lambda: take_seat(self._table, person))
                seat = self._seat_of(person)
            if seat is None:  # it is not its turn
                return
            full = is_full(self._table.row)
            await self._announce(await self._store.seeks.sat_down(offer.id, search.seek, guest, seat, full))
        finally:
            self._handing = False

    def _seat_of(self, person: SeatRow) -> int | None:
        """Returns the seat that a person has at this table."""
        own = (person.secret, person.account)
        return next((seat.seat for seat in self._table.row.seats if (seat.secret, seat.account) == own), None)
