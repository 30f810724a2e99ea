"""Which numbers of a game's observations never vary, and so tell a program that learns nothing.

As a command: `python -m cogtable.testing.observations GAME`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.batches.batch import Batch
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.testing.conformance.trials import Plan, trials

TABLES = 16
"""How many games are played at once."""


class Spread(NamedTuple):
    """How much of a block varied: `varied` of `numbers`; all that was observed went from `low` to `high`."""

    varied: int
    numbers: int
    low: int
    high: int


def variation(game: Game, *, games: int = 4, seed: int = 0) -> Mapping[str, Spread]:
    """Returns the variation in random games, for each block of the observation by its name.

    For each number of seats it plays `games` times 16 tables, the first with the default options and the others with
    options drawn. Raises BrokenGame for a game without observations.
    """
    count = game.layout.count()
    low, high = np.full(count, np.iinfo(np.int16).max), np.full(count, np.iinfo(np.int16).min)
    for trial in trials(game, Plan(census=lambda s, b: None, golden=Path(), games=games, seed=seed)):
        options: Mapping[str, Any] = trial.options
        batch = Batch(game, TABLES, seats=trial.seats, seed=TABLES * trial.seed, observe=True, **options)
        while True:
            np.minimum(low, batch.observations.min(axis=0), out=low)
            np.maximum(high, batch.observations.max(axis=0), out=high)
            if batch.done.all():
                break
            batch.step(batch.sample())
    found = {}
    for block in game.layout.blocks():
        least, most = low[block.places()], high[block.places()]
        found[block.name] = Spread(int((least < most).sum()), least.size, int(least.min()), int(most.max()))
    return found


def unvaried(game: Game, *, games: int = 4, seed: int = 0) -> list[str]:
    """The blocks in which no number varied (see `variation`)."""
    return [name for name, spread in variation(game, games=games, seed=seed).items() if not spread.varied]


def main(arguments: list[str] | None = None) -> None:
    """Prints how much of each block varied, those that never did first."""
    parser = argparse.ArgumentParser(prog="python -m cogtable.testing.observations", description=__doc__)
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--games", type=int, default=4, help="times 16 games are played for each number of seats")
    given = parser.parse_args(arguments)
    for name, spread in sorted(variation(registry.find(given.game), games=given.games).items(), key=lambda one: one[1]):
        words = f"{spread.varied} of {spread.numbers} vary, from {spread.low} to {spread.high}"
        sys.stdout.write(f"{name}: {words if spread.varied else f'never varies, always {spread.low}'}\n")


if __name__ == "__main__":
    main()
