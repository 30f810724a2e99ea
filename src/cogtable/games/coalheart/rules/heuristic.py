"""The value of a seat's position, for `evaluate`: a rough sum of its possessions and expected gains.

The weights were tuned by self-play. A typical value is 1000; a part for four cubes counts 165, a cube about 20.
"""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import ROWS, Op, Trigger
from cogtable.games.coalheart.rules.attack import AttackStep, attack_damage
from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import BODY, COLOR_COUNT, GEARS, Hex
from cogtable.games.coalheart.rules.prices import may_build
from cogtable.games.coalheart.rules.primitives import total
from cogtable.games.coalheart.rules.stack import top
from cogtable.games.coalheart.rules.state import Ask, Coalheart, Frame, Stage, Task
from cogtable.rules import jitable

BASE = 300
A_PART = 45
A_CUBE_OF_A_PART = 30
A_USEFUL_CUBE = 21
ANY_CUBE = 9
A_POINT_OF_ATTACK = 14
A_CARD = 14
A_DELUXE_CARD = 24
THE_HEART = 25
BEING_BROKEN = 140
A_BROKEN_RIVAL = 30
A_POINT_OF_DAMAGE = 6
A_PART_IN_REACH = 40
AN_ABILITY = 40
"""The extra value of a part that acts, at the start; it shrinks as the robot grows."""
AN_ACTING_PART = 25


@jitable
def heuristic(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The value of a seat's possessions."""
    slot = _slot_in_payment(s, seat)
    built = s.built[seat] | (1 << slot if slot >= 0 else 0)
    count = BASE + _parts(s, b, seat, built) + _cubes(s, b, seat, built) + _hp(s, seat)
    count += A_POINT_OF_ATTACK * s.power[seat]
    count += AN_ABILITY * _abilities(s, b, seat, built) * (BODY - s.parts[seat]) // BODY
    for kind in range(GEARS):
        count += s.gear[seat, kind] * (A_DELUXE_CARD if b.gear_deluxe[kind] else A_CARD)
    if s.heart == seat:
        count += THE_HEART
    return max(1, count + _expected_gains(s, b, seat) + _choice(s, b, seat))


@jitable
def _slot_in_payment(s: Coalheart, seat: int) -> int:
    """The slot of the part that a seat is paying for; -1 if there is none."""
    if s.depth > 0 and top(s, Frame.TASK) == Task.PAYING and top(s, Frame.OWNER) == seat:
        return top(s, Frame.SOURCE)
    return -1


@jitable
def _parts(s: Coalheart, b: CoalheartTables, seat: int, built: int) -> int:
    count = 0
    for slot in range(BODY):
        if built >> slot & 1:
            count += A_PART + A_CUBE_OF_A_PART * b.price[s.body[seat, slot]]
    return count


@jitable
def _abilities(s: Coalheart, b: CoalheartTables, seat: int, built: int) -> int:
    """How many of the built parts act at some time."""
    count = 0
    for slot in range(BODY):
        if built >> slot & 1 and b.trigger[s.body[seat, slot]] >= 0:
            count += 1
    return count


@jitable
def _cubes(s: Coalheart, b: CoalheartTables, seat: int, built: int) -> int:
    """The value of cubes: more for those that missing parts need, none for those in a payment."""
    paying = _slot_in_payment(s, seat) >= 0
    count = -A_USEFUL_CUBE * s.bartering if paying else 0
    for color in range(COLOR_COUNT):
        needed = 0
        for slot in range(BODY):
            if not built >> slot & 1:
                needed += b.cost[s.body[seat, slot], color]
        held = s.cubes[seat, color]
        if paying:
            held -= s.owed[color] + s.laid[color]
        useful = min(held, needed)
        count += A_USEFUL_CUBE * useful + ANY_CUBE * (held - useful)
    return count


@jitable
def _hp(s: Coalheart, seat: int) -> int:
    """The value of HP: each counts more the fewer there are; coming damage is subtracted."""
    hp = s.hp[seat]
    if s.target == seat and hp > 0:
        hp = max(0, hp - _coming_damage(s))
    count = (240 * hp - 4 * hp * hp) // 10 - (BEING_BROKEN if hp == 0 else 0)
    rivals = 0
    for other in range(s.seats):
        rivals += other != seat and s.hp[other] == 0
    return count + A_BROKEN_RIVAL * rivals * rivals if hp > 0 else count


@jitable
def _coming_damage(s: Coalheart) -> int:
    """The damage that the current attack will deal."""
    for i in range(s.depth):
        if s.stack[i, Frame.TASK] == Task.FIGHTING and s.stack[i, Frame.ROW] <= AttackStep.HIT:
            return attack_damage(s, s.stack[i, Frame.OWNER]) >> s.halved
    return 0


@jitable
def _expected_gains(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The value that a seat will gain from the hex in the rest of this phase."""
    perk = seat == s.lead and (s.stage == Stage.TURNS or (s.stage == Stage.CLOSING and s.ask == Ask.PERK))
    if not _turn_is_left(s, seat):
        return A_USEFUL_CUBE * (perk and s.hex == Hex.MINE)
    count = AN_ACTING_PART * _acting_parts(s, seat)
    if s.hex == Hex.MINE:
        return count + A_USEFUL_CUBE * (1 + perk)
    if s.hex == Hex.UPGRADE:
        return count + A_PART_IN_REACH * _in_reach(s, b, seat)
    if s.hex == Hex.FIGHT:
        return count + A_POINT_OF_DAMAGE * (s.power[seat] + perk * b.perk)
    if s.hex == Hex.GEAR:
        return count + (A_DELUXE_CARD if perk or s.deluxe >> seat & 1 else A_CARD)
    return (count + 2 * A_USEFUL_CUBE) * perk


@jitable
def _acting_parts(s: Coalheart, seat: int) -> int:
    """How many parts of a seat act in a turn with this hex."""
    hears = s.listens[seat]
    slots = 0
    if s.hex == Hex.MINE:
        slots = hears[Trigger.MINE] | hears[Trigger.MINE_END]
        if seat == s.lead:
            slots |= hears[Trigger.SELECT_MINE_END]
    elif s.hex == Hex.UPGRADE:
        slots = hears[Trigger.UPGRADE] | hears[Trigger.UPGRADE_END]
    elif s.hex == Hex.GEAR:
        slots = hears[Trigger.GEAR]
    elif s.hex == Hex.FIGHT or (seat == s.lead and s.chances[seat]):
        slots = hears[Trigger.ATTACKING]
    elif s.hex == Hex.CAPTURE:
        slots = hears[Trigger.GAINING]
    elif s.hex == Hex.SCAVENGE:
        slots = hears[Trigger.FROM_SUPPLY]
    count = 0
    for slot in range(BODY):
        count += slots >> slot & 1
    return count


@jitable
def _turn_is_left(s: Coalheart, seat: int) -> bool:
    """Whether a seat has yet to use the hex."""
    if s.stage != Stage.TURNS:
        return False
    if s.turns >> seat & 1:
        return not s.acted >> seat & 1
    return (seat - s.lead) % s.seats >= s.step


@jitable
def _in_reach(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """Roughly how many parts a seat can build now."""
    count = 0
    if may_build(s, seat):
        held, discounts = total(s.cubes[seat]), s.discounts[seat]
        for slot in range(BODY):
            part = s.body[seat, slot]
            if not s.built[seat] >> slot & 1 and b.price[part] <= held + discounts:
                short = 0
                for color in range(COLOR_COUNT):
                    short += max(0, b.cost[part, color] - s.cubes[seat, color])
                if short <= discounts:
                    count += 1
                    held -= b.price[part]
    return min(1, count) if s.hp[seat] == 0 else count


@jitable
def _choice(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The value that the ability on top of the stack is about to give or take."""
    if s.depth == 0 or top(s, Frame.TASK) != Task.RUN or not 0 <= top(s, Frame.ROW) < ROWS:
        return 0
    operation = b.program[top(s, Frame.SOURCE), top(s, Frame.ROW), 0]
    own = top(s, Frame.OWNER) == seat
    if Op.RECEIVE <= operation <= Op.PUNCH:
        return A_USEFUL_CUBE if own else -A_USEFUL_CUBE if top(s, Frame.OTHER) == seat else 0
    if not own:
        return 0
    if Op.CHOOSE <= operation <= Op.QUARRY:
        return A_USEFUL_CUBE
    if operation == Op.WELD:
        return A_PART + 4 * A_CUBE_OF_A_PART
    if operation == Op.STRIKE:
        return A_POINT_OF_DAMAGE * s.gained[seat]
    return A_CARD if Op.FETCH <= operation <= Op.TAKE_GEAR else 0
