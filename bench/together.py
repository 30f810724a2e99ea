"""The leaves of many tables judged in one go by PyTorch: positions a second that it judges alone, and simulations a
second of the search that collects them. On the CPU by the time that one core has been had, on a GPU by the clock.

`bench/learned.py` measures the other way: each search judges its own leaves, in compiled code.
"""

import time
from collections.abc import Callable, Iterator, Sequence

from bench.figure import Figure, median
from bench.learned import MOVES, random_network
from bench.strength import SEATS
from cogtable.bots import network_mcts, puct
from cogtable.engine.batches.batch import Batch
from cogtable.engine.play.game import Game
from cogtable.learning.judging import evaluator

TABLES, SIMULATIONS, REPEATS = 512, 32, 10


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    import torch  # who has none is told so

    torch.set_num_threads(1)
    for game in games:
        network = network_mcts.beside(game).network if network_mcts.is_trained(game) else random_network(game)
        seats = SEATS.get(game.name, game.min_seats)
        batch = Batch(game, TABLES, seats=seats, seed=1, threads=1, auto_reset=True)
        for _ in range(MOVES):
            batch.step(batch.sample())
        seen, masks = batch.observe(batch.current_player), batch.action_mask
        for device in ("cpu", "cuda") if torch.cuda.is_available() else ("cpu",):
            clock = time.thread_time if device == "cpu" else time.perf_counter
            evaluate = evaluator(network, device)

            def judged(evaluate: puct.Evaluate = evaluate) -> int:
                for _ in range(REPEATS):
                    evaluate(seen, masks)  # noqa: B023
                return REPEATS * TABLES

            def searched(evaluate: puct.Evaluate = evaluate) -> int:
                found = puct.search(game, batch.states, batch.current_player, evaluate, simulations=SIMULATIONS)  # noqa: B023
                return int(found.simulations.sum())

            yield Figure(f"{game.name}, PyTorch on {device}, {TABLES} at once", rate(judged, clock), "evals/s")
            yield Figure(f"{game.name}, {TABLES} trees, leaves judged on {device}", rate(searched, clock), "sims/s")


def rate(run: Callable[[], int], clock: Callable[[], float]) -> float:
    """The median number of things done a second."""

    def once() -> float:
        began = clock()
        return run() / (clock() - began)

    return median(once, times=3)
