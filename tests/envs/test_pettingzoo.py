"""PettingZoo's own checks, and what its users rely on."""

from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

import cogtable
from cogtable import BadOption, IllegalAction, UnknownGame, envs
from cogtable.engine.batches.batch import Batch

pytestmark = [
    pytest.mark.native,
    # PettingZoo has a list of its own games with a mask in their observations, and warns about all others.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


# --- PettingZoo's own tests -------------------------------------------------------------------------


def test_pettingzoos_checks_pass_in_turns(game, capsys):
    api_test(envs.aec(game, render_mode="ansi"), num_cycles=20)
    seed_test(lambda: envs.aec(game), num_cycles=10)
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoos_checks_pass_in_parallel(game, capsys):
    parallel_api_test(envs.parallel(game), num_cycles=20)
    parallel_seed_test(lambda: envs.parallel(game), num_cycles=10)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_pettingzoos_cycle_check_passes(game):
    """It compares both kinds of environment, with turns made from the parallel one by PettingZoo's own converter."""

    def at_once(max_cycles):
        return envs.parallel(game, max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(parallel_env=at_once, env=lambda max_cycles: parallel_to_aec(at_once(max_cycles))))


# --- turns ------------------------------------------------------------------------------------------


def test_turns_follow_the_game(game):
    """The agents' observations, masks and rewards are those of a batch."""
    env = envs.aec(game)
    env.reset(seed=5)
    batch = Batch(game, 1, seats=game.min_seats, seed=5, threads=1, observe=True)
    for _ in range(60):
        observation, reward, terminated, truncated, _ = env.last()
        seat = int(batch.current_player[0])
        if seat < 0:
            break
        assert env.agent_selection == f"player_{seat}"
        assert (observation["observation"] == batch.observations[0]).all()
        assert (observation["action_mask"] == batch.action_mask[0]).all()
        assert (reward, terminated, truncated) == (0, False, False)
        others = [agent for agent in env.agents if agent != env.agent_selection]
        assert not any(env.observe(agent)["action_mask"].any() for agent in others)
        action = batch.sample()
        env.step(int(action[0]))
        batch.step(action)


def to_the_end(env, seed):
    """Plays a game at random; returns the last step of each agent."""
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    told = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            told[agent] = (reward, terminated, truncated)
            env.step(None)
        else:
            env.step(env.action_space(agent).sample())
    return told


def test_every_agent_learns_how_the_game_ended():
    told = to_the_end(envs.aec("splendor", seats=3, limit=10), 1)
    assert set(told) == {"player_0", "player_1", "player_2"}
    assert sum(reward for reward, _, _ in told.values()) == 0
    assert all(terminated and not truncated for _, terminated, truncated in told.values())
    assert to_the_end(envs.aec("splendor", seats=3, limit=10), 1) == told


def test_a_game_can_be_truncated():
    told = to_the_end(envs.aec("splendor", max_moves=7), 1)
    assert told == {"player_0": (0, False, True), "player_1": (0, False, True)}


def test_sampling_without_a_mask_draws_legal_actions():
    env = envs.aec("splendor")
    env.reset(seed=3)
    for _ in range(30):
        action = env.action_space(env.agent_selection).sample()
        assert env.observe(env.agent_selection)["action_mask"][action]
        env.step(action)
    assert env.action_space("player_0").contains(np.int64(77))


def test_games_are_reproducible_from_the_seed():
    env, other = envs.aec("splendor"), envs.aec("splendor")
    env.reset(seed=8)
    assert env.dealt_from == 8
    assert (env.observe("player_0")["observation"] == cogtable.game("splendor").start(seed=8).observation(0)).all()
    other.reset(seed=8)
    env.reset()
    other.reset()
    assert env.dealt_from == other.dealt_from != 8
    envs.aec("splendor").reset()  # without any seed


def test_the_state_contains_nothing_hidden():
    env = envs.aec("megaman")
    env.reset(seed=1)
    assert (env.state() == cogtable.game("megaman").start(seed=1).observation(-1)).all()
    assert env.state_space.contains(env.state())
    at_once = envs.parallel("megaman")
    at_once.reset(seed=1)
    assert (at_once.state() == env.state()).all()


def test_the_text_shows_what_the_agent_sees():
    env = envs.aec("splendor", render_mode="ansi")
    env.reset(seed=1)
    assert "seat 1" in env.render()
    assert envs.aec("splendor").render() is None


def test_pettingzoos_wrappers_work():
    env = OrderEnforcingWrapper(TerminateIllegalWrapper(envs.aec("splendor"), illegal_reward=-1))
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1


# --- parallel ---------------------------------------------------------------------------------------


def test_seats_that_decide_at_the_same_time_act_in_one_step():
    env = envs.parallel("recharge", seats=3)
    observations, _ = env.reset(seed=2)
    together = 0
    while env.agents:
        asked = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
        actions = {agent: env.action_space(agent).sample() for agent in asked}
        observations, rewards, terminations, _, infos = env.step(actions)
        together += len(asked) > 1
        assert [agent for agent in infos if infos[agent]["played"]] == asked
    assert together > 10
    assert sum(rewards.values()) == pytest.approx(0)
    assert all(terminations.values())


def test_a_secret_choice_does_not_show_before_the_others_have_chosen():
    """In Tiny all seats choose a card in secret, then all are shown. Seat 0's choice makes no difference before."""
    seen, cards = set(), set()
    for seed in range(5):
        env = envs.aec("tiny", seats=3)
        env.reset(seed=2)
        assert env.table.waiting == (0, 1, 2)
        env.table.batch.determinize(1, seed)
        env.step(0)
        last = env.last()[0]
        cards.add(int(env.table.batch.states[0].chosen[0]))
        seen.add((env.agent_selection, last["observation"].tobytes(), last["action_mask"].tobytes()))
    assert len(cards) > 1
    assert len(seen) == 1


def test_while_one_agent_acts_the_others_need_no_action():
    env = envs.parallel("splendor", seats=3)
    observations, _ = env.reset(seed=1)
    for turn in range(6):
        asked = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
        assert asked == [f"player_{turn % 3}"]
        own = int(observations[asked[0]]["action_mask"].argmax())
        actions = {asked[0]: own} if turn % 2 else dict.fromkeys(env.agents, own)
        observations, *_, infos = env.step(actions)
        assert [agent for agent in infos if infos[agent]["played"]] == asked


def test_parallel_and_turns_lead_to_the_same_position():
    at_once, turns = envs.parallel("recharge", seats=2), envs.aec("recharge", seats=2)
    observations, _ = at_once.reset(seed=4)
    turns.reset(seed=4)
    for _ in range(20):
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        asked = [agent for agent, seen in observations.items() if seen["action_mask"].any()]
        for _ in asked:
            turns.step(actions[turns.agent_selection])
        observations, *_ = at_once.step(actions)
        for agent in at_once.agents:
            assert (turns.observe(agent)["observation"] == observations[agent]["observation"]).all()


# --- invalid input ----------------------------------------------------------------------------------


def test_invalid_arguments_are_refused():
    with pytest.raises(UnknownGame, match='there is no game "chess"; there are'):
        envs.aec("chess")
    with pytest.raises(BadOption, match="splendor is for 2 to 4 seats; found 9"):
        envs.parallel("splendor", seats=9)
    with pytest.raises(BadOption, match="splendor has no option 'colour'"):
        envs.aec("splendor", colour=1)
    with pytest.raises(BadOption, match="max_moves: expected a whole number from 1; found 0"):
        envs.aec("splendor", max_moves=0)
    with pytest.raises(BadOption, match=r"max_cycles: expected a whole number from 1; found 1\.5"):
        envs.parallel("splendor", max_cycles=1.5)  # type: ignore[arg-type]
    with pytest.raises(cogtable.CogtableError, match="render_mode: expected None or ansi, rgb_array; found 'human'"):
        envs.aec("splendor", render_mode="human")
    with pytest.raises(BadOption, match="seed"):
        envs.aec("splendor").reset(seed=-1)


def test_an_illegal_action_is_refused_and_moves_nothing():
    env = envs.aec("splendor")
    with pytest.raises(envs.NoGame, match=r"no game of splendor is in progress; call reset\(\) first"):
        env.step(0)
    env.reset(seed=1)
    before = env.observe("player_0")["observation"]
    with pytest.raises(IllegalAction, match=r"seat 0 may not play action 77; legal are 0, 1, 2"):
        env.step(77)
    with pytest.raises(ValueError, match="expected whole numbers; found float64"):
        env.step(0.5)
    with pytest.raises(ValueError, match="expected whole numbers; found object"):
        env.step(None)
    assert (env.observe("player_0")["observation"] == before).all()
    assert env.agent_selection == "player_0"
    to_the_end(env, 1)
    with pytest.raises(envs.NoGame, match="no game of splendor is in progress"):
        env.step(0)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ({}, IllegalAction, "player_0 has a decision to make; there is no action for it"),
        ({"player_0": 78}, IllegalAction, "player_0 may not play action 78; legal are"),
        ({"player_0": -1}, IllegalAction, "player_0 may not play action -1; legal are"),
        ({"player_0": 0.5}, ValueError, r"player_0: expected an action, a whole number; found 0\.5"),
        ({"player_9": 0}, IllegalAction, "there is no agent 'player_9'; there are player_0, player_1"),
    ],
)
def test_illegal_parallel_actions_are_refused_and_move_nothing(actions, error, message):
    env = envs.parallel("splendor")
    with pytest.raises(envs.NoGame, match="call reset"):
        env.step({})
    env.reset(seed=2)
    before = env.state()
    with pytest.raises(error, match=message):
        env.step(actions)
    assert (env.state() == before).all()


def test_an_action_after_the_end_is_refused():
    env = envs.parallel("splendor", max_cycles=1)
    observations, _ = env.reset(seed=1)
    *_, truncations, _ = env.step({"player_0": int(observations["player_0"]["action_mask"].argmax())})
    assert truncations == {"player_0": True, "player_1": True}
    assert env.agents == []
    with pytest.raises(envs.NoGame, match="call reset"):
        env.step({"player_0": 0})


def test_rendering_before_a_reset_is_refused():
    single_tables = [make("splendor", render_mode="ansi") for make in (envs.aec, envs.parallel, envs.single)]
    for env in (*single_tables, envs.vector("splendor", 2, render_mode="ansi")):
        with pytest.raises(envs.NoGame, match=r"call reset\(\) first"):
            env.render()


def test_a_vector_renders_the_text_of_each_table():
    env = envs.vector("splendor", 2, render_mode="ansi")
    env.reset(seed=1)
    first, second = env.render()
    assert "seat 1" in first
    assert first != second
    assert envs.vector("splendor", 2).render() is None
