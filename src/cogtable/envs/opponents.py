"""Bots that play the seats that don't learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogtable import bots
from cogtable.bots import Bot
from cogtable.bots.external import ExternalBot
from cogtable.engine.batches.batch import Batch
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import as_whole
from cogtable.engine.records.state import Ints
from cogtable.envs.kernels import hidden

Player = Any
"""The name of a bot, or a bot of one's own: a class or an object, as `cogtable.bots.external` describes it."""

Others = Player | Sequence[Player]
"""One bot for all other seats, or one for each of them in order."""


def players(game: GameSpec, seats: int, others: Others, but: int = -1) -> Mapping[int, Bot]:
    """The bot of each seat except `but`. Raises UnknownBot, BrokenBot, BadOption for another number of bots or no such
    seat.
    """
    game.blank(seats, {})
    if (own := as_whole(but)) is None or not -1 <= own < seats:
        raise BadOption(f"{game.name} with {seats} seats has the seats 0 to {seats - 1}; found {but!r}")
    open_seats = [seat for seat in range(seats) if seat != own]
    several = isinstance(others, Sequence) and not isinstance(others, str | Bot)
    given = list(others) if several else [_bot(others)] * len(open_seats)
    if len(given) != len(open_seats):
        raise BadOption(f"expected one bot, or one for each of {len(open_seats)} seats; found {len(given)}")
    return {seat: _bot(player) for seat, player in zip(open_seats, given, strict=True)}


def _bot(player: Player) -> Bot:
    """Raises UnknownBot and BrokenBot."""
    if isinstance(player, Bot):
        return player
    if isinstance(player, str):
        return bots.find(player)
    kind = player if isinstance(player, type) else type(player)
    return ExternalBot("own", player, f"{kind.__module__}:{kind.__qualname__}").bot


def decide(game: GameSpec, batch: Batch, seated: Mapping[int, Bot], tables: Ints) -> Ints:
    """The actions of the bots in the acting seats of some tables, one for each table.

    Each sees a state hidden for its seat, and thinks from the seed that its table was dealt from.
    """
    current_player, seeds = batch.current_player[tables], batch.seeds[tables]
    actions = np.full(tables.size, -1, np.int64)
    for bot in dict.fromkeys(seated.values()):
        own = np.flatnonzero(np.isin(current_player, [seat for seat, other in seated.items() if other is bot]))
        if own.size:
            decided = np.full(own.size, -1, np.int64)
            seen = hidden(game, batch.states, tables[own], current_player[own])
            bot.decide_many(game, seen, current_player[own], seeds[own], decided)
            actions[own] = decided
    return actions
