"""The bot `master`: a tree search guided by a network that has learned the game from many thousands of games.

The search is that of `puct`, with one tree at a time and wholly compiled: the network (see `network`) gives a
probability for each action and values for a new position, where `mcts` plays on at random. Its input is the observation
of the seat to move in the sampled deal, never the state.

A game has this bot if there is a file of weights beside its box that was trained for its rules and its box;
`cogtable train` makes one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.bots import mcts, puct
from cogtable.bots import network as networks
from cogtable.bots.bot import COMPILED, Bot, CancelToken, PlayStyle, Replies, replies, resolve_pending, start_thinking
from cogtable.bots.mcts import SearchResult, judge, most_visited, only
from cogtable.bots.network import FILE, BadWeights, Layers, Network, Weights, compute
from cogtable.bots.puct import Trees, expand, record, walk
from cogtable.engine.compile.jit import jitable, observing_kernel
from cogtable.engine.compiled_play.kernels import fill_mask, padded, with_compile_notice
from cogtable.engine.compiled_play.portable_math import exp, log
from cogtable.engine.compiled_play.stepping import play_out, write_observation
from cogtable.engine.records.state import MAX_SEATS, Ints, Mask, copied
from cogtable.engine.rules import verbs
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.rules.seats import steps_to
from cogtable.engine.text.words import phrase

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec


class NetworkSearchConfig(NamedTuple):
    """How to search.

    simulations: for each decision.
    c: the weight of the network's probabilities (see `puct.search`).
    mixed: how much of a position's value comes from the game's own `evaluate`, 0 to 1; the rest is the network's.
    rollout_depth: the number of random moves played before `evaluate` is called, as in `mcts.SearchConfig`.
    tried: how much of the probability of an action comes from `evaluate` of the position after it, 0 to 1; the rest is
        the network's. Since all actions are tried for it, a node is then opened at its second visit.
    """

    simulations: int
    c: float = 1.5
    mixed: float = 0.0
    rollout_depth: int = 0
    tried: float = 0.0


SHARP = 1.5
"""The number of logits added to an action for each standard deviation by which `evaluate` rates it better."""


class NetworkWorkspace(NamedTuple):
    """The arrays of a guided search, beside its tree."""

    known: Any
    """Records, (1,): the state hidden for the seat whose view the network judges."""
    blank: Ints
    """int16, (numbers,): the initial contents of each observation."""
    row: Ints
    """int16, (numbers,): the observation that the network reads."""
    layers: Layers
    """The numbers that the network computes."""
    even: Any
    """float64, (1,): a 1, the noise of a root without noise."""
    mask: Mask
    """uint8, (padded actions,): legal actions (see `padded`)."""
    chances: Ints
    """int64, (MAX_SEATS,): the output of `evaluate`, in thousandths."""
    places: Ints
    """int64, (MAX_SEATS, 2): the output of the verb `rank`."""
    tried: Any
    """Records, (1,): the state in which an action is tried."""
    replies: Replies
    worth: Any
    """float64, (actions,): the mover's chance of winning after each action by `evaluate`, from 0 to 1."""


def network_workspace(game: GameSpec, network: Network) -> NetworkWorkspace:
    """A workspace for the searches of a game."""
    return NetworkWorkspace(
        known=game.state.new(),
        blank=game.constant_row,
        row=np.zeros(game.layout.count(), DTYPE),
        layers=networks.layers(network),
        even=np.ones(1),
        mask=padded(game, 1)[0],
        chances=np.zeros(MAX_SEATS, np.int64),
        places=np.zeros((MAX_SEATS, 2), np.int64),
        tried=game.state.new(),
        replies=replies(game),
        worth=np.zeros(game.actions),
    )


# --- kernels ----------------------------------------------------------------------------------------


@jitable
def plant(hidden: Any, seat: int, seed: int, trees: Trees) -> None:
    """Begins a tree for a state that is hidden for the seat."""
    trees.roots[0] = hidden
    trees.seats[0] = seat
    start_thinking(trees.roots[0], seat, seed)
    root = trees.nodes[0, 0]
    root.child = 0
    root.visits = 0
    root.judged = 0
    trees.sizes[0] = 1
    trees.forced[0] = 0
    trees.done[0] = 0
    for one in range(trees.sums.shape[1]):
        trees.sums[0, one] = 0.0


@jitable
def simulate(b: Any, network: Network, trees: Trees, workspace: NetworkWorkspace, search: Any) -> None:
    """Makes one simulation, by `c`, `mixed`, `rollout_depth` and `tried` of a search (see `NetworkSearchConfig`). The
    first only judges the root, and does not count.
    """
    trees.pending[0] = 0
    walk(b, trees, 0, search.c)
    if not trees.pending[0]:
        return
    s, mover, depth = trees.played[0], int(trees.movers[0]), int(trees.depths[0])
    run_network(s, b, mover, network, workspace)
    for seat in range(s.seats):
        trees.results[0, seat] = workspace.layers.values[steps_to(mover, seat, s.seats)]
    node = int(trees.paths[0, depth - 1]) if depth else 0
    if search.tried == 0.0 or depth == 0 or trees.nodes[0, node].visits > 0:
        if search.tried > 0.0:
            try_all(s, b, mover, trees.masks[0], search.tried, workspace)
        expand(trees, 0, node, mover, workspace.layers.logits, workspace.even, 0.0)
    if search.mixed > 0.0:
        play_out(s, b, workspace.mask, search.rollout_depth)
        judge_settled(s, b, workspace)
        for seat in range(s.seats):
            off = expected(workspace.chances, s.seats, seat) - trees.results[0, seat]
            trees.results[0, seat] += search.mixed * off
    if depth:
        record(trees, 0)


@jitable
def simulate_from(b: Any, network: Network, trees: Trees, workspace: NetworkWorkspace, search: Any, first: int) -> None:
    """Makes one simulation that begins with the action `first`, if that is not negative."""
    if first >= 0:
        trees.forced[0] = _child(trees.nodes[0], first)
    simulate(b, network, trees, workspace, search)


@jitable
def judge_settled(s: Any, b: Any, workspace: NetworkWorkspace) -> None:
    """Writes each seat's chance by `evaluate`, after announced effects have happened: before, it would be wrong."""
    resolve_pending(s, b, workspace.replies)
    judge(s, b, workspace.places, workspace.chances)


@jitable
def try_all(s: Any, b: Any, mover: int, mask: Mask, share: float, workspace: NetworkWorkspace) -> None:
    """Mixes into the logits of the legal actions how good `evaluate` finds the state after each, with weight `share`.

    Its chances are measured in standard deviations over the actions, because they differ much in some games and little
    in others. `mask` is uint8, (padded actions,).
    """
    logits, worth = workspace.layers.logits, workspace.worth
    count, mean, squares, likeliest, best = 0, 0.0, 0.0, -math.inf, -math.inf
    for action in range(logits.size):
        if mask[action]:
            workspace.tried[0] = s
            verbs.play(workspace.tried[0], b, mover, action)
            judge_settled(workspace.tried[0], b, workspace)
            worth[action] = workspace.chances[mover] / 1000.0
            count += 1
            off = worth[action] - mean
            mean += off / count
            squares += off * (worth[action] - mean)
            likeliest = max(likeliest, logits[action])
            best = max(best, worth[action])
    sharp = SHARP / math.sqrt(max(1e-6, squares / max(1, count)))
    likely, good = 0.0, 0.0
    for action in range(logits.size):
        if mask[action]:
            likely += exp(logits[action] - likeliest)
            good += exp(sharp * (worth[action] - best))
    for action in range(logits.size):
        if mask[action]:
            own = exp(logits[action] - likeliest) / likely
            other = exp(sharp * (worth[action] - best)) / good
            logits[action] = log((1.0 - share) * own + share * other + 1e-9)


@jitable
def run_network(s: Any, b: Any, seat: int, network: Network, workspace: NetworkWorkspace) -> None:
    """Evaluates a state from a seat's observation of it."""
    write_observation(s, b, workspace.known, seat, workspace.blank, workspace.row)
    compute(network, workspace.row, workspace.layers)


@jitable
def _child(nodes: Any, action: int) -> int:
    """The child of the root that an action leads to; 0 if there is none."""
    child = nodes[0].child
    while child and nodes[child].action != action:
        child = nodes[child].sibling
    return int(child)


@jitable
def expected(chances: Ints, seats: int, seat: int) -> float:
    """The expected reward of a seat for given chances of winning: the odds of two seats finishing in one order or the
    other are the ratio of their chances (R. Plackett, "The analysis of permutations", 1975).
    """
    total = 0.0
    for other in range(seats):
        both = chances[seat] + chances[other]
        if both > 0:
            total += (chances[seat] - chances[other]) / both
    return total / max(1, seats - 1)


@observing_kernel
def _search_network_trees(
    hidden: Any,
    boxes: Any,
    seats: Ints,
    seeds: Ints,
    search: NetworkSearchConfig,
    network: Network,
    trees: Trees,
    workspace: NetworkWorkspace,
    cancelled: Any,
    always: bool,
    first: int,
    actions: Ints,
) -> int:
    """Decides for each hidden state, without a search if only one action is legal (unless `always`); returns the
    simulations made, each of which begins with the action `first` if that is not negative.

    The tree of the last search stays.
    """
    made: int = 0
    for i in range(hidden.size):
        seat = int(seats[i])
        actions[i] = -1
        if not always:
            fill_mask(hidden[i], boxes[0], seat, workspace.mask)
            actions[i] = only(workspace.mask)
        if actions[i] < 0:
            plant(hidden[i], seat, seeds[i], trees)
            while trees.done[0] < search.simulations and not (trees.done[0] and cancelled[0]):
                simulate_from(boxes[0], network, trees, workspace, search, first)
            made += trees.done[0]
            actions[i] = most_visited(trees.nodes[0])
    return made


# --- the Python face --------------------------------------------------------------------------------


def beside(game: GameSpec) -> Weights:
    """The weights that lie beside a game. Raises BadWeights if there are none for these rules and this box."""
    file = game.folder / FILE
    if not file.is_file():
        raise BadWeights(
            f"{game.name} has no network: nobody trained it yet. `cogtable train {game.name}` makes {FILE}, which"
            " belongs beside its box.toml"
        )
    return networks.fitting(_read(file, file.stat().st_mtime_ns), game, FILE)


@cache
def _read(file: Path, _: int) -> Weights:
    return networks.load_weights(file)


_in_modules: dict[str, frozenset[int]] | None = None
"""Where modules search instead of this code: by game, the numbers of seats that the network of its module has learned.
"""


def leave_to_modules(networks: Mapping[str, Collection[int]] | None) -> None:
    """Says that WebAssembly modules search for `master`, not this process, so that no weights are read here. `networks`
    has the games whose modules have a network for their own boxes, each with the numbers of seats that it has learned.
    None: this process searches again.
    """
    global _in_modules
    _in_modules = None if networks is None else {game: frozenset(seats) for game, seats in networks.items()}


def is_trained(game: GameSpec) -> bool:
    """Whether `master` plays a game."""
    if _in_modules is not None:
        return game.name in _in_modules and not game.is_variant
    try:
        beside(game)
    except BadWeights:
        return False
    return True


SETTINGS = NetworkSearchConfig(mcts.FULL_SIMULATIONS)
"""The default search of `master`."""


def config_for(weights: Weights) -> NetworkSearchConfig:
    """How `master` searches with some weights."""
    about = weights.about
    return SETTINGS._replace(
        mixed=float(about.get("mixed", 0)),
        rollout_depth=int(about.get("rollout_depth", 0)),
        tried=float(about.get("tried", 0)),
    )


def simulations_of(game: GameSpec, known: bool) -> int:
    """The number of simulations of `master` for a decision; it depends on whether the network has learned the number of
    seats.
    """
    own = game.levels.master if known else None
    return own or mcts.full_simulations(game)


def decide_many(game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, actions: Ints, how: PlayStyle = COMPILED) -> int:
    """See `bot.DecideMany`. Raises BadWeights for a game that has no weights.

    While it is not compiled, and at tables with a number of seats that it did not learn, it searches without the
    network, like the levels; in the second case with the number of simulations of hints.
    """
    weights = beside(game)
    known = set(weights.about.get("seats", ())).issuperset(np.unique(hidden["seats"]).tolist())
    simulations = simulations_of(game, known)
    if not how.compiled or not known:
        return mcts.decide_many(mcts.SearchConfig(simulations), game, hidden, seats, seeds, actions, how)
    config = config_for(weights)._replace(simulations=simulations)
    return decide_many_with(weights.network, config, game, hidden, seats, seeds, actions, how)


def decide_many_with(
    network: Network,
    config: NetworkSearchConfig,
    game: GameSpec,
    hidden: Any,
    seats: Ints,
    seeds: Ints,
    actions: Ints,
    how: PlayStyle = COMPILED,
    *,
    trees: Trees | None = None,
    always: bool = False,
    first: int = -1,
) -> int:
    """Decides by any network. See `bot.DecideMany`; it is always compiled.

    The last search stays in `trees`. States with only one legal action are searched too if `always`; each simulation
    begins with the action `first` if that is not negative.
    """
    if trees is None:
        trees = _trees(game, config)
    cancelled = (how.token or CancelToken()).flag
    work = (config, network, trees, network_workspace(game, network), cancelled)
    search = partial(_search_network_trees, hidden, game.box.tables, seats, seeds, *work, always, first, actions)
    return int(with_compile_notice("bot guided", game, search))


def _trees(game: GameSpec, config: NetworkSearchConfig) -> Trees:
    return puct.trees_for(game, 1, config.simulations)


def knows(game: GameSpec, seats: int) -> bool:
    """Whether `master` has learned a game for this number of seats."""
    if _in_modules is not None:
        return is_trained(game) and seats in _in_modules[game.name]
    return is_trained(game) and seats in beside(game).about.get("seats", ())


def think(
    game: GameSpec, hidden: Any, seat: int, seed: int, simulations: int, *, token: CancelToken | None, first: int = -1
) -> SearchResult:
    """Searches as `master` does from an array of one state of a game for two, hidden for `seat`, which may be a
    spectator's, -1 (see `mcts.think`). `first` is the one legal action to begin with, -1 for any.

    Only for two seats: with more, an expected reward doesn't determine the chance of winning. Raises BadWeights.
    """
    weights = beside(game)
    config = config_for(weights)._replace(simulations=simulations)
    trees = _trees(game, config)
    given = copied(hidden), np.array([seat], np.int8), np.array([seed]), np.zeros(1, np.int64), PlayStyle(token=token)
    done = decide_many_with(weights.network, config, game, *given, trees=trees, always=True, first=first)
    found = sorted(_tried(trees.nodes[0]))
    of_actions, visits, values = (np.array(column) for column in zip(*found, strict=True))
    chances = (1 + trees.sums[0, :2] / done) / 2
    return SearchResult(of_actions, visits, (1 + values / np.maximum(1, visits)) / 2, done, chances)


def _tried(nodes: Any) -> Iterator[tuple[int, int, float]]:
    """The actions of the root that were tried, with the number of visits and the sum of the results of each."""
    child = nodes[0]["child"]
    while child:
        node = nodes[child]
        if node["visits"]:
            yield int(node["action"]), int(node["visits"]), float(node["value"])
        child = node["sibling"]


class Learned(Bot):
    """A bot that plays the games for which there is a trained network."""

    __slots__ = ()

    def plays(self, game: GameSpec) -> bool:
        """Whether it plays a game."""
        return is_trained(game)

    def settings_for(self, game: GameSpec) -> NetworkSearchConfig:
        """The settings of its search in a game."""
        return SETTINGS._replace(simulations=simulations_of(game, known=True))

    def simulations(self, game: GameSpec, seats: int) -> int:
        """The number of simulations for a decision at a table with `seats` seats."""
        return simulations_of(game, knows(game, seats))


BOT = Learned(
    "master",
    phrase("Has learned from many thousands of games"),
    decide_many,
    "guided",
    label=phrase("Master"),
)
