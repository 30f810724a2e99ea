"""Resignation: a seat leaves a match for good, and the match records it."""

import json

import numpy as np
import pytest

import cogtable
from cogtable import BadSave, IllegalAction
from cogtable.engine.definition.parts import About, Rules, Seats
from cogtable.engine.play import undo
from cogtable.engine.play.game import Game
from cogtable.engine.play.interventions import NOBODY_LAST, Ending, placed
from cogtable.engine.rules.resignation import leave_out, next_staying, rank_left_last
from cogtable.lab import analysis
from cogtable.lab.analysis import AnalysisEffort


def begun(magpie, *actions, seats=4):
    """A match in which seat 0 boasts first, and the others follow in order."""
    match = magpie.start(seats=seats, seed=7)
    for action in actions:
        match.play(match.waiting[0], action)
    return match


def test_a_seat_can_resign_while_others_are_to_move_too(magpie):
    match = begun(magpie)
    match.drop_out(2)
    assert match.left == {2}
    assert match.waiting == (0,)
    assert match.moves[-1].text == "leave the game"
    match.play(0, 0)
    assert match.waiting == (1,)


def test_a_resigned_seat_cannot_act_or_resign_again(magpie):
    match = begun(magpie)
    match.drop_out(0)
    for refused in (lambda: match.drop_out(0), lambda: match.play(0, 0), lambda: match.drop_out(-1)):
        with pytest.raises(IllegalAction):
            refused()
    assert not match.legal(0).any()


def test_the_action_cannot_be_played_by_hand(magpie):
    match = begun(magpie)
    with pytest.raises(IllegalAction, match="may not play"):
        match.play(0, magpie.dropping)
    assert not any(match.legal(seat)[magpie.dropping] for seat in range(4))


def test_with_two_seats_left_no_seat_can_resign(magpie):
    match = begun(magpie, seats=3)
    match.drop_out(1)
    with pytest.raises(IllegalAction, match="only two seats are left"):
        match.drop_out(2)


def test_in_games_without_resignation_no_seat_can_resign():
    with pytest.raises(IllegalAction, match="seats do not drop out of tiny"):
        cogtable.game("tiny").start(seats=3).drop_out(0)


def test_a_game_names_the_action_if_and_only_if_seats_can_resign(magpie):
    from magpie import rules

    about = About(name="odd", title="", tagline="", minutes=1, art="gear", version="1")
    played = Rules(verbs=rules, state=rules.Magpie, tables=rules.Trinkets, actions=rules.Action, bound=1)
    for wrong in (Seats(2, 3, leaving="out"), Seats(2, 3, dropping=3)):
        with pytest.raises(TypeError, match=r"odd: .* belong together; found only one"):
            Game("magpie", about=about, seats=wrong, rules=played)


def test_a_saved_match_keeps_resignations(magpie):
    match = begun(magpie, 0, "believe it")
    match.drop_out(3)
    match.play(1, 0 if match.legal(1)[0] else 6)
    for verify in (False, True):
        again = cogtable.load(cogtable.save(match), verify=verify)
        assert again.left == {3}
        assert again.position.tobytes() == match.position.tobytes()
        assert [line.words for line in again.log()] == [line.words for line in match.log()]
    file = json.loads(cogtable.save(match))
    file["actions"].insert(3, file["actions"][2])
    with pytest.raises(BadSave, match="seat 3 is not in the game"):
        cogtable.load(json.dumps(file), verify=True)


def test_an_earlier_position_precedes_the_resignation(magpie):
    match = begun(magpie, 0, "believe it")
    match.drop_out(3)
    assert match.at(2).left == frozenset()
    assert match.at(3).left == {3}


def test_undo_does_not_bring_a_resigned_seat_back(magpie):
    match = begun(magpie, 0, "believe it")
    match.drop_out(3)
    assert undo.last_decision(match, 1) == 1
    match.take_back(1, 1)
    assert match.left == {3}
    assert match.waiting == (1,)
    assert [choice.text for choice in match.choices(1)] == ["believe it", "doubt it"]
    match.undo()
    assert (match.left, match.waiting) == ({3}, (0,))


def test_a_resignation_reveals_nothing_hidden(magpie):
    match = begun(magpie, 0, "believe it")
    match.drop_out(3)
    assert undo.is_free(match, 1)


@pytest.mark.native
def test_the_analysis_does_not_rate_a_resignation(magpie):
    match = begun(magpie, 0)
    match.drop_out(1)
    effort = AnalysisEffort(look=4, search=4, compare=4)
    found = analysis.analyse_position(match.at(1), 1, effort=effort), analysis.analyse_position(match, 1, effort=effort)
    assert [position.move for position in found] == [None, None]
    after = analysis.analyse_position(match, 2, effort=effort)
    assert after.chances[1] == 0


# --- the helpers ----------------------------------------------------------------------------------------


def test_turns_skip_resigned_seats():
    assert [next_staying(0b0110, 4, seat) for seat in range(4)] == [3, 3, 3, 0]


@pytest.mark.parametrize(
    ("before", "left", "after"),
    [
        ([1, 2, 3], 0b000, [1, 2, 3]),
        ([1, 2, 3], 0b001, [3, 1, 2]),
        ([2, 2, 1], 0b100, [1, 1, 3]),
        ([1, 1, 3, 4], 0b0011, [3, 3, 1, 2]),
    ],
)
def test_resigned_seats_rank_behind_all_others(before, left, after):
    out = np.array([[place, 0] for place in before], np.int32)
    rank_left_last(left, len(before), out)
    assert out[:, 0].tolist() == after


def test_their_chances_go_to_the_others():
    out = np.array([500, 250, 250], np.int32)
    leave_out(0b001, 3, out)
    assert out.tolist() == [0, 500, 500]


@pytest.mark.parametrize(
    ("last", "left", "places"),
    [(2, (), (1, 2, 4, 3)), (2, {0}, (4, 1, 3, 2)), (NOBODY_LAST, (), (1, 1, 1, 1)), (NOBODY_LAST, {1}, (1, 4, 1, 1))],
)
def test_an_early_end_ranks_the_remaining_seats_first(last, left, places):
    assert placed(Ending("", last), (1, 2, 2, 4), left) == places
