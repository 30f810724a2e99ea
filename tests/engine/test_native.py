"""Compiled play: random actions, and what is said before something is compiled."""

import numpy as np
import pytest

import cogtable
from cogtable.engine import cache, chance, native

pytestmark = pytest.mark.native


@pytest.fixture
def game():
    return cogtable.game("tiny")


def test_a_random_action_is_any_legal_one_equally_often():
    game = cogtable.game("splendor")
    mask = native.padded(game, 1)[0]
    legal = [0, 7, 8, 30, 31, game.actions - 1]
    mask[legal] = 1
    s = game.deal(2, 0)[0]
    chance.seed(s, 9)
    with np.errstate(over="ignore"):
        counts = np.bincount([int(native.some_action(s, mask)) for _ in range(3000)], minlength=mask.size)
    assert set(np.flatnonzero(counts)) == set(legal)
    assert abs(counts[legal] - 500).max() < 100
    mask[:] = 0
    assert native.some_action(s, mask) == -1


def test_compiling_is_announced_once(game, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cache, "folder", lambda marker: tmp_path)
    assert not native.is_compiled("a kernel", game)
    assert native.announced("a kernel", game, lambda: 5) == 5
    assert f"Compiling a kernel of {game.name}" in capsys.readouterr().err
    assert native.is_compiled("a kernel", game)
    native.announced("a kernel", game, lambda: 5)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(cache, "folder", lambda marker: None)
    assert not native.is_compiled("a kernel", game)
