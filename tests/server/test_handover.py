"""When the seat of a bot at a table of "Play" can be taken."""

from __future__ import annotations

import pytest

from cogtable import game
from cogtable.engine.definition.parts import YOUNG_MOVES
from cogtable.engine.play.match import SPECTATOR
from cogtable.server.db.rows import SeatRow
from cogtable.server.table.handover import how_far, is_level, is_young, time_control


@pytest.mark.parametrize("name", ["splendor", "megaman", "recharge", "smashgear", "coalheart"])
def test_every_game_is_young_when_it_begins(name: str) -> None:
    of = game(name)
    assert is_young(of.start(seats=of.min_seats, seed=1))


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [("splendor", "points", 5), ("megaman", "yashichi", 0), ("recharge", "rounds", 3), ("coalheart", "rounds", 3)],
)
def test_each_game_says_until_when(name: str, field: str, value: int) -> None:
    """Until somebody has five points, until the first star, until the end of round 2."""
    of = game(name)
    state = of.start(seats=of.min_seats, seed=1).hidden(SPECTATOR)
    assert of.young
    assert of.young(state[0])
    state[field] = value
    assert not of.young(state[0])


def test_smash_gear_is_young_until_its_battle() -> None:
    smashgear = game("smashgear")
    state = smashgear.start(seats=2, seed=1).hidden(SPECTATOR)
    state["turns"] = 1
    assert smashgear.young
    assert not smashgear.young(state[0])


def test_a_game_that_does_not_say_is_young_for_four_moves_of_each_seat() -> None:
    match = game("tiny").start(seats=2, seed=1)
    while not match.over and match.ply <= YOUNG_MOVES * match.seats:
        assert is_young(match)
        match.play(match.waiting[0], match.choices(match.waiting[0])[0].action)
    assert not is_young(match)


@pytest.mark.parametrize(
    ("chances", "level"),
    [
        ([0.5, 0.5], True),
        ([0.35, 0.65], True),
        ([0.34, 0.66], False),
        ([1 / 3, 1 / 3, 1 / 3], True),
        ([0.45, 0.3, 0.25], False),
    ],
)
def test_level_is_35_to_65_percent_for_two_and_the_same_part_of_an_equal_share_for_more(
    chances: list[float], level: bool
) -> None:
    assert is_level(chances) == level


def two(name: str = "Mina") -> list[SeatRow]:
    return [SeatRow(seat=0, kind="person", name=name), SeatRow(seat=1, kind="bot", name="Rivet")]


def test_how_far_a_game_of_two_has_got_comes_with_their_points() -> None:
    match = game("splendor").start(seats=2, seed=1)
    assert how_far(match, two()) == "Round 1: Mina 0, Rivet 0"


def test_a_name_is_written_as_it_is_even_if_it_looks_like_markup() -> None:
    match = game("splendor").start(seats=2, seed=1)
    assert "[[seat:1]]" not in how_far(match, two("[[seat:1]]"))


def test_how_far_a_game_of_more_has_got() -> None:
    match = game("splendor").start(seats=3, seed=1)
    assert how_far(match, [*two(), SeatRow(seat=2, kind="bot", name="Gizmo")]) == "Round 1"


def test_the_paces_depend_on_how_long_a_game_takes() -> None:
    splendor = game("splendor")  # 30 minutes
    controls = [time_control(splendor, pace) for pace in ("quick", "normal", "calm", "days")]
    assert [each and (each.game_s, each.move_s) for each in controls] == [(300, 0), (720, 0), None, (0, 86400)]
