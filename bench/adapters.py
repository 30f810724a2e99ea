"""Steps a second of the environments for other libraries, compared with PettingZoo's own games and OpenSpiel's."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.figure import Figure, rate
from cogtable import envs
from cogtable.engine.play.game import Game

STEPS = 2000
TABLES = 256


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        yield figure(f"{game.name}, PettingZoo AEC", turns, envs.aec(game))
        yield figure(f"{game.name}, PettingZoo parallel", at_once, envs.parallel(game))
        yield figure(f"{game.name}, Gymnasium, one seat against random", alone, envs.single(game, others="random"))
        yield figure(
            f"{game.name}, Gymnasium vector of {TABLES}, one core", together, envs.vector(game, TABLES, threads=1)
        )
        yield figure(f"{game.name}, OpenSpiel", states, envs.openspiel(game))
    import_module("open_spiel.python.games")
    for name in ("python_tic_tac_toe", "python_kuhn_poker", "tic_tac_toe"):
        yield figure(f"OpenSpiel's own {name}", states, import_module("pyspiel").load_game(name))
    if find_spec("pygame") is None:
        return  # PettingZoo's own games take this argument to be drawn
    for name in ("tictactoe_v3", "connect_four_v3"):
        yield figure(f"PettingZoo's own {name}, AEC", turns, import_module(f"pettingzoo.classic.{name}").env())


def figure(name: str, play: Callable[[Any], int], env: Any) -> Figure:
    """Returns steps per second of CPU time; all run in one thread."""
    speed = rate(lambda: play(env), 3, time.process_time)
    return Figure(name, speed, "steps/s", "random legal actions, observations read")


def turns(env: Any) -> int:
    """AEC: the agents act in turn."""
    env.reset(seed=1)
    for _ in range(STEPS):
        if not env.agents:
            env.reset()
        observation, _, terminated, truncated, _ = env.last()
        ended = terminated or truncated
        env.step(None if ended else env.action_space(env.agent_selection).sample(observation["action_mask"]))
    return STEPS


def at_once(env: Any) -> int:
    """Parallel: all agents with a decision act."""
    observations, _ = env.reset(seed=1)
    for _ in range(STEPS):
        if not env.agents:
            observations, _ = env.reset()
        actions = {agent: env.action_space(agent).sample(seen["action_mask"]) for agent, seen in observations.items()}
        observations, *_ = env.step(actions)
    return STEPS


def alone(env: Any) -> int:
    """One seat; bots that play at random have the others."""
    _, info = env.reset(seed=1)
    for _ in range(STEPS):
        *_, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            _, info = env.reset()
    return STEPS


def together(env: Any) -> int:
    """Many tables, all seats in turn."""
    env.reset(seed=1)
    steps = STEPS // 20
    for _ in range(steps):
        env.step(env.batch.sample())
    return steps * TABLES


def states(game: Any) -> int:
    """OpenSpiel: an observation, the legal actions, and one of them."""
    state = game.new_initial_state()
    for _ in range(STEPS):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        elif state.observation_tensor(state.current_player()):
            state.apply_action(random.choice(state.legal_actions()))
    return STEPS
