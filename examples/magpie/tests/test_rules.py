"""The rules of Magpie, by their numbers."""

import numpy as np
import pytest

import cogtable
from cogtable import IllegalAction
from cogtable.testing import rule, verbs


def start(*first, seats=2):
    """Starts a match in which these trinkets come first in the hands of seat 0, seat 1 and so on."""
    match = cogtable.game("magpie").start(seats=seats, seed=7)
    names = match.game.box.names["trinkets"]
    for seat, name in enumerate(first):
        deck = list(match.state.deck)
        here, there = seat * 5, deck.index(names.index(name))
        match.state.deck[[here, there]] = match.state.deck[[there, here]]
    return match


def labels(match, seat, zone):
    return [piece.label for piece in match.view(seat).pieces if piece.zone == zone]


@rule("MP-R1")
def test_each_seat_has_five_trinkets_that_only_it_sees():
    match = start("ruby", "cork", seats=4)
    assert "ruby, worth 6" in labels(match, 0, "cards0")
    for other in (1, 2, 3, None):
        assert labels(match, other, "cards0") == ["a trinket face down"] * 5


@rule("MP-R2")
def test_any_worth_can_be_named():
    match = start("cork")
    calls = [choice.text for choice in match.choices(0) if "cork" in choice.text]
    assert calls == [f"call the cork {worth}" for worth in range(1, 7)]


@rule("MP-R3")
def test_only_the_next_seat_answers():
    match = start("cork", seats=3)
    match.play(0, "call the cork 6")
    assert [choice.text for choice in match.choices(1)] == ["believe it", "doubt it"]
    with pytest.raises(IllegalAction, match="the game waits for seat 1"):
        match.play(2, "doubt it")


@rule("MP-R4")
def test_a_believed_boast_scores_and_stays_secret():
    match = start("cork")
    match.play(0, "call the cork 6")
    match.play(1, "believe it")
    assert match.scores == (6, 0)
    assert labels(match, 0, "cards0")[0] == "cork, worth 1, laid"
    assert labels(match, 1, "cards0")[0] == "a trinket face down, laid"


@rule("MP-R5")
@pytest.mark.parametrize(
    ("trinket", "named", "scores"), [("opal", 5, (10, 0)), ("opal", 4, (8, 0)), ("opal", 6, (0, 6))]
)
def test_a_doubted_boast_is_turned_up(trinket, named, scores):
    match = start(trinket)
    match.play(0, f"call the {trinket} {named}")
    match.play(1, "doubt it")
    assert match.scores == scores
    assert labels(match, 1, "cards0")[0] == "opal, worth 5, laid"
    assert [line.words for line in match.log(1)][-1] == f"[[seat:{scores.index(max(scores))}]] scored {max(scores)}"


@rule("MP-R6")
def test_the_seat_that_answered_is_next():
    match = start("cork", seats=3)
    match.play(0, "call the cork 1")
    match.play(1, "doubt it")
    assert match.waiting == (1,)


@rule("MP-R7")
def test_most_points_win_when_all_trinkets_are_laid():
    match = start()
    for ply in range(20):
        assert not match.over
        seat = match.waiting[0]
        match.play(seat, "believe it" if ply % 2 else int(match.choices(seat)[0 if seat else 5].action))
    assert match.over
    assert match.scores == (30, 5)
    assert match.ranks == (1, 2)


def drop_out_after(plies, *out, seats=4):
    """Returns a match in which these seats resign after a number of moves, each a boast of 1 or its belief."""
    match = start(seats=seats)
    for _ in range(plies):
        play_on(match)
    for seat in out:
        match.drop_out(seat)
    return match


def play_on(match):
    """Plays for the next seat: it believes the boast, or boasts of a 1."""
    seat = match.waiting[0]
    texts = [choice.text for choice in match.choices(seat)]
    match.play(seat, "believe it" if "believe it" in texts else next(text for text in texts if text.endswith(" 1")))


@rule("MP-R8")
def test_a_resigned_seat_is_skipped():
    match = drop_out_after(2, 1)  # its turn to boast
    assert match.waiting == (2,)
    turns = []
    while not match.over:
        turns += match.waiting
        play_on(match)
    assert set(turns) == {0, 2, 3}
    assert [line.words for line in match.log(0)].count("[[seat:1]] left the game [[rule:MP-R8]]") == 1


@rule("MP-R8")
def test_the_next_seat_answers_instead():
    match = drop_out_after(1, 1)
    assert match.waiting == (2,)
    match.play(2, "believe it")
    assert match.scores == (1, 0, 0, 0)


@rule("MP-R8")
def test_the_boast_of_a_resigned_seat_is_not_answered():
    match = drop_out_after(3, 1)
    assert match.waiting == (2,)
    assert "believe it" not in [choice.text for choice in match.choices(2)]
    assert labels(match, 0, "cards1")[0] == "a trinket face down, laid"


@rule("MP-R8")
def test_the_others_lay_all_their_trinkets_after_any_resignation():
    for plies in range(36):
        match = drop_out_after(plies, plies % 4, (plies + 2) % 4)
        while not match.over:
            play_on(match)
        for seat in ((plies + 1) % 4, (plies + 3) % 4):
            assert all(label.endswith(", laid") for label in labels(match, seat, f"cards{seat}"))


@rule("MP-R8")
def test_a_resigned_seat_is_last_whatever_its_score():
    match = drop_out_after(20, 0, 1)
    assert match.scores[0] > 0
    while not match.over:
        play_on(match)
    assert match.ranks == (3, 3, 1, 1)
    result = match.view().result
    assert [place.words for place in result.placements] == ["", "", "resigned", "resigned"]


def test_evaluate_gives_a_resigned_seat_no_chance():
    match = drop_out_after(4, 1)
    chances = np.zeros(4, np.int32)
    verbs.evaluate(match.state, match.game.box.record, chances)
    assert chances[1] == 0
    assert 990 <= chances.sum() <= 1000
