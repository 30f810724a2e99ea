"""Games that measure the strength of a network: against other bots, on the same deals from every seat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from cogtable.bots import Bot, network_mcts
from cogtable.bots.network import Network
from cogtable.lab.compiled_games import play_tables
from cogtable.lab.statistics import interval

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec


class MatchScore(msgspec.Struct, frozen=True, kw_only=True):
    """How often a network won against bots of one kind, shared wins as shares, with the bounds of a 95 % interval."""

    against: str
    games: int
    share: float
    low: float
    high: float


def player(network: Network, settings: network_mcts.NetworkSearchConfig, name: str = "network") -> Bot:
    """A bot that a network guides."""
    return Bot(name, name, partial(network_mcts.decide_many_with, network, settings), "guided", settings)


def match(game: GameSpec, blank: Any, bot: Bot, other: Bot, deals: int, seed: int, threads: int = 1) -> MatchScore:
    """Plays every deal once from each seat, all other seats being the other bot's; without deals it only compiles."""
    seats = int(blank["seats"][0])
    play_tables(game, blank, [bot] + [other] * (seats - 1), seed, 0)  # compiles, before several threads would

    def from_seat(seat: int) -> tuple[float, int]:
        players = [other] * seats
        players[seat] = bot
        end = play_tables(game, blank, players, seed, deals)
        return float(end.won[:, seat].sum()), int(np.count_nonzero(end.over))

    with ThreadPoolExecutor(max(1, threads)) as pool:
        ends = list(pool.map(from_seat, range(seats)))
    won, over = sum(won for won, _ in ends), sum(over for _, over in ends)
    share, low, high = interval(won, over)
    return MatchScore(against=other.name, games=over, share=share, low=low, high=high)
