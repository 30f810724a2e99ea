"""Machines on the grid: their poses, their positions after moves, and whether they fit there.

A machine lies in one of eight poses; the tables hold the position of each unit in each pose. A move is a map of the
grid onto itself, row' = rr * row + rc * col + re and col' = cr * row + cc * col + ce, which also turns the pose into
another.
"""

from __future__ import annotations

from typing import Any

from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import SIDE, SLOTS, UNITS
from cogtable.games.smashgear.rules.shapes import (
    COL_RIGHT,
    MATRICES,
    MIRRORED,
    OFF_BOARD,
    ROW_UP,
    SAME,
    TURNED,
    TURNS,
    is_on_board,
    meets,
    product,
    reach_of,
)
from cogtable.games.smashgear.rules.state import NONE, Gait, SmashGear, Trait, Way
from cogtable.rules import jitable, lookup_table, lowest_bit

WAYS = 4


def _composed() -> Any:
    """The pose after a move, by the linear part of the move (4 * how + way) and the pose before."""
    upside_down, left = product(TURNS[2], MIRRORED), TURNS[3]
    linear = {Gait.FLIP: [upside_down] * 2 + [MIRRORED] * 2, Gait.TURN: [TURNED, left, TURNED, TURNED]}
    steps = [step for how in Gait for step in linear.get(how, [SAME] * WAYS)]
    return [[MATRICES.index(product(step, pose)) for pose in MATRICES] for step in steps]


POSE_AFTER = lookup_table(_composed())
ROW_STEP = lookup_table([1, -1, 0, 0])
COL_STEP = lookup_table([0, 0, -1, 1])


@jitable
def owner_of(slot: int) -> int:
    """The seat that a slot belongs to."""
    return slot // SLOTS


@jitable
def gait(s: SmashGear, slot: int) -> int:
    """How a machine makes a normal move."""
    if s.traits[slot] & Trait.SLIDES:
        return Gait.SLIDE
    if s.traits[slot] & Trait.LEAPS:
        return Gait.LEAP
    return Gait.FLIP


@jitable
def flipped(low: int, high: int, forward: bool) -> int:
    """The sum of a position and its mirror image across one end of low..high."""
    return 2 * high + 1 if forward else 2 * low - 1


@jitable
def heading(s: SmashGear, b: SmashGearTables, slot: int, how: int, way: int) -> Any:
    """The map (rr, rc, re, cr, cc, ce) of a move; a flip mirrors the machine (SG-Q2, SG-Q3)."""
    low, high, left, right = bounds_of(s, slot)
    row_step, col_step = ROW_STEP[way], COL_STEP[way]
    if how == Gait.SLIDE:
        return 1, 0, row_step, 0, 1, col_step
    if how == Gait.LEAP:
        return 1, 0, 2 * (high - low + 1) * row_step, 0, 1, 2 * (right - left + 1) * col_step
    if how == Gait.TURN:
        return _quarter(s, b, slot, way)
    if way in (Way.UP, Way.DOWN):
        return -1, 0, flipped(low, high, way == Way.UP), 0, 1, 0
    return 1, 0, 0, 0, -1, flipped(left, right, way == Way.RIGHT)


@jitable
def _quarter(s: SmashGear, b: SmashGearTables, slot: int, way: int) -> Any:
    """A quarter turn about the first heart, to the right for way 0, to the left for way 1."""
    cell = heart_of(s, slot)
    row, col = cell // SIDE, cell % SIDE
    if way == 0:
        return 0, -1, row + col, 1, 0, col - row
    return 0, 1, row - col, -1, 0, col + row


@jitable
def heart_of(s: SmashGear, slot: int) -> int:
    """The cell of a machine's first heart."""
    heart = 0
    while s.cells[slot, heart] == NONE:
        heart += 1
    return s.cells[slot, heart]


@jitable
def bounds_of(s: SmashGear, slot: int) -> Any:
    """Lowest and highest row, lowest and highest column of a machine's units."""
    reach = s.reach[slot]
    return 0x7F - (reach >> 8 & 0xFF), reach & 0xFF, 0x7F - (reach >> 24), reach >> 16 & 0xFF


@jitable
def can_go(s: SmashGear, b: SmashGearTables, slot: int, how: int, way: int) -> bool:
    """Whether a way is open to a machine with a gait."""
    return open_ways(s, b, slot, how) >> way & 1 != 0


@jitable
def open_ways(s: SmashGear, b: SmashGearTables, slot: int, how: int) -> int:
    """The ways (bits) on which a machine stays on the board and off its owner's other machines (SG-R11, SG-Q45)."""
    up, down, left, right = _reaches(s, b, slot, how)
    found = is_on_board(up) | is_on_board(down) << 1 | is_on_board(left) << 2 | is_on_board(right) << 3
    first = SLOTS * owner_of(slot)
    others = (machines_of(s, owner_of(slot)) << first) & ~(1 << slot)
    near = 0
    while others:
        other = s.reach[lowest_bit(others)]
        near |= meets(up, other) | meets(down, other) << 1 | meets(left, other) << 2 | meets(right, other) << 3
        others &= others - 1
    if how == Gait.TURN and found & 1 and _turns_onto_itself(s, b, slot):
        return 0
    near &= found  # the other ways cannot lead onto another machine
    while near:
        way = lowest_bit(near)
        found &= ~(_lands_on_own(s, b, slot, how, way) << way)
        near &= near - 1
    return found


@jitable
def _turns_onto_itself(s: SmashGear, b: SmashGearTables, slot: int) -> bool:
    """Whether a quarter turn, which must stay on the board, would leave a whole machine as it is (SG-Q58)."""
    rr, rc, re, cr, cc, ce = _quarter(s, b, slot, 0)
    hearts = b.hearts[s.card[slot]]
    for unit in range(b.units[s.card[slot]]):
        cell = s.cells[slot, unit]
        if cell == NONE:
            return False
        row, col = cell // SIDE, cell % SIDE
        there = s.unit_at[SIDE * (rr * row + rc * col + re) + cr * row + cc * col + ce]
        if there // UNIT_STEP != slot or (there % UNIT_STEP < hearts) != (unit < hearts):
            return False
    return True


@jitable
def machines_of(s: SmashGear, seat: int) -> int:
    """The slots of a seat that hold a machine, as bits from its first slot."""
    return s.occupied >> SLOTS * seat & (1 << SLOTS) - 1


@jitable
def _reaches(s: SmashGear, b: SmashGearTables, slot: int, how: int) -> Any:
    """The rows and columns to which each way would bring a machine; off the board for ways that the gait lacks.

    A flip moves a machine by its own height or width.
    """
    if how == Gait.TURN:
        return _turned(s, b, slot, 0), _turned(s, b, slot, 1), OFF_BOARD, OFF_BOARD
    low, high, left, right = bounds_of(s, slot)
    rows, cols = high - low + 1, right - left + 1
    if how == Gait.SLIDE:
        rows, cols = 1, 1
    elif how == Gait.LEAP:
        rows, cols = 2 * rows, 2 * cols
    here, up, across = s.reach[slot], ROW_UP * rows, COL_RIGHT * cols
    return here + up, here - up, here - across, here + across


@jitable
def _turned(s: SmashGear, b: SmashGearTables, slot: int, way: int) -> int:
    """The rows and columns to which a quarter turn would bring a machine."""
    rr, rc, re, cr, cc, ce = _quarter(s, b, slot, way)
    low, high, left, right = bounds_of(s, slot)
    row, other_row = rr * low + rc * left + re, rr * high + rc * right + re
    col, other_col = cr * low + cc * left + ce, cr * high + cc * right + ce
    return reach_of(min(row, other_row), max(row, other_row), min(col, other_col), max(col, other_col))


UNIT_STEP = 8
"""A unit on a cell is UNIT_STEP * slot + unit."""


@jitable
def _lands_on_own(s: SmashGear, b: SmashGearTables, slot: int, how: int, way: int) -> bool:
    """Whether a move that stays on the board brings a unit onto another machine of the owner.

    Has no branch for each unit, because the branches would be mispredicted.
    """
    row, col, pose = _after(s, b, slot, how, way)
    start, card, alive = SIDE * row + col, s.card[slot], s.alive[slot]
    found = False
    for unit in range(UNITS):
        has = alive >> unit & 1
        other = s.unit_at[has * (start + b.at_cell[card, pose, unit])] // UNIT_STEP
        found |= (has != 0) & (other != slot) & (owner_of(other) == owner_of(slot))
    return found


@jitable
def _after(s: SmashGear, b: SmashGearTables, slot: int, how: int, way: int) -> Any:
    """The row, the column and the pose of a machine after a move."""
    rr, rc, re, cr, cc, ce = heading(s, b, slot, how, way)
    row, col = s.row[slot], s.col[slot]
    pose = POSE_AFTER[WAYS * how + way, s.pose[slot]]
    return rr * row + rc * col + re, cr * row + cc * col + ce, pose


@jitable
def carry(s: SmashGear, b: SmashGearTables, slot: int, how: int, way: int) -> None:
    """Lifts a machine off the board and computes where it goes; `lay` puts it there."""
    lift(s, slot)
    s.row[slot], s.col[slot], s.pose[slot] = _after(s, b, slot, how, way)
    locate(s, b, slot)


@jitable
def place_of(s: SmashGear, b: SmashGearTables, slot: int, unit: int) -> int:
    """The cell of a unit, even a lost one; NONE if it is off the board."""
    row = s.row[slot] + b.at_row[s.card[slot], s.pose[slot], unit]
    col = s.col[slot] + b.at_col[s.card[slot], s.pose[slot], unit]
    if row < 0 or row >= SIDE or col < 0 or col >= SIDE:
        return NONE
    return SIDE * row + col


@jitable
def locate(s: SmashGear, b: SmashGearTables, slot: int) -> None:
    """Computes the cells and bounds of a machine's units from its position and pose."""
    card, pose, alive = s.card[slot], s.pose[slot], s.alive[slot]
    low, high, left, right = SIDE, -1, SIDE, -1
    for unit in range(UNITS):
        s.cells[slot, unit] = NONE
        if alive >> unit & 1:
            row = s.row[slot] + b.at_row[card, pose, unit]
            col = s.col[slot] + b.at_col[card, pose, unit]
            s.cells[slot, unit] = SIDE * row + col
            low, high = min(low, row), max(high, row)
            left, right = min(left, col), max(right, col)
    s.reach[slot] = reach_of(low, high, left, right)


@jitable
def lay(s: SmashGear, slot: int) -> None:
    """Puts the units of a machine on their cells."""
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        if cell != NONE:
            s.unit_at[cell] = UNIT_STEP * slot + unit


@jitable
def lift(s: SmashGear, slot: int) -> None:
    """Clears the cells that a machine covers."""
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        if cell != NONE and s.unit_at[cell] // UNIT_STEP == slot:
            s.unit_at[cell] = NONE


@jitable
def fits(s: SmashGear, b: SmashGearTables, card: int, site: int, heart: int, turns: int) -> bool:
    """Whether a machine with the given heart on a cell is on the board and overlaps no machine (SG-R25, SG-Q28)."""
    row = site // SIDE - b.at_row[card, turns, heart]
    col = site % SIDE - b.at_col[card, turns, heart]
    if not is_on_board(b.reach[card, turns] + ROW_UP * row + COL_RIGHT * col):
        return False
    start, free = SIDE * row + col, NONE
    for unit in range(UNITS):
        free &= s.unit_at[start + b.at_cell[card, turns, unit]]  # all bits of NONE are set
    return free == NONE


@jitable
def fits_on(s: SmashGear, b: SmashGearTables, card: int, site: int) -> bool:
    """Whether a machine fits on a base in any way."""
    if s.unit_at[site] != NONE:
        return False
    for pose in range(4 * b.hearts[card]):
        if b.distinct[card, pose] and fits(s, b, card, site, pose // 4, pose % 4):
            return True
    return False


@jitable
def fits_somewhere(s: SmashGear, b: SmashGearTables, card: int, seat: int) -> bool:
    """Whether a machine fits on any base of a seat."""
    for i in range(s.bases[seat]):
        if fits_on(s, b, card, s.base_list[seat, i]):
            return True
    return False


@jitable
def free_slot(s: SmashGear, seat: int) -> int:
    """The first free slot of a seat; NONE if all are taken."""
    free = ~machines_of(s, seat) & (1 << SLOTS) - 1
    return SLOTS * seat + lowest_bit(free) if free else NONE


@jitable
def main_part(s: SmashGear, b: SmashGearTables, slot: int) -> int:
    """Bits of the units of a machine's main part; 0 if its owner must decide (SG-R27)."""
    best, most, level = 0, -1, False
    alive = s.alive[slot]
    for heart in range(b.hearts[s.card[slot]]):
        if alive >> heart & 1:
            part = part_of(s, b, slot, heart)
            weapons = weapons_in(b, s.card[slot], part)
            if part == best:
                continue
            if weapons > most:
                best, most, level = part, weapons, False
            elif weapons == most:
                level = True
    return 0 if level else best


@jitable
def part_of(s: SmashGear, b: SmashGearTables, slot: int, unit: int) -> int:
    """Bits of the units connected with a unit, side by side (SG-Q18)."""
    card, alive = s.card[slot], s.alive[slot]
    part, reached = 0, 1 << unit
    while part != reached:
        part = reached
        for other in range(UNITS):
            if part >> other & 1:
                reached |= b.beside[card, other] & alive
    return part


@jitable
def weapons_in(b: SmashGearTables, card: int, units: int) -> int:
    """The number of weapons among these units (bits) of a card."""
    count = 0
    for unit in range(b.hearts[card], UNITS):
        count += units >> unit & 1
    return count
