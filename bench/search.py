"""Simulations of the tree search on one core, in CPU time, so that other processes don't count."""

import time
from collections.abc import Iterator, Sequence

from bench.figure import Figure, median, per_second
from cogtable.bots.mcts import PLAIN, SearchConfig, think
from cogtable.engine.play.game import Game

SIMULATIONS = 5_000
KINDS = {
    "plain, cut at 30 moves": PLAIN._replace(simulations=SIMULATIONS),
    "plain, whole games": PLAIN._replace(simulations=SIMULATIONS, rollout_depth=1 << 20),
    "as the bots think": SearchConfig(SIMULATIONS),
}
AIMS = {"plain, cut at 30 moves": 220_000, "plain, whole games": 60_000}
"""The target in simulations per second in Splendor with two seats."""

SECONDS = 2.0
"""The approximate maximum duration of one run."""


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        for kind, settings in KINDS.items():
            aim = f"aim: {AIMS[kind]:,}" if game.name == "splendor" and kind in AIMS else ""
            speed = median(lambda: simulations_per_s(game, settings), times=3)  # noqa: B023
            yield Figure(f"{game.name}, search, {kind}", speed, "sims/s", aim)


def simulations_per_s(game: Game, settings: SearchConfig) -> float:
    """From the first position of a game with the fewest seats; includes setting up a search."""
    match = game.start(seed=1)
    seat = match.waiting[0]
    hidden = match.hidden(seat)
    return per_second(lambda: think(game, hidden, seat, 1, settings, seconds=SECONDS).simulations, time.process_time)
