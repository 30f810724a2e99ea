"""What is done at one table of a batch: dealing, stepping, observing. Devices (see `batches`) do it at many tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.compile.jit import jitable, wide
from cogtable.engine.compiled_play.kernels import fill_and_pack, next_seat, random_action, random_seat
from cogtable.engine.records.state import Ints, Mask, Record, UInt32
from cogtable.engine.rules import verbs
from cogtable.engine.rules.bitmask import draw, is_packed
from cogtable.engine.rules.rng import MAX_SEED, seed

NOT_A_DEAL = 0x5851F42D4C957F2D
"""Keeps the generators that draw actions apart from those that deal."""


class Draws(Record):
    """The generator that draws random actions for a table."""

    rng: UInt32[4]


class ResetSpec(NamedTuple):
    """What tables are dealt from."""

    blanks: Any
    """For each number of seats from 0 a record that is not yet dealt."""
    seats: Ints
    """How many each table has."""
    seeds: Ints
    """The seed from which each table was dealt; -1 for a position that was not dealt here."""
    following: Ints
    """The seed from which each is dealt next."""
    draws: Any
    """The generators of random actions."""


class Internal(NamedTuple):
    """What a batch works with; nobody else can write it."""

    action_mask: Any
    """Packed (see `packed_masks`)."""
    current_player: Ints
    observers: Ints
    """The seat of which each table shows what it knows."""
    places: Ints
    """What the verb `rank` writes."""
    limits: Ints
    """After how many moves each table is stopped."""


class Outputs(NamedTuple):
    """The buffers that a batch hands out, never read here."""

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
    """Plays a state to its end with random actions, at most `limit` of them; returns how many were played."""
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
    """Deals table i anew, from the seed that follows; `afresh` also forgets the result of the game before."""
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
    """The seed that a table of a batch of so many is dealt from next, so that no two tables meet."""
    room = MAX_SEED - number
    return number + num_envs if room >= num_envs else num_envs - room - 1


@jitable
def _forget(outputs: Outputs, i: int) -> None:
    """Clears the result of a game."""
    for seat in range(outputs.rewards.shape[1]):
        outputs.rewards[i, seat] = 0
        outputs.ranks[i, seat] = 0
        outputs.scores[i, seat] = 0


@jitable
def _show(s: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes whose decision comes next at table i, and what is legal; nobody's once it has ended."""
    seat = next_seat(s, wide(internal.current_player[i]))
    if not s.over:
        internal.observers[i] = seat
    internal.current_player[i] = -1 if s.over or s.ply >= internal.limits[i] else seat
    show_legal(s, b, internal, outputs, i)


@jitable
def show_legal(s: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes what is legal at table i for the acting seat."""
    seat = wide(internal.current_player[i])
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
    """What a seat gets for its place: the share of the others that it left behind, minus the share of those ahead."""
    ahead, behind = 0, 0
    for other in range(seats):
        ahead += places[other, 0] < places[seat, 0]
        behind += places[other, 0] > places[seat, 0]
    return (behind - ahead) / max(1, seats - 1)


@jitable
def _score(s: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes the result of a game that is over."""
    verbs.rank(s, b, internal.places[i])
    for seat in range(s.seats):
        outputs.ranks[i, seat] = internal.places[i, seat, 0]
        outputs.scores[i, seat] = internal.places[i, seat, 1]
        outputs.rewards[i, seat] = reward(internal.places[i], s.seats, seat)


@jitable
def is_illegal(action_mask: Any, current_player: Ints, moving: Ints, actions: Ints, i: int) -> bool:
    """Whether table i moves and its action is not legal."""
    action = wide(actions[i])
    if current_player[i] < 0 or not moving[i]:
        return False
    return action < 0 or action >= 8 * action_mask.shape[1] or not is_packed(action_mask[i], action)


@jitable
def step(states: Any, b: Any, internal: Internal, outputs: Outputs, moving: Ints, actions: Ints, i: int) -> None:
    """Plays a legal action at table i if it moves and has not ended."""
    for seat in range(outputs.rewards.shape[1]):
        outputs.rewards[i, seat] = 0
    if internal.current_player[i] >= 0 and moving[i]:
        s = states[i]
        verbs.play(s, b, wide(internal.current_player[i]), wide(actions[i]))
        outputs.terminated[i] = s.over != 0
        outputs.truncated[i] = not s.over and s.ply >= internal.limits[i]
        if s.over:
            _score(s, b, internal, outputs, i)
        _show(s, b, internal, outputs, i)


@jitable
def refresh(states: Any, b: Any, internal: Internal, outputs: Outputs, i: int) -> None:
    """Writes the buffers of table i, whose state came from elsewhere."""
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
    """Deals what a seat of table i does not know anew."""
    s = states[i]
    seat = wide(seats[i])
    verbs.hide(s, b, seat)
    seed(s, seeds[i])
    verbs.determinize(s, b, seat)
    show_legal(s, b, internal, outputs, i)


@jitable
def sample(draws: Any, action_mask: Any, current_player: Ints, actions: Ints, i: int) -> None:
    """Draws a random legal action for table i; -1 if it has ended."""
    actions[i] = draw(draws[i], action_mask[i].view(np.int64)) if current_player[i] >= 0 else -1


@jitable
def write_observation(s: Any, b: Any, known: Any, seat: int, blank: Ints, row: Ints) -> None:
    """Writes what a seat knows of a state, which is not changed; `known` is room for one hidden state, `blank` how each
    row begins (see `GameSpec.constant_row`).
    """
    known[0] = s
    hide_and_observe(known[0], b, seat, blank, row)


@jitable
def hide_and_observe(known: Any, b: Any, seat: int, blank: Ints, row: Ints) -> None:
    """Writes what a seat knows of a state, which is hidden itself: it loses what the seat does not know."""
    verbs.hide(known, b, seat)
    begin_row(blank, row)
    verbs.observe(known, b, seat, row)


@jitable
def begin_row(blank: Ints, row: Ints) -> None:
    """Makes a row what an observation begins as: `blank`, or zeros where that is empty."""
    if blank.size:
        for place in range(row.size):
            row[place] = blank[place]
    else:
        for place in range(row.size):
            row[place] = 0
