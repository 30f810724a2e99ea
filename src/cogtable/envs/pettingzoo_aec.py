"""A PettingZoo AEC environment: the seats act one after another."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from cogtable.engine.spec import GameSpec
from cogtable.envs import spaces
from cogtable.envs.single_table import RENDER_MODES, NoGame, Table, seed_of
from cogtable.envs.versions import named


def agents(seats: int) -> list[str]:
    """What PettingZoo calls the seats."""
    return [f"player_{seat}" for seat in range(seats)]


class TurnsEnv(AECEnv[str, Any, Any]):
    """A table whose seats act one after another. See `cogtable.envs.aec`."""

    def __init__(
        self,
        game: GameSpec,
        seats: int | None,
        max_moves: int | None,
        render_mode: str | None,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        self._table = Table(game, seats, max_moves, render_mode, options)
        self._generator: Any = None
        self.game, self.seats, self.render_mode = game, self._table.seats, render_mode
        self.metadata = {"name": named(game), "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = agents(self.seats)
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: spaces.with_mask(game) for agent in self.possible_agents}
        self._actions = {
            agent: spaces.LegalActions(game, partial(self._table.mask, seat)) for agent, seat in self._seat.items()
        }
        self.state_space = spaces.numbers(game)

    @property
    def dealt_from(self) -> int:
        """The seed that the game in progress was dealt from: `cogtable.game(...).start(seed=...)` deals it again."""
        return self._table.dealt_from

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: "observation" and "action_mask"."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions; `sample()` without a mask draws one that is legal now."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game, from `seed`, or else from the next that is drawn. `options` are not used."""
        found = seed_of(seed, self._generator)
        self._table.deal(found)
        if seed is not None or self._generator is None:
            self._generator = np.random.default_rng(found)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._table.acting]

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
        table = self._table
        table.play(action)
        self._cumulative_rewards[agent] = 0.0
        if table.in_progress:
            self.agent_selection = self.possible_agents[table.acting]
            return
        self.terminations = dict.fromkeys(self.agents, table.terminated)
        self.truncations = dict.fromkeys(self.agents, table.truncated)
        self.rewards = dict(zip(self.agents, table.rewards, strict=True))
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and its legal actions: none while another agent is to act."""
        seat = self._seat[agent]
        return {"observation": self._table.observe(seat), "action_mask": self._table.mask(seat)}

    def state(self) -> Any:
        """What everybody knows: the observation of a spectator, nothing hidden in it."""
        return self._table.observe(-1)

    def render(self) -> str | None:
        """The table in plain text as `agent_selection` sees it, with `render_mode="ansi"`."""
        return self._table.text(self._seat[self.agent_selection]) if self.render_mode else None

    def close(self) -> None:
        """There is nothing to close."""
