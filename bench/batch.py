"""Tables stepped from Python on NumPy buffers, against whole games played in compiled code."""

import statistics
import time
from collections.abc import Iterator

import cogtable
from bench.figure import Figure
from bench.native import splendor
from cogtable.engine.batch import Batch

TABLES = 4000


def measure() -> Iterator[Figure]:
    step()
    pairs = [(step(), splendor()) for _ in range(5)]  # in turn, for a machine's speed changes
    stepped = statistics.median(pair[0] for pair in pairs)
    yield Figure("batch stepped from Python, 2 seats, one core", stepped, "moves/s", "actions sampled too")
    ratio = statistics.median(native / stepped for stepped, native in pairs)
    yield Figure("native speed / batch speed", ratio, "times", "aim: 1.5 or less")


def step(rounds: int = 10) -> float:
    batch = Batch(cogtable.game("splendor"), TABLES, seats=2, threads=1)
    moves, seconds = 0, 0.0
    for seed in range(rounds):
        batch.reset(seed * TABLES)
        began = time.perf_counter()
        while not batch.over.all():
            batch.step(batch.sample())
        seconds += time.perf_counter() - began
        moves += int(batch.states["ply"].sum())
    return moves / seconds
