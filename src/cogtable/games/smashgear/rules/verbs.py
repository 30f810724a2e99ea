"""The rules of Smash Gear: the verbs. Numbers like SG-R4 are those of `rules.md`."""

from __future__ import annotations

from cogtable.engine.chance import below, shuffle
from cogtable.engine.events import ALL, note
from cogtable.engine.jit import jitable, wide
from cogtable.engine.state import Ints
from cogtable.games.smashgear.rules.actions import (
    BUY,
    CARD,
    CARD_BASE,
    CARD_DESTROY,
    CARD_PROGRAM,
    CELL,
    EFFECTS,
    END,
    LEAVE,
    LEAVE_ALL,
    MOVES,
    POSE,
    target_of,
)
from cogtable.games.smashgear.rules.box import PAID, SmashGearTables
from cogtable.games.smashgear.rules.combat import keep, put_together
from cogtable.games.smashgear.rules.components import (
    BASES,
    MACHINE_CARD,
    MACHINES,
    PROGRAM_CARD,
    PROGRAMS,
    SEATS,
    SHOWN,
    SLOTS,
)
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.events import (
    ACTED,
    BUILT,
    DISCARDED,
    KEPT,
    LET,
    LET_ALL,
    PASSED,
    REPAIR_ENDED,
    STARTED,
)
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, fits, fits_on, free_slot, part_of
from cogtable.games.smashgear.rules.heuristic import heuristic
from cogtable.games.smashgear.rules.hidden_info import determinize, hide
from cogtable.games.smashgear.rules.legal import legal, site_for_base
from cogtable.games.smashgear.rules.stack import aim_at, push, repair, start_aiming, stop_repairing
from cogtable.games.smashgear.rules.state import (
    ACT,
    AFTERWARDS,
    ATTACK,
    BUILD,
    DISCARD,
    EFFECT,
    MOVE,
    NONE,
    PART,
    PLACE,
    PLUGIN,
    PREPARE,
    REPAIR,
    RESPOND,
    SCRIPT,
    SITE,
    TARGET,
    WAITING,
    SmashGear,
)
from cogtable.games.smashgear.rules.store import buy, from_hand, show, throw_away
from cogtable.games.smashgear.rules.turn import ask, declare_end, go_on

__all__ = ["determinize", "evaluate", "hide", "legal", "play", "rank", "setup", "tally"]


def setup(s: SmashGear, b: SmashGearTables) -> None:
    """SG-R2, SG-R3, SG-R4."""
    for card in range(MACHINES):
        s.machine_pile[card] = card
    for card in range(PROGRAMS):
        s.program_pile[card] = card
    shuffle(s, s.machine_pile, 0, MACHINES)
    shuffle(s, s.program_pile, 0, PROGRAMS)
    s.machine_left = MACHINES
    s.program_left = PROGRAMS
    s.host[:] = NONE
    s.program_owner[:] = NONE
    s.base_at[:] = NONE
    s.base_list[:, :] = NONE
    s.card[:] = NONE
    s.cells[:, :] = NONE
    s.unit_at[:] = NONE
    s.pending = NONE
    s.site = NONE
    s.torn_slot = NONE
    s.repair_slot = NONE
    s.winner = NONE
    for place in range(SHOWN):
        show(s, place)
    s.base_left = BASES - SEATS
    s.destroy_left = BASES
    for seat in range(SEATS):
        s.gears[seat] = b.starting_gears
        s.base_at[b.starts[seat]] = seat
        s.base_list[seat, 0] = b.starts[seat]
        s.bases[seat] = 1
    s.start = 0 if s.chooser else below(s, SEATS)
    s.turn = s.start
    note(s, ALL, STARTED, s.start)
    ask(s, PREPARE, wide(s.start))


# --- what actions do ----------------------------------------------------------------------------------


def play(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    """Applies an action and what follows from it, through to the next decision."""
    note(s, ALL, ACTED, seat, s.turns)
    _play(s, b, wide(seat), wide(action))


@jitable
def _play(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    lets = seat if s.phase == RESPOND and action >= LEAVE else NONE
    on = _prepare(s, b, seat, action) if s.phase == PREPARE else _act(s, b, seat, action)
    if on:
        go_on(s, b, seat, lets)


@jitable
def _prepare(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> bool:
    """Seats buy in turns; after two passes in a row the Battle begins (SG-R5, SG-Q6)."""
    if action >= END:
        s.passes += 1
        note(s, ALL, PASSED, seat)
    else:
        s.passes = 0
        buy(s, b, seat, action - BUY)
    if s.passes == SEATS:
        return True
    ask(s, PREPARE, 1 - seat)
    return False


@jitable
def _act(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> bool:
    """Applies an action of the Battle; returns whether play goes on, which it does not before all is said."""
    if s.phase == SITE:
        return _choose_site(s, b, action - CELL)
    if s.phase == PLACE:
        return _assemble(s, b, seat, action - POSE)
    if s.phase == BUILD:
        return _build(s, seat, action - CELL)
    if s.phase == TARGET:
        aim_at(s, b, target_of(s.wanted, action))
    elif s.phase == PART:
        _keep(s, b, action - CELL)
    elif s.phase == REPAIR:
        _repair(s, b, action)
    elif s.phase == DISCARD:
        card = action - CARD
        kind = throw_away(s, seat, card)
        note(s, ALL, DISCARDED, seat, kind, card - MACHINES if kind == PROGRAM_CARD else card)
    elif s.phase == RESPOND and action >= LEAVE:
        _let_be(s, seat, action)
    elif action >= END:
        declare_end(s)
    elif action < CARD:
        buy(s, b, seat, action - BUY)
    elif action < CARD_PROGRAM:
        return _start_assembly(s, b, seat, action - CARD)
    elif action == CARD_BASE:
        return _start_building(s, b, seat)
    else:
        _announce(s, b, seat, action)
    return True


@jitable
def _announce(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    """A program, an attack, a move or an effect: paid for, and put on the stack."""
    if action < CARD_BASE:
        program = action - CARD_PROGRAM
        from_hand(s, seat, PROGRAM_CARD, program, WAITING)
        s.program_owner[program] = seat
        s.gears[seat] -= b.program_cost[program]
        s.ran[seat] |= 1 << program
        push(s, seat, SCRIPT if b.program_kind[program] == 0 else PLUGIN, program, NONE)
    elif action == CARD_DESTROY:
        s.destroy_hand[seat] -= 1
        s.destroy_spent[seat] += 1
        push(s, seat, ATTACK, NONE, NONE)
    elif action < EFFECTS:
        slot = seat * SLOTS + (action - MOVES) // 4
        s.gears[seat] -= move_price(s, slot)
        s.moved[slot] = min(100, wide(s.moved[slot]) + 1)
        push(s, seat, MOVE, slot, wide(s.card[slot]))
        s.stack_b[s.depth - 1] = (action - MOVES) % 4
    else:
        slot = seat * SLOTS + action - EFFECTS
        card = wide(s.card[slot])
        if b.answer[card] == PAID:
            s.gears[seat] -= b.effect_price[card]
        else:
            s.used[slot] = 1
        push(s, seat, EFFECT, slot, card)
    start_aiming(s, b)


@jitable
def _let_be(s: SmashGear, seat: int, action: int) -> None:
    """What could be answered happens; all else until the seat's next turn, too, if it says so (SG-Q52)."""
    if action == LEAVE_ALL:
        s.lets_all[seat] = 1
        note(s, ALL, LET_ALL, seat)
    else:
        note(s, ALL, LET, seat)


@jitable
def _repair(s: SmashGear, b: SmashGearTables, action: int) -> None:
    """The owner has named a unit that is put back, or stops (SG-Q51)."""
    if action == END:
        note(s, ALL, REPAIR_ENDED, s.repair_slot, s.card[s.repair_slot])
        stop_repairing(s)
    else:
        repair(s, b, action - CELL)


@jitable
def _keep(s: SmashGear, b: SmashGearTables, cell: int) -> None:
    """The owner has said which part of a machine stays (SG-R27, SG-Q19)."""
    slot = wide(s.torn_slot)
    note(s, ALL, KEPT, slot, cell, s.card[slot])
    s.torn &= ~(1 << slot)
    s.torn_slot = NONE
    keep(s, b, slot, part_of(s, b, slot, wide(s.unit_at[cell]) % UNIT_STEP))


@jitable
def _start_assembly(s: SmashGear, b: SmashGearTables, seat: int, card: int) -> bool:
    """Asks for the base, unless only one has room for the machine (SG-R25)."""
    from_hand(s, seat, MACHINE_CARD, card, WAITING)
    s.pending = card
    only, count = NONE, 0
    for i in range(s.bases[seat]):
        cell = wide(s.base_list[seat, i])
        if fits_on(s, b, card, cell):
            only = cell
            count += 1
    if count > 1:
        ask(s, SITE, seat)
        return False
    return _choose_site(s, b, only)


@jitable
def _choose_site(s: SmashGear, b: SmashGearTables, cell: int) -> bool:
    """Asks for heart and rotation, unless only one has room (SG-Q29)."""
    s.site = cell
    only, count = NONE, 0
    for pose in range(4 * b.hearts[s.pending]):
        if b.distinct[s.pending, pose] and fits(s, b, wide(s.pending), cell, pose // 4, pose % 4):
            only = pose
            count += 1
    if count > 1:
        ask(s, PLACE, wide(s.turn))
        return False
    return _assemble(s, b, wide(s.turn), only)


@jitable
def _assemble(s: SmashGear, b: SmashGearTables, seat: int, pose: int) -> bool:
    card, site = wide(s.pending), wide(s.site)
    s.pending = NONE
    s.site = NONE
    s.assembles -= 1
    put_together(s, b, free_slot(s, seat), card, site, pose // 4, pose % 4)
    s.window = AFTERWARDS
    s.phase = ACT
    return True


@jitable
def _start_building(s: SmashGear, b: SmashGearTables, seat: int) -> bool:
    """Asks for the heart, unless there is but one (SG-R23)."""
    only, count = NONE, 0
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE:
            for heart in range(b.hearts[s.card[slot]]):
                cell = site_for_base(s, slot, heart)
                if cell != NONE:
                    only = cell
                    count += 1
    if count > 1:
        ask(s, BUILD, seat)
        return False
    return _build(s, seat, only)


@jitable
def _build(s: SmashGear, seat: int, cell: int) -> bool:
    """SG-R23."""
    s.builds -= 1
    s.base_hand[seat] -= 1
    s.base_at[cell] = seat
    s.base_list[seat, s.bases[seat]] = cell
    s.bases[seat] += 1
    s.window = AFTERWARDS
    s.phase = ACT
    note(s, ALL, BUILT, seat, cell, wide(s.unit_at[cell]) // UNIT_STEP)
    return True


def rank(s: SmashGear, b: SmashGearTables, out: Ints) -> None:
    """Who has won is first; a draw is shared. Before the end honor counts, then bases. The score is honor."""
    for seat in range(SEATS):
        other = 1 - seat
        if s.over:
            behind = s.winner == other
        else:
            level = s.honor[other] == s.honor[seat]
            behind = s.honor[other] > s.honor[seat] or (level and s.bases[other] > s.bases[seat])
        out[seat, 0] = 2 if behind else 1
        out[seat, 1] = s.honor[seat]


def tally(s: SmashGear, b: SmashGearTables, out: Ints) -> None:
    """Machines assembled, programs played, how the game ended, who began, how long it took."""
    ways = MACHINES + PROGRAMS
    turns = (wide(s.turns) + 1) // SEATS
    for seat in range(SEATS):
        for card in range(MACHINES):
            out[seat, card] = s.assembled[seat] >> card & 1
        for card in range(PROGRAMS):
            out[seat, MACHINES + card] = s.ran[seat] >> card & 1
        out[seat, ways + wide(s.reason) - 1] = 1
        out[seat, ways + 3 + (seat != s.start)] = 1
        out[seat, ways + 5 + (0 if turns <= 10 else 1 if turns <= 20 else 2 if turns <= 30 else 3)] = 1


def evaluate(s: SmashGear, b: SmashGearTables, out: Ints) -> None:
    """Chances by what each seat has (see `heuristic`)."""
    if s.over:
        for seat in range(SEATS):
            out[seat] = 500 if s.winner == NONE else 1000 * (s.winner == seat)
        return
    lead = heuristic(s, b, 0) - heuristic(s, b, 1)
    ahead = 0 if lead > 0 else 1
    lead = abs(lead)
    share = 500 + min(lead, 800) // 2 + min(90, max(0, lead - 800) // 10)
    out[ahead] = share
    out[1 - ahead] = 1000 - share
