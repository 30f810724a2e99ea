"""Standings by points."""

import numpy as np
import pytest

import cogtable
from cogtable.engine.rules.ranking import evaluate_by, places, rank_by, share_among_best, share_by_heuristic
from cogtable.table.result import placements, result


def test_tied_seats_share_a_place():
    out = np.zeros((4, 2), np.int32)
    rank_by(np.array([3, 7, 7, 0], np.int8), 4, out)
    assert out.tolist() == [[3, 3], [1, 7], [1, 7], [4, 0]]


def test_ties_are_broken_and_a_score_can_be_replaced():
    out = np.array([[0, 70], [0, 71], [0, 70]], np.int32)
    places(out, 3)
    assert out.tolist() == [[2, 70], [1, 71], [2, 70]]


def test_the_best_seats_share_the_whole_chance():
    out = np.array([5, -1, 5, 4], np.int32)
    share_among_best(out, 4)
    assert out.tolist() == [500, 0, 500, 0]


@pytest.mark.parametrize(("worth", "chances"), [([200, 100], [941, 58]), ([4800] * 4, [250] * 4), ([22, 22], [0, 0])])
def test_chances_grow_with_the_fourth_power_of_points(worth, chances):
    out = np.array(worth, np.int32)
    share_by_heuristic(out, len(worth))
    assert out.tolist() == chances


@pytest.mark.parametrize(
    ("points", "chances"), [([0, 0], [500, 500]), ([30, 0], [800, 200]), ([127, 127, 127], [333] * 3)]
)
def test_chances_are_proportional_to_points(points, chances):
    out = np.zeros(len(points), np.int32)
    evaluate_by(np.array(points, np.int8), len(points), 10, out)
    assert out.tolist() == chances


def test_a_result_has_the_best_first():
    game = cogtable.game("tiny")
    s = game.deal(seats=3, seed=1)[0]
    s.points[:] = [1, 0, 2]
    found = result(s, game.box, "Most points")
    assert [(one.seat, one.rank, one.score) for one in found.placements] == [(2, 1, 2), (0, 2, 1), (1, 3, 0)]
    assert found.words == "Most points"


def test_a_result_gives_each_seats_deciding_criterion():
    game = cogtable.game("tiny")
    s = game.deal(seats=2, seed=1)[0]
    s.points[:2] = [1, 2]
    found = placements(s, game.box, lambda seat: f"words of {seat}")
    assert [(one.seat, one.words) for one in found] == [(1, "words of 1"), (0, "words of 0")]
    assert result(s, game.box, "", lambda seat: f"words of {seat}").placements == found
