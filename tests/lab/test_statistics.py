"""Estimates, verdicts and false discoveries, compared with cases small enough to be calculated by hand."""

import math

import pytest

from cogtable.lab.statistics import (
    Estimate,
    Z,
    combination,
    combined,
    discoveries,
    even_scale,
    interval,
    mean,
    share,
    times_more,
    two_sided,
    verdict,
)


def test_with_one_game_per_deal_a_share_has_the_score_interval():
    won = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1]
    found = share(won, [1] * 10)
    rate, low, high = interval(6, 10)
    assert found.value == rate == 0.6
    # one degree of freedom less makes it slightly wider
    assert low - 0.03 < found.low < low
    assert high < found.high < high + 0.03


def test_games_of_a_deal_that_always_end_alike_count_once():
    alike = share([2, 0] * 50, [2] * 100)
    apart = share([1, 0] * 100, [1] * 200)
    assert alike.value == apart.value == 0.5
    assert alike.high - alike.low == pytest.approx(math.sqrt(2) * (apart.high - apart.low), rel=0.01)


def test_effects_exchanged_within_a_deal_cancel_out():
    found = share([1] * 100, [2] * 100)  # each hand wins once
    assert found.value == 0.5
    assert found.high - found.low < 0.2


def test_no_games_give_no_share():
    assert share([0, 0], [0, 0]) is None
    assert mean([], []) is None


def test_a_few_wins_without_a_loss_are_not_certainty():
    found = share([1] * 4, [1] * 4)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(4 / (4 + Z * Z))


def test_a_mean_has_the_interval_of_its_standard_error():
    found = mean([2, 4, 6, 8])
    error = math.sqrt(20 / 3) / 2
    assert (found.value, found.low, found.high) == pytest.approx((5, 5 - Z * error, 5 + Z * error))


def test_a_paired_difference_uses_the_correlation():
    before, after, ones = [1, 2, 3, 4], [2, 3, 4, 5], [1, 1, 1, 1]
    value, error = combination([(after, ones), (before, ones)], [1.0, -1.0])
    assert (value, error) == pytest.approx((1, 0), abs=1e-12)


def test_an_interaction_is_the_joint_effect_beyond_the_separate_ones():
    # of 100: both 80, the one alone 60, the other alone 50, neither 40 -> 80 - 60 - 50 + 40 = 10
    groups = [([8], [10]), ([6], [10]), ([5], [10]), ([4], [10])]
    found = combined([(w, n) for w, n in groups], [1.0, -1.0, -1.0, 1.0])
    assert found.value == pytest.approx(0.1)


def test_benjamini_and_hochberg_keep_results_below_their_line():
    # of five: 0.01 <= 1/5 of 5 %, 0.019 <= 2/5, 0.031 > 3/5, 0.039 <= 4/5: so the first four are kept
    assert discoveries([0.039, 0.01, 0.5, 0.031, 0.019]) == [True, True, False, True, True]
    assert discoveries([0.04, 0.03]) == [True, True]
    assert discoveries([0.06, 0.03]) == [False, False]
    assert discoveries([]) == []


def test_one_in_twenty_insignificant_results_is_not_reported():
    evenly = [(i + 0.5) / 200 for i in range(200)]
    assert sum(p < 0.05 for p in evenly) == 10
    assert not any(discoveries(evenly))


def test_the_probability_of_chance_is_estimated():
    assert two_sided(Z) == pytest.approx(0.05)
    assert Estimate(0.6, 0.5, 0.7).p_value(0.5) == pytest.approx(0.05)
    assert Estimate(0.6, 0.55, 0.62).p_value(0.5) == pytest.approx(two_sided(2 * Z))
    assert Estimate(0.5, 0.4, 0.6).p_value(0.5) == 1
    assert Estimate(1.0, 1.0, 1.0).p_value(0.5) == 0


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (46, 54, "holds"),
        (45, 55, "holds"),
        (44, 54, "open"),
        (50, 56, "open"),
        (40, 60, "open"),
        (55.1, 60, "misses"),
        (30, 44.9, "misses"),
    ],
)
def test_an_aim_holds_misses_or_is_open(low, high, said):
    assert verdict(Estimate((low + high) / 2, low, high), 45, 55) == said


def test_an_aim_can_have_one_bound():
    assert verdict(Estimate(5, 4, 6), high=10) == "holds"
    assert verdict(Estimate(5, 4, 6), low=10) == "misses"
    assert verdict(Estimate(5, 4, 6), low=5) == "open"


def test_the_number_of_games_that_would_settle_an_aim_is_estimated():
    # half the width is 4 and the bound 2 away: a quarter of the variance, four times the games
    assert times_more(Estimate(53, 49, 57), 45, 55) == pytest.approx(4)
    assert times_more(Estimate(55, 49, 61), 45, 55) is None


def test_fifty_is_even_on_the_scale():
    assert even_scale(0.3, 2) == pytest.approx(0.3)
    assert even_scale(0.25, 4) == 0.5
    assert even_scale(1 / 3, 3) == pytest.approx(0.5)
