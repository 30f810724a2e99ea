"""Tree search guided by an evaluator of one's own, such as a neural network (PUCT); for any game, many trees at once.

>>> found = puct.search(game, batch.states, batch.current_player, evaluate, simulations=64)
>>> batch.step(found.actions)

Each tree walks down to a new position. The observations and masks of the seats to move are collected from all trees in
one buffer, evaluated in one call of `evaluate`, and added to the trees, so a network gets large batches. Walking,
observing and adding are compiled.

An action is chosen by its mean result plus a bound that is proportional to its probability by the evaluator (D. Silver
and others, "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play", 2018).
Hidden information is sampled again for each simulation, on one tree for all deals, and an action counts as offered only
in deals in which it is legal (P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
Each seat picks the action that is best for itself (max^n, N. Sturtevant, 2008). If several seats can act at once, the
one that has begun goes on until it has to wait, as in `cogtable.bots.mcts`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.bots.bot import start_thinking
from cogtable.bots.mcts import BRANCHES, DEEPEST
from cogtable.engine.compile.jit import jitable, kernel, observing_kernel
from cogtable.engine.compiled_play.kernels import fill_mask, next_seat, padded, with_compile_notice
from cogtable.engine.compiled_play.portable_math import exp
from cogtable.engine.compiled_play.stepping import reward, write_observation
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import as_whole
from cogtable.engine.records.state import MAX_SEATS, Ints, Mask
from cogtable.engine.rules import verbs
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.rules.rng import MAX_SEED, below
from cogtable.engine.rules.seats import steps_to

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]

Evaluate = Callable[[Ints, Mask], tuple[Any, Any]]
"""`evaluate(observations, masks)` judges n positions, each from the seat that decides there:

- observations: int16, (n, numbers), as `game.observation` says;
- masks: uint8, (n, actions), the legal actions;
- returns logits (n, actions), where only those of legal actions count, and values: (n, seats) with each seat's expected
  result, counted from the one that decides, in rewards from -1 to 1 as `Batch` gives them; or (n,) for that seat alone,
  whose loss the others then share.

Log-probabilities are logits too. NumPy arrays, or what NumPy can read, such as tensors without gradients.
"""

NODE = np.dtype(
    [
        ("child", np.int32),
        ("sibling", np.int32),
        ("action", np.int32),
        ("visits", np.int32),
        ("offered", np.int32),
        ("prior", np.float32),
        ("value", np.float64),
        ("mover", np.int16),
        ("judged", np.int16),
    ],
    align=True,
)
"""A node is the position after an action: its first child and next sibling (0 for none), the mover, the numbers of
visits and of times that it was legal, its probability by the evaluator, and the sum of the mover's results. Bit p of
`judged` is set when its actions for seat p are among the children. Node 0 is the root."""


class Trees(NamedTuple):
    """The n trees of a search."""

    nodes: Any
    """`NODE`, (n, nodes)."""
    roots: Any
    """Records, (n,): the states hidden for the seats that decide; their generators draw the deals."""
    played: Any
    """Records, (n,): the states that the present simulations have reached."""
    seats: Ints
    """int8, (n,): the seats that decide at the roots; -1 where nothing is searched."""
    masks: Any
    """uint8, (n, padded actions): the legal actions in `played` (see `padded`)."""
    movers: Ints
    """int8, (n,): the seat that decides in `played`."""
    paths: Ints
    """int32, (n, DEEPEST): the nodes that the present simulations went through, without the root."""
    depths: Ints
    """int32, (n,): the number of these nodes."""
    pending: Any
    """uint8, (n,): 1 where a tree waits for the evaluator."""
    done: Ints
    """int64, (n,): the number of simulations made."""
    sizes: Ints
    """int32, (n,): how many nodes each tree has."""
    forced: Ints
    """int64, (n,): the child of the root that the next simulation begins with; 0 for the one with the highest bound."""
    results: Floats
    """float64, (n, MAX_SEATS): the result of the present simulation for each seat, from -1 to 1."""
    sums: Floats
    """float64, (n, MAX_SEATS): the sum of the results of all simulations."""
    places: Ints
    """int64, (MAX_SEATS, 2): a buffer for the output of the verb `rank`."""


# --- kernels ----------------------------------------------------------------------------------------


@kernel
def _plant(states: Any, boxes: Any, seats: Ints, seeds: Ints, each: int, trees: Trees) -> None:
    """Begins `each` trees for each state."""
    for k in range(trees.roots.size):
        i = k // each
        trees.roots[k] = states[i]
        root = trees.roots[k]
        trees.seats[k] = seats[i] if not root.over else -1
        if trees.seats[k] >= 0:
            verbs.hide(root, boxes[0], seats[i])
            start_thinking(root, seats[i], (seeds[i] + k % each) & MAX_SEED)


@kernel
def _descend(boxes: Any, trees: Trees, simulations: int, c: float) -> int:
    """Lets each tree simulate until it waits for the evaluator or is done; returns the number of waiting trees."""
    waiting: int = 0
    for k in range(trees.roots.size):
        trees.pending[k] = 0
        while trees.seats[k] >= 0 and trees.done[k] < simulations and not trees.pending[k]:
            walk(boxes[0], trees, k, c)
        waiting += trees.pending[k]
    return waiting


@jitable
def walk(b: Any, trees: Trees, k: int, c: float) -> None:
    """Plays one deal down a tree, to the end of the game or to a position for the evaluator."""
    nodes, mask, seat = trees.nodes[k], trees.masks[k], int(trees.seats[k])
    trees.played[k] = trees.roots[k]
    s = trees.played[k]
    start_thinking(s, seat, below(trees.roots[k], 1 << 30))
    verbs.determinize(s, b, seat)
    node, mover, depth = 0, seat if seat >= 0 else next_seat(s, -1), 0
    child = 1
    while child and not s.over:
        fill_mask(s, b, mover, mask)
        child = 0
        if nodes[node].judged >> mover & 1 and depth < trees.paths.shape[1]:
            trees.sizes[k] = _admit(nodes, node, mover, mask, int(trees.sizes[k]))
            child = trees.forced[k] if node == 0 else 0
            child = child if child else _select(nodes, node, mover, mask, c)
        if child:
            trees.paths[k, depth] = child
            depth += 1
            verbs.play(s, b, mover, nodes[child].action)
            mover = mover if s.waiting >> mover & 1 else next_seat(s, mover)
            node = child
    trees.depths[k] = depth
    trees.movers[k] = mover
    if s.over:
        verbs.rank(s, b, trees.places)
        for one in range(s.seats):
            trees.results[k, one] = reward(trees.places, s.seats, one)
        record(trees, k)
    else:
        trees.pending[k] = 1


@jitable
def record(trees: Trees, k: int) -> None:
    """Adds the results of a simulation to the nodes that it went through."""
    nodes = trees.nodes[k]
    for i in range(trees.depths[k]):
        visited = nodes[trees.paths[k, i]]
        visited.visits += 1
        visited.value += trees.results[k, visited.mover]
    for seat in range(trees.sums.shape[1]):
        trees.sums[k, seat] += trees.results[k, seat]
    trees.done[k] += 1


@jitable
def _admit(nodes: Any, parent: int, mover: int, mask: Mask, size: int) -> int:
    """Adds a child for each legal action that was not legal in the deal that was judged; returns the new size.

    Each is as probable as if all legal actions were alike.
    """
    legal, known = 0, 0
    for action in range(mask.size):
        legal += mask[action]
    child = nodes[parent].child
    while child:
        known += nodes[child].mover == mover and mask[nodes[child].action] != 0
        child = nodes[child].sibling
    if known == legal:
        return size
    child = nodes[parent].child
    while child:  # marked, so that what is left is new
        if nodes[child].mover == mover and mask[nodes[child].action]:
            mask[nodes[child].action] = 2
        child = nodes[child].sibling
    for action in range(mask.size):
        if mask[action] == 1 and size < nodes.size:
            size = _add(nodes, size, parent, action, mover, 1.0 / legal)
        elif mask[action]:
            mask[action] = 1
    return size


@jitable
def _add(nodes: Any, size: int, parent: int, action: int, mover: int, prior: float) -> int:
    """Adds a child; returns the new size of the tree."""
    node = nodes[size]
    node.child = 0
    node.action = action
    node.mover = mover
    node.prior = prior
    node.visits = 0
    node.offered = 0
    node.value = 0.0
    node.judged = 0
    node.sibling = nodes[parent].child
    nodes[parent].child = size
    return size + 1


@jitable
def _select(nodes: Any, parent: int, mover: int, mask: Mask, c: float) -> int:
    """The legal child with the highest bound; 0 if there is none.

    An action that was never visited has the mean value of those that were.
    """
    visits, value = 0, 0.0
    child = nodes[parent].child
    while child:
        if nodes[child].mover == mover and mask[nodes[child].action]:
            visits += nodes[child].visits
            value += nodes[child].value
        child = nodes[child].sibling
    usual = value / visits if visits else 0.0
    best, most = 0, 0.0
    child = nodes[parent].child
    while child:
        node = nodes[child]
        if node.mover == mover and mask[node.action]:
            node.offered += 1
            mean = node.value / node.visits if node.visits else usual
            bound = mean + c * node.prior * math.sqrt(node.offered) / (1 + node.visits)
            if best == 0 or bound > most:
                best, most = child, bound
        child = node.sibling
    return best


@observing_kernel
def _write_inputs(boxes: Any, trees: Trees, known: Any, blank: Ints, which: Ints, observations: Any, masks: Any) -> int:
    """Writes the evaluator's input, and the trees that it is for; returns the highest number of seats."""
    row: int = 0
    most: int = 0
    for k in range(trees.roots.size):
        if trees.pending[k]:
            write_observation(trees.played[k], boxes[0], known, trees.movers[k], blank, observations[row])
            for action in range(masks.shape[1]):
                masks[row, action] = trees.masks[k, action]
            which[row] = k
            most = max(most, trees.played[k].seats)
            row += 1
    return most


@kernel
def _take_up(trees: Trees, which: Ints, logits: Any, values: Any, alone: bool, noise: Any, mixed: float) -> int:
    """Adds the evaluator's results to the trees; `alone` if its values are for the deciding seats only. Returns the
    first row with NaN or infinity, or -1; only the rows before it were added.
    """
    for row in range(which.size):
        k = int(which[row])
        s, mover = trees.played[k], int(trees.movers[k])
        for seat in range(s.seats):
            steps = steps_to(mover, seat, s.seats)
            if alone:
                trees.results[k, seat] = -values[row, 0] / max(1, s.seats - 1) if steps else values[row, 0]
            else:
                trees.results[k, seat] = values[row, steps]
            if not math.isfinite(trees.results[k, seat]):
                return row
        depth = int(trees.depths[k])
        node = int(trees.paths[k, depth - 1]) if depth else 0
        if not expand(trees, k, node, mover, logits[row], noise[k], mixed if node == 0 else 0.0):
            return row
        if depth:
            record(trees, k)
    return -1


@jitable
def expand(trees: Trees, k: int, node: int, mover: int, logits: Any, noise: Any, mixed: float) -> bool:
    """Adds the legal actions of a node with their probabilities; False if a result is NaN or infinite."""
    nodes, mask = trees.nodes[k], trees.masks[k]
    highest, legal = -math.inf, 0
    for action in range(logits.size):
        if mask[action]:
            legal += 1
            if math.isnan(logits[action]):
                return False
            highest = max(highest, logits[action])
    if math.isinf(highest):
        return False
    total, drawn = 0.0, 0.0
    for action in range(logits.size):
        if mask[action]:
            total += exp(logits[action] - highest)
            drawn += noise[action % noise.size]
    size = int(trees.sizes[k])
    if size + legal <= nodes.size and not nodes[node].judged >> mover & 1:
        for action in range(logits.size - 1, -1, -1):  # each comes before those already there
            if mask[action]:
                prior = exp(logits[action] - highest) / total
                if mixed > 0.0:
                    prior = (1.0 - mixed) * prior + mixed * noise[action] / drawn
                size = _add(nodes, size, node, action, mover, prior)
        nodes[node].judged |= 1 << mover
        trees.sizes[k] = size
    return True


@kernel
def _gather(trees: Trees, each: int, visits: Ints, values: Floats, seats: Floats, done: Ints) -> None:
    """Sums the results of all trees of a position."""
    for k in range(trees.roots.size):
        i = k // each
        nodes = trees.nodes[k]
        child = nodes[0].child
        while child:
            node = nodes[child]
            visits[i, node.action] += node.visits
            values[i, node.action] += node.value
            child = node.sibling
        for seat in range(seats.shape[1]):
            seats[i, seat] += trees.sums[k, seat]
        done[i] += trees.done[k]


# --- the Python face --------------------------------------------------------------------------------


class Found(NamedTuple):
    """The result of a search for n positions.

    visits: int64, (n, actions): how often each action was tried at the root.
    values: float64, (n, actions): the mean result of each for the seat that decides, -1 to 1; 0 where never tried.
    seats: float64, (n, most seats): the mean result of each seat.
    simulations: int64, (n,): the number made.
    """

    visits: Ints
    values: Floats
    seats: Floats
    simulations: Ints

    @property
    def actions(self) -> Ints:
        """The most visited action of each position, int64, (n,); of equal ones the better; -1 where no seat decides."""
        ranked = np.where(self.visits == self.visits.max(axis=1, keepdims=True), self.values, -math.inf)
        chosen: Ints = np.where(self.simulations > 0, ranked.argmax(axis=1), -1)
        return chosen

    @property
    def policy(self) -> Floats:
        """The share of visits of each action, float64, (n, actions): the policy target of a network."""
        shares: Floats = self.visits / np.maximum(1, self.visits.sum(axis=1, keepdims=True))
        return shares


def search(
    game: GameSpec,
    states: Any,
    seats: int | Sequence[int] | Ints,
    evaluate: Evaluate,
    *,
    simulations: int = 64,
    c: float = 1.5,
    trees: int = 1,
    seeds: int | Sequence[int] | Ints = 0,
    root_noise: tuple[float, float] | None = None,
    seconds: float = math.inf,
) -> Found:
    """Searches from many positions of a game at once.

    Args:
        game: the game. It must have observations.
        states: n records, such as `batch.states` or `match.hidden(seat)`. What a seat may not know is blanked first.
        seats: the seat that decides in each, such as `batch.current_player`; -1 where none does and nothing is
            searched.
        evaluate: judges positions (see `Evaluate`).
        simulations: the number to make for each tree. The root is evaluated once more, before them.
        c: how much the evaluator's probabilities count against the results.
        trees: how many trees to grow for each position, with deals of their own; their results are summed. More of
            them fill the buffer where positions are few.
        seeds: position i draws its deals from `seeds + i`; or one for each. The result depends on nothing else.
        root_noise: (alpha, share): mixes so much of noise, drawn from Dirichlet(alpha), into the probabilities at the
            root, so that self-play tries everything.
        seconds: stops after that time, when each tree has made at least one simulation.

    Raises BadOption for arguments that cannot be, ValueError for what `evaluate` gives if it is not as expected, and
    BrokenGame for a game without observations. Compiles on first use.
    """
    count, width = int(states.size), game.layout.count()
    acting = _for_each(seats, count, "seats", np.int8)
    wrong = np.flatnonzero(
        (acting >= 0) & (states["over"] == 0) & (states["waiting"] >> np.maximum(acting, 0) & 1 == 0)
    )
    if wrong.size:
        raise BadOption(f"position {wrong[0]}: seat {acting[wrong[0]]} has nothing to decide")
    if (as_whole(simulations) or 0) < 1 or (as_whole(trees) or 0) < 1 or not c >= 0:
        found = f"{simulations}, {trees} and {c}"
        raise BadOption(f"simulations and trees are whole numbers from 1, c is not negative; found {found}")
    numbers = _for_each(seeds, count, "seeds", np.int64)
    numbers = numbers if np.ndim(seeds) else (numbers + np.arange(count)) & MAX_SEED
    grown = trees_for(game, count * trees, simulations)
    noise, mixed = _noise(game, numbers, trees, root_noise)
    boxes, known = game.box.tables, game.state.new()
    observations = np.zeros((count * trees, width), DTYPE)
    masks, which = np.zeros((count * trees, game.actions), np.uint8), np.zeros(count * trees, np.int64)
    end = time.monotonic() + seconds

    def grow() -> None:
        _plant(states, boxes, acting, numbers, trees, grown)
        while waiting := _descend(boxes, grown, simulations, float(c)):
            most = _write_inputs(boxes, grown, known, game.constant_row, which, observations, masks)
            logits, values = _checked(evaluate(observations[:waiting], masks[:waiting]), waiting, game.actions, most)
            bad = _take_up(grown, which[:waiting], logits, values, values.shape[1] == 1, noise, mixed)
            if bad >= 0:
                raise ValueError(f"evaluate: expected numbers; found one that is none, or infinite, in row {bad}")
            if time.monotonic() >= end and (grown.done[grown.seats >= 0] > 0).all():
                break

    with_compile_notice("puct", game, grow)
    visits = np.zeros((count, game.actions), np.int64)
    sums = np.zeros((count, game.actions))
    of_seats = np.zeros((count, int(states["seats"].max(initial=game.min_seats))))
    done = np.zeros(count, np.int64)
    _gather(grown, trees, visits, sums, of_seats, done)
    return Found(visits, sums / np.maximum(1, visits), of_seats / np.maximum(1, done)[:, None], done)


def warm(game: GameSpec) -> None:
    """Compiles the search for a game in advance."""
    states = game.deal(game.min_seats, 0)
    seat = int(next_seat(states[0], -1))
    search(game, states, seat, lambda seen, masks: (np.zeros(masks.shape), np.zeros(len(masks))), simulations=1)


def trees_for(game: GameSpec, count: int, simulations: int) -> Trees:
    """`count` empty trees, with room for `simulations` in each."""
    return Trees(
        nodes=np.zeros((count, tree_size(game, simulations)), NODE),
        roots=game.state.new(count),
        played=game.state.new(count),
        seats=np.full(count, -1, np.int8),
        masks=padded(game, count),
        movers=np.zeros(count, np.int8),
        paths=np.zeros((count, DEEPEST), np.int32),
        depths=np.zeros(count, np.int32),
        pending=np.zeros(count, np.uint8),
        done=np.zeros(count, np.int64),
        sizes=np.ones(count, np.int32),
        forced=np.zeros(count, np.int64),
        results=np.zeros((count, MAX_SEATS)),
        sums=np.zeros((count, MAX_SEATS)),
        places=np.zeros((MAX_SEATS, 2), np.int64),
    )


def tree_size(game: GameSpec, simulations: int) -> int:
    """The number of nodes of a tree for a number of simulations."""
    return (simulations + 1) * min(BRANCHES, game.actions) + game.actions + 1


def _noise(game: GameSpec, seeds: Ints, trees: int, wanted: tuple[float, float] | None) -> tuple[Any, float]:
    """Draws for each tree and action, and how much of them to mix in."""
    if wanted is None:
        return np.ones((seeds.size * trees, 1)), 0.0
    alpha, share = wanted
    if not alpha > 0 or not 0 <= share <= 1:
        raise BadOption(f"root_noise is (alpha, share), alpha above 0 and share from 0 to 1; found {wanted}")
    draws = [np.random.default_rng(seed).gamma(alpha, size=(trees, game.actions)) for seed in seeds.tolist()]
    return np.concatenate([*draws, np.zeros((0, game.actions))]) + 1e-12, float(share)


def _for_each(given: int | Sequence[int] | Ints, count: int, what: str, kind: Any) -> Ints:
    """One number for each position, from one for all or one for each. Raises BadOption."""
    numbers = np.asarray(given)
    if not np.issubdtype(numbers.dtype, np.integer) or numbers.shape not in ((), (count,)):
        raise BadOption(
            f"{what}: expected a whole number, or one for each of {count} positions; found {numbers.dtype} of shape"
            f" {numbers.shape}"
        )
    return np.full(count, numbers, kind)


def _checked(judged: Any, count: int, actions: int, seats: int) -> tuple[Floats, Floats]:
    """The results of an evaluator as arrays of two axes. Raises ValueError."""
    if not isinstance(judged, tuple | list) or len(judged) != 2:
        raise ValueError(f"evaluate: expected logits and values; found {type(judged).__name__}")
    logits, values = (np.ascontiguousarray(np.asarray(part), np.float32) for part in judged)
    if logits.shape != (count, actions):
        raise ValueError(f"evaluate: expected logits of the shape {(count, actions)}; found {logits.shape}")
    if values.shape == (count,):
        values = values[:, None]
    if values.ndim != 2 or len(values) != count or (values.shape[1] != 1 and values.shape[1] < seats):
        wanted = f"{(count,)} for the deciding seats, or {(count, seats)} for all"
        raise ValueError(f"evaluate: expected values of the shape {wanted}; found {values.shape}")
    return logits, values
