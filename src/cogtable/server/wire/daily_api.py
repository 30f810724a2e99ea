"""The deal and the puzzle of the day over HTTP."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.view import Words

FIRST_DAY = 20757
"""The day before deal 1, in days since 1970: 31 October 2026."""

OPEN_DAYS = 7
"""How many days a deal stays open after its day has ended everywhere."""

HILLS = 9
"""The number of positions of a game at which a result shows the player's chance of winning."""

HEIGHTS = 8
"""The number of heights that these chances have."""

DealState = Literal["new", "begun", "over", "gave-up"]
"""Whether the reader has begun a deal, finished it, or resigned."""

Difficulty = Literal["", "easy", "medium", "hard"]
"""How many people found the solution of a puzzle with their first try: at least 60 %, fewer, or less than 30 %. Empty
until enough people have tried.
"""


class DealScore(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person's result in a deal: their `rank` in the list, how many points they were `ahead` of the best bot at the
    end (negative if behind), whether they won, and the position in words ("Round 24"). `page`: their profile can be
    viewed. `you`: it is the reader. `table` is their game, if the reader can look at it.
    """

    rank: int
    name: str
    ahead: int
    won: bool = False
    tied: bool = False
    words: Words = ""
    page: bool = False
    you: bool = False
    table: str = ""


class DealResult(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The reader's own result: how many points they were `ahead` at the end (negative if behind), their score and that
    of the best bot, whether they won, and the position in words. They did better than `before` of `people`. `hills`
    are the chances of winning in the course of the game, from 1 to `HEIGHTS`; empty until they are computed. `listed`:
    it counts for the list. `why` says why it does not.
    """

    ahead: int
    scores: list[int]
    won: bool = False
    tied: bool = False
    words: Words = ""
    before: int = 0
    people: int = 0
    hills: list[int] = []
    listed: bool = False
    why: Literal["", "guest", "new", "late", "hidden"] = ""


class DealBar(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How many people (`n`) were `least` to `most` points ahead. `own`: the reader is among them."""

    least: int
    most: int
    n: int
    own: bool = False


class Deal(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A deal of the day: its number and day ("2026-11-28"), the game, the bot in the other seats with its name, and
    what the reader has done. `table` is theirs. `open`: it can be begun now, `today`: it is the deal of
    a day that has not ended everywhere, and then the list closes at `closes` (seconds since 1970). `played` is the
    number of people who have finished it; 0 if they are few.
    """

    number: int
    day: str
    game: str
    seats: int
    name: str
    bot: str
    state: DealState = "new"
    table: str = ""
    open: bool = False
    today: bool = False
    closes: float
    played: int = 0


class DealPage(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/deals/{number}`: a deal with the reader's result, how everybody's results are distributed, and the
    lists: people whom the reader follows, with the reader, and everybody.
    """

    deal: Deal
    result: DealResult | None = None
    bars: list[DealBar] = []
    follows: list[DealScore] = []
    everybody: list[DealScore] = []


class DayDot(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A day of the reader's week ("2026-11-28"). `done`: they have finished its deal, or solved a puzzle that day."""

    day: str
    done: bool = False


class Daily(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/daily?day=2026-11-28&zone=60`: what there is on a day of the reader's calendar, whose clock is `zone`
    minutes ahead of UTC. `deal` is missing if no game can be dealt. `best` is the best result among the people whom the
    reader follows. `yesterday` has the first results of the day before. `earlier` are the deals that stay open, with
    yesterday's. `week` begins on Monday, and `tomorrow` is the game of the next day.
    """

    deal: Deal | None = None
    best: DealScore | None = None
    yesterday: DealPage | None = None
    earlier: list[Deal] = []
    week: list[DayDot]
    tomorrow: str = ""


class PlayDeal(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/deals/{number}/play`. `name` is that of a guest. Answered by `Seated`; a deal that the reader has
    begun, by their seat there.
    """

    name: str = ""


class PuzzleTries(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/puzzles/{game}/{key}`: how many people have tried a puzzle, how many of them found it at once, and the
    reader's own `tries`, with whether they have `solved` it. The numbers of people are 0 if they are few.
    """

    people: int = 0
    first: int = 0
    difficulty: Difficulty = ""
    tries: int = 0
    solved: bool = False
