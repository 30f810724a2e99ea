"""Point 5: every game ends, and every seat has a place."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.engine.compile.jit import jitable, kernel
from cogtable.engine.compiled_play.kernels import fill_mask
from cogtable.engine.play.game import Game
from cogtable.engine.records.state import Mask
from cogtable.engine.rules import rng, verbs
from cogtable.testing.conformance.trials import Plan, Trial, trials


@jitable
def _extreme_action(mask: Mask, last: bool) -> int:
    for i in range(mask.size):
        action = mask.size - 1 - i if last else i
        if mask[action]:
            return action
    return -1


@kernel
def _play_extremes(states: Any, boxes: Any, mask: Mask, limit: int) -> None:
    """Plays each state with random, or always the first, or always the last of the legal actions."""
    b = boxes[0]
    for i in range(states.size):
        s = states[i]
        while not s.over and s.ply < limit:
            seat = 0
            while not s.waiting >> seat & 1:
                seat += 1
            fill_mask(s, b, seat, mask)
            count = 0
            for action in range(mask.size):
                count += mask[action]
            if count == 0:
                break
            if i % 3 < 2:
                verbs.play(s, b, seat, _extreme_action(mask, i % 3 == 1))
            else:
                skip = rng.below(s, count)
                action = 0
                while skip >= mask[action]:
                    skip -= mask[action]
                    action += 1
                verbs.play(s, b, seat, action)


def compile_extremes(game: Game) -> None:
    """Compiles the code of `games_end`."""
    _play_extremes(game.state.new(0), game.box.tables, game.mask(), 0)


def games_end(game: Game, plan: Plan) -> None:
    """5. Every game ends within its bound, even with its longest options, and gives each seat a place."""
    longest = {name: item.high for name, item in game.options.items() if not item.choices}
    cases = [
        *trials(game, plan),
        *(Trial(game, n, plan.seed, longest) for n in range(game.min_seats, game.max_seats + 1)),
    ]
    for trial in cases:
        states = np.concatenate([trial._replace(seed=trial.seed + i).deal() for i in range(12)])
        _play_extremes(states, game.box.tables, game.mask(), game.bound)
        for i in range(states.size):
            at = trial._replace(seed=trial.seed + i)
            s = states.view(game.state.dtype)[i]
            if not s.over and s.ply < game.bound:
                raise at.fail(s.ply, "a seat is waiting, but its mask is empty")
            if not s.over:
                raise at.fail(s.ply, f"the game goes on after {s.ply} actions; its bound is {game.bound}")
            _check_places(at, states[i : i + 1])


def _check_places(trial: Trial, array: Any) -> None:
    out = np.zeros((trial.seats, 2), np.int32)
    with trial.interpreted(array[0].ply, "rank"):
        verbs.rank(array[0], trial.game.box.record, out)
    places = sorted(out[:, 0].tolist())
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise trial.fail(array[0].ply, f"the places are {places}; expected 1 for the best, and level ones shared")
    chances = np.zeros(trial.seats, np.int32)
    with trial.interpreted(array[0].ply, "evaluate"):
        verbs.evaluate(array[0], trial.game.box.record, chances)
    if chances.min() < 0 or not 900 <= chances.sum() <= 1100:
        raise trial.fail(array[0].ply, f"the evaluation is {chances.tolist()}; expected about 1000 in all")
