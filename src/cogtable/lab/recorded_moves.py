"""Games whose moves were chosen elsewhere, as by a page: they are played again here, and checked.

The moves of a game are the actions alone: the rules say which seat decides next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cogtable.bots import Bot, PlayStyle
from cogtable.bots.bot import COMPILED
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError, IllegalAction
from cogtable.engine.records.state import Ints
from cogtable.lab.study import Series


class BadMoves(CogtableError):
    """Moves that came from elsewhere are not those of whole games; the text says which game, and what is wrong."""


def moves_dtype(game: GameSpec) -> np.dtype[Any]:
    """The type of the actions of recorded games: the smallest unsigned integer, little-endian."""
    return np.min_scalar_type(game.actions - 1).newbyteorder("<")


class RecordedMoves:
    """The moves of several games, as a bot that plays them again.

    Args:
        game: the game.
        first: the seed of the first game; the others follow.
        games: the number of games.
        counts: the number of moves of each game.
        moves: the actions of all games, one after the other (see `moves_dtype`).

    Raises BadMoves if the numbers don't fit each other, or the game.
    """

    def __init__(self, game: GameSpec, first: int, games: int, counts: Sequence[int], moves: bytes) -> None:
        dtype, made = moves_dtype(game), sum(counts)
        if len(counts) != games or min(counts, default=0) < 0 or made * dtype.itemsize != len(moves):
            raise BadMoves(
                f"expected the moves of {games} games, {dtype.itemsize} bytes each; found {len(counts)} games with"
                f" {made} moves in {len(moves)} bytes"
            )
        self._first = first
        self._actions = np.frombuffer(moves, dtype).astype(np.int64)
        if (most := self._actions.max(initial=0)) >= game.actions:
            raise BadMoves(f"expected actions from 0 to {game.actions - 1}; found {most}")
        lengths = np.array(counts, np.int64)
        self._ends = np.cumsum(lengths)
        self._at = self._ends - lengths

    @property
    def bot(self) -> Bot:
        """The bot that plays them."""
        return Bot("recorded", "Plays recorded moves", self._decide_many, "recorded")

    def _decide_many(
        self, game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, actions: Ints, how: PlayStyle = COMPILED
    ) -> None:
        """See `bot.DecideMany`. Raises BadMoves if a game has no further move."""
        tables = seeds - self._first
        if (short := tables[self._at[tables] >= self._ends[tables]]).size:
            raise BadMoves(f"game {self._first + int(short[0])} is not over after its last move")
        actions[:] = self._actions[self._at[tables]]
        self._at[tables] += 1

    def check_ends(self) -> None:
        """Raises BadMoves if a game has moves that were not played."""
        left = self._ends - self._at
        if (long := np.flatnonzero(left)).size:
            raise BadMoves(f"game {self._first + int(long[0])} is over {left[long[0]]} moves before its last")


def replay(series: Series, counts: Sequence[int], moves: bytes) -> list[dict[str, Any]]:
    """The rows of games whose moves were chosen elsewhere. Raises BadMoves."""
    first, games = series.deals.first, series.deals.games
    recorded = RecordedMoves(series.game, first, games, counts, moves)
    try:
        rows = series.play([recorded.bot] * series.part.plan.settings.seats)
    except IllegalAction as error:
        raise BadMoves(str(error)) from error
    recorded.check_ends()
    return rows
