"""Takeover: a bot plays for people who have disconnected or asked for it, until they take their seats back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from cogtable.engine.play.match import SPECTATOR, Revision
from cogtable.engine.text.words import Template, phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.shield import Shield, shielded
from cogtable.server.db.rows import SeatRow
from cogtable.server.table import service_time
from cogtable.server.table.connections import Connections
from cogtable.server.table.events import TableEvents
from cogtable.server.table.seating import bot_for, people, stand_in
from cogtable.server.table.table import Table

log = logging.getLogger("cogtable.server")


PATIENCE_S = 300.0
"""After how many seconds without a connection others can take a seat: longer than usual network outages."""


def call_later(seconds: float, callback: Callable[[int], None], seat: int) -> asyncio.TimerHandle:
    """Calls a function for a seat after this many seconds."""
    return asyncio.get_running_loop().call_later(seconds, callback, seat)


class Takeovers:
    """The seats of one table that bots have taken over.

    A takeover that a person asked for is stored with the seat. Disconnections are only kept in memory, so after a
    restart their time starts again. That time runs only while another person with a seat is connected; otherwise no
    person is waiting.
    """

    def __init__(
        self,
        table: Table,
        connections: Connections,
        shield: Shield,
        events: TableEvents,
    ) -> None:
        self._table = table
        self._connections = connections
        self._shield = shield
        self._events = events
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._last_timers: dict[int, asyncio.TimerHandle] = {}
        self.disconnected: set[int] = set()
        """The seats that have had no connection for so long that a bot takes over."""
        self.gone: set[int] = set()
        """The seats that have had no connection for at least `PATIENCE_S`, so that others can take them."""

    def taken_over_by(self, seat: int) -> str:
        """Returns the bot that plays for the person in a seat; empty if none does."""
        return bot_for(self._table.row, seat, seat in self.disconnected)

    def bot_in(self, seat: int) -> str:
        """Returns the bot that plays a seat, its own or one that has taken it over; empty if a person plays."""
        return self._table.row.seats[seat].bot or self.taken_over_by(seat)

    def check_plays(self, seat: int) -> None:
        """Raises Refusal if a bot plays for the person in a seat."""
        self.check_not_resigned(seat)
        if self.taken_over_by(seat):
            words = phrase("{bot} is playing for you; take your seat back to play yourself")
            raise Refusal("taken-over", say(words, bot=stand_in(self._table.row, seat)))

    def check_not_resigned(self, seat: int) -> None:
        """Raises Refusal if the person in a seat has resigned."""
        row = self._table.row.seats[seat]
        if row.kind == "left":
            raise Refusal("taken-over", say("you have resigned, and your seat is out of the game"))
        if row.resigned:
            words = phrase("you have resigned; {bot} is playing for you until the end")
            raise Refusal("taken-over", say(words, bot=stand_in(self._table.row, seat)))

    # --- on request ------------------------------------------------------------------------------

    @shielded
    async def request(self, seat: int, on: bool, accepted: Callable[[Revision], None]) -> None:
        """Lets a bot take a seat over because its person asks for it, or gives it back. Raises Refusal, with nothing
        changed.

        It is stored before `accepted` is called with the present revision.
        """
        async with self._table.changing():
            self._check_request(seat)
            await self._table.set_taken_over(seat, on)
            accepted(self._table.match.revision)
        log.info("table %s: seat %d was %s", self._table.id, seat, "taken over on request" if on else "taken back")
        self._events.seats_changed()

    def _check_request(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; a bot can only take over from somebody who has a seat"))
        if not self._table.row.takeover:
            raise Refusal("no-takeover", say("bots do not take over seats at this table"))
        self._table.check_started()
        self._table.check_not_over()
        self.check_not_resigned(seat)

    # --- when people disconnect ------------------------------------------------------------------

    def update(self) -> None:
        """Checks who is connected: people who are back play again, and the time of missing people runs."""
        connected, row = self._connections.seats, self._table.row
        self.disconnected -= connected
        self.gone -= connected
        first = row.takeover_s or PATIENCE_S
        let_run(self._timers, self._missing(), first, self._take_over)
        let_run(self._last_timers, self._taken_over_for_now(), max(0, PATIENCE_S - first), self._offer_seat)

    def stop(self) -> None:
        """Stops all timers."""
        for timers in (self._timers, self._last_timers):
            let_run(timers, set(), 0, self._take_over)

    def replaced(self, seat: int) -> None:
        """Called when another person has taken a seat."""
        self.disconnected.discard(seat)
        self.gone.discard(seat)

    def _missing(self) -> set[int]:
        """Returns the seats of absent people that a bot or another person will get unless they come back in time."""
        table, connected = self._table, self._connections.seats
        given_up = table.row.takeover or table.row.replacing
        if not given_up or not table.started or table.match.over or not connected:
            return set()
        playing = {seat for seat in people(table.row) if not table.row.seats[seat].taken_over}
        return playing - connected - self.disconnected

    def _taken_over_for_now(self) -> set[int]:
        """Returns the seats that others can take unless their people come back in time."""
        table = self._table
        if not table.row.replacing or table.match.over or not self._connections.seats:
            return set()
        return self.disconnected - self.gone

    def _offer_seat(self, seat: int) -> None:
        del self._last_timers[seat]
        self.gone.add(seat)
        log.info("table %s: others may take seat %d", self._table.id, seat)
        self._events.seats_changed()

    def _take_over(self, seat: int) -> None:
        del self._timers[seat]
        if seat not in self._missing():  # the game has ended in the meantime
            return
        self.disconnected.add(seat)
        log.info("table %s: seat %d has had no connection for too long", self._table.id, seat)
        self._events.seats_changed()

    # --- texts -----------------------------------------------------------------------------------

    def describe(self, reader: int) -> str:
        """Returns the sentences about bots that play for people other than `reader`, while the game is in progress."""
        table = self._table
        seats = [seat for seat in table.row.seats if seat.seat != reader and self.taken_over_by(seat.seat)]
        if table.match.over:
            return ""
        return " ".join(say(_why(seat), bot=stand_in(table.row, seat.seat), person=seat.name) for seat in seats)


def let_run(
    timers: dict[int, asyncio.TimerHandle], seats: set[int], seconds: float, then: Callable[[int], None]
) -> None:
    """Starts the timers of these seats, and cancels all others; timers that are running already continue."""
    for seat in timers.keys() - seats:
        timers.pop(seat).cancel()
    for seat in seats - timers.keys():
        timers[seat] = call_later(seconds, partial(_expire, timers, then, service_time.service.missed_s), seat)


def _expire(timers: dict[int, asyncio.TimerHandle], then: Callable[[int], None], missed_s: float, seat: int) -> None:
    """Ends a timer; extends it if the server did not run in the meantime."""
    more = service_time.service.missed_s - missed_s
    if more > 0:
        timers[seat] = call_later(more, partial(_expire, timers, then, service_time.service.missed_s), seat)
    else:
        then(seat)


def _why(seat: SeatRow) -> Template:
    if seat.resigned:
        return phrase("{bot} is playing for {person}, who resigned.")
    return (
        phrase("{bot} is playing for {person}.")
        if seat.taken_over
        else phrase("{bot} is playing for {person}, who is not connected.")
    )
