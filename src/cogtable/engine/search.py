"""What suits a tree search of a game. It stands by itself because compiled bots depend on it."""

from __future__ import annotations

from typing import NamedTuple


class Search(NamedTuple):
    """What suits a tree search of a game; `docs/tree-search.md` says how it was found.

    rollout_depth: random moves that are played from where the tree ends, before `evaluate` is asked.
    prior: how many visits what `evaluate` says of an action is worth.
    explore: the width of the confidence bound, in standard deviations of what comes of the simulations.
    progressive_widening: w, where a node that was visited n times considers its 2 + w * sqrt(n) best actions by
        `evaluate`.
    """

    rollout_depth: int = 12
    prior: int = 10
    explore: float = 1.0
    progressive_widening: float = 0.5
