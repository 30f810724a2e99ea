"""Dealing, stepping and observing one table of a batch. Devices (see `batches`) do it for many tables.

`s` is a state, `b` the box's record, and i the number of a table. Below, n is the number of tables, `most` the highest
number of seats at one, and `actions` the size of the action space.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.compile.jit import jitable
from cogtable.engine.compiled_play.kernels import fill_and_pack, next_seat, random_action, random_seat
from cogtable.engine.records.state import Ints, Mask, Record, UInt32
from cogtable.engine.rules import verbs
from cogtable.engine.rules.bitmask import draw, is_packed
from cogtable.engine.rules.rng import MAX_SEED, seed

NOT_A_DEAL = 0x5851F42D4C957F2D
"""Keeps the generators that draw actions apart from those that deal."""


class Draws(Record):
    """The generator that draws random actions for a table: four words of 32 bits."""

    rng: UInt32[4]


class ResetSpec(NamedTuple):
    """The data that tables are dealt from."""

    blanks: Any
    """Records that are not yet dealt, (most + 1,): the one for p seats at place p."""
    seats: Ints
    """The number of seats of each table, int8, (n,)."""
    seeds: Ints
    """The seed from which each table was dealt, int64, (n,); -1 for a position that was not dealt here."""
    following: Ints
    """The seed from which each table is dealt next, int64, (n,)."""
    draws: Any
    """The generators of random actions, `Draws`, (n,)."""


class Internal(NamedTuple):
    """Internal buffers of a batch, which it never returns, so programs cannot change games by writing into them."""

    action_mask: Any
    """The legal actions of the current player, one bit each: uint8, (n, bytes), see `packed_masks`."""
    current_player: Ints
    """The seat whose decision comes next, int8, (n,); -1 where the table has ended."""
    observers: Ints
    """The seat whose observation is written, int8, (n,)."""
    places: Ints
    """The output of the verb `rank`, int32, (n, most, 2): the place of each seat, 1 is best, and its score."""
    limits: Ints
    """The number of moves after which each table is stopped, int64, (n,)."""


class Outputs(NamedTuple):
    """The public buffers of a batch, with the shapes and types that `Batch` states. Rules never read them."""

    action_mask: Any
    current_player: Ints
    observers: Ints
    waiting: Ints
    rewards: Ints
    terminated: Ints
    truncated: Ints
    ranks: Ints
    scores: Ints


@jitable
def play_out(s: Any, b: Any, mask: Mask, limit: int) -> int:
    """Plays a state to its end with random actions, at most `limit` of them; returns the number played.

    `mask` is a buffer for a mask of bytes (see `padded`).
    """
    left = limit
    while not s.over and left > 0:
        seat = random_seat(s)
        verbs.play(s, b, seat, random_action(s, b, seat, s, mask))
        left -= 1
    return limit - left


@jitable
def deal(
    states: Any, b: Any, reset_spec: ResetSpec, internal: Internal, outputs: Outputs, afresh: bool, i: int
) -> None:
    """Deals table i again from its next seed; with `afresh` the result of the game before is cleared too."""
    reset_spec.seeds[i] = reset_spec.following[i]
    reset_spec.following[i] = seed_after(reset_spec.seeds[i], reset_spec.seeds.size)
    states[i] = reset_spec.blanks[reset_spec.seats[i]]
    seed(states[i], reset_spec.seeds[i])
    verbs.setup(states[i], b)
    seed(reset_spec.draws[i], reset_spec.seeds[i] ^ NOT_A_DEAL)
    if afresh:
        _forget(outputs, i)
        outputs.terminated[i] = False
        outputs.truncated[i] = False
    internal.current_player[i] = -1
    _show(states[i], b, internal, outputs, i)


@jitable
def seed_after(number: int, num_envs: int) -> int:
    """The seed that a table is dealt from next: no two tables of the batch ever get the same."""
    room = MAX_SEED - number
    return number + num_envs if room >= num_envs else num_envs - room - 1


@jitable
def _forget(outputs: Outputs, i: int) -> None:
    """Clears rewards, ranks and scores of table i."""
    for seat in range(outputs.rewards.shape[1]):
        outputs.rewards[i, seat] = 0
        outputs.ranks[i, seat] = 0
        outputs.scores[i, seat] = 0


@jitable
def _show(s: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes the seat with the next decision at table i (-1 once it has ended) and its legal actions."""
    seat = next_seat(s, int(internal.current_player[i]))
    if not s.over:
        internal.observers[i] = seat
    internal.current_player[i] = -1 if s.over or s.ply >= internal.limits[i] else seat
    show_legal(s, b, internal, outputs, i)


@jitable
def show_legal(s: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes the legal actions of the acting seat at table i."""
    seat = int(internal.current_player[i])
    if seat >= 0:
        fill_and_pack(s, b, seat, outputs.action_mask[i], internal.action_mask[i])
    else:
        outputs.action_mask[i, :] = 0
        internal.action_mask[i, :] = 0
    outputs.waiting[i] = s.waiting
    outputs.current_player[i] = seat
    outputs.observers[i] = internal.observers[i]


@jitable
def reward(places: Ints, seats: int, seat: int) -> float:
    """The reward of a seat, from -1 to 1: the share of the others behind it, minus the share of those ahead of it.

    `places` is int32, (most, 2), as the verb `rank` writes it.
    """
    ahead, behind = 0, 0
    for other in range(seats):
        ahead += places[other, 0] < places[seat, 0]
        behind += places[other, 0] > places[seat, 0]
    return (behind - ahead) / max(1, seats - 1)


@jitable
def _score(s: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes ranks, scores and rewards of table i, whose game is over."""
    verbs.rank(s, b, internal.places[i])
    for seat in range(s.seats):
        outputs.ranks[i, seat] = internal.places[i, seat, 0]
        outputs.scores[i, seat] = internal.places[i, seat, 1]
        outputs.rewards[i, seat] = reward(internal.places[i], s.seats, seat)


@jitable
def is_illegal(action_mask: Any, current_player: Ints, moving: Ints, actions: Ints, i: int) -> bool:
    """Whether table i moves, has not ended, and its action is not legal. `action_mask` is packed."""
    action = int(actions[i])
    if current_player[i] < 0 or not moving[i]:
        return False
    return action < 0 or action >= 8 * action_mask.shape[1] or not is_packed(action_mask[i], action)


@jitable
def step(states: Any, b: Any, internal: Internal, outputs: Outputs, moving: Ints, actions: Ints, i: int) -> None:
    """Plays a legal action at table i if it moves and has not ended, and writes the outputs.

    `moving` is bool, (n,); `actions` is int64, (n,).
    """
    for seat in range(outputs.rewards.shape[1]):
        outputs.rewards[i, seat] = 0
    if internal.current_player[i] >= 0 and moving[i]:
        s = states[i]
        verbs.play(s, b, int(internal.current_player[i]), int(actions[i]))
        outputs.terminated[i] = s.over != 0
        outputs.truncated[i] = not s.over and s.ply >= internal.limits[i]
        if s.over:
            _score(s, b, internal, outputs, i)
        _show(s, b, internal, outputs, i)


@jitable
def refresh(states: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes all outputs of table i from its state, which was not reached by `step`."""
    s = states[i]
    _forget(outputs, i)
    outputs.terminated[i] = s.over != 0
    outputs.truncated[i] = not s.over and s.ply >= internal.limits[i]
    if s.over:
        _score(s, b, internal, outputs, i)
    internal.current_player[i] = -1
    _show(s, b, internal, outputs, i)


@jitable
def redeterminize(states: Any, b: Any, internal: Internal, outputs: Outputs, seats: Ints, seeds: Ints, i: int) -> None:
    """Samples the information hidden from `seats[i]` (-1 for a spectator) at table i again, from the
    seed `seeds[i]`.
    """
    s = states[i]
    seat = int(seats[i])
    verbs.hide(s, b, seat)
    seed(s, seeds[i])
    verbs.determinize(s, b, seat)
    show_legal(s, b, internal, outputs, i)


@jitable
def sample(draws: Any, action_mask: Any, current_player: Ints, actions: Ints, i: int) -> None:
    """Draws a random legal action for table i; -1 if it has ended. `action_mask` is packed, `actions` int64, (n,)."""
    actions[i] = draw(draws[i], action_mask[i].view(np.int64)) if current_player[i] >= 0 else -1


@jitable
def write_observation(s: Any, b: Any, known: Any, seat: int, blank: Ints, row: Ints) -> None:
    """Writes a seat's observation of a state into `row`, int16, (numbers,). The state is not changed.

    `known` is a buffer for one hidden state, (1,). `blank` is the initial row (see `GameSpec.constant_row`).
    """
    known[0] = s
    hide_and_observe(known[0], b, seat, blank, row)


@jitable
def hide_and_observe(known: Any, b: Any, seat: int, blank: Ints, row: Ints) -> None:
    """Writes a seat's observation of a state into `row`. The state itself is hidden: it loses the information that the
    seat may not know.
    """
    verbs.hide(known, b, seat)
    begin_row(blank, row)
    verbs.observe(known, b, seat, row)


@jitable
def begin_row(blank: Ints, row: Ints) -> None:
    """Fills a row with `blank`, or with zeros where `blank` is empty."""
    if blank.size:
        for place in range(row.size):
            row[place] = blank[place]
    else:
        for place in range(row.size):
            row[place] = 0
