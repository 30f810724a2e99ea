"""Knock-out and arena without a server: who meets whom, and what the results change."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogtable.server.db.tournaments import EntrantRow, PairingRow, TournamentRow
from cogtable.server.tournaments import arena, knockout
from cogtable.server.tournaments.arena import PATIENCE_S, Free, points_of, tables_for
from cogtable.server.tournaments.format import Conditions
from cogtable.server.tournaments.formats import FORMATS
from cogtable.server.tournaments.knockout import bracket, going_on, groups, match_of, stages
from cogtable.server.tournaments.standings import FinishedGame, Line, places_of

HALF = Fraction(1, 2)


def tournament(method: str, players: int, **settings: Any) -> TournamentRow:
    """A tournament that has not begun."""
    wanted: dict[str, Any] = {
        "id": "cup", "name": "Cup", "game": "tiny", "variant": "", "options": {}, "seats": 2, "method": method,
        "twice": False, "rounds": 0, "most": 128, "game_s": 60, "move_s": 0, "late_s": 0, "pause_s": 0, "chat": "all",
        "listed": True, "seed": 7, "created": 0, "creator": "Ada", "secret": "", "account": "", "length_s": 3600,
    }  # fmt: skip
    entrants = tuple(EntrantRow(number=number, name=f"Player {number}") for number in range(players))
    return TournamentRow(**wanted | settings, entrants=entrants)


class Club:
    """A tournament whose games are decided by a function of their players, at once unless told otherwise."""

    def __init__(self, row: TournamentRow, seed: int = 0, least: int = 2, **given: Any) -> None:
        self.form = FORMATS[row.method]
        self.now = 0.0
        self.given = given
        self.least = least
        self.chance = random.Random(seed)
        self.row = msgspec.structs.replace(self.form.started(row, self.conditions), state="running")

    @property
    def conditions(self) -> Conditions:
        return Conditions(self.least, self.now, **self.given)

    def draw(self) -> list[PairingRow]:
        """Draws the next games. Returns those that are played."""
        drawn = self.form.draw(self.row, self.conditions)
        if drawn is None:
            self.row = msgspec.structs.replace(self.row, state="over")
            return []
        first = sum(each.round == drawn.round for each in self.row.pairings)
        gone = {entrant.number for entrant in self.row.entrants if entrant.gone}
        new = []
        for number, (players, match) in enumerate(drawn.games, first):
            each = PairingRow(round=drawn.round, number=number, table_id="t", players=players, match=match)
            if len(players) == 1 or gone.intersection(players):
                places = places_of([1] * len(players), {i for i, player in enumerate(players) if player in gone})
                each = msgspec.structs.replace(each, table_id="", places=places, counted=True, ended=self.now)
            new.append(each)
        self.row = msgspec.structs.replace(
            self.row, round=drawn.round, due=drawn.again, pairings=(*self.row.pairings, *new)
        )
        if new and all(each.counted for each in new):
            self.row = self.form.progress(self.row, self.now)
        return [each for each in new if not each.counted]

    def end(self, game: PairingRow, *places: int) -> None:
        """Ends a game with these places, or with random ones."""
        decided = places or places_of([self.chance.randint(1, 3) for _ in game.players], ())
        known = [
            msgspec.structs.replace(each, places=decided, counted=True, ended=self.now)
            if (each.round, each.number) == (game.round, game.number)
            else each
            for each in self.row.pairings
        ]
        self.row = self.form.progress(msgspec.structs.replace(self.row, pairings=tuple(known)), self.now)

    def leave(self, player: int) -> None:
        entrants = tuple(
            msgspec.structs.replace(each, gone="left") if each.number == player else each for each in self.row.entrants
        )
        self.row = msgspec.structs.replace(self.row, entrants=entrants)

    @property
    def state(self) -> str:
        return self.row.state

    def play(self) -> None:
        """Plays until the tournament is over."""
        for _ in range(1000):
            if self.state == "over":
                return
            for game in self.draw():
                self.end(game)
        raise AssertionError("the tournament does not end")

    @property
    def lines(self) -> list[Line]:
        return self.form.standing(self.row)

    def ranks(self) -> dict[int, int]:
        return {line.player: line.rank for line in self.lines}


# --- knock-out: two at a table ---------------------------------------------------------------------------


def test_the_first_two_seeds_can_meet_only_in_the_final_and_the_best_have_a_bye() -> None:
    assert bracket([1, 2, 3, 4, 5, 6]) == [(1, None), (4, 5), (2, None), (3, 6)]
    assert bracket([1, 2]) == [(1, 2)]


@given(st.integers(2, 128))
def test_each_player_stands_once_in_the_bracket_and_no_match_is_empty(count: int) -> None:
    found = bracket(range(count))
    assert sorted(player for match in found for player in match if player is not None) == list(range(count))
    assert all(first is not None for first, _ in found)
    byes = [first for first, second in found if second is None]
    assert sorted(byes) == list(range(len(byes))), "the best seeds"


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 33), st.integers(1, 5), st.booleans(), st.integers(0, 1000))
def test_a_knock_out_ends_after_its_rounds_with_one_winner(count: int, best_of: int, third: bool, seed: int) -> None:
    club = Club(tournament("knockout", count, best_of=best_of, third=third), seed)
    club.play()
    assert club.row.round == club.row.rounds == (count - 1).bit_length()
    ranks = Counter(club.ranks().values())
    assert ranks[1] == ranks[2] == 1
    if third and count >= 4:
        assert ranks[3] == ranks[4] == 1
    lost = Counter[int]()
    for number in range(1, club.row.rounds + 1):
        for at, match in knockout.matches_of(club.row, number).items():
            assert match.winner is not None
            if match.loser is not None and not (third and number == club.row.rounds and at == knockout.THIRD):
                lost[match.loser] += 1
    assert len(lost) == count - 1, "all but the winner have lost"
    assert set(lost.values()) == {1}, "and each only once"


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 17), st.integers(1, 5), st.integers(0, 1000))
def test_in_a_match_the_seats_are_swapped_after_each_game(count: int, best_of: int, seed: int) -> None:
    club = Club(tournament("knockout", count, best_of=best_of), seed)
    club.play()
    games: dict[tuple[int, int], list[PairingRow]] = {}
    for each in club.row.pairings:
        games.setdefault((each.round, each.match), []).append(each)
    for match in games.values():
        assert len(match) <= best_of + 1
        for one, other in pairwise(match):
            assert one.players == tuple(reversed(other.players))


def game(number: int, *places: int, table: str = "t") -> PairingRow:
    """A game of players 1 and 2, who swap seats after each; the places are in this order."""
    seats = (1, 2) if number % 2 == 0 else (2, 1)
    ordered = tuple(places[player - 1] for player in seats)
    return PairingRow(round=1, number=number, table_id=table, players=seats, places=ordered, counted=True)


@pytest.mark.parametrize(
    ("best_of", "games", "winner"),
    [
        (1, [(1, 2)], 1),
        (1, [(2, 1)], 2),
        (1, [(1, 1)], None),
        (1, [(1, 1), (2, 1)], 2),
        (1, [(1, 1), (1, 1)], 1),
        (2, [(2, 1)], None),
        (2, [(2, 1), (1, 2)], None),
        (2, [(2, 1), (1, 1)], 2),
        (2, [(2, 1), (1, 2), (2, 1)], 2),
        (3, [(1, 2), (1, 2)], 1),
        (3, [(1, 2), (2, 1)], None),
        (4, [(2, 1), (2, 1)], None),
        (4, [(2, 1), (2, 1), (1, 1)], 2),
    ],
)
def test_a_match_ends_when_the_loser_cannot_catch_up_and_a_level_one_has_one_more_game(
    best_of: int, games: list[tuple[int, int]], winner: int | None
) -> None:
    played = [game(number, *places) for number, places in enumerate(games)]
    assert match_of(played, best_of, {1: 1, 2: 2}).winner == winner


def test_a_match_that_is_not_played_goes_to_the_player_who_is_there_or_else_to_the_better_seed() -> None:
    assert match_of([game(0, 2, 1, table="")], 5, {1: 1, 2: 2}).winner == 2
    assert match_of([game(0, 1, 1, table="")], 5, {1: 4, 2: 3}).winner == 2
    assert match_of([game(0, 1, 2), game(1, 2, 1, table="")], 3, {1: 1, 2: 2}).winner == 2


def test_seeds_follow_the_ratings_and_players_without_one_come_last() -> None:
    row = tournament("knockout", 4, seeding="rating")
    club = Club(row, ratings={1: 1700.0, 3: 1500.0})
    seeds = {entrant.number: entrant.seeded for entrant in club.row.entrants}
    assert (seeds[1], seeds[3]) == (1, 2)
    assert {seeds[0], seeds[2]} == {3, 4}


def test_a_player_who_leaves_loses_their_next_match_without_a_game() -> None:
    club = Club(tournament("knockout", 4))
    first, second = club.draw()
    club.end(first, 1, 2)
    club.end(second, 1, 2)
    club.leave(first.players[0])
    assert club.draw() == []
    assert club.state == "over"
    assert club.lines[0].player == second.players[0]


def test_a_tournament_whose_players_have_all_left_ends() -> None:
    for count in (2, 3, 5, 8):
        club = Club(tournament("knockout", count, best_of=3))
        for player in range(count):
            club.leave(player)
        club.play()
        assert club.state == "over"


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 20), st.sampled_from([2, 3, 4]), st.integers(0, 1000))
def test_whoever_leaves_at_any_time_a_knock_out_ends(count: int, seats: int, seed: int) -> None:
    club = Club(tournament("knockout", count, best_of=2, seats=seats, third=True), seed)
    chance = random.Random(seed)
    for _ in range(200):
        if club.state == "over":
            break
        for played in club.draw():
            club.end(played)
            if chance.random() < 0.2:
                club.leave(chance.randrange(count))
    assert club.state == "over"
    assert len(club.lines) == count


# --- knock-out: larger tables ----------------------------------------------------------------------------


@given(st.integers(3, 128), st.integers(3, 6), st.integers(1, 5))
def test_groups_have_everybody_once_and_the_best_seeds_have_the_byes(count: int, seats: int, advance: int) -> None:
    tables, byes = groups(range(count), seats, 3)
    assert sorted([player for table in tables for player in table] + byes) == list(range(count))
    assert all(3 <= len(table) <= seats for table in tables)
    assert byes == list(range(len(byes)))
    assert max(map(len, tables)) - min(map(len, tables)) <= 1
    assert stages(count, seats, advance, 3) < 128


def test_the_best_of_each_group_go_on_and_the_next_best_fill_the_last_table() -> None:
    assert going_on([[1, 2, 3, 4], [5, 6, 7]], [], 2, 3) == [1, 2, 5, 6]
    assert going_on([[1, 2, 3], [4, 5, 6]], [], 1, 3) == [1, 4, 2, 5]
    assert going_on([[1, 2, 3]], [9], 5, 3) == [9, 1, 2]


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 40), st.sampled_from([3, 4, 5]), st.integers(0, 3), st.integers(0, 1000))
def test_a_knock_out_of_groups_ends_with_a_final(count: int, seats: int, advance: int, seed: int) -> None:
    club = Club(tournament("knockout", count, seats=seats, advance=min(advance, seats - 1)), seed, least=3)
    club.play()
    assert club.row.round == club.row.rounds
    last = [each for each in club.row.pairings if each.round == club.row.round]
    assert len(last) == 1, "the final"
    assert Counter(club.ranks().values())[1] == 1
    finalists = {line.player for line in club.lines[: len(last[0].players)]}
    assert finalists == set(last[0].players)


# --- arena: pairing ----------------------------------------------------------------------------------------


def free(*players: int, **about: Any) -> list[Free]:
    return [Free(player, **about) for player in players]


def pairs(tables: list[tuple[int, ...]]) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def test_two_meet_as_soon_as_they_are_free() -> None:
    assert tables_for(free(3), 2, 2, (), [], 1) == []
    assert pairs(tables_for(free(3, 8, waited_s=0), 2, 2, (), [], 1)) == {frozenset((3, 8))}


def test_those_with_about_equal_points_meet_in_an_arena() -> None:
    here = [Free(player, Fraction(points)) for player, points in enumerate((9, 0, 8, 1))]
    assert pairs(tables_for(here, 2, 2, (), [], 1)) == {frozenset((0, 2)), frozenset((1, 3))}


def test_of_an_odd_number_the_one_who_has_waited_least_waits_on() -> None:
    here = [Free(0, waited_s=5), Free(1, waited_s=1), Free(2, waited_s=9)]
    assert pairs(tables_for(here, 2, 2, (), [], 1)) == {frozenset((0, 2))}


def test_nobody_meets_the_same_player_twice_in_a_row_unless_they_have_waited() -> None:
    def met(waited_s: float) -> list[Free]:
        return [Free(0, last=frozenset({1}), waited_s=waited_s), Free(1, last=frozenset({0}), waited_s=waited_s)]

    assert tables_for(met(0), 2, 2, (), [], 1) == []
    assert len(tables_for(met(PATIENCE_S), 2, 2, (), [], 1)) == 1
    others = [Free(2, last=frozenset({3}), waited_s=0), Free(3, last=frozenset({2}), waited_s=0)]
    found = pairs(tables_for([*met(0), *others], 2, 2, (), [], 1))
    assert len(found) == 2
    assert not found & {frozenset((0, 1)), frozenset((2, 3))}


def test_another_one_waits_on_if_the_one_who_has_waited_least_can_be_paired() -> None:
    here = [
        Free(0, last=frozenset({2}), waited_s=0),
        Free(1, last=frozenset({0}), waited_s=9),
        Free(2, last=frozenset({0}), waited_s=0),
    ]
    assert pairs(tables_for(here, 2, 2, (), [], 1)) == {frozenset((1, 2))}


@given(st.integers(2, 30), st.sampled_from([2, 3, 4]), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_people_who_have_blocked_each_other_are_never_paired_in_an_arena(count: int, seats: int, seed: int) -> None:
    chance = random.Random(seed)
    apart = {frozenset(chance.sample(range(count), 2)) for _ in range(count // 2)}
    tables = tables_for(free(*range(count)), seats, min(3, seats), apart, [], seed)
    seated = [player for table in tables for player in table]
    assert len(seated) == len(set(seated))
    assert not pairs(tables) & apart


def test_at_larger_tables_a_smaller_one_begins_after_a_while() -> None:
    assert tables_for(free(1, 2, 3, waited_s=0), 4, 3, (), [], 1) == []
    (table,) = tables_for(free(1, 2, 3), 4, 3, (), [], 1)
    assert sorted(table) == [1, 2, 3]
    assert tables_for(free(1, 2), 4, 3, (), [], 1) == []


def test_from_the_third_win_in_a_row_on_each_counts_double() -> None:
    won, lost, tied = (1, 2), (2, 1), (1, 1)
    games = [FinishedGame((0, 1), places) for places in (won, won, won, won, tied, won, lost)]
    assert points_of([0, 1], games) == {0: [1, 1, 2, 2, HALF, 1, 0], 1: [0, 0, 0, 0, HALF, 0, 1]}


# --- arena: its course ---------------------------------------------------------------------------------


def test_an_arena_ends_with_its_time_and_the_games_that_have_begun_count() -> None:
    club = Club(tournament("arena", 4, length_s=600))
    first, second = club.draw()
    club.end(first, 1, 2)
    assert club.row.due == club.now, "who is free is paired at once"
    club.now = 601
    assert club.draw() == []
    assert club.state == "running", "a game is still being played"
    club.end(second, 1, 2)
    assert club.state == "over"
    assert [line.points for line in club.lines] == [1, 1, 0, 0]


def test_who_pauses_is_not_paired_and_the_last_two_play_on_at_once() -> None:
    club = Club(tournament("arena", 3))
    (played,) = club.draw()
    (third,) = {0, 1, 2} - set(played.players)
    club.end(played, 1, 2)
    club.leave(third)
    (again,) = club.draw()
    assert set(again.players) == set(played.players), "nobody else is there"


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 14), st.integers(0, 1000))
def test_in_an_arena_of_random_games_all_play_and_few_meet_twice_in_a_row(count: int, seed: int) -> None:
    club = Club(tournament("arena", count, length_s=1200), seed)
    chance = random.Random(seed)
    playing: list[PairingRow] = []
    while club.state == "running":
        playing += club.draw()
        club.now += 10
        for game in [each for each in playing if chance.random() < 0.3]:
            playing.remove(game)
            club.end(game)
    games = arena.played(club.row)
    assert all(len(own) >= 5 for own in games.values())
    assert sum(line.points for line in club.lines) >= len(club.row.pairings), "a game is worth a point or more"
    times = {player: Counter[float]() for player in range(count)}
    for each in club.row.pairings:
        for player in each.players:
            times[player][each.ended or 0] += 1
    assert not any(count > 1 for own in times.values() for count in own.values()), "one game at a time"
