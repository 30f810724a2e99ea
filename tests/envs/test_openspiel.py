"""OpenSpiel's own checks, and what its algorithms rely on."""

import importlib
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import cogtable
from cogtable import BadOption, UnknownGame, envs
from cogtable.engine.batches.batch import Batch
from cogtable.engine.compile import cache

if sys.platform == "win32":
    pytest.skip("OpenSpiel has no wheels for Windows", allow_module_level=True)

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

pytestmark = pytest.mark.native

MAGPIE = Path(__file__).parents[2] / "examples" / "magpie" / "magpie"


def test_openspiels_checks_pass(game):
    spiel = envs.openspiel(game, deals=5, max_moves=12)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


def test_a_state_is_a_position_of_the_game():
    game = cogtable.game("splendor")
    state = envs.openspiel("splendor", seats=3, deals=4, seed=20, limit=5).new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(deal, 0.25) for deal in range(4)]
    state.apply_action(2)
    batch = Batch(game, 1, seats=3, seed=22, threads=1, observe=True, limit=5)
    while not state.is_terminal():
        seat = int(batch.current_player[0])
        assert state.current_player() == seat
        assert state.legal_actions() == np.flatnonzero(batch.action_mask[0]).tolist()
        assert state.observation_tensor(seat) == batch.observations[0].tolist()
        assert not any(state.returns())
        action = batch.sample()
        state.apply_action(int(action[0]))
        batch.step(action)
    assert state.returns() == batch.rewards[0].tolist()
    assert sum(state.returns()) == pytest.approx(0)
    assert state.legal_actions() == []


def test_actions_have_the_names_that_people_see():
    state = envs.openspiel("splendor", deals=1).new_initial_state()
    assert state.action_to_string(0) == "deal 0"
    state.apply_action(0)
    match = cogtable.game("splendor").start(seats=2, seed=0)
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        choice.text for choice in match.choices(0)
    ]
    assert state.action_to_string(1, 0) == "action 0"


def test_a_truncated_game_has_no_returns():
    state = envs.openspiel("splendor", deals=1, max_moves=3).new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_clones_and_children_are_independent():
    state = envs.openspiel("splendor", deals=1).new_initial_state()
    state.apply_action(0)
    before = str(state)
    child = state.child(state.legal_actions()[0])
    twin = state.clone()
    twin.apply_action(state.legal_actions()[1])
    assert len({before, str(child), str(twin)}) == 3
    assert str(state) == before
    spiel = state.get_game()
    assert str(spiel.deserialize_state(spiel.serialize() and child.serialize())) == str(child)


# --- what a player knows ----------------------------------------------------------------------------


def played(state, actions):
    """Returns the state after actions, each an index into the legal ones."""
    found = state.clone()
    for place in actions:
        found.apply_action(found.legal_actions()[place])
    return found


def test_the_information_state_contains_what_a_player_has_seen_and_done():
    """In Tiny a seat chooses a card in secret. Another can't tell which one, whatever its determinizations."""
    state = envs.openspiel("tiny", seats=2, deals=1, seed=2).new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 0
    cards, own, others = set(), set(), set()
    for chance in (0.1, 0.3, 0.5, 0.7, 0.9):
        world = state.resample_from_infostate(1, lambda chance=chance: chance)
        assert world.information_state_string(1) == state.information_state_string(1)
        world.apply_action(0)
        assert world.current_player() == 1
        cards.add(int(world.position.record[0].chosen[0]))
        own.add(world.information_state_string(0))
        others.add(world.information_state_string(1))
    assert len(own) >= len(cards) > 1
    assert len(others) == 1


def test_players_remember_their_actions():
    state = envs.openspiel("tiny", seats=2, deals=1, seed=2).new_initial_state()
    state.apply_action(0)
    keys = {played(state, [choice, 0, 0]).information_state_string(0) for choice in (0, -1)}
    assert len(keys | {state.information_state_string(0), state.information_state_string(1)}) == 4


def test_face_down_cards_are_in_no_key():
    """The decks of two deals differ; a position made from either with the same face-up cards has the same key."""
    state = envs.openspiel("splendor", deals=1).new_initial_state()
    state.apply_action(0)
    keys = {state.bench.key(state.bench.imagined(state.position, 1, seed), 1) for seed in range(3)}
    anew = {state.bench.seen(state.bench.imagined(state.position, 1, seed), 1) for seed in range(3)}
    records = {state.bench.imagined(state.position, 1, seed).record.tobytes() for seed in range(3)}
    assert (len(keys), len(anew), len(records)) == (1, 1, 3)


def publicly(state):
    """Returns OpenSpiel's public observations: numbers, text, and with perfect recall."""
    spiel = state.get_game()
    everybody = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    recall = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    told = []
    for player in range(spiel.num_players()):
        seen = spiel.make_py_observer(everybody)
        seen.set_from(state, player)
        told.append((seen.tensor.tobytes(), seen.string_from(state, player)))
    assert len(set(told)) == 1  # the same for every player
    return told[0], spiel.make_py_observer(recall).string_from(state, 0)


def test_public_observations_contain_what_everybody_knows(game):
    """Positions that differ only in what a spectator doesn't know have equal public observations and histories; the
    players' own observations differ in games with hands.
    """
    state = envs.openspiel(game, deals=3).new_initial_state()
    state.apply_action(1)
    random = np.random.default_rng(1)
    own = set()
    for _ in range(12):
        now = publicly(state)[0]
        for seed in range(4):
            other = envs.openspiel(game, deals=3).new_initial_state()
            other.position = state.bench.imagined(state.position, -1, seed)
            assert publicly(other)[0] == now
            own.add(other.observation_string(0))
        state.apply_action(int(random.choice(state.legal_actions())))
    if game.name in ("recharge", "magpie"):
        assert len(own) > 12


def test_secret_choices_are_not_public():
    """In Tiny a seat plays a card face down: whichever card it is, everybody has seen the same."""
    spiel = envs.openspiel("tiny", seats=3, deals=1, seed=2)
    state = spiel.new_initial_state()
    state.apply_action(0)
    cards, public, own = set(), set(), set()
    for seed in range(8):
        world = spiel.new_initial_state()
        world.position = state.bench.imagined(state.position, -1, seed)
        world.apply_action(0)
        cards.add(int(world.position.record[0].chosen[0]))
        public.add(publicly(world))
        own.add(world.information_state_string(0))
    assert len(public) == 1
    assert len(own) >= len(cards) > 2


def test_unsupported_features_raise_errors():
    """An algorithm that reads a tensor of the information state, such as Deep CFR, gets an error, not wrong data."""
    spiel = envs.openspiel("splendor", deals=1)
    state = spiel.new_initial_state()
    state.apply_action(0)
    with pytest.raises(cogtable.CogtableError, match="there is no information_state_tensor"):
        state.information_state_tensor(0)
    assert len(state.observation_tensor(0)) == 458
    for public, private in ((False, "SINGLE_PLAYER"), (False, "NONE"), (True, "ALL_PLAYERS")):
        kind = pyspiel.IIGObservationType(
            perfect_recall=False, public_info=public, private_info=getattr(pyspiel.PrivateInfoType, private)
        )
        with pytest.raises(cogtable.CogtableError, match="observers show public_info=True"):
            spiel.make_py_observer(kind)


def walk(state, seed):
    """Returns everything that a random game shows, step by step."""
    random, seen = np.random.default_rng(seed), []
    for _ in range(40):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        seen.append((state.current_player(), actions, state.observation_string(0)))
        state.apply_action(int(random.choice(actions)))
    return seen, str(state)


def test_states_in_several_threads_are_independent():
    spiel = envs.openspiel("splendor", seats=2, deals=8)
    states = []
    for deal in range(8):
        states.append(spiel.new_initial_state())
        states[-1].apply_action(deal)
    expected = [walk(state.clone(), i) for i, state in enumerate(states)]
    for _ in range(3):
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(walk, [state.clone() for state in states], range(8))) == expected


# --- algorithms -------------------------------------------------------------------------------------


SEARCHED = [
    *(pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ("splendor", "magpie")),
    *(
        pytest.param(name, marks=[pytest.mark.xdist_group(name), pytest.mark.large])
        for name in ("megaman", "recharge", "coalheart", "smashgear")
    ),
]
"""A few of a game's tables are enough: conformance checks determinizations in each game."""


@pytest.mark.parametrize("game", SEARCHED, indirect=True)
def test_information_set_mcts_plays(game):
    state = envs.openspiel(game, deals=3, max_moves=20).new_initial_state()
    state.apply_action(1)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        random_state=random,
        uct_c=2.0,
        max_simulations=4,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
    )
    assert bot.step(state) in state.legal_actions()


@pytest.fixture
def two_cards(tmp_path, monkeypatch):
    """Magpie with three trinkets worth 1 and 2; both players get one.

    It has a name of its own, so that it can't replace what is registered and compiled for Magpie.
    """
    folder = tmp_path / "little_magpie"
    shutil.copytree(MAGPIE, folder)
    for file in folder.glob("*.py"):
        text = file.read_text().replace("from magpie", "from little_magpie").replace('"magpie"', '"little_magpie"')
        file.write_text(text)
    rules = (folder / "rules.py").read_text()
    sizes = "CARDS, SEATS, HAND, WORTHS = 24, 4, 5, 6"
    assert sizes in rules
    (folder / "rules.py").write_text(rules.replace(sizes, "CARDS, SEATS, HAND, WORTHS = 3, 2, 1, 2"))
    trinkets = ", ".join(f'{{name = "{name}", worth = {worth}, art = "coin"}}' for name, worth in ("a1", "b2", "c2"))
    box = f'game = "little_magpie"\ndesigned = true\nsource = "a test"\ntrinkets = [{trinkets}]\n'
    (folder / "box.toml").write_text(box)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(cache, "BEGAN", time.time_ns())  # these files don't change, so compiled code can be cached
    return importlib.import_module("little_magpie").game


def test_counterfactual_regret_minimisation_solves_a_small_game(two_cards):
    spiel = envs.openspiel(two_cards, deals=6)
    solver = cfr.CFRSolver(spiel)
    before = exploitability.nash_conv(spiel, solver.average_policy())
    for _ in range(12):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(spiel, solver.average_policy())
    assert after < before / 4


# --- invalid input ----------------------------------------------------------------------------------


def test_invalid_arguments_are_refused():
    with pytest.raises(UnknownGame, match='there is no game "chess"'):
        envs.openspiel("chess")
    with pytest.raises(BadOption, match="splendor is for 2 to 4 seats; found 5"):
        envs.openspiel("splendor", seats=5)
    with pytest.raises(BadOption, match="deals: expected a whole number from 1 to 2147483647; found 0"):
        envs.openspiel("splendor", deals=0)
    with pytest.raises(BadOption, match="max_moves: expected a whole number from 1; found 0"):
        envs.openspiel("splendor", max_moves=0)
    with pytest.raises(BadOption, match="splendor has no option 'colour'"):
        envs.openspiel("splendor", colour=1)
    with pytest.raises(BadOption, match="OpenSpiel's parameters hold numbers below"):
        envs.openspiel("splendor", seed=2**40)


def test_an_illegal_action_is_refused():
    state = envs.openspiel("splendor", deals=1).new_initial_state()
    state.apply_action(0)
    before = str(state)
    with pytest.raises(cogtable.IllegalAction, match="seat 0 may not play action 77; legal are 0, 1, 2"):
        state.apply_action(77)
    assert str(state) == before


def test_a_game_that_was_made_is_found_by_name():
    envs.openspiel("splendor")
    spiel = pyspiel.load_game("cogtable_splendor(players=3,deals=7,limit=9)")
    assert (spiel.num_players(), spiel.max_chance_outcomes()) == (3, 7)
    assert SimpleNamespace(**spiel.get_parameters()).limit == 9
