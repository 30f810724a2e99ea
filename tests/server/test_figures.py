"""A person's figures, and which differences between their games are no chance."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from cogtable.server.core.figures import (
    CHANCE,
    Comparison,
    Figures,
    Played,
    Tally,
    WinRate,
    figures,
    p_value,
    worth_knowing,
)


def games(count: int, won: int, **about: Any) -> list[Played]:
    """Returns this many games of two with people, of which so many were won."""
    usual: dict[str, Any] = {"game": "tiny", "against": "people", "players": 2, "seat": 0} | about
    return [Played(**usual, won=number < won) for number in range(count)]


def compared(first: tuple[int, int], second: tuple[int, int], odds: float = 1.0) -> Comparison:
    """Returns the comparison of two kinds of games, each as the games won and all games."""
    one, other = (Tally(won=won, games=count) for won, count in (first, second))
    return Comparison(words="", first=one, second=other, odds=odds)


def test_figures_are_by_game_company_number_of_players_and_seat() -> None:
    found = figures(
        [
            *games(4, 3, score=10),
            *games(2, 0, seat=1, score=4),
            *games(3, 1, players=3, seat=2),
            *games(5, 5, against="bots"),
        ]
    )
    assert found == [
        Figures(
            game="tiny",
            against="bots",
            rates=(WinRate(players=2, seat=-1, games=5, won=5), WinRate(players=2, seat=0, games=5, won=5)),
            points=None,
        ),
        Figures(
            game="tiny",
            against="people",
            rates=(
                WinRate(players=2, seat=-1, games=6, won=3),
                WinRate(players=2, seat=0, games=4, won=3),
                WinRate(players=2, seat=1, games=2, won=0),
                WinRate(players=3, seat=-1, games=3, won=1),
                WinRate(players=3, seat=2, games=3, won=1),
            ),
            points=8,
        ),
    ]


# --- the test -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [
        # Fisher's lady tasting tea: 3 of 4 cups right, and all four.
        ((3, 4), (1, 4), 34 / 70),
        ((4, 4), (0, 4), 2 / 70),
        # Convictions of like-sex twins of criminals (Fisher 1934), as R's fisher.test reports them.
        ((10, 12), (3, 18), 0.0005367),
        ((5, 10), (5, 10), 1.0),
    ],
)
def test_the_probability_is_that_of_fishers_exact_test(
    first: tuple[int, int], second: tuple[int, int], p: float
) -> None:
    assert p_value(compared(first, second)) == pytest.approx(p, rel=1e-3)


def test_odds_that_differ_by_themselves_are_no_difference() -> None:
    """With equal shares, half of the games of two are won and a quarter of those of four: odds of 1 and of 1/3."""
    two, four = (50, 100), (25, 100)
    assert p_value(compared(two, four)) < 0.001
    assert p_value(compared(two, four, odds=3)) > 0.9


def test_the_weights_of_all_divisions_are_those_of_the_noncentral_hypergeometric_distribution() -> None:
    odds, first, second, wins = 2.5, 6, 5, 4
    ways = [math.comb(first, n) * math.comb(second, wins - n) * odds**n for n in range(wins + 1)]
    found = compared((0, first), (wins, second), odds)
    expected = sum(each for each in ways if each <= ways[0]) / sum(ways)
    assert p_value(found) == pytest.approx(expected)


# --- what is worth knowing ------------------------------------------------------------------------------


def test_a_clear_difference_between_seats_is_told_with_its_figures() -> None:
    played = [*games(30, 25), *games(30, 8, seat=1)]
    assert worth_knowing(played) == ["Tiny with 2 players: in seat 1 you win 25 of 30 games, and 8 of 30 elsewhere."]


def test_so_is_one_between_people_and_bots_between_lengths_and_between_numbers_of_players() -> None:
    against = [*games(30, 8), *games(30, 25, against="bots")]
    assert worth_knowing(against) == [
        "Tiny with 2 players: you win 25 of 30 games against bots, and 8 of 30 with people."
    ]
    lengths = [*games(30, 25, moves=40), *games(30, 8, moves=70)]
    assert worth_knowing(lengths) == [
        "Tiny with 2 players: you win 25 of 30 games of at most 55 moves, and 8 of 30 longer ones."
    ]
    players = [*games(40, 20), *games(40, 32, players=4)]
    assert worth_knowing(players) == [
        "Tiny: you win 20 of 40 games with 2 players, where an equal share is 20, and 32 of 40 with 4, where it is 10."
    ]


def test_equal_shares_with_more_players_are_not_worth_knowing() -> None:
    assert worth_knowing([*games(100, 50), *games(100, 25, players=4)]) == []


@pytest.mark.parametrize(("count", "worth"), [(9, False), (10, True)])
def test_twenty_games_are_needed(count: int, worth: bool) -> None:
    assert bool(worth_knowing([*games(count, count), *games(count, 0, seat=1)])) is worth


def test_and_five_of_each_kind() -> None:
    assert worth_knowing([*games(60, 60), *games(4, 0, seat=1)]) == []
    assert worth_knowing([*games(60, 60), *games(5, 0, seat=1)]) != []


def test_what_would_be_clear_alone_is_chance_among_many_comparisons() -> None:
    """Holm's correction: with more comparisons, each must be clearer."""
    lone = [*games(30, 20), *games(30, 8, seat=1)]
    p = p_value(compared((20, 30), (8, 30)))
    assert CHANCE / 5 < p < CHANCE
    assert len(worth_knowing(lone)) == 1
    level = [each for name in "abcd" for seat in (0, 1) for each in games(30, 15, game=name, seat=seat)]
    assert worth_knowing([*lone, *level]) == []


def test_people_whose_results_are_chance_read_nothing() -> None:
    """Of 300 such people, at most a few of whom `CHANCE` leaves some."""
    chance = random.Random(5)

    def person() -> list[Played]:
        return [
            Played(
                game=chance.choice("ab"),
                against=chance.choice(("people", "bots")),
                players=2,
                seat=chance.randrange(2),
                won=chance.random() < 0.5,
                moves=chance.randrange(40, 80),
            )
            for _ in range(80)
        ]

    assert sum(bool(worth_knowing(person())) for _ in range(300)) <= 300 * CHANCE * 2
