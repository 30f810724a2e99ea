"""Point 14: reasons can be said, and depend on nothing hidden."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

from cogtable.engine.errors import CogtableError
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import say
from cogtable.lab import reasons
from cogtable.testing.conformance.trials import Dice, Nonconformity, Plan, Trial, determinized, matches, trials

COMPARED = 4
"""The number of choices of a seat that are compared with each other."""


def reasons_hold(game: Game, plan: Plan) -> None:
    """14. The reasons of a game have different names, whole numbers as measures and words to say, and a seat is given
    the same ones in every deal that it cannot distinguish. `reasons.json` fits the game.
    """
    declared = reasons.reasons_of(game)
    for kind, names in (
        ("moves", [reason.name for reason in declared.moves]),
        ("results", [reason.name for reason in declared.results]),
    ):
        if twice := [name for name, count in Counter(names).items() if count > 1 or not name]:
            raise Nonconformity(f"{game.name}: reasons for {kind} need different names; found {twice[0]!r} again")
    if not (declared.moves or declared.results):
        return
    try:
        reasons.usual_differences(game)
    except CogtableError as error:
        raise Nonconformity(str(error)) from error
    for trial in trials(game, plan):
        dice = Dice(trial.seed + 1)
        for match in matches(trial, 8):
            for seat in match.waiting:
                _check_moves(trial, match, seat, dice)
            if match.over:
                _check_result(trial, match, dice)


def _check_moves(trial: Trial, match: Match, seat: int, dice: Dice) -> None:
    """Compares a few choices of a seat in all orders, here and in another deal that agrees with its information."""
    legal = [choice.action for choice in match.choices(seat)]
    actions = sorted({dice.one_of(legal) for _ in range(COMPARED)})
    twin = match.with_position(determinized(trial, match.hidden(seat), seat, dice.below(1 << 30)))
    for best, other in permutations(actions, 2):
        found, again = (_said(trial, each, seat, best, other, seat) for each in (match, twin))
        if found != again:
            words = f"the reasons for a move of seat {seat} tell what it cannot know"
            raise trial.fail(match.ply, f"{words}: {found}, {again}")
        watching = match.with_position(determinized(trial, match.hidden(SPECTATOR), SPECTATOR, dice.below(1 << 30)))
        found, again = (_said(trial, each, seat, best, other, SPECTATOR) for each in (match, watching))
        if found != again:
            words = "the reasons for a move that a spectator reads tell what it cannot know"
            raise trial.fail(match.ply, f"{words}: {found}, {again}")


def _said(trial: Trial, match: Match, seat: int, best: int, other: int, reader: int) -> Any:
    try:
        found = reasons.of_move(match, seat, best, [other], reader)
    except Exception as error:
        raise trial.fail(match.ply, f"the reasons for a move of seat {seat} fail: {error!r}") from error
    for reason in found:
        if not reason.title or not isinstance(reason.words, str):
            raise trial.fail(match.ply, f"the reason {reason.name!r} for a move of seat {seat} has no title")
    return found


def _check_result(trial: Trial, match: Match, dice: Dice) -> None:
    """Says every reason about each two seats, and the reason of each seat also in another deal."""
    for seat in range(match.seats):
        twin = match.with_position(determinized(trial, match.hidden(seat), seat, dice.below(1 << 30)))
        if (found := reasons.of_result(match, seat)) != (again := reasons.of_result(twin, seat)):
            words = f"the reason for the result of seat {seat} tells what it cannot know"
            raise trial.fail(match.ply, f"{words}: {found}, {again}")
    ended = reasons.as_known(match, 0)
    for reason in reasons.reasons_of(match.game).results:
        for seat, winner in permutations(range(match.seats), 2):
            try:
                behind = reasons.behind(match.game, reason, ended, seat, winner)
                because = reason.words(behind)
                said = because.title, say(reason.unit, n=behind.own)
            except Exception as error:
                raise trial.fail(match.ply, f"the reason {reason.name!r} for a result fails: {error!r}") from error
            if not all(said):
                raise trial.fail(match.ply, f"the reason {reason.name!r} for a result has no title or unit")
