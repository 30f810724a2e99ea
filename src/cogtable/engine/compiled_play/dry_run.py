"""Dry run: rules are played as plain Python before they are first compiled.

That way most mistakes appear as Python errors, with their location. The compiler finds the rest
(`compile/diagnostics.py`).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from cogtable.engine.compile.diagnostics import located, no_such_field, three_lines
from cogtable.engine.errors import BrokenRule, CogtableError
from cogtable.engine.records.state import copied, seats_in
from cogtable.engine.rules import rng, verbs

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

REHEARSED = 300
"""The highest number of moves played before compiling, with the fewest seats and with the most."""


def rehearse(game: GameSpec) -> None:
    """Plays part of a game as plain Python, using all verbs. Raises BrokenRule if that fails."""
    for seats in sorted({game.min_seats, game.max_seats}):
        try:
            with np.errstate(all="ignore"):
                _play_a_little(game, seats)
        except CogtableError:
            raise
        except Exception as error:
            raise _python_error(game, error) from error


def _play_a_little(game: GameSpec, seats: int) -> None:
    b, draw = game.box.record, random.Random(seats)
    array = game.deal(seats, seats)
    s = array[0]
    places, chances = np.zeros((seats, 2), np.int32), np.zeros(8, np.int64)
    for _ in range(REHEARSED):
        if s.over:
            break
        seat = draw.choice(seats_in(s.waiting))
        imagined = copied(array)
        verbs.hide(imagined[0], b, seat)
        if game.observation is not None:
            game.observed(imagined, seat)
        rng.seed(imagined[0], draw.getrandbits(62))
        verbs.determinize(imagined[0], b, seat)
        verbs.evaluate(imagined[0], b, chances)
        mask = game.mask()
        verbs.legal(s, b, seat, mask)
        verbs.play(s, b, seat, int(draw.choice(np.flatnonzero(mask))))
    verbs.rank(s, b, places)
    game.weights(array)
    if s.over and game.tallies:
        verbs.tally(s, b, np.zeros((seats, len(game.tallied)), np.uint8))


def _python_error(game: GameSpec, error: Exception) -> BrokenRule:
    file, line, function = located(error, game.state.marker)
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, AttributeError) and hasattr(error.obj, "declared") and error.name:
        what = no_such_field(error.obj.declared, error.name)
    advice = f"{game.name} was played as plain Python before compiling it; fix {function} and try again."
    return three_lines(what, file, line, advice)
