"""A Gymnasium vector environment: many tables stepped together, by all their seats in turn or by one against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cogtable.engine.batches.batch import Batch
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import whole
from cogtable.engine.rules.rng import MAX_SEED, check_seed
from cogtable.envs import frames, opponents
from cogtable.envs.arguments import checked_render_mode, no_reset_options
from cogtable.envs.opponents import Others
from cogtable.envs.single_table import NoGame
from cogtable.envs.spaces import Observations


class TablesEnv(VectorEnv[Any, Any, Any]):
    """Many tables of a game. See `cogtable.envs.vector`."""

    def __init__(
        self,
        game: GameSpec,
        num_envs: int,
        seat: int,
        others: Others | None,
        seats: int | None,
        seed: int | None,
        autoreset_mode: str | AutoresetMode,
        max_moves: int | None,
        threads: int,
        render_mode: str | None,
        observations: str,
        scaled: bool,
        options: Mapping[str, Any],
    ) -> None:
        num_envs = whole(num_envs, "num_envs", 1)
        self.game, self.num_envs = game, num_envs
        self.autoreset_mode = _mode(autoreset_mode)
        self.render_mode = checked_render_mode(render_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, **frames.metadata()}
        self._first_seed = None if seed is None else check_seed(seed, num_envs)
        self.batch = Batch(
            game,
            num_envs,
            seats=game.min_seats if seats is None else seats,
            threads=threads,
            observe=others is None,
            max_moves=max_moves,
            **options,
        )
        self.seats = int(self.batch.seats[0])
        self.opponents = {} if others is None else opponents.players(game, self.seats, others, but=seat)
        self.seat = None if others is None else int(seat)
        self._seen = Observations(game, self.seats, observations, scaled)
        self.single_observation_space = self._seen.space
        self.single_action_space = Discrete(game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals tables again; returns observations and infos.

        Args:
            seed: table i is dealt from `seed + i`; or a list with a seed for each table that is dealt, where None
                stands for a random one. Without one each goes on from its last (see `Batch.reset`), and the first time
                from a random one.
            options: `{"reset_mask": bools}` deals only those tables again.

        Raises BadOption or ValueError for seeds or a mask that do not fit, UnknownOption for other options.
        """
        no_reset_options(options, "reset_mask")
        if seed is None and not self._begun:
            seed = self._first_seed
        seeds: Any = seed
        if seed is not None and np.ndim(seeds) == 0:
            seeds = check_seed(seed, self.num_envs)
            super().reset(seed=seeds)
        elif seed is not None:
            given = [*seeds]
            seeds = [int(self.np_random.integers(MAX_SEED)) if one is None else check_seed(one) for one in given]
        elif not self._begun:
            seeds = int(self.np_random.integers(MAX_SEED - self.num_envs))
        tables = (options or {}).get("reset_mask")
        self.batch.reset(seeds, tables if self._begun else None)
        self._begun = True
        self._ended[slice(None) if tables is None else tables] = False
        self._play_others(*self._zeros())
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action at each table; returns observations, rewards, terminations, truncations and infos.

        The actions of tables that have ended are not read. Raises NoGame before the first `reset`, and IllegalAction
        for an illegal action or ValueError for invalid actions, before any table has moved.
        """
        if not self._begun:
            raise NoGame("no game is in progress; call reset() first")
        batch, ended = self.batch, self._ended
        current_player = batch.current_player.copy()
        rewards, terminated, truncated = self._zeros()
        batch.step(actions)
        self._note(~ended, rewards, terminated, truncated)
        self._play_others(rewards, terminated, truncated)
        infos: dict[str, Any] = {}
        now = (terminated | truncated) & ~ended
        anew = ended if self.autoreset_mode is AutoresetMode.NEXT_STEP else now
        if self.autoreset_mode is AutoresetMode.SAME_STEP and now.any():
            infos = {"final_obs": _rows(self._observations(), now), "_final_obs": now.copy()}
            infos |= {"final_info": {"rewards": rewards.copy(), "_rewards": now.copy()}, "_final_info": now.copy()}
        if self.autoreset_mode is not AutoresetMode.DISABLED and anew.any():
            batch.reset(tables=anew)
            self._play_others(*self._zeros())
        self._ended = batch.done
        seat = np.full(self.num_envs, self.seat) if self.seat is not None else np.maximum(current_player, 0)
        own = rewards[np.arange(self.num_envs), seat]
        return self._observations(), own, terminated, truncated, infos | {"rewards": rewards} | self._infos()

    def render(self) -> tuple[Any, ...] | None:
        """Each table as the seat that acts, or the one that learns, sees it: texts with `render_mode="ansi"`; with
        "rgb_array" uint8, (720, 1280, 3) each, one after another.

        Raises NoGame before the first `reset`, MissingExtra without the extra `pictures`, and `pictures.NoBrowser`
        where no Chromium is found.
        """
        if self.render_mode is None:
            return None
        if not self._begun:
            raise NoGame("no game is in progress; call reset() first")
        seats = self.batch.current_player.tolist() if self.seat is None else [self.seat] * self.num_envs
        return tuple(
            frames.rendered(self.render_mode, self.game, self.batch.states, table, seat)
            for table, seat in enumerate(seats)
        )

    def _zeros(self) -> tuple[Any, Any, Any]:
        """Buffers for rewards, terminations and truncations."""
        n = self.num_envs
        return np.zeros((n, self.seats), np.float32), np.zeros(n, np.bool_), np.zeros(n, np.bool_)

    def _note(self, tables: Any, rewards: Any, terminated: Any, truncated: Any) -> None:
        """Records the results of the batch's last step for the tables that moved."""
        rewards[tables] += self.batch.rewards[tables]
        terminated[tables] |= self.batch.terminated[tables]
        truncated[tables] |= self.batch.truncated[tables]

    def _play_others(self, rewards: Any, terminated: Any, truncated: Any) -> None:
        """Lets the bots play until the seat that learns acts at each table that has not ended."""
        while self.opponents:
            tables = np.flatnonzero((self.batch.current_player >= 0) & (self.batch.current_player != self.seat))
            if not tables.size:
                return
            actions = np.full(self.num_envs, -1, np.int64)
            actions[tables] = opponents.decide(self.game, self.batch, self.opponents, tables)
            self.batch.step(actions, tables)
            self._note(tables, rewards, terminated, truncated)

    def _observations(self) -> Any:
        """The observation of the acting or learning seat at each table."""
        rows = self.batch.observations.copy() if self.seat is None else self.batch.observe(self.seat)
        return self._seen.of(rows, self._masks())

    def _masks(self) -> Any:
        return self.batch.action_mask.view(np.int8).copy()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._masks(), "current_player": self.batch.current_player.copy()}


def _mode(given: str | AutoresetMode) -> AutoresetMode:
    """Raises BadOption."""
    try:
        return AutoresetMode(given)
    except ValueError:
        modes = ", ".join(repr(mode.value) for mode in AutoresetMode)
        raise BadOption(f"autoreset_mode: expected one of {modes}; found {given!r}") from None


def _rows(observations: Any, tables: Any) -> Any:
    """The rows of some tables as objects, None for the others: as Gymnasium has them in `final_obs`."""
    found = np.full(len(tables), None, object)
    for i in np.flatnonzero(tables):
        if isinstance(observations, dict):
            found[i] = {name: rows[i].copy() for name, rows in observations.items()}
        else:
            found[i] = observations[i].copy()
    return found
