"""Absence: the time after which a bot, or another person, gets the seat of a person without a connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from cogtable.server.rooms import service_time
from cogtable.server.table.takeover import PATIENCE_S, Takeovers

log = logging.getLogger("cogtable.server")


def call_later(seconds: float, callback: Callable[[int], None], seat: int) -> asyncio.TimerHandle:
    """Calls a function for a seat after this many seconds."""
    return asyncio.get_running_loop().call_later(seconds, callback, seat)


class Absences:
    """The timers of the people who are away from one table. When one ends, `changed` is called."""

    def __init__(self, table: str, takeovers: Takeovers, changed: Callable[[], None]) -> None:
        self._table = table
        self._takeovers = takeovers
        self._changed = changed
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._last_timers: dict[int, asyncio.TimerHandle] = {}

    def update(self) -> None:
        """Checks who is connected: people who are back play again, and the time of missing people runs."""
        self._takeovers.update()
        first = self._takeovers.patience_s
        let_run(self._timers, self._takeovers.missing(), first, self._take_over)
        let_run(self._last_timers, self._takeovers.not_offered(), max(0, PATIENCE_S - first), self._offer)

    def stop(self) -> None:
        """Stops all timers."""
        for timers in (self._timers, self._last_timers):
            let_run(timers, set(), 0, self._take_over)

    def _take_over(self, seat: int) -> None:
        del self._timers[seat]
        if self._takeovers.take_over(seat):
            log.info("table %s: seat %d has had no connection for too long", self._table, seat)
            self._changed()

    def _offer(self, seat: int) -> None:
        del self._last_timers[seat]
        self._takeovers.offer(seat)
        log.info("table %s: others may take seat %d", self._table, seat)
        self._changed()


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
