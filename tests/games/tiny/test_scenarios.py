"""The rules of Tiny, by their numbers."""

import pytest

import cogtable
from cogtable import IllegalAction
from cogtable.testing.coverage import rule


def start(*hands, seed=0, **options):
    """A match with these cards in hand, by the first letters of their names ("al" for ant and lynx)."""
    match = cogtable.game("tiny").start(seats=len(hands), seed=seed, **options)
    letters = [name[0] for name in match.game.box.names["cards"]]
    for seat, hand in enumerate(hands):
        for i, letter in enumerate(hand):
            match.state.hand[seat, i] = letters.index(letter)
    return match


def play(match, *texts):
    for seat, text in enumerate(texts):
        match.play(seat, f"play {text}")


@rule("TN-R1")
def test_each_seat_has_two_cards_that_only_it_sees():
    match = start("ab", "kl")
    own = [piece.label for piece in match.view(0).pieces if piece.zone == "hand-0"]
    others = [piece.label for piece in match.view(1).pieces if piece.zone == "hand-0"]
    assert (own, others) == (["ant 1", "bee 1"], ["a card", "a card"])


@rule("TN-R2")
def test_all_choose_at_once_in_any_order_and_unseen():
    match = start("ab", "kl", "cd")
    assert match.waiting == (0, 1, 2)
    match.play(1, "play kiwi")
    assert match.waiting == (0, 2)
    assert [piece.label for piece in match.view(0).pieces if piece.zone == "chosen-1"] == ["a card"]
    with pytest.raises(IllegalAction, match="seat 1 has nothing to decide now; the game waits for seat 0, 2"):
        match.play(1, "play lynx")


@rule("TN-R3")
def test_the_single_highest_card_takes_a_point():
    match = start("ab", "kl", "cd")
    play(match, "ant", "kiwi", "dog")
    assert match.scores == (0, 1, 0)


@rule("TN-R3")
def test_a_tie_for_the_highest_card_gives_no_point():
    match = start("ka", "lb", "cd")
    play(match, "kiwi", "lynx", "dog")
    assert match.scores == (0, 0, 0)


@rule("TN-R4")
def test_hands_are_filled_after_the_round():
    match = start("ka", "lb")
    play(match, "kiwi", "lynx")
    assert (match.state.hand >= 0).sum() == 4
    assert "[[seat:0]] played kiwi 9" in [line.words for line in match.log(1)]


@rule("TN-R5")
def test_most_points_win_after_the_agreed_rounds():
    match = start("ab", "kl", "cd", length=1)
    play(match, "ant", "kiwi", "dog")
    assert match.over
    assert match.ranks == (2, 1, 2)
