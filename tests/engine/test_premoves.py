"""Premoves: the choices of the seat that plays next."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cogtable
from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.match import Match, Move
from cogtable.engine.play.premoves import ANYTHING, Step, choices_ahead, imagine, left_of, recognised
from cogtable.engine.rules import rng, verbs


def duel() -> Match:
    return cogtable.game("splendor").start(seats=2, seed=3)


def test_the_next_seat_has_the_choices_of_its_coming_turn() -> None:
    match = duel()
    (mover,) = match.waiting
    ahead = {choice.text for choice in choices_ahead(match, 1 - mover)}
    match.play(mover, match.choices(mover)[0].action)
    now = {choice.text for choice in match.choices(1 - mover)}
    assert len(ahead & now) > len(now) // 2


def test_the_match_is_not_changed() -> None:
    match = duel()
    before = match.position.tobytes()
    choices_ahead(match, 1 - match.waiting[0])
    assert (match.position.tobytes(), match.ply) == (before, 0)


def test_the_choices_use_only_what_the_seat_knows() -> None:
    match = duel()
    seat = 1 - match.waiting[0]
    other = match.hidden(seat)
    rng.seed(other[0], 99)
    verbs.determinize(other[0], match.game.box.record, seat)
    imagined = match.with_position(other)
    assert not np.array_equal(imagined.position, match.position)
    assert choices_ahead(imagined, seat) == choices_ahead(match, seat)


@pytest.mark.parametrize("seats", [3, 4])
def test_other_seats_have_no_premoves(seats: int) -> None:
    match = cogtable.game("splendor").start(seats=seats, seed=3)
    (mover,) = match.waiting
    assert choices_ahead(match, mover) == []
    assert choices_ahead(match, (mover + 1) % seats)
    assert choices_ahead(match, (mover + 2) % seats) == []


def test_while_all_act_at_once_there_are_no_premoves() -> None:
    match = cogtable.game("tiny").start(seats=2, seed=3)
    assert choices_ahead(match, 0) == []
    match.play(0, match.choices(0)[0].action)
    assert match.waiting == (1,)
    assert choices_ahead(match, 0)


# --- conditional moves -----------------------------------------------------------------------------------


def test_a_seat_imagines_moves_one_after_another() -> None:
    match = duel()
    (mover,) = match.waiting
    seat = 1 - mover
    theirs = match.choices(mover)[0]
    imagined, steps = imagine(match, seat, [Step(mover, theirs.action)])
    assert steps == [Step(mover, theirs.action, theirs.text)]
    assert imagined.waiting == (seat,)
    own = imagined.choices(seat)[0]
    further, steps = imagine(match, seat, [*steps, Step(seat, own.action)])
    assert [step.text for step in steps] == [theirs.text, own.text]
    assert further.waiting == (mover,)
    assert match.ply == 0


def test_whatever_others_play_ends_with_the_turn_of_the_seat() -> None:
    match = cogtable.game("splendor").start(seats=3, seed=3)
    (mover,) = match.waiting
    imagined, steps = imagine(match, (mover + 2) % 3, [Step(ANYTHING, ANYTHING)])
    assert imagined.waiting == ((mover + 2) % 3,)
    assert steps == [Step(ANYTHING, ANYTHING)]
    with pytest.raises(IllegalAction, match="does not wait for others"):
        imagine(match, mover, [Step(ANYTHING, ANYTHING)])


@pytest.mark.parametrize(("game", "seats"), [("splendor", 2), ("recharge", 3), ("coalheart", 3), ("smashgear", 2)])
def test_what_a_seat_imagines_uses_only_what_it_knows(game: str, seats: int) -> None:
    match = cogtable.game(game).start(seats=seats, seed=3)
    while match.ply < 12 or len(match.waiting) != 1:
        match.play(match.waiting[0], match.choices(match.waiting[0])[0].action)
    seat = (match.waiting[0] + 1) % seats
    other = match.hidden(seat)
    rng.seed(other[0], 99)
    verbs.determinize(other[0], match.game.box.record, seat)
    assert other.tobytes() != match.position.tobytes()
    one, _ = imagine(match, seat, [Step(ANYTHING, ANYTHING)])
    same, _ = imagine(match.with_position(other), seat, [Step(ANYTHING, ANYTHING)])
    assert one.position.tobytes() == same.position.tobytes()


@pytest.mark.parametrize("step", [(1, 0), (0, 10_000), (0, -3)])
def test_impossible_steps_are_refused(step: tuple[int, int]) -> None:
    match = duel()
    (mover,) = match.waiting
    with pytest.raises(IllegalAction):
        imagine(match, 1 - mover, [Step((mover + step[0]) % 2, step[1])])


def moved(seat: int, action: int, text: str) -> Move:
    return Move(seat, action, text, ())


def test_a_line_is_followed_as_long_as_its_moves_are_made() -> None:
    line = [Step(0, 4, "take"), Step(1, 5, "buy"), Step(ANYTHING, ANYTHING), Step(1, 6, "take")]
    played = [moved(0, 4, "take"), moved(1, 5, "buy"), moved(0, 7, "take"), moved(0, 8, "discard")]
    assert left_of(line, played[:1], 1) == line[1:]
    assert left_of(line, played[:3], 1) == left_of(line, played, 1) == line[3:]
    assert left_of(line, [moved(0, 3, "take")], 1) is None  # another move
    assert left_of(line, [moved(0, 4, "reserve")], 1) is None  # the same action, of something else
    assert left_of(line, [*played, moved(1, 6, "take")], 1) == []
    assert left_of(line, [*played, moved(1, 6, "take"), moved(0, 1, "take")], 1) is None


# --- what a seat recognises ---------------------------------------------------------------------------


def test_an_open_choice_is_recognised() -> None:
    match = duel()
    (mover,) = match.waiting
    assert recognised(match, mover, 1 - mover) == set(np.flatnonzero(match.legal(mover)))


def test_a_choice_made_in_secret_is_recognised_only_when_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a game hides also from which place of the hand a card was laid, until all have laid one."""
    hide = verbs.hide

    def hide_places(state: Any, box: Any, seat: int) -> None:
        hide(state, box, seat)
        for other in range(state.seats):
            if other != seat:
                state.hand[other] = -2

    match = cogtable.game("tiny").start(seats=3, seed=3)
    monkeypatch.setattr(verbs, "hide", hide_places)
    match.play(0, 0)
    assert match.waiting == (1, 2)
    assert recognised(match, 1, 0) == set()
    match.play(1, 0)
    assert recognised(match, 2, 0) == {0, 1}
