"""Pairings and standings: properties that hold for any number of players, and the documentation's examples."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogtable.server.tournaments.pairing import PairingHistory, Round, circle, paired, sizes, twice
from cogtable.server.tournaments.robin import TIEBREAKS as ROBIN
from cogtable.server.tournaments.standings import FinishedGame, Line, places_of, shares, standing_of
from cogtable.server.tournaments.swiss import TIEBREAKS as SWISS


def seated(round_: Round) -> list[int]:
    """Returns all players who are at a table or have a bye."""
    return sorted([player for table in round_.tables for player in table] + round_.byes)


def played_out(count: int, seats: int, rounds: int, seed: int, *, swiss: bool, least: int = 2) -> list[Round]:
    """Returns the rounds of a tournament whose games are decided at random."""
    chance = random.Random(seed)
    players = list(range(count))
    past: list[Round] = []
    games: list[FinishedGame] = []
    for _ in range(rounds):
        lines = standing_of(players, games, SWISS)
        points = {line.player: line.points for line in lines} if swiss else None
        past.append(paired([line.player for line in lines], points, past, seats, least, seed))
        for table in past[-1].tables:
            ranks = [chance.randint(1, 3) for _ in table]
            games.append(FinishedGame(table, places_of(ranks, ())))
        games += [FinishedGame((player,), (1,)) for player in past[-1].byes]
    return past


# --- round robin ----------------------------------------------------------------------------------------


@given(st.integers(2, 40))
def test_in_a_round_robin_all_meet_once_and_play_once_in_every_round(count: int) -> None:
    rounds = circle(range(count))
    assert len(rounds) == count - 1 + count % 2
    assert all(seated(each) == list(range(count)) for each in rounds)
    met = PairingHistory(rounds).met
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


@given(st.integers(2, 40))
def test_in_a_round_robin_first_moves_are_balanced_within_one(count: int) -> None:
    rounds = circle(range(count))
    sat = PairingHistory(rounds).seats
    assert all(abs(sat[player, 0] - sat[player, 1]) <= 1 for player in range(count))
    both = PairingHistory(twice(rounds)).seats
    assert all(both[player, 0] == both[player, 1] for player in range(count))


@given(st.integers(3, 39).filter(lambda count: count % 2 == 1))
def test_with_an_odd_number_each_player_has_one_bye(count: int) -> None:
    assert set(PairingHistory(circle(range(count))).byes.values()) == {1}


# --- Swiss ----------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 25), st.integers(0, 1000))
def test_in_a_swiss_no_pair_meets_twice_and_no_player_has_two_byes(count: int, seed: int) -> None:
    rounds = played_out(count, 2, max(1, count // 2), seed, swiss=True)
    assert all(seated(each) == list(range(count)) for each in rounds)
    assert all(len(each.byes) == count % 2 for each in rounds)
    past = PairingHistory(rounds)
    assert max(past.met.values()) == 1
    assert max(past.byes.values(), default=0) <= 1


@settings(max_examples=12, deadline=None)
@given(st.integers(6, 25), st.integers(0, 1000))
def test_in_a_swiss_first_moves_are_balanced_within_two(count: int, seed: int) -> None:
    sat = PairingHistory(played_out(count, 2, count // 2, seed, swiss=True)).seats
    assert all(abs(sat[player, 0] - sat[player, 1]) <= 2 for player in range(count))


@settings(max_examples=12, deadline=None)
@given(st.integers(4, 20), st.sampled_from([2, 3, 4]), st.integers(0, 1000))
def test_people_who_have_blocked_each_other_do_not_meet_while_others_are_there(
    count: int, seats: int, seed: int
) -> None:
    apart = {frozenset((0, 1))}
    past: list[Round] = []
    if count <= seats:
        return
    for _ in range(3):
        past.append(paired(range(count), dict.fromkeys(range(count), Fraction(0)), past, seats, 2, seed, apart))
    met = PairingHistory(past).met
    if len(sizes(count, seats, 2)) > 1:
        assert frozenset((0, 1)) not in met


def test_after_a_round_winners_meet_winners() -> None:
    first = paired(range(8), {n: Fraction(0) for n in range(8)}, [], 2, 2, 1)
    winners = {table[0] for table in first.tables}
    points = {player: Fraction(player in winners) for player in range(8)}
    order = sorted(range(8), key=lambda player: -points[player])
    second = paired(order, points, [first], 2, 2, 1)
    assert all(len(winners & set(table)) in (0, 2) for table in second.tables)


def test_the_bye_goes_to_the_last_player_without_one() -> None:
    points = {n: Fraction(5 - n) for n in range(5)}
    first = paired(range(5), points, [], 2, 2, 1)
    assert first.byes == [4]
    assert paired(range(5), points, [first], 2, 2, 1).byes == [3]


def test_when_all_have_met_as_few_pairs_as_possible_meet_again() -> None:
    """As when many have left."""
    rounds = circle(range(4))
    again = paired(range(4), {n: Fraction(0) for n in range(4)}, rounds, 2, 2, 1)
    assert seated(again) == [0, 1, 2, 3]
    once_more = paired(range(4), {n: Fraction(0) for n in range(4)}, [*rounds, again], 2, 2, 1)
    assert not {frozenset(table) for table in again.tables} & {frozenset(table) for table in once_more.tables}


def test_the_same_seed_gives_the_same_round() -> None:
    assert played_out(12, 4, 4, 7, swiss=True) == played_out(12, 4, 4, 7, swiss=True)


# --- tables of three or more ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seats", "expected"),
    [
        (8, 4, [4, 4]),
        (9, 4, [3, 3, 3]),
        (10, 4, [4, 3, 3]),
        (11, 4, [4, 4, 3]),
        (6, 4, [3, 3]),
        (5, 4, [4]),
        (4, 4, [4]),
        (3, 4, [3]),
        (2, 4, []),
        (7, 3, [3, 3]),
        (9, 2, [2, 2, 2, 2]),
        (13, 6, [5, 4, 4]),
    ],
)
def test_table_sizes_are_as_equal_as_possible(players: int, seats: int, expected: list[int]) -> None:
    assert sizes(players, seats, 2) == expected


@settings(max_examples=12, deadline=None)
@given(st.integers(3, 30), st.sampled_from([3, 4]), st.booleans(), st.integers(0, 1000))
def test_in_groups_everybody_plays_once_in_every_round_and_seats_rotate(
    count: int, seats: int, swiss: bool, seed: int
) -> None:
    rounds = played_out(count, seats, 4, seed, swiss=swiss)
    past = PairingHistory(rounds)
    for each in rounds:
        assert seated(each) == list(range(count))
        assert all(3 <= len(table) <= seats for table in each.tables)
    byes = past.byes
    assert max(byes.values(), default=0) - min(byes[player] for player in range(count)) <= 1


@pytest.mark.parametrize(("count", "seats", "rounds"), [(9, 3, 4), (16, 4, 3), (12, 3, 3), (20, 4, 3)])
def test_in_groups_players_do_not_meet_twice_if_possible(count: int, seats: int, rounds: int) -> None:
    """Nine can meet in threes for four rounds; then all have met all (the affine plane of order 3)."""
    met = PairingHistory(played_out(count, seats, rounds, 3, swiss=False)).met
    assert Counter(met.values())[1] == len(met)


def test_in_groups_seats_are_balanced() -> None:
    sat = PairingHistory(played_out(16, 4, 4, 1, swiss=True)).seats
    assert max(sat.values()) <= 2


# --- standings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2), "1 0"),
        ((1, 1), "1/2 1/2"),
        ((2, 1, 3, 4), "2/3 1 1/3 0"),
        ((1, 1, 3), "3/4 3/4 0"),
        ((1, 2, 2, 2), "1 1/3 1/3 1/3"),
    ],
)
def test_a_place_is_worth_the_share_of_opponents_behind_it(places: tuple[int, ...], expected: str) -> None:
    assert shares(places) == [Fraction(each) for each in expected.split()]


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6))
def test_every_table_gives_half_a_point_for_each_player(ranks: list[int]) -> None:
    assert sum(shares(places_of(ranks, ()))) == Fraction(len(ranks), 2)


def test_a_player_who_resigned_is_last_even_if_a_bot_won_for_them() -> None:
    assert places_of((1, 2, 3), {0}) == (3, 1, 2)
    assert places_of((1, 2, 3), {0, 2}) == (2, 1, 3)
    assert places_of((1, 1), ()) == (1, 1)


def lines(*games: FinishedGame, method: str = "swiss", taken_out: frozenset[int] = frozenset()) -> dict[int, Line]:
    players = sorted({player for game in games for player in game.players})
    found = (
        standing_of(players, games, SWISS)
        if method == "swiss"
        else standing_of(players, games, ROBIN, bye=0, taken_out=taken_out)
    )
    return {line.player: line for line in found}


def test_ties_are_broken_by_opponents_strength_then_by_beaten_opponents() -> None:
    won = [FinishedGame((a, b), (1, 2), (15, 9)) for a, b in itertools.combinations(range(4), 2)]
    found = lines(*won[:2], won[3], FinishedGame((2, 3), (1, 1), (12, 12)))
    # 0 beat 1 and 2, 1 beat 2, 2 and 3 drew.
    assert [found[player].points for player in range(4)] == [2, 1, Fraction(1, 2), Fraction(1, 2)]
    assert found[2].tiebreaks[:2] == (Fraction(7, 2), Fraction(1, 4))
    assert found[3].tiebreaks[:2] == (Fraction(1, 2), Fraction(1, 4))
    assert [found[player].rank for player in range(4)] == [1, 2, 3, 4]


def test_a_complete_tie_shares_a_rank() -> None:
    assert [line.rank for line in lines(FinishedGame((0, 1), (1, 1), (5, 5))).values()] == [1, 1]


def test_a_bye_is_a_point_in_a_swiss_and_none_if_everybody_has_one() -> None:
    games = FinishedGame((0, 1), (1, 2)), FinishedGame((2,), (1,))
    assert lines(*games)[2].points == 1
    assert lines(*games)[2].tiebreaks[0] == 1, "an opponent like oneself"
    assert lines(*games, method="robin")[2].points == 0


def test_games_against_a_removed_player_do_not_count() -> None:
    games = FinishedGame((0, 1), (1, 2)), FinishedGame((1, 2), (1, 2)), FinishedGame((2, 0), (1, 2))
    found = lines(*games, method="robin", taken_out=frozenset({1}))
    assert sorted(found) == [0, 2]
    assert [found[0].points, found[2].points] == [0, 1]
