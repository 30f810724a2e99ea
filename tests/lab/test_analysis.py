"""Hints and analyses find the best move, measure the loss of a move, and keep secrets."""

import numpy as np
import pytest

import cogtable
from cogtable import bots
from cogtable.bots.bot import start_thinking
from cogtable.bots.mcts import full_simulations
from cogtable.engine.errors import IllegalAction
from cogtable.engine.rules import verbs
from cogtable.games.splendor.rules.actions import Action
from cogtable.lab import analysis
from cogtable.lab.analysis import AnalysisEffort

pytestmark = pytest.mark.native

QUICK = AnalysisEffort(look=60, search=200, compare=200)


@pytest.fixture
def splendor():
    return cogtable.game("splendor")


def about_to_win(game):
    """Sets up seat 1 as the last of the round with 14 points; returns the place of a card that gives the 15th."""
    match = game.start(seats=2, seed=3)
    match.play(0, match.choices(0)[0].action)
    s, b = match.state, game.box.record
    s.points[:2] = (13, 14)
    place = next(place for place in range(12) if b.points[s.board[place]] == 1)
    s.tokens[1, :5] = b.cost[s.board[place]]
    return match, Action.BUY + place


def another(match, seat, not_this):
    """Returns another choice of a seat, which takes tokens."""
    return next(c.action for c in match.choices(seat) if c.action != not_this and c.text.startswith("take"))


def played_out(game, seed=1, **options):
    """Plays a game of random moves."""
    match = game.start(seed=seed, **options)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots.choose("random", match, seat, seed))
    return match


# --- hints ---


def test_a_hint_wins_the_game_if_that_is_possible(splendor):
    match, win = about_to_win(splendor)
    advice = analysis.advise(match, 1)
    assert advice.action == win
    assert advice.candidates[0].action == win
    assert advice.candidates[0].chance == pytest.approx(1)
    assert advice.words == match.choice(1, win).text
    assert advice.pieces == match.choice(1, win).pieces
    assert advice.chances[1] > 0.8
    assert sum(advice.chances) == pytest.approx(1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hint_compares_the_best_bots_choice_with_the_second_best(splendor, seed):
    """With three seats `master` has no network, and makes more simulations than `expert`."""
    match = splendor.start(seats=3, seed=seed)
    advice = analysis.advise(match, 0, seed)
    chosen = bots.decide("master", match, 0, seed)
    assert chosen.whole
    assert chosen.action in [each.action for each in advice.candidates]
    assert advice.simulations == full_simulations(splendor) > splendor.levels.expert
    assert advice.whole


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_hint_ranks_by_its_shown_chances_and_an_analysis_agrees(splendor, seed):
    match = splendor.start(seats=2, seed=seed)
    for _ in range(6):
        match.play(match.waiting[0], bots.choose("greedy", match, match.waiting[0], seed))
    seat = match.waiting[0]
    advice = analysis.advise(match, seat, 77)
    shown = [each.chance for each in advice.candidates]
    assert shown == sorted(shown, reverse=True)
    assert advice.action == advice.candidates[0].action
    assert advice.chances[seat] == shown[0]
    assert sum(advice.chances) == pytest.approx(1)
    for each in advice.candidates:
        assert analysis.judge_moves(match, seat, each.action).chance == each.chance


def test_a_hint_stopped_early_still_ranks_by_its_shown_chances(splendor):
    match = splendor.start(seats=2, seed=2)
    token = bots.CancelToken()
    token.cancel()
    advice = analysis.advise(match, 0, token=token)
    shown = [each.chance for each in advice.candidates]
    assert not advice.whole
    assert shown == sorted(shown, reverse=True)


def test_only_a_seat_with_a_decision_can_have_a_hint(splendor):
    match = splendor.start(seats=2, seed=1)
    with pytest.raises(IllegalAction, match="seat 1 has nothing to decide now"):
        analysis.advise(match, 1)


@pytest.mark.parametrize("name", ["tiny", "splendor"])
def test_hidden_information_does_not_change_a_hint(name):
    game = cogtable.game(name)
    match = game.start(seats=2, seed=5)
    seat = match.waiting[-1]
    truth = analysis.advise(match, seat, 7)
    changed = 0
    for number in range(5):
        world = match.hidden(seat)
        start_thinking(world[0], seat, number)
        verbs.determinize(world[0], game.box.record, seat)
        changed += not np.array_equal(world, match.position)
        assert analysis.advise(match.with_position(world), seat, 7) == truth
    assert changed


# --- the loss of a move ---


def test_a_blunder_has_a_loss_and_the_best_move_has_none(splendor):
    match, win = about_to_win(splendor)
    # the next seat wins, by more points, if seat 1 doesn't win now
    match.state.points[0], match.state.tokens[0, :5] = 14, 7
    blunder = another(match, 1, win)
    judged = analysis.judge_moves(match, 1, blunder, effort=QUICK)
    assert (judged.best, judged.best_words) == (win, match.choice(1, win).text)
    assert judged.best_chance == pytest.approx(1)
    assert judged.lost > 0.2
    right = analysis.judge_moves(match, 1, win, effort=QUICK)
    assert (right.best, right.lost) == (win, 0)


def test_a_loss_is_never_negative_and_is_reproducible(splendor):
    match = splendor.start(seats=2, seed=2)
    for choice in match.choices(0)[:12]:
        first, again = (analysis.judge_moves(match, 0, choice.action, 5, QUICK) for _ in range(2))
        assert first == again
        assert first.lost >= 0
        assert 0 <= first.chance <= first.best_chance <= 1


def test_bad_luck_is_not_a_loss():
    """Among moves of equal value, the one that turned out badly has nearly no loss."""
    game = cogtable.game("tiny")
    match = game.start(seats=2, seed=3, length=1)
    b = game.box.record
    for seed in range(1, 40):
        match = game.start(seats=2, seed=seed, length=1)
        if b.value[match.state.hand[0, 0]] == b.value[match.state.hand[0, 1]]:
            break
    for action in (0, 1):
        judged = analysis.judge_moves(match, 0, action, effort=AnalysisEffort(search=400, compare=2000))
        assert judged.lost < 0.03


def test_a_move_that_cannot_be_played_is_not_rated(splendor):
    match = splendor.start(seats=2, seed=1)
    for action in (-1, Action.BUY, splendor.actions):
        with pytest.raises(IllegalAction, match="seat 0 may not play action"):
            analysis.judge_moves(match, 0, action)


# --- a whole game ---


@pytest.mark.parametrize(("name", "options"), [("tiny", {"seats": 3}), ("splendor", {"seats": 3, "target": 2})])
def test_a_game_is_analysed_move_by_move(name, options):
    match = played_out(cogtable.game(name), **options)
    positions = list(analysis.analyse(match, 1, QUICK))
    assert [position.ply for position in positions] == list(range(match.ply + 1))
    for position in positions:
        assert len(position.chances) == 3
        assert sum(position.chances) == pytest.approx(1)
        assert min(position.chances) >= 0
    winners = [rank == 1 for rank in match.ranks]
    assert positions[-1].chances == [winner / sum(winners) for winner in winners]
    assert positions[-1].move is None
    for ply, move in enumerate(match.moves):
        choices = match.at(ply).choices(move.seat)
        judged = positions[ply].move
        assert (judged is None) == (len(choices) == 1)
        if judged:
            assert (judged.ply, judged.seat, judged.action, judged.words) == (ply, move.seat, move.action, move.text)
            assert judged.best_words in {choice.text for choice in choices}
    assert analysis.losses(positions)
    assert positions[1] == analysis.analyse_position(match, 1, 1, QUICK)


def test_a_resignation_is_no_move_and_does_not_change_chances(splendor):
    """The last move of a game that ended early is rated as if the game continued."""
    match = splendor.start(seats=2, seed=3)
    for _ in range(4):
        match.play(match.waiting[0], match.choices(match.waiting[0])[0].action)
    expected = list(analysis.analyse(match, 0, QUICK))
    match.end("[[seat:0]] resigned", last=0)
    assert match.ranks == (2, 1)
    assert list(analysis.analyse(match, 0, QUICK)) == expected
    assert [line.outside for line in match.log()[-2:]] == [False, True]
    assert match.view(0).result.outside


def test_the_curve_shows_a_spectators_knowledge():
    """Cards in hand change the curve only once they are on the table."""
    game = cogtable.game("tiny")
    match = game.start(seats=2, seed=5)
    world = match.hidden(-1)
    start_thinking(world[0], 0, 1)
    verbs.determinize(world[0], game.box.record, -1)
    assert not np.array_equal(world["hand"], match.position["hand"])
    assert analysis.chances(match) == analysis.chances(match.with_position(world))


# --- public and private ---


def test_a_card_in_a_hand_is_not_public():
    match = cogtable.game("tiny").start(seats=2, seed=5)
    assert not analysis.public(match, 0, 0)


def test_choices_of_a_seat_that_knows_no_more_than_a_spectator_are_public_without_sampled_deals(splendor, monkeypatch):
    monkeypatch.delattr(analysis, "SAMPLED_WORLDS")
    match = splendor.start(seats=2, seed=11)
    assert all(analysis.public(match, 0, choice.action) for choice in match.choices(0))


def test_a_card_on_the_table_is_public_and_one_reserved_unseen_is_not(splendor):
    match = splendor.start(seats=2, seed=11)
    assert all(analysis.public(match, 0, choice.action) for choice in match.choices(0))
    match.play(0, next(choice.text for choice in match.choices(0) if "top card of level 1" in choice.text))
    match.play(1, "take white, blue, green")
    s, b = match.state, splendor.box.record
    s.tokens[0, :5] = 7
    hand = next(choice for choice in match.choices(0) if "in your hand" in choice.text)
    assert not analysis.public(match, 0, hand.action)
    assert b.points[0] >= 0
