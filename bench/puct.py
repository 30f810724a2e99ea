"""Simulations of the search with an external evaluator, on one core, with an evaluator that costs nothing: the upper
limit for a network. Measured in CPU time, so other processes don't count.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bench.figure import Figure, median, per_second
from cogtable.bots import puct
from cogtable.engine.batches.batch import Batch
from cogtable.engine.play.game import Game

POSITIONS, SIMULATIONS, MOVES = 128, 64, 20


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        speed = median(lambda: simulations_per_s(game), times=3)  # noqa: B023
        yield Figure(f"{game.name}, PUCT, {POSITIONS} positions at once", speed, "sims/s")


def nothing(_: Any, masks: Any) -> tuple[Any, Any]:
    """Rates all actions equally and all positions as even."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def simulations_per_s(game: Game) -> float:
    """From positions after some random moves, with the fewest seats; includes setting up the search."""
    batch = Batch(game, POSITIONS, seats=game.min_seats, seed=1, threads=1)
    for _ in range(MOVES):
        batch.step(batch.sample())

    def searched() -> int:
        return int(
            puct.search(game, batch.states, batch.current_player, nothing, simulations=SIMULATIONS).simulations.sum()
        )

    return per_second(searched, time.process_time)
