"""The value of a seat's position, for `evaluate`. The weights were tuned by self-play."""

from __future__ import annotations

from cogtable.games.smashgear.rules.abilities import Op
from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import ALL_SLOTS, MACHINES, PROGRAMS, SIDE, SLOTS, UNITS
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, bounds_of, gait, heading, open_ways
from cogtable.games.smashgear.rules.stack import operation
from cogtable.games.smashgear.rules.state import NONE, Gait, Phase, Place, SmashGear, Want
from cogtable.games.smashgear.rules.store import hand_size
from cogtable.games.smashgear.rules.targets import can_target, gait_of
from cogtable.rules import jitable, lowest_bit

WON = 800
"""The lead at which a seat has practically won and should end the game."""
FAR = 10
"""The maximum number of moves counted on the way to a base."""
LOST_UNIT = 9
UNREADY = 20
"""The cost of not answering anything until the next turn."""
KEPT_CARDS = 3
"""How many cards of a kind are worth holding."""


@jitable
def heuristic(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """The value of a seat's possessions and threats."""
    total = _bases(s, seat) + _holdings(s, b, seat) + 30 * s.honor[seat] + 40 * s.honor[seat] ** 2 // 100
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE:
            total += _machine(s, b, slot)
    total += _threats(s, b, seat)
    if s.phase == Phase.TARGET and s.asked == seat:
        total += _expected_gain(s, b, seat)
    elif s.phase in (Phase.SITE, Phase.PLACE) and s.asked == seat:
        total += on_board(b, s.pending) + 20
    elif s.phase == Phase.BUILD and s.asked == seat:
        total += 30
    elif s.phase == Phase.REPAIR and s.asked == seat:
        total += LOST_UNIT * min(s.repair_left, _lost(s, b, s.repair_slot))
    return total - UNREADY * s.lets_all[seat]


@jitable
def closing(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """How near a seat is to the end of a game that it is winning, 0 to 80: by honor, or by the last base (SG-R7)."""
    total = 32 * min(s.honor[seat], b.honor_goal) // b.honor_goal
    total += 12 - 4 * min(3, s.bases[1 - seat] - 1)
    moves, count = FAR, 0
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE:
            count += 1
            for i in range(s.bases[1 - seat]):
                moves = min(moves, _moves_to(s, b, slot, s.base_list[1 - seat, i]))
    if moves == FAR and count < SLOTS:  # another machine may have a way there
        total += 4
    return total + 3 * (FAR - moves) + 2 * (moves == 0) + 4 * (s.destroy_hand[seat] > 0)


@jitable
def _moves_to(s: SmashGear, b: SmashGearTables, slot: int, cell: int) -> int:
    """How many normal moves bring a weapon of a machine to a cell if nothing is in the way; FAR if none ever do.

    Flips tile the board with mirror images of the machine, so each cell always meets the same unit or gap of it.
    """
    low, high, left, right = bounds_of(s, slot)
    tall, broad, how = high - low + 1, right - left + 1, gait(s, slot)
    if how == Gait.FLIP:
        up, across = (cell // SIDE - low) // tall, (cell % SIDE - left) // broad
        row, col = (cell // SIDE - low) % tall, (cell % SIDE - left) % broad
        row, col = tall - 1 - row if up % 2 else row, broad - 1 - col if across % 2 else col
        there = s.unit_at[SIDE * (low + row) + left + col]
        meets = there // UNIT_STEP == slot and there % UNIT_STEP >= b.hearts[s.card[slot]]
        fits = low + up * tall >= 0 and high + up * tall < SIDE and left + across * broad >= 0
        fits = fits and right + across * broad < SIDE
        return min(FAR, abs(up) + abs(across)) if meets and fits else FAR
    best, step_up, step_across = FAR, 1, 1
    if how == Gait.LEAP:
        step_up, step_across = 2 * tall, 2 * broad
    for unit in range(b.hearts[s.card[slot]], UNITS):
        at = s.cells[slot, unit]
        if at != NONE:
            up, across = cell // SIDE - at // SIDE, cell % SIDE - at % SIDE
            fits = low + up >= 0 and high + up < SIDE and left + across >= 0 and right + across < SIDE
            if fits and up % step_up == 0 and across % step_across == 0:
                best = min(best, abs(up) // step_up + abs(across) // step_across)
    return best


@jitable
def on_board(b: SmashGearTables, card: int) -> int:
    """The value of an undamaged machine on the board."""
    return 8 * b.price[card] + 16


@jitable
def _bases(s: SmashGear, seat: int) -> int:
    """The value of bases: the first count most, and a free one counts a little more with a machine in hand."""
    bases = s.bases[seat]
    total = 90 * min(bases, 2) + 30 * min(2, max(0, bases - 2)) + 5 * max(0, bases - 4)
    if s.machine_hand[seat] > 0:
        for i in range(bases):
            if s.unit_at[s.base_list[seat, i]] == NONE:
                return total + 14
    return total


@jitable
def _gears(gears: int) -> int:
    """The value of gears; those that cannot be spent soon count little."""
    return 4 * min(gears, 14) + min(10, max(0, gears - 14) // 4)


@jitable
def _holdings(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """The value of gears, cards in hand, and installed plugins."""
    total = _gears(s.gears[seat])
    if s.turn != seat:  # half of the coming income, so that ending a turn is neither good nor bad
        total = (total + _gears(s.gears[seat] + 2 * s.bases[seat])) // 2
    total += 40 * min(1, s.base_hand[seat]) + 4 * min(1, max(0, s.base_hand[seat] - 1))
    total += 42 * min(1, s.destroy_hand[seat]) + 12 * min(1, max(0, s.destroy_hand[seat] - 1))
    total -= 15 * max(0, hand_size(s, seat) - b.hand_limit)
    left = KEPT_CARDS
    for card in range(MACHINES):
        if s.machine_at[card] == Place.HAND + seat:
            total += 5 * b.price[card] + 8 if left > 0 else 4
            left -= 1
    left = KEPT_CARDS
    for program in range(PROGRAMS):
        price = b.program_price[program]
        if s.program_at[program] == Place.HAND + seat:
            total += 4 * price + 6 if left > 0 else 3
            left -= 1
        elif s.installed > 0 and s.host[program] != NONE and s.program_owner[program] == seat:
            host = s.host[program]
            owner = host // SLOTS if host < ALL_SLOTS else s.base_at[host - ALL_SLOTS]
            good = (owner == seat) != (b.program_price_change[program] > 0)
            total += 6 * price + 8 if good else -6 * price
    return total


@jitable
def _machine(s: SmashGear, b: SmashGearTables, slot: int) -> int:
    """The value of a machine on the board: its worth, its losses, and its distance from the other seat's bases."""
    card = s.card[slot]
    seat = slot // SLOTS
    total = on_board(b, card) + 14 * min(2, s.shields[slot]) - 6 * s.stunned[slot]
    total -= LOST_UNIT * _lost(s, b, slot)
    if weapons_left(s, b, slot) > 0:
        total += _nearness(s, b, slot, 1 - seat)
    return total


@jitable
def _lost(s: SmashGear, b: SmashGearTables, slot: int) -> int:
    """How many units a machine has lost."""
    count = 0
    for unit in range(b.units[s.card[slot]]):
        count += s.cells[slot, unit] == NONE
    return count


@jitable
def weapons_left(s: SmashGear, b: SmashGearTables, slot: int) -> int:
    """How many weapons a machine has."""
    count = 0
    for unit in range(b.hearts[s.card[slot]], UNITS):
        count += s.cells[slot, unit] != NONE
    return count


@jitable
def _nearness(s: SmashGear, b: SmashGearTables, slot: int, other: int) -> int:
    """How close the weapons of a machine are to the nearest base of a seat; most if one is on it."""
    best = 2 * SIDE
    for unit in range(b.hearts[s.card[slot]], UNITS):
        cell = s.cells[slot, unit]
        if cell != NONE:
            for i in range(s.bases[other]):
                base = s.base_list[other, i]
                best = min(best, abs(cell // SIDE - base // SIDE) + abs(cell % SIDE - base % SIDE))
    near = 5 * max(0, 14 - best)
    if best == 0:
        near += 14 + (34 if s.destroy_hand[1 - other] > 0 else 0)
    return near


@jitable
def _threats(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """The value of the hearts and bases that the machines of a seat could hit with one normal move."""
    hit = 0
    funds = s.gears[seat] + (0 if s.turn == seat else 2 * s.bases[seat])
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE and not s.stunned[slot] and move_price(s, slot) <= funds:
            how = gait(s, slot)
            left = open_ways(s, b, slot, how)
            while left:
                hit |= _hits_of(s, b, slot, how, lowest_bit(left))
                left &= left - 1
    total = 0
    for other in range(ALL_SLOTS):
        if hit >> other & 1:
            total += 10 + 20 * on_board(b, s.card[other]) // 100
    if hit >> ALL_SLOTS & 1:
        total += 30 if s.destroy_hand[seat] > 0 else 8
    return total


@jitable
def _hits_of(s: SmashGear, b: SmashGearTables, slot: int, how: int, way: int) -> int:
    """Bits of the slots whose hearts a move would hit in the mover's favour, and one for a weapon on a base."""
    rr, rc, re, cr, cc, ce = heading(s, b, slot, how, way)
    hearts = b.hearts[s.card[slot]]
    hit = 0
    for unit in range(UNITS):
        cell = s.cells[slot, unit]
        if cell != NONE:
            row, col = cell // SIDE, cell % SIDE
            to = SIDE * (rr * row + rc * col + re) + cr * row + cc * col + ce
            there = s.unit_at[to]
            if there != NONE and there // UNIT_STEP != slot:
                other = there // UNIT_STEP
                if there % UNIT_STEP < b.hearts[s.card[other]] and s.shields[other] == 0 and unit >= hearts:
                    hit |= 1 << other
                elif unit < hearts and s.shields[slot] == 0:
                    return 0
            elif unit >= hearts and s.base_at[to] == 1 - slot // SLOTS:
                hit |= 1 << ALL_SLOTS
    return hit


@jitable
def _expected_gain(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """The possible gain from an announcement whose target is still to be named."""
    op, x, y = operation(s, b, s.depth - 1)
    if op == NONE:
        return 24
    if not Op.FLIP <= op <= Op.TURN:
        return 12 if op == Op.STUN else 20
    return 6 + _best_going(s, b, seat, op, x, y)


@jitable
def _best_going(s: SmashGear, b: SmashGearTables, seat: int, op: int, x: int, y: int) -> int:
    """The highest value that any possible target machine would hit by moving."""
    best = 0
    how = gait_of(op)
    mine = s.stack_a[s.depth - 1]
    for slot in range(ALL_SLOTS):
        if s.card[slot] != NONE and (mine in (NONE, slot)):
            for way in range(4):
                if can_target(s, b, seat, op, x, y, slot, Want.WAY, way):
                    hit = _hits_of(s, b, slot, how, way)
                    gain = 0
                    for other in range(ALL_SLOTS):
                        if hit >> other & 1:
                            gain += on_board(b, s.card[other])
                    if hit >> ALL_SLOTS & 1:
                        gain += 20
                    best = max(best, gain)
    return best
