"""Pauses: the people at a table with a clock agree to stop it for a while."""

from __future__ import annotations

import logging

import msgspec

from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.shield import Shield, shielded
from cogtable.server.db.rows import QuestionRow, Times
from cogtable.server.table import clock, service_time
from cogtable.server.table.agreement import Accepted, Agreement
from cogtable.server.table.events import TableEvents
from cogtable.server.table.table import Table
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")

LONGEST_S = 3600.0
"""The longest pause if people have time for a whole game, in seconds."""

LONGEST_HOLIDAY_S = 30 * 24 * 3600.0
"""The longest pause if they have time for each move, in seconds."""


class Pauses:
    """The pauses of one table. A request that has begun is always completed."""

    def __init__(self, table: Table, agreement: Agreement, shield: Shield, events: TableEvents) -> None:
        self._table = table
        self._agreement = agreement
        self._shield = shield
        self._events = events
        agreement.grant("pause", self._granted)

    def shown(self) -> from_server.Clocks | None:
        """Returns the clock as it is now; None if there is none."""
        row = self._table.row
        control = clock.control_of(row)
        if control is None:
            return None
        now = service_time.now()
        times = clock.at(row.status.times or clock.times_at_start(control, len(row.seats), [], now), now)
        return from_server.Clocks(
            control=control,
            left=[max(0, round(left, 1)) for left in times.left],
            running=[] if times.paused else list(times.running),
            paused_by=times.paused_by,
            paused_s=max(0, round(times.paused_until - now, 1)) if times.paused else 0,
        )

    @shielded
    async def offer(self, seat: int, seconds: float, accepted: Accepted) -> None:
        """Asks the other people to stop the clocks; stops them at once if there are no other people. Raises Refusal."""
        async with self._table.changing():
            self._check(seat)
            self._table.check_runs()
            self._check_length(seconds)
            self._agreement.check_may_ask(seat)
            if self._agreement.others(seat, "pause"):
                await self._agreement.ask("pause", seat, seconds=seconds)
            else:
                await self._pause(seat, seconds)
            accepted(self._table.match.revision)
        self._events.seats_changed()

    async def _granted(self, question: QuestionRow, accepted: Accepted) -> None:
        await self._pause(question.seat, question.seconds, msgspec.structs.replace(question, withdrawn=True))
        accepted(self._table.match.revision)
        self._events.seats_changed()

    async def _pause(self, seat: int, seconds: float, settled: QuestionRow | None = None) -> None:
        times = self._table.row.status.times
        assert times
        now = service_time.now()
        await self._table.set_times(clock.pause(times, seat, now + seconds, now), settled)
        log.info("table %s: paused for seat %d, for at most %.0f s", self._table.id, seat, seconds)

    @shielded
    async def go_on(self, seat: int, accepted: Accepted) -> None:
        """Ends the pause that a seat asked for. Raises Refusal."""
        async with self._table.changing():
            self._check(seat)
            times = self._table.row.status.times
            if not times or not times.paused:
                raise Refusal("late", say("the game is not paused"))
            if seat != times.paused_by:
                name = self._table.row.seats[times.paused_by].name
                raise Refusal("waiting", say("only {name}, who asked for the pause, can end it now", name=name))
            await self._resume(times)
            accepted(self._table.match.revision)
        self._events.seats_changed()

    @shielded
    async def end_overdue(self) -> None:
        """Ends a pause whose time is over."""
        async with self._table.changing():
            times = self._table.row.status.times
            if not times or not times.paused or times.paused_until > service_time.now():
                return
            await self._resume(times)
        self._events.seats_changed()

    async def _resume(self, times: Times) -> None:
        await self._table.set_times(clock.resume(times, service_time.now()))
        log.info("table %s: goes on after a pause", self._table.id)

    def _check(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can stop the clocks"))
        if clock.control_of(self._table.row) is None:
            raise Refusal("malformed", say("this table has no clock"))
        self._table.check_started()
        self._table.check_not_over()

    def _check_length(self, seconds: float) -> None:
        most = LONGEST_S if self._table.row.game_s else LONGEST_HOLIDAY_S
        if not 0 < seconds <= most:
            words = phrase("a pause at this table takes up to {most} seconds; found {found}")
            raise Refusal("malformed", say(words, most=f"{most:.0f}", found=f"{seconds:g}"))
