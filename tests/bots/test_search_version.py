"""The version of the search: a deal of the day promises everybody the same bot."""

from __future__ import annotations

import cogtable
from cogtable import bots
from cogtable.bots import PlayStyle, mcts
from cogtable.engine.play.match import Match

MOVES = {1: "2 35 8 26 41 1"}
"""The actions that Rivet chooses for the first decisions of some games of Splendor, by the version of the search."""


def chosen() -> str:
    """Returns these actions: the first three decisions of two deals."""
    splendor = cogtable.game("splendor")
    found = []
    for seed in range(2):
        match = Match(splendor, 2, seed, splendor.checked_options({}))
        for _ in range(3):
            (seat,) = match.waiting
            action = bots.decide("medium", match, seat, 100 + seed, PlayStyle(compiled=False)).action
            match.play(seat, action)
            found.append(action)
    return " ".join(map(str, found))


def test_a_search_that_chooses_other_moves_has_another_version() -> None:
    assert chosen() == MOVES.get(mcts.VERSION), "the search has changed: raise `mcts.VERSION`, and add a line"
