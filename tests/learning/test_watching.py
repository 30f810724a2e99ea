"""Games of another bot, from which a network can learn at first."""

import numpy as np
import pytest

import cogtable
from cogtable import bots
from cogtable.learning.selfplay import ILLEGAL
from cogtable.learning.watching import DOUBT, watch

pytestmark = pytest.mark.native

GAMES = 20


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


@pytest.fixture(scope="module")
def watched(tiny):
    return watch(tiny, tiny.blank(2, {}), bots.find("greedy"), 5, GAMES)


def test_the_bots_choice_is_the_target_with_some_smoothing(watched):
    legal = watched.policies != ILLEGAL
    np.testing.assert_allclose(np.where(legal, watched.policies, 0).sum(axis=1), 1, rtol=1e-5)
    assert (legal.sum(axis=1) > 1).all()
    assert (watched.policies.max(axis=1) > 1 - DOUBT).all()
    assert (watched.policies[legal] > 0).all()


def test_results_are_relative_to_each_seat(watched):
    assert set(np.abs(watched.values[:, :2]).ravel()) <= {0.0, 1.0}
    np.testing.assert_allclose(watched.values[:, 0], -watched.values[:, 1])
    assert {-1.0, 1.0} <= set(watched.values[:, 0])
    assert (watched.seats == 2).all()


def test_equal_seeds_give_equal_games(tiny, watched):
    again = watch(tiny, tiny.blank(2, {}), bots.find("greedy"), 5, GAMES)
    assert all((one == two).all() for one, two in zip(watched, again, strict=True))


def test_now_and_then_another_action_is_played(tiny, watched, monkeypatch):
    monkeypatch.setattr("cogtable.learning.watching.STRAY", 0.0)
    faithful = watch(tiny, tiny.blank(2, {}), bots.find("greedy"), 5, GAMES)
    assert (
        faithful.observations.shape != watched.observations.shape
        or (faithful.observations != watched.observations).any()
    )
