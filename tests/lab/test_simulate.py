"""Many games between bots: sums, intervals, and the same result for any number of threads."""

from typing import Any

import msgspec
import pytest

import cogtable
from cogtable import bots
from cogtable.lab.compiled_games import play_tables
from cogtable.lab.simulate import SimulationResult, simulate
from cogtable.lab.statistics import interval

SAME = ("finished", "moves", "wins", "win_rate", "scores", "winning_score", "length")
PEOPLE: dict[str, Any] = {"seats": 4, "bots": ["greedy", "random", "random", "random"]}


@pytest.fixture(scope="module")
def splendor():
    return cogtable.game("splendor")


@pytest.mark.native
def test_the_sums_are_consistent(splendor):
    result = simulate(splendor, games=203, seed=5, threads=2, **PEOPLE)
    assert result.finished == result.games == 203
    assert sum(result.wins) == pytest.approx(203)
    assert [row.rate * 203 for row in result.win_rate] == pytest.approx(result.wins)
    assert [row.bot for row in result.win_rate] == PEOPLE["bots"]
    assert result.length.mean * 203 == pytest.approx(result.moves)
    assert result.length.p5 <= result.length.median <= result.length.p95
    assert 15 <= result.winning_score.p5 <= result.winning_score.median <= result.winning_score.p95
    assert result.winning_score.mean >= max(result.scores)
    assert result.moves_per_s == pytest.approx(result.moves / result.seconds)
    assert all(row.low <= row.rate <= row.high for row in result.win_rate)


@pytest.mark.native
def test_the_number_of_threads_does_not_change_the_result(splendor):
    one, two, many = (simulate(splendor, games=100, seed=8, threads=threads, **PEOPLE) for threads in (1, 2, 5))
    for field in SAME:
        assert getattr(one, field) == getattr(two, field) == getattr(many, field)


@pytest.mark.native
def test_more_games_begin_with_the_same_games(splendor):
    """Game i depends only on seed + i."""
    parts = [simulate(splendor, games=30, seed=seed) for seed in (100, 130)]
    whole = simulate(splendor, games=60, seed=100)
    assert [sum(pair) for pair in zip(*(part.wins for part in parts), strict=True)] == pytest.approx(whole.wins)
    assert sum(part.moves for part in parts) == whole.moves


@pytest.mark.native
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_simulated_game_equals_a_match(splendor, bot):
    """The same seed and bots at a table give the same game, move by move."""
    match = splendor.start(seats=2, seed=41, always_ask="on")  # a match passes automatically, and its log contains that
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots.choose(bot, match, seat, 41))
    result = simulate(splendor, seats=2, bots=[bot], games=1, seed=41, options={"always_ask": "on"})
    assert result.moves == match.ply
    assert result.scores == list(match.scores)
    assert result.winning_score.median == max(match.scores)


@pytest.mark.native
@pytest.mark.parametrize("name", ["splendor", "tiny", pytest.param("recharge", marks=pytest.mark.large)])
def test_random_bots_play_the_same_games_in_the_batch(name):
    """Also if seats act at the same time, as in Tiny."""
    game = cogtable.game(name)
    players = [bots.find("random")] * 3
    whole = play_tables(game, game.blank(3, {}), players, 7, 40)
    like_others = players[0]._replace(title="Plays any legal move, one by one")
    by_moves = play_tables(game, game.blank(3, {}), [like_others] * 3, 7, 40)
    for one, other in zip(whole, by_moves, strict=True):
        assert (one == other).all()


@pytest.mark.native
def test_a_shared_first_place_counts_as_a_fraction_of_a_win():
    result = simulate(cogtable.game("tiny"), seats=3, games=300, seed=1)
    assert sum(result.wins) == pytest.approx(300)
    assert any(share % 1 for share in result.wins)


@pytest.mark.native
def test_progress_adds_up_and_excludes_compiling(splendor):
    progress = []
    result = simulate(splendor, games=77, threads=2, progress=progress.append)
    assert sum(progress) == 77
    assert result.seconds < 2


@pytest.mark.native
def test_a_list_of_bots_sets_the_number_of_seats(splendor):
    assert simulate(splendor, games=2, bots=["random"] * 4).seats == 4
    assert simulate(splendor, games=2, bots=["random"]).seats == 2


@pytest.mark.native
def test_invalid_arguments_are_refused(splendor):
    with pytest.raises(cogtable.BadOption, match="expected one bot, or 2 for 2 seats; found 3"):
        simulate(splendor, seats=2, bots=["random"] * 3)
    with pytest.raises(cogtable.BadOption, match="games: expected a whole number from 1 to 1099511627776; found 0"):
        simulate(splendor, games=0)
    with pytest.raises(cogtable.BadOption, match="for 2 to 4 seats; found 7"):
        simulate(splendor, seats=7)
    with pytest.raises(cogtable.BadOption, match="a seed is a whole number from 0"):
        simulate(splendor, seed=-1)
    with pytest.raises(cogtable.CogtableError, match="there is no bot"):
        simulate(splendor, bots=["nobody"])
    with pytest.raises(cogtable.BadOption, match="has no option 'speed'"):
        simulate(splendor, options={"speed": 1})


def test_the_result_is_one_json_object(splendor):
    fields = {field.name for field in msgspec.structs.fields(SimulationResult)}
    wanted = "game seats bots games finished moves seconds moves_per_s games_per_s wins win_rate winning_score length"
    assert set(wanted.split()) <= fields


def test_wilson_intervals_equal_published_values():
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        assert interval(wins, games) == pytest.approx((wins / games, low, high), abs=5e-5)
    assert interval(29, 29) == pytest.approx((1, 0.8830, 1), abs=5e-5)
    assert interval(0, 0) == (0, 0, 1)


@pytest.mark.native
def test_uses_are_counted_with_the_users_results(tmp_path):
    tiny = cogtable.game("tiny")
    text = tiny.box_file.read_text(encoding="utf-8").replace('"bee"', '"ant"')
    (tmp_path / "ants.toml").write_text(text, encoding="utf-8")
    result = simulate(tiny.with_box(tmp_path / "ants.toml"), seats=2, games=300, seed=3, threads=2)
    rows = {(row.kind, row.name): row for row in result.tallies}
    assert [name for kind, name in rows if kind == "card"][:3] == ["ant", "cat", "dog"]  # two ants count as one
    assert sum(row.users for (kind, _), row in rows.items() if kind == "points") == 600
    none, some = rows["points", "none"], rows["points", "some"]
    wins = none.rate * none.users + some.rate * some.users
    assert wins == pytest.approx(300)
    assert none.rate < 0.5 < some.rate
    assert rows["card", "lynx"].rate > rows["card", "cat"].rate
    assert 0 < rows["card", "lynx"].games <= 1
    assert rows["card", "ant"].games > rows["card", "cat"].games
    assert all(row.low <= row.rate <= row.high for row in result.tallies)
    again = simulate(tiny.with_box(tmp_path / "ants.toml"), seats=2, games=300, seed=3, threads=5)
    assert again.tallies == result.tallies
    written = msgspec.json.decode(msgspec.json.encode(result))["tallies"]
    assert {row["name"] for row in written} == {name for _, name in rows}
