"""Bots: computer players. The bots here contain no code for any game; they use only the verbs.

>>> from cogtable import bots
>>> bots.choose("greedy", match, seat=1, seed=7)        # an action of `match` for seat 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cogtable.bots.bot import COMPILED, Bot, CancelToken, Decision, PlayStyle, UnknownBot
from cogtable.bots.external import BotFailed, BrokenBot, Position, Positions
from cogtable.bots.registry import EXPERT, add, find, installed, kinds, learned, levels, names

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
    bot.decide_many(game, game.state.new(0), np.zeros(0, np.int8), nothing, nothing)


def choose(name: str, match: Match, seat: int, seed: int) -> int:
    """Returns the action that a bot chooses for a waiting seat, using only that seat's information.

    The same seed gives the same action; one seed (0 to 2**63 - 1) can be used for a whole game. Compiles on first use,
    then runs without the interpreter's lock. Raises UnknownBot, and IllegalAction if the seat is not waiting.
    """
    return decide(name, match, seat, seed).action


def decide(name: str, match: Match, seat: int, seed: int, how: PlayStyle = COMPILED) -> Decision:
    """Like `choose`, but says how to run (see `PlayStyle`), and whether the search was complete (see `Bot.decide`)."""
    return find(name).decide(match, seat, seed, how)
