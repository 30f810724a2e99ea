"""Takeover: a bot plays for people who have disconnected or asked for it, until they take their seats back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from cogtable.engine.match import SPECTATOR, Moment
from cogtable.engine.words import say
from cogtable.server.refusal import Refusal
from cogtable.server.tables.botnames import name_of
from cogtable.server.tables.table import Table
from cogtable.server.tables.uninterrupted import Uninterrupted

log = logging.getLogger("cogtable.server")


def call_later(seconds: float, callback: Callable[[int], None], seat: int) -> asyncio.TimerHandle:
    """Calls back for a seat whose person has been disconnected for so long."""
    return asyncio.get_running_loop().call_later(seconds, callback, seat)


class Takeovers:
    """The seats of one table that bots have taken over.

    A takeover that a person asked for is stored with the seat. Disconnections are remembered only here, so after a
    restart their time starts again. It runs only while somebody else with a seat is connected, since otherwise nobody
    is waiting.
    """

    def __init__(
        self,
        table: Table,
        connected: Callable[[], frozenset[int]],
        uninterrupted: Uninterrupted,
        changed: Callable[[], None],
    ) -> None:
        self._table = table
        self._connected = connected
        """Answers with the seats that have a connection."""
        self._uninterrupted = uninterrupted
        self._changed = changed
        """Called when a seat was taken over or taken back."""
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self.disconnected: set[int] = set()
        """The seats taken over because they have had no connection for too long."""

    def taken_over_by(self, seat: int) -> str:
        """The bot that plays for the person in a seat; empty if none does."""
        row = self._table.row
        return row.takeover if row.seats[seat].taken_over or seat in self.disconnected else ""

    def bot_in(self, seat: int) -> str:
        """The bot that plays a seat, its own or one that has taken it over; empty if a person plays."""
        return self._table.row.seats[seat].bot or self.taken_over_by(seat)

    # --- on request ------------------------------------------------------------------------------

    async def request(self, seat: int, on: bool, accepted: Callable[[Moment], None]) -> None:
        """Takes a seat over because its person asks for it, or gives it back. Raises Refusal, with nothing changed.

        It is stored before `accepted` is called with the present moment.
        """
        await self._uninterrupted.run(self._request(seat, on, accepted))

    async def _request(self, seat: int, on: bool, accepted: Callable[[Moment], None]) -> None:
        async with self._table.changing():
            self._check_request(seat)
            await self._table.set_taken_over(seat, on)
            accepted(self._table.match.moment)
        log.info("table %s: seat %d was %s", self._table.id, seat, "taken over on request" if on else "taken back")
        self._changed()

    def _check_request(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; a bot can only take over from somebody who has a seat"))
        if not self._table.row.takeover:
            raise Refusal("no-takeover", say("bots do not take over seats at this table"))
        self._table.check_started()
        self._table.check_not_over()

    # --- when people disconnect ------------------------------------------------------------------

    def update(self) -> None:
        """Checks who is connected: people who are back play again, and the time of those who are missing runs."""
        self.disconnected -= self._connected()
        missing = self._missing()
        for seat in self._timers.keys() - missing:
            self._timers.pop(seat).cancel()
        for seat in missing - self._timers.keys():
            self._timers[seat] = call_later(self._table.row.takeover_s, self._take_over, seat)

    def stop(self) -> None:
        """Stops taking over seats."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _missing(self) -> set[int]:
        """The seats that a bot will take over unless their people come back in time."""
        table, connected = self._table, self._connected()
        if not table.row.takeover or not table.started or table.match.over or not connected:
            return set()
        people = {seat.seat for seat in table.row.seats if seat.kind == "person" and not seat.taken_over}
        return people - connected - self.disconnected

    def _take_over(self, seat: int) -> None:
        del self._timers[seat]
        if seat not in self._missing():  # the game has ended meanwhile
            return
        self.disconnected.add(seat)
        log.info("table %s: seat %d was taken over, since it has no connection", self._table.id, seat)
        self._changed()

    # --- in words --------------------------------------------------------------------------------

    def describe(self, reader: int) -> str:
        """Which bots play for others than `reader`, as long as the game goes on."""
        table = self._table
        seats = [seat for seat in table.row.seats if seat.seat != reader and self.taken_over_by(seat.seat)]
        if table.match.over:
            return ""
        return " ".join(
            say("{bot} is playing for {person}.", bot=name_of(seat.seat), person=seat.name)
            if seat.taken_over
            else say("{bot} is playing for {person}, who is not connected.", bot=name_of(seat.seat), person=seat.name)
            for seat in seats
        )
