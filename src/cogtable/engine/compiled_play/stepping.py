"""What is done at one table of a batch: dealing, stepping, observing. Devices (see `batches`) do it at many tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.compile.jit import jitable
from cogtable.engine.compiled_play.kernels import fill_and_pack, next_seat, random_action, some_seat
from cogtable.engine.records.state import Ints, Mask, Record, UInt32
from cogtable.engine.rules import verbs
from cogtable.engine.rules.bitmask import draw, is_packed
from cogtable.engine.rules.rng import MAX_SEED, seed

NOT_A_DEAL = 0x5851F42D4C957F2D
"""Keeps the generators that draw actions apart from those that deal."""


class Draws(Record):
    """The generator that draws random actions for a table."""

    rng: UInt32[4]


class Starts(NamedTuple):
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


class Own(NamedTuple):
    """What a batch works with; nobody else can write it."""

    masks: Any
    """Packed (see `packed_masks`)."""
    acting: Ints
    observers: Ints
    """The seat of which each table shows what it knows."""
    places: Ints
    """What the verb `rank` writes."""
    limits: Ints
    """After how many moves each table is stopped."""


class Told(NamedTuple):
    """The buffers that a batch hands out, never read here."""

    masks: Any
    acting: Ints
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
        seat = some_seat(s)
        verbs.play(s, b, seat, random_action(s, b, seat, s, mask))
        left -= 1
    return limit - left


@jitable
def deal(states: Any, b: Any, starts: Starts, own: Own, told: Told, afresh: bool, i: int) -> None:
    """Deals table i anew, from the seed that follows; `afresh` also forgets the result of the game before."""
    starts.seeds[i] = starts.following[i]
    starts.following[i] = seed_after(starts.seeds[i], starts.seeds.size)
    states[i] = starts.blanks[starts.seats[i]]
    seed(states[i], starts.seeds[i])
    verbs.setup(states[i], b)
    seed(starts.draws[i], starts.seeds[i] ^ NOT_A_DEAL)
    if afresh:
        _forget(told, i)
        told.terminated[i] = False
        told.truncated[i] = False
    own.acting[i] = -1
    _show(states[i], b, own, told, i)


@jitable
def seed_after(number: int, count: int) -> int:
    """The seed that a table of a batch of so many is dealt from next, so that no two tables meet."""
    room = MAX_SEED - number
    return number + count if room >= count else count - room - 1


@jitable
def _forget(told: Told, i: int) -> None:
    """Clears the result of a game."""
    for seat in range(told.rewards.shape[1]):
        told.rewards[i, seat] = 0
        told.ranks[i, seat] = 0
        told.scores[i, seat] = 0


@jitable
def _show(s: Any, b: Any, own: Own, told: Told, i: int) -> None:
    """Writes whose decision comes next at table i, and what is legal; nobody's once it has ended."""
    seat = next_seat(s, int(own.acting[i]))
    if not s.over:
        own.observers[i] = seat
    own.acting[i] = -1 if s.over or s.ply >= own.limits[i] else seat
    show_legal(s, b, own, told, i)


@jitable
def show_legal(s: Any, b: Any, own: Own, told: Told, i: int) -> None:
    """Writes what is legal at table i for the acting seat."""
    seat = int(own.acting[i])
    if seat >= 0:
        fill_and_pack(s, b, seat, told.masks[i], own.masks[i])
    else:
        told.masks[i, :] = 0
        own.masks[i, :] = 0
    told.waiting[i] = s.waiting
    told.acting[i] = seat
    told.observers[i] = own.observers[i]


@jitable
def reward(places: Ints, seats: int, seat: int) -> float:
    """What a seat gets for its place: the share of the others that it left behind, minus the share of those ahead."""
    ahead, behind = 0, 0
    for other in range(seats):
        ahead += places[other, 0] < places[seat, 0]
        behind += places[other, 0] > places[seat, 0]
    return (behind - ahead) / max(1, seats - 1)


@jitable
def _score(s: Any, b: Any, own: Own, told: Told, i: int) -> None:
    """Writes the result of a game that is over."""
    verbs.rank(s, b, own.places[i])
    for seat in range(s.seats):
        told.ranks[i, seat] = own.places[i, seat, 0]
        told.scores[i, seat] = own.places[i, seat, 1]
        told.rewards[i, seat] = reward(own.places[i], s.seats, seat)


@jitable
def is_illegal(masks: Any, acting: Ints, moving: Ints, actions: Ints, i: int) -> bool:
    """Whether table i moves and its action is not legal."""
    action = int(actions[i])
    if acting[i] < 0 or not moving[i]:
        return False
    return action < 0 or action >= 8 * masks.shape[1] or not is_packed(masks[i], action)


@jitable
def step(states: Any, b: Any, own: Own, told: Told, moving: Ints, actions: Ints, i: int) -> None:
    """Plays a legal action at table i if it moves and has not ended."""
    for seat in range(told.rewards.shape[1]):
        told.rewards[i, seat] = 0
    if own.acting[i] >= 0 and moving[i]:
        s = states[i]
        verbs.play(s, b, int(own.acting[i]), int(actions[i]))
        told.terminated[i] = s.over != 0
        told.truncated[i] = not s.over and s.ply >= own.limits[i]
        if s.over:
            _score(s, b, own, told, i)
        _show(s, b, own, told, i)


@jitable
def take_up(states: Any, b: Any, own: Own, told: Told, i: int) -> None:
    """Writes the buffers of table i, whose state came from elsewhere."""
    s = states[i]
    _forget(told, i)
    told.terminated[i] = s.over != 0
    told.truncated[i] = not s.over and s.ply >= own.limits[i]
    if s.over:
        _score(s, b, own, told, i)
    own.acting[i] = -1
    _show(s, b, own, told, i)


@jitable
def imagine(states: Any, b: Any, own: Own, told: Told, seats: Ints, seeds: Ints, i: int) -> None:
    """Deals what a seat of table i does not know anew."""
    s = states[i]
    seat = int(seats[i])
    verbs.hide(s, b, seat)
    seed(s, seeds[i])
    verbs.determinize(s, b, seat)
    show_legal(s, b, own, told, i)


@jitable
def sample(draws: Any, masks: Any, acting: Ints, actions: Ints, i: int) -> None:
    """Draws a random legal action for table i; -1 if it has ended."""
    actions[i] = draw(draws[i], masks[i].view(np.int64)) if acting[i] >= 0 else -1


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
