"""One table, stepped by compiled code, for the adapters with a single table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogtable.engine.batches.batch import Batch
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.engine.records.state import seats_in
from cogtable.engine.rules.rng import check_seed
from cogtable.envs import frames
from cogtable.envs.arguments import checked_render_mode
from cogtable.envs.kernels import legal


class NoGame(CogtableError, RuntimeError):
    """A step where no game is in progress: before the first `reset`, or after the end."""


class Table:
    """A batch of one table, in whole numbers and seats. `options` are the game's.

    Raises BadOption for seats, options, moves or a render mode that do not fit, BrokenGame for a game without
    observations.
    """

    def __init__(
        self,
        game: GameSpec,
        seats: int | None,
        max_moves: int | None,
        render_mode: str | None,
        options: Mapping[str, Any],
    ) -> None:
        self.game = game
        self.render_mode = checked_render_mode(render_mode)
        self.batch = Batch(
            game, 1, seats=game.min_seats if seats is None else seats, threads=1, max_moves=max_moves, **options
        )
        self.seats = int(self.batch.seats[0])
        game.layout  # noqa: B018 - refused here where there is none
        self.begun = False
        self.in_progress = False

    @property
    def dealt_from(self) -> int:
        """The seed that the game in progress was dealt from."""
        return int(self.batch.seeds[0])

    def deal(self, seed: int) -> None:
        """Deals a new game. Raises BadOption for an invalid seed."""
        self.batch.reset(check_seed(seed))
        self.begun = self.in_progress = True

    @property
    def current_player(self) -> int:
        """The seat whose decision comes next, -1 when the game is over."""
        return int(self.batch.current_player[0])

    @property
    def waiting(self) -> tuple[int, ...]:
        """All seats that have a decision to make; none when the game is over."""
        return () if self.current_player < 0 else seats_in(int(self.batch.waiting[0]))

    @property
    def terminated(self) -> bool:
        """Whether the game is over."""
        return bool(self.batch.terminated[0])

    @property
    def truncated(self) -> bool:
        """Whether it was stopped before."""
        return bool(self.batch.truncated[0])

    @property
    def rewards(self) -> list[float]:
        """The reward of each seat for the last move."""
        found: list[float] = self.batch.rewards[0].tolist()
        return found

    def mask(self, seat: int) -> Any:
        """The legal actions of a seat, int8, the caller's own; all zero when another seat acts."""
        own = self.in_progress and seat == self.current_player
        return self.batch.action_mask[0].view(np.int8).copy() if own else np.zeros(self.game.actions, np.int8)

    def masks(self) -> Any:
        """The legal actions of all seats that have a decision to make, int8, (seats, actions)."""
        masks = np.zeros((self.seats, self.game.actions), np.int8)
        if self.current_player >= 0:
            masks[self.current_player] = self.batch.action_mask[0]
            if others := [seat for seat in self.waiting if seat != self.current_player]:
                masks[others] = legal(self.game, self.batch.states, np.array(others, np.int8))
        return masks

    def observe(self, seat: int) -> Any:
        """The observation of a seat (-1 for a spectator), int16."""
        return self.batch.observe(seat)[0]

    def play(self, action: Any) -> None:
        """Plays an action for the acting seat.

        Raises NoGame where no game is in progress, IllegalAction for an action that is not legal, ValueError for one
        that is not a whole number, each before anything has changed.
        """
        if not self.in_progress:
            raise NoGame(f"no game of {self.game.name} is in progress; call reset() first")
        self.batch.step(np.asarray(action).reshape(1) if np.ndim(action) == 0 else action)
        self.in_progress = self.current_player >= 0

    def rendered(self, seat: int) -> Any:
        """The table as a seat may see it, as the render mode asks; -1 for a spectator.

        Raises NoGame before the first `reset`.
        """
        if self.render_mode and not self.begun:
            raise NoGame(f"no game of {self.game.name} is in progress; call reset() first")
        return frames.rendered(self.render_mode, self.game, self.batch.states, 0, seat)
