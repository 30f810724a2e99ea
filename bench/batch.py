"""Tables stepped from Python on NumPy buffers, with and without observations, compared with whole games in compiled
code.
"""

import statistics
import time
from collections.abc import Iterator, Sequence

from bench.figure import Figure, per_second
from bench.native import games_for
from cogtable.engine.batches.batch import Batch, playouts
from cogtable.engine.play.game import Game

TABLES = 1000
STEPS = 100
ROUNDS = 5


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        # alternately, because a machine's speed varies
        rounds = [(native(game), stepped(game, False), stepped(game, True)) for _ in range(ROUNDS)]
        for name, at in (("stepped from Python", 1), ("stepped with observations", 2)):
            speed = statistics.median(found[at] for found in rounds)
            yield Figure(f"{game.name}, batch {name}, one core", speed, "moves/s", "actions sampled too")
            ratio = statistics.median(found[0] / found[at] for found in rounds)
            yield Figure(f"{game.name}, native speed / batch {name}", ratio, "times", "aim: 1.5 or less")


def native(game: Game) -> float:
    """Whole random games including the deals, as in batches, where a table that ends is dealt again."""
    games = games_for(game, game.min_seats) // 4
    return per_second(lambda: playouts(game, seats=game.min_seats, games=games, seed=1).moves, time.process_time)


def stepped(game: Game, observe: bool) -> float:
    """Returns moves per second when Python calls `sample` and `step` for all tables at once."""
    batch = Batch(game, TABLES, seats=game.min_seats, threads=1, observe=observe, auto_reset=True)
    batch.step(batch.sample())

    def run() -> int:
        for _ in range(STEPS):
            batch.step(batch.sample())
        return TABLES * STEPS

    return per_second(run, time.process_time)
