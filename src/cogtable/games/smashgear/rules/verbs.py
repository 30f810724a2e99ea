"""The verbs of Smash Gear. Numbers like SG-R4 refer to `rules.md`."""

from __future__ import annotations

from cogtable.games.smashgear.rules.actions import Action, target_of
from cogtable.games.smashgear.rules.box import SmashGearTables, Use
from cogtable.games.smashgear.rules.combat import keep, put_together
from cogtable.games.smashgear.rules.components import BASES, MACHINES, PROGRAMS, SEATS, SHOWN, SLOTS, Card
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, fits, fits_on, free_slot, part_of
from cogtable.games.smashgear.rules.heuristic import WON, closing, heuristic
from cogtable.games.smashgear.rules.hidden_info import determinize, hide, weigh
from cogtable.games.smashgear.rules.legal import legal, site_for_base
from cogtable.games.smashgear.rules.stack import aim_at, push, repair, start_aiming, stop_repairing
from cogtable.games.smashgear.rules.state import MANY, NONE, Kind, Phase, Place, SmashGear, Window
from cogtable.games.smashgear.rules.store import buy, from_hand, show
from cogtable.games.smashgear.rules.turn import advance, ask, declare_end, throw_away
from cogtable.rules import ALL, Ints, below, jitable, note, shuffle

__all__ = ["determinize", "evaluate", "hide", "legal", "play", "rank", "setup", "tally", "weigh"]


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
    note(s, ALL, Event.STARTED, seat=s.start)
    ask(s, Phase.PREPARE, s.start)


# --- actions ------------------------------------------------------------------------------------------


def play(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    """Applies an action and its consequences, up to the next decision."""
    note(s, ALL, Event.ACTED, seat=seat, turn=s.turns)
    _play(s, b, seat, action)


@jitable
def _play(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    lets = seat if s.phase == Phase.RESPOND and action >= Action.LEAVE else NONE
    on = _prepare(s, b, seat, action) if s.phase == Phase.PREPARE else _act(s, b, seat, action)
    if on:
        advance(s, b, seat, lets)


@jitable
def _prepare(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> bool:
    """Seats buy in turns; after two passes in a row the Battle begins (SG-R5, SG-Q6)."""
    if action >= Action.END:
        s.passes += 1
        note(s, ALL, Event.PASSED, seat=seat)
    else:
        s.passes = 0
        buy(s, b, seat, action - Action.BUY)
    if s.passes == SEATS:
        return True
    ask(s, Phase.PREPARE, 1 - seat)
    return False


@jitable
def _act(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> bool:
    """Applies an action of the Battle; returns whether it is complete, so that play advances."""
    if s.phase == Phase.SITE:
        return _choose_site(s, b, action - Action.CELL)
    if s.phase == Phase.PLACE:
        return _assemble(s, b, seat, action - Action.POSE)
    if s.phase == Phase.BUILD:
        return _build(s, seat, action - Action.CELL)
    if s.phase == Phase.TARGET:
        aim_at(s, b, target_of(s.wanted, action))
    elif s.phase == Phase.PART:
        _keep(s, b, action - Action.CELL)
    elif s.phase == Phase.REPAIR:
        _repair(s, b, action)
    elif s.phase == Phase.DISCARD:
        throw_away(s, seat, action - Action.CARD)
    elif s.phase == Phase.RESPOND and action >= Action.LEAVE:
        _decline(s, seat, action)
    elif action >= Action.END:
        declare_end(s)
    elif action < Action.CARD:
        buy(s, b, seat, action - Action.BUY)
    elif action < Action.CARD_PROGRAM:
        return _start_assembly(s, b, seat, action - Action.CARD)
    elif action == Action.CARD_BASE:
        return _start_building(s, b, seat)
    else:
        _announce(s, b, seat, action)
    return True


@jitable
def _announce(s: SmashGear, b: SmashGearTables, seat: int, action: int) -> None:
    """Pays for a program, an attack, a move or an effect, and puts it on the stack."""
    if action < Action.CARD_BASE:
        program = action - Action.CARD_PROGRAM
        from_hand(s, seat, Card.PROGRAM, program, Place.WAITING)
        s.program_owner[program] = seat
        s.gears[seat] -= b.program_cost[program]
        s.ran[seat] |= 1 << program
        push(s, seat, Kind.SCRIPT if b.program_kind[program] == 0 else Kind.PLUGIN, program, NONE)
    elif action == Action.CARD_DESTROY:
        s.destroy_hand[seat] -= 1
        s.destroy_spent[seat] += 1
        push(s, seat, Kind.ATTACK, NONE, NONE)
    elif action < Action.EFFECTS:
        slot = seat * SLOTS + (action - Action.MOVES) // 4
        s.gears[seat] -= move_price(s, slot)
        s.moved[slot] = min(MANY, s.moved[slot] + 1)
        push(s, seat, Kind.MOVE, slot, s.card[slot])
        s.stack_b[s.depth - 1] = (action - Action.MOVES) % 4
    else:
        slot = seat * SLOTS + action - Action.EFFECTS
        card = s.card[slot]
        s.gears[seat] -= b.effect_price[card]
        if b.answer[card] == Use.ONCE_A_TURN:
            s.used[slot] = 1
        push(s, seat, Kind.EFFECT, slot, card)
    start_aiming(s, b)


@jitable
def _decline(s: SmashGear, seat: int, action: int) -> None:
    """Declines to answer; with LEAVE_ALL, until the seat's next turn (SG-Q52)."""
    if action == Action.LEAVE_ALL:
        s.lets_all[seat] = 1
        note(s, ALL, Event.LET_ALL, seat=seat)
    else:
        note(s, ALL, Event.LET, seat=seat)


@jitable
def _repair(s: SmashGear, b: SmashGearTables, action: int) -> None:
    """Puts back the unit that the owner has named, or stops (SG-Q51)."""
    if action == Action.END:
        note(s, ALL, Event.REPAIR_ENDED, slot=s.repair_slot, machine=s.card[s.repair_slot])
        stop_repairing(s)
    else:
        repair(s, b, action - Action.CELL)


@jitable
def _keep(s: SmashGear, b: SmashGearTables, cell: int) -> None:
    """Keeps the part of a machine that its owner has chosen (SG-R27, SG-Q19)."""
    slot = s.torn_slot
    note(s, ALL, Event.KEPT, slot=slot, cell=cell, machine=s.card[slot])
    s.torn &= ~(1 << slot)
    s.torn_slot = NONE
    keep(s, b, slot, part_of(s, b, slot, s.unit_at[cell] % UNIT_STEP))


@jitable
def _start_assembly(s: SmashGear, b: SmashGearTables, seat: int, card: int) -> bool:
    """Asks for the base, unless the machine fits on only one (SG-R25)."""
    from_hand(s, seat, Card.MACHINE, card, Place.WAITING)
    s.pending = card
    only, count = NONE, 0
    for i in range(s.bases[seat]):
        cell = s.base_list[seat, i]
        if fits_on(s, b, card, cell):
            only = cell
            count += 1
    if count > 1:
        ask(s, Phase.SITE, seat)
        return False
    return _choose_site(s, b, only)


@jitable
def _choose_site(s: SmashGear, b: SmashGearTables, cell: int) -> bool:
    """Asks for heart and rotation, unless only one fits (SG-Q29)."""
    s.site = cell
    only, count = NONE, 0
    for pose in range(4 * b.hearts[s.pending]):
        if b.distinct[s.pending, pose] and fits(s, b, s.pending, cell, pose // 4, pose % 4):
            only = pose
            count += 1
    if count > 1:
        ask(s, Phase.PLACE, s.turn)
        return False
    return _assemble(s, b, s.turn, only)


@jitable
def _assemble(s: SmashGear, b: SmashGearTables, seat: int, pose: int) -> bool:
    card, site = s.pending, s.site
    s.pending = NONE
    s.site = NONE
    s.assembles -= 1
    put_together(s, b, free_slot(s, seat), card, site, pose // 4, pose % 4)
    s.window = Window.AFTERWARDS
    s.phase = Phase.ACT
    return True


@jitable
def _start_building(s: SmashGear, b: SmashGearTables, seat: int) -> bool:
    """Asks for the heart, unless there is only one (SG-R23)."""
    only, count = NONE, 0
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.card[slot] != NONE:
            for heart in range(b.hearts[s.card[slot]]):
                cell = site_for_base(s, slot, heart)
                if cell != NONE:
                    only = cell
                    count += 1
    if count > 1:
        ask(s, Phase.BUILD, seat)
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
    s.window = Window.AFTERWARDS
    s.phase = Phase.ACT
    note(s, ALL, Event.BUILT, seat=seat, cell=cell, slot=s.unit_at[cell] // UNIT_STEP)
    return True


def rank(s: SmashGear, b: SmashGearTables, out: Ints) -> None:
    """The winner is first; a draw is shared. During the game honor counts, then bases. The score is honor."""
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
    """Machines assembled, programs played, the way the game ended, the seat that moved first, and the game's length."""
    ways = MACHINES + PROGRAMS
    turns = (s.turns + 1) // SEATS
    for seat in range(SEATS):
        for card in range(MACHINES):
            out[seat, card] = s.assembled[seat] >> card & 1
        for card in range(PROGRAMS):
            out[seat, MACHINES + card] = s.ran[seat] >> card & 1
        out[seat, ways + s.reason - 1] = 1
        out[seat, ways + 3 + (seat != s.start)] = 1
        out[seat, ways + 5 + (0 if turns <= 10 else 1 if turns <= 20 else 2 if turns <= 30 else 3)] = 1


def evaluate(s: SmashGear, b: SmashGearTables, out: Ints) -> None:
    """Each seat's chance of winning, from `heuristic`."""
    if s.over:
        for seat in range(SEATS):
            out[seat] = 500 if s.winner == NONE else 1000 * (s.winner == seat)
        return
    lead = heuristic(s, b, 0) - heuristic(s, b, 1)
    ahead = 0 if lead > 0 else 1
    lead = abs(lead)
    share = 500 + min(lead, WON) // 2
    if lead > WON:  # beyond WON, the lead counts little, and closeness to the end more and more
        share += min(10, (lead - WON) // 80) + closing(s, b, ahead) * min(lead - WON, 400) // 400
    out[ahead] = share
    out[1 - ahead] = 1000 - share
