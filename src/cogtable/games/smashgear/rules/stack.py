"""The stack of announcements: their targets, the order in which they resolve, and their results (SG-Q36)."""

from __future__ import annotations

from typing import Any

from cogtable.games.smashgear.rules.abilities import ADDED, Op, Whom
from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.combat import (
    Loss,
    Removal,
    bunker_on,
    clear,
    destroy,
    destroy_base,
    fall_apart,
    go,
    lose,
    lose_plugin,
)
from cogtable.games.smashgear.rules.components import ALL_SLOTS, CELLS, MACHINES, PROGRAMS, Card
from cogtable.games.smashgear.rules.effects import base_host, carry_out, refresh
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, can_go, gait, lay, locate, owner_of, place_of
from cogtable.games.smashgear.rules.state import MANY, NONE, Gait, Kind, Place, SmashGear, Want
from cogtable.games.smashgear.rules.store import kind_shown, show, take_shown, to_hand
from cogtable.games.smashgear.rules.targets import (
    attackable,
    can_put_back,
    can_target,
    candidates,
    first_want,
    gait_of,
    host_fits,
    next_want,
    repairable,
    shift_to,
    whom_of,
)
from cogtable.rules import ALL, Ints, PlainIntEnum, jitable, note


class Failure(PlainIntEnum):
    """Why an announcement fails."""

    CANCELLED = 0
    TARGET_GONE = 1
    BUNKER = 2
    STUNNED = 3
    NO_ROOM = 4
    MACHINE_GONE = 5


# --- announcing ---------------------------------------------------------------------------------------


@jitable
def push(s: SmashGear, seat: int, kind: int, what: int, card: int) -> None:
    """Puts an announcement on the stack, before its targets are named."""
    top = s.depth
    s.depth += 1
    s.stack_kind[top] = kind
    s.stack_seat[top] = seat
    s.stack_what[top] = what
    s.stack_card[top] = card
    s.stack_a[top] = NONE
    s.stack_b[top] = NONE
    s.stack_void[top] = 0
    note(s, ALL, Event.ANNOUNCED, seat=seat, kind=kind, what=what, machine=card)


@jitable
def operation(s: SmashGear, b: SmashGearTables, top: int) -> Any:
    """The operation of an announcement that takes a target, with its two arguments; NONE if there is none."""
    what = s.stack_what[top]
    if s.stack_kind[top] == Kind.SCRIPT:
        return b.program_aim[what, 0], b.program_aim[what, 1], b.program_aim[what, 2]
    if s.stack_kind[top] == Kind.EFFECT:
        card = s.stack_card[top]
        return b.aim[card, 0], b.aim[card, 1], b.aim[card, 2]
    return NONE, NONE, NONE


@jitable
def start_aiming(s: SmashGear, b: SmashGearTables) -> None:
    """Asks for the targets of the announcement on top, if it takes any."""
    top = s.depth - 1
    kind = s.stack_kind[top]
    if kind == Kind.PLUGIN:
        s.wanted = Want.HOST
    elif kind == Kind.ATTACK:
        s.wanted = Want.CELL
    elif kind != Kind.MOVE:
        op, x, y = operation(s, b, top)
        whom = whom_of(op, x, y)
        if op != NONE and whom == Whom.IT and op >= Op.FLIP and op <= Op.SCRAP:
            s.stack_a[top] = s.stack_what[top]
        s.wanted = first_want(op, whom)
    settle_aim(s, b)


@jitable
def target_fits(s: SmashGear, b: SmashGearTables, value: int) -> bool:
    """Whether `value` can be the target that is asked for now."""
    top = s.depth - 1
    seat, kind = s.stack_seat[top], s.stack_kind[top]
    if kind == Kind.ATTACK:
        return attackable(s, b, seat, value)
    if kind == Kind.PLUGIN:
        return host_fits(s, b, s.stack_what[top], value)
    op, x, y = operation(s, b, top)
    return can_target(s, b, seat, op, x, y, s.stack_a[top], s.wanted, value)


@jitable
def aim_at(s: SmashGear, b: SmashGearTables, value: int) -> None:
    """Names a target for the announcement on top, and the next one too if only one is possible."""
    _name_target(s, b, value)
    settle_aim(s, b)


@jitable
def settle_aim(s: SmashGear, b: SmashGearTables) -> None:
    """Names the target without asking if only one is possible."""
    while s.wanted != Want.NOTHING:
        only = NONE
        for value in range(wanted_range(s)):
            if target_fits(s, b, value):
                if only != NONE:
                    return
                only = value
        if only == NONE:
            return
        _name_target(s, b, only)


@jitable
def _name_target(s: SmashGear, b: SmashGearTables, value: int) -> None:
    top = s.depth - 1
    want = s.wanted
    kind = s.stack_kind[value] if want == Want.STACKED else NONE
    note(
        s,
        ALL,
        Event.AIMED,
        seat=s.stack_seat[top],
        want=want,
        target=value,
        kind=kind,
        what=aimed_at(s, b, want, value),
    )
    if want == Want.WAY:
        s.stack_b[top] = value
    else:
        s.stack_a[top] = value
    if want == Want.SHOWN:
        s.stack_b[top] = s.shown[value]  # the card itself is named, not its place (SG-Q62)
    if s.stack_kind[top] == Kind.ATTACK:
        slot = s.unit_at[value] // UNIT_STEP
        s.stack_what[top] = slot
        s.stack_card[top] = s.card[slot]
        s.wanted = Want.NOTHING
    else:
        op, _, _ = operation(s, b, top)
        s.wanted = next_want(op, want)


@jitable
def aimed_at(s: SmashGear, b: SmashGearTables, want: int, value: int) -> int:
    """The meaning of a target, for the log: its card, an announcement's card, the gait for a direction, or NONE."""
    if want == Want.MACHINE or (want == Want.HOST and value < ALL_SLOTS):
        return s.card[value]
    if want == Want.SHOWN:
        return s.shown[value]
    if want == Want.WAY:
        op, _, _ = operation(s, b, s.depth - 1)
        return Gait.FLIP if op == Op.SHIFT else gait_of(op)
    if want == Want.STACKED:
        return s.stack_what[value] if s.stack_kind[value] in (Kind.SCRIPT, Kind.PLUGIN) else s.stack_card[value]
    return NONE


@jitable
def wanted_range(s: SmashGear) -> int:
    """The number of possible values for the target that is asked for."""
    return ALL_SLOTS + CELLS if s.wanted == Want.HOST else candidates(s.wanted)


# --- resolving ----------------------------------------------------------------------------------------


@jitable
def resolve(s: SmashGear, b: SmashGearTables) -> None:
    """Resolves the announcement on top, as far as still possible, and removes it (SG-R12)."""
    top = s.depth - 1
    seat, kind, what, card = (
        s.stack_seat[top],
        s.stack_kind[top],
        s.stack_what[top],
        s.stack_card[top],
    )
    a, way, void = s.stack_a[top], s.stack_b[top], s.stack_void[top]
    op, x, y = operation(s, b, top)
    s.depth = top
    s.stack_kind[top] = 0
    s.stack_seat[top] = 0
    s.stack_what[top] = 0
    s.stack_card[top] = 0
    s.stack_a[top] = 0
    s.stack_b[top] = 0
    s.stack_void[top] = 0
    if kind in (Kind.SCRIPT, Kind.PLUGIN):
        s.program_at[what] = Place.LANDFILL + seat
        s.program_owner[what] = NONE
    if void:
        _fail(s, seat, kind, what, card, Failure.CANCELLED)
    elif kind == Kind.MOVE:
        _resolve_move(s, b, seat, what, card, way)
    elif kind == Kind.ATTACK:
        _resolve_attack(s, b, seat, what, card, a)
    elif kind == Kind.PLUGIN:
        _install(s, b, seat, what, a)
    elif kind == Kind.EFFECT:
        if s.card[what] == card and still_fits(s, b, seat, op, x, y, a, way):
            note(s, ALL, Event.RESOLVED, seat=seat, kind=kind, what=what, machine=card)
            _carry_out_all(s, b, seat, b.does[card], b.effect_row[card], b.effect_rows[card], a, way)
        else:
            _fail(s, seat, kind, what, card, Failure.TARGET_GONE if s.card[what] == card else Failure.MACHINE_GONE)
    elif still_fits(s, b, seat, op, x, y, a, way):
        note(s, ALL, Event.RESOLVED, seat=seat, kind=kind, what=what, machine=NONE)
        _carry_out_all(s, b, seat, b.program_does[what], 0, b.program_rows[what], a, way)
    else:
        _fail(s, seat, kind, what, NONE, Failure.TARGET_GONE)


@jitable
def _fail(s: SmashGear, seat: int, kind: int, what: int, card: int, why: int) -> None:
    """Notes that an announcement fails (SG-X8)."""
    note(s, ALL, Event.FAILED, seat=seat, kind=kind, what=what, machine=card, why=why)


@jitable
def _resolve_move(s: SmashGear, b: SmashGearTables, seat: int, slot: int, card: int, way: int) -> None:
    how = gait(s, slot)
    if s.card[slot] != card:
        _fail(s, seat, Kind.MOVE, slot, card, Failure.MACHINE_GONE)
    elif s.stunned[slot]:
        _fail(s, seat, Kind.MOVE, slot, card, Failure.STUNNED)
    elif not can_go(s, b, slot, how, way):
        _fail(s, seat, Kind.MOVE, slot, card, Failure.NO_ROOM)
    else:
        note(s, ALL, Event.RESOLVED, seat=seat, kind=Kind.MOVE, what=slot, machine=card)
        go(s, b, slot, how, way)


@jitable
def _resolve_attack(s: SmashGear, b: SmashGearTables, seat: int, slot: int, card: int, cell: int) -> None:
    """SG-R21, SG-Q24, SG-Q27."""
    if s.card[slot] != card:
        _fail(s, seat, Kind.ATTACK, slot, card, Failure.MACHINE_GONE)
        return
    if not attackable(s, b, seat, cell) or s.unit_at[cell] // UNIT_STEP != slot:
        _fail(s, seat, Kind.ATTACK, slot, card, Failure.TARGET_GONE)
        return
    bunker = bunker_on(s, b, cell)
    if bunker != NONE:
        _fail(s, seat, Kind.ATTACK, slot, card, Failure.BUNKER)
        lose_plugin(s, bunker)
        return
    note(s, ALL, Event.RESOLVED, seat=seat, kind=Kind.ATTACK, what=slot, machine=card)
    destroy_base(s, b, slot, cell)


@jitable
def _install(s: SmashGear, b: SmashGearTables, seat: int, program: int, host: int) -> None:
    """Installs a plugin on its target, if that is still there (SG-R13)."""
    if not host_fits(s, b, program, host):
        _fail(s, seat, Kind.PLUGIN, program, NONE, Failure.TARGET_GONE)
        return
    note(s, ALL, Event.RESOLVED, seat=seat, kind=Kind.PLUGIN, what=program, machine=NONE)
    s.program_at[program] = Place.FIELD
    s.program_owner[program] = seat
    s.host[program] = host
    s.installed += 1
    note(s, ALL, Event.INSTALLED, seat=seat, program=program, host=host)
    if host < ALL_SLOTS:
        s.shields[host] = min(MANY, s.shields[host] + b.program_armour[program])
        refresh(s, b, host)


@jitable
def still_fits(s: SmashGear, b: SmashGearTables, seat: int, op: int, x: int, y: int, a: int, way: int) -> bool:
    """Whether the targets of an announcement are still valid: the first `a`, and the second `way`, or the card that
    was named in the store.
    """
    if op == NONE:
        return True
    if op == Op.CANCEL:
        return not s.stack_void[a]
    whom = whom_of(op, x, y)
    want = first_want(op, whom)
    if want == Want.NOTHING:
        return s.card[a] != NONE
    if want == Want.WAY:
        return can_target(s, b, seat, op, x, y, a, Want.WAY, way)
    if not can_target(s, b, seat, op, x, y, NONE, want, a):
        return False
    if want == Want.SHOWN:
        return bool(s.shown[a] == way)
    return next_want(op, want) != Want.WAY or can_target(s, b, seat, op, x, y, a, Want.WAY, way)


@jitable
def _carry_out_all(
    s: SmashGear, b: SmashGearTables, seat: int, rows: Ints, first: int, count: int, a: int, way: int
) -> None:
    """Carries out the operations of a Script or an effect in order."""
    for i in range(first, first + count):
        op, x, y = rows[i, 0], rows[i, 1], rows[i, 2]
        if Op.CANCEL <= op < ADDED:
            _carry_out_aimed(s, b, seat, op, x, a, way)
        else:
            carry_out(s, b, seat, op, x, y)


@jitable
def _carry_out_aimed(s: SmashGear, b: SmashGearTables, seat: int, op: int, count: int, a: int, way: int) -> None:
    if op == Op.CANCEL:
        s.stack_void[a] = 1
    elif op in (Op.FLIP, Op.SLIDE, Op.TURN):
        go(s, b, a, gait_of(op), way)
    elif op == Op.STUN:
        s.stunned[a] = 1
        note(s, ALL, Event.STUNNED, slot=a, machine=s.card[a])
    elif op == Op.SHIELD:
        s.shields[a] = min(MANY, s.shields[a] + 1)
        note(s, ALL, Event.SHIELDED, slot=a, machine=s.card[a])
    elif op == Op.REPAIR:
        s.repair_slot, s.repair_left, s.repair_begun = a, count, 0
    elif op == Op.RECALL:
        _recall(s, b, a)
    elif op == Op.SCRAP:
        destroy(s, b, a, Removal.DISASSEMBLY)
    elif op == Op.SNAP:
        there = s.unit_at[a]
        lose(s, b, there // UNIT_STEP, there % UNIT_STEP, Loss.EFFECT)
        fall_apart(s, b, there // UNIT_STEP)
    elif op == Op.SHIFT:
        _shift(s, seat, a, shift_to(s, a, way))
    elif op == Op.SALVAGE:
        kind = Card.MACHINE if a < MACHINES else Card.PROGRAM
        card = a if a < MACHINES else a - MACHINES
        to_hand(s, seat, kind, card, True)
        note(s, ALL, Event.SALVAGED, seat=seat, kind=kind, card=card)
    elif op == Op.FETCH:
        card = take_shown(s, seat, a)
        note(s, ALL, Event.FETCHED, seat=seat, kind=kind_shown(a), card=card)
        show(s, a)
    elif op == Op.UNPLUG:
        host = s.host[a - MACHINES]
        lose_plugin(s, a - MACHINES)
        if host < ALL_SLOTS:
            refresh(s, b, host)


@jitable
def continues_repair(s: SmashGear, b: SmashGearTables) -> bool:
    """Whether there is another unit that the owner can put back; ends the repair otherwise (SG-Q51, SG-Q59)."""
    if s.repair_left > 0 and repairable(s, b, s.repair_slot):
        return True
    stop_repairing(s)
    return False


@jitable
def repair(s: SmashGear, b: SmashGearTables, cell: int) -> None:
    """Puts back the unit that belongs on a cell."""
    slot = s.repair_slot
    for unit in range(b.units[s.card[slot]]):
        if can_put_back(s, b, slot, unit) and place_of(s, b, slot, unit) == cell:
            _put_back(s, b, slot, unit)
            return


@jitable
def stop_repairing(s: SmashGear) -> None:
    """Ends the repair."""
    s.repair_slot, s.repair_left, s.repair_begun = NONE, 0, 0


@jitable
def _put_back(s: SmashGear, b: SmashGearTables, slot: int, unit: int) -> None:
    s.repair_left -= 1
    s.repair_begun = 1
    s.alive[slot] |= 1 << unit
    locate(s, b, slot)
    lay(s, slot)
    note(s, ALL, Event.REPAIRED, slot=slot, machine=s.card[slot], unit=unit, cell=s.cells[slot, unit])


@jitable
def _recall(s: SmashGear, b: SmashGearTables, slot: int) -> None:
    card, seat = s.card[slot], owner_of(slot)
    clear(s, b, slot)
    to_hand(s, seat, Card.MACHINE, card, True)
    note(s, ALL, Event.RECALLED, slot=slot, machine=card, to=seat)


@jitable
def _shift(s: SmashGear, seat: int, cell: int, to: int) -> None:
    """Moves a base with the plugins on it."""
    s.base_at[cell] = NONE
    s.base_at[to] = seat
    for i in range(s.bases[seat]):
        if s.base_list[seat, i] == cell:
            s.base_list[seat, i] = to
    if s.installed > 0:
        for program in range(PROGRAMS):
            if s.host[program] == base_host(cell):
                s.host[program] = base_host(to)
    note(s, ALL, Event.SHIFTED, seat=seat, cell=cell, to=to)
