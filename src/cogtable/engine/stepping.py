"""The compiled part of batches: dealing, stepping and observing many tables in place."""

from __future__ import annotations

from typing import Any, NamedTuple

from cogtable.engine import verbs
from cogtable.engine.chance import seed
from cogtable.engine.jit import jitable, kernel, observing_kernel
from cogtable.engine.native import fill_mask, next_seat, random_action, some_action, some_seat
from cogtable.engine.state import Ints, Mask, Record, UInt32

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
    """Padded, as `some_action` wants them."""
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


@kernel
def play_out(states: Any, boxes: Any, mask: Mask, limit: int) -> int:
    """Plays each state to its end with random actions, at most `limit` of them each; returns how many were played."""
    b = boxes[0]
    moves = 0
    for i in range(states.size):
        s = states[i]
        left = limit
        while not s.over and left > 0:
            seat = some_seat(s)
            verbs.play(s, b, seat, random_action(s, b, seat, s, mask))
            left -= 1
        moves += limit - left
    return moves


@kernel
def deal(states: Any, boxes: Any, starts: Starts, own: Own, told: Told, tables: Ints) -> None:
    """Deals some tables anew."""
    for i in tables:
        states[i] = starts.blanks[starts.seats[i]]
        seed(states[i], starts.seeds[i])
        verbs.setup(states[i], boxes[0])
        seed(starts.draws[i], starts.seeds[i] ^ NOT_A_DEAL)
        own.acting[i] = -1
        _show(states[i], boxes[0], i, own, told)


@jitable
def _show(s: Any, b: Any, i: int, own: Own, told: Told) -> None:
    """Writes whose decision comes next at table i, and what is legal; nobody's once it has ended."""
    seat = next_seat(s, own.acting[i])
    if not s.over:
        own.observers[i] = seat
    own.acting[i] = -1 if s.over or s.ply >= own.limits[i] else seat
    _show_legal(s, b, i, own, told)


@jitable
def _show_legal(s: Any, b: Any, i: int, own: Own, told: Told) -> None:
    seat = own.acting[i]
    if seat >= 0:
        fill_mask(s, b, seat, own.masks[i])
    else:
        own.masks[i, :] = 0
    told.waiting[i] = s.waiting
    told.acting[i] = seat
    told.observers[i] = own.observers[i]
    for action in range(told.masks.shape[1]):
        told.masks[i, action] = own.masks[i, action]


@jitable
def reward(places: Ints, seats: int, seat: int) -> float:
    """What a seat gets for its place: the share of the others that it left behind, minus the share of those ahead."""
    ahead, behind = 0, 0
    for other in range(seats):
        ahead += places[other, 0] < places[seat, 0]
        behind += places[other, 0] > places[seat, 0]
    return (behind - ahead) / max(1, seats - 1)


@jitable
def _score(s: Any, b: Any, i: int, own: Own, told: Told) -> None:
    """Writes the result of a game that is over."""
    verbs.rank(s, b, own.places[i])
    for seat in range(s.seats):
        told.ranks[i, seat] = own.places[i, seat, 0]
        told.scores[i, seat] = own.places[i, seat, 1]
        told.rewards[i, seat] = reward(own.places[i], s.seats, seat)


@kernel
def first_illegal(masks: Any, actions: Ints, acting: Ints) -> int:
    """The first table whose action is not legal; -1 if there is none."""
    for i in range(actions.size):
        action = actions[i]
        if acting[i] >= 0 and (action < 0 or action >= masks.shape[1] or masks[i, action] == 0):
            return i
    return -1


@kernel
def step(states: Any, boxes: Any, actions: Ints, own: Own, told: Told, start: int, stop: int) -> None:
    """Plays one legal action at each table that has not ended."""
    for i in range(start, stop):
        for seat in range(told.rewards.shape[1]):
            told.rewards[i, seat] = 0
        if own.acting[i] >= 0:
            s = states[i]
            verbs.play(s, boxes[0], own.acting[i], actions[i])
            told.terminated[i] = s.over != 0
            told.truncated[i] = not s.over and s.ply >= own.limits[i]
            if s.over:
                _score(s, boxes[0], i, own, told)
            _show(s, boxes[0], i, own, told)


@kernel
def take_up(states: Any, boxes: Any, own: Own, told: Told, tables: Ints) -> None:
    """Writes the buffers of tables whose states came from elsewhere."""
    for i in tables:
        s = states[i]
        told.rewards[i, :] = 0
        told.ranks[i, :] = 0
        told.scores[i, :] = 0
        told.terminated[i] = s.over != 0
        told.truncated[i] = not s.over and s.ply >= own.limits[i]
        if s.over:
            _score(s, boxes[0], i, own, told)
        own.acting[i] = -1
        _show(s, boxes[0], i, own, told)


@kernel
def imagine(states: Any, boxes: Any, seats: Ints, seeds: Ints, own: Own, told: Told, tables: Ints) -> None:
    """Deals what a seat of each table does not know anew."""
    for i in tables:
        s = states[i]
        verbs.hide(s, boxes[0], seats[i])
        seed(s, seeds[i])
        verbs.determinize(s, boxes[0], seats[i])
        _show_legal(s, boxes[0], i, own, told)


@kernel
def sample(draws: Any, masks: Any, acting: Ints, actions: Ints, start: int, stop: int) -> None:
    """Draws a random legal action for each table; -1 where it has ended."""
    for i in range(start, stop):
        actions[i] = some_action(draws[i], masks[i]) if acting[i] >= 0 else -1


@jitable
def write_observation(s: Any, b: Any, known: Any, seat: int, blank: Ints, row: Ints) -> None:
    """Writes what a seat knows of a state, which is not changed."""
    known[0] = s
    verbs.hide(known[0], b, seat)
    for place in range(row.size):
        row[place] = blank[place]
    verbs.observe(known[0], b, seat, row)


@observing_kernel
def observe(states: Any, boxes: Any, known: Any, seats: Ints, blank: Ints, out: Any, tables: Ints) -> None:
    """Writes what a seat of each table knows; `known` is room for one hidden state, `blank` how each row begins."""
    for i in tables:
        write_observation(states[i], boxes[0], known, seats[i], blank, out[i])
