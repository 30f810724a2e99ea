"""The bot `greedy`: looks one move ahead and takes the action that `evaluate` rates highest.

It samples the hidden information a few times, using the same deals for every action so that luck favours none.
Announcements are resolved as if no seat answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cogtable.bots.bot import COMPILED, Bot, PlayStyle, Replies, replies, resolve_pending, run_kernel, start_thinking
from cogtable.engine.compile.jit import jitable, kernel
from cogtable.engine.compiled_play.kernels import fill_mask
from cogtable.engine.records.state import MAX_SEATS, Ints, Mask
from cogtable.engine.rules import verbs
from cogtable.engine.rules.rng import below
from cogtable.engine.text.words import phrase

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

DEALS = 4
"""The number of sampled deals for each decision."""


@jitable
def weigh_actions(
    s: Any,
    b: Any,
    seat: int,
    mask: Mask,
    replies: Replies,
    dealt: Any,
    tried: Any,
    chances: Ints,
    worth: Ints,
) -> None:
    """Writes into `worth`, for each legal action, the chances of `seat` to win after it: the sum over DEALS sampled
    deals, each in thousandths. 0 for actions that are not legal.

    `dealt` and `tried` are arrays of one record to work on.
    """
    worth[:] = 0
    for _ in range(DEALS):
        dealt[0] = s
        start_thinking(dealt[0], seat, below(s, 1 << 30))
        verbs.determinize(dealt[0], b, seat)
        for action in range(mask.size):
            if mask[action]:
                tried[0] = dealt[0]
                verbs.play(tried[0], b, seat, action)
                resolve_pending(tried[0], b, replies)
                verbs.evaluate(tried[0], b, chances)
                worth[action] += chances[seat]


@jitable
def best_action(s: Any, mask: Mask, worth: Ints) -> int:
    """The legal action with the highest value; ties are broken at random."""
    best = -1
    equal = 0
    for action in range(mask.size):
        if mask[action]:
            if best < 0 or worth[action] > worth[best]:
                best = action
                equal = 1
            elif worth[action] == worth[best]:
                equal += 1
                if below(s, equal) == 0:
                    best = action
    return best


@jitable
def decide_greedily(
    s: Any,
    b: Any,
    seat: int,
    seed: int,
    mask: Mask,
    replies: Replies,
    dealt: Any,
    tried: Any,
    chances: Ints,
    worth: Ints,
) -> int:
    """The action of this bot in a state that is hidden for `seat`; -1 if none is legal.

    The last six are arrays to work on: see `weigh_actions`.
    """
    start_thinking(s, seat, seed)
    fill_mask(s, b, seat, mask)
    count = 0
    for action in range(mask.size):
        count += mask[action]
    if count > 1:
        weigh_actions(s, b, seat, mask, replies, dealt, tried, chances, worth)
    return best_action(s, mask, worth)


@kernel
def _decide_greedily(
    hidden: Any,
    boxes: Any,
    seats: Ints,
    seeds: Ints,
    mask: Mask,
    replies: Replies,
    dealt: Any,
    tried: Any,
    chances: Ints,
    worth: Ints,
    actions: Ints,
) -> None:
    for i in range(hidden.size):
        actions[i] = decide_greedily(
            hidden[i], boxes[0], seats[i], seeds[i], mask, replies, dealt, tried, chances, worth
        )


def decide_many(
    game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, actions: Ints, how: PlayStyle = COMPILED
) -> None:
    """See `bot.DecideMany`."""
    chances, worth = np.zeros(MAX_SEATS, np.int64), np.zeros(game.actions, np.int64)
    work = (game.mask(), replies(game), game.state.new(), game.state.new(), chances, worth)
    run_kernel(_decide_greedily, "bot greedy", game, how, hidden, seats, seeds, *work, actions)


BOT = Bot("greedy", phrase("Looks one move ahead"), decide_many, "greedy")
