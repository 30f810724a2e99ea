"""People over HTTP: profiles, ratings, leaderboards."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.server.wire.base import Against
from cogtable.view import Words


class Somebody(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Somebody in a game: a person whose page can be looked at (`page`), another whose name is not for everybody (then
    without `name`), or a bot with its `level`.
    """

    name: str = ""
    page: bool = False
    level: str = ""


class RatingPoint(msgspec.Struct, kw_only=True):
    """A rating after a game that ended `at`, and half the width of its 95 % interval (`margin`)."""

    at: float
    rating: int
    margin: int


class RatingInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person's rating in a game after `games` rated games, as of now, with half the width of its 95 % interval
    (`margin`), and its course. The rating is not told before there are `RATED_LEAST` games; `month` is by how much it
    rose in the last 30 days.
    """

    games: int
    rating: int | None = None
    margin: int = 0
    month: int | None = None
    points: list[RatingPoint] = []


class GameRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What somebody has played of a game: how many games have ended, and how many of these they won alone, shared the
    first place in (`tied`), and lost; their rating among people, and that against bots.
    """

    game: str
    games: int
    won: int = 0
    tied: int = 0
    lost: int = 0
    people: RatingInfo | None = None
    bots: RatingInfo | None = None


GameOutcome = Literal["won", "tied", "lost", "none"]
"""How a game ended for somebody: they won alone, shared the first place, lost, or there was no winner."""


class PlayedGame(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game that somebody has played: with whom, their `place` of so many `seats` (0 if there was no winner), and the
    `scores`, theirs first, then the others' in the order of `others`. `table` is empty if the reader may not look at
    it. In a rated game the rating rose by `gain`; `unrated` tells why one is not rated that was to be. `resigned`: they
    gave up, or somebody took their seat. `early`: somebody gave up, which ended the game, so scores decided nothing.
    """

    table: str = ""
    game: str
    ended: float
    outcome: GameOutcome
    place: int
    seats: int
    others: list[Somebody]
    scores: list[int]
    resigned: bool = False
    early: bool = False
    against: Against | Literal[""] = ""
    gain: int | None = None
    unrated: Words = ""


class Opponent(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Somebody whom a person has met in so many games; in `won` of them the person came first of the two, in `lost` the
    other, `last` in a game that ended then.
    """

    who: Somebody
    games: int
    won: int = 0
    lost: int = 0
    last: float


class MonthResults(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a person's games of a month ("2026-11", in UTC) ended with."""

    month: str
    won: int = 0
    tied: int = 0
    lost: int = 0


class Profile(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/people/{name}`: what a person has played: in numbers, by game, by month, the last games, and the people
    they met most. `own`: the reader's; others cannot see it while it is `hidden`. `people` is how many of the games
    were with other people. At most the last 2000 games are included.
    """

    name: str
    since: float
    own: bool = False
    hidden: bool = False
    games: int
    won: int = 0
    people: int = 0
    last: float | None = None
    records: list[GameRecord]
    months: list[MonthResults]
    recent: list[PlayedGame]
    opponents: list[Opponent]


class RankedPerson(msgspec.Struct, kw_only=True):
    """A line of a leaderboard. Those with the same rating share a place."""

    place: int
    name: str
    rating: int
    margin: int
    games: int


class Leaderboard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/leaderboards/{game}`: the best rated people of a game who want to be seen. It lists those with
    `least_games` rated games or more, with ratings within ± `most_margin` points. `missing` is how many
    games the reader needs before they may be listed, if they have played fewer.
    """

    game: str
    people: list[RankedPerson]
    least_games: int
    most_margin: int
    missing: int = 0


class Gained(msgspec.Struct, kw_only=True):
    """The rating of the person in a seat after a game, how much it rose, and their number of rated `games`."""

    seat: int
    rating: int
    margin: int
    gain: int
    games: int


class TableRatings(msgspec.Struct, kw_only=True):
    """`GET /api/tables/{table}/ratings`: how a rated game that is over has changed ratings."""

    seats: list[Gained]


class Hidden(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/hide`: whether the reader's profile is hidden."""

    hidden: bool
