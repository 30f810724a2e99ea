"""`cogtable simulate` with random bots against native play: whole random games, dealing counted in both."""

import statistics
import time
from collections.abc import Iterator, Sequence

from bench.batch import native
from bench.figure import Figure, per_second
from bench.native import games_for
from cogtable.engine.play.game import Game
from cogtable.lab.simulate import simulate

ROUNDS = 5


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        simulated(game)  # compiled
        rounds = [(native(game), simulated(game)) for _ in range(ROUNDS)]  # in turn, for a machine's speed changes
        yield Figure(
            f"{game.name}, simulate with random bots, one core", statistics.median(at for _, at in rounds), "moves/s"
        )
        share = statistics.median(at / alone for alone, at in rounds)
        yield Figure(f"{game.name}, simulate / native play", share, "times", "aim: 0.8 or more")


def simulated(game: Game) -> float:
    """Moves for each second of CPU time, with all that `simulate` does: sharing out the games, and the statistics.

    As many games as native play has: a run costs 1.5 ms however few there are.
    """
    games = games_for(game, game.min_seats)
    return per_second(lambda: simulate(game, games=games, seed=1, threads=1).moves, time.process_time)
