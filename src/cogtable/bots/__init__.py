"""Bots: computer players. Those here know no game; everything they do goes through the verbs.

>>> from cogtable import bots
>>> bots.choose("greedy", match, seat=1, seed=7)        # an action of `match` for seat 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cogtable.bots.bot import COMPILED, Bot, CancelToken, PlayStyle, UnknownBot
from cogtable.bots.external import BotFailed, BrokenBot, Position, Positions
from cogtable.bots.registry import EXPERT, add, find, installed, kinds, learned, levels, names
from cogtable.engine.definition.spec import check_seed
from cogtable.engine.errors import IllegalAction

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec
    from cogtable.engine.play.match import Match

__all__ = [
    "EXPERT",
    "Bot",
    "BotFailed",
    "BrokenBot",
    "CancelToken",
    "Decision",
    "PlayStyle",
    "Position",
    "Positions",
    "UnknownBot",
    "add",
    "choose",
    "compile_bot",
    "decide",
    "decide_hidden",
    "find",
    "installed",
    "kinds",
    "learned",
    "levels",
    "names",
]


def compile_bot(bot: Bot, game: GameSpec) -> None:
    """Compiles everything a bot needs for a game, without running a search."""
    nothing = np.zeros(0, np.int64)
    bot.decide(game, game.state.new(0), np.zeros(0, np.int8), nothing, nothing)


def choose(name: str, match: Match, seat: int, seed: int) -> int:
    """The action that a bot chooses for a waiting seat, using only what that seat knows.

    The same seed gives the same action; one seed (0 to 2**63 - 1) can be used for a whole game. Compiles on first use,
    then runs without the interpreter's lock. Raises UnknownBot, and IllegalAction if the seat is not waiting.
    """
    return decide(name, match, seat, seed).action


class Decision(NamedTuple):
    """The action that a bot chose, and whether its search was complete: False if it was cut short."""

    action: int
    whole: bool = True


def decide(name: str, match: Match, seat: int, seed: int, how: PlayStyle = COMPILED) -> Decision:
    """Like `choose`, but says how to run (see `PlayStyle`). Unless cut short, it gives the same result compiled and
    interpreted.
    """
    if seat not in match.waiting:
        raise IllegalAction(f"seat {seat} has nothing to decide now")
    return decide_hidden(name, match.game, match.hidden(seat), seat, seed, how)


def decide_hidden(name: str, game: GameSpec, hidden: Any, seat: int, seed: int, how: PlayStyle = COMPILED) -> Decision:
    """Like `decide`, from an array of one state hidden for the seat, which is modified. Raises UnknownBot."""
    bot = find(name)
    action = np.full(1, -1, np.int64)
    seeds = np.array([check_seed(seed)], np.int64)
    done = bot.decide(game, hidden, np.array([seat], np.int8), seeds, action, how)
    return Decision(int(action[0]), not done or done == bot.simulations(game, int(hidden["seats"][0])))
