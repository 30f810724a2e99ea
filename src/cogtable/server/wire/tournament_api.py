"""Tournaments over HTTP."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.server.wire.base import MAX_PLAYERS, ChatAllowed, TimeControl
from cogtable.view import Words

Method = Literal["robin", "swiss", "knockout", "arena"]
"""How players are paired: Swiss, round robin, knock-out, or an arena, in which they are paired as soon as they are free
for a fixed time.
"""

Seeding = Literal["lot", "rating"]
"""Who meets whom in a knock-out: by lot, or so that the players with the highest ratings meet late."""

MAX_GAMES = 7
"""The maximum number of games in a match of a knock-out."""

LEAST_LENGTH_S, MOST_LENGTH_S = 600, 24 * 3600
"""The limits of the length of an arena, in seconds."""

TournamentState = Literal["open", "running", "over"]
"""Before the first round, during the rounds, after the last."""


Every = Literal["day", "week", "fortnight"]
"""How often a tournament of a series begins."""

Counts = Literal["places", "points"]
"""What counts in the standing of a series: points for the places in each tournament, or the points scored there."""

MOST_EDITIONS = 52
"""The maximum number of tournaments in a series."""


class NewSeries(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A new tournament is the first of a series: the others begin `every` day or week at the same time of day in its
    time zone, until there are `editions` of them. In the overall standings, the `best` results of each player count;
    0: all.
    """

    every: Every = "week"
    counts: Counts = "places"
    best: int = 0
    editions: int = 10


class NewTournament(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tournaments`. `by` is the name of its creator, who takes part if `plays`; `options` are by name,
    without assists by default; `listed` shows the tournament to everybody.

    Tables have `seats` players; with more than two, some have one player fewer, but at least three. `method` is a round
    robin (at larger tables everybody meets as many others as the rounds allow) or a Swiss; `twice` plays a round robin
    twice. Without `rounds`, the number is computed, as always in a round robin with two at a table.

    A `knockout` has matches of up to `best_of` games, with the seats swapped, a `seeding` and, if `third`, a match for
    the third place. At larger tables, `advance` players go on from each; without it, half of them. An `arena` lasts
    `length_s` seconds and needs a time control for the whole game. `zone` is the time zone ("Europe/London") in which
    its creator thinks of its times. A `series` needs an account, a start and a time zone.

    Without `time_control` people have unlimited time. A player who does not make their first move within `late_s`
    seconds loses; 0: only their clock counts. The next round begins `pause_s` seconds after the last table is over;
    without it, when the creator begins it. `starts` is when the first one begins automatically, in seconds since 1970.
    """

    name: str
    by: str
    game: str
    variant: str = ""
    options: dict[str, int] = {}
    seats: int = 2
    method: Method = "swiss"
    twice: bool = False
    rounds: int = 0
    most: int = MAX_PLAYERS
    time_control: TimeControl | None = None
    late_s: float = 0
    pause_s: float | None = None
    starts: float | None = None
    best_of: int = 1
    seeding: Seeding = "lot"
    third: bool = False
    advance: int = 0
    length_s: float = 0
    zone: str = ""
    series: NewSeries | None = None
    chat: ChatAllowed = "all"
    listed: bool = True
    plays: bool = True


class Entered(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to a new tournament or to a person who joins one: the tournament, the entrant's number in it (-1, none),
    and their secret, which is also that of their seats. Signed-in people have none.
    """

    tournament: str
    number: int = -1
    secret: str = ""


class JoinTournament(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tournaments/{tournament}/join`: takes part from the next round on."""

    name: str


class ChosenEntrant(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tournaments/{tournament}/withdraw`, `.../return` and `.../forfeit`: the entrant `number` leaves, takes
    part again, or loses at their table of this round. Only the creator can name another entrant. Without a number it is
    the sender.
    """

    number: int = -1


class TournamentInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A tournament in a list. `GET /api/tournaments` returns the listed ones; `POST /api/tournaments/mine` those that
    the reader made or takes part in, by the secrets of a `Mine` or by their account.

    The fields are those of `NewTournament`; `variant` is a title. `players` is the number of players, `round` is the
    present round, 0 before the first. `due` is when the next begins automatically. `ends` is when an arena ends, from
    its beginning on. `series` is the id of the series that it is part of. `by` is empty if the reader is kept apart
    from its creator. `mine`: the reader made it; `entered`: they take part.
    """

    tournament: str
    name: str
    game: str
    by: str
    created: float
    state: TournamentState
    variant: str = ""
    seats: int = 2
    method: Method = "swiss"
    twice: bool = False
    players: int = 0
    most: int = MAX_PLAYERS
    round: int = 0
    rounds: int = 0
    due: float | None = None
    time_control: TimeControl | None = None
    late_s: float = 0
    pause_s: float | None = None
    best_of: int = 1
    seeding: Seeding = "lot"
    third: bool = False
    advance: int = 0
    length_s: float = 0
    ends: float | None = None
    zone: str = ""
    series: str = ""
    mine: bool = False
    entered: bool = False


class Entrant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A participant, with their place in the standing. `tiebreaks` has a value for each of the tournament's tie-breaks.

    `since` is the first round in which they take part. A participant who is `gone` gets no table: they left, did not
    come to their table, or were removed; in an arena those who `left` pause. `out`: they left so early that their games
    count for no player. `account`: they are signed in, so the name is theirs alone. `seeded` is their place in the
    seeding of a knock-out. In an arena, `games` is the number of their games, and `recent` has the points of the last
    ones.
    """

    number: int
    name: str
    rank: int
    points: float
    tiebreaks: list[float] = []
    since: int = 1
    gone: Literal["", "left", "absent", "removed"] = ""
    out: bool = False
    account: bool = False
    seeded: int = 0
    games: int = 0
    recent: list[float] = []


class TournamentTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The players who meet in a round, in the order of their seats. A single player has a bye. Without a `table`, the
    others were gone before the round, or it was not played. `match` is the position in the bracket of a knock-out, from
    0 in each round; `winner` is who has won the match, from the game on that decided it, -1 before.

    Once it is `counted`, `places`, `scores` and `points` are those of the players. Until then, those in `here` are
    connected, and `words` says how far the game has got.
    """

    round: int
    number: int
    players: list[int]
    table: str = ""
    counted: bool = False
    match: int = 0
    winner: int = -1
    places: list[int] = []
    scores: list[int] = []
    points: list[float] = []
    here: list[int] = []
    words: Words = ""


class Tournament(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/tournaments/{tournament}`: a tournament with its standing and its tables, round by round; in an arena
    those that are playing and the last ones. The reader is the entrant `me`, -1 if they only look on. Every request
    that changes a tournament is answered by this.
    """

    info: TournamentInfo
    entrants: list[Entrant]
    tiebreaks: list[Literal["buchholz", "sonneborn-berger", "wins", "score"]]
    tables: list[TournamentTable]
    options: dict[str, int] = {}
    me: int = -1
    now: float = 0
    """The server's time, to compare with `due`."""


class SeriesPlayer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A player in the standing of a series, with their latest name. `results` has their points in each tournament that
    is over, None if they did not play; those that are `counted` are part of the `points`. `me`: it is the reader.
    """

    name: str
    rank: int
    points: float
    results: list[float | None]
    counted: list[bool]
    account: bool = False
    me: bool = False


class Series(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/series/{series}`: a series with its tournaments, the first first, and its standing after those that are
    over. `starts` is when the last of them begins; the next one is `due` then, unless the series has ended. `POST
    /api/series/{series}/end` ends it: no more tournaments are made.
    """

    series: str
    name: str
    every: Every
    counts: Counts
    editions: int
    starts: float
    tournaments: list[TournamentInfo]
    players: list[SeriesPlayer]
    best: int = 0
    due: float | None = None
    zone: str = ""
    mine: bool = False
    now: float = 0
