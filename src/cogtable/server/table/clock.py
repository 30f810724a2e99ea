"""The clocks of a table: how much time each seat has left, and how that changes.

There are two kinds of time control, distinguished by `game_s`. With it, each person has that time for the whole game,
and `move_s` more after each decision (a Fischer clock). Without it, each decision has `move_s`, as in correspondence
games.

In games over days, a person's clock stands still while they rest (`rests`).

A moment is in seconds since 1970, by the time of the server (`ServiceTime`) or of the page.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import msgspec

from cogtable.engine.play.match import Match
from cogtable.server.db.rows import SeatRow, TableRow, Times
from cogtable.server.table.rests import NO_RESTS, Rests, counted, rests_of
from cogtable.server.table.seating import is_played_by_person
from cogtable.server.wire.base import TimeControl


class Timed(Protocol):
    """A table with the time that its people have, as in `TableRow`."""

    @property
    def game_s(self) -> float:
        """The seconds for the whole game."""

    @property
    def move_s(self) -> float:
        """The seconds for each decision."""

    @property
    def expired(self) -> str:
        """What happens to a player whose time runs out."""


def control_of(row: Timed) -> TimeControl | None:
    """Returns the time control of a table; None if people have unlimited time."""
    if not row.game_s and not row.move_s:
        return None
    return TimeControl(game_s=row.game_s, move_s=row.move_s, expired=row.expired)  # type: ignore[arg-type]


def at(times: Times, moment: float, rests: Rests = NO_RESTS) -> Times:
    """Returns the same times, as they are at another moment."""

    def spent(seat: int) -> float:
        return 0 if times.paused else counted(rests.get(seat), times.since, moment)

    left = (each - spent(seat) if seat in times.running else each for seat, each in enumerate(times.left))
    return msgspec.structs.replace(times, left=tuple(left), since=moment)


def left_of(row: TableRow, seat: int, moment: float) -> float | None:
    """Returns the seconds that a seat has left in a game in progress at a moment; None if there is no clock."""
    times = row.status.times
    if times is None or seat < 0 or not row.started or row.status.over:
        return None
    return max(0, round(at(times, moment, rests_of(row)).left[seat], 1))


def out(times: Times, moment: float, rests: Rests = NO_RESTS) -> list[int]:
    """Returns the seats that have run out of time, the first to do so first."""
    left = at(times, moment, rests).left
    return sorted((seat for seat in times.running if not times.paused and left[seat] <= 0), key=left.__getitem__)


def times_at_start(control: TimeControl, seats: int, running: Collection[int], moment: float) -> Times:
    """Returns the times when a game begins."""
    return Times(left=(control.game_s or control.move_s,) * seats, since=moment, running=tuple(running))


def go_on(
    control: TimeControl,
    times: Times,
    decided: Collection[int],
    running: Collection[int],
    moment: float,
    rests: Rests = NO_RESTS,
) -> Times:
    """Returns the times after the seats `decided` have decided, with the clocks of `running` running."""
    before = at(times, moment, rests)
    left = list(before.left)
    for seat in range(len(left)):
        if control.for_moves and (seat in decided or (seat in running and seat not in before.running)):
            left[seat] = control.move_s
        elif seat in decided:
            left[seat] = max(0, left[seat]) + control.move_s
    return msgspec.structs.replace(before, left=tuple(left), running=tuple(running))


def pause(times: Times, seat: int, until: float, moment: float, rests: Rests = NO_RESTS) -> Times:
    """Returns the times after a seat has stopped them."""
    return msgspec.structs.replace(at(times, moment, rests), paused_by=seat, paused_until=until)


def resume(times: Times, moment: float) -> Times:
    """Returns the times running again after a pause."""
    return msgspec.structs.replace(at(times, moment), paused_by=-1, paused_until=0)


def running(match: Match, seats: Collection[SeatRow]) -> tuple[int, ...]:
    """Returns the seats whose clocks run: those of people who have a decision to make."""
    return tuple(each.seat for each in seats if each.seat in match.waiting and is_played_by_person(each))


def begun(control: TimeControl | None, match: Match, seats: Collection[SeatRow], moment: float) -> Times | None:
    """Returns the times of a game that begins at this moment; None if it does not begin yet, or there is no clock."""
    if control is None or any(seat.kind == "open" for seat in seats):
        return None
    return times_at_start(control, match.seats, running(match, seats), moment)
