"""Games in WebAssembly are equal to those played natively, byte for byte."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

import client
from bench.wasm_instance import Instance
from cogtable.bots import mcts, network_mcts, puct
from cogtable.bots.bot import COMPILED
from cogtable.engine.batches import cpu
from cogtable.engine.compiled_play.kernels import next_seat, padded
from cogtable.engine.records.state import MAX_SEATS, copied
from cogtable.engine.rules import rng, verbs
from tests.modules import build

pytestmark = pytest.mark.native

LARGE = ("splendor", "megaman", "recharge", "coalheart", "smashgear", "magpie")
GAMES = ["tiny", *(pytest.param(name, marks=pytest.mark.large) for name in LARGE)]
TRAINED = [pytest.param(name, marks=pytest.mark.large) for name in ("splendor", "megaman", "recharge", "smashgear")]

TINY = str(Path(__file__).parents[1] / "tiny")
SIMULATIONS = 1500
SMALL, WITH_NETWORK = 40_000, 50_000
"""The maximum size in bytes of a module as browsers receive it, compressed with Brotli."""


def games(game):
    """Returns deals for each number of seats, with the seed of each."""
    for seats in range(game.min_seats, game.max_seats + 1):
        for seed in range(3):
            yield seats, 100 * seats + seed, copied(game.deal(seats, 100 * seats + seed))


def decisions(game, count=4):
    """Yields states in the middle of games, hidden for the seat that has to decide, with that seat."""
    mask, seats = padded(game, 1)[0], game.min_seats
    for i in range(count):
        state = copied(game.deal(seats, 77 + i))
        cpu.play_out(state, game.box.tables, mask, 1 + 7 * i)
        if not state[0].over:
            seat = int(next_seat(state[0], -1))
            verbs.hide(state[0], game.box.record, seat)
            yield state, seat


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_a_module_imports_nothing(game, instance):
    assert instance.imports == []


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_random_games_are_the_same(game, instance):
    mask = padded(game, 1)[0]
    for seats, seed, state in games(game):
        instance.write("states", game.blank(seats, {}).tobytes())
        instance.call("setup", seed=seed)
        assert instance.read("states") == state.tobytes()
        moves = cpu.play_out(state, game.box.tables, mask, game.bound)
        assert instance.call("play_out", limit=game.bound) == moves
        assert instance.read("states") == state.tobytes()


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_each_verb_does_what_plain_python_does(game, instance):
    for _, _, state in games(game):
        draws = np.random.default_rng(int(state[0].seats))
        for _ in range(12):
            if state[0].over:
                break
            seat = int(next_seat(state[0], -1))
            check_verbs(game, instance, state, seat)
            mask = game.mask()
            verbs.legal(state[0], game.box.record, seat, mask)
            action = int(draws.choice(np.flatnonzero(mask)))
            instance.write("states", state.tobytes())
            instance.call("play", seat=seat, action=action)
            verbs.play(state[0], game.box.record, seat, action)
            assert instance.read("states") == state.tobytes()


def check_verbs(game, instance, state, seat):
    """Compares the verbs that only read, and those that hide and determinize."""
    b = game.box.record
    instance.write("states", state.tobytes())
    mask, places, chances = game.mask(), np.zeros((MAX_SEATS, 2), np.int64), np.zeros(MAX_SEATS, np.int64)
    verbs.legal(state[0], b, seat, mask)
    instance.call("legal", seat=seat)
    assert instance.numbers("mask", np.uint8)[: game.actions].tolist() == mask.tolist()
    for verb, out in (("rank", places), ("evaluate", chances)):
        getattr(verbs, verb)(state[0], b, out)
        name = "places" if verb == "rank" else "chances"
        instance.clear(name)
        instance.call(verb)
        assert instance.read(name) == out.tobytes()
    for observer in (seat, -1):
        known = copied(state)
        verbs.hide(known[0], b, observer)
        if game.observation:
            instance.call("observe", seat=observer)
            assert instance.numbers("row", np.int16).tolist() == game.observed(known, observer).tolist()
        instance.call("hide", seat=observer)
        assert instance.read("states") == known.tobytes()
        rng.seed(known[0], 5)
        verbs.determinize(known[0], b, observer)
        instance.call("determinize", seat=observer, seed=5)
        assert instance.read("states") == known.tobytes()
        instance.write("states", state.tobytes())


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_trees_are_the_same_however_their_growth_is_divided(game, instance):
    settings, action = mcts.SearchConfig(SIMULATIONS), np.zeros(1, np.int64)
    for seed, (hidden, seat) in enumerate(decisions(game)):
        work = mcts.workspace_for(game, settings, COMPILED)
        alone = (copied(hidden), np.array([seat], np.int8), np.array([seed]))
        mcts.decide_many(settings, game, *alone, action, workspace=work, always=True)
        instance.write("hidden", hidden.tobytes())
        instance.clear("workspace.nodes")
        instance.call("plant", seat=seat, seed=seed)
        for more in (1, 0, 99, SIMULATIONS - 100):
            instance.call("grow", seat=seat, more=more)
        assert instance.read("workspace.nodes").startswith(work.nodes.tobytes())
        assert instance.read("workspace.spread") == work.spread.tobytes()
        assert instance.call("chosen") == action[0]
        found = mcts.summed([work], int(hidden[0].seats), SIMULATIONS)
        count = instance.call("tried")
        rows = zip(*(instance.numbers(name, "<i8")[:count].tolist() for name in ("actions", "visits")), strict=True)
        assert sorted(rows) == list(zip(found.actions.tolist(), found.visits.tolist(), strict=True))


@pytest.mark.parametrize("game", TRAINED, indirect=True)
def test_the_network_decides_the_same(game, instance):
    weights, action = network_mcts.beside(game), np.zeros(1, np.int64)
    settings = network_mcts.config_for(weights)._replace(simulations=300)
    for seed, (hidden, seat) in enumerate(decisions(game)):
        trees = puct.trees_for(game, 1, settings.simulations)
        alone = (copied(hidden), np.array([seat], np.int8), np.array([seed]), action)
        network_mcts.decide_many_with(weights.network, settings, game, *alone, trees=trees, always=True)
        instance.write("hidden", hidden.tobytes())
        instance.clear("trees.nodes")
        instance.call("guided_plant", seat=seat, seed=seed)
        for simulations in (1, 100, 300):
            instance.call("guided_grow", first=-1, **{"settings.simulations": simulations})
        assert instance.read("trees.nodes").startswith(trees.nodes.tobytes())
        assert instance.read("trees.sums") == trees.sums.tobytes()
        assert instance.call("guided_chosen") == action[0]


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_modules_are_small(game, module_of):
    folder = module_of(game)
    trained = (folder / f"{game.name}.weights").exists()
    assert compressed(folder / f"{game.name}.wasm") <= (WITH_NETWORK if trained else SMALL)


def compressed(file: Path) -> int:
    """Returns the size in bytes of a file compressed with Brotli."""
    node = client.node_folder() / "node"
    whole = "require('fs').readFileSync(process.argv[1])"
    script = f"console.log(require('zlib').brotliCompressSync({whole}).length)"
    found = subprocess.run([node, "-e", script, file], check=True, capture_output=True, text=True, timeout=60)
    return int(found.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tiny"], indirect=True)
def test_the_same_sources_give_the_same_bytes(game, module_of, tmp_path):
    build(game, tmp_path, TINY, PYTHONHASHSEED="7")
    for suffix in ("wasm", "json"):
        name = f"tiny.{suffix}"
        assert (tmp_path / name).read_bytes() == (module_of(game) / name).read_bytes()
        assert b".py" not in (tmp_path / name).read_bytes()  # otherwise it would depend on the folder


@pytest.mark.large
@pytest.mark.parametrize("game", ["tiny"], indirect=True)
def test_a_box_of_another_size_has_its_own_module(game, module_of, tmp_path):
    ant = '{name = "ant", value = 1},'
    text = game.box_file.read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace(ant, ant + '\n  {name = "asp", value = 3},', 1), encoding="utf-8")
    larger = game.with_box(mine)
    assert module_of(larger) != module_of(game)
    instance = Instance(module_of(larger), game.name)
    test_random_games_are_the_same(larger, instance)
    test_trees_are_the_same_however_their_growth_is_divided(larger, instance)
