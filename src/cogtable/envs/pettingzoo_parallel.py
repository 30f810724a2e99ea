"""A PettingZoo parallel environment: all seats that have a decision to make act at once."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from cogtable.engine.batches.batch import observe_states
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption, IllegalAction
from cogtable.engine.integers import whole
from cogtable.engine.rules.observation import DTYPE
from cogtable.envs import frames
from cogtable.envs.arguments import Seeds
from cogtable.envs.pettingzoo_aec import WITH_MASK, agents
from cogtable.envs.single_table import NoGame, Table
from cogtable.envs.spaces import LegalActions, Observations
from cogtable.envs.versions import named

Dicts = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class AtOnceEnv(ParallelEnv[str, Any, Any]):
    """A table whose seats act at once. See `cogtable.envs.parallel`."""

    def __init__(
        self,
        game: GameSpec,
        seats: int | None,
        seed: int | None,
        max_cycles: int | None,
        render_mode: str | None,
        observations: str,
        scaled: bool,
        pass_action: bool,
        options: Mapping[str, Any],
    ) -> None:
        if not isinstance(pass_action, bool):
            raise BadOption(f"pass_action: expected True or False; found {pass_action!r}")
        max_cycles = None if max_cycles is None else whole(max_cycles, "max_cycles", 1)
        self.table = Table(game, seats, None, render_mode, options)
        self._seeds = Seeds(seed)
        self.game, self.seats, self.render_mode = game, self.table.seats, render_mode
        self.max_cycles, self._cycles = max_cycles, 0
        self.metadata = {"name": named(game), **frames.metadata(), "is_parallelizable": True}
        self.possible_agents = agents(self.seats)
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._passing = game.actions if pass_action else None
        count = game.actions + pass_action
        self._masks: Any = np.zeros((self.seats, count), np.int8)
        self._seen = Observations(game, self.seats, observations, scaled, WITH_MASK, count)
        self._spaces = {agent: deepcopy(self._seen.space) for agent in self.possible_agents}
        self._actions = {agent: LegalActions(count, partial(self._mask, seat)) for agent, seat in self._seat.items()}
        self.state_space = self._seen.numbers_space
        self._numbers = game.layout.count()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._actions = {
            agent: LegalActions.over(self._actions[agent], partial(self._mask, seat))
            for agent, seat in self._seat.items()
        }

    def _mask(self, seat: int) -> Any:
        return self._masks[seat]

    def _set_masks(self, ended: bool) -> None:
        """Writes the legal actions of all agents, which have none at the end but the pass that was asked for."""
        actions = self.game.actions
        self._masks = np.zeros_like(self._masks)
        if not ended:
            self._masks[:, :actions] = self.table.masks()
        if self._passing is not None:
            self._masks[:, self._passing] = ~self._masks[:, :actions].any(axis=1)

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

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deals a new game, from `seed`, or else from the next that is drawn. `options` are not used."""
        asked = self._seeds.asked(seed)
        self.table.deal(self._seeds.following() if asked is None else asked)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        self._set_masks(ended=False)
        return self._observations(), {agent: {"played": False} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Dicts:
        """Plays the actions of all agents that have a decision to make, one after another; others are not read.

        An action that cannot be played any more after those before it is left out: `infos[agent]["played"]` says so,
        and the agent is asked again.

        Raises IllegalAction for an action that is missing or not legal, before any is played, and NoGame where no game
        is in progress.
        """
        if not self.agents:
            raise NoGame(f"no game of {self.game.name} is in progress; call reset() first")
        played = self._play(self._checked(actions))
        self._cycles += 1
        table, present = self.table, self.agents
        truncated = table.in_progress and self._cycles == self.max_cycles
        ended = truncated or not table.in_progress
        self._set_masks(ended)
        found = (
            self._observations(),
            dict(zip(present, table.rewards, strict=True)),
            dict.fromkeys(present, table.terminated),
            dict.fromkeys(present, truncated),
            {agent: {"played": self._seat[agent] in played} for agent in present},
        )
        if ended:
            table.in_progress = False
            self.agents = []
        return found

    def _checked(self, actions: Mapping[str, Any]) -> dict[int, int]:
        """The action of each seat that has a decision to make."""
        if unknown := [agent for agent in actions if agent not in self._seat]:
            raise IllegalAction(f"there is no agent {unknown[0]!r}; there are {', '.join(self.possible_agents)}")
        found = {}
        for seat in self.table.waiting:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise IllegalAction(f"{agent} has a decision to make; there is no action for it")
            action = np.asarray(actions[agent])
            if action.ndim or not np.issubdtype(action.dtype, np.integer):
                raise ValueError(f"{agent}: expected an action, a whole number; found {actions[agent]!r}")
            if not 0 <= action < self._masks.shape[1] or not self._masks[seat, action]:
                legal = ", ".join(map(str, np.flatnonzero(self._masks[seat]).tolist()))
                raise IllegalAction(f"{agent} may not play action {action}; legal are {legal}")
            found[seat] = int(action)
        return found

    def _play(self, actions: dict[int, int]) -> set[int]:
        """Plays as many of the actions as can be played; returns the seats that acted."""
        table, played = self.table, set[int]()
        while table.in_progress and table.current_player in actions.keys() - played:
            seat = table.current_player
            if not table.batch.action_mask[0, actions[seat]]:
                break
            table.play(actions[seat])
            played.add(seat)
        return played

    def _observations(self) -> dict[str, dict[str, Any]]:
        rows = np.zeros((self.seats, self._numbers), DTYPE)
        observe_states(
            self.game, np.repeat(self.table.batch.states, self.seats), np.arange(self.seats, dtype=np.int8), rows
        )
        numbers, masks = self._seen.numbers(rows), self._masks.copy()
        return {agent: self._seen.with_mask(numbers[seat], masks[seat]) for agent, seat in self._seat.items()}

    def state(self) -> Any:
        """The public information: the observation of a spectator."""
        return self._seen.numbers(self.table.observe(-1))

    def render(self) -> Any:
        """The table as a spectator sees it: a text with `render_mode="ansi"`; with "rgb_array"
        uint8, (720, 1280, 3), which takes the extra `pictures`.
        """
        return self.table.rendered(-1)

    def close(self) -> None:
        """There is nothing to close."""
