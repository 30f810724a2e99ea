"""Games between bots, played by `cogtable simulate` on all cores."""

from collections.abc import Iterator

import cogtable
from bench.figure import Figure, median
from cogtable.lab.simulate import simulate

TABLES = {"greedy against three random": ["greedy", "random", "random", "random"], "four greedy": ["greedy"] * 4}


def measure() -> Iterator[Figure]:
    game = cogtable.game("splendor")
    for name, bots in TABLES.items():
        speed = median(lambda: simulate(game, seats=4, bots=bots, games=500).games_per_s, times=3)  # noqa: B023
        yield Figure(f"simulate, {name}", speed, "games/s")
