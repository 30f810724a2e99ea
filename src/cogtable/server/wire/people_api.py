"""People over HTTP: profiles, ratings, leaderboards."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.server.wire.base import Against, TimeControl
from cogtable.server.wire.company_api import Whereabout
from cogtable.view import Words


class Somebody(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A player in a game: a person whose profile can be viewed (`page`), a person whose name the reader cannot see
    (then without `name`), or a bot with the words for how it plays (`level`) and its level on the ladder of bots
    (`rung`, 0 for a bot that is not on it).
    """

    name: str = ""
    page: bool = False
    level: str = ""
    rung: int = 0


class RatingPoint(msgspec.Struct, kw_only=True):
    """A rating after a game that ended `at`, and half the width of its 95 % interval (`margin`)."""

    at: float
    rating: int
    margin: int


class RatingInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person's rating in a game after `games` rated games, as of now, with half the width of its 95 % interval
    (`margin`), and its history. The rating is shown after `RATED_LEAST` games; `month` is its increase in the last 30
    days.
    """

    games: int
    rating: int | None = None
    margin: int = 0
    month: int | None = None
    points: list[RatingPoint] = []


class GameRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person's results in a game: the number of games that have ended, and how many of these they won alone, shared
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
"""How a game ended for a person: they won alone, shared first place, lost, or there was no winner."""


class PlayedGame(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game that a person has played: the other players, the person's `place` out of `seats` (0 if there was no
    winner), and the `scores`, theirs first, then the others' in the order of `others`. `table` is empty if the reader
    cannot look at it. In a rated game the rating rose by `gain`; `unrated` says why a game that was meant to be rated
    is not. `resigned`: they gave up, or another person took their seat. `early`: a player gave up, which ended the
    game, so scores decided nothing. `rating` is the rating after the game. `variant` is the title of the box, if it is
    not the game's own; without a `time_control`, people had unlimited time.
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
    rating: int | None = None
    unrated: Words = ""
    variant: str = ""
    time_control: TimeControl | None = None


class AskHistory(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The query of `GET /api/history/{name}`, all of which can be left out: only games of a `game`, with other
    people or with bots alone (`company`), with this number of `seats`, with a `result`, `rated` or not, with the person
    `opponent`, of the last `days`. `after` is `next` of the page before.
    """

    game: str = ""
    company: Literal["", "people", "bots"] = ""
    seats: int = 0
    result: GameOutcome | Literal[""] = ""
    rated: Literal["", "yes", "no"] = ""
    opponent: str = ""
    days: int = 0
    after: str = ""


class HistoryPage(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/history/{name}`: finished games of a person, the last one first. Readers who are somebody else get
    those that were public or that they played too. `next` is the query's `after` for the next page, empty on the last
    one. The first page has the number of all games in the list (`total`), and the games and numbers of seats among
    which the filters can choose. `own`: the person is the reader.
    """

    name: str
    own: bool = False
    games: list[PlayedGame]
    next: str = ""
    total: int | None = None
    titles: list[str] = []
    sizes: list[int] = []


class Opponent(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A frequent opponent of a person, and the number of their common games. `won` counts those where the person placed
    higher, `lost` those where the opponent did. `last` is when the last of these games ended.
    """

    who: Somebody
    games: int
    won: int = 0
    lost: int = 0
    last: float


class MonthResults(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person's results in the games of a month ("2026-11", in UTC)."""

    month: str
    won: int = 0
    tied: int = 0
    lost: int = 0


class CommonGame(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game of the reader and another person: it ended at `ended`; `won` is 1 if the reader placed higher, -1 if the
    other did, 0 if neither. The scores are the reader's and the other's; none if the game ended early.
    """

    table: str
    game: str
    ended: float
    won: int = 0
    scores: list[int] = []


class CommonRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How often the reader (`won`) and another person (`lost`) placed higher in their common games of a game."""

    game: str
    won: int = 0
    lost: int = 0


class HeadToHead(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The common games of the reader and another person: how many, how often each placed higher, when the first one
    ended, by game, and the last ones, the oldest first.
    """

    games: int
    won: int = 0
    lost: int = 0
    since: float
    records: list[CommonRecord]
    last: list[CommonGame]


class WinRate(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How many of the `games` that a person played with this number of `players` they won, in a `seat`; in all seats if
    it is -1.
    """

    players: int
    seat: int = -1
    games: int
    won: int = 0


class GameFigures(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person's figures in a game, with other people or against bots alone: the win rates for each number of players
    and each seat, and the mean score of games that were played to the end.
    """

    game: str
    against: Against
    rates: list[WinRate]
    points: float | None = None


class Keepsake(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A keepsake: its name, what it is for, and the picture on it. Its person got it `at` the end of a game, or has got
    `count` of `all`, so far.
    """

    key: str
    picture: str
    name: Words
    words: Words
    at: float | None = None
    count: int = 0
    all: int = 1


class Keepsakes(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/keepsakes`: the reader's keepsakes, the last one first, and those that they do not have yet. `shown`:
    others see them on the reader's page. Guests have no `account`, and no keepsakes.
    """

    account: bool = False
    shown: bool = False
    own: list[Keepsake] = []
    others: list[Keepsake] = []


class ShowKeepsakes(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/keepsakes`: whether others see the reader's keepsakes. The answer is `Keepsakes`."""

    shown: bool


class NewKeepsakes(msgspec.Struct, kw_only=True):
    """`POST /api/tables/{table}/keepsakes`: the keepsakes that the reader got with a finished game, once."""

    keepsakes: list[Keepsake]


class Profile(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/people/{name}`: a person's results: in numbers, by game, by month, the last games, and the most
    frequent opponents. `own`: it is the reader's; others cannot see it while it is `hidden`. `people` is how many of
    the games were with other people. At most the last 2000 games are included.

    `where` is where the person is, `followed`: the reader follows them, `met` are their common games. `muted`: the
    reader has muted them. `finishes` is the share of their last 100 games with other people that they have finished,
    if there are at least 20. Of a person whom the reader has `blocked`, only the name is shown.

    Only readers themselves get their `figures` and what is `worth` knowing, from at least 20 games. `keepsakes` are the
    person's, out of `keepsakes_all`; others get them only if the person shows them.
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
    where: Whereabout | None = None
    followed: bool = False
    muted: bool = False
    blocked: bool = False
    finishes: float | None = None
    met: HeadToHead | None = None
    figures: list[GameFigures] = []
    worth: list[Words] = []
    keepsakes: list[Keepsake] = []
    keepsakes_all: int = 0


class RankedPerson(msgspec.Struct, kw_only=True):
    """A line of a leaderboard. People with the same rating share a place."""

    place: int
    name: str
    rating: int
    margin: int
    games: int


class Leaderboard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/leaderboards/{game}`: the best-rated people of a game whose profiles are not hidden. It lists those
    with at least `least_games` rated games and a rating within ± `most_margin` points. `missing` is how many more games
    the reader needs before they can be listed.
    """

    game: str
    people: list[RankedPerson]
    least_games: int
    most_margin: int
    missing: int = 0


class Gained(msgspec.Struct, kw_only=True):
    """The rating of the person in a seat after a game, its increase, and their number of rated `games`."""

    seat: int
    rating: int
    margin: int
    gain: int
    games: int


class TableRatings(msgspec.Struct, kw_only=True):
    """`GET /api/tables/{table}/ratings`: the rating changes of a finished rated game."""

    seats: list[Gained]


class Hidden(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/hide`: whether the reader's profile is hidden."""

    hidden: bool


class Unnamed(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/unnamed`: whether link previews leave out the reader's name."""

    unnamed: bool
