"""A Gymnasium environment: one seat against bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption, IllegalAction
from cogtable.envs import frames, opponents
from cogtable.envs.arguments import Seeds, no_reset_options
from cogtable.envs.opponents import Others
from cogtable.envs.single_table import NoGame, Table
from cogtable.envs.spaces import LegalActions, Observations

DEALS = 100
"""The highest number of games dealt to find one in which the seat has something to decide."""

ILLEGAL = ("refuse", "lose", "random")
"""The ways to handle an illegal action."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game; bots play the others. See `cogtable.envs.single`."""

    def __init__(
        self,
        game: GameSpec,
        seat: int,
        others: Others,
        seats: int | None,
        seed: int | None,
        max_moves: int | None,
        render_mode: str | None,
        illegal: str,
        observations: str,
        scaled: bool,
        options: Mapping[str, Any],
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal: expected one of {', '.join(ILLEGAL)}; found {illegal!r}")
        self.metadata = frames.metadata()
        self._illegal = illegal
        self._seeds = Seeds(seed)
        self.table = Table(game, seats, max_moves, render_mode, options)
        self.game, self.seats, self.render_mode = game, self.table.seats, render_mode
        self.opponents = opponents.players(game, self.seats, others, but=seat)
        self.seat = int(seat)
        self._tables = np.zeros(1, np.int64)
        self._observations = Observations(game, self.seats, observations, scaled)
        self.observation_space = self._observations.space
        self.action_space: Any = LegalActions(game.actions, self.action_masks)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space = LegalActions.over(self.action_space, self.action_masks)

    @property
    def dealt_from(self) -> int:
        """The seed that the game in progress was dealt from: `cogtable.game(...).start(seed=...)` deals it again."""
        return self.table.dealt_from

    def action_masks(self) -> Any:
        """The legal actions, int8, (actions,): also in `info["action_mask"]`. sb3-contrib asks for them here."""
        return self.table.mask(self.seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals a new game and plays up to the seat's first decision; returns observation and info.

        `seed` is the seed of the deal; without one, the next is drawn. Raises BadOption for an invalid seed,
        UnknownOption for any options, since there are none, and NoGame if game after game ends before the seat has
        anything to decide, as with `max_moves=1`.
        """
        no_reset_options(options)
        asked = self._seeds.asked(seed)
        super().reset(seed=asked)
        for _ in range(DEALS):
            self.table.deal(self._seeds.following() if asked is None else asked)
            self._play_others()
            if self.table.in_progress:
                return self._now()
            asked = None  # over before the seat had anything to decide
        raise NoGame(f"seat {self.seat} had nothing to decide in {DEALS} games; they ended before its turn")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action and then the bots, up to the seat's next decision or the end.

        Raises IllegalAction for an action that is not legal (unless the environment was made to do something else with
        it), NoGame when the game is over, ValueError for an action that is not a whole number.
        """
        table, illegal = self.table, False
        try:
            table.play(action)
        except IllegalAction:
            if self._illegal == "refuse":
                raise
            if self._illegal == "lose":
                table.in_progress = False
                observation, info = self._now(illegal=True)
                return observation, -1.0, True, False, info
            illegal = True
            table.play(table.batch.sample())
        self._play_others()
        observation, info = self._now(illegal)
        return observation, table.rewards[self.seat], table.terminated, table.truncated, info

    def _play_others(self) -> None:
        table = self.table
        while table.in_progress and table.current_player != self.seat:
            table.play(opponents.decide(self.game, table.batch, self.opponents, self._tables))

    def _now(self, illegal: bool = False) -> tuple[Any, dict[str, Any]]:
        """Observation and info."""
        mask = self.action_masks()
        seen = self._observations.of(self.table.observe(self.seat), mask)
        return seen, {"action_mask": mask, "illegal": np.array(illegal)}

    def render(self) -> Any:
        """The table as the seat sees it: a text with `render_mode="ansi"`; with "rgb_array" uint8, (720, 1280, 3).

        Raises MissingExtra without the extra `pictures` and `pictures.NoBrowser` where no Chromium is found.
        """
        return self.table.rendered(self.seat)
