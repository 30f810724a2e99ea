"""Tree search over the verbs, for any game: information-set Monte Carlo tree search.

Each simulation samples the hidden information (`determinize`) and walks down one tree that all deals share; an action
counts as offered only in the deals in which it is legal (P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte
Carlo Tree Search", 2012, single observer). At each node the seat to move takes the action that is best for itself by
upper confidence bounds (L. Kocsis, C. Szepesvári, 2006; for several seats max^n, N. Sturtevant, 2008). The bounds are
proportional to the standard deviation of the results (P. Auer, N. Cesa-Bianchi, P. Fischer, 2002, UCB1-NORMAL), which
differs between games, and between their beginning and end.

With `prior`, a node is expanded with all its actions when it is visited for the second time: each is tried at once and
starts with the value of `evaluate`, as if it had been visited that often already (S. Gelly, D. Silver, "Combining
online and offline knowledge in UCT", 2007). It considers the best of them first, and more the more often it is visited
(R. Coulom, "Computing Elo ratings of move patterns", 2007; G. Chaslot and others, "Progressive strategies for
Monte-Carlo tree search", 2008). Without `prior`, each simulation adds one random action, which is the plain method.
Beyond the tree, `rollout_depth` random moves are played before `evaluate` is called. `docs/tree-search.md` describes
the alternatives tried and its strength.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.bots.bot import (
    COMPILED,
    CancelToken,
    PlayStyle,
    Replies,
    replies,
    resolve_pending,
    run_kernel,
    start_thinking,
)
from cogtable.bots.tree import Nodes
from cogtable.engine.compile.jit import jitable, kernel
from cogtable.engine.compiled_play.kernels import (
    draw_from_bytes,
    fill_mask,
    next_seat,
    padded,
    random_action,
    random_seat,
)
from cogtable.engine.compiled_play.portable_math import log_of_count, logs_of_counts
from cogtable.engine.definition.search_settings import Search
from cogtable.engine.records.state import MAX_SEATS, Ints, Mask, copied
from cogtable.engine.rules import verbs
from cogtable.engine.rules.rng import MAX_SEED, below, shuffle

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

VERSION = 1
"""The version of the search. Raise it when a search with the same settings and seed can choose another move: a deal of
the day is over then, since the bot is no longer the same for everybody.
"""

DEEPEST = 512
"""The maximum depth of a tree."""

BRANCHES = 40
"""The assumed number of actions per node, for the size of a tree. A full tree grows no more."""

MOST_NODES = 1 << 22

COUNT, MEAN, SQUARES, DEVIATION = range(4)
"""The statistics of each seat's results."""

FIRST_SPREAD = 0.1
"""The standard deviation of results before there are any."""


class SearchConfig(NamedTuple):
    """Settings of a search: the number of simulations, and the fields of `Search`; None for the game's own."""

    simulations: int
    rollout_depth: int | None = None
    prior: int | None = None
    explore: float | None = None
    progressive_widening: float | None = None

    def fitted(self, game: GameSpec) -> Search:
        """The complete settings for the kernels: the game's own replace None."""
        rollout_depth, prior, explore, progressive_widening = (
            own if given is None else given for own, given in zip(game.search, self[1:], strict=True)
        )
        return Search(int(rollout_depth), int(prior), float(explore), float(progressive_widening))


FULL_SIMULATIONS = 2500
"""The number of simulations for a hint, unless `expert` makes more."""

PLAIN = SearchConfig(simulations=1000, rollout_depth=30, prior=0, explore=2.0)
"""The search without priors from `evaluate`: the baseline of measurements."""

NODE = np.dtype(
    [
        ("child", np.int32),
        ("sibling", np.int32),
        ("action", np.int32),
        ("mover", np.int16),
        ("promise", np.int16),
        ("visits", np.int32),
        ("offered", np.int32),
        ("value", np.float64),
    ],
    align=True,
)
"""A node is the position after an action: its first child and next sibling (0 for none), the mover, the numbers of
visits and of times that it was legal, and the sum of the mover's results (0 to 1 each). `promise` is its value by
`evaluate`, in thousandths; siblings are sorted by it, the best first. Node 0 is the root."""


class Workspace(NamedTuple):
    """The arrays that a search works on."""

    nodes: Any
    """`NODE`, (nodes,), or `Nodes` in an interpreted search."""
    dealt: Any
    """Records, (1,): the deal that a simulation plays on."""
    tried: Any
    """Records, (1,): the state in which an action is tried."""
    mask: Any
    """uint8, (padded actions,): legal actions (see `padded`)."""
    order: Ints
    """int64, (padded actions,): the actions that a node is opened with, in the order in which they are tried."""
    replies: Replies
    path: Any
    """int32, (DEEPEST,): the nodes that a simulation went through."""
    places: Any
    """int64, (MAX_SEATS, 2): the output of the verb `rank`."""
    chances: Any
    """int64, (MAX_SEATS,): each seat's chance of winning, in thousandths."""
    spread: Any
    """float64, (MAX_SEATS, 4): for each seat the number of results (0 to 1 each), their mean, the sum of their squared
    differences from it, and their standard deviation."""
    cancelled: Any
    """An array of one number: the search ends when it is not 0 (see `CancelToken`)."""
    allowed: Any
    """uint8, (padded actions,): the actions that can be taken at the root."""
    logs: Any
    """float64, (4096,): `logs_of_counts()`."""


def workspace_for(game: GameSpec, config: SearchConfig, how: PlayStyle, only: Sequence[int] | None = None) -> Workspace:
    """A workspace for a search of a game, limited to the actions `only` at the root."""
    token = how.token or CancelToken()
    mask = padded(game, 1)[0]
    allowed = np.ones_like(mask) if only is None else np.zeros_like(mask)
    allowed[list(only or ())] = 1
    size = min(tree_size(game, config.simulations, config.prior), MOST_NODES)
    return Workspace(
        nodes=np.zeros(size, NODE) if how.compiled else Nodes(NODE, size),
        dealt=game.state.new(),
        tried=game.state.new(),
        mask=mask,
        order=np.zeros(mask.size, np.int64),
        replies=replies(game),
        path=np.zeros(DEEPEST, np.int32),
        places=np.zeros((MAX_SEATS, 2), np.int64),
        chances=np.zeros(MAX_SEATS, np.int64),
        spread=np.zeros((MAX_SEATS, 4)),
        cancelled=token.flag if how.compiled else token,
        allowed=allowed,
        logs=logs_of_counts(),
    )


def tree_size(game: GameSpec, simulations: int, prior: int | None = None) -> int:
    """The number of nodes of a tree for a number of simulations; `prior` as in `SearchConfig`."""
    return simulations * (BRANCHES if (game.search.prior if prior is None else prior) else 1) + 1000


def full_simulations(game: GameSpec) -> int:
    """The number of simulations for a hint in a game, and for `master` unless the game sets another."""
    return max(FULL_SIMULATIONS, game.levels.expert)


# --- the tree ---------------------------------------------------------------------------------------


@jitable
def grow_tree(hidden: Any, b: Any, seat: int, seed: int, simulations: int, search: Search, workspace: Workspace) -> int:
    """Grows a tree from a hidden state; returns the number of simulations made."""
    plant(hidden, seat, seed, search, workspace)
    size: int = 1
    done: int = 0
    while done < simulations and not (done and workspace.cancelled[0]):
        size = simulate(hidden, b, seat, search, workspace, size)
        done += 1
    return done


@jitable
def plant(hidden: Any, seat: int, seed: int, search: Search, workspace: Workspace) -> None:
    """Begins a tree of one node for a hidden state, whose generator draws the deals from now on."""
    start_thinking(hidden, seat, seed)
    workspace.nodes[0].child = 0
    workspace.nodes[0].visits = search.prior
    _forget(workspace.spread)


@jitable
def simulate(hidden: Any, b: Any, seat: int, search: Search, workspace: Workspace, size: int) -> int:
    """Samples the hidden information and makes one simulation; returns the new size of the tree."""
    workspace.dealt[0] = hidden
    s = workspace.dealt[0]
    start_thinking(s, seat, below(hidden, 1 << 30))
    verbs.determinize(s, b, seat)
    return _simulate(s, b, seat, search, workspace, size)


@jitable
def _simulate(s: Any, b: Any, seat: int, search: Search, workspace: Workspace, size: int) -> int:
    """Plays one deal down the tree and on from the first new node, and records the result.

    Returns the new size of the tree.
    """
    nodes = workspace.nodes
    node, depth, mover = 0, 0, seat if seat >= 0 else next_seat(s, -1)
    inside = True
    while inside and not s.over and depth < workspace.path.size:
        fill_mask(s, b, mover, workspace.mask)
        if node == 0:
            for action in range(workspace.mask.size):
                workspace.mask[action] &= workspace.allowed[action]
        if search.prior:
            size = _open(s, b, mover, search.prior, workspace, node, size)
        width = search.explore * workspace.spread[mover, DEVIATION]
        child = _select(nodes, node, mover, workspace.mask, search, width, workspace.logs)
        if not search.prior and size < nodes.size:
            action = draw_from_bytes(s, workspace.mask)
            if action >= 0:
                child = size
                size = _add(nodes, size, node, action, mover, 0)
        if child == 0:
            break
        workspace.path[depth] = child
        depth += 1
        inside = nodes[child].visits > search.prior
        verbs.play(s, b, mover, nodes[child].action)
        mover = mover if s.waiting >> mover & 1 else next_seat(s, mover)
        node = child
    _roll(s, b, search.rollout_depth, workspace.mask)
    resolve_pending(s, b, workspace.replies)
    judge(s, b, workspace.places, workspace.chances)
    _remember(workspace.spread, workspace.chances, s.seats)
    nodes[0].visits += 1
    for i in range(depth):
        visited = nodes[workspace.path[i]]
        visited.visits += 1
        visited.value += workspace.chances[visited.mover] / 1000.0
    return size


@jitable
def _select(nodes: Any, parent: int, mover: int, mask: Mask, search: Search, width: float, logs: Any) -> int:
    """The child with the highest bound among those considered and legal; 0 if none.

    Without priors all are considered, and taken out of the mask.
    """
    best, most = 0, -1.0
    left = mask.size
    if search.prior:
        left = 2 + int(search.progressive_widening * math.sqrt(max(0, nodes[parent].visits - search.prior)))
    child = nodes[parent].child
    while child and left > 0:
        node = nodes[child]
        if node.mover == mover and mask[node.action]:
            mask[node.action] = 0
            node.offered += 1
            left -= 1
            bound = node.value / node.visits + width * math.sqrt(log_of_count(node.offered, logs) / node.visits)
            if bound > most:
                best, most = child, bound
        child = node.sibling
    return best


@jitable
def _forget(spread: Any) -> None:
    for seat in range(MAX_SEATS):
        spread[seat, COUNT] = 0.0
        spread[seat, MEAN] = 0.0
        spread[seat, SQUARES] = 0.0
        spread[seat, DEVIATION] = FIRST_SPREAD


@jitable
def _remember(spread: Any, chances: Ints, seats: int) -> None:
    """Adds a result to the running variance (B. Welford, 1962), which starts as if two had been seen."""
    for seat in range(seats):
        own = spread[seat]
        own[COUNT] += 1.0
        off = chances[seat] / 1000.0 - own[MEAN]
        own[MEAN] += off / own[COUNT]
        own[SQUARES] += off * (chances[seat] / 1000.0 - own[MEAN])
        own[DEVIATION] = math.sqrt((own[SQUARES] + 2.0 * FIRST_SPREAD * FIRST_SPREAD) / (own[COUNT] + 2.0))


@jitable
def _add(nodes: Any, size: int, parent: int, action: int, mover: int, promise: int) -> int:
    """Adds a child, keeping siblings sorted by value; returns the new size of the tree."""
    node = nodes[size]
    node.child = 0
    node.action = action
    node.mover = mover
    node.promise = promise
    node.visits = 0
    node.offered = 0
    node.value = 0.0
    before, after = 0, int(nodes[parent].child)
    while after and nodes[after].promise > promise:
        before, after = after, int(nodes[after].sibling)
    node.sibling = after
    if before:
        nodes[before].sibling = size
    else:
        nodes[parent].child = size
    return size + 1


@jitable
def _open(s: Any, b: Any, mover: int, prior: int, workspace: Workspace, parent: int, size: int) -> int:
    """Adds a child for each legal action that has none yet, with the value it leads to; returns the new size.

    They are added in random order, so that among equal actions, such as attacks on different seats, no seat is
    preferred because of its number.
    """
    nodes, mask, order = workspace.nodes, workspace.mask, workspace.order
    child = nodes[parent].child
    while child:  # marked, so that the remaining ones are new
        if nodes[child].mover == mover and mask[nodes[child].action]:
            mask[nodes[child].action] = 2
        child = nodes[child].sibling
    count = 0
    for action in range(mask.size):
        if mask[action] == 1:
            order[count] = action
            count += 1
    shuffle(s, order, 0, count)
    for i in range(count):
        if size < nodes.size:
            action = int(order[i])
            workspace.tried[0] = s
            tried = workspace.tried[0]
            verbs.play(tried, b, mover, action)
            resolve_pending(tried, b, workspace.replies)
            judge(tried, b, workspace.places, workspace.chances)
            size = _add(nodes, size, parent, action, mover, workspace.chances[mover])
            nodes[size - 1].visits = prior
            nodes[size - 1].offered = prior
            nodes[size - 1].value = prior * workspace.chances[mover] / 1000.0
    return size


@jitable
def _roll(s: Any, b: Any, moves: int, mask: Mask) -> None:
    """Plays random moves."""
    while moves > 0 and not s.over:
        seat = random_seat(s)
        verbs.play(s, b, seat, random_action(s, b, seat, s, mask))
        moves -= 1


@jitable
def judge(s: Any, b: Any, places: Ints, chances: Ints) -> None:
    """Writes each seat's chance in thousandths: by `evaluate`, or by the result if the game is over."""
    if not s.over:
        verbs.evaluate(s, b, chances)
        return
    verbs.rank(s, b, places)
    first = 0
    for seat in range(s.seats):
        first += places[seat, 0] == 1
    for seat in range(s.seats):
        chances[seat] = 1000 // first if places[seat, 0] == 1 else 0


# --- kernels ----------------------------------------------------------------------------------------


@kernel
def _search_trees(
    hidden: Any,
    boxes: Any,
    seats: Ints,
    seeds: Ints,
    simulations: int,
    search: Search,
    workspace: Workspace,
    always: bool,
    actions: Ints,
) -> int:
    """Decides for each hidden state, without a search if only one action is legal (unless `always`).

    Returns the number of simulations. The tree of the last search stays in the workspace.
    """
    done: int = 0
    for i in range(hidden.size):
        actions[i] = -1
        if not always:
            fill_mask(hidden[i], boxes[0], seats[i], workspace.mask)
            actions[i] = only(workspace.mask)
        if actions[i] < 0:
            done += grow_tree(hidden[i], boxes[0], seats[i], seeds[i], simulations, search, workspace)
            actions[i] = most_visited(workspace.nodes)
    return done


@jitable
def only(mask: Mask) -> int:
    """The one legal action; -1 if there are several, or none."""
    found = -1
    for action in range(mask.size):
        if mask[action]:
            if found >= 0:
                return -1
            found = action
    return found


@jitable
def most_visited(nodes: Any) -> int:
    """The most visited action of the root; the better one of a tie."""
    best = nodes[0].child
    child = nodes[best].sibling
    while child:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].value > nodes[best].value):
            best = child
        child = nodes[child].sibling
    return int(nodes[best].action)


# --- the Python face --------------------------------------------------------------------------------


def decide_many(
    config: SearchConfig,
    game: GameSpec,
    hidden: Any,
    seats: Ints,
    seeds: Ints,
    actions: Ints,
    how: PlayStyle = COMPILED,
    *,
    workspace: Workspace | None = None,
    always: bool = False,
) -> int:
    """See `bot.DecideMany`. Returns the total number of simulations: none for states with only one legal action, unless
    `always`. The tree of the last search stays in the `workspace`.
    """
    if workspace is None:
        workspace = workspace_for(game, config, how)
    search = (config.simulations, config.fitted(game), workspace, always)
    return int(run_kernel(_search_trees, "bot search", game, how, hidden, seats, seeds, *search, actions))


class SearchResult(NamedTuple):
    """The result of a search: for each action it tried, the number of visits and the mean chance of the seat that takes
    it.

    `seats` is each seat's mean chance over all simulations.
    """

    actions: Ints
    visits: Ints
    chances: np.ndarray[Any, np.dtype[np.float64]]
    simulations: int
    seats: np.ndarray[Any, np.dtype[np.float64]]

    @property
    def best(self) -> int:
        """The most visited action; of equal ones the better, then the first."""
        rows = zip(self.visits.tolist(), self.chances.tolist(), self.actions.tolist(), strict=True)
        return int(min((-visits, -chance, action) for visits, chance, action in rows)[2])  # a page has no np.lexsort


def think(
    game: GameSpec,
    hidden: Any,
    seat: int,
    seed: int,
    config: SearchConfig,
    *,
    trees: int = 1,
    seconds: float | None = None,
    token: CancelToken | None = None,
    only: Sequence[int] | None = None,
    compiled: bool = True,
) -> SearchResult:
    """Searches from an array of one state hidden for `seat`, which must have a decision to make.

    `only` limits the first action to these legal ones. For `seat` -1, a spectator, the search starts with the first
    waiting seat. Simulation number i of two searches with the same seed samples the same deal.

    Grows `trees` trees, each with its share of the simulations and in its own thread, and sums their results (T.
    Cazenave, N. Jouandeau, "On the parallelization of UCT", 2007): the result depends on the seed and the number of
    trees, not on the number of cores. It stops after `seconds`, if given; `token` lets another thread stop it. With
    `compiled` False it runs as plain Python, with the same result.
    """
    config = config._replace(simulations=max(1, config.simulations // trees))
    token = token or CancelToken()
    how = PlayStyle(compiled, token)
    workspaces = [workspace_for(game, config, how, only) for _ in range(trees)]
    seats = np.array([seat], np.int8)

    def grow(states: Any, tree: int) -> int:
        seeds = np.full(states.size, (seed + tree) & MAX_SEED)
        given = states, seats[: states.size], seeds, np.zeros(states.size, np.int64)
        return decide_many(config, game, *given, how, workspace=workspaces[tree], always=True)

    grow(hidden[:0], 0)  # compiles
    clock = Timer(math.inf if seconds is None else seconds, token.cancel)
    with ThreadPoolExecutor(trees, thread_name_prefix="search") as pool:
        if seconds is not None:
            clock.start()
        try:
            done = sum(pool.map(lambda tree: grow(copied(hidden), tree), range(trees)))
        finally:
            clock.cancel()
    return summed(workspaces, int(hidden[0].seats), done)


def summed(workspaces: list[Workspace], seats: int, done: int) -> SearchResult:
    """The summed results of several trees at their roots."""
    spreads = [one.spread[:seats] for one in workspaces]
    means = sum(spread[:, COUNT] * spread[:, MEAN] for spread in spreads) / done
    found: dict[int, tuple[int, float]] = {}
    for nodes in (one.nodes for one in workspaces):
        child = nodes[0]["child"]
        while child:
            node = nodes[child]
            visits, value = found.get(int(node["action"]), (0, 0.0))
            found[int(node["action"])] = visits + int(node["visits"]), value + float(node["value"])
            child = node["sibling"]
    actions = sorted(found)
    counts = np.array([found[action][0] for action in actions])
    sums = np.array([found[action][1] for action in actions])
    return SearchResult(np.array(actions, np.int64), counts, sums / np.maximum(1, counts), done, means)
