"""Pairing: who meets whom in a round, and who sits where. Players are numbers here.

- **Round robin, two at a table**: the circle method (T. P. Kirkman, 1847; the tables of J. Berger have the same
  rounds). One player stays, the others move round by one place, and those opposite meet. Nobody meets anybody twice.
- **Swiss**: the Monrad system. Players are put in the order of the standing, and neighbours meet. Then tables exchange
  players as long as that mends something (2-opt), above all that people meet again. With two at a table nobody meets
  anybody again as long as each has as many new opponents left as half the players: for a pair that has met there is
  then always a table with which it can exchange, by the argument of G. A. Dirac's theorem (1952). So the first half as
  many rounds as there are players are safe.
- **Tables of three and more**: the same exchanges, between tables of nearly equal size. Where points do not count, this
  is the social golfer problem, for which such a search is the usual way (I. Dotú and P. Van Hentenryck, 2005).

A player who is left over has a bye: the last in the standings of those with the fewest byes so far.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

Group = tuple[int, ...]
"""The players of a table, in the order of their seats."""

Cost = Callable[[int, int], int]
"""How bad it is that two players meet."""

AGAIN = 10**12
"""How bad it is to meet again: worse than everything else together."""
THIRD = 10**6
"""How bad it is that somebody who has begun or followed twice more than the other way does so once more."""
POINT = 10**3
"""How bad it is that somebody meets an opponent with a point less."""

TRIES = 20
"""How many other orders are tried when people meet again."""


class Round(NamedTuple):
    """The tables of a round, and the players who have a bye."""

    tables: list[Group]
    byes: list[int]


# --- round robin -------------------------------------------------------------------------------------


def circle(players: Sequence[int]) -> list[Round]:
    """All rounds of a round robin, by the circle method. With an odd number everybody has one bye.

    Everybody sits first as often as second, or once more or less.
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
    """The rounds, and then all of them with the seats exchanged."""
    return [*rounds, *(Round([tuple(reversed(table)) for table in each.tables], each.byes) for each in rounds)]


# --- by the standing, and tables of several ----------------------------------------------------------


def sizes(players: int, seats: int, least: int) -> list[int]:
    """The sizes of the tables for so many players: at most `seats`, at least `least`, as equal as can be, and at
    tables of four and more not below three. Whoever finds no place has a bye.
    """
    least = max(least, min(3, seats))
    for playing in range(players, 0, -1):
        tables = -(-playing // seats)
        if playing // tables >= least:
            return [playing // tables + (table < playing % tables) for table in range(tables)]
    return []


class PairingHistory(NamedTuple):
    """What the rounds before were like."""

    rounds: Sequence[Round]

    @property
    def met(self) -> Counter[frozenset[int]]:
        """How often each two have met."""
        tables = (table for each in self.rounds for table in each.tables)
        return Counter(frozenset(pair) for table in tables for pair in itertools.combinations(table, 2))

    @property
    def byes(self) -> Counter[int]:
        """How many byes each has had."""
        return Counter(player for each in self.rounds for player in each.byes)

    @property
    def seats(self) -> Counter[tuple[int, int]]:
        """How often each player sat in each seat."""
        tables = (table for each in self.rounds for table in each.tables)
        return Counter((player, seat) for table in tables for seat, player in enumerate(table))


def paired(
    order: Sequence[int],
    points: dict[int, Fraction] | None,
    history: Sequence[Round],
    seats: int,
    least: int,
    seed: int,
) -> Round:
    """The next round for the players in the `order` of their standing, at tables of at most `seats` and at least
    `least`.

    Those with equal `points` meet; without points only new meetings count. The `seed` decides what nothing else does.
    """
    past = PairingHistory(history)
    chance = random.Random(f"{seed}:{len(history)}")
    wanted = sizes(len(order), seats, least)
    had = past.byes
    free = sorted(order, key=lambda player: (had[player], -order.index(player)))[: len(order) - sum(wanted)]
    playing = [player for player in order if player not in free]
    cost = _cost(past, points, seats)
    tables = _seated_well(playing, wanted, cost, chance, shuffled=points is None)
    return Round([_in_seats(table, past) for table in tables], free)


def _cost(past: PairingHistory, points: dict[int, Fraction] | None, seats: int) -> Cost:
    met, sat = past.met, past.seats

    def lead(player: int) -> int:
        """How often somebody sat first more than second; at larger tables it matters less."""
        return sat[player, 0] - sat[player, 1] if seats == 2 else 0

    def cost(one: int, other: int) -> int:
        alike = max(0, lead(one) * lead(other))
        apart = points[one] - points[other] if points else Fraction(0)
        return AGAIN * met[frozenset((one, other))] + THIRD * (alike >= 4) + int(POINT * apart**2) + alike

    return cost


def _seated_well(
    players: Sequence[int], wanted: Sequence[int], cost: Cost, chance: random.Random, *, shuffled: bool
) -> list[list[int]]:
    """Tables of the sizes `wanted`, with as little cost as exchanges lead to: from the order of the players, or from
    several random ones if it is to be `shuffled` or does not do.
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
    """Exchanges players between tables for as long as that makes them cost less."""

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


def _in_seats(table: Sequence[int], past: PairingHistory) -> Group:
    """The players of a table in the seats in which they sat least often; best in the order of the standing."""
    sat = past.seats
    last = {player: seat for each in past.rounds for group in each.tables for seat, player in enumerate(group)}

    def cost(group: Group) -> tuple[int, int]:
        often = sum(sat[player, seat] for seat, player in enumerate(group))
        return often, sum(last.get(player) == seat for seat, player in enumerate(group))

    return min(itertools.permutations(table), key=cost)
