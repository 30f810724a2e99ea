"""Random games at native speed, with the legal mask filled at every move: a row for each game, seats and cores."""

import time
from collections.abc import Iterator, Sequence

from bench.figure import Figure, median, per_second
from cogtable.engine.batches.batch import Batch
from cogtable.engine.play.game import Game

AIMS = {"splendor": 9, "megaman": 7, "recharge": 4, "coalheart": 3, "smashgear": 1}
"""The target in million moves per second on one core, with the fewest seats."""

MOVES = 1_500_000
"""The approximate number of moves in one run."""


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        for seats in sorted({game.min_seats, game.max_seats}):
            tables = games_for(game, seats)
            for threads in (1, 2):
                cores = "one core" if threads == 1 else f"{threads} cores"
                speed = median(lambda: moves_per_s(game, seats, tables, threads))  # noqa: B023
                aimed = game.name in AIMS and (seats, threads) == (game.min_seats, 1)
                aim = f"aim: {AIMS[game.name]},000,000" if aimed else ""
                yield Figure(f"{game.name}, native random games, {seats} seats, {cores}", speed, "moves/s", aim)


def games_for(game: Game, seats: int) -> int:
    """Returns the number of games in a run of some length."""
    batch = Batch(game, 100, seats=seats, seed=0, threads=1)
    return max(2, 100 * MOVES // batch.play_out())


def moves_per_s(game: Game, seats: int, games: int, threads: int) -> float:
    """Returns the speed of one run without the deals. One core is measured in CPU time, free of other processes."""
    clock = time.process_time if threads == 1 else time.perf_counter
    batch = Batch(game, games, seats=seats, seed=1, threads=threads)
    return per_second(batch.play_out, clock)
