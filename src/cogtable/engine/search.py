"""Settings of tree search that suit a game. In a module of its own, because compiled bots depend on it."""

from __future__ import annotations

from typing import NamedTuple


class Search(NamedTuple):
    """Settings of tree search that suit a game; `docs/tree-search.md` tells how they were found.

    rollout_depth: number of random moves played beyond the tree before `evaluate` is called.
    prior: the weight of `evaluate` for a new action, as a number of visits.
    explore: the width of the confidence bound, in standard deviations of the simulation results.
    progressive_widening: w: a node visited n times considers its 2 + w * sqrt(n) best actions by `evaluate`.
    """

    rollout_depth: int = 12
    prior: int = 10
    explore: float = 1.0
    progressive_widening: float = 0.5
