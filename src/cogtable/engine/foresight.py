"""Looking one turn ahead: what a seat could choose once the one seat before it has moved.

The moves of that seat are imagined from what the reader knows, so this reveals nothing: the hidden part of the
position is filled in at random (`determinize`), and random legal moves are played until it is the reader's turn.

>>> from cogtable.engine import foresight
>>> planned = foresight.choices_ahead(match, seat=1)
"""

from __future__ import annotations

import random

import numpy as np

from cogtable.engine import chance, verbs
from cogtable.engine.match import Match
from cogtable.view import Choice

IMAGINED = 3
"""How many turns of the other seat are imagined."""

MOST = 40
"""The most moves of one imagined turn."""


def choices_ahead(match: Match, seat: int) -> list[Choice]:
    """The choices that `seat` has after any of the imagined turns of the seat that the game waits for.

    There are none if the game waits for `seat` itself, for several seats, or if `seat` is not next.
    """
    if match.over or len(match.waiting) != 1 or seat in match.waiting:
        return []
    found: dict[tuple[int, str, tuple[str, ...]], Choice] = {}
    for number in range(IMAGINED):
        for choice in _after_a_turn(match, seat, number):
            found.setdefault((choice.action, choice.text, choice.pieces), choice)
    return list(found.values())


def _after_a_turn(match: Match, seat: int, number: int) -> list[Choice]:
    position = match.hidden(seat)
    chance.seed(position[0], number)
    verbs.determinize(position[0], match.game.box.record, seat)
    imagined, draw = match.imagined(position), random.Random(number)
    (mover,) = match.waiting
    for _ in range(MOST):
        if imagined.waiting != (mover,):
            break
        imagined.play(mover, draw.choice(np.flatnonzero(imagined.legal(mover)).tolist()))
    return imagined.choices(seat) if seat in imagined.waiting else []
