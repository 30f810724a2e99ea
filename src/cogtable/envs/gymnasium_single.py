"""A Gymnasium environment: one seat against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from cogtable.engine.errors import BadOption, IllegalAction
from cogtable.engine.spec import GameSpec
from cogtable.envs import opponents, spaces
from cogtable.envs.opponents import Others
from cogtable.envs.single_table import RENDER_MODES, NoGame, Table, seed_of

DEALS = 100
"""How many games are dealt for one in which the seat has something to decide."""

ILLEGAL = ("refuse", "lose", "random")
"""What can be done with an action that is not legal."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game; bots play the others. See `cogtable.envs.single`."""

    def __init__(
        self,
        game: GameSpec,
        seat: int,
        others: Others,
        seats: int | None,
        max_moves: int | None,
        render_mode: str | None,
        illegal: str,
        options: dict[str, Any],
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal: expected one of {', '.join(ILLEGAL)}; found {illegal!r}")
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1}
        self._illegal = illegal
        self._table = Table(game, seats, max_moves, render_mode, options)
        self._bots = opponents.players(game, self._table.seats, others, but=seat)
        self._tables = np.zeros(1, np.int64)
        self.game, self.seat, self.seats, self.render_mode = game, seat, self._table.seats, render_mode
        self.observation_space = spaces.numbers(game)
        self.action_space = spaces.LegalActions(game, self.action_masks)

    @property
    def dealt_from(self) -> int:
        """The seed that the game in progress was dealt from: `cogtable.game(...).start(seed=...)` deals it again."""
        return self._table.dealt_from

    def action_masks(self) -> Any:
        """The legal actions, int8, (actions,): also in `info["action_mask"]`. sb3-contrib asks for them here."""
        return self._table.mask(self.seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals a new game and plays up to the seat's first decision; gives observation and info.

        `seed` is what it is dealt from; without one the next is drawn. `options` are not used. Raises NoGame if game
        after game ends before the seat has anything to decide, as with `max_moves=1`.
        """
        super().reset(seed=seed)
        for _ in range(DEALS):
            self._table.deal(seed_of(seed, self.np_random))
            self._play_others()
            if self._table.in_progress:
                return self._table.observe(self.seat), self._info()
            seed = None  # over before the seat had anything to decide
        raise NoGame(f"seat {self.seat} had nothing to decide in {DEALS} games; they ended before its turn")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action and then the bots, up to the seat's next decision or the end.

        Raises IllegalAction for an action that is not legal (unless the environment was made to do something else with
        it), NoGame when the game is over, ValueError for what is no whole number.
        """
        table = self._table
        try:
            table.play(action)
        except IllegalAction:
            if self._illegal == "refuse":
                raise
            if self._illegal == "lose":
                table.in_progress = False
                return table.observe(self.seat), -1.0, True, False, self._info() | {"illegal": True}
            table.play(table.batch.sample())
            extra = {"illegal": True}
        else:
            extra = {}
        self._play_others()
        found = table.rewards[self.seat], table.terminated, table.truncated
        return table.observe(self.seat), *found, self._info() | extra

    def _play_others(self) -> None:
        table = self._table
        while table.in_progress and table.acting != self.seat:
            table.play(opponents.decide(self.game, table.batch, self._bots, self._tables))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def render(self) -> str | None:
        """The table in plain text as the seat sees it, with `render_mode="ansi"`."""
        return self._table.text(self.seat) if self.render_mode else None
