"""The leaves of many tables evaluated together by PyTorch: positions per second that it evaluates alone, and
simulations per second of the search that collects them. On the CPU in CPU time of one core, on a GPU in elapsed time.

`bench/learned.py` measures the alternative: each search evaluates its own leaves, in compiled code.
"""

import time
from collections.abc import Iterator, Sequence

from bench.figure import Figure, rate
from bench.learned import MOVES, random_network
from bench.strength import SEATS
from cogtable.bots import network_mcts, puct
from cogtable.engine.batches.batch import Batch
from cogtable.engine.play.game import Game
from cogtable.learning.judging import evaluator

TABLES, SIMULATIONS, REPEATS = 512, 32, 10


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    import torch  # without PyTorch, this benchmark is skipped

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

            yield Figure(f"{game.name}, PyTorch on {device}, {TABLES} at once", rate(judged, 3, clock), "evals/s")
            yield Figure(f"{game.name}, {TABLES} trees, leaves judged on {device}", rate(searched, 3, clock), "sims/s")
