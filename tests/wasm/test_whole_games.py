"""Whole games of bots in a module: the moves, the rows and the figures are those of native play."""

import numpy as np
import pytest

import cogtable
from bench.wasm_instance import Instance, played_out
from cogtable import bots
from cogtable.lab import study
from cogtable.lab.recorded_moves import moves_dtype, replay
from cogtable.wasm.files import has_weights
from cogtable.wasm.players import module_player
from tests.wasm.test_modules import GAMES, TRAINED

pytestmark = pytest.mark.native

BOTS = ["random", "greedy", "easy", "medium", pytest.param("hard", marks=pytest.mark.large)]


def rows_of(game, folder, bot, seats, games):
    """The rows of the first part of a study, played by the module, and natively."""
    plan = study.plan_study(game, seats=seats, bots=[bot], games=games, skill=0, restricted=0)
    player = module_player(game, bot, seats)
    assert player
    instance = Instance(folder, game.name, player.simulations)
    part = study.parts(plan)[0]
    rows = []
    for series in study.series_of(part):
        moves = [
            played_out(instance, player, state, part.first + i, game.bound) for i, state in enumerate(series.states)
        ]
        actions = np.array([action for each in moves for action in each], moves_dtype(game))
        rows += replay(series, [len(each) for each in moves], actions.tobytes())
    return study.in_order_of_deals(rows), part.play()


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_whole_games_are_the_same(game, module_of, bot):
    for seats in range(game.min_seats, game.max_seats + 1):
        ours, native = rows_of(game, module_of(game), bot, seats, games=4)
        assert ours == native


@pytest.mark.parametrize("game", TRAINED, indirect=True)
def test_whole_games_with_the_network_are_the_same(game, module_of):
    for seats in range(game.min_seats, game.max_seats + 1):  # some of them it has not learned
        ours, native = rows_of(game, module_of(game), "master", seats, games=2)
        assert ours == native


@pytest.mark.parametrize("game", ["tiny"], indirect=True)
def test_games_can_be_played_in_slices(game, module_of):
    instance, player = Instance(module_of(game), "tiny", 25), module_player(game, "medium", 2)
    state = game.deal(2, 5)
    whole = played_out(instance, player, state, 5, game.bound)
    assert played_out(instance, player, state, 5, game.bound, more=1) == whole
    assert played_out(instance, player, state, 5, limit=3) == whole[:3]


def test_bots_of_other_packages_are_not_played_by_a_module(monkeypatch):
    class Own:
        title = "Plays the first legal action"

        def choose(self, position):
            return position.legal[0]

    monkeypatch.setattr(bots.registry, "added", {})
    bots.add("own", Own)
    assert module_player(cogtable.game("tiny"), "own", 2) is None


def test_bots_that_do_not_play_a_game_are_not_played_by_its_module():
    assert module_player(cogtable.game("tiny"), "master", 2) is None  # nobody has trained it


@pytest.mark.parametrize("game", TRAINED, indirect=True)
def test_weights_of_another_network_are_noticed(game, module_of, tmp_path):
    assert has_weights(module_of(game), game)
    file = f"{game.name}.weights"
    (tmp_path / file).write_bytes(b"\0\0" + (module_of(game) / file).read_bytes()[2:])
    assert not has_weights(tmp_path, game)
    assert not has_weights(tmp_path / "nowhere", game)
