"""The search guided by a network: simulations per second on one core and on two, and games at equal time against
`expert`.

Equal time is CPU time, so that other processes don't count: first the number of simulations that each search makes in
this time is measured over positions of random games, and then each has that number for every decision. For the same
reason two cores are two threads, each measured by its CPU time. Games without weights get a network with random ones,
of the size that training would give them, and play no games.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from bench.figure import Figure, median, per_second
from bench.strength import SEATS, share
from cogtable.bots import Bot, mcts, network_mcts
from cogtable.bots.network import Network, Weights
from cogtable.engine.batches.batch import Batch
from cogtable.engine.play.game import Game
from cogtable.engine.rules import verbs
from cogtable.learning.learner import shapes
from cogtable.learning.matches import match
from cogtable.learning.training import fitting_width

POSITIONS, SIMULATIONS, MOVES = 200, 200, 20
MILLISECONDS = (20, 500)
"""The times of each side for a decision; for all but the first, a tenth of the games is played."""


def measure(games: Sequence[Game], matches: int) -> Iterator[Figure]:
    """Plays `matches` matches for each figure."""
    for game in games:
        trained = network_mcts.is_trained(game)
        weights = network_mcts.beside(game) if trained else None
        network = weights.network if weights else random_network(game)
        settings = network_mcts.config_for(weights) if weights else network_mcts.SETTINGS
        decide = partial(network_mcts.decide_many_with, network, settings._replace(simulations=SIMULATIONS))
        yield from speeds(game, decide)
        if weights:
            for milliseconds in MILLISECONDS:
                played = matches if milliseconds == MILLISECONDS[0] else -(-matches // 10)
                yield at_equal_time(game, weights, milliseconds, played)


def speeds(game: Game, decide: partial[int]) -> Iterator[Figure]:
    """Returns simulations per second. Each evaluates a position unless the game ends first."""
    one = median(lambda: simulations_per_s(game, decide), times=3)
    yield Figure(f"{game.name}, guided search, 1 core", one, "sims/s")
    with ThreadPoolExecutor(2) as pool:
        both = sum(pool.map(partial(simulations_per_s, game), (decide, decide)))
    yield Figure(f"{game.name}, guided search, 2 cores", both, "sims/s")


def at_equal_time(game: Game, weights: Weights, milliseconds: float, matches: int) -> Figure:
    """Games of a bot guided by a network among `expert`s, each with the number of simulations for that time."""
    network, other = weights.network, mcts.SearchConfig(SIMULATIONS)
    own = network_mcts.config_for(weights)._replace(simulations=SIMULATIONS)
    mine = simulations_per_s(game, partial(network_mcts.decide_many_with, network, own)) * milliseconds / 1000
    theirs = simulations_per_s(game, partial(mcts.decide_many, other)) * milliseconds / 1000
    own, other = own._replace(simulations=int(mine)), other._replace(simulations=int(theirs))
    one = Bot("network", "", partial(network_mcts.decide_many_with, network, own), "guided", own)
    expert = Bot("expert", "", partial(mcts.decide_many, other), "search", other)
    seats = SEATS.get(game.name, game.min_seats)
    score = match(game, game.blank(seats, {}), one, expert, -(-matches // seats), seed=1, threads=2)
    name = f"{game.name}, {seats} seats, network ({int(mine)}) against expert ({int(theirs)}) at {milliseconds} ms"
    return share(name, score.share * score.games, score.games)


def simulations_per_s(game: Game, decide: partial[int]) -> float:
    """Measured by this thread's CPU time."""
    simulated(game, decide, 1)
    return per_second(lambda: simulated(game, decide, 1), time.thread_time)


def simulated(game: Game, decide: partial[int], seed: int) -> int:
    """Decides once in each of many positions after some random moves; returns the number of simulations."""
    batch = Batch(game, POSITIONS, seats=SEATS.get(game.name, game.min_seats), seed=seed, threads=1, auto_reset=True)
    for _ in range(MOVES):
        batch.step(batch.sample())
    hidden, seats = batch.states.copy(), batch.current_player.copy()
    for i in range(hidden.size):
        verbs.hide(hidden[i], game.box.record, int(seats[i]))
    return decide(game, hidden, seats, np.arange(hidden.size), np.zeros(hidden.size, np.int64))


def random_network(game: Game) -> Network:
    draws = np.random.default_rng(1)
    of = shapes(game, fitting_width(game, 32), 32)
    return Network(**{name: draws.normal(0, 0.1, shape).astype(np.float32) for name, shape in of.items()})
