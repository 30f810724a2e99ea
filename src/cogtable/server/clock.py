"""The clock of a table: how long people may think, and how much of it each has left.

Two kinds, told apart by `game_s`. With it, each person has so much time for the whole game, and `move_s` more after
each decision, as Fischer's clock gives. Without it, each decision has `move_s`, as in games by post.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Literal

import msgspec


def now() -> float:
    """The present moment, in seconds since 1970."""
    return time.time()


class Clock(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """How long people may think, in seconds: `game_s` for the whole game and `move_s` more after each decision, or
    `move_s` for each decision where there is no `game_s`. Who runs out resigns, or a bot plays on for them (`expired`).
    """

    game_s: float = 0
    move_s: float = 0
    expired: Literal["bot", "resign"] = "bot"

    @property
    def for_moves(self) -> bool:
        """Whether each decision has its own time."""
        return not self.game_s


class Times(msgspec.Struct, kw_only=True, frozen=True):
    """The seconds that each seat had `left` at the moment `since` (seconds since 1970). Since then those of the seats
    `running` have been running down.

    Seat `paused_by` has stopped all of them, until it goes on or until the moment `paused_until`; -1 if nobody has.
    """

    left: tuple[float, ...]
    since: float
    running: tuple[int, ...] = ()
    paused_by: int = -1
    paused_until: float = 0

    @property
    def paused(self) -> bool:
        """Whether nobody's time runs for now."""
        return self.paused_by >= 0

    @property
    def deadline(self) -> float | None:
        """When somebody runs out, or a pause ends, unless something happens before; None if nobody's time runs."""
        if self.paused:
            return self.paused_until
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    def at(self, moment: float) -> Times:
        """The same times as of another moment."""
        spent = 0 if self.paused else moment - self.since
        left = (each - spent if seat in self.running else each for seat, each in enumerate(self.left))
        return msgspec.structs.replace(self, left=tuple(left), since=moment)

    def out(self, moment: float) -> list[int]:
        """The seats that have run out, the one that was first to do so first."""
        left = self.at(moment).left
        return sorted((seat for seat in self.running if not self.paused and left[seat] <= 0), key=left.__getitem__)


def begin(clock: Clock, seats: int, running: Collection[int], moment: float) -> Times:
    """The times when a game begins."""
    return Times(left=(clock.game_s or clock.move_s,) * seats, since=moment, running=tuple(running))


def go_on(clock: Clock, times: Times, decided: Collection[int], running: Collection[int], moment: float) -> Times:
    """The times after the seats `decided` have decided, when those of `running` run."""
    before = times.at(moment)
    left = list(before.left)
    for seat in range(len(left)):
        if clock.for_moves and (seat in decided or (seat in running and seat not in before.running)):
            left[seat] = clock.move_s
        elif seat in decided:
            left[seat] = max(0, left[seat]) + clock.move_s
    return msgspec.structs.replace(before, left=tuple(left), running=tuple(running))


def pause(times: Times, seat: int, until: float, moment: float) -> Times:
    """The times stopped by a seat."""
    return msgspec.structs.replace(times.at(moment), paused_by=seat, paused_until=until)


def resume(times: Times, moment: float) -> Times:
    """The times running again after a pause."""
    return msgspec.structs.replace(times.at(moment), paused_by=-1, paused_until=0)


def shifted(times: Times, seconds: float) -> Times:
    """The times as if everything had happened so many seconds later, as when the server was down for so long."""
    until = times.paused_until + seconds if times.paused else 0
    return msgspec.structs.replace(times, since=times.since + seconds, paused_until=until)
