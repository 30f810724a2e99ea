"""Compiled play: random actions, and the notice before something is compiled."""

import numpy as np
import pytest

import cogtable
from cogtable.engine.compile import cache
from cogtable.engine.compiled_play import kernels
from cogtable.engine.rules import rng

pytestmark = pytest.mark.native


@pytest.fixture
def game():
    return cogtable.game("tiny")


def test_random_actions_are_uniform_over_the_legal_ones():
    game = cogtable.game("splendor")
    mask = kernels.padded(game, 1)[0]
    legal = [0, 7, 8, 30, 31, game.actions - 1]
    mask[legal] = 1
    s = game.deal(2, 0)[0]
    rng.seed(s, 9)
    with np.errstate(over="ignore"):
        counts = np.bincount([int(kernels.draw_from_bytes(s, mask)) for _ in range(3000)], minlength=mask.size)
    assert set(np.flatnonzero(counts)) == set(legal)
    assert abs(counts[legal] - 500).max() < 100
    mask[:] = 0
    assert kernels.draw_from_bytes(s, mask) == -1


def test_compiling_is_announced_once(game, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cache, "folder", lambda marker: tmp_path)
    assert not kernels.is_compiled("a kernel", game)
    assert kernels.with_compile_notice("a kernel", game, lambda: 5) == 5
    assert f"Compiling a kernel of {game.name}" in capsys.readouterr().err
    assert kernels.is_compiled("a kernel", game)
    kernels.with_compile_notice("a kernel", game, lambda: 5)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(cache, "folder", lambda marker: None)
    assert not kernels.is_compiled("a kernel", game)
