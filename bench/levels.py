"""How much stronger each level is than the previous one, which has all other seats while the level takes each seat in
turn.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bench.figure import Figure
from bench.strength import one_among, share
from cogtable import bots
from cogtable.bots import network_mcts
from cogtable.engine.play.game import Game

MANY = 4
"""The steps are played with the fewest seats and with this many, or with a game's maximum."""


def measure(games: Sequence[Game], matches: int) -> Iterator[Figure]:
    """Plays `matches` matches for each step, number of seats and game."""
    for game in games:
        for seats in dict.fromkeys((game.min_seats, min(MANY, game.max_seats))):
            for lower, level in pairwise(names(game, seats)):
                won, count = one_among(game, seats, level, lower, matches)
                yield share(f"{game.name}, {seats} seats, one {level} among {lower}", won, count, aim(seats))


def names(game: Game, seats: int) -> list[str]:
    """The levels, and `master` with the numbers of seats that it was trained for."""
    return [name for name, _ in bots.levels()] + [network_mcts.BOT.name] * network_mcts.knows(game, seats)


def aim(seats: int) -> str:
    """Returns the target of a step, in words."""
    return "0.65 to 0.80" if seats == 2 else f"more than {1.2 / seats:.2f}"
