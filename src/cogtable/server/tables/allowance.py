"""A rate limit that allows short bursts."""

from __future__ import annotations

import time


class Allowance:
    """A token bucket: it refills at `rate` tokens a second, up to `burst`. Each message takes one."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._counted = time.monotonic()

    def take(self) -> bool:
        """Takes a token; False if none is left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._counted) * self._rate)
        self._counted = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait_s(self) -> float:
        """How many seconds it takes until there is a token."""
        return max(0.0, (1 - self._left) / self._rate)
