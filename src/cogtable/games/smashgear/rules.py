"""The rules of Smash Gear: the verbs. Numbers like SG-R4 are those of `rules.md`."""

from __future__ import annotations

from cogtable.engine.chance import below, shuffle
from cogtable.engine.jit import jitable
from cogtable.engine.notes import ALL, note
from cogtable.engine.state import Ints, Mask
from cogtable.games.smashgear.combat import keep, put_together
from cogtable.games.smashgear.geometry import (
    UNIT_STEP,
    can_go,
    fits,
    fits_on,
    fits_somewhere,
    free_slot,
    gait,
    owner_of,
    part_of,
    weapons_in,
)
from cogtable.games.smashgear.stack import (
    aim_at,
    can_attack,
    has_host,
    has_target,
    push,
    start_aiming,
    target_fits,
    wanted_range,
)
from cogtable.games.smashgear.state import (
    ACT,
    ACTED,
    ALL_SLOTS,
    ATTACK,
    BASES,
    BUILD,
    BUILT,
    BUY,
    CARD,
    CARD_BASE,
    CARD_DESTROY,
    CARD_PROGRAM,
    CELL,
    DEPTH,
    DISCARD,
    DISCARDED,
    EFFECT,
    EFFECTS,
    END,
    HAND,
    KEPT,
    LEAVE,
    LET,
    MACHINE_CARD,
    MACHINES,
    MOVE,
    MOVES,
    NONE,
    PAID,
    PART,
    PASS,
    PASSED,
    PILE,
    PLACE,
    PLUGIN,
    POSE,
    PREPARE,
    PROGRAM_CARD,
    PROGRAMS,
    RESPOND,
    SCRIPT,
    SHOWN,
    SITE,
    SLOT,
    SLOTS,
    STARTED,
    TARGET,
    UNKNOWN,
    UNSEEN,
    WAITING,
    WANT_CARD,
    WANT_HOST,
    WANT_MACHINE,
    WANT_PLUGIN,
    WANT_SHOWN,
    WANT_WAY,
    WAY,
    SmashGear,
    SmashGearTables,
    wide,
)
from cogtable.games.smashgear.store import buy, from_hand, holds, price_of, show, throw_away
from cogtable.games.smashgear.turn import ask, declare_end, effect_ready, go_on
from cogtable.games.smashgear.worth import worth

SEATS = 2


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


# --- what is legal ------------------------------------------------------------------------------------


def legal(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    """The actions of the seat that is asked."""
    _legal(s, b, wide(seat), mask)


@jitable
def _legal(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    if s.phase == PREPARE:
        _legal_purchases(s, b, seat, mask)
        _legal_or_pass(mask, END)
    elif s.phase == ACT:
        _legal_acts(s, b, seat, mask)
        _legal_or_pass(mask, END)
    elif s.phase == RESPOND:
        _legal_answers(s, b, seat, mask, False)
        _legal_or_pass(mask, LEAVE)
    elif s.phase == SITE:
        for i in range(s.bases[seat]):
            cell = wide(s.base_list[seat, i])
            mask[CELL + cell] = fits_on(s, b, wide(s.pending), cell)
    elif s.phase == PLACE:
        for pose in range(4 * b.hearts[s.pending]):
            if b.distinct[s.pending, pose]:
                mask[POSE + pose] = fits(s, b, wide(s.pending), wide(s.site), pose // 4, pose % 4)
    elif s.phase == BUILD:
        for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
            _legal_sites(s, b, slot, mask)
    elif s.phase == TARGET:
        _legal_targets(s, b, mask)
    elif s.phase == PART:
        _legal_parts(s, b, mask)
    else:
        for card in range(CARD_DESTROY + 1 - CARD):
            mask[CARD + card] = holds(s, seat, card)


@jitable
def _legal_purchases(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    for item in range(SHOWN + 2):
        price = price_of(s, b, item)
        mask[BUY + item] = price != NONE and price <= s.gears[seat]


@jitable
def _legal_acts(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask) -> None:
    """SG-R6, SG-R10."""
    _legal_purchases(s, b, seat, mask)
    _legal_answers(s, b, seat, mask, True)
    if s.assembles > 0 and s.machine_hand[seat] > 0 and free_slot(s, seat) != NONE:
        for card in range(MACHINES):
            if s.machine_at[card] == HAND + seat:
                mask[CARD + card] = fits_somewhere(s, b, card, seat)
    if s.builds > 0 and s.base_hand[seat] > 0:
        mask[CARD_BASE] = _can_build(s, b, seat)
    if s.destroy_hand[seat] > 0:
        mask[CARD_DESTROY] = can_attack(s, b, seat)
    if s.turns > 1:  # SG-R4
        for i in range(SLOTS):
            slot = seat * SLOTS + i
            if s.card[slot] != NONE and _may_move(s, slot):
                for way in range(4):
                    mask[MOVES + 4 * i + way] = can_go(s, b, slot, gait(s, slot), way)


@jitable
def _legal_or_pass(mask: Mask, done: int) -> None:
    """One may always stop; where nothing else can be done that is a pass, which needs no decision (SG-Q42)."""
    for action in range(END):
        if mask[action]:
            mask[done] = 1
            return
    mask[PASS] = 1


@jitable
def _may_move(s: SmashGear, slot: int) -> bool:
    """Whether a normal move of a machine can be paid; one that costs nothing is made once a turn (SG-R11, SG-X2)."""
    cost = s.move_cost[slot]
    return not s.stunned[slot] and cost <= s.gears[owner_of(slot)] and (cost > 0 or not s.moved[slot])


@jitable
def _legal_answers(s: SmashGear, b: SmashGearTables, seat: int, mask: Mask, acting: bool) -> None:
    """Programs and effects; plugins only when acting, which is in one's own turn (SG-R12, SG-R13, SG-R14)."""
    if s.depth >= DEPTH:
        return
    if s.program_hand[seat] > 0:
        for program in range(PROGRAMS):
            if s.program_at[program] == HAND + seat:
                mask[CARD_PROGRAM + program] = _can_play(s, b, seat, program, acting)
    for i in range(SLOTS):
        slot = seat * SLOTS + i
        card = wide(s.card[slot])
        if card != NONE and effect_ready(s, b, slot):
            op, x, y = wide(b.aim[card, 0]), wide(b.aim[card, 1]), wide(b.aim[card, 2])
            mask[EFFECTS + i] = has_target(s, b, seat, op, x, y, slot)


@jitable
def _can_play(s: SmashGear, b: SmashGearTables, seat: int, program: int, acting: bool) -> bool:
    """Whether the conditions of a program are met."""
    if b.program_kind[program] != 0:
        return acting and has_host(s, b, program)
    if b.program_cost[program] > s.gears[seat] or (b.program_own_turn[program] and s.turn != seat):
        return False
    op, x, y = wide(b.program_aim[program, 0]), wide(b.program_aim[program, 1]), wide(b.program_aim[program, 2])
    return has_target(s, b, seat, op, x, y, NONE)


@jitable
def _can_build(s: SmashGear, b: SmashGearTables, seat: int) -> bool:
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE:
            for heart in range(b.hearts[s.card[slot]]):
                if site_for_base(s, slot, heart) != NONE:
                    return True
    return False


@jitable
def site_for_base(s: SmashGear, slot: int, heart: int) -> int:
    """The cell of a heart, where a base can be built; NONE if it is lost or stands on a base (SG-Q31, SG-Q32)."""
    cell = wide(s.cells[slot, heart])
    return NONE if cell == NONE or s.base_at[cell] != NONE else cell


@jitable
def _legal_sites(s: SmashGear, b: SmashGearTables, slot: int, mask: Mask) -> None:
    if s.card[slot] != NONE:
        for heart in range(b.hearts[s.card[slot]]):
            cell = site_for_base(s, slot, heart)
            if cell != NONE:
                mask[CELL + cell] = 1


@jitable
def _target_action(want: int, value: int) -> int:
    """The action that names a target."""
    if want == WANT_MACHINE or (want == WANT_HOST and value < ALL_SLOTS):
        return SLOT + value
    if want == WANT_HOST:
        return CELL + value - ALL_SLOTS
    if want == WANT_WAY:
        return WAY + value
    if want in (WANT_CARD, WANT_PLUGIN):
        return CARD + value
    if want == WANT_SHOWN:
        return BUY + value
    return CELL + value


@jitable
def _legal_targets(s: SmashGear, b: SmashGearTables, mask: Mask) -> None:
    for value in range(wanted_range(s)):
        if target_fits(s, b, value):
            mask[_target_action(s.wanted, value)] = 1


@jitable
def _target_of(s: SmashGear, action: int) -> int:
    """The target that an action names."""
    if s.wanted == WANT_HOST and action < SLOT:
        return action - CELL + ALL_SLOTS
    return action - _target_action(s.wanted, 0)


@jitable
def _legal_parts(s: SmashGear, b: SmashGearTables, mask: Mask) -> None:
    """The first heart of each part with the most weapons (SG-R27)."""
    slot = wide(s.torn_slot)
    card = wide(s.card[slot])
    most = 0
    for heart in range(b.hearts[card]):
        if s.alive[slot] >> heart & 1:
            most = max(most, weapons_in(b, card, part_of(s, b, slot, heart)))
    seen = 0
    for heart in range(b.hearts[card]):
        if s.alive[slot] >> heart & 1 and not seen >> heart & 1:
            part = part_of(s, b, slot, heart)
            seen |= part
            if weapons_in(b, card, part) == most:
                mask[CELL + wide(s.cells[slot, heart])] = 1


# --- what actions do ----------------------------------------------------------------------------------


def play(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    """Applies an action and what follows from it, through to the next decision."""
    note(s, ALL, ACTED, seat, s.turns)
    _play(s, b, wide(seat), wide(action))


@jitable
def _play(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    passed = s.phase == RESPOND and action >= LEAVE
    on = _prepare(s, b, seat, action) if s.phase == PREPARE else _act(s, b, seat, action)
    if on:
        go_on(s, b, seat, passed)


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
        aim_at(s, b, _target_of(s, action))
    elif s.phase == PART:
        _keep(s, b, action - CELL)
    elif s.phase == DISCARD:
        card = action - CARD
        kind = throw_away(s, seat, card)
        note(s, ALL, DISCARDED, seat, kind, card - MACHINES if kind == PROGRAM_CARD else card)
    elif s.phase == RESPOND and action >= LEAVE:
        note(s, ALL, LET, seat)
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
        s.gears[seat] -= s.move_cost[slot]
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
    s.window = 1
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
    s.window = 1
    s.phase = ACT
    note(s, ALL, BUILT, seat, cell, wide(s.unit_at[cell]) // UNIT_STEP)
    return True


# --- what a seat may know -----------------------------------------------------------------------------


def hide(s: SmashGear, b: SmashGearTables, seat: int) -> None:
    """The piles, and which machines and programs the other holds; how many it holds is open (SG-Q48)."""
    for card in range(MACHINES):
        if _is_hidden(wide(s.machine_at[card]), seat):
            s.machine_at[card] = UNSEEN
        if card < s.machine_left:
            s.machine_pile[card] = UNKNOWN
    for card in range(PROGRAMS):
        if _is_hidden(wide(s.program_at[card]), seat):
            s.program_at[card] = UNSEEN
        if card < s.program_left:
            s.program_pile[card] = UNKNOWN


@jitable
def _is_hidden(place: int, seat: int) -> bool:
    """Whether a seat does not see what lies there."""
    return place == PILE or (HAND <= place < HAND + SEATS and place != HAND + seat)


def guess(s: SmashGear, b: SmashGearTables, seat: int) -> None:
    """Deals the cards that are not seen to the hands and the piles."""
    unseen = 0
    for card in range(MACHINES):
        if s.machine_at[card] == UNSEEN:
            s.machine_at[card] = PILE
            s.machine_pile[unseen] = card
            unseen += 1
    shuffle(s, s.machine_pile, 0, unseen)
    for other in range(SEATS):
        if other != seat:
            for _ in range(s.machine_hand[other]):
                unseen -= 1
                s.machine_at[s.machine_pile[unseen]] = HAND + other
                s.machine_pile[unseen] = NONE
    unseen = 0
    for card in range(PROGRAMS):
        if s.program_at[card] == UNSEEN:
            s.program_at[card] = PILE
            s.program_pile[unseen] = card
            unseen += 1
    shuffle(s, s.program_pile, 0, unseen)
    for other in range(SEATS):
        if other != seat:
            for _ in range(s.program_hand[other]):
                unseen -= 1
                s.program_at[s.program_pile[unseen]] = HAND + other
                s.program_pile[unseen] = NONE


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


def estimate(s: SmashGear, b: SmashGearTables, out: Ints) -> None:
    """Chances by what each seat has (see `worth`)."""
    if s.over:
        for seat in range(SEATS):
            out[seat] = 500 if s.winner == NONE else 1000 * (s.winner == seat)
        return
    lead = worth(s, b, 0) - worth(s, b, 1)
    ahead = 0 if lead > 0 else 1
    lead = abs(lead)
    share = 500 + min(lead, 800) // 2 + min(90, max(0, lead - 800) // 10)
    out[ahead] = share
    out[1 - ahead] = 1000 - share
