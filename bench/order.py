"""Whether it matters who acts first, in games in which all act at the same time; see docs/balance.md.

The same deals are played between `greedy` bots with the seats acting in several orders. The aims are in `AIMS`, and
`bench/tables.py` writes the figures on the game's page.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from bench.figure import Figure
from cogtable.engine.play.game import Game
from cogtable.lab.compiled_games import Played, play_tables
from cogtable.lab.simulate import Range, plan_simulation
from cogtable.lab.statistics import Estimate, Z, interval, verdict


class Aim(NamedTuple):
    """The aim for a game with a number of seats, and the number of deals.

    `points` is the number of percentage points by which a seat's wins can differ between acting first and acting last.
    """

    game: str
    seats: int
    deals: int
    points: float = 2


AIMS = (Aim("recharge", 2, 2000), Aim("recharge", 4, 2000))

# The seat that acts next, by the mask of waiting seats: a table for masks of up to eight seats.
_LOWEST = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, 256))], np.int8)
_HIGHEST = np.array([0, *(mask.bit_length() - 1 for mask in range(1, 256))], np.int8)


def first_to_last(states: Any) -> Any:
    """The first waiting seat acts until it is done; so the others come after it, each with a whole turn."""
    return _LOWEST[states["waiting"]]


def last_to_first(states: Any) -> Any:
    """In reverse order."""
    return _HIGHEST[states["waiting"]]


def at_random(states: Any) -> Any:
    """A random waiting seat, drawn by the table alone and not by those played beside it."""
    dice = np.random.default_rng(0).integers(1 << 32, size=4096, dtype=np.uint32)
    thrown = states["rng"][:, 0] ^ dice[states["ply"] % dice.size]
    seats = np.arange(8, dtype=np.uint32)
    tickets = (thrown[:, None] ^ seats * 0x9E3779B9) * np.uint32(0x85EBCA6B) >> 1
    waits = states["waiting"][:, None] >> seats & 1
    return np.where(waits, tickets.astype(np.int64), -1).argmax(axis=1).astype(np.int8)


ORDERS: dict[str, Callable[[Any], Any]] = {
    "first seat to last": first_to_last,
    "last seat to first": last_to_first,
    "at random": at_random,
}


class Results(NamedTuple):
    """The results of each deal in one order: each seat's share of the win, and its score, (deals, seats)."""

    won: Any
    scores: Any


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    for game in games:
        for aim in aims_of(game):
            yield from judged(aim, played(game, aim))


def aims_of(game: Game) -> list[Aim]:
    return [aim for aim in AIMS if aim.game == game.name]


def played(game: Game, aim: Aim, threads: int = 0) -> dict[str, Results]:
    """Plays the same deals in each order."""
    plan = plan_simulation(game, aim.seats, ["greedy"], aim.deals, 0, threads, None)
    found = {}
    for name, order in ORDERS.items():

        def play(chunk: Range, order: Callable[[Any], Any] = order) -> Played:
            return play_tables(game, plan.blank, plan.players, *chunk, order)

        chunks = list(plan.map(play))
        found[name] = Results(
            np.concatenate([chunk.won for chunk in chunks]),
            np.concatenate([chunk.ranks[:, :, 1] for chunk in chunks]),
        )
    return found


def judged(aim: Aim, found: dict[str, Results]) -> Iterator[Figure]:
    """Returns the effect of acting first instead of last, and whether it meets the aim."""
    forward, backward = found["first seat to last"], found["last seat to first"]
    table = f"{aim.game}, {aim.seats} seats"
    wins = difference(100 * forward.won, 100 * backward.won)
    said = verdict(wins, -aim.points, aim.points)
    between = f"95 %: {wins.low:+.1f} to {wins.high:+.1f}; aim: within {aim.points:g} of 0"
    aimed = f"{between}, {'missed' if said == 'misses' else said}"
    yield Figure(f"{table}: wins when acting first instead of last", wins.value, "% of games", aimed)
    crowns = difference(forward.scores, backward.scores)
    between = f"95 %: {crowns.low:+.2f} to {crowns.high:+.2f}; of {len(forward.won):,} deals"
    yield Figure(f"{table}: score when acting first instead of last", crowns.value, "points", between)


def difference(forward: Any, backward: Any) -> Estimate:
    """Returns how much more a seat had when it acted first than in the other order, in the same deals: the mean of the
    first seat and the last.
    """
    gained = (forward[:, 0] - backward[:, 0] + backward[:, -1] - forward[:, -1]) / 2
    spread = Z * float(gained.std(ddof=1)) / math.sqrt(len(gained))
    mean = float(gained.mean())
    return Estimate(mean, mean - spread, mean + spread, len(gained))


def rows(found: dict[str, Results]) -> Iterator[list[str]]:
    """Returns for each order and seat its share of wins with the interval, and its mean score."""
    for name, results in found.items():
        for seat in range(results.won.shape[1]):
            rate, low, high = (100 * share for share in interval(float(results.won[:, seat].sum()), len(results.won)))
            score = f"{results.scores[:, seat].mean():.2f}"
            yield [name, str(seat + 1), f"{rate:.1f} %", f"{low:.1f} to {high:.1f}", score]
