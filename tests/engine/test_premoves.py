"""Premoves: the choices of the seat that plays next."""

from __future__ import annotations

import numpy as np
import pytest

import cogtable
from cogtable.engine.play.match import Match
from cogtable.engine.play.premoves import choices_ahead
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
