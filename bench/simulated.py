"""`cogtable simulate` with random bots against native play: whole random games, dealing counted in both."""

import statistics
from collections.abc import Iterator, Sequence

from bench.batch import native
from bench.figure import Figure
from bench.native import games_for
from cogtable.engine.game import Game
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
    """Moves a second."""
    return simulate(game, games=games_for(game, game.min_seats) // 4, seed=1, threads=1).moves_per_s
