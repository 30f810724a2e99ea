"""What is announced: its targets, the order in which it is resolved, and what becomes of it (SG-Q36)."""

from __future__ import annotations

from typing import Any

from cogtable.engine.jit import jitable
from cogtable.engine.notes import ALL, note
from cogtable.games.smashgear.cards import (
    CANCEL,
    FETCH,
    FLIP,
    IT,
    RECALL,
    REPAIR,
    SALVAGE,
    SCRAP,
    SHIELD,
    SHIFT,
    SLIDE,
    SNAP,
    STUN,
    THEIRS,
    TURN,
    UNPLUG,
    YOURS,
)
from cogtable.games.smashgear.combat import (
    BY_EFFECT,
    DISASSEMBLED,
    bunker_on,
    clear,
    destroy,
    destroy_base,
    fall_apart,
    go,
    lose,
    lose_plugin,
)
from cogtable.games.smashgear.effects import base_host, carry_out, refresh
from cogtable.games.smashgear.geometry import (
    COL_STEP,
    ROW_STEP,
    UNIT_STEP,
    can_go,
    can_go_anywhere,
    gait,
    lay,
    locate,
    owner_of,
    place_of,
)
from cogtable.games.smashgear.state import (
    AIMED,
    ALL_SLOTS,
    ANNOUNCED,
    ATTACK,
    CELLS,
    EFFECT,
    FAILED,
    FETCHED,
    FIELD,
    HEAVY,
    INSTALLED,
    LANDFILL,
    MACHINE_CARD,
    MACHINES,
    MOVE,
    NONE,
    PLUGIN,
    PROGRAM_CARD,
    PROGRAMS,
    QUARTER,
    RECALLED,
    REPAIRED,
    RESOLVED,
    SALVAGED,
    SCRIPT,
    SHIELDED,
    SHIFTED,
    SHOWN,
    SHOWN_MACHINES,
    SIDE,
    STUNNED,
    WANT_CARD,
    WANT_CELL,
    WANT_HOST,
    WANT_MACHINE,
    WANT_NOTHING,
    WANT_PLUGIN,
    WANT_SHOWN,
    WANT_UNIT,
    WANT_WAY,
    wide,
)
from cogtable.games.smashgear.state import FLIP as FLIPPING
from cogtable.games.smashgear.state import SLIDE as SLIDING
from cogtable.games.smashgear.store import kind_shown, show, take_shown, to_hand

# Why what was announced comes to nothing.
CANCELLED, TARGET_GONE, BUNKERED = range(3)

ON_MACHINE, ON_BASE, ON_EITHER = range(3)
"""What a plugin may be installed on (`program_on`)."""

# --- operations that take a target --------------------------------------------------------------------


@jitable
def first_want(op: int, whom: int) -> int:
    """What an operation wants first as its target."""
    if op in (FLIP, SLIDE, TURN):
        return WANT_WAY if whom == IT else WANT_MACHINE
    if op in (STUN, SHIELD, REPAIR, RECALL, SCRAP):
        return WANT_NOTHING if whom == IT else WANT_MACHINE
    if op == SNAP:
        return WANT_UNIT
    if op == SHIFT:
        return WANT_CELL
    if op == SALVAGE:
        return WANT_CARD
    if op == FETCH:
        return WANT_SHOWN
    if op == UNPLUG:
        return WANT_PLUGIN
    return WANT_NOTHING


@jitable
def next_want(op: int, want: int) -> int:
    """What an operation wants after its first target."""
    if want == WANT_WAY:
        return WANT_NOTHING
    return WANT_WAY if op in (FLIP, SLIDE, TURN, SHIFT) else WANT_NOTHING


@jitable
def how_of(op: int) -> int:
    """How a machine goes by an operation."""
    if op == SLIDE:
        return SLIDING
    return QUARTER if op == TURN else FLIPPING


@jitable
def whom_of(op: int, x: int, y: int) -> int:
    """Which machine an operation is for, of its two arguments."""
    return y if op == REPAIR else x


@jitable
def machine_fits(s: Any, b: Any, seat: int, op: int, whom: int, slot: int) -> bool:
    """Whether the machine in a slot can be the target of an operation that a seat announces."""
    if s.card[slot] == NONE:
        return False
    own = owner_of(slot) == seat
    if (whom == YOURS and not own) or (whom == THEIRS and own):
        return False
    if op in (FLIP, SLIDE, TURN):
        return (own or not s.traits[slot] & HEAVY) and can_go_anywhere(s, b, slot, how_of(op))
    if op == REPAIR:
        return repairable(s, b, slot) != NONE
    return True


@jitable
def repairable(s: Any, b: Any, slot: int) -> int:
    """The first lost unit of a machine that can be put back: its cell is free and a unit is beside it; or NONE."""
    card, alive = wide(s.card[slot]), wide(s.alive[slot])
    for unit in range(b.units[card]):
        if not alive >> unit & 1 and wide(b.beside[card, unit]) & alive:
            cell = place_of(s, b, slot, unit)
            if cell != NONE and s.unit_at[cell] == NONE:
                return unit
    return NONE


@jitable
def shift_to(s: Any, cell: int, way: int) -> int:
    """The cell beside the base of a cell to which it can move; NONE if there is none."""
    row, col = cell // SIDE + wide(ROW_STEP[way]), cell % SIDE + wide(COL_STEP[way])
    if row < 0 or row >= SIDE or col < 0 or col >= SIDE or s.base_at[SIDE * row + col] != NONE:
        return NONE
    return SIDE * row + col


@jitable
def _can_shift(s: Any, cell: int) -> bool:
    for way in range(4):
        if shift_to(s, cell, way) != NONE:
            return True
    return False


@jitable
def fits(s: Any, b: Any, seat: int, op: int, x: int, y: int, first: int, want: int, value: int) -> bool:
    """Whether `value` can be the target that an operation wants; `first` is its first target, or its own machine."""
    if want == WANT_MACHINE:
        return machine_fits(s, b, seat, op, whom_of(op, x, y), value)
    if want == WANT_WAY:
        if op == SHIFT:
            return shift_to(s, first, value) != NONE
        how = how_of(op)
        return (how != QUARTER or value < 2) and can_go(s, b, first, how, value)
    if want == WANT_UNIT:
        there = wide(s.unit_at[value])
        if there == NONE or owner_of(there // UNIT_STEP) == seat:
            return False
        return there % UNIT_STEP >= b.hearts[s.card[there // UNIT_STEP]]
    if want == WANT_CELL:
        return s.base_at[value] == seat and _can_shift(s, value)
    if want == WANT_CARD:
        if x == 0:
            return value < MACHINES and s.machine_at[value] == LANDFILL + seat
        return MACHINES <= value < MACHINES + PROGRAMS and s.program_at[value - MACHINES] == LANDFILL + seat
    if want == WANT_SHOWN:
        return value < SHOWN and (value < SHOWN_MACHINES) == (x == 0) and s.shown[value] != NONE
    if want == WANT_PLUGIN:
        return MACHINES <= value < MACHINES + PROGRAMS and s.host[value - MACHINES] != NONE
    return False


@jitable
def candidates(want: int) -> int:
    """How many numbers could be a target of that kind."""
    if want == WANT_MACHINE:
        return ALL_SLOTS
    if want == WANT_WAY:
        return 4
    if want in (WANT_CARD, WANT_PLUGIN):
        return MACHINES + PROGRAMS
    if want == WANT_SHOWN:
        return SHOWN
    return CELLS


@jitable
def has_target(s: Any, b: Any, seat: int, op: int, x: int, y: int, me: int) -> bool:
    """Whether an operation could be announced by a seat now; `me` is the machine whose effect it is."""
    if op == NONE:
        return True
    if op == CANCEL:
        return cancels(s, seat, x)
    whom = whom_of(op, x, y)
    want = first_want(op, whom)
    if want == WANT_NOTHING:
        return op != REPAIR or repairable(s, b, me) != NONE
    if want == WANT_UNIT and not _is_there(s, 1 - seat):
        return False
    for value in range(candidates(want)):
        if fits(s, b, seat, op, x, y, me, want, value):
            return True
    return False


@jitable
def _is_there(s: Any, seat: int) -> bool:
    """Whether a seat has any machine on the board."""
    for slot in range(seat * 8, seat * 8 + 8):
        if s.card[slot] != NONE:
            return True
    return False


@jitable
def cancels(s: Any, seat: int, what: int) -> bool:
    """Whether the announcement on top is one that can be cancelled: of the opponent, and of that kind."""
    if s.depth == 0:
        return False
    top = s.depth - 1
    if s.stack_seat[top] == seat or s.stack_void[top]:
        return False
    kind = wide(s.stack_kind[top])
    return (
        what == 4
        or (what == 0 and kind == SCRIPT)
        or (what == 1 and kind == EFFECT)
        or (what == 2 and kind == MOVE)
        or (what == 3 and kind == ATTACK)
    )


# --- announcing ---------------------------------------------------------------------------------------


@jitable
def push(s: Any, seat: int, kind: int, what: int, card: int) -> None:
    """Puts an announcement on the stack; its targets are still to be named."""
    top = s.depth
    s.depth += 1
    s.stack_kind[top] = kind
    s.stack_seat[top] = seat
    s.stack_what[top] = what
    s.stack_card[top] = card
    s.stack_a[top] = NONE
    s.stack_b[top] = NONE
    s.stack_void[top] = 0
    note(s, ALL, ANNOUNCED, seat, kind, what, card)


@jitable
def operation(s: Any, b: Any, top: int) -> Any:
    """The operation of an announcement that takes a target, with its two arguments; NONE if there is none."""
    what = wide(s.stack_what[top])
    if s.stack_kind[top] == SCRIPT:
        return wide(b.program_aim[what, 0]), wide(b.program_aim[what, 1]), wide(b.program_aim[what, 2])
    if s.stack_kind[top] == EFFECT:
        card = wide(s.stack_card[top])
        return wide(b.aim[card, 0]), wide(b.aim[card, 1]), wide(b.aim[card, 2])
    return NONE, NONE, NONE


@jitable
def start_aiming(s: Any, b: Any) -> None:
    """Asks for the targets of the announcement on top, where it takes some."""
    top = s.depth - 1
    kind = wide(s.stack_kind[top])
    if kind == PLUGIN:
        s.wanted = WANT_HOST
    elif kind == ATTACK:
        s.wanted = WANT_CELL
    elif kind != MOVE:
        op, x, y = operation(s, b, top)
        whom = whom_of(op, x, y)
        if op == CANCEL:
            s.stack_a[top] = top - 1
        elif op != NONE and whom == IT and op >= FLIP and op <= SCRAP:
            s.stack_a[top] = s.stack_what[top]
        s.wanted = first_want(op, whom)
    settle_aim(s, b)


@jitable
def target_fits(s: Any, b: Any, value: int) -> bool:
    """Whether `value` can be the target that the announcement on top wants now."""
    top = s.depth - 1
    seat, kind = wide(s.stack_seat[top]), wide(s.stack_kind[top])
    if kind == ATTACK:
        return attackable(s, b, seat, value)
    if kind == PLUGIN:
        return host_fits(s, b, wide(s.stack_what[top]), value)
    op, x, y = operation(s, b, top)
    return fits(s, b, seat, op, x, y, wide(s.stack_a[top]), wide(s.wanted), value)


@jitable
def attackable(s: Any, b: Any, seat: int, cell: int) -> bool:
    """Whether a weapon of a seat lies on a base of its opponent (SG-R15)."""
    if s.base_at[cell] != 1 - seat or s.unit_at[cell] == NONE:
        return False
    there = wide(s.unit_at[cell])
    slot = there // UNIT_STEP
    return owner_of(slot) == seat and there % UNIT_STEP >= b.hearts[s.card[slot]]


@jitable
def can_attack(s: Any, b: Any, seat: int) -> bool:
    """Whether a seat could attack any base."""
    for i in range(s.bases[1 - seat]):
        if attackable(s, b, seat, wide(s.base_list[1 - seat, i])):
            return True
    return False


@jitable
def host_fits(s: Any, b: Any, program: int, host: int) -> bool:
    """Whether a plugin can be installed on a machine (its slot) or a base (16 + its cell) (SG-R13, SG-Q39)."""
    if host < ALL_SLOTS:
        return b.program_on[program] != ON_BASE and s.card[host] != NONE
    return b.program_on[program] != ON_MACHINE and s.base_at[host - ALL_SLOTS] != NONE


@jitable
def has_host(s: Any, b: Any, program: int) -> bool:
    """Whether there is anything that a plugin can be installed on."""
    if b.program_on[program] != ON_MACHINE:
        return s.bases[0] + s.bases[1] > 0
    return _is_there(s, 0) or _is_there(s, 1)


@jitable
def aim_at(s: Any, b: Any, value: int) -> None:
    """Names the target that the announcement on top wants, and the next where there is but one."""
    _name_target(s, b, value)
    settle_aim(s, b)


@jitable
def settle_aim(s: Any, b: Any) -> None:
    """A target is not asked for where only one is possible."""
    while s.wanted != WANT_NOTHING:
        only, count = NONE, 0
        for value in range(wanted_range(s)):
            if target_fits(s, b, value):
                only = value
                count += 1
        if count != 1:
            return
        _name_target(s, b, only)


@jitable
def _name_target(s: Any, b: Any, value: int) -> None:
    top = s.depth - 1
    want = s.wanted
    card = NONE
    if want == WANT_MACHINE or (want == WANT_HOST and value < ALL_SLOTS):
        card = wide(s.card[value])
    note(s, ALL, AIMED, wide(s.stack_seat[top]), want, value, card)
    if want == WANT_WAY:
        s.stack_b[top] = value
    else:
        s.stack_a[top] = value
    if s.stack_kind[top] == ATTACK:
        slot = wide(s.unit_at[value]) // UNIT_STEP
        s.stack_what[top] = slot
        s.stack_card[top] = s.card[slot]
        s.wanted = WANT_NOTHING
    else:
        op, _, _ = operation(s, b, top)
        s.wanted = next_want(op, want)


@jitable
def wanted_range(s: Any) -> int:
    """How many numbers could be the target that the announcement on top wants."""
    return ALL_SLOTS + CELLS if s.wanted == WANT_HOST else candidates(wide(s.wanted))


# --- resolving ----------------------------------------------------------------------------------------


@jitable
def resolve(s: Any, b: Any) -> None:
    """Carries out the announcement on top, as far as that is still possible, and takes it off (SG-R12)."""
    top = s.depth - 1
    seat, kind, what, card = (
        wide(s.stack_seat[top]),
        wide(s.stack_kind[top]),
        wide(s.stack_what[top]),
        wide(s.stack_card[top]),
    )
    a, way, void = wide(s.stack_a[top]), wide(s.stack_b[top]), wide(s.stack_void[top])
    op, x, y = operation(s, b, top)
    s.depth = top
    s.stack_kind[top] = 0
    s.stack_seat[top] = 0
    s.stack_what[top] = 0
    s.stack_card[top] = 0
    s.stack_a[top] = 0
    s.stack_b[top] = 0
    s.stack_void[top] = 0
    if kind in (SCRIPT, PLUGIN):
        s.program_at[what] = LANDFILL + seat
        s.program_owner[what] = NONE
    if void:
        note(s, ALL, FAILED, seat, kind, what, CANCELLED)
    elif kind == MOVE:
        _resolve_move(s, b, seat, what, card, way)
    elif kind == ATTACK:
        _resolve_attack(s, b, seat, what, card, a)
    elif kind == PLUGIN:
        _install(s, b, seat, what, a)
    elif kind == EFFECT:
        if s.card[what] == card and still_fits(s, b, seat, op, x, y, a, way):
            note(s, ALL, RESOLVED, seat, kind, what, card)
            _carry_out_all(s, b, seat, b.does[card], wide(b.effect_row[card]), wide(b.effect_rows[card]), a, way)
        else:
            note(s, ALL, FAILED, seat, kind, what, TARGET_GONE)
    elif still_fits(s, b, seat, op, x, y, a, way):
        note(s, ALL, RESOLVED, seat, kind, what, NONE)
        _carry_out_all(s, b, seat, b.program_does[what], 0, wide(b.program_rows[what]), a, way)
    else:
        note(s, ALL, FAILED, seat, kind, what, TARGET_GONE)


@jitable
def _resolve_move(s: Any, b: Any, seat: int, slot: int, card: int, way: int) -> None:
    how = gait(s, slot)
    if s.card[slot] == card and not s.stunned[slot] and can_go(s, b, slot, how, way):
        note(s, ALL, RESOLVED, seat, MOVE, slot, card)
        go(s, b, slot, how, way)
    else:
        note(s, ALL, FAILED, seat, MOVE, slot, TARGET_GONE)


@jitable
def _resolve_attack(s: Any, b: Any, seat: int, slot: int, card: int, cell: int) -> None:
    """SG-R21, SG-Q24, SG-Q27."""
    if s.card[slot] != card or not attackable(s, b, seat, cell) or s.unit_at[cell] // UNIT_STEP != slot:
        note(s, ALL, FAILED, seat, ATTACK, slot, TARGET_GONE)
        return
    bunker = bunker_on(s, b, cell)
    if bunker != NONE:
        note(s, ALL, FAILED, seat, ATTACK, slot, BUNKERED)
        lose_plugin(s, bunker)
        return
    note(s, ALL, RESOLVED, seat, ATTACK, slot, card)
    destroy_base(s, b, slot, cell)


@jitable
def _install(s: Any, b: Any, seat: int, program: int, host: int) -> None:
    """A plugin goes on its target, if that is still there (SG-R13)."""
    if not host_fits(s, b, program, host):
        note(s, ALL, FAILED, seat, PLUGIN, program, TARGET_GONE)
        return
    note(s, ALL, RESOLVED, seat, PLUGIN, program, NONE)
    s.program_at[program] = FIELD
    s.program_owner[program] = seat
    s.host[program] = host
    s.installed += 1
    note(s, ALL, INSTALLED, seat, program, host)
    if host < ALL_SLOTS:
        s.shields[host] += b.program_armour[program]
        refresh(s, b, host)


@jitable
def still_fits(s: Any, b: Any, seat: int, op: int, x: int, y: int, a: int, way: int) -> bool:
    """Whether the targets of an announcement are still such as it could name."""
    if op == NONE:
        return True
    if op == CANCEL:
        return not s.stack_void[a]
    whom = whom_of(op, x, y)
    want = first_want(op, whom)
    if want == WANT_NOTHING:
        return s.card[a] != NONE
    if want == WANT_WAY:
        return fits(s, b, seat, op, x, y, a, WANT_WAY, way)
    if not fits(s, b, seat, op, x, y, NONE, want, a):
        return False
    return next_want(op, want) != WANT_WAY or fits(s, b, seat, op, x, y, a, WANT_WAY, way)


@jitable
def _carry_out_all(s: Any, b: Any, seat: int, rows: Any, first: int, count: int, a: int, way: int) -> None:
    """The operations of a Script or an effect, one after the other."""
    for i in range(first, first + count):
        op, x, y = wide(rows[i, 0]), wide(rows[i, 1]), wide(rows[i, 2])
        if op >= CANCEL:
            _carry_out_aimed(s, b, seat, op, x, a, way)
        else:
            carry_out(s, b, seat, op, x, y)


@jitable
def _carry_out_aimed(s: Any, b: Any, seat: int, op: int, count: int, a: int, way: int) -> None:
    if op == CANCEL:
        s.stack_void[a] = 1
    elif op in (FLIP, SLIDE, TURN):
        go(s, b, a, how_of(op), way)
    elif op == STUN:
        s.stunned[a] = 1
        note(s, ALL, STUNNED, a, s.card[a])
    elif op == SHIELD:
        s.shields[a] += 1
        note(s, ALL, SHIELDED, a, s.card[a])
    elif op == REPAIR:
        _repair(s, b, a, count)
    elif op == RECALL:
        _recall(s, b, a)
    elif op == SCRAP:
        destroy(s, b, a, DISASSEMBLED)
    elif op == SNAP:
        there = wide(s.unit_at[a])
        lose(s, b, there // UNIT_STEP, there % UNIT_STEP, BY_EFFECT)
        fall_apart(s, b, there // UNIT_STEP)
    elif op == SHIFT:
        _shift(s, seat, a, shift_to(s, a, way))
    elif op == SALVAGE:
        kind = MACHINE_CARD if a < MACHINES else PROGRAM_CARD
        card = a if a < MACHINES else a - MACHINES
        to_hand(s, seat, kind, card)
        note(s, ALL, SALVAGED, seat, kind, card)
    elif op == FETCH:
        card = take_shown(s, seat, a)
        note(s, ALL, FETCHED, seat, kind_shown(a), card)
        show(s, a)
    elif op == UNPLUG:
        host = wide(s.host[a - MACHINES])
        lose_plugin(s, a - MACHINES)
        if host < ALL_SLOTS:
            refresh(s, b, host)


@jitable
def _repair(s: Any, b: Any, slot: int, count: int) -> None:
    """Puts lost units back where they belong, as long as there is room (SG-Q21)."""
    for _ in range(count):
        unit = repairable(s, b, slot)
        if unit == NONE:
            return
        s.alive[slot] |= 1 << unit
        locate(s, b, slot)
        lay(s, slot)
        note(s, ALL, REPAIRED, slot, UNIT_STEP * wide(s.card[slot]) + unit, wide(s.cells[slot, unit]))


@jitable
def _recall(s: Any, b: Any, slot: int) -> None:
    card, seat = wide(s.card[slot]), owner_of(slot)
    clear(s, b, slot)
    to_hand(s, seat, MACHINE_CARD, card)
    note(s, ALL, RECALLED, slot, card, seat)


@jitable
def _shift(s: Any, seat: int, cell: int, to: int) -> None:
    """A base moves, and the plugins on it with it."""
    s.base_at[cell] = NONE
    s.base_at[to] = seat
    for i in range(s.bases[seat]):
        if s.base_list[seat, i] == cell:
            s.base_list[seat, i] = to
    if s.installed > 0:
        for program in range(PROGRAMS):
            if s.host[program] == base_host(cell):
                s.host[program] = base_host(to)
    note(s, ALL, SHIFTED, seat, cell, to)
