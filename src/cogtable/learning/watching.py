"""Games of another bot from which a network can learn before it plays against itself: the bot's choices and the
results. Now and then another action is played, so that the network also learns how to respond to mistakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cogtable.bots import Bot
from cogtable.engine.compile.jit import jitable, observing_kernel
from cogtable.engine.compiled_play.kernels import fill_mask, padded, with_compile_notice
from cogtable.engine.compiled_play.stepping import reward, write_observation
from cogtable.engine.records.state import Ints
from cogtable.engine.rules.observation import DTYPE
from cogtable.lab.compiled_games import play_tables
from cogtable.learning.selfplay import ILLEGAL, Samples

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

DOUBT = 0.1
"""The probability that is shared among all legal actions, in place of the bot's choice."""

STRAY = 0.1
"""How often any legal action is played in place of it."""


@observing_kernel
def _look(states: Any, boxes: Any, tables: Ints, seats: Ints, known: Any, blank: Ints, seen: Any, masks: Any) -> None:
    for k in range(tables.size):
        _look_at(states[tables[k]], boxes[0], int(seats[k]), known, blank, seen[k], masks[k])


@jitable
def _look_at(s: Any, b: Any, seat: int, known: Any, blank: Ints, row: Any, mask: Any) -> None:
    write_observation(s, b, known, seat, blank, row)
    fill_mask(s, b, seat, mask)


class _Watcher:
    """Records each decision that has several actions."""

    def __init__(self, game: GameSpec, seed: int) -> None:
        self._game, self._draws = game, np.random.default_rng(seed)
        self.tables: list[Ints] = []
        self.movers: list[Ints] = []
        self.seen: list[Ints] = []
        self.policies: list[Any] = []

    def __call__(self, states: Any, tables: Ints, seats: Ints, actions: Ints) -> None:
        game, count = self._game, len(tables)
        seen, masks = np.zeros((count, game.layout.count()), DTYPE), padded(game, count)
        args = (states, game.box.tables, tables, seats, game.state.new(), game.constant_row, seen, masks)
        with_compile_notice("observations of games", game, lambda: _look(*args))
        legal = masks[:, : game.actions] != 0
        several = legal.sum(axis=1) > 1
        policies = np.where(legal, DOUBT / np.maximum(1, legal.sum(axis=1, keepdims=True)), ILLEGAL)
        policies[np.arange(count), actions] += 1 - DOUBT
        for kept, found in zip(
            (self.tables, self.movers, self.seen, self.policies), (tables, seats, seen, policies), strict=True
        ):
            kept.append(found[several].copy())
        stray = self._draws.random(count) < STRAY
        drawn = np.where(legal, self._draws.random(legal.shape), -1).argmax(axis=1)
        actions[stray] = drawn[stray]


def watch(game: GameSpec, blank: Any, bot: Bot, first: int, count: int) -> Samples:
    """The decisions of `count` games of a bot against itself, dealt from the seeds `first` on."""
    seats, watcher = int(blank["seats"][0]), _Watcher(game, first)
    end = play_tables(game, blank, [bot] * seats, first, count, watched=watcher)
    rewards = np.zeros((count, seats), np.float32)
    for table in range(count):
        for seat in range(seats):
            rewards[table, seat] = reward(end.ranks[table], seats, seat) if end.over[table] else 0.0
    tables, movers = np.concatenate(watcher.tables), np.concatenate(watcher.movers).astype(np.int64)
    values = np.zeros((len(tables), game.max_seats), np.float32)
    for steps in range(seats):
        values[:, steps] = rewards[tables, (movers + steps) % seats]
    return Samples(
        np.concatenate(watcher.seen),
        np.concatenate(watcher.policies).astype(np.float32),
        values,
        np.full(len(tables), seats, np.int8),
    )
