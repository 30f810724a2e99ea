"""The search finds winning moves, keeps to its time, and is reproducible."""

import threading

import numpy as np
import pytest

import cogtable
from cogtable.bots import CancelToken, mcts
from cogtable.bots.mcts import PLAIN, SearchConfig, think
from cogtable.engine.play.game import Search
from cogtable.games.splendor.rules.actions import Action
from cogtable.lab.simulate import simulate

pytestmark = pytest.mark.native


@pytest.fixture
def splendor():
    return cogtable.game("splendor")


def at_the_end(game):
    """Seat 1 has 14 points, plays last in the round, and can pay for a card worth a point."""
    match = game.start(seats=2, seed=3)
    match.play(0, match.choices(0)[0].action)
    s, b = match.state, game.box.record
    s.points[:2] = (13, 14)
    place = next(place for place in range(12) if b.points[s.board[place]] == 1)
    s.tokens[1, :5] = b.cost[s.board[place]]
    return match, place


def one_choice(game):
    """Seat 0 has one card only."""
    match = game.start(seats=2, seed=1)
    match.state.hand[0, 1] = -1
    return match


@pytest.mark.parametrize("settings", [SearchConfig(100), PLAIN], ids=["with priors", "plain"])
def test_it_finds_a_winning_move(splendor, settings):
    match, place = at_the_end(splendor)
    thought = think(splendor, match.hidden(1), 1, 7, settings)
    assert thought.best == Action.BUY + place
    assert thought.chances[list(thought.actions).index(Action.BUY + place)] == pytest.approx(1)
    assert thought.simulations == settings.simulations
    assert set(thought.actions) == {choice.action for choice in match.choices(1)}


def test_it_favours_none_of_several_equal_actions(splendor):
    match, _ = at_the_end(splendor)
    match.state.points[:2] = (20, 0)  # whatever seat 1 does now, it loses
    legal = [choice.action for choice in match.choices(1)]
    seeds = np.arange(300)
    actions = np.zeros(300, np.int64)
    hidden = np.repeat(match.hidden(1), 300)
    mcts.decide_many(SearchConfig(2), splendor, hidden, np.ones(300, np.int8), seeds, actions)
    share = np.array([np.mean(actions == action) for action in legal])
    assert len(legal) > 5
    assert np.abs(share - 1 / len(legal)).max() < 0.1


def test_a_search_is_reproducible_for_a_seed_and_a_number_of_trees(splendor):
    match = splendor.start(seats=3, seed=1)
    first, again, other = (think(splendor, match.hidden(0), 0, seed, SearchConfig(300), trees=2) for seed in (5, 5, 6))
    assert (first.visits == again.visits).all()
    assert (first.chances == again.chances).all()
    assert (first.chances != other.chances).any()
    assert first.simulations == 300


def test_it_stops_in_time(splendor):
    match = splendor.start(seats=2, seed=1)
    think(splendor, match.hidden(0), 0, 1, SearchConfig(1))
    thought = think(splendor, match.hidden(0), 0, 1, SearchConfig(100_000_000), seconds=0.2)
    assert 0 < thought.simulations < 100_000_000
    assert think(splendor, match.hidden(0), 0, 1, SearchConfig(100), seconds=0).simulations >= 1
    assert thought.best in {choice.action for choice in match.choices(0)}


def test_the_timer_of_a_search_that_fails_is_stopped(splendor, monkeypatch):
    def fails(config, game, hidden, *_, **__):
        if hidden.size:
            raise RuntimeError("out of ideas")

    monkeypatch.setattr(mcts, "decide_many", fails)
    others = set(threading.enumerate())
    with pytest.raises(RuntimeError, match="out of ideas"):
        think(splendor, splendor.start(seed=1).hidden(0), 0, 1, SearchConfig(100), seconds=60)
    own = set(threading.enumerate()) - others
    assert not any(isinstance(thread, threading.Timer) and not thread.finished.is_set() for thread in own)


def test_another_thread_can_stop_it_at_once(splendor):
    match = splendor.start(seats=2, seed=1)
    token = CancelToken()
    threading.Timer(0.1, token.cancel).start()
    thought = think(splendor, match.hidden(0), 0, 1, SearchConfig(100_000_000), trees=2, token=token)
    assert 2 <= thought.simulations < 100_000_000
    again = think(splendor, match.hidden(0), 0, 1, SearchConfig(1000), token=token)
    assert again.simulations == 1  # a cancelled search stays cancelled


def test_a_game_sets_search_parameters_and_callers_can_override_them(splendor):
    assert SearchConfig(1).fitted(splendor) == splendor.search
    assert SearchConfig(1, rollout_depth=3, explore=2).fitted(splendor) == splendor.search._replace(
        rollout_depth=3, explore=2.0
    )
    assert SearchConfig(1, prior=0).fitted(splendor).prior == 0
    other = splendor.with_box(splendor.box_file)
    other.search = Search(rollout_depth=2, prior=9, explore=0.7, progressive_widening=1.5)
    hidden = splendor.start(seats=2, seed=1).hidden(0)
    asked = think(splendor, hidden, 0, 1, SearchConfig(100, *other.search))
    suited = think(other, hidden, 0, 1, SearchConfig(100))
    assert (asked.chances == suited.chances).all()
    assert (asked.chances != think(splendor, hidden, 0, 1, SearchConfig(100)).chances).any()


def test_it_does_not_change_the_given_state(splendor):
    hidden = splendor.start(seats=2, seed=1).hidden(0)
    before = hidden.tobytes()
    think(splendor, hidden, 0, 1, SearchConfig(50), trees=2)
    assert hidden.tobytes() == before


def test_a_bot_with_one_legal_action_skips_the_search_but_an_analysis_still_gives_chances():
    game = cogtable.game("tiny")
    match = one_choice(game)
    action = np.full(1, -1, np.int64)
    mcts.decide_many(SearchConfig(1 << 40), game, match.hidden(0), np.zeros(1, np.int8), np.zeros(1, np.int64), action)
    assert action.tolist() == [choice.action for choice in match.choices(0)] == [0]
    thought = think(game, match.hidden(0), 0, 1, SearchConfig(20))
    assert thought.actions.tolist() == [0]
    assert thought.simulations == 20


def test_a_full_tree_stops_growing_but_the_search_continues(splendor, monkeypatch):
    monkeypatch.setattr("cogtable.bots.mcts.MOST_NODES", 60)
    match = splendor.start(seats=2, seed=1)
    for settings in (SearchConfig(400), PLAIN._replace(simulations=400)):
        thought = think(splendor, match.hidden(0), 0, 1, settings)
        assert thought.simulations == 400
        assert len(thought.actions) == len(match.choices(0))


@pytest.mark.parametrize("settings", [SearchConfig(200), PLAIN._replace(simulations=200)], ids=["with priors", "plain"])
def test_it_searches_only_the_given_actions(splendor, settings):
    match, place = at_the_end(splendor)
    others = [choice.action for choice in match.choices(1) if choice.action != Action.BUY + place][:2]
    thought = think(splendor, match.hidden(1), 1, 7, settings, only=others)
    assert set(thought.actions) == set(others)
    assert thought.simulations == 200
    assert max(thought.chances) < 1
    alone = think(splendor, match.hidden(1), 1, 7, settings, only=[Action.BUY + place])
    assert list(alone.actions) == [Action.BUY + place]


def test_it_estimates_each_seats_chance_of_winning(splendor):
    match, _ = at_the_end(splendor)
    seats = think(splendor, match.hidden(1), 1, 7, SearchConfig(400)).seats
    assert len(seats) == 2
    assert seats.sum() == pytest.approx(1, abs=0.01)
    assert seats[1] > 0.9


def test_a_spectators_view_can_be_searched(splendor):
    match = splendor.start(seats=3, seed=1)
    thought = think(splendor, match.hidden(-1), -1, 1, SearchConfig(200))
    assert set(thought.actions) == {choice.action for choice in match.choices(0)}
    assert thought.seats.sum() == pytest.approx(1, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"), [("medium", "easy"), pytest.param("hard", "greedy", marks=pytest.mark.large)]
)
def test_a_longer_search_wins_more_games(splendor, better, worse):
    won = 0.0
    for order in ([better, worse], [worse, better]):
        won += simulate(splendor, seats=2, bots=order, games=40, seed=1).wins[order.index(better)]
    assert won >= 48  # of 80
