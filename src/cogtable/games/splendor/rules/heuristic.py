"""The value of a seat's position, for `evaluate`."""

from __future__ import annotations

from cogtable.games.splendor.rules.box import GemTables, SplendorTables
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, HAND, PLACES
from cogtable.games.splendor.rules.packing import lacking, packed
from cogtable.games.splendor.rules.paying import power
from cogtable.games.splendor.rules.state import EMPTY, GemState, Splendor, card_at
from cogtable.rules import jitable


@jitable
def in_reach(s: GemState, b: GemTables, seat: int) -> int:
    """The value of the two best cards, judged by their worth and by how close a seat is to paying for them."""
    means, gold = power(s, seat), s.tokens[seat, GOLD]
    best, second = 0, 0
    for place in range(PLACES + HAND):
        card = card_at(s, seat, place)
        if card >= 0:
            near = max(0, 8 - max(0, lacking(b.packed_cost[card], means) - gold))
            reach = near * (4 + 5 * b.points[card]) // 8
            if reach > best:
                best, second = reach, best
            elif reach > second:
                second = reach
    return 2 * best + second


@jitable
def nobles_near(s: GemState, b: GemTables, seat: int) -> int:
    """How close a seat is to the nobles on the table: the sum of 8 minus the cards still missing for each."""
    bonuses = packed(s.bonus[seat])
    near = 0
    for i in range(len(s.nobles)):
        if s.nobles[i] != EMPTY and s.noble_owner[i] == EMPTY:
            near += max(0, 8 - lacking(b.packed_needs[s.nobles[i]], bonuses))
    return near


@jitable
def heuristic(s: Splendor, b: SplendorTables, seat: int) -> int:
    """The value of a position: points, bonuses, tokens, the best cards within reach, and nobles close by."""
    total = 100 + 50 * s.points[seat]
    for color in range(COLOR_COUNT):
        total += 44 * min(5, s.bonus[seat, color]) + 2 * min(3, s.tokens[seat, color])
    return total + 5 * s.tokens[seat, GOLD] + in_reach(s, b, seat) + 5 * nobles_near(s, b, seat)
