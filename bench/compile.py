"""The cost of compiling: CPU seconds of `cogtable warm --bots` with an empty cache, for each game and in total."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from bench.figure import Figure
from cogtable.engine.play.game import Game

BEFORE = {"splendor": 27.3, "megaman": 28.3, "recharge": 67.9, "coalheart": 80.2, "smashgear": 79.9}
"""The seconds when Numba optimized and emitted every function separately."""


COMPILE = """
import time
from cogtable.cli import main
try:
    main()
finally:
    print(time.process_time())
"""


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    total = 0.0
    for game in games:
        seconds = cpu_seconds(game.name)
        total += seconds
        before = f"{BEFORE[game.name]} before kernels were emitted whole" if game.name in BEFORE else ""
        yield Figure(f"{game.name}, compiling its bots", seconds, "CPU s", before)
    yield Figure("compiling the bots of these games", total, "CPU s")


def cpu_seconds(name: str) -> float:
    """Returns the user and system time of a process that compiles a game's bots."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", COMPILE, "warm", "--bots", name]
        environment = os.environ | {"COGTABLE_CACHE": cache}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout.splitlines()[-1])
