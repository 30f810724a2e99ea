"""Restricted play: one seat is forbidden a set of actions.

Its drop below an equal share of wins measures what those actions are worth: near zero, nobody needs them; near the
whole share, nobody can win without them (A. Jaffe, A. Miller, E. Andersen, Y. Liu, A. Karlin, Z. Popović, "Evaluating
competitive game balance with restricted play", 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cogtable.bots import greedy
from cogtable.bots.bot import Replies, replies, start_thinking
from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.kernels import fill_mask
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.records.state import MAX_SEATS, Ints, Mask
from cogtable.engine.rules import verbs


@kernel
def _instead(
    hidden: Any,
    boxes: Any,
    seats: Ints,
    seeds: Ints,
    forbidden: Mask,
    mask: Mask,
    replies: Replies,
    dealt: Any,
    tried: Any,
    chances: Ints,
    worth: Ints,
    actions: Ints,
) -> None:
    """The best legal actions that are not forbidden, one move ahead. Without a permitted action, the bot's action
    stays.
    """
    for i in range(hidden.size):
        s, b, seat = hidden[i], boxes[0], seats[i]
        fill_mask(s, b, seat, mask)
        count = 0
        for action in range(mask.size):
            mask[action] = mask[action] and not forbidden[action]
            count += mask[action]
        if count:
            verbs.hide(s, b, seat)
            start_thinking(s, seat, seeds[i])
            greedy.weigh_actions(s, b, seat, mask, replies, dealt, tried, chances, worth)
            actions[i] = greedy.best_action(s, mask, worth)


class Restricted:
    """Watches tables (see `compiled_games.Watcher`), and lets a seat do without some actions.

    If its bot chooses one of them, the seat takes the action that `greedy` rates best among the others. Without another
    legal action, the forbidden one is played. Table i was dealt from the seed `first` + i; the replacement is chosen
    with the same seed.
    """

    def __init__(self, game: GameSpec, seat: int, forbidden: Sequence[int], first: int) -> None:
        self._game, self._seat, self._first = game, seat, first
        self._forbidden = game.mask()
        self._forbidden[list(forbidden)] = 1

    def __call__(self, states: Any, tables: Ints, seats: Ints, actions: Ints) -> None:
        """Replaces forbidden decisions."""
        game = self._game
        at = np.flatnonzero((seats == self._seat) & (self._forbidden[actions] == 1))
        if not at.size:
            return
        chosen = actions[at]
        chances, worth = np.zeros(MAX_SEATS, np.int64), np.zeros(game.actions, np.int64)
        work = (game.mask(), replies(game), game.state.new(), game.state.new(), chances, worth)
        seeds = tables[at] + self._first
        _instead(states[tables[at]], game.box.tables, seats[at], seeds, self._forbidden, *work, chosen)
        actions[at] = chosen
