"""A match can end early, and its log can have remarks besides its moves."""

import pytest

import cogtable
from cogtable.engine.errors import IllegalAction
from cogtable.engine.play import registry
from cogtable.engine.play.interventions import Ending, placed
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.play.saves import load, save
from cogtable.view import Prompt


def splendor(*moves, seats=2):
    match = cogtable.game("splendor").start(seats=seats, seed=1)
    for words in moves:
        match.play(match.waiting[0], words)
    return match


GAVE_UP = "[[seat:0]] resigned"
AGREED = "Everybody agreed to end the game"


def test_a_seat_that_gives_up_is_last():
    match = splendor("take white, blue, green")
    match.end(GAVE_UP, last=0)
    assert match.over
    assert match.waiting == ()
    assert match.ranks == (2, 1)
    assert not match.legal(1).any()
    assert match.choices(1) == []
    with pytest.raises(IllegalAction, match="the game is over"):
        match.play(1, 0)


def test_the_others_keep_their_order():
    assert placed(Ending("", 0), (1, 3, 2)) == (3, 2, 1)
    assert placed(Ending("", 1), (2, 1, 2, 4)) == (1, 4, 1, 3)


def test_if_all_agree_to_end_nobody_wins():
    match = splendor(seats=3)
    match.end(AGREED)
    assert match.ranks == (1, 1, 1)


@pytest.mark.parametrize("name", [*registry.names(), "tiny"])
def test_every_game_shows_the_end_to_everybody(name):
    game = cogtable.game(name)
    match = game.start(seats=game.min_seats, seed=1)
    match.play(match.waiting[0], int(match.legal(match.waiting[0]).argmax()))
    match.end(GAVE_UP, last=0)
    for seat in range(SPECTATOR, match.seats):
        view = match.view(None if seat == SPECTATOR else seat)
        view.check()
        assert view.over
        assert not view.waiting
        assert not view.choices
        assert view.result.words == GAVE_UP
        assert [place.seat for place in view.result.placements][-1] == 0
        assert view.result.placements[-1].words == "resigned"
        assert [part.sentence for part in view.parts if isinstance(part, Prompt)] in ([GAVE_UP], [])
        assert not any(getattr(part, "active", False) for part in view.parts)
        assert view.log[-1].words == GAVE_UP
        assert view.log[-1].ply == match.ply


def test_an_earlier_position_has_not_ended():
    match = splendor("take white, blue, green")
    match.end(AGREED)
    assert not match.at(0).over
    assert match.at(0).view(0).result is None
    assert match.at(1).over


def test_a_game_can_end_only_once():
    match = splendor()
    match.end(AGREED)
    with pytest.raises(IllegalAction, match="the game is over"):
        match.end(GAVE_UP, last=0)
    with pytest.raises(IllegalAction, match="there is no seat 4"):
        splendor().end(GAVE_UP, last=4)


def test_the_log_can_contain_remarks_besides_moves():
    match = splendor("take white, blue, green")
    match.view(1)
    match.remark(1, "[[seat:1]] resigned, and a bot plays on")
    match.play(1, "take white, blue, green")
    lines = match.log(0)
    assert next(line.words for line in lines if line.seat == 1) == "[[seat:1]] resigned, and a bot plays on"
    match.take_back(0, 0)
    assert [line.words for line in match.log(0)][-2:] == [
        "[[seat:0]] took a move back",
        "[[seat:1]] resigned, and a bot plays on",
    ]


def test_ending_a_match_does_not_end_its_copy():
    match = splendor()
    twin = match.copy()
    match.end(AGREED)
    assert not twin.over
    assert twin.legal(0).any()


def test_a_saved_match_keeps_its_end():
    match = splendor("take white, blue, green")
    match.remark(1, "[[seat:1]] is late")
    match.end(GAVE_UP, last=0)
    for loaded in (load(save(match)), load(save(match), verify=True)):
        assert loaded.over
        assert loaded.ranks == match.ranks
        assert loaded.log() == match.log()
