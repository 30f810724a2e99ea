"""Pauses: the people at a table with a clock agree to stop it for a while."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import QuestionRow, Times
from cogtable.server.table import clock
from cogtable.server.table.agreement import Agreement
from cogtable.server.table.change import Change
from cogtable.server.table.rests import allows_rests, resting, rests_of
from cogtable.server.table.table import Table
from cogtable.server.wire import from_server

LONGEST_S = 3600.0
"""The longest pause if people have time for a whole game, in seconds."""

LONGEST_HOLIDAY_S = 30 * 24 * 3600.0
"""The longest pause if they have time for each move, in seconds."""


class Pauses:
    """The pauses of one table."""

    def __init__(self, table: Table, agreement: Agreement) -> None:
        self._table = table
        self._agreement = agreement
        agreement.grant("pause", self._granted)

    def shown(self) -> from_server.Clocks | None:
        """Returns the clock as it is now; None if there is none, or if it begins only when a person takes a bot's
        seat.
        """
        row = self._table.row
        control = clock.control_of(row)
        if control is None or (row.started and row.status.times is None):
            return None
        now = self._table.now()
        times = clock.at(row.status.times or clock.times_at_start(control, len(row.seats), [], now), now, rests_of(row))
        return from_server.Clocks(
            control=control,
            left=[max(0, round(left, 1)) for left in times.left],
            running=[] if times.paused else list(times.running),
            paused_by=times.paused_by,
            paused_s=max(0, round(times.paused_until - now, 1)) if times.paused else 0,
            resting=self._resting(times.running, now),
        )

    def _resting(self, running: Collection[int], now: float) -> list[from_server.Resting]:
        """Returns the seats whose clocks would be running, if their people did not rest."""
        found = []
        for seat, rest in rests_of(self._table.row).items():
            if seat in running and (why := resting(rest, now)):
                found.append(from_server.Resting(seat=seat, why=why[0], rest_s=round(why[1] - now, 1)))
        return found

    def offer(self, seat: int, seconds: float) -> Change:
        """Returns the change that asks the other people to stop the clocks, or that stops them if there are no other
        people. Raises Refusal.
        """
        self._check(seat)
        self._table.check_runs()
        self._check_length(seconds)
        self._agreement.check_may_ask(seat)
        if self._agreement.others(seat, "pause"):
            return self._agreement.ask("pause", seat, seconds=seconds)
        return self._pause(seat, seconds)

    def _granted(self, question: QuestionRow) -> Change:
        return self._pause(question.seat, question.seconds, msgspec.structs.replace(question, withdrawn=True))

    def _pause(self, seat: int, seconds: float, settled: QuestionRow | None = None) -> Change:
        times, now = self._table.times, self._table.now()
        assert times
        log = f"paused for seat {seat}, for at most {seconds:.0f} s"
        return self._table.timed(clock.pause(times, seat, now + seconds, now, rests_of(self._table.row)), settled, log)

    def go_on(self, seat: int) -> Change:
        """Returns the change that ends the pause which a seat asked for. Raises Refusal."""
        self._check(seat)
        times = self._table.times
        if not times or not times.paused:
            raise Refusal("late", say("the game is not paused"))
        if seat != times.paused_by:
            name = self._table.row.seats[times.paused_by].name
            raise Refusal("waiting", say("only {name}, who asked for the pause, can end it now", name=name))
        return self._resume(times)

    def end_overdue(self) -> Change | None:
        """Returns the change that ends a pause whose time is over; None if there is none."""
        times = self._table.times
        if not times or not times.paused or times.paused_until > self._table.now():
            return None
        return self._resume(times)

    def settle(self) -> Change | None:
        """Returns the change that stores the times as they are now, and when they run out, because rests put that off;
        None if nobody can rest at this table.
        """
        table = self._table
        if not table.times or table.match.over or not allows_rests(table.row):
            return None
        return table.timed(clock.at(table.times, table.now(), rests_of(table.row)))

    def _resume(self, times: Times) -> Change:
        return self._table.timed(clock.resume(times, self._table.now()), log="goes on after a pause")

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
