"""Targets: which ones operations, attacks and plugins need, and which are valid."""

from __future__ import annotations

from cogtable.games.smashgear.rules.abilities import WAITING, Op, Whom
from cogtable.games.smashgear.rules.box import Host, SmashGearTables
from cogtable.games.smashgear.rules.components import (
    ALL_SLOTS,
    CELLS,
    MACHINES,
    PROGRAMS,
    SHOWN,
    SHOWN_MACHINES,
    SIDE,
    SLOTS,
)
from cogtable.games.smashgear.rules.geometry import (
    COL_STEP,
    ROW_STEP,
    UNIT_STEP,
    can_go,
    machines_of,
    open_ways,
    owner_of,
    place_of,
)
from cogtable.games.smashgear.rules.state import DEPTH, MANY, NONE, Gait, Kind, Place, SmashGear, Trait, Want
from cogtable.rules import jitable, lowest_bit

CANCELLED_KINDS = (Kind.SCRIPT, Kind.EFFECT, Kind.MOVE, Kind.ATTACK)
"""The kinds of announcements that can be cancelled, in the order of `WAITING`; the next number means any kind."""
ANYTHING = list(WAITING).index("anything")


@jitable
def first_want(op: int, whom: int) -> int:
    """The first target that an operation needs."""
    if op == Op.CANCEL:
        return Want.STACKED
    if op in (Op.FLIP, Op.SLIDE, Op.TURN):
        return Want.WAY if whom == Whom.IT else Want.MACHINE
    if op in (Op.STUN, Op.SHIELD, Op.REPAIR, Op.RECALL, Op.SCRAP):
        return Want.NOTHING if whom == Whom.IT else Want.MACHINE
    if op == Op.SNAP:
        return Want.UNIT
    if op == Op.SHIFT:
        return Want.CELL
    if op == Op.SALVAGE:
        return Want.CARD
    if op == Op.FETCH:
        return Want.SHOWN
    if op == Op.UNPLUG:
        return Want.PLUGIN
    return Want.NOTHING


@jitable
def next_want(op: int, want: int) -> int:
    """The second target that an operation needs."""
    if want == Want.WAY:
        return Want.NOTHING
    return Want.WAY if op in (Op.FLIP, Op.SLIDE, Op.TURN, Op.SHIFT) else Want.NOTHING


@jitable
def gait_of(op: int) -> int:
    """The gait of a machine that an operation moves."""
    if op == Op.SLIDE:
        return Gait.SLIDE
    return Gait.TURN if op == Op.TURN else Gait.FLIP


@jitable
def whom_of(op: int, x: int, y: int) -> int:
    """The machine that an operation applies to, from its two arguments."""
    return y if op == Op.REPAIR else x


@jitable
def machine_fits(s: SmashGear, b: SmashGearTables, seat: int, op: int, whom: int, slot: int) -> bool:
    """Whether the machine in a slot can be the target of an operation that a seat announces."""
    if s.card[slot] == NONE:
        return False
    own = owner_of(slot) == seat
    if (whom == Whom.YOURS and not own) or (whom == Whom.THEIRS and own):
        return False
    if op in (Op.FLIP, Op.SLIDE, Op.TURN):
        return (own or not s.traits[slot] & Trait.HEAVY) and open_ways(s, b, slot, gait_of(op)) != 0
    return _is_of_use(s, b, op, slot)


@jitable
def _is_of_use(s: SmashGear, b: SmashGearTables, op: int, slot: int) -> bool:
    """Whether an operation that moves no machine could do anything to the machine in a slot (SG-Q58)."""
    if op == Op.STUN:
        return not s.stunned[slot] and not (s.ending and owner_of(slot) == s.turn)
    if op == Op.SHIELD:
        return bool(s.shields[slot] < MANY)
    return op != Op.REPAIR or repairable(s, b, slot)


@jitable
def repairable(s: SmashGear, b: SmashGearTables, slot: int) -> bool:
    """Whether any lost unit of a machine can be put back."""
    for unit in range(b.units[s.card[slot]]):
        if can_put_back(s, b, slot, unit):
            return True
    return False


@jitable
def can_put_back(s: SmashGear, b: SmashGearTables, slot: int, unit: int) -> bool:
    """Whether a unit of a machine is lost, its cell is free, and a unit of the machine is next to it (SG-Q21)."""
    alive = s.alive[slot]
    if alive >> unit & 1 or not b.beside[s.card[slot], unit] & alive:
        return False
    cell = place_of(s, b, slot, unit)
    return cell != NONE and s.unit_at[cell] == NONE


@jitable
def shift_to(s: SmashGear, cell: int, way: int) -> int:
    """The cell that the base on a cell can move to in a direction; NONE if it cannot."""
    row, col = cell // SIDE + ROW_STEP[way], cell % SIDE + COL_STEP[way]
    if row < 0 or row >= SIDE or col < 0 or col >= SIDE or s.base_at[SIDE * row + col] != NONE:
        return NONE
    return SIDE * row + col


@jitable
def _can_shift(s: SmashGear, cell: int) -> bool:
    for way in range(4):
        if shift_to(s, cell, way) != NONE:
            return True
    return False


@jitable
def _has_base_to_shift(s: SmashGear, seat: int) -> bool:
    """Whether any base of a seat can move."""
    for i in range(s.bases[seat]):
        if _can_shift(s, s.base_list[seat, i]):
            return True
    return False


@jitable
def can_target(
    s: SmashGear, b: SmashGearTables, seat: int, op: int, x: int, y: int, first: int, want: int, value: int
) -> bool:
    """Whether `value` is a valid target of an operation; `first` is its first target, or its own machine."""
    if want == Want.MACHINE:
        return machine_fits(s, b, seat, op, whom_of(op, x, y), value)
    if want == Want.WAY:
        if op == Op.SHIFT:
            return shift_to(s, first, value) != NONE
        how = gait_of(op)
        return (how != Gait.TURN or value < 2) and can_go(s, b, first, how, value)
    if want == Want.UNIT:
        return _is_weapon(s, b, 1 - seat, value)
    if want == Want.CELL:
        return s.base_at[value] == seat and _can_shift(s, value)
    if want == Want.CARD:
        return _is_in_landfill(s, seat, x, value)
    if want == Want.SHOWN:
        return value < SHOWN and (value < SHOWN_MACHINES) == (x == 0) and s.shown[value] != NONE
    if want == Want.PLUGIN:
        return MACHINES <= value < MACHINES + PROGRAMS and s.host[value - MACHINES] != NONE
    if want == Want.STACKED:
        return _cancels(s, seat, x, value)
    return False


@jitable
def _is_weapon(s: SmashGear, b: SmashGearTables, seat: int, cell: int) -> bool:
    """Whether a weapon of a seat is on a cell."""
    there = s.unit_at[cell]
    if there < 0 or owner_of(there // UNIT_STEP) != seat:
        return False
    return there % UNIT_STEP >= b.hearts[s.card[there // UNIT_STEP]]


@jitable
def _is_in_landfill(s: SmashGear, seat: int, kind: int, value: int) -> bool:
    """Whether a card is in a seat's landfill and of that kind: 0 for machines, 1 for programs."""
    if kind == 0:
        return value < MACHINES and s.machine_at[value] == Place.LANDFILL + seat
    return MACHINES <= value < MACHINES + PROGRAMS and s.program_at[value - MACHINES] == Place.LANDFILL + seat


@jitable
def candidates(want: int) -> int:
    """The number of possible values for a kind of target."""
    if want == Want.MACHINE:
        return ALL_SLOTS
    if want == Want.WAY:
        return 4
    if want in (Want.CARD, Want.PLUGIN):
        return MACHINES + PROGRAMS
    if want == Want.SHOWN:
        return SHOWN
    if want == Want.STACKED:
        return DEPTH
    return CELLS


@jitable
def has_target(s: SmashGear, b: SmashGearTables, seat: int, op: int, x: int, y: int, me: int) -> bool:
    """Whether a seat could announce an operation now; `me` is the machine with the effect."""
    if op == NONE:
        return True
    whom = whom_of(op, x, y)
    want = first_want(op, whom)
    if want == Want.NOTHING:
        return _is_of_use(s, b, op, me)
    if want == Want.MACHINE:
        return _has_machine(s, b, seat, op, whom)
    if want == Want.WAY:
        return open_ways(s, b, me, gait_of(op)) != 0
    if want == Want.UNIT:
        return _has_weapon(s, b, 1 - seat)
    if want == Want.CARD:
        return _has_landfill(s, seat, x)
    if want == Want.CELL:
        return _has_base_to_shift(s, seat)
    if want == Want.PLUGIN:
        return bool(s.installed > 0)
    for value in range(s.depth if want == Want.STACKED else candidates(want)):
        if can_target(s, b, seat, op, x, y, me, want, value):
            return True
    return False


@jitable
def _has_machine(s: SmashGear, b: SmashGearTables, seat: int, op: int, whom: int) -> bool:
    """Whether an operation that a seat announces has a machine to apply to."""
    left = s.occupied
    if whom != Whom.ANY:
        owner = seat if whom == Whom.YOURS else 1 - seat
        left = machines_of(s, owner) << SLOTS * owner
    while left:
        if machine_fits(s, b, seat, op, whom, lowest_bit(left)):
            return True
        left &= left - 1
    return False


@jitable
def _has_weapon(s: SmashGear, b: SmashGearTables, seat: int) -> bool:
    """Whether a seat has a weapon on the board."""
    left = machines_of(s, seat)
    while left:
        slot = SLOTS * seat + lowest_bit(left)
        if s.alive[slot] >> b.hearts[s.card[slot]]:
            return True
        left &= left - 1
    return False


@jitable
def _has_landfill(s: SmashGear, seat: int, kind: int) -> bool:
    """Whether a seat's landfill holds a card of a kind."""
    for value in range(MACHINES + PROGRAMS):
        if _is_in_landfill(s, seat, kind, value):
            return True
    return False


@jitable
def _cancels(s: SmashGear, seat: int, what: int, place: int) -> bool:
    """Whether a seat can cancel an announcement: its opponent's, of that kind, not cancelled yet (SG-Q53)."""
    if place >= s.depth or s.stack_seat[place] == seat or s.stack_void[place]:
        return False
    kind = s.stack_kind[place]
    return what == ANYTHING or kind == CANCELLED_KINDS[what]


@jitable
def attackable(s: SmashGear, b: SmashGearTables, seat: int, cell: int) -> bool:
    """Whether a weapon of a seat is on a base of its opponent (SG-R15)."""
    if s.base_at[cell] != 1 - seat or s.unit_at[cell] == NONE:
        return False
    there = s.unit_at[cell]
    slot = there // UNIT_STEP
    return owner_of(slot) == seat and there % UNIT_STEP >= b.hearts[s.card[slot]]


@jitable
def can_attack(s: SmashGear, b: SmashGearTables, seat: int) -> bool:
    """Whether a seat could attack any base."""
    for i in range(s.bases[1 - seat]):
        if attackable(s, b, seat, s.base_list[1 - seat, i]):
            return True
    return False


@jitable
def host_fits(s: SmashGear, b: SmashGearTables, program: int, host: int) -> bool:
    """Whether a plugin can be installed on a machine (its slot) or a base (16 + its cell), and does something there
    (SG-R13, SG-Q39, SG-Q58).
    """
    if host < ALL_SLOTS:
        return b.program_goes_on[program] != Host.BASE and s.card[host] != NONE and _adds(s, b, program, host)
    return b.program_goes_on[program] != Host.MACHINE and s.base_at[host - ALL_SLOTS] != NONE


@jitable
def _adds(s: SmashGear, b: SmashGearTables, program: int, slot: int) -> bool:
    """Whether a plugin gives the machine in a slot a trait that it does not have (SG-Q58)."""
    if not b.program_only_traits[program]:
        return True
    had = s.traits[slot]
    if had & Trait.SLIDES:
        had |= Trait.LEAPS  # slides win (SG-Q64)
    return b.program_traits[program] & ~had != 0


@jitable
def has_host(s: SmashGear, b: SmashGearTables, program: int) -> bool:
    """Whether a plugin can be installed on anything."""
    if b.program_goes_on[program] != Host.MACHINE:
        return s.bases[0] + s.bases[1] > 0
    left = s.occupied
    while left:
        if _adds(s, b, program, lowest_bit(left)):
            return True
        left &= left - 1
    return False
