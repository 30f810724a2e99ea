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


class NewTournament(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tournaments`. `by` is the name of its creator, who takes part if `plays`; `options` are by name,
    without assists by default; `listed` shows the tournament to everybody.

    Tables have `seats` players; with more than two, some have one player fewer, but at least three. `method` is a round
    robin (at larger tables everybody meets as many others as the rounds allow) or a Swiss; `twice` plays a round robin
    twice. Without `rounds`, the number is computed, as always in a round robin with two at a table.

    A `knockout` has matches of up to `best_of` games, with the seats swapped, a `seeding` and, if `third`, a match for
    the third place. At larger tables, `advance` players go on from each; without it, half of them. An `arena` lasts
    `length_s` seconds and needs a time control for the whole game. `zone` is the time zone ("Europe/London") in which
    its creator thinks of its times.

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
    its beginning on. `by` is empty if the reader is kept apart from its creator. `mine`: the reader made it; `entered`:
    they take part.
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
