"""Many tables played by bots to their ends at the same time, compiled.

In each step a bot decides for all the tables that wait for it in one call, from states hidden for the seat, and the
decisions are then played; so each bot is compiled once and no kernel depends on the set of bots. Table i is dealt from
`first + i` and its bots think from that seed too, so results do not depend on which tables are played together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cogtable.bots import Bot, random
from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.kernels import fill_mask, next_seat
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import IllegalAction
from cogtable.engine.records.state import Ints, Mask
from cogtable.engine.rules import rng, verbs

# --- kernels ----------------------------------------------------------------------------------------


@kernel
def _deal(states: Any, boxes: Any, blank: Any, first: int, acting: Ints) -> None:
    for i in range(states.size):
        states[i] = blank[0]
        rng.seed(states[i], first + i)
        verbs.setup(states[i], boxes[0])
        acting[i] = next_seat(states[i], -1)


@kernel
def _gather(
    states: Any, boxes: Any, first: int, acting: Ints, plays: Ints, hidden: Any, tables: Ints, seats: Ints, seeds: Ints
) -> int:
    """Copies and hides each state in which a seat with `plays[seat]` acts; returns their number."""
    count: int = 0
    for i in range(states.size):
        seat = acting[i]
        if seat >= 0 and plays[seat]:
            hidden[count] = states[i]
            verbs.hide(hidden[count], boxes[0], seat)
            tables[count] = i
            seats[count] = seat
            seeds[count] = first + i
            count += 1
    return count


@kernel
def _play(states: Any, boxes: Any, tables: Ints, actions: Ints, mask: Mask, limit: int, acting: Ints) -> int:
    """Plays the decisions; returns the first table where one was not legal, or -1."""
    for k in range(tables.size):
        i = int(tables[k])
        seat, action = acting[i], actions[k]
        fill_mask(states[i], boxes[0], seat, mask)
        if action < 0 or action >= mask.size or not mask[action]:
            return i
        verbs.play(states[i], boxes[0], seat, action)
        acting[i] = -1 if states[i].ply >= limit else next_seat(states[i], seat)
    return -1


@kernel
def _rank(states: Any, boxes: Any, ranks: Any) -> None:
    for i in range(states.size):
        verbs.rank(states[i], boxes[0], ranks[i])


@kernel
def _tally(states: Any, boxes: Any, used: Any) -> None:
    for i in range(states.size):
        if states[i].over:
            verbs.tally(states[i], boxes[0], used[i])


# --- the Python face --------------------------------------------------------------------------------


class Played(NamedTuple):
    """The end of each table of a chunk: places and scores (n, seats, 2), moves (n,), and whether it is over (n,).

    `used` says which seats used which of the items that the game counts, (n, seats, names); see `tallied`.
    """

    ranks: Ints
    plies: Ints
    over: Ints
    used: Any

    @property
    def won(self) -> Any:
        """Each seat's share of the win of each table, (n, seats): 1/k where k seats are first, 0 if it is not over."""
        return shares(self.ranks, self.over)


Watcher = Callable[[Any, Ints, Ints, Ints], object]
"""`watcher(states, tables, seats, actions)`: called before actions are played, with the tables, the seats and the
actions.

It can replace the bots' actions by other legal ones.
"""


def deal_tables(game: GameSpec, blank: Any, first: int, count: int) -> tuple[Any, Ints]:
    """The states of `count` tables, dealt from the seeds `first` on, and the seat that acts first at each."""
    states, acting = game.state.new(count), np.full(count, -1, np.int8)
    _deal(states, game.box.tables, blank, first, acting)
    return states, acting


def play_tables(
    game: GameSpec,
    blank: Any,
    players: list[Bot],
    first: int,
    count: int,
    order: Callable[[Any], Any] | None = None,
    *,
    changed: Callable[[Any], object] | None = None,
    watched: Watcher | None = None,
) -> Played:
    """Plays `count` tables, dealt from the seeds `first` on, to their ends. Without tables it only compiles.

    Seats that can act at the same time act in turn, unless `order` says which waiting seat acts next: it gets the
    states and returns a seat for each. `changed` gets the states once they are dealt, and may change the deal.
    `watched` gets each batch of decisions before they are played (see `Watcher`).
    """
    states, acting = deal_tables(game, blank, first, count)
    if changed:
        changed(states)
    if not order and not watched and all(player is random.BOT for player in players):
        random.play_out(game, states, first)
    else:
        _play_by_turns(game, states, players, first, acting, order, watched)
    return _played(game, states, len(players))


def play_on(game: GameSpec, states: Any, players: list[Bot], first: int, *, watched: Watcher | None = None) -> Played:
    """Plays tables on to their ends from the positions in `states`, which become those at the ends. The bots at table i
    think from the seed `first + i`. `watched` gets each batch of decisions before they are played (see `Watcher`).
    """
    waiting = states["waiting"].astype(np.int64)
    lowest = np.log2(np.maximum(1, waiting & -waiting)).astype(np.int8)
    _play_by_turns(game, states, players, first, np.where(waiting > 0, lowest, np.int8(-1)), None, watched)
    return _played(game, states, len(players))


def _played(game: GameSpec, states: Any, seats: int) -> Played:
    ranks = np.zeros((states.size, seats, 2), np.int32)
    _rank(states, game.box.tables, ranks)
    return Played(ranks, states["ply"].copy(), states["over"].copy(), used(game, states, seats))


def _play_by_turns(
    game: GameSpec,
    states: Any,
    players: list[Bot],
    first: int,
    acting: Ints,
    order: Callable[[Any], Any] | None,
    watched: Watcher | None,
) -> None:
    """Plays all tables to their ends, a decision at each of them at a time."""
    boxes, count = game.box.tables, states.size
    hidden, deciding = game.state.new(count), np.zeros(count, np.int8)
    tables, seeds, actions = np.zeros((3, count), np.int64)
    mask = game.mask()
    parties = [(bot, np.array([player is bot for player in players], np.uint8)) for bot in dict.fromkeys(players)]
    while True:
        if order:
            acting[:] = np.where(acting < 0, -1, order(states))
        for bot, plays in parties:
            n = _gather(states, boxes, first, acting, plays, hidden, tables, deciding, seeds)
            bot.decide_many(game, hidden[:n], deciding[:n], seeds[:n], actions[:n])
            if watched:
                watched(states, tables[:n], deciding[:n], actions[:n])
            wrong = _play(states, boxes, tables[:n], actions[:n], mask, game.bound, acting)
            if wrong >= 0:
                raise IllegalAction(f"the bot {bot.name} chose an action that is not legal (seed {first + wrong})")
        if not (acting >= 0).any():
            return


def shares(ranks: Ints, over: Ints) -> Any:
    """Each seat's share of the win of each table, (n, seats): 1/k where k seats are first, 0 if it is not over."""
    first = (ranks[:, :, 0] == 1) & (over != 0)[:, None]
    return first / np.maximum(1, first.sum(axis=1))[:, None]


def tallied(game: GameSpec) -> list[tuple[str, str]]:
    """The kinds and names that the game counts, each once."""
    return list(dict.fromkeys(game.tallied))


def used(game: GameSpec, states: Any, seats: int) -> Any:
    """Which seats used which of the items that the game counts, (tables, seats, names); all zero for tables that are
    not over.
    """
    items, names = game.tallied, tallied(game)
    found = np.zeros((states.size, seats, len(items)), np.uint8)
    if items:
        _tally(states, game.box.tables, found)
    by_item: Any = found != 0
    if len(names) == len(items):
        return by_item
    first = {item: i for i, item in reversed(list(enumerate(items)))}
    by_name = by_item[:, :, [first[name] for name in names]]
    for i, item in enumerate(items):
        if i != first[item]:
            by_name[:, :, names.index(item)] |= by_item[:, :, i]
    return by_name
