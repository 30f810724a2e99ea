"""Gymnasium's own checks, and what its users rely on."""

import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import cogtable
from cogtable import BadOption, IllegalAction, bots, envs
from cogtable.bots import UnknownBot
from cogtable.engine.batches.batch import Batch
from cogtable.envs import versions

pytestmark = pytest.mark.native


def id_of(game):
    return f"cogtable/{game.name}-v{versions.VERSIONS[game.name].number}"


# --- one seat against bots --------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*alternative render modes:UserWarning")
def test_gymnasiums_checks_pass(game):
    """They play actions that can be illegal."""
    if game.name in versions.VERSIONS:
        env = gymnasium.make(id_of(game), others="random", illegal="random", render_mode="ansi").unwrapped
    else:
        env = envs.single(game, others="random", illegal="random", render_mode="ansi")
    check_env(env)


def test_bots_play_between_two_decisions():
    """The seat's observations and masks are those of a match with the bot in the other seats."""
    game = cogtable.game("splendor")
    env = envs.single(game, seat=1, others=["greedy", "random"], seats=3, limit=12)
    observation, info = env.reset(seed=6)
    match = game.start(seats=3, seed=6, limit=12, always_ask=1)
    others = {0: "greedy", 2: "random"}
    rewards = []
    terminated = False
    while not terminated:
        while match.waiting and match.waiting[0] != 1:
            seat = match.waiting[0]
            match.play(seat, bots.choose(others[seat], match, seat, seed=6))
        assert (match.observation(1)[:] == observation).all()
        assert (match.legal(1) == info["action_mask"]).all()
        action = int(np.flatnonzero(info["action_mask"])[0])
        match.play(1, action)
        observation, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, bots.choose(others[seat], match, seat, seed=6))
    assert match.over
    assert not truncated
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] == {1: 1.0, 2: 0.0, 3: -1.0}[match.ranks[1]]
    assert not info["action_mask"].any()
    with pytest.raises(envs.NoGame, match="call reset"):
        env.step(0)


def test_masks_are_where_libraries_look_for_them():
    env = envs.single("splendor", others="random")
    _, info = env.reset(seed=1)
    assert (env.action_masks() == info["action_mask"]).all()  # sb3-contrib
    assert info["action_mask"].dtype == np.int8
    for _ in range(20):
        action = env.action_space.sample()  # without a mask
        assert info["action_mask"][action]
        _, _, terminated, _, info = env.step(action)
        if terminated:
            _, info = env.reset()


@pytest.mark.parametrize("illegal", ["refuse", "lose", "random"])
def test_an_illegal_action_is_handled_as_configured(illegal):
    env = envs.single("splendor", others="random", illegal=illegal)
    observation, _ = env.reset(seed=1)
    if illegal == "refuse":
        with pytest.raises(IllegalAction, match="seat 0 may not play action 77; legal are 0, 1, 2"):
            env.step(77)
        assert (env.step(0)[0] != observation).any()
        return
    _, reward, terminated, truncated, info = env.step(77)
    assert info["illegal"]
    assert not truncated
    assert (reward, terminated) == ((-1, True) if illegal == "lose" else (0, False))


def test_a_game_can_be_truncated_and_reset():
    env = envs.single("splendor", others="random", max_moves=5)
    env.reset(seed=1)
    steps = 0
    truncated = False
    while not truncated:
        _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        steps += 1
    assert (steps, reward, terminated) == (3, 0, False)
    assert env.dealt_from == 1
    env.reset()
    assert env.dealt_from != 1
    assert pickle.loads(pickle.dumps(env.action_space)) == env.action_space


def test_an_episode_in_which_the_seat_never_decides_is_reported():
    env = envs.single("splendor", seat=1, others="random", max_moves=1)
    with pytest.raises(envs.NoGame, match="seat 1 had nothing to decide in 100 games"):
        env.reset(seed=1)


def test_the_text_shows_what_the_seat_sees():
    env = envs.single("splendor", others="random", render_mode="ansi")
    env.reset(seed=1)
    assert "seat 2" in env.render()
    assert envs.single("splendor", others="random").render() is None


def test_invalid_arguments_are_refused():
    with pytest.raises(UnknownBot, match='there is no bot "nobody"; there are'):
        envs.single("splendor", others="nobody")
    with pytest.raises(BadOption, match="expected one bot, or one for each of 2 seats; found 1"):
        envs.single("splendor", seats=3, others=["greedy"])
    with pytest.raises(BadOption, match="splendor with 2 seats has the seats 0 to 1; found 2"):
        envs.single("splendor", seat=2)
    with pytest.raises(BadOption, match="illegal: expected one of refuse, lose, random; found 'ignore'"):
        envs.single("splendor", illegal="ignore")
    with pytest.raises(envs.NoGame, match="call reset"):
        envs.single("splendor").step(0)


# --- ids --------------------------------------------------------------------------------------------


def test_games_are_registered_under_their_ids():
    for name, version in versions.VERSIONS.items():
        for number in version.numbers:
            assert gymnasium.spec(f"cogtable/{name}-v{number}").kwargs["game"] == name
    env: Any = gymnasium.make("cogtable/splendor-v2", seat=1, others="random", seats=3)
    env.reset(seed=1)
    assert env.unwrapped.seat == 1
    assert env.unwrapped.game is cogtable.game("splendor")
    with pytest.raises(gymnasium.error.Error):
        gymnasium.make("cogtable/chess-v2")


@pytest.mark.filterwarnings("ignore:.*out of date:DeprecationWarning")
def test_earlier_ids_keep_their_meaning():
    """`-v1` plays against `greedy` and resets in the same step, `-v2` against `random` and in the next."""
    for number, bot, mode in ((1, "greedy", AutoresetMode.SAME_STEP), (2, "random", AutoresetMode.NEXT_STEP)):
        one: Any = gymnasium.make(f"cogtable/splendor-v{number}")
        many: Any = gymnasium.make_vec(f"cogtable/splendor-v{number}", 2)
        assert [each.name for each in one.unwrapped.opponents.values()] == [bot]
        assert [each.name for each in many.unwrapped.opponents.values()] == [bot]
        assert many.unwrapped.autoreset_mode is mode


def test_importing_the_package_registers_its_ids():
    """Only Gymnasium is imported for it, no game is loaded, and `module:id` works too."""
    code = "import sys, cogtable.envs, gymnasium; gymnasium.spec('cogtable/recharge-v2')\n"
    code += "heavy = 'pettingzoo', 'pyspiel', 'pyarrow', 'torch', 'cogtable.games.splendor'\n"
    code += "print([name for name in heavy if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_changed_environment_needs_a_new_version(game):
    """An id stands for rules, box, observations and rewards: if this fails, raise the number in `envs/versions.py`."""
    if game.name not in versions.VERSIONS:
        assert versions.named(game) == game.name
        return
    version = versions.VERSIONS[game.name]
    played = game.version, game.box.digest, versions.fingerprint(game)
    assert version._replace(rules=played[0], box=played[1], fingerprint=played[2]) == version


def test_other_rules_or_another_box_are_refused_with_both_digests(monkeypatch):
    game = cogtable.game("splendor")
    right = versions.VERSIONS["splendor"]
    monkeypatch.setitem(versions.VERSIONS, "splendor", right._replace(box="0123456789abcdef"))
    with pytest.raises(envs.WrongVersion, match=rf"stands for the box 0123456789abcdef; .* is {game.box.digest}"):
        gymnasium.make("cogtable/splendor-v2")
    gymnasium.make("cogtable/splendor-v2", box=game.box_file, others="random")  # requested by name
    monkeypatch.setitem(versions.VERSIONS, "splendor", right._replace(rules="0"))
    with pytest.raises(envs.WrongVersion, match="stands for version 0 of the rules; these are version 1"):
        gymnasium.make_vec("cogtable/splendor-v2", 2)
    with pytest.raises(envs.WrongVersion, match="cogtable/splendor-v9 is not here; there is cogtable/splendor-v2"):
        envs.single("splendor", version=9)


# --- many tables ------------------------------------------------------------------------------------


def test_a_vector_for_all_seats_equals_a_batch():
    env = envs.vector("splendor", 6, seats=3, limit=6, threads=1, autoreset_mode="SameStep")
    observations, infos = env.reset(seed=40)
    batch = Batch(cogtable.game("splendor"), 6, seats=3, seed=40, threads=1, observe=True, auto_reset=True, limit=6)
    ended = 0
    for _ in range(150):
        assert (observations == batch.observations).all()
        assert (infos["action_mask"] == batch.action_mask).all()
        assert (infos["current_player"] == batch.current_player).all()
        current_player, actions = batch.current_player.copy(), batch.sample()
        batch.step(actions)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert (infos["rewards"] == batch.rewards).all()
        assert (rewards == batch.rewards[np.arange(6), current_player]).all()
        assert (terminations == batch.terminated).all()
        assert not truncations.any()
        for i in np.flatnonzero(terminations):
            assert (infos["final_obs"][i] == batch.final_observations[i]).all()
            assert infos["_final_obs"][i]
            ended += 1
    assert ended > 5
    assert env.single_observation_space.contains(observations[0])
    assert env.observation_space.contains(observations)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_vector_against_bots_equals_single_environments(mode):
    """In each autoreset mode, table i plays the games that a single environment plays from the same seeds."""
    settings: dict[str, Any] = {"seat": 1, "others": "random", "limit": 4}
    many = envs.vector("splendor", 3, autoreset_mode=mode, **settings)
    singles = [envs.single("splendor", **settings) for _ in range(3)]
    observations, infos = many.reset(seed=10)
    now = [env.reset(seed=10 + i) for i, env in enumerate(singles)]
    over = [False] * 3
    ended = 0
    for _ in range(40):
        for i in range(3):
            assert (observations[i] == now[i][0]).all()
            assert (infos["action_mask"][i] == now[i][1]["action_mask"]).all()
        actions = np.array(
            [np.flatnonzero(seen[1]["action_mask"])[-1] if not over[i] else -7 for i, seen in enumerate(now)]
        )
        observations, rewards, terminations, truncations, infos = many.step(actions)
        for i, env in enumerate(singles):
            if over[i] and mode is AutoresetMode.NEXT_STEP:
                now[i], over[i] = env.reset(seed=env.dealt_from + 3), False
                assert (rewards[i], terminations[i]) == (0, False)
            elif not over[i]:
                observation, reward, over[i], _, info = env.step(int(actions[i]))
                now[i] = observation, info
                assert (rewards[i], terminations[i]) == (reward, over[i])
                ended += over[i]
                if over[i] and mode is AutoresetMode.SAME_STEP:
                    assert (infos["final_obs"][i] == observation).all()
                    now[i], over[i] = env.reset(seed=env.dealt_from + 3), False
        if mode is AutoresetMode.DISABLED and any(over):
            observations, infos = many.reset(options={"reset_mask": np.array(over)})
            for i in np.flatnonzero(over).tolist():
                now[i], over[i] = singles[i].reset(seed=singles[i].dealt_from + 3), False
        assert not truncations.any()
    assert ended > 2


def test_gymnasium_can_make_vectors():
    env: Any = gymnasium.make_vec("cogtable/splendor-v2", 4)
    assert env.metadata["autoreset_mode"] is env.unwrapped.autoreset_mode is AutoresetMode.NEXT_STEP
    assert env.action_space.shape == (4,)
    env.reset()
    wrapped: Any = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("cogtable/splendor-v2", 2, others=None)
    )
    wrapped.reset(seed=1)
    wrapped.step(wrapped.unwrapped.batch.sample())
    every_seat: Any = gymnasium.make_vec("cogtable/splendor-v2", 2, others=None, seats=3)
    every_seat.reset(seed=[5, 9])
    assert every_seat.unwrapped.batch.seeds.tolist() == [5, 9]
    in_turn = gymnasium.make_vec("cogtable/splendor-v2", 2, vectorization_mode="sync", others="random")
    in_turn.reset(seed=1)


def test_returned_arrays_do_not_change_later():
    env = envs.vector("splendor", 2)
    observations, infos = env.reset(seed=1)
    before = observations.copy(), infos["action_mask"].copy()
    env.step(env.batch.sample())
    assert (observations == before[0]).all()
    assert (infos["action_mask"] == before[1]).all()


def test_invalid_vectors_and_actions_are_refused():
    with pytest.raises(BadOption, match="num_envs: expected a whole number from 1; found 0"):
        envs.vector("splendor", 0)
    with pytest.raises(
        BadOption, match="autoreset_mode: expected one of 'NextStep', 'SameStep', 'Disabled'; found 'never'"
    ):
        envs.vector("splendor", 2, autoreset_mode="never")
    env = envs.vector("splendor", 2, others="random")
    with pytest.raises(envs.NoGame, match="call reset"):
        env.step([0, 0])
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="table 1: seat 0 may not play action 77; legal are 0, 1, 2"):
        env.step([0, 77])
    with pytest.raises(ValueError, match=r"expected 2 actions, one for each table; found the shape \(3,\)"):
        env.step([0, 0, 0])
    with pytest.raises(ValueError, match="expected a bool for each of 2 tables"):
        env.reset(options={"reset_mask": np.array([True])})
