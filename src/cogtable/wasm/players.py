"""Whole games of bots in a game's module: which function plays a bot, and with which arguments."""

from __future__ import annotations

from typing import NamedTuple

from cogtable import bots
from cogtable.bots import mcts, network_mcts
from cogtable.engine.definition.spec import GameSpec
from cogtable.wasm import kernels


class ModulePlayer(NamedTuple):
    """How a module plays whole games of a bot.

    function: the exported function.
    numbers: its arguments that depend on the bot, by name.
    simulations: the number of simulations that its trees have room for. The bot's moves depend on it.
    weights: whether it uses the network's weights.
    """

    function: str
    numbers: dict[str, int]
    simulations: int
    weights: bool = False


def module_player(game: GameSpec, name: str, seats: int) -> ModulePlayer | None:
    """How the module of a game plays a bot; None for bots that it does not know, and for bots that do not play the
    game. Raises UnknownBot.
    """
    bot = bots.find(name)
    if not bot.plays(game):
        return None
    if bot.kind in ("random", "greedy"):
        way = kernels.RANDOM if bot.kind == "random" else kernels.GREEDY
        return ModulePlayer("play_on", {"bot": way, "simulations": 0}, 1)
    if bot.kind == "guided" and network_mcts.knows(game, seats):
        simulations = bot.simulations(game, seats)
        return ModulePlayer("guided_play_on", {"settings.simulations": simulations}, simulations, weights=True)
    if bot.kind == "guided":
        return _searching(game, mcts.SearchConfig(bot.simulations(game, seats)))
    return _searching(game, bot.settings_for(game)) if bot.kind == "search" else None


def _searching(game: GameSpec, config: mcts.SearchConfig) -> ModulePlayer | None:
    """How a module searches; None if its trees could not be as large as those of native code."""
    prior, simulations = config.fitted(game).prior, config.simulations
    size = mcts.tree_size(game, simulations, config.prior)
    if size > mcts.MOST_NODES or (prior and size != mcts.tree_size(game, simulations)):
        return None
    numbers = {"bot": kernels.SEARCH, "simulations": simulations, "search.prior": prior}
    return ModulePlayer("play_on", numbers, simulations)
