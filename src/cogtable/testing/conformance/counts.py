"""Point 3: every component is in exactly one place."""

from __future__ import annotations

from typing import Any

from cogtable.engine.play.game import Game
from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs
from cogtable.testing.conformance.trials import (
    Dice,
    Plan,
    Trial,
    determinized,
    is_looked_at,
    play,
    random_action,
    trials,
    walk,
)


def nothing_gets_lost(game: Game, plan: Plan) -> None:
    """3. Every component is in exactly one place after every move, also when a determinized state is played on."""
    for trial in trials(game, plan):
        first: object = None
        dice, looks = Dice(trial.seed + 2), 0
        for array, _, _ in walk(trial):
            first = _counted(trial, array, plan, first, "")
            if dice.below(3) == 0:
                if is_looked_at(looks):
                    _determinize_counts(trial, array, plan, first, dice)
                looks += 1


def _counted(trial: Trial, array: Any, plan: Plan, first: object, where: str) -> object:
    try:
        now = plan.census(array[0], trial.game.box.record)
    except AssertionError as error:
        raise trial.fail(array[0].ply, f"{where}the census fails: {error}") from error
    if first is not None and now != first:
        raise trial.fail(array[0].ply, f"{where}the census was {first}; it is {now}")
    return now


def _determinize_counts(trial: Trial, array: Any, plan: Plan, first: object, dice: Dice) -> None:
    seat = dice.below(trial.seats + 1) - 1
    known = copied(array)
    verbs.hide(known[0], trial.game.box.record, seat)
    world = determinized(trial, known, seat, dice.below(1 << 30))
    where = f"as determinized for seat {seat}: "
    _counted(trial, world, plan, first, where)
    for _ in range(10):
        if not world[0].over:
            acting, action, _mask = random_action(trial, world, dice)
            play(trial, world, acting, action)
            _counted(trial, world, plan, first, where)
