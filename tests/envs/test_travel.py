"""Pickling: through pickle, cloudpickle, copies, and into new processes."""

import copy
import io
import pickle
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import cloudpickle
import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.vector import AsyncVectorEnv

import cogtable
from cogtable import bots, envs
from cogtable.engine.batches.batch import Batch
from cogtable.engine.definition.lesson_file import LessonFile
from cogtable.engine.lessons.puzzle import puzzles_of
from cogtable.envs.single_table import Table

pytestmark = pytest.mark.native


class First:
    """A user's bot that plays the first legal action."""

    title = "Takes the first"

    def choose(self, position):
        return position.legal[0]


def started(game):
    return game.start(seats=game.min_seats, seed=3)


def dealt(game, make, **settings):
    env = make(game, seats=game.min_seats, **settings)
    env.reset(seed=3)
    return env


def spiel_state(game):
    state = envs.openspiel(game, seats=game.min_seats, deals=5).new_initial_state()
    state.apply_action(4)
    state.apply_action(state.legal_actions()[0])
    return state


def dealt_anew(game):
    state = spiel_state(game).resample_from_infostate(0, lambda: 0.5)
    state.apply_action(state.legal_actions()[0])
    return state


def other_box(game, tmp_path):
    box = tmp_path / "box.toml"
    box.write_text(game.box.text + "\n# another file\n")
    return game.with_box(box)


MADE: dict[str, Any] = {
    "game": lambda game: game,
    "box": lambda game: game.box,
    "match": started,
    "position": lambda game: started(game).position,
    "state": lambda game: started(game).state,
    "view": lambda game: started(game).view(0),
    "choices": lambda game: started(game).choices(0),
    "options": lambda game: game.options,
    "layout": lambda game: game.layout,
    "lesson": lambda game: game.lesson,
    "batch": lambda game: Batch(game, 3, seats=game.min_seats, seed=1, observe=True, auto_reset=True),
    "snapshot": lambda game: Batch(game, 3, seats=game.min_seats, seed=1).snapshot(),
    "bot": lambda game: bots.find("greedy"),
    "level": lambda game: bots.find("easy"),
    "single": partial(dealt, make=envs.single),
    "single against a bot of one's own": partial(dealt, make=envs.single, others=First()),
    "vector": partial(dealt, make=envs.vector, num_envs=2),
    "vector against bots": partial(dealt, make=envs.vector, num_envs=2, others="random", observations="dict"),
    "aec": partial(dealt, make=envs.aec),
    "parallel": partial(dealt, make=envs.parallel),
    "openspiel": lambda game: envs.openspiel(game, seats=game.min_seats, deals=5),
    "state of openspiel": spiel_state,
    "state of openspiel dealt anew": dealt_anew,
}

WAYS: dict[str, Any] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),
    "deepcopy": copy.deepcopy,
}


def told(thing):
    """Returns what can be compared between processes."""
    if isinstance(thing, Batch):
        return [buffer.tobytes() for buffer in thing.arrays()]
    if hasattr(thing, "information_state_string") and hasattr(thing, "history"):
        return str(thing), [thing.information_state_string(seat) for seat in (0, 1)], thing.legal_actions()
    if hasattr(thing, "batch"):
        return told(thing.batch)
    if isinstance(getattr(thing, "table", None), Table):
        return told(thing.table.batch)
    if isinstance(thing, bots.Bot):
        return thing.name
    if isinstance(thing, LessonFile):
        return str(thing.lesson)
    if isinstance(thing, cogtable.Match):
        return thing.position.tobytes(), thing.information_state(0)
    return thing.tobytes() if isinstance(thing, np.ndarray | np.void) else str(thing)


@pytest.mark.parametrize("way", WAYS)
def test_everything_can_be_pickled_and_copied(game, way):
    for what, make in MADE.items():
        thing = make(game)
        assert told(WAYS[way](thing)) == told(thing), what


def test_games_with_another_box_can_be_pickled_too(tmp_path):
    game = other_box(cogtable.game("splendor"), tmp_path)
    for way, through in WAYS.items():
        found = through(started(game))
        assert found.game.box.digest == game.box.digest, way


def test_errors_can_be_pickled():
    raised = []
    for call in (
        lambda: cogtable.game("chess"),
        lambda: cogtable.game("splendor").start(seats=9),
        lambda: cogtable.game("splendor").start(colour=1),
        lambda: cogtable.game("splendor").start(seed=1).play(0, 999),
        lambda: envs.single("splendor", render_mode="human"),
        lambda: envs.single("splendor", others="nobody"),
        lambda: envs.single("splendor").step(0),
    ):
        with pytest.raises(cogtable.CogtableError) as error:
            call()
        raised.append(error.value)
    for one in raised:
        for through in WAYS.values():
            found = through(one)
            assert (type(found), str(found)) == (type(one), str(one))


def test_puzzles_and_lessons_can_be_pickled():
    game = cogtable.game("splendor")
    for through in WAYS.values():
        assert through(game.lesson).lesson == game.lesson.lesson
        assert through(puzzles_of(game)) == puzzles_of(game)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["spawn", "forkserver"])
def test_new_processes_can_use_what_they_unpickle(how):
    game = cogtable.game("splendor")
    things = [make(game) for what, make in MADE.items() if what not in ("layout", "options")]
    with ProcessPoolExecutor(1, mp_context=get_context(how)) as there:
        found = there.submit(told_all, cloudpickle.dumps(things)).result()
    assert found == [told(thing) for thing in things]


def told_all(pickled):
    return [told(thing) for thing in pickle.loads(pickled)]


# --- copies of environments ---------------------------------------------------------------------------


def test_a_copied_space_is_a_plain_one():
    env = envs.single("splendor")
    env.reset(seed=1)
    for space in (env.action_space, envs.aec("splendor").action_space("player_0")):
        for through in WAYS.values():
            found = through(space)
            assert type(found) is Discrete
            assert found == space
        assert len(pickle.dumps(space)) < 2000


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_environment_is_independent(way):
    env = envs.single("splendor", others="random")
    env.reset(seed=1)
    twin = WAYS[way](env)
    actions = np.flatnonzero(env.action_masks())
    moved = env.step(int(actions[0]))[0]
    for _ in range(20):
        assert twin.action_masks()[twin.action_space.sample()]  # legal there, but not in the other one
    same = twin.step(int(actions[0]))[0]
    assert (same == moved).all()
    turns = envs.aec("splendor")
    turns.reset(seed=1)
    other = WAYS[way](turns)
    turns.step(0)
    assert other.agent_selection == "player_0"
    assert other.observe("player_0")["action_mask"][other.action_space("player_0").sample()]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["fork", "spawn", "forkserver"])
def test_gymnasium_can_run_environments_in_other_processes(how, magpie):
    """By game, with a user's bot, and by an id whose package that process hasn't imported."""
    makers = [
        lambda: envs.single(cogtable.game("splendor"), others=First()),
        lambda: gymnasium.make("cogtable.envs:cogtable/splendor-v2", disable_env_checker=True),
    ]
    game = cogtable.game("splendor")
    makers.append(lambda: envs.single(game))
    for make in makers:
        many = AsyncVectorEnv([make] * 2, context=how)
        try:
            observations, _ = many.reset(seed=[1, 2])
            assert (observations[0] != observations[1]).any()
        finally:
            many.close()


def test_a_users_bot_is_pickled_as_an_object():
    stream = io.BytesIO(cloudpickle.dumps(envs.single("splendor", others=First())))
    env = pickle.load(stream)
    env.reset(seed=1)
    assert env.step(0)
