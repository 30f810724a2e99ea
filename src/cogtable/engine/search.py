"""What suits a tree search of a game. It stands by itself because compiled bots depend on it."""

from __future__ import annotations

from typing import NamedTuple


class Search(NamedTuple):
    """What suits a tree search of a game; `docs/tree-search.md` says how it was found.

    cut: random moves that are played from where the tree ends, before `estimate` is asked.
    prior: how many visits what `estimate` says of an action is worth.
    explore: the width of the confidence bound, in standard deviations of what comes of the simulations.
    widen: a node that was visited n times considers its 2 + widen * sqrt(n) best actions by `estimate`.
    """

    cut: int = 12
    prior: int = 10
    explore: float = 1.0
    widen: float = 0.5
