"""The heuristic plays well, and counts all of the game's conditions."""

import numpy as np
import pytest

from cogtable.engine.rules import verbs
from cogtable.lab.simulate import simulate


def chances(game):
    out = np.zeros(game.state.seats, np.int32)
    verbs.evaluate(game.state, game.box, out)
    return out.tolist()


def test_the_star_and_every_colour_count(table):
    without = table().bonus(0, yellow=3, blue=3).points(0, 12).bonus(1, yellow=3, blue=3).points(1, 12)
    assert chances(without)[0] == pytest.approx(500, abs=1)
    assert chances(without.tokens(0, green=1))[0] > 520
    assert chances(table().bonus(0, yellow=2, blue=2, red=2).bonus(1, yellow=3, blue=3))[0] > 520


def test_at_the_end_only_the_winner_has_a_chance(table):
    game = table(seats=3).complete(0, 16, robots=8).complete(1, 16, robots=8).points(2, 25).turn(2).wait()
    assert game.match.over
    assert chances(game) == [500, 500, 0]


@pytest.mark.native
def test_greedy_beats_random(table):
    result = simulate(table().game, seats=2, bots=["greedy", "random"], games=400, seed=2)
    assert result.finished == 400
    assert result.wins[0] > 380
    assert result.length.p95 < 150
