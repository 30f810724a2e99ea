"""The parts that a seat can build and pay for now, with discounts, exchanges or barter."""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import Op
from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, SHOULDERS_AND_LEGS
from cogtable.games.coalheart.rules.primitives import total
from cogtable.games.coalheart.rules.state import Coalheart
from cogtable.rules import jitable


@jitable
def may_build(s: Coalheart, seat: int) -> bool:
    """Whether a seat may still build in this Upgrade Phase (CH-R46; Welder's Kit: CH-F37)."""
    return not s.welded >> seat & 1 and (s.hp[seat] > 0 or s.fresh[seat] == 0)


@jitable
def buildable(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The slots whose part a seat can build and pay for now, a bit each (CH-R21, CH-R46)."""
    return buildable_for(s, b, seat, s.discounts[seat])


@jitable
def buildable_for(s: Coalheart, b: CoalheartTables, seat: int, discounts: int) -> int:
    """The slots whose part a seat could build and pay for now with that number of discounts, a bit each."""
    bits = 0
    if may_build(s, seat):
        held = total(s.cubes[seat])
        for slot in range(BODY):
            if not s.built[seat] >> slot & 1:
                part = s.body[seat, slot]
                if b.price[part] <= held + discounts and _payable(s, b, seat, slot, part, discounts):
                    bits |= 1 << slot
    return bits


@jitable
def _payable(s: Coalheart, b: CoalheartTables, seat: int, slot: int, part: int, discounts: int) -> bool:
    """Whether the printed price can be paid with that number of discounts, with exchanges or barter."""
    short, exchanges = 0, 0
    for color in range(COLOR_COUNT):
        left = s.cubes[seat, color] - b.cost[part, color]
        short += max(0, -left)
        exchanges += max(0, left) // 3
    if short <= discounts + exchanges:
        return True
    return barter_slot(s, b, seat, slot) >= 0 and can_barter(s, b, seat, part, b.price[part], discounts)


@jitable
def barter_slot(s: Coalheart, b: CoalheartTables, seat: int, slot: int) -> int:
    """The slot of the part with which a seat may still barter for the part in `slot`; -1 if there is none."""
    if s.usable[seat] and SHOULDERS_AND_LEGS >> slot & 1:
        for i in range(BODY):
            if s.usable[seat] >> i & 1 and b.program[s.body[seat, i], 0, 0] == Op.BARTER:
                return i
    return -1


@jitable
def can_barter(s: Coalheart, b: CoalheartTables, seat: int, part: int, count: int, discounts: int) -> bool:
    """Whether `count` cubes, minus discounts, can be paid differently from the printed price (CH-Q81)."""
    held = total(s.cubes[seat])
    paid = min(count, held)
    if paid < count - discounts:
        return False
    for color in range(COLOR_COUNT):
        if s.cubes[seat, color] > b.cost[part, color] and paid > b.cost[part, color]:
            return True
    return False
