"""Premoves: the choices of a seat after the turn of the seat before it; and conditional moves: what could happen after
several moves that a seat thinks of.

The moves of others are simulated, so this reveals nothing: the seat's information state is completed at random
(`determinize`), and legal moves are played, at random until it is the seat's turn or as the seat thinks.

>>> from cogtable.engine.play import premoves
>>> planned = premoves.choices_ahead(match, seat=1)
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.match import Match, Move
from cogtable.engine.records.state import copied
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.events import Note
from cogtable.view import Choice

SAMPLED_WORLDS = 3
"""The number of times that the other seat's turn is simulated."""

MOST = 40
"""The highest number of moves in one simulated turn."""


def choices_ahead(match: Match, seat: int) -> list[Choice]:
    """Returns all choices of `seat` after one of the simulated turns.

    Empty if the game waits for `seat` itself or for several seats, or if `seat` is not next.
    """
    if match.over or len(match.waiting) != 1 or seat in match.waiting:
        return []
    found: dict[tuple[int, str, tuple[str, ...]], Choice] = {}
    for number in range(SAMPLED_WORLDS):
        for choice in _after_a_turn(match, seat, number):
            found.setdefault((choice.action, choice.text, choice.pieces), choice)
    return list(found.values())


def _imagined(match: Match, seat: int, number: int) -> Match:
    """Returns a copy of a match that goes on from what a seat knows, completed at random."""
    position = match.hidden(seat)
    rng.seed(position[0], number)
    verbs.determinize(position[0], match.game.box.record, seat)
    return match.with_position(position)


def _after_a_turn(match: Match, seat: int, number: int) -> list[Choice]:
    imagined, draw = _imagined(match, seat, number), random.Random(number)
    (mover,) = match.waiting
    for _ in range(MOST):
        if imagined.waiting != (mover,):
            break
        _play_anything(imagined, mover, draw)
    return imagined.choices(seat) if seat in imagined.waiting else []


def _play_anything(imagined: Match, seat: int, draw: random.Random) -> None:
    imagined.play(seat, draw.choice(np.flatnonzero(imagined.legal(seat)).tolist()))


# --- conditional moves -----------------------------------------------------------------------------


ANYTHING = -1
"""In place of a seat and an action: whatever others play until it is the seat's turn."""


class Step(NamedTuple):
    """A move that a seat thinks of, with its text, as the player of the move would read it."""

    seat: int
    action: int
    text: str = ""


def imagine(
    match: Match, seat: int, steps: Sequence[Step], check: Callable[[Match, Step], None] | None = None
) -> tuple[Match, list[Step]]:
    """Returns how a match could go on after some steps, from what a seat knows; and the steps with their texts, and
    with the passes between them that nobody chooses. `check` is called with the match before each move, and the move.
    Raises IllegalAction if a step is not possible.
    """
    imagined, draw, played = _imagined(match, seat, 0), random.Random(0), []
    for step in steps:
        before = imagined.ply
        if step.action == ANYTHING:
            _play_until(imagined, seat, draw)
            played.append(Step(ANYTHING, ANYTHING))
            continue
        if imagined.waiting != (step.seat,):
            raise IllegalAction(f"seat {step.seat} does not decide alone after {len(played)} moves")
        action = imagined.check(step.seat, step.action)
        if check:
            check(imagined, step)
        imagined.play(step.seat, action)
        played += [Step(move.seat, move.action, move.text) for move in imagined.moves[before:]]
    return imagined, played


def recognised(match: Match, mover: int, seat: int) -> set[int]:
    """Returns the choices that `mover` has now and that `seat` could tell from all others, once one is played: by what
    it knows of the position then, or by the notes that reach it. A card that is laid face down is none of them.
    """
    known: defaultdict[bytes, list[int]] = defaultdict(list)
    for action in np.flatnonzero(match.legal(mover)).tolist():
        position = copied(match.position)
        verbs.play(position[0], match.game.box.record, mover, action)
        verbs.hide(position[0], match.game.box.record, seat)
        known[position.tobytes()].append(action)
    found: set[int] = set()
    for alike in known.values():
        heard = [_heard(match, mover, action, seat) for action in alike] if len(alike) > 1 else [[]]
        found.update(action for action, notes in zip(alike, heard, strict=True) if heard.count(notes) == 1)
    return found


def _heard(match: Match, mover: int, action: int, seat: int) -> list[Note]:
    """Returns the notes of a move that reach a seat."""
    after = match.copy()
    after.play(mover, action)
    return [note for move in after.moves[match.ply :] for note in move.notes if note.reaches(seat)]


def _play_until(imagined: Match, seat: int, draw: random.Random) -> None:
    if seat in imagined.waiting or imagined.over:
        raise IllegalAction(f"seat {seat} does not wait for others")
    for _ in range(MOST):
        if seat in imagined.waiting or imagined.over:
            return
        _play_anything(imagined, imagined.waiting[0], draw)
    raise IllegalAction(f"seat {seat} does not decide within {MOST} moves of others")


def left_of(steps: Sequence[Step], moves: Sequence[Move], seat: int) -> Sequence[Step] | None:
    """Returns the steps of a seat that are left after some moves; None if these are not the first of the steps."""
    at, moves = 0, list(moves)
    while moves:
        if at == len(steps):
            return None
        if steps[at].action == ANYTHING:
            theirs = next((n for n, move in enumerate(moves) if move.seat == seat), len(moves))
            if not theirs:
                return None
            del moves[:theirs]
        elif Step(moves[0].seat, moves[0].action, moves[0].text) == steps[at]:
            del moves[0]
        else:
            return None
        at += 1
    return steps[at:]
