"""A game as a task of Inspect (`inspect-ai`): a model plays one seat against bots. See `cogtable.envs.inspect`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver

from cogtable.agents.replies import NotUnderstood
from cogtable.engine.integers import whole
from cogtable.engine.play.game import Game
from cogtable.engine.rules.rng import check_seed
from cogtable.envs.opponents import Others
from cogtable.envs.text_env import TextEnv

OUTCOME = "cogtable_outcome"
"""The name in a sample's store under which the solver leaves the outcome for the scorer."""

MakesTable = Callable[[], TextEnv]
"""Makes a table for one sample: samples run at the same time."""


def made(
    game: Game,
    games: int,
    seats: int | None,
    seat: int,
    others: Others,
    first_seed: int,
    max_moves: int | None,
    attempts: int,
    options: Mapping[str, Any],
) -> Task:
    """A task with a sample for each game. Raises BadOption for arguments that do not fit, UnknownBot and BrokenBot."""
    games, attempts = whole(games, "games", 1), whole(attempts, "attempts", 1)
    check_seed(first_seed)

    def table() -> TextEnv:
        return TextEnv(
            game, seats, seat, others, None, max_moves, illegal="refuse", descriptions="once", options=options
        )

    table()
    samples = [
        Sample(input=f"{game.title}, dealt from seed {seed}", id=seed, metadata={"seed": seed})
        for seed in range(first_seed, first_seed + games)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=game.name),
        solver=plays(table, attempts),
        scorer=outcome(),
        name=f"cogtable_{game.name}",
        metadata={"game": game.name, "rules": game.version, "box": game.box.digest},
    )


@solver
def plays(makes_table: MakesTable, attempts: int) -> Any:
    """The solver: plays the sample's game, one reply of the model for each decision."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        table = makes_table()
        observation = table.reset(seed=state.metadata["seed"])
        state.messages = [ChatMessageSystem(content=table.introduction()), ChatMessageUser(content=observation)]
        replies = refused = 0
        seat = table.seat
        while table.in_progress:
            state = await generate(state)
            if state.completed:
                break
            replies += 1
            try:
                answer, refused = table.step(state.output.completion), 0
            except NotUnderstood as error:
                answer, refused = f"That is no legal action: {error}", refused + 1
                if refused >= attempts:
                    answer = table.forfeit("illegal actions")
            state.messages.append(ChatMessageUser(content=answer))
        reached = table.outcomes()[seat]
        state.store.set(
            OUTCOME,
            {
                "won": float(table.terminated and reached.place == 1),
                "legal": 1 - reached.illegal / max(1, replies),
                "margin": reached.margin,
                "reward": reached.reward,
            },
        )
        state.completed = True
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr()]})
def outcome() -> Any:
    """The scorer: whether the model won, the share of its replies that were legal, its margin in points, its reward."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=dict(state.store.get(OUTCOME)), explanation=state.messages[-1].text)

    return score
