"""The networks that ship with games fit their games, and describe their training."""

import re

import pytest

import cogtable
from cogtable.bots import network, network_mcts
from cogtable.engine.play import registry

TRAINED = [name for name in registry.names() if (cogtable.game(name).folder / network.FILE).is_file()]


def test_splendor_has_one():
    assert "splendor" in TRAINED


@pytest.mark.parametrize("name", TRAINED)
def test_a_network_fits_its_game_and_describes_its_training(name):
    game = cogtable.game(name)
    about = network_mcts.beside(game).about  # if the rules or the box have changed, the error says what to do
    assert (game.folder / network.FILE).stat().st_size <= network.MOST_BYTES
    assert about["command"].startswith(f"cogtable train {name} --minutes")
    assert re.fullmatch("[0-9a-f]{7,40}", about["commit"])
    assert set(about["seats"]) <= set(range(game.min_seats, game.max_seats + 1))
    assert about["games"] > 0
    assert {score["against"] for score in about["figures"]} >= {"greedy", "hard"}
    assert all(found["low"] > 1 / found["seats"] for found in about["equal_time"]), "no stronger than expert"
    assert 0 <= about["mixed"] <= 1
