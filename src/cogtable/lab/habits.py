"""Measures the habits of a game's bots: how often each does what the game's study declares as habits.

Each bot plays the same deals against the same opponent, from every seat in turn, so that differences come from the bot
alone. A share is a ratio of sums over deals (see `statistics.share`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cogtable.bots import named
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import whole
from cogtable.engine.records.state import Ints
from cogtable.engine.rules.rng import check_seed
from cogtable.lab.compiled_games import play_tables
from cogtable.lab.deals import study_of
from cogtable.lab.simulate import players_of
from cogtable.lab.statistics import share
from cogtable.lab.tempers import Figure, Measured
from cogtable.lab.workers import Here, Workers
from cogtable.table.study import Decisions, Habit

AGAINST = "medium"
"""The opponent of all bots: quick, and not so weak that games against it say little."""

CHUNK = 8
"""How many games of one bot are played together."""


class Piece(NamedTuple):
    """Games that are played together: the seed of the first, their number, and the seat of the bot in all of them."""

    first: int
    games: int
    seat: int


@dataclass(frozen=True)
class _Watching:
    """Returns the function that plays a piece, and counts for each game and habit how many decisions showed the habit,
    and how many counted: (2, games, habits).
    """

    game: GameSpec
    blank: Any
    seats: int
    bot: str
    against: str

    def __call__(self, piece: Piece) -> Any:
        habits = study_of(self.game).habits
        counts = np.zeros((2, piece.games, len(habits)), np.int64)
        names = [self.bot if seat == piece.seat else self.against for seat in range(self.seats)]

        def watched(states: Any, tables: Ints, seats: Ints, actions: Ints) -> None:
            mine = np.flatnonzero(seats == piece.seat)
            if not len(mine):
                return
            at = tables[mine]
            made = Decisions(states[at], self.game.box.record, seats[mine].astype(np.int64), actions[mine].copy())
            for number, habit in enumerate(habits):
                among = np.asarray(habit.among(made), bool)
                counts[1, at[among], number] += 1  # each table has one decision in a batch
                counts[0, at[among & np.asarray(habit.shows(made), bool)], number] += 1

        players = players_of(names, self.seats)
        play_tables(self.game, self.blank, players, piece.first, piece.games, watched=watched)
        return counts


def measure(
    game: GameSpec,
    *,
    games: int = 240,
    seats: int | None = None,
    seed: int = 0,
    against: str = AGAINST,
    made: str = "",
    workers: Workers[Any] | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> Measured:
    """Lets each bot of a game's ladder play `games` games, dealt from the seeds `seed` on, and counts its habits.

    `made` is the command that is kept with the figures. `progress` is called with the number of games just played.
    Raises BadOption for a game without habits, or settings that do not fit.
    """
    habits = study_of(game).habits
    if not habits:
        raise BadOption(f"{game.name} declares no habits; its study may have some (`cogtable.table.Habit`)")
    seats = game.min_seats if seats is None else seats
    games, seed = whole(games, "games", 2), check_seed(seed, games)
    blank = game.blank(seats, {})
    workers = workers or Here(0)
    found: dict[str, dict[str, Figure]] = {}
    for each in named.ladder(game):
        watching = _Watching(game, blank, seats, each.bot, against)
        play_tables(game, blank, players_of([each.bot, *[against] * (seats - 1)], seats), seed, 0)
        pieces = [
            Piece(seed + at, min(CHUNK, games - at), number % seats) for number, at in enumerate(range(0, games, CHUNK))
        ]
        counted = []
        for piece, counts in zip(pieces, workers.in_order(watching, pieces), strict=True):
            counted.append(counts)
            progress(piece.games)
        shown, of = np.concatenate(counted, axis=1)
        found[each.bot] = _figures(habits, shown, of)
    return Measured(
        game=game.name,
        version=game.version,
        box=game.box.digest,
        seats=seats,
        games=games,
        against=against,
        made=made,
        bots=found,
    )


def _figures(habits: Sequence[Habit], shown: Any, of: Any) -> dict[str, Figure]:
    """The figure of each habit that had an occasion, from the counts by game and habit."""
    figures = {}
    for number, habit in enumerate(habits):
        if estimate := share(shown[:, number], of[:, number]):
            figures[habit.name] = Figure(
                share=round(estimate.value, 4),
                low=round(estimate.low, 4),
                high=round(estimate.high, 4),
                decisions=estimate.observed,
            )
    return figures
