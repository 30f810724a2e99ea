"""Comparing a changed box with the shipped one: the same games with both, and the difference of every figure."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import cogtable
from cogtable.engine.boxes.diff import Change
from cogtable.lab.compare import Compared, ComparedRow, compare, difference_interval
from cogtable.lab.simulate import simulate


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


@pytest.fixture
def with_box(tiny, tmp_path: Path):
    """Returns the game with parts of its box replaced."""

    def with_box(*replaced: tuple[str, str]):
        text = tiny.box_file.read_text(encoding="utf-8")
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        return tiny.with_box(tmp_path / "mine.toml")

    return with_box


STRONG_CAT = ('"cat", value = 2', '"cat", value = 9')


def sums(first, second):
    """Returns the sums of products over pairs of games, from numerator and denominator of each game with each box."""
    factors = np.array([np.ones(len(first)), *zip(*first, strict=True), *zip(*second, strict=True)], float)
    return factors @ factors.T


def test_the_interval_of_independent_shares_is_that_of_agresti_and_caffo():
    first = [(1, 1), (1, 1), (0, 1), (0, 1)] * 2
    second = [(1, 1), (0, 1), (1, 1), (0, 1)] * 2
    half = 1.959964 * (2 * 0.5 * 0.5 / 10) ** 0.5
    assert difference_interval(sums(first, second), share=True) == pytest.approx((-half, half))


def test_what_paired_games_have_in_common_cancels_out():
    games = [(1, 1), (0, 1)] * 50
    low, high = difference_interval(sums(games, games), share=True)
    assert -0.02 < low < 0 < high < 0.02
    alone = difference_interval(sums(games, games[::-1]), share=True)
    assert alone[1] > 5 * high


def test_few_users_give_a_wide_interval():
    low, high = difference_interval(sums([(0, 1)] * 2, [(1, 1)] * 2), share=True)
    assert low < 0 < high <= 1
    low, high = difference_interval(sums([(0, 1)] * 50, [(1, 1)] * 50), share=True)
    assert 0.8 < low < high <= 1


def test_the_interval_of_two_means_is_that_of_their_paired_differences():
    generator = np.random.default_rng(4)
    first = generator.normal(10, 3, 400)
    second = first + generator.normal(0.5, 1, 400)
    pairs = [[(value, 1) for value in values] for values in (first, second)]
    found = second - first
    half = 1.959964 * found.std(ddof=1) / 20
    assert difference_interval(sums(*pairs), share=False) == pytest.approx((found.mean() - half, found.mean() + half))


def test_games_that_the_change_does_not_affect_have_no_uncertainty():
    moves = [(value, 1) for value in np.random.default_rng(5).integers(40, 70, 333)]
    assert difference_interval(sums(moves, moves), share=False) == pytest.approx((0, 0), abs=1e-12)


def test_intervals_contain_the_true_difference_nineteen_times_in_twenty():
    """Of a card's users (zero to three a game), 30 % win with one box and 40 % with the other."""
    generator = np.random.default_rng(9)
    held = 0
    for _ in range(1000):
        users = generator.integers(0, 4, (2, 100))
        won = generator.binomial(users, [[0.3], [0.4]])
        first, second = ([*zip(won[i], users[i], strict=True)] for i in (0, 1))
        low, high = difference_interval(sums(first, second), share=True)
        held += low <= 0.1 <= high
    assert 930 <= held <= 970


def test_rows_are_ordered_by_significance():
    def row(low, high):
        return ComparedRow(measure="wins", kind="", what="", package=0, file=0, difference=0, low=low, high=high)

    assert row(-1, 3).beyond == 0.5
    assert row(1, 3).beyond == row(-3, -1).beyond == 2
    assert row(0, 0).beyond == 0
    assert row(2, 2).beyond > row(1, 3).beyond > row(-1, 3).beyond > row(None, None).beyond


@pytest.mark.native
def test_a_stronger_card_stands_out(tiny, with_box):
    mine = with_box(STRONG_CAT)
    settings: dict[str, Any] = {"seats": 3, "bots": ["greedy", "random", "random"], "games": 400, "seed": 3}
    found = compare(mine, tiny, **settings)
    assert found.comparison.changes == [Change(kind="changed", where='cards 3 "cat"', field="value", old=2, new=9)]
    first = found.comparison.rows[0]
    assert (first.kind, first.what, first.measure) == ("card", "cat", "users' wins")
    assert 0 < first.low < first.difference < first.high
    assert first.difference == pytest.approx(first.file - first.package)
    beyond = [row.beyond for row in found.comparison.rows]
    assert beyond == sorted(beyond, reverse=True)

    alone = {"package": simulate(tiny, **settings), "file": simulate(mine, **settings)}
    rows = {(row.measure, row.kind, row.what): row for row in found.comparison.rows}
    for side, result in alone.items():
        played = found.comparison.package if side == "package" else found
        for field in ("box", "finished", "moves", "wins", "win_rate", "scores", "length", "tallies"):
            assert getattr(played, field) == getattr(result, field)
        for seat, bot in enumerate(result.bots):
            assert getattr(rows["wins", "seat", f"{seat + 1} {bot}"], side) == pytest.approx(result.win_rate[seat].rate)
            assert getattr(rows["score", "seat", f"{seat + 1} {bot}"], side) == pytest.approx(result.scores[seat])
        assert getattr(rows["length", "all", "games"], side) == pytest.approx(result.length.mean)
        for tally in result.tallies:
            assert getattr(rows["games", tally.kind, tally.name], side) == pytest.approx(tally.games)
            assert getattr(rows["users' wins", tally.kind, tally.name], side) == pytest.approx(tally.rate)
    assert len(rows) == 3 + 3 + 1 + 2 * (12 + 2)


@pytest.mark.native
def test_the_number_of_threads_does_not_change_a_comparison(tiny, with_box):
    mine = with_box(STRONG_CAT)
    one, many = (compare(mine, tiny, games=100, seats=3, threads=threads).comparison.rows for threads in (1, 4))
    assert one == many


@pytest.mark.native
def test_a_card_in_only_one_of_the_boxes_has_no_difference(tiny, with_box):
    rows = compare(with_box(('"bee"', '"wasp"')), tiny, games=50).comparison.rows
    gone = [row for row in rows if row.what in ("bee", "wasp")]
    assert rows[-4:] == gone
    assert {(row.what, row.package is None, row.file is None) for row in gone} == {
        ("bee", False, True),
        ("wasp", True, False),
    }
    assert all(row.difference is row.low is row.high is None for row in gone)
    others = [row for row in rows if row not in gone]
    assert all(row.difference == 0 for row in others)  # renaming has no other effect


@pytest.mark.native
def test_boxes_with_equal_contents_are_not_compared(tiny, with_box):
    found = compare(with_box(('source = "made up"', 'source = "dreamt"')), tiny, games=50)
    assert found.comparison.same
    assert found.comparison.rows == []
    assert found.wins == simulate(tiny, games=50).wins


@pytest.mark.native
def test_a_single_game_cannot_be_compared(tiny, with_box):
    with pytest.raises(cogtable.BadOption, match="takes 2 games or more; found 1"):
        compare(with_box(STRONG_CAT), tiny, games=1)


@pytest.mark.native
def test_a_comparison_is_written_as_json_and_read_again(tiny, with_box):
    found = compare(with_box(STRONG_CAT), tiny, games=50)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Compared) == found


@pytest.mark.native
def test_a_box_of_another_size_can_be_compared(tiny, with_box):
    grown = with_box(('"cat", value = 2', '"cat", value = 9, copies = 3'))
    found = compare(grown, tiny, seats=2, bots=["random", "random"], games=100, threads=1)
    rows = {(row.measure, row.what): row for row in found.comparison.rows}
    assert rows["games", "cat"].package is not None
    assert rows["games", "cat (3)"].package is None
    assert rows["games", "cat (3)"].file is not None
    assert found.finished == found.comparison.package.finished == 100
