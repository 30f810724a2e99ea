"""Many whole games between bots, compiled and spread over the cores.

Tables are played in chunks. In each chunk a bot decides for all the tables that wait for it in one call, from states
hidden for the seat, and the decisions are then played; so each bot is compiled once and no kernel knows which bots
there are. Table i is dealt from `seed + i` and its bots think from that seed too: the result does not depend on the
number of threads.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cogtable import bots as all_bots
from cogtable.bots import Bot, random
from cogtable.engine import chance, verbs
from cogtable.engine.errors import BadOption, IllegalAction
from cogtable.engine.jit import kernel
from cogtable.engine.native import announced, fill_mask, next_seat
from cogtable.engine.spec import GameSpec, check_seed
from cogtable.engine.state import Ints, Mask
from cogtable.lab.statistics import interval

MOST_TABLES = 256
"""The most tables of a chunk: enough that calls between bots and tables cost little, few enough to stop soon."""


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


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of `simulate`.

    `moves` and `length`, that of each game, count actions. `wins` has a share of a win for each seat: 1 for the first
    place, 1/k where k seats share it. `seconds` is the time spent playing, compilation not counted. `scores` is each
    seat's mean score, `winning_score` what the first place of each game had. `tallies` has a row for each item that the
    game counts (see `Game.tallies`); items of one name count as one.
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


# --- kernels ----------------------------------------------------------------------------------------


@kernel
def _deal(states: Any, boxes: Any, blank: Any, first: int, acting: Ints) -> None:
    for i in range(states.size):
        states[i] = blank[0]
        chance.seed(states[i], first + i)
        verbs.setup(states[i], boxes[0])
        acting[i] = next_seat(states[i], -1)


@kernel
def _gather(
    states: Any, boxes: Any, first: int, acting: Ints, plays: Ints, hidden: Any, tables: Ints, seats: Ints, seeds: Ints
) -> int:
    """Copies, hidden, each state in which a seat with `plays[seat]` acts; returns how many."""
    count: int = 0
    for i in range(states.size):
        seat = acting[i]
        if seat >= 0 and plays[seat]:
            hidden[count] = states[i]
            verbs.hide(hidden[count], boxes[0], seat)
            tables[count] = i
            seats[count] = seat
            seeds[count] = first + i
            count += 1
    return count


@kernel
def _play(states: Any, boxes: Any, tables: Ints, actions: Ints, mask: Mask, limit: int, acting: Ints) -> int:
    """Plays the decisions; returns the first table where one was not legal, or -1."""
    for k in range(tables.size):
        i = int(tables[k])
        seat, action = acting[i], actions[k]
        fill_mask(states[i], boxes[0], seat, mask)
        if action < 0 or action >= mask.size or not mask[action]:
            return i
        verbs.play(states[i], boxes[0], seat, action)
        acting[i] = -1 if states[i].ply >= limit else next_seat(states[i], seat)
    return -1


@kernel
def _rank(states: Any, boxes: Any, ranks: Any) -> None:
    for i in range(states.size):
        verbs.rank(states[i], boxes[0], ranks[i])


@kernel
def _tally(states: Any, boxes: Any, used: Any) -> None:
    for i in range(states.size):
        if states[i].over:
            verbs.tally(states[i], boxes[0], used[i])


# --- the Python face --------------------------------------------------------------------------------


class Played(NamedTuple):
    """The end of each table of a chunk: places and scores (n, seats, 2), moves (n,), and whether it is over (n,).

    `used` says which seats used what the game counts, (n, seats, names); see `tallied`.
    """

    ranks: Ints
    plies: Ints
    over: Ints
    used: Any

    @property
    def won(self) -> Any:
        """Each seat's share of the win of each table, (n, seats): 1/k where k seats are first, 0 if it is not over."""
        return shares(self.ranks, self.over)


Watcher = Callable[[Any, Ints, Ints, Ints], object]
"""`watcher(states, tables, seats, actions)`: what is about to be played: at which of the tables, by whom, and what.

It may put other actions, which must be legal, in place of those that the bots chose.
"""


class Chunk(NamedTuple):
    """What is kept of tables that were played: as in `Played`, and the sum over them of what was used.

    `tallies` has for each name that the game counts the games, users and their wins, (names, 3).
    """

    ranks: Ints
    plies: Ints
    over: Ints
    tallies: Any


class Plan(NamedTuple):
    """Games to be played: between whom, from which seed on, and in chunks of how many on how many threads."""

    players: list[Bot]
    blank: Any
    options: dict[str, int]
    seed: int
    games: int
    threads: int
    chunk: int

    def map(self, play: Callable[[int, int], Any]) -> list[Any]:
        """Calls `play` with the first seed of each chunk and the number of its tables; the answers in order."""
        starts = range(0, self.games, self.chunk)
        with ThreadPoolExecutor(self.threads, thread_name_prefix="simulate") as pool:
            return list(pool.map(lambda at: play(self.seed + at, min(self.chunk, self.games - at)), starts))


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
) -> Result:
    """Plays `games` games between bots.

    `seats` defaults to the fewest the game supports. `bots` is one name for all seats, or one per seat in order. Game i
    is dealt, and its bots think, from `seed + i`. `threads` is the number of cores to use, all if 0; the result does
    not depend on it. `progress` is called, from several threads, with the number of games that have just been played.
    Raises BadOption for seats, games, seed, or a number of bots that do not fit, and UnknownBot.
    """
    plan = planned(game, seats, bots, games, seed, threads, options)

    def play(first: int, count: int) -> Chunk:
        played = play_tables(game, plan.blank, plan.players, first, count)
        progress(count)
        return summed(played)

    began = time.perf_counter()
    chunks = plan.map(play)
    return result(game, plan, time.perf_counter() - began, chunks)


def planned(
    game: GameSpec,
    seats: int | None,
    bots: Sequence[str],
    games: int,
    seed: int,
    threads: int,
    options: Mapping[str, Any] | None,
) -> Plan:
    """The arguments of `simulate`, checked, with what they need compiled. Raises BadOption and UnknownBot."""
    seats = game.min_seats if seats is None else seats
    blank = game.blank(seats, options or {})
    if not 1 <= games <= 1 << 40:
        raise BadOption(f"expected 1 game or more; found {games}")
    check_seed(seed, games)
    players = players_of(bots, seats)
    threads = max(1, min(threads or os.cpu_count() or 1, games))
    chunk = max(1, min(MOST_TABLES, games // (8 * threads)))
    announced("simulate", game, lambda: play_tables(game, blank, players, seed, 0))
    return Plan(players, blank, game.checked_options(options or {}), seed, games, threads, chunk)


def players_of(bots: Sequence[str], seats: int) -> list[Bot]:
    """The bot of each seat, from one name for all or one for each. Raises BadOption and UnknownBot."""
    if len(bots) not in (1, seats):
        raise BadOption(f"expected one bot, or {seats} for {seats} seats; found {len(bots)}: {', '.join(bots)}")
    return [all_bots.find(name) for name in (bots if len(bots) == seats else [*bots] * seats)]


def play_tables(
    game: GameSpec,
    blank: Any,
    players: list[Bot],
    first: int,
    count: int,
    order: Callable[[Any], Any] | None = None,
    *,
    changed: Callable[[Any], object] | None = None,
    watched: Watcher | None = None,
) -> Played:
    """Plays `count` tables, dealt from the seeds `first` on, to their ends. Without tables it only compiles.

    Seats that may act at the same time act by turns, unless `order` says which of those that wait acts next: it gets
    the states and returns a seat for each. `changed` gets the states once they are dealt, and may change the deal.
    `watched` gets each batch of decisions before they are played (see `Watcher`).
    """
    states, acting = game.state.new(count), np.full(count, -1, np.int8)
    _deal(states, game.box.tables, blank, first, acting)
    if changed:
        changed(states)
    if not order and not watched and all(player is random.BOT for player in players):
        random.play_out(game, states, first)
    else:
        _play_by_turns(game, states, players, first, acting, order, watched)
    ranks = np.zeros((count, len(players), 2), np.int32)
    _rank(states, game.box.tables, ranks)
    return Played(ranks, states["ply"].copy(), states["over"].copy(), used(game, states, len(players)))


def _play_by_turns(
    game: GameSpec,
    states: Any,
    players: list[Bot],
    first: int,
    acting: Ints,
    order: Callable[[Any], Any] | None,
    watched: Watcher | None,
) -> None:
    """Plays all tables to their ends, a decision at each of them at a time."""
    boxes, count = game.box.tables, states.size
    hidden, deciding = game.state.new(count), np.zeros(count, np.int8)
    tables, seeds, actions = np.zeros((3, count), np.int64)
    mask = game.mask()
    parties = [(bot, np.array([player is bot for player in players], np.uint8)) for bot in dict.fromkeys(players)]
    while True:
        if order:
            acting[:] = np.where(acting < 0, -1, order(states))
        for bot, plays in parties:
            n = _gather(states, boxes, first, acting, plays, hidden, tables, deciding, seeds)
            bot.decide(game, hidden[:n], deciding[:n], seeds[:n], actions[:n])
            if watched:
                watched(states, tables[:n], deciding[:n], actions[:n])
            wrong = _play(states, boxes, tables[:n], actions[:n], mask, game.bound, acting)
            if wrong >= 0:
                raise IllegalAction(f"the bot {bot.name} chose an action that is not legal (seed {first + wrong})")
        if not (acting >= 0).any():
            return


def shares(ranks: Ints, over: Ints) -> Any:
    """Each seat's share of the win of each table, (n, seats): 1/k where k seats are first, 0 if it is not over."""
    first = (ranks[:, :, 0] == 1) & (over != 0)[:, None]
    return first / np.maximum(1, first.sum(axis=1))[:, None]


def tallied(game: GameSpec) -> list[tuple[str, str]]:
    """The kinds and names that the game counts, each once."""
    return list(dict.fromkeys(game.tallied))


def used(game: GameSpec, states: Any, seats: int) -> Any:
    """Which seats used what the game counts, (tables, seats, names); nothing of tables that are not over."""
    items, names = game.tallied, tallied(game)
    by_name = np.zeros((states.size, seats, len(names)), np.bool_)
    if names:
        found = np.zeros((states.size, seats, len(items)), np.uint8)
        _tally(states, game.box.tables, found)
        rows = {name: row for row, name in enumerate(names)}
        for i, item in enumerate(items):
            by_name[:, :, rows[item]] |= found[:, :, i] != 0
    return by_name


def summed(played: Played) -> Chunk:
    """The sums that are kept of the tables of a chunk."""
    used = played.used
    wins = (played.won[:, :, None] * used).sum(axis=(0, 1))
    tallies = np.stack([used.any(axis=1).sum(axis=0), used.sum(axis=(0, 1)), wins], axis=1)
    return Chunk(played.ranks, played.plies, played.over, tallies)


def result(game: GameSpec, plan: Plan, seconds: float, chunks: list[Chunk]) -> Result:
    """The result of the chunks of a plan, which took so many seconds."""
    players = plan.players
    *columns, sums = zip(*chunks, strict=True)
    ranks, plies, over = (np.concatenate(column) for column in columns)
    finished = int(np.count_nonzero(over))
    wins = shares(ranks, over).sum(axis=0)
    moves = int(plies.sum())
    return Result(
        game=game.name,
        version=game.version,
        box=game.box.digest,
        options=plan.options,
        seats=len(players),
        bots=[bot.name for bot in players],
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
            Interval(bot=bot.name, seat=seat, rate=rate, low=low, high=high)
            for seat, bot in enumerate(players)
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
