"""Arguments: seeds are always used, options don't persist, and unknown arguments are TypeErrors."""

import inspect
from typing import Any

import gymnasium
import numpy as np
import pytest

import cogtable
from cogtable import BadOption, envs
from cogtable.engine.batches.batch import Batch
from cogtable.engine.errors import UnknownOption

pytestmark = pytest.mark.native

MAKERS = {
    "single": lambda **settings: envs.single("splendor", **settings),
    "vector": lambda **settings: envs.vector("splendor", 2, **settings),
    "vector against bots": lambda **settings: envs.vector("splendor", 2, others="random", **settings),
    "aec": lambda **settings: envs.aec("splendor", **settings),
    "parallel": lambda **settings: envs.parallel("splendor", **settings),
    "gymnasium.make": lambda **settings: gymnasium.make("cogtable/splendor-v2", **settings),
    "gymnasium.make_vec": lambda **settings: gymnasium.make_vec("cogtable/splendor-v2", 2, **settings),
}

NO_SEEDS = [True, np.True_, -1, 1.5, "7", 2**64]


def dealt_from(env):
    """Returns the seeds from which an environment's tables were dealt."""
    inner = getattr(env, "unwrapped", env)
    return inner.batch.seeds.tolist() if hasattr(inner, "batch") else [inner.dealt_from]


def episodes(env, seed=None, count=3):
    found = []
    for i in range(count):
        env.reset(seed=seed if i == 0 else None)
        found.append(dealt_from(env))
    return found


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("kind", [int, np.int64, np.uint8])
def test_constructors_and_resets_accept_a_seed(make, kind):
    by_reset, by_constructor = episodes(make(), kind(7)), episodes(make(seed=kind(7)))
    assert by_reset == by_constructor == episodes(make(seed=5), kind(7))
    assert by_reset[0][0] == 7
    assert len(set(map(tuple, by_reset))) == 3
    assert episodes(make(), 8) != by_reset


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_without_a_seed_episodes_differ(make):
    first, second = episodes(make()), episodes(make(seed=None))
    assert len({seed for seeds in first + second for seed in seeds}) == len(first + second) * len(first[0])


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("seed", NO_SEEDS)
def test_an_invalid_seed_is_refused(make, seed):
    with pytest.raises(BadOption, match="a seed is a whole number from 0 to"):
        make(seed=seed)
    env = make()
    with pytest.raises(BadOption, match="a seed is a whole number from 0 to"):
        env.reset(seed=seed)


def test_sub_environments_have_seeds_of_their_own():
    many = gymnasium.make_vec("cogtable/splendor-v2", 2, vectorization_mode="sync")
    seen, _ = many.reset(seed=4)
    assert (seen[0] != seen[1]).any()
    table = envs.vector("splendor", 3)
    table.reset(seed=[5, None, 9])
    assert table.batch.seeds[[0, 2]].tolist() == [5, 9]
    with pytest.raises(BadOption, match="a seed is a whole number"):
        table.reset(seed=[5, True, 9])


@pytest.mark.parametrize("seed", [True, -1, 1.5])
def test_batches_matches_and_openspiel_refuse_invalid_seeds(seed):
    game = cogtable.game("splendor")
    for call in (
        lambda: Batch(game, 2, seats=2, seed=seed),
        lambda: game.start(seed=seed),
        lambda: game.start_at(game.start(seed=1).position, seed=seed),
        lambda: game.start(seed=1).determinized(0, seed),
        lambda: envs.openspiel(game, seed=seed),
    ):
        with pytest.raises((BadOption, ValueError), match="seed"):
            call()


def test_a_batch_without_a_seed_deals_different_games():
    game = cogtable.game("splendor")
    batch, other = (Batch(game, 3, seats=2, seed=None, auto_reset=True) for _ in range(2))
    assert len({*batch.seeds.tolist(), *other.seeds.tolist()}) == 6
    assert len({state.tobytes() for state in batch.states}) == 3


# --- options ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["single", "vector", "aec", "parallel", "openspiel"])
@pytest.mark.parametrize("keyword", ["frameskip", "auto_reset", "observe", "device", "stream", "count", "colour"])
def test_an_unknown_keyword_is_a_type_error_that_lists_the_known_ones(name, keyword):
    call = getattr(envs, name)
    given = ("splendor", 2) if name == "vector" else ("splendor",)
    with pytest.raises(TypeError, match=rf"{name}\(\) got an unexpected keyword argument '{keyword}'") as error:
        call(*given, **{keyword: True})
    assert isinstance(error.value, UnknownOption)
    assert all(
        word in str(error.value) for word in ("target", *inspect.signature(call).parameters) if word != "options"
    )


def test_a_keyword_of_another_interface_is_refused():
    calls: list[tuple[Any, str]] = [(envs.parallel, "max_moves"), (envs.aec, "max_cycles"), (envs.single, "threads")]
    for call, keyword in calls:
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'"):
            call("splendor", **{keyword: 3})


@pytest.mark.parametrize("make", [MAKERS[name] for name in ("single", "aec", "parallel", "gymnasium.make")])
@pytest.mark.parametrize("mode", ["human", "depth_array"])
def test_an_unsupported_render_mode_is_a_type_error(make, mode):
    with pytest.raises(TypeError, match=f"render_mode: expected None or ansi.*; found '{mode}'"):
        make(render_mode=mode)


def test_reset_options_that_have_no_effect_are_refused():
    with pytest.raises(TypeError, match=r"reset\(options=\.\.\.\): expected none; found 'limit'"):
        envs.single("splendor").reset(options={"limit": 3})
    with pytest.raises(TypeError, match=r"expected 'reset_mask'; found 'limit'"):
        envs.vector("splendor", 2).reset(options={"limit": 3})
    envs.single("splendor").reset(options={})


@pytest.mark.parametrize("number", [True, False, np.True_, 1.0, "1", -1])
def test_bools_fractions_and_words_are_not_counts(number):
    game = cogtable.game("splendor")
    calls = [
        lambda: Batch(game, number, seats=2),
        lambda: Batch(game, 1, seats=number),
        lambda: Batch(game, 1, seats=2, threads=number),
        lambda: Batch(game, 1, seats=2, max_moves=number),
        lambda: game.start(seats=number),
        lambda: game.start(target=number),
        lambda: envs.single(game, max_moves=number),
        lambda: envs.single(game, seats=number),
        lambda: envs.single(game, seat=number if number != -1 else -2),
        lambda: envs.vector(game, number),
        lambda: envs.vector(game, 1, threads=number),
        lambda: envs.aec(game, max_moves=number),
        lambda: envs.parallel(game, max_cycles=number),
        lambda: envs.openspiel(game, deals=number),
        lambda: envs.openspiel(game, max_moves=number),
        lambda: envs.record(game, number, "nowhere"),
    ]
    for i, call in enumerate(calls):
        if number == "1" and i == 5:
            continue  # an option from the command line
        with pytest.raises(BadOption):
            call()


def test_numpy_numbers_are_counts():
    game: Any = cogtable.game("splendor")
    batches: Any = Batch
    match = game.start(seats=np.int8(2), seed=np.int64(3), target=np.int16(9))
    assert (type(match.seed), match.seats, match.options["target"]) == (int, 2, 9)
    match.play(np.int64(0), np.int64(0))
    assert type(match.moves[0].seat) is type(match.moves[0].action) is int
    batch = batches(game, np.int64(2), seats=np.int8(2), threads=np.int8(1), max_moves=np.uint8(9))
    assert (type(batch.num_envs), batch.rewards.shape) == (int, (2, 2))


# --- observations -------------------------------------------------------------------------------------


def test_scaled_observations_are_floats_within_tight_bounds(game):
    env = envs.vector(game, 8, scaled=True, seed=1)
    seen, _ = env.reset()
    largest = np.zeros(seen.shape[1])
    for _ in range(200):
        assert seen.dtype == np.float32
        assert env.observation_space.contains(seen)
        largest = np.maximum(largest, np.abs(seen).max(axis=0))
        seen, *_ = env.step(env.batch.sample())
    assert np.abs(seen).max() <= 1
    moved = largest[largest > 0]
    assert (moved > 0.2).mean() > 0.7  # numbers use their full range
    plain, _ = envs.vector(game, 8, seed=1).reset()
    assert ((plain != 0) == (env.reset(seed=1)[0] != 0)).all()


def test_the_mask_can_be_part_of_the_observation():
    for form, name in (("dict", "observation"), ("rllib", "observations")):
        env = envs.single("splendor", observations=form)
        seen, info = env.reset(seed=1)
        assert set(seen) == {name, "action_mask"}
        assert (seen["action_mask"] == info["action_mask"]).all()
        assert env.observation_space.contains(seen)
        many = envs.vector("splendor", 2, observations=form, others="random", autoreset_mode="SameStep", limit=1)
        (seen, _), infos = many.reset(seed=1), {}
        while "final_obs" not in infos:
            seen, *_, infos = many.step([int(mask.argmax()) for mask in seen["action_mask"]])
            assert many.observation_space.contains(seen)
        last = next(each for each in infos["final_obs"] if each is not None)
        assert many.single_observation_space.contains(last)
        agents = envs.aec("splendor", observations=form)
        agents.reset(seed=1)
        assert agents.observation_space("player_0").contains(agents.observe("player_0"))
    with pytest.raises(BadOption, match="observations: expected one of dict, rllib; found 'plain'"):
        envs.aec("splendor", observations="plain")
    with pytest.raises(BadOption, match="observations: expected one of plain, dict, rllib; found 'mask'"):
        envs.single("splendor", observations="mask")


def test_waiting_agents_can_have_a_pass():
    env = envs.parallel("splendor", seats=3, pass_action=True)
    seen, _ = env.reset(seed=1)
    assert env.action_space("player_0").n == cogtable.game("splendor").actions + 1
    for _ in range(6):
        for agent in env.agents:
            mask = seen[agent]["action_mask"]
            assert mask.any()
            assert mask[-1] == (mask.sum() == 1) or not mask[-1]
            assert env.observation_space(agent).contains(seen[agent])
        seen, *_ = env.step({agent: env.action_space(agent).sample() for agent in env.agents})


def test_every_step_tells_whether_its_action_was_legal():
    env = envs.single("splendor", illegal="random")
    _, info = env.reset(seed=1)
    assert info["illegal"].dtype == bool
    assert not info["illegal"]
    *_, info = env.step(77)
    assert info["illegal"]
    *_, info = env.step(int(info["action_mask"].argmax()))
    assert not info["illegal"]
