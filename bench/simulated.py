"""`cogtable simulate` with random bots compared with native play: whole random games including the deals."""

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
        simulated(game)  # compiles
        # alternately, because a machine's speed varies
        rounds = [(native(game), simulated(game)) for _ in range(ROUNDS)]
        yield Figure(
            f"{game.name}, simulate with random bots, one core", statistics.median(at for _, at in rounds), "moves/s"
        )
        share = statistics.median(at / alone for alone, at in rounds)
        yield Figure(f"{game.name}, simulate / native play", share, "times", "aim: 0.8 or more")


def simulated(game: Game) -> float:
    """Returns moves per second of CPU time, including everything that `simulate` does: distributing the games, and the
    statistics.

    It plays as many games as native play, because a run costs 1.5 ms whatever their number.
    """
    games = games_for(game, game.min_seats)
    return per_second(lambda: simulate(game, games=games, seed=1, threads=1).moves, time.process_time)
