"""Bots finish a game that is as good as won."""

import pytest

import cogtable
from cogtable import bots
from cogtable.games.smashgear.rules.actions import Action

from .conftest import cell

BASES = ("a9", "c9", "e9", "i9", "b7", "d7", "f7", "h7", "a5", "c5", "e5", "i5", "h3", "f3")


def won(seed):
    """A match at the beginning of the Battle in which seat 1 has fifteen bases, and seat 0 one."""
    match = cogtable.game("smashgear").start(seats=2, seed=seed, chooser=1)
    match.play(0, Action.END)
    position = match.position.copy()
    s = position[0]
    for name in BASES:
        s.base_at[cell(name)] = 1
        s.base_list[1, s.bases[1]] = cell(name)
        s.bases[1] += 1
        s.base_left -= 1
    s.gears[1] = 0
    s.passes = 1
    match = match.with_position(position)
    match.play(1, Action.END if match.legal(1)[Action.END] else Action.PASS)
    return match


def does_nothing(match, seat):
    legal = match.legal(seat)
    return next(action for action in (Action.END, Action.LEAVE_ALL, Action.LEAVE, Action.PASS) if legal[action])


@pytest.mark.native
@pytest.mark.timeout(900)
def test_easy_finishes_games_against_a_helpless_opponent():
    """At least eleven of twelve: eight machines can be placed so that none ever reaches the last base."""
    ended = []
    for seed in range(12):
        match = won(seed)
        while not match.over:
            (seat,) = match.waiting
            action = bots.choose("easy", match, 1, seed) if seat == 1 else does_nothing(match, 0)
            match.play(seat, action)
        ended.append(match.state.winner == 1 and match.state.turns <= 60)
    assert sum(ended) >= len(ended) - 1
