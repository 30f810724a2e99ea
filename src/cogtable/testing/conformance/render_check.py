"""Point 11: what may be drawn next is what the deals that a seat can imagine say."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.records.state import Ints
from cogtable.testing.conformance.trials import Dice, Plan, Trial, determinized, matches, trials

SAMPLED_WORLDS = 4
"""The number of deals sampled for each seat at each position."""

SIGMAS = 6
"""The tolerance between sampled and expected counts, in standard deviations of a Poisson distribution."""


def draws_are_what_may_come(game: Game, plan: Plan) -> None:
    """11. For what a seat knows, `weigh` names every item that may come next from a pile, in the right proportions.

    Hidden facts are dealt anew many times, and what then lies on top is counted: nothing without a weight, and over all
    positions each item about as often as the weights say. A game without draws passes.
    """
    for seats in sorted({trial.seats for trial in trials(game, plan)} if game.draws else ()):
        _Tally(game, plan, seats).check()


class _Tally:
    """How often each item of each pile was expected and found next, in all games with a number of seats."""

    def __init__(self, game: Game, plan: Plan, seats: int) -> None:
        self.trials = [trial for trial in trials(game, plan) if trial.seats == seats]
        self.expected: dict[str, Any] = defaultdict(float)
        self.found: dict[str, Any] = defaultdict(float)

    def check(self) -> None:
        for trial in self.trials:
            dice = Dice(trial.seed + 7)
            for match in matches(trial, 20):
                for seat in range(SPECTATOR, trial.seats):
                    self._count(trial, match, seat, dice)
        for pile, expected in self.expected.items():
            off = np.abs(self.found[pile] - expected) / np.sqrt(expected + 1)
            item = int(off.argmax())
            if off[item] > SIGMAS:
                found = f"{self.found[pile][item]:.0f} times, expected {expected[item]:.1f}"
                raise self.trials[0].fail(0, f"{pile}: item {item} was next {found} by its weights, in all these games")

    def _count(self, trial: Trial, match: Match, seat: int, dice: Dice) -> None:
        weights = match.draws(seat)
        for _ in range(SAMPLED_WORLDS):
            array = determinized(trial, match.hidden(seat), seat, dice.below(2**31 - 1))
            for pile, there in _drawn(trial, array, match.ply).items():
                if bool(there.any()) != bool(weights[pile].any()):
                    raise trial.fail(match.ply, f"{pile}: something can be drawn, or not, other than seat {seat} knows")
                wrong = np.flatnonzero((there > 0) & (weights[pile] <= 0))
                if wrong.size:
                    raise trial.fail(
                        match.ply, f"{pile}: item {wrong[0]} may be next for all that seat {seat} knows, with no weight"
                    )
                self.expected[pile] += _shares(weights[pile])
                self.found[pile] += _shares(there)


def _drawn(trial: Trial, array: Any, ply: int) -> dict[str, Ints]:
    """The possible next draws in a whole state."""
    with trial.interpreted(ply, "weigh"):
        return trial.game.weights(array)


def _shares(weights: Ints) -> Any:
    return weights / max(1, weights.sum())
