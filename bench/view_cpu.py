"""The CPU time of a view in Python: one seat's scene, choices and new log lines, after each move of a game."""

import statistics
import time
from collections.abc import Iterator, Sequence

from bench.figure import Figure
from cogtable import bots
from cogtable.engine.play.game import Game

GAMES = 2
"""The number of games of each kind, of which the first fills the caches and does not count."""
SEED = 4


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        costs: list[float] = []
        for _ in range(GAMES):
            costs = _costs(game)
        yield Figure(f"{game.name}, CPU for a view, median of {len(costs)} moves", statistics.median(costs), "ms")


def _costs(game: Game) -> list[float]:
    """Returns the mean CPU milliseconds of the views of two seats after each move of a game between greedy bots."""
    match, costs = game.start(seats=game.min_seats, seed=SEED), []
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots.decide("greedy", match, seat, match.ply, bots.PlayStyle(compiled=True)).action)
        began = time.thread_time()
        for reader in range(2):
            match.view(reader)
        costs.append(500 * (time.thread_time() - began))
    return costs
