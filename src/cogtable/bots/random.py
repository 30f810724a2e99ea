"""The bot `random`: any legal action, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogtable.bots.bot import COMPILED, Bot, PlayStyle, run_kernel, start_thinking, thinking_seed
from cogtable.engine.compile.jit import kernel
from cogtable.engine.compiled_play.kernels import (
    draw_from_bytes,
    fill_mask,
    next_seat,
    padded,
    random_action,
    with_compile_notice,
)
from cogtable.engine.compiled_play.stepping import Draws
from cogtable.engine.records.state import Ints, Mask
from cogtable.engine.rules import verbs
from cogtable.engine.rules.rng import SeedOnly
from cogtable.engine.text.words import phrase

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec


@kernel
def _decide_at_random(hidden: Any, boxes: Any, seats: Ints, seeds: Ints, mask: Mask, actions: Ints) -> None:
    for i in range(hidden.size):
        start_thinking(hidden[i], seats[i], seeds[i])
        fill_mask(hidden[i], boxes[0], seats[i], mask)
        actions[i] = draw_from_bytes(hidden[i], mask)


def decide_many(
    game: GameSpec, hidden: Any, seats: Ints, seeds: Ints, actions: Ints, how: PlayStyle = COMPILED
) -> None:
    """See `bot.DecideMany`."""
    run_kernel(_decide_at_random, "bot random", game, how, hidden, seats, seeds, padded(game, 1)[0], actions)


@kernel
def _play_out(states: Any, boxes: Any, first: int, draws: Any, mask: Mask, limit: int) -> None:
    for i in range(states.size):
        s, seat = states[i], next_seat(states[i], -1)
        while seat >= 0 and s.ply < limit:
            fresh = SeedOnly(draws[0], thinking_seed(s.ply, seat, first + i))
            verbs.play(s, boxes[0], seat, random_action(s, boxes[0], seat, fresh, mask))
            seat = next_seat(s, seat)


def play_out(game: GameSpec, states: Any, first: int) -> None:
    """Plays states to their ends with the same moves as single decisions of this bot, game i from the seed `first` + i.

    The legal actions of a seat don't depend on hidden information, so the states need not be hidden.
    """
    args = states, game.box.tables, first, Draws.new(), padded(game, 1)[0], game.bound
    with_compile_notice("games of bot random", game, lambda: _play_out(*args))


BOT = Bot("random", phrase("Plays any legal move"), decide_many, "random")
