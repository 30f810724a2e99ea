"""Games as an environment of `verifiers`: tasks, the game as the user that answers each reply, and rewards. See
`cogtable.envs.verifiers`.

verifiers finds its parts by the name of a module that lists them in `__all__`: the tasks, the environment and the
harness. `PLUGIN` is that name in a process that called `cogtable.envs.verifiers`. For the command line of verifiers,
write a module of your own on the import path that imports `*` and `__all__` from this one.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import verifiers.v1 as vf
from pydantic import Field

from cogtable.agents.replies import NotUnderstood
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.envs.text_env import TextEnv

__all__ = ["ChatHarness", "GameEnv", "GameTaskset"]

PLUGIN = "cogtable_verifiers"
"""The name by which verifiers finds this module."""

TIMEOUT_S = 600.0
"""The time that a model has for a reply, in seconds."""

known: dict[str, Game] = {}
"""Games that were handed to `cogtable.envs.verifiers` as objects, by name and the digest of their box."""


class GameTasksetConfig(vf.TasksetConfig):
    """The game of all tasks, and the model's place in it."""

    game: str = "splendor"
    """The name of a game, or the key of one in `known`."""
    seats: int = 0
    """The number of seats; the fewest if 0."""
    seat: int = 0
    """The seat of the model, from 0."""
    others: str = "random"
    """The bot in all other seats."""
    first_seed: int = 0
    """Task i is dealt from this seed plus i."""
    max_moves: int | None = None
    """After how many moves of all seats a game is stopped, if ever."""
    options: dict[str, int] = Field(default_factory=dict)
    """The options of the game."""

    def table(self) -> TextEnv:
        """A table for one game. Raises UnknownGame, UnknownBot, BadOption and UnknownOption."""
        game = known.get(self.game) or registry.find(self.game)
        return TextEnv(
            game,
            self.seats or None,
            self.seat,
            self.others,
            seed=None,
            max_moves=self.max_moves,
            illegal="refuse",
            descriptions="once",
            options=game.checked_options(self.options),
        )


class GameData(vf.TaskData):
    """One game: the seed that it is dealt from."""

    seed: int


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """One game for one model, against bots."""


class GameTaskset(vf.Taskset[GameTask, GameTasksetConfig]):
    """Games dealt from one seed after another, without end."""

    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        """The tasks. The system prompt has the rules, the prompt the first observation."""
        table = self.config.table()
        for seed in itertools.count(self.config.first_seed):
            data = GameData(
                name=f"{table.game.name}#{seed}",
                prompt=table.reset(seed=seed),
                system_prompt=table.introduction(),
                seed=seed,
            )
            yield GameTask(data, self.config.task)


class GameEnvConfig(vf.EnvConfig):
    """The model, how often it may try, and the weights of the rewards."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    attempts: int = 3
    """The number of replies in a row without a legal action after which the model loses."""
    won_weight: float = 1.0
    """The weight of winning: 1 for the first place alone or shared, 0 for others."""
    legal_weight: float = 0.1
    """The weight of the share of replies that had a legal action."""
    margin_weight: float = 0.0
    """The weight of the margin in points over the best other seat."""


class GameEnv(vf.Env[GameEnvConfig]):
    """The game answers each reply of the model with its next observation, or with the reason why it is not legal.

    Records the rewards `won`, `legal` and `margin`, and the metrics `place`, `moves` and `reward` (that of `Batch`).
    """

    async def run(self, task: Any, agents: Any) -> None:
        """Plays one game."""
        table = self.taskset.config.table()
        table.reset(seed=task.data.seed)
        replies = refused = 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                replies += 1
                try:
                    answer = table.step(segment.last_reply)
                    refused = 0
                except NotUnderstood as error:
                    answer = f"That is no legal action: {error}"
                    refused += 1
                    if refused >= self.config.attempts:
                        table.forfeit("illegal actions")
                if not table.in_progress:
                    break
                segment = await interaction.turn(answer)
        self._record(interaction.trace, table, replies)

    def _record(self, trace: Any, table: TextEnv, replies: int) -> None:
        outcome = table.outcomes()[self.taskset.config.seat]
        won = table.terminated and outcome.place == 1
        trace.record_reward("won", float(won), self.config.won_weight)
        trace.record_reward("legal", 1 - outcome.illegal / max(1, replies), self.config.legal_weight)
        trace.record_reward("margin", float(outcome.margin), self.config.margin_weight)
        trace.record_metric("place", float(outcome.place))
        trace.record_metric("reward", outcome.reward)
        trace.record_metric("moves", float(table.match.ply))


class ChatHarnessConfig(vf.HarnessConfig):
    """There is nothing to set."""


class ChatHarness(vf.Harness[ChatHarnessConfig]):
    """A conversation without tools: each turn is one request to the model, sent by this process."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: Any,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
        tool_interception_url: str | None = None,
    ) -> Any:
        """Sends the conversation so far; verifiers adds the answer to its trace."""
        from verifiers.v1.dialects.chat import message_to_wire

        system, prompt = self.resolve_prompt(data)
        messages = [{"role": "system", "content": system}] if system else []
        if isinstance(prompt, str):
            messages.append({"role": "user", "content": prompt})
        else:
            messages += [message_to_wire(message) for message in prompt or []]
        async with httpx.AsyncClient(timeout=TIMEOUT_S) as client:
            answer = await client.post(
                f"{endpoint.rstrip('/')}/chat/completions",
                json={"model": ctx.model, "messages": messages},
                headers={"Authorization": f"Bearer {secret}"},
            )
        failed = answer.is_error and trace.stop_condition is None
        return vf.ProgramResult(exit_code=int(failed), stdout="", stderr=answer.text if failed else "")


def made(game: Game, attempts: int, **settings: Any) -> GameEnv:
    """An environment of a game. `settings` are those of `GameTasksetConfig`."""
    sys.modules[PLUGIN] = sys.modules[__name__]
    key = f"{game.name} {game.box.digest}"
    known[key] = game
    tasks = GameTasksetConfig(id=PLUGIN, game=key, **settings)
    tasks.table()
    return GameEnv(GameEnvConfig(taskset=tasks, attempts=attempts))
