"""Measures whether the games with cards of our own are balanced, in games between bots; see docs/balance.md.

The aims are beside the box of each game (`aims.toml`), where `cogtable balance` finds them too. Here they are checked
in long runs of `greedy` bots; `bench/tables.py` uses `hard` ones too.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import cogtable
from bench import order
from bench.figure import Figure
from cogtable.engine.play.game import Game
from cogtable.lab.aims import aims_file, load_aims
from cogtable.lab.simulate import SimulationResult, simulate
from cogtable.lab.statistics import Estimate, even_scale, verdict


class Rate(NamedTuple):
    """A rate of wins, with the bounds of a 95 % interval, in percent."""

    name: str
    rate: float
    low: float
    high: float


class Band(NamedTuple):
    """The bounds, in percent of `even_scale`, for the wins of all items of one kind of tallies."""

    kind: str
    low: float = 38
    high: float = 62


class Aim(NamedTuple):
    """The aims for a game with a number of seats, and the number of games that `greedy` and `hard` bots play for it.

    `points` is the number of percentage points by which a seat's wins can differ from its even share. The 5th and the
    95th percentile of the winners' scores must be at least `apart` from each other; 0 sets no such aim.
    """

    game: str
    seats: int
    greedy: int
    hard: int
    bands: tuple[Band, ...]
    points: float = 3
    apart: int = 0


def demanded(game: Game, seats: int, greedy: int, hard: int, apart: int = 0) -> Aim:
    """Returns the aims beside the box of a game for its users and seats."""
    file = aims_file(game)
    assert file
    aims = [aim for aim in load_aims(file, game) if not aim.seats or seats in aim.seats]
    users = [aim for aim in aims if aim.measure == "wins of users"]
    bands = [Band(aim.kind, 0 if aim.low is None else aim.low, 100 if aim.high is None else aim.high) for aim in users]
    points = next(aim.within for aim in aims if aim.measure == "wins" and aim.within is not None)
    return Aim(game.name, seats, greedy, hard, tuple(bands), points, apart)


RECHARGE, SMASHGEAR, COALHEART = (cogtable.game(name) for name in ("recharge", "smashgear", "coalheart"))

AIMS = (
    demanded(RECHARGE, 2, 10_000, 600, apart=12),
    demanded(RECHARGE, 4, 10_000, 300, apart=12),
    demanded(SMASHGEAR, 2, 1000, 250),
    demanded(COALHEART, 4, 2000, 400),
)


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        for aim in aims_of(game):
            yield from judged(aim, played(game, aim, "greedy"))
        yield from order.measure([game])


def aims_of(game: Game) -> list[Aim]:
    return [aim for aim in AIMS if aim.game == game.name]


def played(game: Game, aim: Aim, bot: Literal["greedy", "hard"], threads: int = 0) -> SimulationResult:
    """Plays the games in which an aim is checked."""
    return simulate(game, seats=aim.seats, bots=[bot], games=getattr(aim, bot), threads=threads)


def judged(aim: Aim, result: SimulationResult) -> Iterator[Figure]:
    """Returns the figures of a game, each with its aim and its verdict."""
    table = f"{aim.game}, {aim.seats} seats"
    finished = 100 * result.finished / result.games
    yield Figure(f"{table}: finished", finished, "%", f"of {result.games:,} games, seeds from {result.seed}")
    bands = {band.kind: band for band in aim.bands}
    for kind in dict.fromkeys(row.kind for row in result.tallies):
        if kind in bands:
            yield from _cards(table, bands[kind], result)
        yield _rarest(table, kind, result)
    yield _seats(table, aim, result)
    if aim.apart:
        low, high = result.winning_score.p5, result.winning_score.p95
        holds = "holds" if high - low >= aim.apart else "missed"
        aimed = f"from {low:.0f} to {high:.0f}; aim: {aim.apart} or more, {holds}"
        yield Figure(f"{table}: winners' scores, 5th to 95th percentile", high - low, "points", aimed)


def _cards(table: str, band: Band, result: SimulationResult) -> Iterator[Figure]:
    tallies = [row for row in result.tallies if row.kind == band.kind]
    rates = [
        Rate(row.name, *(100 * even_scale(share, result.seats) for share in (row.rate, row.low, row.high)))
        for row in tallies
        if row.users
    ]
    weakest, strongest = min(rates, key=lambda row: row.rate), max(rates, key=lambda row: row.rate)
    low = f"aim: {band.low:g} or more, {_verdict(rates, low=band.low)}"
    high = f"aim: {band.high:g} or less, {_verdict(rates, high=band.high)}"
    yield Figure(f"{table}: weakest {band.kind}, {weakest.name}", weakest.rate, "of 100", low)
    yield Figure(f"{table}: strongest {band.kind}, {strongest.name}", strongest.rate, "of 100", high)


def _rarest(table: str, kind: str, result: SimulationResult) -> Figure:
    tallies = [row for row in result.tallies if row.kind == kind]
    unused = [row.name for row in tallies if not row.users]
    least = min(tallies, key=lambda row: row.games)
    used = f"aim: each is used, missed by {', '.join(unused)}" if unused else "aim: each is used, holds"
    return Figure(f"{table}: rarest {kind}, {least.name}", 100 * least.games, "% of games", used)


def _seats(table: str, aim: Aim, result: SimulationResult) -> Figure:
    even = 100 / aim.seats
    rates = [Rate(f"seat {row.seat + 1}", 100 * row.rate, 100 * row.low, 100 * row.high) for row in result.win_rate]
    furthest = max(rates, key=lambda row: abs(row.rate - even))
    holds = _verdict(rates, low=even - aim.points, high=even + aim.points)
    aimed = f"even: {even:.3g}; aim: within {aim.points:g} of it, {holds}"
    return Figure(f"{table}: wins furthest from even, {furthest.name}", furthest.rate, "% of games", aimed)


def _verdict(rates: Iterable[Rate], low: float = -math.inf, high: float = math.inf) -> str:
    """Returns whether an aim holds for all, is missed by some (whose whole 95 % interval is beyond it), or is open for
    some.
    """
    said = {row.name: verdict(Estimate(row.rate, row.low, row.high), low, high) for row in rates}
    for state, words in (("misses", "missed by"), ("open", "open for")):
        if names := [name for name, each in said.items() if each == state]:
            return f"{words} {', '.join(names)}"
    return "holds"
