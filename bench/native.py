"""Random games at native speed, the legal mask filled at every move."""

import time
from collections.abc import Iterator

import cogtable
from bench.figure import Figure, median
from cogtable.engine.native import Batch

GAMES = {2: 20_000, 4: 10_000}
AIMS = {(2, 1): "aim: 9,000,000"}


def measure() -> Iterator[Figure]:
    for seats, games in GAMES.items():
        for threads in (1, 2):
            cores = "one core" if threads == 1 else f"{threads} cores"
            speed = median(lambda: moves_per_s(seats, games, threads))  # noqa: B023
            yield Figure(
                f"native random games, {seats} seats, {cores}", speed, "moves/s", AIMS.get((seats, threads), "")
            )


def moves_per_s(seats: int, games: int, threads: int) -> float:
    batch = Batch(cogtable.game("splendor"), games, seats=seats, seed=1, threads=threads)
    began = time.perf_counter()
    moves = batch.play_out()
    return moves / (time.perf_counter() - began)
