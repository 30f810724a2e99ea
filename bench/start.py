"""The first native games on a machine, which are compiled, and the first of a later process, which are loaded."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from bench.figure import Figure

CODE = """
import time
import cogtable
from cogtable.engine.batches.batch import playouts
game = cogtable.game("splendor")
game.box
began = time.perf_counter()
playouts(game, seats=2, games=1)
print(time.perf_counter() - began)
"""


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as cache:
        yield Figure("first native game, compiled", first_game(cache), "s", "2.2 in a prototype")
        later = statistics.median(first_game(cache) for _ in range(3))
    yield Figure("first native game of a later process", later, "s", "0.1 in a prototype")


def first_game(cache: str) -> float:
    """Returns the seconds of the first game in a separate process, without imports."""
    environment = os.environ | {"COGTABLE_CACHE": cache}
    command = [sys.executable, "-c", CODE]
    return float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
