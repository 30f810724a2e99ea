"""Point 4: waiting seats can act, and illegal actions are refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import seats_in
from cogtable.testing.conformance.trials import Dice, Plan, Trial, mask_of, matches, trials, walk


def only_legal_actions_count(game: Game, plan: Plan) -> None:
    """4. A waiting seat always has a legal action; an illegal action is refused with a reason and changes nothing."""
    for trial in trials(game, plan):
        for array, _, _ in walk(trial):
            _check_waiting(trial, array)
        dice = Dice(trial.seed + 3)
        for match in matches(trial, 6):
            _refuses(trial, match, dice)


def _check_waiting(trial: Trial, array: Any) -> None:
    s = array[0]
    if bool(s.over) == bool(s.waiting):
        raise trial.fail(s.ply, f"over is {s.over}, but waiting is {s.waiting:#b}")
    if s.waiting >> trial.seats:
        raise trial.fail(s.ply, f"waiting is {s.waiting:#b}, with seats that do not play")
    for seat in seats_in(s.waiting):
        mask = mask_of(trial, array, seat, s.ply)
        if not mask.any():
            raise trial.fail(s.ply, f"seat {seat} is waiting, but its mask is empty")
        if mask.max() > 1:
            raise trial.fail(s.ply, f"the mask of seat {seat} holds {mask.max()}; expected 0 and 1")


def _refuses(trial: Trial, match: Match, dice: Dice) -> None:
    tries: list[tuple[int, int | str]] = [(-1, 0), (trial.seats, 0)]
    for seat in range(trial.seats):
        illegal = np.flatnonzero(match.legal(seat) == 0)
        tries += [(seat, int(dice.one_of(illegal))) for _ in range(2 if illegal.size else 0)]
        tries += [(seat, -1), (seat, trial.game.actions), (seat, "no such thing")]
    before = (match.position.tobytes(), list(match.moves))
    for seat, action in tries:
        try:
            match.play(seat, action)
        except IllegalAction as error:
            reason = str(error)
        else:
            raise trial.fail(match.ply, f"seat {seat} could play {action!r}, which is not legal")
        if not reason:
            raise trial.fail(match.ply, f"{action!r} of seat {seat} is refused without a reason")
        if (match.position.tobytes(), match.moves) != before:
            raise trial.fail(match.ply, f"{action!r} of seat {seat} was refused, but changed the match")
