"""Self-play of a network, and the window of decisions that it learns from."""

import numpy as np
import pytest

import cogtable
from cogtable.bots.network import Network
from cogtable.engine.errors import BadSave
from cogtable.learning.replay import Replay
from cogtable.learning.selfplay import ILLEGAL, Player, Samples, Search, joined

pytestmark = pytest.mark.native

LONGEST = 60


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


def network(game):
    draws = np.random.default_rng(1)
    numbers, actions, seats = game.layout.count(), game.actions, game.max_seats
    shapes = [(numbers, 16), (16,), (16, 8), (8,), (8, actions), (actions,), (8, seats), (seats,)]
    return Network(*(draws.normal(0, 0.3, shape).astype(np.float32) for shape in shapes))


def play(game, seed=1, seats=2, longest=LONGEST, **search):
    return Player(game, network(game), Search(**search), longest).play(game.blank(seats, {}), seed)


@pytest.mark.parametrize("seats", [2, 3])
def test_each_decision_has_a_policy_over_the_legal_actions(tiny, seats):
    samples = play(tiny, seats=seats)
    legal = samples.policies != ILLEGAL
    assert len(samples.seats) > seats
    assert (legal.sum(axis=1) > 1).all()
    np.testing.assert_allclose(np.where(legal, samples.policies, 0).sum(axis=1), 1, rtol=1e-5)
    assert (samples.policies[legal] >= 0).all()
    assert (samples.seats == seats).all()
    low, high = tiny.layout.bounds()
    assert ((samples.observations >= low) & (samples.observations <= high)).all()


def test_results_are_relative_to_each_seat(tiny):
    """With lambda 1, every decision's target is the game's result."""
    samples = play(tiny, trace=1.0)
    assert set(np.abs(samples.values[:, :2]).ravel()) <= {0.0, 1.0}
    np.testing.assert_allclose(samples.values[:, 0], -samples.values[:, 1])
    assert not samples.values[:, 2:].any()


def test_with_lambda_below_one_later_decisions_are_closer_to_the_result(tiny):
    result, mixed = play(tiny, trace=1.0), play(tiny, trace=0.5)
    np.testing.assert_array_equal(result.observations, mixed.observations)
    np.testing.assert_allclose(mixed.values[-1], result.values[-1])
    assert not np.allclose(mixed.values[0], result.values[0])


def test_equal_seeds_give_equal_games(tiny):
    one, two, other = play(tiny), play(tiny), play(tiny, seed=2)
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert one.observations.shape != other.observations.shape or (one.observations != other.observations).any()


def test_a_game_that_takes_too_long_is_truncated(tiny):
    samples = play(tiny, longest=3)
    assert len(samples.seats) == 3
    assert np.isfinite(samples.values).all()
    assert (np.abs(samples.values) <= 1).all()


# --- the window -------------------------------------------------------------------------------------


def some(game, count, number):
    """Decisions that can be identified by a number."""
    policies = np.zeros((count, game.actions), np.float32)
    seen = np.full((count, game.layout.count()), number, np.int16)
    return Samples(seen, policies, np.zeros((count, game.max_seats), np.float32), np.full(count, 2, np.int8))


def numbers(replay):
    return sorted(set(replay.observations[:, 0].tolist()))


def test_the_window_moves_on_and_deletes_what_has_left_it(tiny, tmp_path):
    replay = Replay(tiny, 10, tmp_path)
    for number in range(4):
        replay.add(number, some(tiny, 4, number))
    assert replay.count == 10
    assert numbers(replay) == [1, 2, 3]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["00001.npz", "00002.npz", "00003.npz"]


def test_a_window_is_loaded_as_it_was_saved(tiny, tmp_path):
    replay = Replay(tiny, 10, tmp_path)
    for number in range(4):
        replay.add(number, some(tiny, 4, number))
    again = Replay(tiny, 10, tmp_path)
    again.load(4, 16)
    assert again.observations.tolist() == replay.observations.tolist()
    one, two = (next(iter(each.batches(1, 50, 7))) for each in (replay, again))
    assert (one.observations == two.observations).all()


def test_if_a_round_is_missing_the_others_are_loaded(tiny, tmp_path):
    replay = Replay(tiny, 10, tmp_path)
    for number in range(4):
        replay.add(number, some(tiny, 4, number))
    (tmp_path / "00002.npz").unlink()
    again = Replay(tiny, 10, tmp_path)
    again.load(4, 16)
    assert again.count == 8
    assert numbers(again) == [1, 3]


def test_of_a_round_larger_than_the_window_the_last_decisions_stay(tiny, tmp_path):
    replay = Replay(tiny, 5, tmp_path)
    replay.add(0, joined([some(tiny, 4, 1), some(tiny, 4, 2)]))
    assert replay.count == 5
    assert sorted(replay.observations[:, 0].tolist()) == [1, 2, 2, 2, 2]


def test_a_broken_round_is_named(tiny, tmp_path):
    Replay(tiny, 10, tmp_path).add(0, some(tiny, 4, 0))
    (tmp_path / "00000.npz").write_bytes(b"PK")
    with pytest.raises(BadSave, match=r"00000\.npz is broken.*Remove it, and training goes on without it"):
        Replay(tiny, 10, tmp_path).load(1, 4)
