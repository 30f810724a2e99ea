"""Settings of tree search for a game, and the simulations of its levels. In a module of its own, because compiled bots
depend on it.
"""

from __future__ import annotations

from typing import NamedTuple

LEVELS = ("easy", "medium", "hard", "expert")
"""The bots that people play against in every game, from the weakest."""


class Levels(NamedTuple):
    """The number of simulations for a decision in a game of each of `LEVELS`, and of `master`, which a network guides.

    With two seats each should win 0.65 to 0.80 against the one before, so that people feel the step and can take it;
    `docs/tree-search.md` has the results.

    Args:
        easy_prior: the `prior` of `easy` (see `Search`), None for that of the game. With 0 it does not use `evaluate`
            to order actions, and plays worse: for games in which `evaluate` alone is hard to beat.
        master: with its network; None for the number of hints. Fewer if the step would be too large.
    """

    easy: int = 2
    medium: int = 25
    hard: int = 250
    expert: int = 2500
    easy_prior: int | None = None
    master: int | None = None


class Search(NamedTuple):
    """Settings of tree search for a game; `docs/tree-search.md` describes how they were found.

    Args:
        rollout_depth: number of random moves played beyond the tree before `evaluate` is called.
        prior: the weight of `evaluate` for a new action, as a number of visits.
        explore: the width of the confidence bound, in standard deviations of the simulation results.
        progressive_widening: w: a node visited n times considers its 2 + w * sqrt(n) best actions by `evaluate`.
    """

    rollout_depth: int = 12
    prior: int = 10
    explore: float = 1.0
    progressive_widening: float = 0.5
