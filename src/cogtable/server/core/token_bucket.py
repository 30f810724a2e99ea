"""A rate limit that allows short bursts."""

from __future__ import annotations

import math
import time

WHOLE = 1 - 1e-6
"""The tolerance of one token. Sums of seconds are inexact, and a client that waited the announced time must get one."""


class TokenBucket:
    """A token bucket: it refills at `rate` tokens a second, up to `burst`. Each message takes one token."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._counted = time.monotonic()

    def take(self) -> bool:
        """Takes a token. Returns False if none is left."""
        self._refill()
        if self._left < WHOLE:
            return False
        self._left -= 1
        return True

    def spend(self, amount: float) -> None:
        """Takes an amount that was used already, even if it is more than is left."""
        self._refill()
        self._left -= amount

    @property
    def wait_s(self) -> float:
        """The seconds until there is a token; infinite if there never will be one."""
        self._refill()
        if self._left >= WHOLE:
            return 0.0
        return (1 - self._left) / self._rate if self._rate else math.inf

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._counted) * self._rate)
        self._counted = now
