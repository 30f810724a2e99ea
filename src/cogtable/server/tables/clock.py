"""The clocks of a table: how much time each has left, and how that changes.

There are two kinds of time control, told apart by `game_s`. With it, each person has so much time for the whole game,
and `move_s` more after each decision, as Fischer's clock gives. Without it, each decision has `move_s`, as in games by
post.
"""

from __future__ import annotations

import time
from collections.abc import Collection

import msgspec

from cogtable.server.db.store import TableRow, Times
from cogtable.server.protocol import TimeControl


def now() -> float:
    """The present moment, in seconds since 1970."""
    return time.time()


def control_of(row: TableRow) -> TimeControl | None:
    """How long people may think at a table; None if they have all the time."""
    if not row.game_s and not row.move_s:
        return None
    return TimeControl(game_s=row.game_s, move_s=row.move_s, expired=row.expired)  # type: ignore[arg-type]


def at(times: Times, moment: float) -> Times:
    """The same times as of another moment."""
    spent = 0 if times.paused else moment - times.since
    left = (each - spent if seat in times.running else each for seat, each in enumerate(times.left))
    return msgspec.structs.replace(times, left=tuple(left), since=moment)


def left_of(row: TableRow, seat: int) -> float | None:
    """The seconds that a seat has left in a game that goes on; None where no clock gives them."""
    times = row.status.times
    if times is None or seat < 0 or not row.started or row.status.over:
        return None
    return max(0, round(at(times, now()).left[seat], 1))


def out(times: Times, moment: float) -> list[int]:
    """The seats that have run out, the one that was first to do so first."""
    left = at(times, moment).left
    return sorted((seat for seat in times.running if not times.paused and left[seat] <= 0), key=left.__getitem__)


def begin(control: TimeControl, seats: int, running: Collection[int], moment: float) -> Times:
    """The times when a game begins."""
    return Times(left=(control.game_s or control.move_s,) * seats, since=moment, running=tuple(running))


def go_on(
    control: TimeControl, times: Times, decided: Collection[int], running: Collection[int], moment: float
) -> Times:
    """The times after the seats `decided` have decided, when those of `running` run."""
    before = at(times, moment)
    left = list(before.left)
    for seat in range(len(left)):
        if control.for_moves and (seat in decided or (seat in running and seat not in before.running)):
            left[seat] = control.move_s
        elif seat in decided:
            left[seat] = max(0, left[seat]) + control.move_s
    return msgspec.structs.replace(before, left=tuple(left), running=tuple(running))


def pause(times: Times, seat: int, until: float, moment: float) -> Times:
    """The times stopped by a seat."""
    return msgspec.structs.replace(at(times, moment), paused_by=seat, paused_until=until)


def resume(times: Times, moment: float) -> Times:
    """The times running again after a pause."""
    return msgspec.structs.replace(at(times, moment), paused_by=-1, paused_until=0)
