"""The deal of the day: its day, its game, its seed, its table, and the order of its results.

Everybody gets the same cards and meets the same bot. A deal has the number of its day; it can be begun while it is that
day somewhere, and `OPEN_DAYS` more. The list closes when the day ends in the last time zone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import msgspec

from cogtable import bots
from cogtable.bots import mcts
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import DealRow, PlayRow, SeatRow, TableRow
from cogtable.server.table.new_table import row_of
from cogtable.server.table.seating import bot_seat, owned
from cogtable.server.wire import daily_api, lobby_api

BOT = "medium"
"""The bot that everybody meets."""

KEY = "deals"
"""The name of the server's secret key from which the seeds are made."""

FIRST_ZONE_S = 14 * 3600
"""How long before midnight in UTC a day begins in the first time zone, in seconds."""

LAST_ZONE_S = 12 * 3600
"""How long after midnight in UTC a day ends in the last time zone, in seconds."""

DAY_S = 86_400

NEW_S = DAY_S
"""How old an account must be for the list, in seconds, when the deal is finished."""

MOST_BARS = 9
"""The maximum number of bars of a distribution."""


# --- days -------------------------------------------------------------------------------------------


def day_of(number: int) -> date:
    """Returns the day of a deal."""
    return date(1970, 1, 1) + timedelta(days=daily_api.FIRST_DAY + number)


def number_of(day: date) -> int:
    """Returns the number of the deal of a day."""
    return (day - date(1970, 1, 1)).days - daily_api.FIRST_DAY


def _midnight(number: int) -> float:
    return datetime.combine(day_of(number), datetime.min.time(), UTC).timestamp()


def begins_at(number: int) -> float:
    """Returns when the day of a deal begins in the first time zone, in seconds since 1970."""
    return _midnight(number) - FIRST_ZONE_S


def closes_at(number: int) -> float:
    """Returns when the day of a deal ends in the last time zone, in seconds since 1970: then its list closes."""
    return _midnight(number) + DAY_S + LAST_ZONE_S


def has_begun(number: int, now: float) -> bool:
    """Whether there is a deal with this number, now or in the past."""
    return 0 < number < number_of(date.max) and begins_at(number) <= now


def is_day(number: int, now: float) -> bool:
    """Whether it is the day of a deal somewhere."""
    return has_begun(number, now) and now < closes_at(number)


def is_open(number: int, now: float) -> bool:
    """Whether a deal can be begun."""
    return has_begun(number, now) and now < closes_at(number) + daily_api.OPEN_DAYS * DAY_S


# --- what is dealt ----------------------------------------------------------------------------------


def dealable() -> list[GameSpec]:
    """Returns the games of which there are deals, in the order of their names: all that two or more can play."""
    found: list[GameSpec] = []
    for name in sorted(registry.names()):
        try:
            game = registry.find(name)
            game.box  # noqa: B018 - read now
        except CogtableError:  # it cannot be used, which is logged elsewhere
            continue
        if game.max_seats > 1:
            found.append(game)
    return found


def deal_of(number: int) -> DealRow | None:
    """Returns what the deal of a day would be if it was begun now: each game in turn; None without games."""
    games = dealable()
    if not games:
        return None
    game = games[number % len(games)]
    return DealRow(
        number=number,
        game=game.name,
        version=game.version,
        box=game.box.digest,
        seats=max(2, game.min_seats),
        bot=BOT,
        search=search_of(game, BOT),
    )


def search_of(game: GameSpec, bot: str) -> str:
    """Returns everything that the decisions of a bot depend on, apart from the game, its position and a seed: the
    version of the search and its settings. It counts simulations and not seconds.
    """
    settings = bots.find(bot).settings_for(game)
    fitted = " ".join(f"{value:g}" for value in settings.fitted(game))
    return f"{mcts.VERSION} {settings.simulations} {fitted}"


def check_is_same(row: DealRow) -> GameSpec:
    """Returns the game of a deal. Raises Refusal if somebody would not meet the same rules or the same bot as those who
    began it before.
    """
    try:
        game = registry.find(row.game)
    except CogtableError as error:
        raise Refusal("outdated", say("{game} is not installed on this server any more", game=row.game)) from error
    now = game.version, game.box.digest, search_of(game, row.bot)
    if now != (row.version, row.box, row.search):
        raise Refusal(
            "outdated",
            say(
                "the rules or the bots of {game} have changed since this deal began; play the next one", game=game.title
            ),
        )
    return game


def seed_of(secret: str, number: int) -> int:
    """Returns the seed of a deal: a keyed digest, so nobody can know it without the server's secret."""
    made = hmac.new(secret.encode(), f"deal {number}".encode(), hashlib.sha256).digest()
    return int.from_bytes(made[:8], "big") >> 1


def table_of(
    row: DealRow, game: GameSpec, seed: int, name: str, secret: str, account: str, device: str, now: float
) -> TableRow:
    """Returns a person's table for a deal: they have the first seat. There are no assists."""
    options = {"assists": 0} if "assists" in game.options else {}
    match = Match(game, row.seats, seed, game.checked_options(options))
    person = owned(SeatRow(seat=0, kind="person", name=name), secret, account, device)
    seats = [person]
    for at in range(1, row.seats):
        seats.append(bot_seat(at, row.bot, seats))
    # With a chosen seed, bots play the same at all tables.
    wanted = lobby_api.NewTable(game=row.game, chat="off", seed=seed)
    made = row_of(match, tuple(seats), wanted, None, now, creator=0)
    return msgspec.structs.replace(made, deal=row.number)


# --- results ----------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """A play with its result: the place of its person, how many points they were ahead of the best bot, and whether
    they won, alone or with others.
    """

    play: PlayRow
    ahead: int
    won: bool
    tied: bool

    @property
    def key(self) -> tuple[int, int]:
        """Sorts results, the best first: who won, who tied, who lost, and then by points."""
        return (0 if self.won else 1 if self.tied else 2, -self.ahead)


def standing_of(play: PlayRow) -> Standing:
    """Returns a finished play with its result."""
    first = play.places[0] == 1
    shared = first and play.places.count(1) > 1
    best = max(play.scores[1:], default=0)
    return Standing(play, play.scores[0] - best, first and not shared, shared)


def why_unlisted(play: PlayRow, now_closes: float) -> str:
    """Returns why a finished play is not in the list that everybody sees; empty if it is: one of `DealResult.why`."""
    assert play.ended is not None
    if not play.account:
        return "guest"
    if play.ended > now_closes:
        return "late"
    if play.ended - play.created < NEW_S:
        return "new"
    return "hidden" if play.hidden else ""


def ranked(found: Iterable[Standing]) -> list[tuple[int, Standing]]:
    """Returns results with their ranks, the best first; equal results share a rank."""
    order = sorted(found, key=lambda each: (each.key, each.play.ended or 0))
    rank, result = 0, []
    for at, each in enumerate(order):
        if at == 0 or each.key != order[at - 1].key:
            rank = at + 1
        result.append((rank, each))
    return result


def bars_of(found: Sequence[Standing], own: Standing | None) -> list[daily_api.DealBar]:
    """Returns the distribution of the points that people were ahead, in at most `MOST_BARS` bars of one width."""
    counted = Counter(each.ahead for each in found)
    if not counted:
        return []
    least, most = min(counted), max(counted)
    width = -(-(most - least + 1) // MOST_BARS)
    return [
        daily_api.DealBar(
            least=start,
            most=start + width - 1,
            n=sum(counted[ahead] for ahead in range(start, start + width)),
            own=own is not None and start <= own.ahead < start + width,
        )
        for start in range(least, most + 1, width)
    ]


def hills_of(chances: Sequence[float]) -> str:
    """Returns chances in the course of a game as a digit each, from 1 to `daily_api.HEIGHTS`."""
    return "".join(str(1 + min(daily_api.HEIGHTS - 1, int(chance * daily_api.HEIGHTS))) for chance in chances)


def looked_at(match: Match) -> list[int]:
    """Returns the positions of a game, by ply, whose chances become its hills, evenly spread, with the last one."""
    steps = daily_api.HILLS
    return [round(match.ply * (at + 1) / steps) for at in range(steps)]
