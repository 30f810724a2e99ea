"""The clocks of a table: how much time each seat has left, and how that changes.

There are two kinds of time control, distinguished by `game_s`. With it, each person has that time for the whole game,
and `move_s` more after each decision (a Fischer clock). Without it, each decision has `move_s`, as in correspondence
games.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection

import msgspec

from cogtable.server.db.rows import TableRow, Times
from cogtable.server.wire.base import TimeControl

log = logging.getLogger("cogtable.server")


TICK_S = 0.5
"""How often a server records that it is running, in seconds."""

STALLED_S = 2.0
"""A server that has not run for this many seconds was stopped, or its machine slept. No clock loses that time."""


class ServiceTime:
    """The time used by people's clocks while a server runs: the calendar time at its start, plus the seconds in which
    it could serve. Changes of the machine's clock, stops and sleep do not affect it.
    """

    def __init__(
        self,
        calendar: Callable[[], float] = lambda: time.time(),  # looked up at each call, so that tests can replace it
        monotonic: Callable[[], float] = lambda: time.monotonic(),
    ) -> None:
        self._calendar, self._monotonic = calendar, monotonic
        self.missed_s = 0.0
        """The number of seconds in which the server did not run."""
        self.steps = 0
        """How often the server did not run, or the machine's clock was set."""
        self._servers = 0
        self._base = 0.0
        self._ran = 0.0
        """When it last ran, by the monotonic clock."""
        self._ahead = 0.0

    def start(self) -> None:
        """Called when a server starts; stops are noticed from now on."""
        if not self._servers:
            self.set()
        self._servers += 1

    def stop(self) -> None:
        """Called when a server ends."""
        self._servers -= 1

    def set(self) -> None:
        """Sets this time to the calendar time."""
        self._ran = self._monotonic()
        self._base, self._ahead = self._calendar() - self._ran, 0.0

    def now(self) -> float:
        """Returns the present time, in seconds since 1970."""
        if not self._servers:
            return self._calendar()
        moment = self._monotonic()
        silent_s, self._ran = moment - self._ran, moment
        if silent_s > STALLED_S:
            self._base -= silent_s
            self.missed_s += silent_s
            log.warning("the server did not run for %.1f s; that counts for nobody's clock", silent_s)
        return self._base + moment

    @property
    def ahead_s(self) -> float:
        """How many seconds the calendar is ahead, after the server was stopped or the machine's clock set; 0 for small
        differences.
        """
        ahead = self._calendar() - self.now() if self._servers else 0.0
        return ahead if abs(ahead) > STALLED_S else 0.0

    def tick(self) -> bool:
        """Records that the server is running. Returns whether it did not run in the meantime, or the machine's clock
        was set.
        """
        before, self._ahead = self._ahead, self.ahead_s
        stepped = abs(self._ahead - before) > STALLED_S
        self.steps += stepped
        return stepped


service = ServiceTime()


def now() -> float:
    """Returns the present time for people's clocks, in seconds since 1970."""
    return service.now()


def calendar() -> float:
    """Returns the present calendar time, for events at a time of day, in seconds since 1970."""
    return now() + service.ahead_s


def control_of(row: TableRow) -> TimeControl | None:
    """Returns the time control of a table; None if people have unlimited time."""
    if not row.game_s and not row.move_s:
        return None
    return TimeControl(game_s=row.game_s, move_s=row.move_s, expired=row.expired)  # type: ignore[arg-type]


def at(times: Times, moment: float) -> Times:
    """Returns the same times, as they are at another moment."""
    spent = 0 if times.paused else moment - times.since
    left = (each - spent if seat in times.running else each for seat, each in enumerate(times.left))
    return msgspec.structs.replace(times, left=tuple(left), since=moment)


def left_of(row: TableRow, seat: int) -> float | None:
    """Returns the seconds that a seat has left in a game in progress; None if there is no clock."""
    times = row.status.times
    if times is None or seat < 0 or not row.started or row.status.over:
        return None
    return max(0, round(at(times, now()).left[seat], 1))


def out(times: Times, moment: float) -> list[int]:
    """Returns the seats that have run out of time, the first to do so first."""
    left = at(times, moment).left
    return sorted((seat for seat in times.running if not times.paused and left[seat] <= 0), key=left.__getitem__)


def times_at_start(control: TimeControl, seats: int, running: Collection[int], moment: float) -> Times:
    """Returns the times when a game begins."""
    return Times(left=(control.game_s or control.move_s,) * seats, since=moment, running=tuple(running))


def go_on(
    control: TimeControl, times: Times, decided: Collection[int], running: Collection[int], moment: float
) -> Times:
    """Returns the times after the seats `decided` have decided, with the clocks of `running` running."""
    before = at(times, moment)
    left = list(before.left)
    for seat in range(len(left)):
        if control.for_moves and (seat in decided or (seat in running and seat not in before.running)):
            left[seat] = control.move_s
        elif seat in decided:
            left[seat] = max(0, left[seat]) + control.move_s
    return msgspec.structs.replace(before, left=tuple(left), running=tuple(running))


def pause(times: Times, seat: int, until: float, moment: float) -> Times:
    """Returns the times after a seat has stopped them."""
    return msgspec.structs.replace(at(times, moment), paused_by=seat, paused_until=until)


def resume(times: Times, moment: float) -> Times:
    """Returns the times running again after a pause."""
    return msgspec.structs.replace(at(times, moment), paused_by=-1, paused_until=0)
