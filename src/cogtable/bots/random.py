"""The bot `random`: any legal action, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogtable.bots.bot import COMPILED, Bot, How, run, start_thinking
from cogtable.engine.jit import kernel
from cogtable.engine.native import fill_mask, padded, some_action
from cogtable.engine.state import Ints, Mask
from cogtable.engine.words import phrase

if TYPE_CHECKING:
    from cogtable.engine.spec import GameSpec


@kernel
def _decide(hidden: Any, boxes: Any, seats: Ints, seeds: Ints, mask: Mask, actions: Ints) -> None:
    for i in range(hidden.size):
        start_thinking(hidden[i], seats[i], seeds[i])
        fill_mask(hidden[i], boxes[0], seats[i], mask)
        actions[i] = some_action(hidden[i], mask)


def decide(game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, actions: Ints, how: How = COMPILED) -> None:
    """See `bot.Decide`."""
    run(_decide, "bot random", game, how, hidden, seats, seeds, padded(game, 1)[0], actions)


BOT = Bot("random", phrase("Plays any legal move"), decide, "random")
