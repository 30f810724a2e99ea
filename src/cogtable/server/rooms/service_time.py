"""The time of people's clocks while a server runs, and the calendar time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

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
