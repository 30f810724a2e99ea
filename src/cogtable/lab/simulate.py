"""Many whole games between bots, compiled and spread over the cores, or over a cluster (see `workers`).

Table i is dealt from `seed + i` and its bots think from that seed too: the result does not depend on the number of
workers, nor on where they are.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from cogtable import bots as all_bots
from cogtable.bots import Bot, random
from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.kernels import with_compile_notice
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import whole
from cogtable.engine.records.state import Ints
from cogtable.engine.rules.rng import check_seed
from cogtable.lab.compiled_games import Played, play_tables, shares, tallied
from cogtable.lab.statistics import interval
from cogtable.lab.workers import Here, Workers

Answer = TypeVar("Answer")

MOST_TABLES = 256
"""The most tables of a chunk: enough that calls between bots and tables cost little, few enough to stop soon."""
MOST_RANDOM = 1024
"""The same for bots that move at random; these games take a quarter of a second at most."""


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """How often a seat won: the share of games, with the bounds of a 95 % interval."""

    bot: str
    seat: int
    rate: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of a number over games: mean, median, and the 5th and 95th percentile."""

    mean: float
    median: float
    p5: float
    p95: float


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How the players who used an item, such as a card, fared.

    `games` is the share of finished games in which some seat used it, `users` the number of seats that did. `rate` is
    the share of those that won, with the bounds of a 95 % interval; an item that neither helps nor hurts has 1 / seats.
    """

    kind: str
    name: str
    games: float
    users: int
    rate: float
    low: float
    high: float


class SimulationResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of `simulate`.

    `moves` and `length`, that of each game, count actions. `wins` has a share of a win for each seat: 1 for the first
    place, 1/k where k seats share it. `seconds` is the time spent playing, compilation not counted. `scores` is each
    seat's mean score, `winning_score` the score of the first place of each game. `tallies` has a row for each item that
    the game counts (see `Game.tallies`); items of one name count as one.
    """

    game: str
    version: str
    box: str
    options: dict[str, int]
    seats: int
    bots: list[str]
    seed: int
    games: int
    finished: int
    moves: int
    threads: int
    seconds: float
    moves_per_s: float
    games_per_s: float
    wins: list[float]
    win_rate: list[Interval]
    scores: list[float]
    length: Spread
    winning_score: Spread
    tallies: list[Tally] = []


# --- playing ----------------------------------------------------------------------------------------


class Chunk(NamedTuple):
    """The results of the tables that were played: as in `Played`, with the sum of the tallies over them.

    `tallies` has for each name that the game counts the games, users and their wins, (names, 3).
    """

    ranks: Ints
    plies: Ints
    over: Ints
    tallies: Any


class Range(NamedTuple):
    """Games that are played together: the seed of the first, and their number."""

    first: int
    games: int


class SimulationPlan(NamedTuple):
    """Games to be played: the bots, the first seed, and the number in a chunk."""

    bots: list[str]
    blank: Any
    options: dict[str, int]
    seed: int
    games: int
    chunk: int
    workers: Workers[Any]

    @property
    def players(self) -> list[Bot]:
        """The bot of each seat."""
        return players_of(self.bots, len(self.bots))

    @property
    def threads(self) -> int:
        """The number of chunks that are played at once."""
        return min(self.workers.size, self.games)

    def map(
        self, play: Callable[[Range], Answer], progress: Callable[[int], object] = lambda games: None
    ) -> Iterator[Answer]:
        """Calls `play` with each chunk; the answers in order. `progress` gets the number of games of each."""
        starts = range(0, self.games, self.chunk)
        chunks = [Range(self.seed + at, min(self.chunk, self.games - at)) for at in starts]
        for chunk, answer in zip(chunks, self.workers.in_order(play, chunks), strict=True):
            progress(chunk.games)
            yield answer


@dataclass(frozen=True)
class _Simulating:
    """Returns the function that plays a chunk."""

    game: GameSpec
    blank: Any
    bots: list[str]

    def __call__(self, chunk: Range) -> Chunk:
        players = players_of(self.bots, len(self.bots))
        return summed(play_tables(self.game, self.blank, players, *chunk))


def simulate(
    game: GameSpec,
    *,
    seats: int | None = None,
    bots: Sequence[str] = ("random",),
    games: int = 1000,
    seed: int = 0,
    threads: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], object] = lambda games: None,
    workers: Workers[Any] | None = None,
) -> SimulationResult:
    """Plays `games` games between bots.

    `bots` is one name for all seats, or one per seat in order. `seats` defaults to the number of bots if there are
    several, or else to the fewest that the game supports. Game i
    is dealt, and its bots think, from `seed + i`. `threads` is the number of cores to use, all if 0; or else `workers`
    play. The result does not depend on them. `progress` is called with the number of games that have just been played.
    Raises BadOption for seats, games, seed, or a number of bots that do not fit, and UnknownBot.
    """
    plan = plan_simulation(game, seats, bots, games, seed, threads, options, workers)
    began = time.perf_counter()
    chunks = list(plan.map(_Simulating(game, plan.blank, plan.bots), progress))
    return summed_result(game, plan, time.perf_counter() - began, chunks)


def plan_simulation(
    game: GameSpec,
    seats: int | None,
    bots: Sequence[str],
    games: int,
    seed: int,
    threads: int,
    options: Mapping[str, Any] | None,
    workers: Workers[Any] | None = None,
) -> SimulationPlan:
    """Checks the arguments of `simulate` and compiles the code that they need. Raises BadOption and UnknownBot."""
    seats = seats_of(game, seats, bots)
    blank = game.blank(seats, options or {})
    games, threads = whole(games, "games", 1, 1 << 40), whole(threads, "threads", 0)
    seed = check_seed(seed, games)
    players = players_of(bots, seats)
    workers = workers or Here(min(threads, games))
    most = MOST_RANDOM if all(player is random.BOT for player in players) else MOST_TABLES
    chunk = max(1, min(most, games // (8 * workers.size)))
    with_compile_notice("simulate", game, lambda: play_tables(game, blank, players, seed, 0))
    names = [player.name for player in players]
    return SimulationPlan(names, blank, game.checked_options(options or {}), seed, games, chunk, workers)


def seats_of(game: GameSpec, seats: int | None, bots: Sequence[str]) -> int:
    """The number of seats; by default one for each of several bots, or else the fewest."""
    if seats is not None:
        return seats
    return len(bots) if len(bots) > 1 else game.min_seats


def players_of(bots: Sequence[str], seats: int) -> list[Bot]:
    """The bot of each seat, from one name for all or one for each. Raises BadOption and UnknownBot."""
    if len(bots) not in (1, seats):
        raise BadOption(f"expected one bot, or {seats} for {seats} seats; found {len(bots)}: {', '.join(bots)}")
    return [all_bots.find(name) for name in (bots if len(bots) == seats else [*bots] * seats)]


def summed(played: Played) -> Chunk:
    """The sums that are kept of the tables of a chunk."""
    names = played.used.shape[2]
    sums = np.zeros((3, names))
    if names:
        _add_up(played.used, played.won, np.zeros(names, np.bool_), sums)
    return Chunk(played.ranks, played.plies, played.over, sums.T)


@kernel
def _add_up(used: Any, won: Any, once: Any, sums: Any) -> None:
    """Adds the games, the users and the wins of each name to a row each; `once` is room for what a game used.

    NumPy's sums over bools take several times as long. The loops go along the names, so that several are added at once.
    """
    for i in range(used.shape[0]):
        once[:] = False
        for seat in range(used.shape[1]):
            for name in range(used.shape[2]):
                once[name] |= used[i, seat, name]
                sums[1, name] += used[i, seat, name]
                sums[2, name] += used[i, seat, name] * won[i, seat]
        for name in range(used.shape[2]):
            sums[0, name] += once[name]


def summed_result(game: GameSpec, plan: SimulationPlan, seconds: float, chunks: list[Chunk]) -> SimulationResult:
    """The result of the chunks of a plan, played in `seconds`."""
    *columns, sums = zip(*chunks, strict=True)
    ranks, plies, over = (np.concatenate(column) for column in columns)
    finished = int(np.count_nonzero(over))
    wins = shares(ranks, over).sum(axis=0)
    moves = int(plies.sum())
    return SimulationResult(
        game=game.name,
        version=game.version,
        box=game.box.digest,
        options=plan.options,
        seats=len(plan.bots),
        bots=plan.bots,
        seed=plan.seed,
        games=len(plies),
        finished=finished,
        moves=moves,
        threads=plan.threads,
        seconds=seconds,
        moves_per_s=moves / seconds,
        games_per_s=len(plies) / seconds,
        wins=[float(share) for share in wins],
        win_rate=[
            Interval(bot=bot, seat=seat, rate=rate, low=low, high=high)
            for seat, bot in enumerate(plan.bots)
            for rate, low, high in [interval(float(wins[seat]), finished)]
        ],
        scores=[float(score) for score in ranks[:, :, 1].mean(axis=0)],
        length=_spread(plies),
        winning_score=_spread(np.where(ranks[:, :, 0] == 1, ranks[:, :, 1], np.iinfo(ranks.dtype).min).max(axis=1)),
        tallies=[
            Tally(kind=kind, name=name, games=games / max(1, finished), users=int(users), rate=rate, low=low, high=high)
            for (kind, name), (games, users, won) in zip(tallied(game), sum(sums).tolist(), strict=True)
            for rate, low, high in [interval(round(won, 6), int(users))]
        ],
    )


def _spread(values: Ints) -> Spread:
    p5, median, p95 = (float(value) for value in np.percentile(values, (5, 50, 95)))
    return Spread(mean=float(values.mean()), median=median, p5=p5, p95=p95)
