"""Replacements for the bots' search and for the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cogtable import bots
from cogtable.bots import Decision, PlayStyle
from cogtable.engine.play.match import Match


def stand_in(monkeypatch: pytest.MonkeyPatch, choose: Callable[[str, Match, int, int], int]) -> None:
    """Lets `choose(bot, match, seat, seed)` decide for all bots."""

    def decide(name: str, match: Match, seat: int, seed: int, how: PlayStyle) -> Decision:
        return Decision(choose(name, match, seat, seed))

    monkeypatch.setattr(bots, "decide", decide)


class Clock:
    """A clock that stands still until a test advances it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._calls: list[Call] = []

    def time(self) -> float:
        return self._now

    def call_later(self, delay: float, callback: Callable[..., None], *arguments: Any) -> Any:
        call = Call(self._now + delay, lambda: callback(*arguments))
        self._calls.append(call)
        return call

    def let_pass(self, seconds: float) -> None:
        """Advances the clock, and makes the calls that fall due, in their order."""
        end = self._now + seconds
        while due := [call for call in self._calls if call.at <= end and not call.cancelled]:
            call = min(due, key=lambda call: call.at)
            self._calls.remove(call)
            self._now = max(self._now, call.at)
            call.callback()
        self._now = end


class Call:
    """A scheduled call, like the result of an event loop's `call_later`."""

    def __init__(self, at: float, callback: Callable[[], None]) -> None:
        self.at = at
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True
