"""Environments in words of TextArena, verifiers and Inspect; and the programs in `examples/agents`, which run without a
network. `make test-agents` has the libraries.
"""

import asyncio
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from cogtable import BadOption, envs
from cogtable.agents import notation
from cogtable.envs import MissingExtra, NoGame

FOLDER = Path(__file__).parents[2] / "examples" / "agents"

PROGRAMS = {
    "textarena_game": ("textarena", "rewards {0: -1.0, 1: 1.0}"),
    "verifiers_game": ("verifiers", "splendor#1: "),
    "inspect_game": ("inspect_ai", "success {'won': "),
}


def needs(library):
    """Skips a test without a library."""
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed; make test-agents has it")


def legal(observation):
    """Returns the legal actions in an observation."""
    items = [line for line in observation.rpartition("Legal actions:")[2].splitlines() if line.startswith("- ")]
    return [action for line in items for action in notation.expanded(line)]


def test_every_program_is_tested():
    assert {file.stem for file in FOLDER.glob("*.py")} == set(PROGRAMS)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_scripted_model_plays_without_a_network(name, tmp_path):
    library, wanted = PROGRAMS[name]
    needs(library)
    command = [sys.executable, str(FOLDER / f"{name}.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert wanted in done.stdout


@pytest.mark.parametrize(
    ("make", "missing"),
    [
        (envs.textarena, ["textarena"]),
        (envs.verifiers, ["verifiers"]),
        (envs.verifiers, ["verifiers", "httpx", "pydantic"]),
        (envs.inspect, ["inspect_ai"]),
    ],
)
def test_a_missing_library_is_named_with_its_extra(make, missing, monkeypatch):
    ours = ("cogtable.envs.textarena_env", "cogtable.envs.verifiers_env", "cogtable.envs.inspect_task")
    for name in [name for name in sys.modules if name in ours or name.partition(".")[0] in missing]:
        monkeypatch.delitem(sys.modules, name)
    for library in missing:
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        MissingExtra, match=rf"envs\.{make.__name__} needs \w+: pip install cogtable\[{make.__name__}\]"
    ):
        make("splendor")


# --- TextArena ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_textarena_plays_whole_games_of_every_game(game):
    needs("textarena")
    import textarena

    envs.textarena(game)
    env = textarena.make(f"cogtable/{game.name}-raw")
    env.reset(num_players=game.max_seats, seed=3)
    dice, done = random.Random(3), False
    while not done:
        player, messages = env.get_observation()
        assert messages[-1][1].count(f"You are seat {player + 1} of {game.max_seats}.") == 1
        done, _ = env.step(f"[{dice.choice(legal(messages[-1][1]))}]")
    rewards, info = env.close()
    assert sum(rewards.values()) == pytest.approx(0)
    assert "1. seat" in info[0]["reason"]


def test_textarena_does_not_show_replies_to_other_players():
    needs("textarena")
    env = envs.textarena("splendor", seed=3)
    env.reset(num_players=2)
    env.step("My secret plan is red. [take 2 red]")
    _, messages = env.get_observation()
    assert "secret plan" not in str(messages)
    assert "Seat 1 took 2 red" in str(messages)


def test_a_player_of_textarena_loses_after_three_illegal_replies_in_a_row():
    needs("textarena")
    env = envs.textarena("splendor", seed=3)
    env.reset(num_players=3)
    env.step("hm")
    env.step("hm")
    player, messages = env.get_observation()
    assert player == 0
    assert 'Reason: "hm" is not a legal action now' in messages[-1][1]
    assert env.step("[take 2 red]") == (False, {})
    for _ in range(3):
        done, _ = env.step("hm")
    assert done
    rewards, info = env.close()
    assert rewards[1] == -1
    assert info[1]["invalid_move"]
    assert not info[0]["invalid_move"]
    assert info[1]["reason"].startswith("Player 1 made 3 illegal moves in a row.")
    with pytest.raises(NoGame):
        env.step("[take 2 red]")


def test_textarena_refuses_other_numbers_of_players():
    needs("textarena")
    with pytest.raises(BadOption, match="splendor"):
        envs.textarena("splendor").reset(num_players=7)
    with pytest.raises(BadOption, match="attempts"):
        envs.textarena("splendor", attempts=0)


# --- verifiers ------------------------------------------------------------------------------------


def test_tasks_of_verifiers_have_rules_and_first_observation():
    needs("verifiers")
    env = envs.verifiers("splendor", first_seed=5, others="greedy")
    first, second = env.taskset.take(2)
    assert (first.data.name, second.data.name) == ("splendor#5", "splendor#6")
    assert "You are gem merchants" in first.data.system_prompt
    assert "You are seat 1 of 2. To act: you." in first.data.prompt
    assert first.data.prompt != second.data.prompt
    with pytest.raises(BadOption):
        envs.verifiers("splendor", seats=9)


class Segment:
    """One reply of a model, as an interaction of verifiers hands it on."""

    def __init__(self, last_reply, terminated=False):
        self.last_reply, self.terminated = last_reply, terminated


class Trace:
    """Keeps what is recorded."""

    def __init__(self):
        self.rewards, self.metrics = {}, {}

    def record_reward(self, name, value, weight):
        self.rewards[name] = (value, weight)

    def record_metric(self, name, value):
        self.metrics[name] = value


class Player:
    """A model that gives one reply after another."""

    def __init__(self, replies):
        self.replies, self.heard, self.trace = iter(replies), [], Trace()

    def interaction(self, task):
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None

    async def turn(self, message=None):
        self.heard.append(message)
        reply = next(self.replies, None)
        return Segment(reply, terminated=reply is None)


def test_a_model_of_verifiers_loses_after_its_attempts():
    needs("verifiers")
    env = envs.verifiers("splendor", attempts=2)
    player = Player(["[take 2 red]", "hm", "hm", "[pass]"])
    agents = type("Agents", (), {"player": player})
    (task,) = env.taskset.take(1)
    asyncio.run(env.run(task, agents))
    assert player.heard[-1].startswith('That is no legal action: "hm"')
    assert player.trace.rewards["won"] == (0.0, 1.0)
    assert player.trace.rewards["legal"] == (pytest.approx(1 / 3), 0.1)
    assert player.trace.rewards["margin"][1] == 0.0
    assert player.trace.metrics["reward"] == -1


# --- Inspect --------------------------------------------------------------------------------------


def test_a_task_of_inspect_has_a_sample_for_each_game():
    needs("inspect_ai")
    task = envs.inspect("splendor", games=3, first_seed=4)
    assert [sample.metadata["seed"] for sample in task.dataset] == [4, 5, 6]
    with pytest.raises(BadOption, match="games"):
        envs.inspect("splendor", games=0)
    with pytest.raises(BadOption):
        envs.inspect("splendor", seat=4)
