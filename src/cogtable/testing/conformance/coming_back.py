"""Point 6: saving, loading, copying and undoing lose nothing."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np

from cogtable.engine import registry, verbs
from cogtable.engine.errors import IllegalAction
from cogtable.engine.game import Game
from cogtable.engine.match import SPECTATOR, Match
from cogtable.engine.saves import load, save
from cogtable.testing.conformance.secrecy import outputs, where_they_differ
from cogtable.testing.conformance.trials import Dice, Plan, Trial, differences, matches, trials


def matches_come_back(game: Game, plan: Plan) -> None:
    """6. A match that is saved and loaded, undone and replayed, or copied stays the same; loading replays nothing."""
    for trial in trials(game, plan):
        dice = Dice(trial.seed + 4)
        for match in matches(trial, 14):
            _loads(trial, match)
            _copies(trial, match, dice)
            _undoes(trial, match, dice)


def _same(trial: Trial, one: Match, other: Match, how: str, *, words: bool) -> None:
    if differ := differences(one.position, other.position, ("before", how)):
        raise trial.fail(one.ply, f"{how}: {differ}")
    if [move[:3] for move in one.moves] != [move[:3] for move in other.moves] or save(one) != save(other):
        raise trial.fail(one.ply, f"{how}, the log of actions is another")
    if words:
        for seat in range(SPECTATOR, trial.seats):
            before, after = outputs(one, seat), outputs(other, seat)
            for what, heard in before.items():
                if heard != after[what]:
                    parting = where_they_differ(heard, after[what])
                    raise trial.fail(one.ply, f"{how}, the {what} of seat {seat} is another: {parting}")


def _loads(trial: Trial, match: Match) -> None:
    data = save(match)
    with patch.object(verbs, "play", side_effect=AssertionError), patch.object(registry, "find", lambda *_: trial.game):
        try:
            loaded = load(data)
        except AssertionError as error:
            raise trial.fail(match.ply, "loading replays the game; it must take over the position") from error
    _same(trial, match, loaded, "after loading", words=False)
    with patch.object(registry, "find", lambda *_: trial.game):
        _same(trial, match, load(data, verify=True), "after loading and replaying", words=True)
    _same(trial, match, loaded, "after loading", words=True)


def _copies(trial: Trial, match: Match, dice: Dice) -> None:
    before = save(match)
    twin = match.copy()
    _same(trial, match, twin, "as a copy", words=True)
    if not twin.over:
        seat = dice.one_of(twin.waiting)
        twin.play(seat, int(dice.one_of(np.flatnonzero(twin.legal(seat)))))
        twin.undo()
        _same(trial, match, twin, "as a copy that was played on and undone", words=True)
    if save(match) != before:
        raise trial.fail(match.ply, "playing on a copy changed the match")


def _undoes(trial: Trial, match: Match, dice: Dice) -> None:
    """Takes back some moves one by one and plays them again."""
    twin = match.copy()
    again = []
    for _ in range(1 + dice.below(4)):
        before = twin.ply
        try:
            twin.undo()
        except IllegalAction:
            break
        again.append(match.moves[twin.ply])
        if twin.ply >= before:
            raise trial.fail(match.ply, "undo took nothing back")
    for move in reversed(again):
        twin.play(move.seat, move.action)
    _same(trial, match, twin, "after undo and the same moves again", words=True)
