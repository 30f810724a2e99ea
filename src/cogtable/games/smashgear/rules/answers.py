"""The programs and effects that a seat can use now, and whether it might have an answer at all."""

from __future__ import annotations

from cogtable.games.smashgear.rules.abilities import ADDED, Op
from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import SLOTS
from cogtable.games.smashgear.rules.geometry import machines_of, owner_of
from cogtable.games.smashgear.rules.state import DEPTH, MANY, NONE, Place, SmashGear
from cogtable.games.smashgear.rules.targets import has_host, has_target
from cogtable.rules import Ints, jitable, lowest_bit, popcount


@jitable
def may_answer(s: SmashGear, b: SmashGearTables, seat: int) -> bool:
    """Whether a seat might have an answer, judged by what both seats know.

    It might if it holds a program that its opponent does not know, or a public program or effect that it could use
    now. The seat's secrets must not matter, because asking it would reveal them.
    """
    if s.depth >= DEPTH or s.lets_all[seat]:
        return False
    known = _known_programs(s, seat)
    if s.program_hand[seat] > popcount(known):
        return True
    while known:
        if can_play(s, b, seat, lowest_bit(known), False):
            return True
        known &= known - 1
    ready = effects_ready(s, b, seat)
    while ready:
        if is_of_use(s, b, seat * SLOTS + lowest_bit(ready)):
            return True
        ready &= ready - 1
    return False


@jitable
def _known_programs(s: SmashGear, seat: int) -> int:
    """The programs (bits) that both seats know to be in a seat's hand."""
    known, left = 0, s.programs_known
    while left:
        program = lowest_bit(left)
        known |= (s.program_at[program] == Place.HAND + seat) << program
        left &= left - 1
    return known


@jitable
def can_play(s: SmashGear, b: SmashGearTables, seat: int, program: int, acting: bool) -> bool:
    """Whether the conditions of a program are met; plugins only when acting (SG-R12, SG-R13)."""
    if b.program_kind[program] != 0:
        return acting and has_host(s, b, program)
    if b.program_cost[program] > s.gears[seat] or (b.program_own_turn[program] and s.turn != seat):
        return False
    op, x, y = b.program_aim[program, 0], b.program_aim[program, 1], b.program_aim[program, 2]
    if not has_target(s, b, seat, op, x, y, NONE):
        return False
    return op != NONE or _does_something(s, seat, b.program_does[program], 0, b.program_rows[program])


@jitable
def is_of_use(s: SmashGear, b: SmashGearTables, slot: int) -> bool:
    """Whether a machine's effect would do something."""
    card = s.card[slot]
    op, x, y = b.aim[card, 0], b.aim[card, 1], b.aim[card, 2]
    if not has_target(s, b, owner_of(slot), op, x, y, slot):
        return False
    first, count = b.effect_row[card], b.effect_rows[card]
    return op != NONE or _does_something(s, owner_of(slot), b.does[card], first, count)


@jitable
def effects_ready(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """The slots of a seat whose effects can be paid for and are not used up, whether or not they have targets: a bit
    each, from the seat's first slot (SG-R14, SG-Q38).
    """
    found, whose = 0, 0 if s.turn == seat else 1
    for i in range(SLOTS):
        slot = seat * SLOTS + i
        found |= ((s.gears[seat] >= b.effect_gears[s.card[slot], whose]) & (s.used[slot] == 0)) << i
    return found & machines_of(s, seat)


@jitable
def _does_something(s: SmashGear, seat: int, rows: Ints, first: int, count: int) -> bool:
    """Whether any of these operations, which take no target, would do something now (SG-Q58)."""
    for i in range(first, first + count):
        op = rows[i, 0]
        if op in (Op.GEARS, Op.HONOR) or op >= ADDED:
            return True
        counted = s.assembles if op == Op.ASSEMBLE else s.builds
        if op in (Op.ASSEMBLE, Op.BUILD) and s.turn == seat and not s.ending and counted < MANY:
            return True
        if op == Op.STEAL and s.gears[1 - seat] > 0:
            return True
        if op == Op.DRAW and (s.machine_left if rows[i, 2] == 0 else s.program_left) > 0:
            return True
    return False
