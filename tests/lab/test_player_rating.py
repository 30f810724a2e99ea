"""Ratings of people: Glickman's equations for two players, the ladder's model for more, and correct intervals."""

from __future__ import annotations

import math
import random

import pytest

from cogtable.lab.player_rating import START, Skill, after, rested
from cogtable.lab.ratings import MEAN, POINTS, share


def test_two_seats_are_rated_by_glickmans_equations() -> None:
    """With the first player and the first opponent of his paper."""
    one, other = Skill(1500, 200), Skill(1400, 30)
    q = math.log(10) / 400
    g = 1 / math.sqrt(1 + 3 * q**2 * 30**2 / math.pi**2)
    assert round(g, 4) == 0.9955
    expected = 1 / (1 + 10 ** (-g * (1500 - 1400) / 400))
    assert round(expected, 3) == 0.639
    d2 = 1 / (q**2 * g**2 * expected * (1 - expected))
    variance = 1 / (1 / 200**2 + 1 / d2)
    won = after([one, other], [1, 2])[0]
    assert won.rating == pytest.approx(1500 + q * variance * g * (1 - expected))
    assert won.deviation == pytest.approx(math.sqrt(variance))
    drawn = after([one, other], [1, 1])[0]
    assert drawn.rating == pytest.approx(1500 + q * variance * g * (0.5 - expected))


def test_good_results_raise_a_rating_and_every_game_reduces_uncertainty() -> None:
    found = after([Skill()] * 4, [1, 2, 2, 4])
    assert found[0].rating > found[1].rating == found[2].rating > found[3].rating
    assert all(each.deviation < START for each in found)


def test_a_place_does_not_depend_on_the_seat() -> None:
    skills = [Skill(1400, 80), Skill(1600, 200), Skill(1500, 50)]
    found = after(skills, [2, 1, 3])
    turned = after(skills[::-1], [3, 1, 2])
    assert [(round(a, 9), round(b, 9)) for a, b in found] == [(round(a, 9), round(b, 9)) for a, b in turned[::-1]]


def test_a_bots_rating_is_fixed() -> None:
    bot = Skill(1632, 0)
    person, same, again = after([Skill(), bot, bot], [1, 2, 3])
    assert (same, again) == (bot, bot)
    assert rested(bot, 1000) == bot
    assert person.rating > MEAN


def test_an_expected_win_changes_little() -> None:
    strong, weak = Skill(1900, 60), Skill(1300, 60)
    won = after([strong, weak], [1, 2])[0].rating - strong.rating
    lost = after([strong, weak], [2, 1])[0].rating - strong.rating
    assert 0 < won < 1
    assert lost < -15


def test_without_games_uncertainty_grows_up_to_that_of_the_start() -> None:
    assert rested(Skill(1700, 60), 365).deviation == pytest.approx(110)
    assert rested(Skill(1700, 60), 1e6) == Skill(1700, START)
    assert rested(Skill(1700, 60), -5) == Skill(1700, 60)


def test_a_single_player_is_not_rated() -> None:
    (alone,) = after([Skill(1500, 90)], [1])
    assert alone.rating == 1500
    assert alone.deviation == pytest.approx(90)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_interval_contains_the_true_rating_as_often_as_stated(seats: int) -> None:
    """Forty people of known strength play games whose outcomes follow the model."""
    dice = random.Random(7)
    truth = [dice.gauss(MEAN, 200) for _ in range(40)]
    skills = [Skill()] * 40
    for _ in range(40 * 60 // seats):
        players = dice.sample(range(40), seats)
        # the smallest of exponential times wins with a probability in proportion to its rate
        times = [dice.expovariate(math.exp((truth[each] - MEAN) / POINTS)) for each in players]
        places = [1 + sum(other < own for other in times) for own in times]
        for each, skill in zip(players, after([skills[each] for each in players], places), strict=True):
            skills[each] = skill
    # Only differences count, because no game tells how good all of them are together.
    shift = sum(truth) / 40 - sum(each.rating for each in skills) / 40
    held = sum(abs(each.rating + shift - own) < each.margin for each, own in zip(skills, truth, strict=True))
    assert held >= 35
    best, worst = truth.index(max(truth)), truth.index(min(truth))
    said, was = share(skills[best].rating, skills[worst].rating), share(truth[best], truth[worst])
    assert said == pytest.approx(was, abs=0.1)
