"""How tree search suits a game, and how long its levels think. In a module of its own: compiled bots depend on it."""

from __future__ import annotations

from typing import NamedTuple

LEVELS = ("easy", "medium", "hard", "expert")
"""The bots that people play against in every game, from the weakest."""


class Levels(NamedTuple):
    """How many simulations each of `LEVELS` makes for a decision in a game, and `master`, which a network guides.

    With two seats each should win 0.65 to 0.80 against the one before, so that people feel the step and can take it;
    `docs/tree-search.md` tells how they do.

    Args:
        easy_prior: the `prior` of `easy` (see `Search`), None for that of the game. With 0 it does not ask `evaluate`
            which actions are promising, and plays worse: for games in which `evaluate` alone is hard to beat.
        master: with its network; None for as many as hints make. Fewer where the step would be too large.
    """

    easy: int = 2
    medium: int = 25
    hard: int = 250
    expert: int = 2500
    easy_prior: int | None = None
    master: int | None = None


class Search(NamedTuple):
    """Settings of tree search that suit a game; `docs/tree-search.md` tells how they were found.

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
