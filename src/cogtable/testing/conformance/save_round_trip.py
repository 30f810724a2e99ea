"""Point 6: saving, loading, copying and undoing lose nothing."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np

from cogtable.engine.errors import IllegalAction
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.play.saves import load, save
from cogtable.engine.rules import verbs
from cogtable.testing.conformance.secrecy import outputs, where_they_differ
from cogtable.testing.conformance.trials import Dice, Nonconformity, Plan, Trial, differences, matches, trials


def matches_come_back(game: Game, plan: Plan) -> None:
    """6. A match that is saved and loaded, undone and replayed, or copied stays the same; loading replays nothing."""
    for trial in trials(game, plan):
        dice = Dice(trial.seed + 4)
        for match in matches(trial, 14):
            before = _Before(trial, match)
            before.loads()
            before.copies(dice)
            before.undoes(dice)
            before.equals(match, "after all that was done to others", words=True)


class _Before:
    """A match, with all texts shown at first."""

    def __init__(self, trial: Trial, match: Match) -> None:
        self.trial = trial
        self.match = match
        self.words = {seat: outputs(match, seat) for seat in range(SPECTATOR, trial.seats)}

    def fail(self, what: str) -> Nonconformity:
        return self.trial.fail(self.match.ply, what)

    def equals(self, other: Match, how: str, *, words: bool) -> None:
        """Raises Nonconformity unless another match is the same, and its words too if asked for."""
        if differ := differences(self.match.position, other.position, ("before", how)):
            raise self.fail(f"{how}: {differ}")
        moves, others = ([move[:3] for move in each.moves] for each in (self.match, other))
        if moves != others or save(self.match) != save(other):
            raise self.fail(f"{how}, the log of actions is another")
        for seat, before in self.words.items() if words else ():
            after = outputs(other, seat)
            for what, heard in before.items():
                if heard != after[what]:
                    parting = where_they_differ(heard, after[what])
                    raise self.fail(f"{how}, the {what} of seat {seat} is another: {parting}")

    def loads(self) -> None:
        """From a file, with its moves replayed and without."""
        data = save(self.match)
        with (
            patch.object(verbs, "play", side_effect=AssertionError),
            patch.object(registry, "find", lambda *_: self.trial.game),
        ):
            try:
                loaded = load(data)
            except AssertionError as error:
                raise self.fail("loading replays the game; it must take over the position") from error
        self.equals(loaded, "after loading", words=False)
        with patch.object(registry, "find", lambda *_: self.trial.game):
            self.equals(load(data, verify=True), "after loading and replaying", words=True)
        self.equals(loaded, "after loading", words=True)

    def copies(self, dice: Dice) -> None:
        """As a copy, which can be played on."""
        before = save(self.match)
        twin = self.match.copy()
        self.equals(twin, "as a copy", words=True)
        if not twin.over:
            seat = dice.one_of(twin.waiting)
            twin.play(seat, int(dice.one_of(np.flatnonzero(twin.legal(seat)))))
            twin.undo()
            self.equals(twin, "as a copy that was played on and undone", words=True)
        if save(self.match) != before:
            raise self.fail("playing on a copy changed the match")

    def undoes(self, dice: Dice) -> None:
        """With some moves taken back one by one and played again."""
        twin = self.match.copy()
        again = []
        for _ in range(1 + dice.below(4)):
            before = twin.ply
            try:
                twin.undo()
            except IllegalAction:
                break
            again.append(self.match.moves[twin.ply])
            if twin.ply >= before:
                raise self.fail("undo took nothing back")
        for move in reversed(again):
            twin.play(move.seat, move.action)
        self.equals(twin, "after undo and the same moves again", words=True)
