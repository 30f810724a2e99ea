"""Point 1: the rules do the same as plain Python and as compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.engine.compile.jit import kernel
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.records.state import Mask, copied, seats_in
from cogtable.engine.rules import rng, verbs
from cogtable.testing.conformance.trials import Dice, Plan, Trial, differences, random_action, trials

_VERBS = ("setup", "legal", "play", "hide", "determinize", "rank", "evaluate")
_SETUP, _LEGAL, _PLAY, _HIDE, _GUESS, _RANK, _ESTIMATE = range(7)


@kernel
def _natively(
    verb: int, states: Any, boxes: Any, seat: int, action: int, mask: Mask, places: Any, chances: Any
) -> None:
    s = states[0]
    b = boxes[0]
    if verb == _SETUP:
        verbs.setup(s, b)
    elif verb == _LEGAL:
        verbs.legal(s, b, seat, mask)
    elif verb == _PLAY:
        verbs.play(s, b, seat, action)
    elif verb == _HIDE:
        verbs.hide(s, b, seat)
    elif verb == _GUESS:
        verbs.determinize(s, b, seat)
    elif verb == _RANK:
        verbs.rank(s, b, places)
    else:
        verbs.evaluate(s, b, chances)


class _Both:
    """Calls verbs interpreted and native on a state each, and compares their output."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.boxes = trial.game.box.tables
        blank = trial.game.blank(trial.seats, trial.options)
        rng.seed(blank[0], trial.seed)
        self.plain, self.native = blank, copied(blank)

    def call(self, verb: int, seat: int = SPECTATOR, action: int = -1) -> None:
        """Calls one verb both ways."""
        ply = self.plain[0].ply
        own, compiled = self._out(), self._out()
        with self.trial.interpreted(ply, _VERBS[verb]):
            _plainly(verb, self.plain, self.boxes, seat, action, *own)
        _natively(verb, self.native, self.boxes, seat, action, *compiled)
        called = f"{_VERBS[verb]}, seat {seat}" + (f", action {action}" if action >= 0 else "")
        if differ := differences(self.plain, self.native, ("interpreted", "native")):
            raise self.trial.fail(ply, f"after {called}: {differ}")
        if self.plain.tobytes() != self.native.tobytes():
            raise self.trial.fail(ply, f"after {called}: the fields are equal, but not the bytes of the records")
        for name, a, b in zip(("the mask", "places", "chances"), own, compiled, strict=True):
            if a.tobytes() != b.tobytes():
                raise self.trial.fail(ply, f"{called}: {name} {a.tolist()} interpreted, {b.tolist()} native")

    def _out(self) -> tuple[Any, Any, Any]:
        game, seats = self.trial.game, self.trial.seats
        return game.mask(), np.zeros((seats, 2), np.int32), np.zeros(seats, np.int32)

    def apart(self) -> _Both:
        """The same on copies."""
        twin = object.__new__(_Both)
        twin.__dict__.update(self.__dict__, plain=copied(self.plain), native=copied(self.native))
        return twin


def _plainly(verb: int, states: Any, boxes: Any, seat: int, action: int, mask: Mask, places: Any, chances: Any) -> None:
    _natively.py_func(verb, states, boxes, seat, action, mask, places, chances)  # type: ignore[attr-defined]


def compile_verbs(game: Game) -> None:
    """Compiles the code of `native_is_the_same`."""
    _Both(Trial(game, game.min_seats, 0, {})).call(_SETUP)


def native_is_the_same(game: Game, plan: Plan) -> None:
    """1. Interpreted and native play are identical: records and results are equal byte for byte after every move."""
    box = game.box.tables.tobytes()
    for trial in trials(game, plan):
        both = _Both(trial)
        both.call(_SETUP)
        dice = Dice(trial.seed)
        while not both.plain[0].over:
            _look_both_ways(both, dice)
            seat, action, _ = random_action(trial, both.plain, dice)
            both.call(_PLAY, seat, action)
        _look_both_ways(both, dice)
        if game.box.tables.tobytes() != box:
            raise trial.fail(both.plain[0].ply, "the tables of the box were changed by playing")


def _look_both_ways(both: _Both, dice: Dice) -> None:
    """All verbs that must not change the state, and those that can change a copy only."""
    before = both.plain.tobytes()
    for seat in seats_in(both.plain[0].waiting):
        both.call(_LEGAL, seat)
    both.call(_RANK)
    both.call(_ESTIMATE)
    if both.plain.tobytes() != before:
        raise both.trial.fail(both.plain[0].ply, "legal, rank or evaluate changed the state")
    if dice.below(3) == 0:
        twin = both.apart()
        seat = dice.below(both.trial.seats + 1) - 1
        twin.call(_HIDE, seat)
        number = dice.below(1 << 30)
        for array in (twin.plain, twin.native):
            rng.seed(array[0], number)
        twin.call(_GUESS, seat)
        twin.call(_ESTIMATE)
