"""Simulations of the tree search on one core, and who wins at equal time: the bots' method against the plain one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from bench.figure import Figure, median
from cogtable.bots.search import PLAIN, Settings, think
from cogtable.engine.game import Game
from cogtable.engine.match import Match
from cogtable.engine.registry import usable

SIMULATIONS = 5_000
KINDS = {
    "plain, cut at 30 moves": PLAIN._replace(simulations=SIMULATIONS),
    "plain, whole games": PLAIN._replace(simulations=SIMULATIONS, cut=1 << 20),
    "as the bots think": Settings(SIMULATIONS),
}
AIMS = {"plain, cut at 30 moves": 220_000, "plain, whole games": 60_000}
"""Simulations a second in Splendor with two seats."""

DUELS = 100
SECONDS = 0.02
"""What each side may think about a move in a duel."""


def measure() -> Iterator[Figure]:
    for game in usable():
        for kind, settings in KINDS.items():
            aim = f"aim: {AIMS[kind]:,}" if game.name == "splendor" and kind in AIMS else ""
            speed = median(lambda: simulations_per_s(game, settings), times=3)  # noqa: B023
            yield Figure(f"{game.name}, search, {kind}", speed, "sims/s", aim)
        yield Figure(f"{game.name}, search at equal time", won(game), "share", "of wins against the plain method")


def simulations_per_s(game: Game, settings: Settings) -> float:
    """From the first position of a game for the fewest seats."""
    match = game.start(seed=1)
    seat = match.waiting[0]
    hidden = match.hidden(seat)
    began = time.perf_counter()
    return think(game, hidden, seat, 1, settings).simulations / (time.perf_counter() - began)


def won(game: Game) -> float:
    """The share of duels that the bots' method wins, times half the seats: 0.5 is even."""
    with ThreadPoolExecutor(2) as pool:
        shares = list(pool.map(lambda number: duel(game, number), range(DUELS)))
    return sum(shares) / DUELS * game.min_seats / 2


def duel(game: Game, number: int) -> float:
    """One seat thinks as the bots do, all others plainly; what the one won."""
    match = game.start(seed=number // game.min_seats)
    one = number % game.min_seats
    while not match.over:
        seat = match.waiting[0]
        match.play(
            seat, chosen(match, seat, Settings(1_000_000) if seat == one else PLAIN._replace(simulations=1_000_000))
        )
    first = [seat for seat, place in enumerate(match.ranks) if place == 1]
    return (one in first) / len(first)


def chosen(match: Match, seat: int, settings: Settings) -> int:
    choices = match.choices(seat)
    if len(choices) == 1:
        return choices[0].action
    return think(match.game, match.hidden(seat), seat, match.ply, settings, seconds=SECONDS).best
