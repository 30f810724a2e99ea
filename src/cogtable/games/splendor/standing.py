"""How the seats stand: places at the end, chances before it."""

from __future__ import annotations

from cogtable.engine.jit import jitable
from cogtable.engine.state import Ints
from cogtable.games.splendor.components import (
    EMPTY,
    GOLD,
    HAND,
    PLACES,
    GemState,
    GemTables,
    card_at,
    lacking,
    packed,
    power,
)


@jitable
def write_places(s: GemState, out: Ints) -> None:
    """Turns standings in out[:, 1], of which the highest is best, into places in out[:, 0] and scores in out[:, 1]."""
    for seat in range(s.seats):
        place = 1
        for other in range(s.seats):
            place += out[other, 1] > out[seat, 1]
        out[seat, 0] = place
    for seat in range(s.seats):
        out[seat, 1] = s.points[seat]


@jitable
def share_among_best(s: GemState, out: Ints) -> None:
    """Turns standings into chances at the end: the best share the whole."""
    best, winners = out[0], 0
    for seat in range(s.seats):
        best = max(best, out[seat])
    for seat in range(s.seats):
        winners += out[seat] == best
    for seat in range(s.seats):
        out[seat] = 1000 // winners if out[seat] == best else 0


@jitable
def share_by_worth(s: GemState, out: Ints) -> None:
    """Turns what each seat has into chances in proportion to its fourth power."""
    total = 0
    for seat in range(s.seats):
        weight = int(out[seat]) * int(out[seat]) // 64
        weight = weight * weight // 64
        out[seat] = weight
        total += weight
    for seat in range(s.seats):
        out[seat] = int(out[seat]) * 1000 // max(1, total)


@jitable
def in_reach(s: GemState, b: GemTables, seat: int) -> int:
    """What the two cards are worth to a seat that are dearest and nearest to what it can pay."""
    means, gold = power(s, seat), int(s.tokens[seat, GOLD])
    best, second = 0, 0
    for place in range(PLACES + HAND):
        card = card_at(s, seat, place)
        if card >= 0:
            near = max(0, 8 - max(0, lacking(b.packed_cost[card], means) - gold))
            reach = near * (4 + 5 * int(b.points[card])) // 8
            if reach > best:
                best, second = reach, best
            elif reach > second:
                second = reach
    return 2 * best + second


@jitable
def nobles_near(s: GemState, b: GemTables, seat: int) -> int:
    """How near the nobles on the table are to a seat, all together: each 8 less the cards that it still asks for."""
    bonuses = packed(s.bonus[seat])
    near = 0
    for i in range(len(s.nobles)):
        if s.nobles[i] != EMPTY and s.noble_owner[i] == EMPTY:
            near += max(0, 8 - lacking(b.packed_needs[s.nobles[i]], bonuses))
    return near
