"""Handover: a person takes the seat that a bot has kept warm at a table of "Play", while the game is young and level.

Until a second person is there, the game has no clock, although its table has a time control.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from cogtable.engine.definition.parts import YOUNG_MOVES
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.table import clock
from cogtable.server.table.change import Change
from cogtable.server.table.new_table import new_table
from cogtable.server.table.seating import bot_seat, people, written
from cogtable.server.table.table import Table
from cogtable.server.wire import base, lobby_api
from cogtable.view import Seat, Words

LEAST_SHARE, MOST_SHARE = 0.7, 1.3
"""A game is level while each seat's chance is within these multiples of an equal share: 35 to 65 % with two seats."""

QUICK, NORMAL = 1 / 6, 2 / 5
"""The time that each person has at a pace, as a part of the time that a game takes."""

DAY_S = 24 * 3600.0


class Wanted(NamedTuple):
    """A table of "Play"."""

    pace: base.Pace
    seats: int
    bot: str
    rated: bool


# --- the table of one person ----------------------------------------------------------------------------


def time_control(game: GameSpec, pace: base.Pace) -> base.TimeControl | None:
    """Returns the time control of a game at a pace; None if people have unlimited time."""
    if pace == "days":
        return base.TimeControl(move_s=DAY_S, expired="resign")
    if pace == "calm":
        return None
    part = QUICK if pace == "quick" else NORMAL
    return base.TimeControl(game_s=60.0 * max(1, round(part * game.minutes)), expired="resign")


def check_wanted(game: GameSpec, wanted: Wanted, account: str) -> None:
    """Raises Refusal for a game that cannot be played like that."""
    if not max(2, game.min_seats) <= wanted.seats <= game.max_seats:
        words = f"{game.name} is for {max(2, game.min_seats)} to {game.max_seats} seats; found {wanted.seats}"
        raise Refusal("malformed", words)
    if wanted.rated and not account:
        raise Refusal("malformed", say("a rated game needs an account; sign in first"))
    if wanted.rated and wanted.pace == "calm":
        raise Refusal("malformed", say("a rated game needs a clock; choose another pace"))


def waiting_table(game: GameSpec, wanted: Wanted, person: SeatRow, now: float) -> TableRow:
    """Returns the table of a person who looks for others: with bots in the other seats or, over days, with open seats.
    The game with the bots is not rated.
    """
    if wanted.pace == "days":
        return _table(game, wanted, [person], now)
    row = _table(game, wanted._replace(rated=False), [person], now)
    return msgspec.structs.replace(row, status=msgspec.structs.replace(row.status, times=None))


def fresh_table(game: GameSpec, wanted: Wanted, together: Sequence[SeatRow], now: float) -> TableRow:
    """Returns a new table for people who were paired, in an order by chance. Bots keep the seats that are left warm."""
    order = list(together)
    secrets.SystemRandom().shuffle(order)
    return _table(game, wanted, order, now)


def _table(game: GameSpec, wanted: Wanted, together: Sequence[SeatRow], now: float) -> TableRow:
    seats = [msgspec.structs.replace(person, seat=seat) for seat, person in enumerate(together)]
    for seat in range(len(seats), wanted.seats):
        if wanted.pace == "days":
            seats.append(SeatRow(seat=seat, kind="open"))
        else:
            seats.append(bot_seat(seat, wanted.bot, seats))
    order = lobby_api.NewTable(
        game=game.name,
        listed=wanted.pace == "days",
        time_control=time_control(game, wanted.pace),
        rated=wanted.rated,
    )
    return new_table(order, game, tuple(seats), now)


def person_of(row: TableRow, seat: int) -> SeatRow:
    """Returns the person in a seat as they take a seat elsewhere, with the same owner."""
    return msgspec.structs.replace(row.seats[seat], taken_over=False, resigned=False)


# --- taking the bot's seat ------------------------------------------------------------------------------


def is_young(match: Match) -> bool:
    """Whether a match is young, as its game declares (`Seats(young=...)`). Only public information counts."""
    if match.over:
        return False
    if match.game.young:
        return bool(match.game.young(match.hidden(SPECTATOR)[0]))
    return match.ply <= YOUNG_MOVES * match.seats


def how_far(match: Match, seats: Sequence[SeatRow]) -> Words:
    """Returns how far a game has got, as everybody sees it. For two, with their points: "Round 4: Mina 3, Rivet 5"."""
    far = match.clock.words.split(" · ")[0]
    points = {part.seat: part.score for part in match.view().parts if isinstance(part, Seat) and part.score}
    if len(seats) != 2 or len(points) != 2:
        return far
    one, other = (written(seat.name) for seat in seats)
    first, second = points[0], points[1]
    return say("{far}: {one} {first}, {other} {second}", far=far, one=one, first=first, other=other, second=second)


def is_level(chances: Sequence[float]) -> bool:
    """Whether no seat is clearly ahead, from each seat's chance of winning."""
    return all(LEAST_SHARE <= chance * len(chances) <= MOST_SHARE for chance in chances)


def warm_seats(row: TableRow) -> list[int]:
    """Returns the seats that bots keep warm."""
    return [seat.seat for seat in row.seats if seat.kind == "bot"]


def take_seat(table: Table, person: SeatRow) -> Change | None:
    """Returns the change by which a person takes the seat of a bot that has a decision to make; None if none has.
    Everybody's clock is full then.
    """
    warm = [seat for seat in warm_seats(table.row) if seat in table.match.waiting]
    if not warm:
        return None
    seat = warm[0]
    after = table.match.copy()
    bot = table.row.seats[seat].name
    after.remark(seat, say("{name} took the seat of {gone}", name=written(person.name), gone=bot))
    new = msgspec.structs.replace(person, seat=seat)
    seats = tuple(new if each.seat == seat else each for each in table.row.seats)
    times = clock.begun(clock.control_of(table.row), after, seats, table.now())
    return table.replaced(new, after, f"a player takes the bot's seat {seat}", times)


def is_full(row: TableRow) -> bool:
    """Whether people have all seats of a table."""
    return len(people(row)) == len(row.seats)
