"""Premoves: the choices of a seat after the turn of the seat before it.

That turn is simulated, so this reveals nothing: the seat's information state is completed at random (`determinize`),
and random legal moves are played until it is the seat's turn.

>>> from cogtable.engine.play import premoves
>>> planned = premoves.choices_ahead(match, seat=1)
"""

from __future__ import annotations

import random

import numpy as np

from cogtable.engine.play.match import Match
from cogtable.engine.rules import rng, verbs
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


def _after_a_turn(match: Match, seat: int, number: int) -> list[Choice]:
    position = match.hidden(seat)
    rng.seed(position[0], number)
    verbs.determinize(position[0], match.game.box.record, seat)
    imagined, draw = match.with_position(position), random.Random(number)
    (mover,) = match.waiting
    for _ in range(MOST):
        if imagined.waiting != (mover,):
            break
        imagined.play(mover, draw.choice(np.flatnonzero(imagined.legal(mover)).tolist()))
    return imagined.choices(seat) if seat in imagined.waiting else []
