"""Standings by points."""

import numpy as np
import pytest

import cogtable
from cogtable.engine.standing import estimate_by, rank_by
from cogtable.table.result import result


def test_level_points_share_a_place():
    out = np.zeros((4, 2), np.int32)
    rank_by(np.array([3, 7, 7, 0], np.int8), 4, out)
    assert out.tolist() == [[3, 3], [1, 7], [1, 7], [4, 0]]


@pytest.mark.parametrize(
    ("points", "chances"), [([0, 0], [500, 500]), ([30, 0], [800, 200]), ([127, 127, 127], [333] * 3)]
)
def test_chances_are_in_proportion_to_points(points, chances):
    out = np.zeros(len(points), np.int32)
    estimate_by(np.array(points, np.int8), len(points), 10, out)
    assert out.tolist() == chances


def test_a_result_has_the_best_first():
    game = cogtable.game("tiny")
    s = game.deal(seats=3, seed=1)[0]
    s.points[:] = [1, 0, 2]
    found = result(s, game.box, "Most points")
    assert [(one.seat, one.rank, one.score) for one in found.standings] == [(2, 1, 2), (0, 2, 1), (1, 3, 0)]
    assert found.words == "Most points"
