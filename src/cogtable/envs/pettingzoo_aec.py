"""A PettingZoo AEC environment: the seats act one after another."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any

from pettingzoo import AECEnv

from cogtable.engine.definition.spec import GameSpec
from cogtable.envs import frames
from cogtable.envs.arguments import Seeds
from cogtable.envs.single_table import NoGame, Table
from cogtable.envs.spaces import FORMS, LegalActions, Observations
from cogtable.envs.versions import named

WITH_MASK = FORMS[1:]
"""The forms of observations: with their masks, because agents get them in no other way."""


def agents(seats: int) -> list[str]:
    """PettingZoo's names of the seats."""
    return [f"player_{seat}" for seat in range(seats)]


class TurnsEnv(AECEnv[str, Any, Any]):
    """A table whose seats act one after another. See `cogtable.envs.aec`."""

    def __init__(
        self,
        game: GameSpec,
        seats: int | None,
        seed: int | None,
        max_moves: int | None,
        render_mode: str | None,
        observations: str,
        scaled: bool,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__()
        self.table = Table(game, seats, max_moves, render_mode, options)
        self._seeds = Seeds(seed)
        self.game, self.seats, self.render_mode = game, self.table.seats, render_mode
        self.metadata = {"name": named(game), **frames.metadata(), "is_parallelizable": False}
        self.possible_agents = agents(self.seats)
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seen = Observations(game, self.seats, observations, scaled, WITH_MASK)
        self._spaces = {agent: deepcopy(self._seen.space) for agent in self.possible_agents}
        self._actions = {
            agent: LegalActions(game.actions, partial(self.table.mask, seat)) for agent, seat in self._seat.items()
        }
        self.state_space = self._seen.numbers_space

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._actions = {
            agent: LegalActions.over(self._actions[agent], partial(self.table.mask, seat))
            for agent, seat in self._seat.items()
        }

    @property
    def dealt_from(self) -> int:
        """The seed that the game in progress was dealt from: `cogtable.game(...).start(seed=...)` deals it again."""
        return self.table.dealt_from

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: "observation" and "action_mask"."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions; `sample()` without a mask draws one that is legal now."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game, from `seed`, or else from the next that is drawn.

        PettingZoo requires that `options` are taken; there are none, and nothing depends on them. Raises BadOption for
        what is no seed.
        """
        asked = self._seeds.asked(seed)
        self.table.deal(self._seeds.following() if asked is None else asked)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.table.current_player]

    def step(self, action: Any) -> None:
        """Plays an action for `agent_selection`; None for an agent whose game is over.

        Raises IllegalAction for an action that is not legal, NoGame where no game is in progress.
        """
        if not self.agents:
            raise NoGame(f"no game of {self.game.name} is in progress; call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        table.play(action)
        self._cumulative_rewards[agent] = 0.0
        if table.in_progress:
            self.agent_selection = self.possible_agents[table.current_player]
            return
        self.terminations = dict.fromkeys(self.agents, table.terminated)
        self.truncations = dict.fromkeys(self.agents, table.truncated)
        self.rewards = dict(zip(self.agents, table.rewards, strict=True))
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Any:
        """The observation of an agent, and its legal actions: none while another agent is to act."""
        seat = self._seat[agent]
        return self._seen.of(self.table.observe(seat), self.table.mask(seat))

    def state(self) -> Any:
        """The public information: the observation of a spectator."""
        return self._seen.numbers(self.table.observe(-1))

    def render(self) -> Any:
        """The table as `agent_selection` sees it: a text with `render_mode="ansi"`; with "rgb_array"
        uint8, (720, 1280, 3), which takes the extra `pictures`.
        """
        return self.table.rendered(self._seat[self.agent_selection] if self.table.begun else -1)

    def close(self) -> None:
        """There is nothing to close."""
