"""Self-play: games that a network plays against itself, compiled.

Each decision is searched with few simulations, which are spent as in Gumbel AlphaZero (I. Danihelka, A. Guez, J.
Schrittwieser, D. Silver, "Policy improvement by planning with Gumbel", 2022): some actions are drawn without
replacement by the network's own probabilities, and halved until one is left (sequential halving). That explores without
further noise. The policy target, the network's logits plus the value of each action by the search, is better than the
network on average with any number of simulations.

The value target of a decision is a mean of the network's values at later decisions and of the result, as in TD(lambda)
(G. Tesauro, "Temporal difference learning and TD-Gammon", 1995).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.bots import puct
from cogtable.bots.mcts import only
from cogtable.bots.network import Network
from cogtable.bots.network_mcts import NetworkWorkspace, network_workspace, plant, simulate
from cogtable.bots.puct import Floats, Trees
from cogtable.engine.compile.jit import jitable, observing_kernel
from cogtable.engine.compiled_play.kernels import fill_mask, next_seat, with_compile_notice
from cogtable.engine.compiled_play.stepping import Draws, reward, write_observation
from cogtable.engine.records.state import MAX_SEATS, Ints
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.rules.rng import below
from cogtable.engine.rules.seats import seat_after, steps_to

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

ILLEGAL = -1
"""Stands in a policy for actions that are not legal."""


class Search(NamedTuple):
    """How decisions of self-play are searched.

    simulations: for each decision.
    considered: the highest number of actions drawn; the simulations are shared among them.
    c: the weight of the network's probabilities below the root (see `puct.search`).
    steady, scale: an action's value is worth (`steady` + visits of the most visited one) * `scale` logits.
    mixed, rollout_depth, tried: how `evaluate` counts (see `network_mcts.NetworkSearchConfig`).
    trace: lambda: 1 learns from results only, 0 only from the value at the next decision.
    """

    simulations: int = 32
    considered: int = 8
    c: float = 1.5
    steady: float = 50.0
    scale: float = 0.4
    trace: float = 0.98
    mixed: float = 0.0
    rollout_depth: int = 0
    tried: float = 0.0


class Samples(NamedTuple):
    """Decisions with their targets; each array has a row for each decision.

    observations: int16, (n, numbers), of the seat that decided.
    policies: float32, (n, actions): the probability that each action should have; `ILLEGAL` for those that are not.
    values: float32, (n, most seats): the value target of each seat, -1 to 1, counted from the one that decided.
    seats: int8, (n,): how many seats played.
    """

    observations: Ints
    policies: Floats
    values: Floats
    seats: Ints


class _Root(NamedTuple):
    """The actions of a decision; each array has an entry for each legal one."""

    children: Ints
    """Their nodes."""
    logits: Floats
    noise: Floats
    order: Ints
    """Those still considered come first."""
    worth: Floats
    """The value of each, for the seat that decides."""


class _Work(NamedTuple):
    """The buffers with which a game is played."""

    playing: Any
    draws: Any
    trees: Trees
    workspace: NetworkWorkspace
    root: _Root
    movers: Ints
    found: Floats
    """The network's value for each seat at each decision."""


# --- kernels ----------------------------------------------------------------------------------------


@observing_kernel
def _play(boxes: Any, blank: Any, seed: int, network: Network, search: Search, work: _Work, samples: Samples) -> int:
    """Plays a game from a seed, and writes its decisions; returns how many, at most as many as there is room for."""
    b, trees, count = boxes[0], work.trees, 0
    work.playing[0] = blank[0]
    s = work.playing[0]
    rng.seed(s, seed)
    rng.seed(work.draws[0], seed ^ 0x2545F491)
    verbs.setup(s, b)
    mover = next_seat(s, -1)
    while not s.over and count < samples.seats.size:
        fill_mask(s, b, mover, work.workspace.mask)
        action = only(work.workspace.mask)
        if action < 0:
            write_observation(s, b, work.workspace.known, mover, work.workspace.blank, samples.observations[count])
            plant(work.workspace.known[0], mover, seed, trees)
            simulate(b, network, trees, work.workspace, search)  # judges the root
            for seat in range(s.seats):
                work.found[count, seat] = work.workspace.layers.values[steps_to(mover, seat, s.seats)]
            action = _search(b, network, search, work, samples.policies[count])
            work.movers[count] = mover
            samples.seats[count] = s.seats
            count += 1
        verbs.play(s, b, mover, action)
        mover = mover if s.waiting >> mover & 1 else next_seat(s, mover)
    if count:
        _look_back(s, b, search.trace, work, samples.values, count)
    return count


@jitable
def _look_back(s: Any, b: Any, trace: float, work: _Work, values: Floats, count: int) -> None:
    """Writes the value of each decision, from the last to the first."""
    worth = work.trees.results[0]
    if s.over:
        verbs.rank(s, b, work.trees.places)
    for seat in range(s.seats):
        worth[seat] = reward(work.trees.places, s.seats, seat) if s.over else work.found[count - 1, seat]
    for i in range(count - 1, -1, -1):
        for steps in range(values.shape[1]):
            values[i, steps] = worth[seat_after(work.movers[i], steps, s.seats)] if steps < s.seats else 0.0
        for seat in range(s.seats):
            worth[seat] = trace * worth[seat] + (1.0 - trace) * work.found[i, seat]


@jitable
def _search(b: Any, network: Network, search: Search, work: _Work, policy: Floats) -> int:
    """Searches from the root, which has been judged; writes the improved policy, and returns the action to play."""
    trees, root = work.trees, work.root
    own = trees.results[0, trees.seats[0]]
    count = _list(trees.nodes[0], work.draws[0], root)
    left = min(search.considered, count)
    _sort(root, count)
    phases: int = 1
    while 1 << phases < left:
        phases += 1
    while trees.done[0] < search.simulations:
        each = max(1, search.simulations // (phases * left))
        for i in range(left * each):
            if trees.done[0] < search.simulations:
                trees.forced[0] = root.children[root.order[i % left]]
                simulate(b, network, trees, work.workspace, search)
        _weigh(trees.nodes[0], root, count, own, search)
        _sort(root, left)
        left = max(2, (left + 1) // 2)
    for action in range(policy.size):
        policy[action] = ILLEGAL
    highest, total = -math.inf, 0.0
    for i in range(count):
        highest = max(highest, root.logits[i] + root.worth[i])
    for i in range(count):
        total += math.exp(root.logits[i] + root.worth[i] - highest)
    for i in range(count):
        policy[trees.nodes[0, root.children[i]].action] = math.exp(root.logits[i] + root.worth[i] - highest) / total
    return int(trees.nodes[0, root.children[root.order[0]]].action)


@jitable
def _list(nodes: Any, draws: Any, root: _Root) -> int:
    """Lists the actions of the root, each with a draw from the Gumbel distribution; returns how many."""
    count, child = 0, nodes[0].child
    while child:
        root.children[count] = child
        root.logits[count] = math.log(max(nodes[child].prior, 1e-12))
        root.noise[count] = -math.log(-math.log((below(draws, 1 << 30) + 0.5) / (1 << 30)))
        root.order[count] = count
        root.worth[count] = 0.0
        count += 1
        child = nodes[child].sibling
    return count


@jitable
def _sort(root: _Root, count: int) -> None:
    """Sorts the first `count` of the order by noise, logit and worth, the best first."""
    for i in range(1, count):
        one = root.order[i]
        score = root.noise[one] + root.logits[one] + root.worth[one]
        j = i - 1
        while j >= 0:
            other = root.order[j]
            if root.noise[other] + root.logits[other] + root.worth[other] >= score:
                break
            root.order[j + 1] = other
            j -= 1
        root.order[j + 1] = one


@jitable
def _weigh(nodes: Any, root: _Root, count: int, own: float, search: Search) -> None:
    """Writes the value of each action, in logits; actions not tried get the value of the decision."""
    visits, most, weight, mean = 0, 0, 0.0, 0.0
    for i in range(count):
        node = nodes[root.children[i]]
        if node.visits:
            visits += node.visits
            most = max(most, node.visits)
            weight += node.prior
            mean += node.prior * node.value / node.visits
    usual = (own + visits * mean / max(weight, 1e-12)) / (1 + visits)
    for i in range(count):
        node = nodes[root.children[i]]
        value = node.value / node.visits if node.visits else usual
        root.worth[i] = (search.steady + most) * search.scale * value


# --- the Python face --------------------------------------------------------------------------------


class Player:
    """Plays games of a network against itself, one at a time; a thread needs its own.

    `longest` is the highest number of decisions of a game; longer games are cut off, and the network's value stands for
    the result.
    """

    def __init__(self, game: GameSpec, network: Network, search: Search, longest: int) -> None:
        self.game, self.network, self.search = game, network, search
        actions, seats = game.actions, game.max_seats
        self._samples = Samples(
            np.zeros((longest, game.layout.count()), DTYPE),
            np.zeros((longest, actions), np.float32),
            np.zeros((longest, seats), np.float32),
            np.zeros(longest, np.int8),
        )
        self._work = _Work(
            playing=game.state.new(),
            draws=Draws.new(),
            trees=puct.trees_for(game, 1, search.simulations),
            workspace=network_workspace(game, network),
            root=_Root(
                np.zeros(actions, np.int64),
                np.zeros(actions),
                np.zeros(actions),
                np.zeros(actions, np.int64),
                np.zeros(actions),
            ),
            movers=np.zeros(longest, np.int64),
            found=np.zeros((longest, MAX_SEATS)),
        )

    def play(self, blank: Any, seed: int) -> Samples:
        """The decisions of a game from a seed; `blank` says how many seats and which options (`GameSpec.blank`)."""
        args = (self.game.box.tables, blank, seed, self.network, self.search, self._work, self._samples)
        count = int(with_compile_notice("self-play", self.game, lambda: _play(*args)))
        return Samples(*(array[:count].copy() for array in self._samples))


def joined(games: list[Samples]) -> Samples:
    """The decisions of several games in a row."""
    return Samples(*(np.concatenate(arrays) for arrays in zip(*games, strict=True)))
