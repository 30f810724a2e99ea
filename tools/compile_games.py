"""Compiles the code that tests run natively, once for each game, so that several tests don't compile it at the same
time.

One process per core takes one game after another, those with the longest rules first. The code is cached in the user's
cache folder (or `COGTABLE_CACHE`) until the sources change, so a second run has nothing to do.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from cogtable.cli.machine import warm_steps
from cogtable.engine.compile import cache
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.testing import conformance

STUDIED = ("splendor", "tiny")
"""The games that tests study, and search with a network."""

POINTS = [point for point in conformance.POINTS if point is not conformance.games_end]
"""The checks whose code is compiled ahead. Only `make test-large` checks that large games end."""

TINY = Path(__file__).resolve().parent.parent / "tests" / "tiny"

KERNELS = (
    "cogtable.bots.puct",
    "cogtable.envs.kernels",
    "cogtable.lab.game_log",
    "cogtable.lab.ablation",
    "cogtable.lab.compiled_games",
    "cogtable.testing.conformance",
)
"""The modules with kernels of their own; changing them doesn't change a game's folder."""


def main() -> None:
    """Compiles missing code, and prints the time that each game took."""
    install_tiny()
    games = [registry.find(name) for name in registry.names()]
    missing = sorted((game for game in games if not is_done(game)), key=length, reverse=True)
    if not missing:
        return
    print(
        f"Compiling {', '.join(sorted(game.name for game in missing))} (once, until their rules change) ...", flush=True
    )
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), initializer=install_tiny) as processes:
        for line in processes.map(compile_game, [game.name for game in missing]):
            print(line, flush=True)


def install_tiny() -> None:
    """Makes the tests' own game available through its entry point."""
    sys.path.append(str(TINY))


def is_done(game: GameSpec) -> bool:
    stamp = stamp_of(game)
    return stamp is not None and stamp.exists()


def stamp_of(game: GameSpec) -> Path | None:
    """Returns the file that marks a complete cache; None if there is no cache."""
    folder = cache.folder(game.state.marker)
    return folder and folder / f"compiled for tests {cache.digest(*KERNELS)}"


def length(game: GameSpec) -> int:
    """Returns the size of a game's rules, which indicates how long they take to compile."""
    return sum(file.stat().st_size for file in cache.rule_files(game.state.marker))


def compile_game(name: str) -> str:
    """Compiles one game; returns a line with the time it took."""
    game = registry.find(name)
    began = time.monotonic()
    with redirect_stderr(StringIO()):  # prints a line for each kernel
        for _, run in warm_steps(game):
            run()
        conformance.compile_points(game, POINTS)
        compile_adapters(game)
        if name in STUDIED:
            study_a_little(game)
    if stamp := stamp_of(game):
        stamp.touch()
    return f"  {name}: {time.monotonic() - began:.0f} s"


def compile_adapters(game: GameSpec) -> None:
    """Compiles the code of the adapters to other libraries."""
    from cogtable.envs import kernels  # looks for games, and must find Tiny

    array, seats = game.deal(game.min_seats, 1), np.zeros(1, np.int8)
    kernels.hidden(game, array, np.zeros(1, np.int64), seats)
    kernels.legal(game, array, seats)


def study_a_little(game: Game) -> None:
    """Compiles the code of a study, and of a search with a network."""
    from cogtable.bots import puct
    from cogtable.lab import study

    puct.warm(game)
    more = 2 if game.name == "tiny" else 0
    with TemporaryDirectory() as folder:
        study.run_study(study.plan_study(game, games=2, skill=more, restricted=more, threads=1), Path(folder))


if __name__ == "__main__":
    main()
