"""Pairing: who meets whom in a round, and who sits where. Players are numbers here.

- **Round robin, two at a table**: the circle method (T. P. Kirkman, 1847; the tables of J. Berger have the same
  rounds). One player stays, the others move round by one place, and opposite players meet. No two players meet twice.
- **Swiss**: the Monrad system. Players are put in the order of the standing, and neighbours meet. Then tables exchange
  players while that lowers the cost (2-opt), above all the cost of repeated meetings. With two at a table, there are no
  repeated meetings as long as each player has at least half as many new opponents left as there are players: by the
  argument of G. A. Dirac's theorem (1952), a pair that has met can then always exchange with some other table. So the
  number of rounds without repeated meetings is at least half the number of players.
- **Tables of three and more**: the same exchanges, between tables of nearly equal size. If points do not count, this is
  the social golfer problem, for which such a search is the usual method (I. Dotú and P. Van Hentenryck, 2005).

A leftover player has a bye: the last in the standings of those with the fewest byes so far.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

Group = tuple[int, ...]
"""The players of a table, in the order of their seats."""

Pair = frozenset[int]
"""Two players."""

Cost = Callable[[int, int], int]
"""Returns the cost of two players' meeting."""

APART = 10**18
"""The cost of a meeting of two players whom the server keeps apart: more than all other costs together."""
AGAIN = 10**12
"""The cost of meeting again: more than the costs below together."""
THIRD = 10**6
"""The cost if two players meet who have both sat first, or both second, at least twice more than the other way."""
POINT = 10**3
"""The cost if two players meet whose points differ by one."""

TRIES = 20
"""The maximum number of orders that are tried until the cost is below `THIRD`."""


class Round(NamedTuple):
    """The tables of a round, and the players who have a bye."""

    tables: list[Group]
    byes: list[int]


# --- round robin -------------------------------------------------------------------------------------


def circle(players: Sequence[int]) -> list[Round]:
    """Returns all rounds of a round robin, by the circle method. With an odd number, each player has one bye.

    Each player sits first as often as second, or once more or less.
    """
    even = len(players) % 2 == 0
    others = players[1:] if even else players
    return [_circle_round(players[0] if even else None, others, number) for number in range(len(others))]


def _circle_round(fixed: int | None, others: Sequence[int], number: int) -> Round:
    opposite = others[number]
    pairs: list[Group] = []
    for step in range(1, len(others) // 2 + 1):
        ahead, behind = others[(number + step) % len(others)], others[number - step]
        pairs.append((ahead, behind) if step % 2 else (behind, ahead))
    if fixed is None:
        return Round(pairs, [opposite])
    return Round([(fixed, opposite) if number % 2 else (opposite, fixed), *pairs], [])


def twice(rounds: Sequence[Round]) -> list[Round]:
    """Returns the rounds, followed by the same rounds with the seats exchanged."""
    return [*rounds, *(Round([tuple(reversed(table)) for table in each.tables], each.byes) for each in rounds)]


# --- Swiss, and larger tables ------------------------------------------------------------------------


def sizes(players: int, seats: int, least: int) -> list[int]:
    """Returns the table sizes for this many players: at most `seats`, at least `least`, as equal as possible. Tables of
    three or more seats have at least three players. Leftover players have a bye.
    """
    least = max(least, min(3, seats))
    for playing in range(players, 0, -1):
        tables = -(-playing // seats)
        if playing // tables >= least:
            return [playing // tables + (table < playing % tables) for table in range(tables)]
    return []


class PairingHistory(NamedTuple):
    """The earlier rounds."""

    rounds: Sequence[Round]

    @property
    def met(self) -> Counter[frozenset[int]]:
        """How often each pair of players has met."""
        tables = (table for each in self.rounds for table in each.tables)
        return Counter(frozenset(pair) for table in tables for pair in itertools.combinations(table, 2))

    @property
    def byes(self) -> Counter[int]:
        """How many byes each player has had."""
        return Counter(player for each in self.rounds for player in each.byes)

    @property
    def seats(self) -> Counter[tuple[int, int]]:
        """How often each player sat in each seat."""
        tables = (table for each in self.rounds for table in each.tables)
        return Counter((player, seat) for table in tables for seat, player in enumerate(table))


def paired(
    order: Sequence[int],
    points: Mapping[int, Fraction] | None,
    history: Sequence[Round],
    seats: int,
    least: int,
    seed: int,
    apart: Collection[Pair] = (),
) -> Round:
    """Returns the next round for the players in the `order` of their standing, at tables of at most `seats` and at
    least `least`.

    Players with equal `points` meet; without points, only new meetings count. Ties are broken by the `seed`. Pairs that
    the server keeps `apart` meet only if nothing else is possible.
    """
    past = PairingHistory(history)
    chance = random.Random(f"{seed}:{len(history)}")
    wanted = sizes(len(order), seats, least)
    had = past.byes
    free = sorted(order, key=lambda player: (had[player], -order.index(player)))[: len(order) - sum(wanted)]
    playing = [player for player in order if player not in free]
    cost = meeting_cost(past, points, seats, apart)
    tables = seated_well(playing, wanted, cost, chance, shuffled=points is None)
    return Round([in_seats(table, past) for table in tables], free)


def meeting_cost(
    past: PairingHistory, points: Mapping[int, Fraction] | None, seats: int, apart: Collection[Pair]
) -> Cost:
    """Returns what the meeting of two players costs."""
    met, sat = past.met, past.seats

    def lead(player: int) -> int:
        """Returns how many more times a player sat first than second; 0 at larger tables, where it matters less."""
        return sat[player, 0] - sat[player, 1] if seats == 2 else 0

    def cost(one: int, other: int) -> int:
        alike = max(0, lead(one) * lead(other))
        distance = points[one] - points[other] if points else Fraction(0)
        pair = frozenset((one, other))
        again = APART * (pair in apart) + AGAIN * met[pair]
        return again + THIRD * (alike >= 4) + int(POINT * distance**2) + alike

    return cost


def seated_well(
    players: Sequence[int], wanted: Sequence[int], cost: Cost, chance: random.Random, *, shuffled: bool
) -> list[list[int]]:
    """Returns tables of the sizes `wanted`, at the lowest cost that exchanges reach. Starts from the order of the
    players, or from several random orders if `shuffled` or if the cost stays at `THIRD` or more.
    """
    known = {(one, other): cost(one, other) for one, other in itertools.permutations(players, 2)}
    best: list[list[int]] = []
    least = -1
    for attempt in range(TRIES):
        order = list(players)
        if attempt or shuffled:
            chance.shuffle(order)
        tables = _dealt(order, wanted)
        _exchange(tables, known)
        total = sum(known[pair] for table in tables for pair in itertools.combinations(table, 2))
        if least < 0 or total < least:
            best, least = tables, total
        if least < THIRD:
            break
    return best


def _dealt(order: Sequence[int], wanted: Sequence[int]) -> list[list[int]]:
    rest = iter(order)
    return [list(itertools.islice(rest, size)) for size in wanted]


def _exchange(tables: list[list[int]], cost: dict[tuple[int, int], int]) -> None:
    """Exchanges players between tables while that lowers the cost."""

    def with_others(player: int, table: list[int], but: int) -> int:
        return sum(cost[player, other] for other in table if other != but)

    better = True
    while better:
        better = False
        for one, other in itertools.combinations(tables, 2):
            for i, j in itertools.product(range(len(one)), range(len(other))):
                a, b = one[i], other[j]
                before = with_others(a, one, a) + with_others(b, other, b)
                after = with_others(b, one, a) + with_others(a, other, b)
                if after < before:
                    one[i], other[j] = b, a
                    better = True


def in_seats(table: Sequence[int], past: PairingHistory) -> Group:
    """Returns the players of a table in the seats where they sat least often. Ties avoid each player's last seat, then
    follow the order of the standing.
    """
    sat = past.seats
    last = {player: seat for each in past.rounds for group in each.tables for seat, player in enumerate(group)}

    def cost(group: Group) -> tuple[int, int]:
        often = sum(sat[player, seat] for seat, player in enumerate(group))
        return often, sum(last.get(player) == seat for seat, player in enumerate(group))

    return min(itertools.permutations(table), key=cost)
