"""The functions that a module exports. They work on arrays of one state and one box; searches can be cut in slices."""

from __future__ import annotations

from typing import Any

from cogtable.bots import greedy, mcts, network_mcts
from cogtable.bots.bot import start_thinking
from cogtable.bots.mcts import Workspace
from cogtable.bots.network import Network
from cogtable.bots.network_mcts import NetworkWorkspace
from cogtable.bots.puct import Trees
from cogtable.engine.compile.jit import jitable
from cogtable.engine.compiled_play import portable_math, stepping
from cogtable.engine.compiled_play.kernels import draw_from_bytes, fill_mask, next_seat
from cogtable.engine.definition.search_settings import Search
from cogtable.engine.records.state import Ints, Mask
from cogtable.engine.rules import rng, verbs

# --- rules ------------------------------------------------------------------------------------------


def setup(states: Any, boxes: Any, seed: int) -> None:
    """Deals a blank state from a seed."""
    rng.seed(states[0], seed)
    verbs.setup(states[0], boxes[0])


def setup_seeded(states: Any, boxes: Any) -> None:
    """Deals a blank state whose generator was started before."""
    verbs.setup(states[0], boxes[0])


def legal(states: Any, boxes: Any, seat: int, mask: Mask) -> None:
    """Writes the legal actions of a seat."""
    fill_mask(states[0], boxes[0], seat, mask)


def play(states: Any, boxes: Any, seat: int, action: int) -> None:
    """Plays a legal action."""
    verbs.play(states[0], boxes[0], seat, action)


def hide(states: Any, boxes: Any, seat: int) -> None:
    """Blanks the fields that a seat may not know."""
    verbs.hide(states[0], boxes[0], seat)


def determinize(states: Any, boxes: Any, seat: int, seed: int) -> None:
    """Samples the hidden information from a seed, since `hide` blanks the state's own generator."""
    rng.seed(states[0], seed)
    verbs.determinize(states[0], boxes[0], seat)


def determinize_seeded(states: Any, boxes: Any, seat: int) -> None:
    """Samples the hidden information of a state whose generator was started before."""
    verbs.determinize(states[0], boxes[0], seat)


def rank(states: Any, boxes: Any, places: Ints) -> None:
    """Writes each seat's place and score."""
    verbs.rank(states[0], boxes[0], places)


def evaluate(states: Any, boxes: Any, chances: Ints) -> None:
    """Writes each seat's chance of winning in thousandths, by a quick estimate."""
    verbs.evaluate(states[0], boxes[0], chances)


def observe(states: Any, boxes: Any, known: Any, seat: int, blank: Ints, row: Ints) -> None:
    """Writes the observation of a seat."""
    stepping.write_observation(states[0], boxes[0], known, seat, blank, row)


def play_out(states: Any, boxes: Any, mask: Mask, limit: int) -> int:
    """Plays random actions to the end, at most `limit`; returns their number."""
    return stepping.play_out(states[0], boxes[0], mask, limit)


# --- tree search ------------------------------------------------------------------------------------


def write_logs(logs: Any) -> None:
    """Fills the table of logarithms that the search uses."""
    portable_math.write_logs(logs)


def plant(hidden: Any, seat: int, seed: int, search: Search, workspace: Workspace, size: Ints) -> None:
    """Begins a tree for a state that is hidden for a seat; `size[0]` is the size of the tree from now on."""
    mcts.plant(hidden[0], seat, seed, search, workspace)
    size[0] = 1


def grow(hidden: Any, boxes: Any, seat: int, search: Search, workspace: Workspace, size: Ints, more: int) -> None:
    """Makes `more` simulations; the tree doesn't depend on how they are divided between calls."""
    grown = int(size[0])
    for _ in range(more):
        grown = mcts.simulate(hidden[0], boxes[0], seat, search, workspace, grown)
    size[0] = grown


def chosen(workspace: Workspace) -> int:
    """The action to take."""
    return mcts.most_visited(workspace.nodes)


def tried(workspace: Workspace, actions: Ints, visits: Ints, values: Any) -> int:
    """Writes the actions at the root, the number of visits of each and the sum of the results for the seat that takes
    it, in chances of winning; returns the number of actions.
    """
    return _tried(workspace.nodes, actions, visits, values)


@jitable
def _tried(nodes: Any, actions: Ints, visits: Ints, values: Any) -> int:
    count = 0
    child = nodes[0].child
    while child:
        actions[count] = nodes[child].action
        visits[count] = nodes[child].visits
        values[count] = nodes[child].value
        count += 1
        child = nodes[child].sibling
    return count


# --- tree search with a network ---------------------------------------------------------------------


def guided_plant(hidden: Any, seat: int, seed: int, trees: Trees) -> None:
    """Begins a tree for a state that is hidden for a seat."""
    network_mcts.plant(hidden[0], seat, seed, trees)


def guided_grow(
    boxes: Any,
    settings: network_mcts.NetworkSearchConfig,
    network: Network,
    trees: Trees,
    network_workspace: NetworkWorkspace,
    first: int,
) -> int:
    """Simulates until the tree has `settings.simulations`, each of which begins with the action `first` if that is not
    negative; returns the number that it has.
    """
    while trees.done[0] < settings.simulations:
        network_mcts.simulate_from(boxes[0], network, trees, network_workspace, settings, first)
    return int(trees.done[0])


def guided_chosen(trees: Trees) -> int:
    """The action to take."""
    return mcts.most_visited(trees.nodes[0])


def guided_tried(trees: Trees, actions: Ints, visits: Ints, values: Any) -> int:
    """As `tried`, with rewards from -1 to 1 instead of chances; actions that were never visited are among them."""
    return _tried(trees.nodes[0], actions, visits, values)


# --- whole games ------------------------------------------------------------------------------------

RANDOM, GREEDY, SEARCH = range(3)
"""The bots that `play_on` knows, by the way they decide."""

MOST_MOVES = 256
"""The most moves of one call."""


def play_on(
    states: Any,
    boxes: Any,
    hidden: Any,
    seed: int,
    bot: int,
    simulations: int,
    search: Search,
    workspace: Workspace,
    last: Ints,
    moves: Ints,
    more: int,
    limit: int,
) -> int:
    """Plays at most `more` moves, with one bot in all seats; returns their number, which is less once the game is over.

    The moves are those of `compiled_games.play_tables` for the same seed.

    Args:
        seed: the seed of the game, which its bots think from.
        bot: RANDOM, GREEDY or SEARCH.
        simulations: for each decision of SEARCH.
        last: int64, (1,): the seat that moved last, which this function updates; -1 before the first move.
        moves: int64, (MOST_MOVES,): where the actions are written.
        limit: the number of moves at which a game ends even if it is not over.
    """
    made: int = 0
    while made < more and _comes_to_a_decision(states, boxes, hidden, last, limit):
        s, b, seat = hidden[0], boxes[0], last[0]
        if bot == RANDOM:
            start_thinking(s, seat, seed)
            fill_mask(s, b, seat, workspace.mask)
            action = draw_from_bytes(s, workspace.mask)
        elif bot == GREEDY:
            action = greedy.decide_greedily(
                s,
                b,
                seat,
                seed,
                workspace.mask,
                workspace.replies,
                workspace.dealt,
                workspace.tried,
                workspace.chances,
                workspace.order,
            )
        else:
            fill_mask(s, b, seat, workspace.mask)
            action = mcts.only(workspace.mask)
            if action < 0:
                mcts.grow_tree(s, b, seat, seed, simulations, search, workspace)
                action = mcts.most_visited(workspace.nodes)
        verbs.play(states[0], b, seat, action)
        moves[made] = action
        made += 1
    return made


def guided_play_on(
    states: Any,
    boxes: Any,
    hidden: Any,
    seed: int,
    settings: network_mcts.NetworkSearchConfig,
    network: Network,
    trees: Trees,
    network_workspace: NetworkWorkspace,
    last: Ints,
    moves: Ints,
    more: int,
    limit: int,
) -> int:
    """As `play_on`, with `master` in all seats."""
    made: int = 0
    while made < more and _comes_to_a_decision(states, boxes, hidden, last, limit):
        s, b, seat = hidden[0], boxes[0], last[0]
        fill_mask(s, b, seat, network_workspace.mask)
        action = mcts.only(network_workspace.mask)
        if action < 0:
            network_mcts.plant(s, seat, seed, trees)
            while trees.done[0] < settings.simulations:
                network_mcts.simulate_from(b, network, trees, network_workspace, settings, -1)
            action = mcts.most_visited(trees.nodes[0])
        verbs.play(states[0], b, seat, action)
        moves[made] = action
        made += 1
    return made


@jitable
def _comes_to_a_decision(states: Any, boxes: Any, hidden: Any, last: Ints, limit: int) -> bool:
    """Writes the next seat to decide into `last`, and the state that it knows into `hidden`; False if the game ends."""
    seat = next_seat(states[0], last[0])
    if seat < 0 or states[0].ply >= limit:
        return False
    last[0] = seat
    hidden[0] = states[0]
    verbs.hide(hidden[0], boxes[0], seat)
    return True
