"""Rounds, phases and turns: the course of play while the stack is empty."""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import Op, Trigger, Use
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.attack import attack
from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import BODY, GEARS, HEXES, HeartSide, Hex, Moment
from cogtable.games.coalheart.rules.effects import (
    run_part,
    spend_gear,
    take_from_row,
    use_heart,
    working_gear,
    working_parts,
)
from cogtable.games.coalheart.rules.events import Event, Quarried
from cogtable.games.coalheart.rules.paying import start_paying
from cogtable.games.coalheart.rules.prices import buildable
from cogtable.games.coalheart.rules.primitives import (
    choose_cube,
    colors,
    end,
    fill_quarry,
    fill_row,
    kinds_in_row,
    others,
    quarry_cube,
    total,
)
from cogtable.games.coalheart.rules.stack import trigger
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, Ask, Coalheart, Stage, Victory
from cogtable.rules import ALL, jitable, lowest_bit, note

# --- rounds and phases ----------------------------------------------------------------------------------------


@jitable
def begin_round(s: Coalheart) -> None:
    """Starts a round: all hexes are face up (CH-R14), with a second Scavenge for six players (CH-R10)."""
    s.rounds += 1
    s.phase = 0
    s.lead = s.first
    s.picked[:] = EMPTY
    s.face_up[:] = 1
    if s.seats == 6:
        s.face_up[Hex.SCAVENGE] = 2
    note(s, ALL, Event.ROUND, seat=s.first, round=s.rounds)
    _begin_phase(s)


@jitable
def _begin_phase(s: Coalheart) -> None:
    """Starts a phase; the Active Player's turn begins before it selects a hex (CH-Q67)."""
    s.stage = Stage.SELECTING
    s.hex = EMPTY
    s.step = 0
    s.had_heart = 0
    s.shielded = 0
    s.welded = 0
    s.gained[:] = 0
    s.fresh[:] = 0
    s.chances[:] = 0
    s.usable[:] = 0
    s.discounts[:] = 0
    s.acted = 0
    s.dealt[:] = 0
    s.turns = 1 << s.lead


@jitable
def select(s: Coalheart, b: CoalheartTables, kind: int) -> None:
    """Selects a hex; the Active Player's turn goes on, or everybody's begins if all upgrade together."""
    s.face_up[kind] -= 1
    s.picked[s.phase] = kind
    s.hex = kind
    s.had_heart = s.heart == s.lead
    s.stage = Stage.TURNS
    note(s, ALL, Event.SELECTED_HEX, seat=s.lead, hex=kind)
    if kind == Hex.UPGRADE and s.together:
        s.step = s.seats
        for i in range(s.seats - 1, -1, -1):
            _open_turn(s, b, (s.lead + i) % s.seats)
    else:
        s.step = 1
        _open_turn(s, b, s.lead)


@jitable
def _open_turn(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Starts a turn under a hex: compulsory parts act in body order; optional ones can be used later."""
    s.turns |= 1 << seat
    note(s, ALL, Event.TURN, seat=seat, hex=s.hex)
    slots = 0
    if s.hex == Hex.MINE:
        slots = s.listens[seat, Trigger.MINE]
    elif s.hex == Hex.UPGRADE:
        slots = s.listens[seat, Trigger.UPGRADE]
    elif s.hex == Hex.GEAR:
        slots = s.listens[seat, Trigger.GEAR]
    if seat == s.lead:
        slots |= _select_parts(s, b, seat)
        s.discounts[seat] += s.hex == Hex.UPGRADE  # CH-R21
    s.acted &= ~(1 << seat)
    if seat != s.lead and s.hex >= Hex.CAPTURE:
        s.acted |= 1 << seat
    must = _compulsory_parts(s, b, seat, slots)
    s.usable[seat] = slots & ~must
    trigger(s, seat, must, NOBODY)


@jitable
def _select_parts(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """Triggers the parts that act because their owner selected the hex; attacks come later (CH-R37, CH-Q69)."""
    slots = s.listens[seat, Trigger.SELECTED + s.hex]
    for slot in range(BODY):
        if slots >> slot & 1 and b.program[s.body[seat, slot], 0, 0] == Op.ATTACK:
            s.chances[seat] |= 1 << slot
    return slots & ~s.chances[seat]


@jitable
def _compulsory_parts(s: Coalheart, b: CoalheartTables, seat: int, slots: int) -> int:
    must = 0
    for slot in range(BODY):
        if slots >> slot & 1 and b.asks[s.body[seat, slot]] == Use.MUST:
            must |= 1 << slot
    return must


@jitable
def ask_for_hex(s: Coalheart) -> None:
    """Asks the Active Player to select a hex; there are always several left."""
    s.ask = Ask.HEX
    s.waiting = 1 << s.lead


# --- a turn ---------------------------------------------------------------------------------------------------


@jitable
def advance(s: Coalheart, b: CoalheartTables) -> None:
    """Advances the game while the stack is empty, until a player is asked or a frame is pushed."""
    if s.stage == Stage.SELECTING:
        ask_for_hex(s)
    elif s.stage == Stage.TURNS:
        _advance_turns(s, b)
    else:
        _advance_closing(s, b)


@jitable
def _advance_turns(s: Coalheart, b: CoalheartTables) -> None:
    if s.turns & (s.turns - 1):
        _end_idle_turns(s, b)
    if s.turns:
        s.ask = Ask.TURN
        s.waiting = s.turns
    elif s.step < s.seats:
        seat = (s.lead + s.step) % s.seats
        s.step += 1
        s.dealt[:] = 0
        _open_turn(s, b, seat)
    else:
        s.stage = Stage.CLOSING
        s.step = 0
        s.closing = EMPTY
        s.dealt[:] = 0  # CH-Q58
        s.usable[:] = 0


@jitable
def _end_idle_turns(s: Coalheart, b: CoalheartTables) -> None:
    """Of seats that have their turns together, ends the turns of those that can do nothing more (CH-R23)."""
    for seat in range(s.seats):
        if s.turns >> seat & 1 and turn_options(s, b, seat) == 1 << Action.PASS:
            s.turns &= ~(1 << seat)


@jitable
def hex_options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The choices of the Active Player before and when selecting a hex, as bits of actions (CH-Q10, CH-Q43)."""
    bits = working_gear(s, b, seat, Moment.OWN_TURN, NOBODY) << Action.USE_GEAR
    for kind in range(len(HEXES)):
        if s.face_up[kind] > 0:
            bits |= 1 << (Action.HEX + kind)
    return bits


@jitable
def turn_options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The choices of a seat in its turn, as bits of actions."""
    bits = 0
    acted = s.acted >> seat & 1
    if not acted:
        if s.hex == Hex.MINE:
            bits = colors(s.quarry) << Action.COLOR
        elif s.hex == Hex.GEAR:
            bits = _gear_for(s, b, seat) << Action.TAKE_GEAR
        elif s.hex == Hex.CAPTURE:
            bits = _heart_options(s) << Action.USE_HEART
        elif s.hex == Hex.SCAVENGE:
            bits = colors(s.supply) << Action.COLOR
    if bits == 0:
        bits = 1 << Action.PASS  # nothing compulsory is left (CH-Q11, CH-Q65)
    if s.hex == Hex.UPGRADE:
        bits |= buildable(s, b, seat) << Action.BUILD
        bits |= working_gear(s, b, seat, Moment.OWN_UPGRADE, NOBODY) << Action.USE_GEAR
    if s.chances[seat] or (s.hex == Hex.FIGHT and not acted):
        bits |= (others(s, seat) & ~s.shielded) << Action.TARGET
    if s.usable[seat]:
        bits |= _usable_parts(s, b, seat) << Action.USE_PART
    bits |= working_gear(s, b, seat, Moment.OWN_TURN, NOBODY) << Action.USE_GEAR
    targets = bits >> Action.TARGET & others(s, seat)
    if targets and bits == (targets << Action.TARGET | 1 << Action.PASS) and _attacks_in_vain(s, b, seat, targets):
        return 1 << Action.PASS  # CH-Q85
    return bits


@jitable
def _attacks_in_vain(s: Coalheart, b: CoalheartTables, seat: int, targets: int) -> bool:
    """Whether an attack would change nothing: no damage, no triggers, no Gear that anyone could use on it."""
    parts = s.listens[seat, Trigger.ATTACKING]
    perk = s.hex == Hex.FIGHT and seat == s.lead and b.perk > 0
    if s.power[seat] > 0 or perk or _compulsory_parts(s, b, seat, parts) or working_parts(s, b, seat, parts):
        return False
    for other in range(s.seats):
        if targets >> other & 1:
            before = working_gear(s, b, seat, Moment.BEFORE_ATTACK, other)
            after = working_gear(s, b, seat, Moment.AFTER_ATTACK, other)
            if before or after or working_gear(s, b, other, Moment.UNDER_ATTACK, seat):
                return False
    return True


@jitable
def _usable_parts(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The parts that can be used in this turn, a bit each; barter is part of paying."""
    slots = s.usable[seat]
    for slot in range(BODY):
        if slots >> slot & 1 and b.asks[s.body[seat, slot]] == Use.IN_PAYING:
            slots &= ~(1 << slot)
    return working_parts(s, b, seat, slots)


@jitable
def _gear_for(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The kinds of Gear that a seat may take from the row, a bit each (CH-R29, CH-Q46, CH-Q47)."""
    kinds = kinds_in_row(s)
    if seat != s.lead and not s.deluxe >> seat & 1:
        for kind in range(GEARS):
            if b.gear_deluxe[kind]:
                kinds &= ~(1 << kind)
    return kinds


@jitable
def _heart_options(s: Coalheart) -> int:
    """The abilities of the Coal Heart that Capture offers to the Active Player, a bit each (CH-Q40, CH-Q59)."""
    if not s.had_heart:
        return 1 << HeartSide.NOW
    return 1 << HeartSide.STRIKE | (1 << HeartSide.MEND if s.hp[s.lead] == 0 else 0)


@jitable
def play_turn(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    """Carries out an action of a seat in its turn."""
    if action == Action.PASS:
        s.turns &= ~(1 << seat)
    elif action < Action.TARGET:
        s.acted |= 1 << seat
        if s.hex == Hex.MINE:
            quarry_cube(s, seat, action - Action.COLOR, Quarried.BY_ACTION)
        else:
            choose_cube(s, seat, action - Action.COLOR, EMPTY)
    elif action < Action.BUILD:
        _begin_attack(s, b, seat, action - Action.TARGET)
    elif action < Action.USE_PART:
        start_paying(s, b, seat, action - Action.BUILD)
    elif action < Action.USE_GEAR:
        use_part(s, b, seat, action - Action.USE_PART)
    elif action < Action.TAKE_GEAR:
        spend_gear(s, b, seat, action - Action.USE_GEAR, NOBODY)
    elif action < Action.USE_HEART:
        s.acted |= 1 << seat
        take_from_row(s, seat, action - Action.TAKE_GEAR, EMPTY)
    else:
        s.acted |= 1 << seat
        use_heart(s, seat, action - Action.USE_HEART)


@jitable
def _begin_attack(s: Coalheart, b: CoalheartTables, seat: int, target: int) -> None:
    """Starts the attack of the Fight hex, or else one that a part allows (CH-Q30)."""
    if s.hex == Hex.FIGHT and not s.acted >> seat & 1:
        s.acted |= 1 << seat
        attack(s, b, seat, target, EMPTY)
    else:
        slot = lowest_bit(s.chances[seat])
        s.chances[seat] &= ~(1 << slot)
        attack(s, b, seat, target, s.body[seat, slot])


@jitable
def use_part(s: Coalheart, b: CoalheartTables, seat: int, slot: int) -> None:
    """Uses an optional part: once a turn, unless it discards Gear (CH-F31, CH-Q19)."""
    if b.asks[s.body[seat, slot]] != Use.PAY_GEAR:
        s.usable[seat] &= ~(1 << slot)
    run_part(s, b, seat, slot, NOBODY)


# --- the end of a phase -----------------------------------------------------------------------------------------


@jitable
def _advance_closing(s: Coalheart, b: CoalheartTables) -> None:
    """Carries out the steps at the end of a phase; those of Mine in the order of CH-Q58."""
    if s.hex == Hex.MINE:
        if s.step == 0:
            s.step = 1
            if total(s.quarry) > 0:
                s.ask = Ask.PERK
                s.waiting = 1 << s.lead
        elif s.step == 1:
            _trigger_parts(s, b, Trigger.MINE_END)
        elif s.step == 2:
            s.step = 3
            trigger(s, s.lead, s.listens[s.lead, Trigger.SELECT_MINE_END], NOBODY)
        else:
            fill_quarry(s)
            _end_phase(s)
    elif s.hex == Hex.UPGRADE and s.step == 0:
        _trigger_parts(s, b, Trigger.UPGRADE_END)
    else:
        if s.hex == Hex.GEAR:
            fill_row(s)
        _end_phase(s)


@jitable
def _trigger_parts(s: Coalheart, b: CoalheartTables, when: int) -> None:
    """Lets parts act at the end of the phase, seat by seat from the Active Player (CH-Q48); then the next step."""
    if s.closing >= 0:
        seat = (s.lead + s.closing) % s.seats
        if working_parts(s, b, seat, s.usable[seat]):
            s.ask = Ask.AT_END
            s.waiting = 1 << seat
            return
    s.closing += 1
    if s.closing == s.seats:
        s.step += 1
        return
    seat = (s.lead + s.closing) % s.seats
    slots = s.listens[seat, when]
    if when == Trigger.UPGRADE_END:
        slots &= ~s.fresh[seat]  # CH-R24
    must = _compulsory_parts(s, b, seat, slots)
    s.usable[seat] = slots & ~must
    trigger(s, seat, must, NOBODY)


@jitable
def at_end_options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The parts that a seat may use at the end of the phase, as bits of actions."""
    return working_parts(s, b, seat, s.usable[seat]) << Action.USE_PART | 1 << Action.PASS


@jitable
def play_at_end(s: Coalheart, b: CoalheartTables, seat: int, action: int) -> None:
    """Uses a part at the end of the phase, or none."""
    if action == Action.PASS:
        s.usable[seat] = 0
    else:
        use_part(s, b, seat, action - Action.USE_PART)


@jitable
def _end_phase(s: Coalheart) -> None:
    """The next player to the left leads; when all have led, the First Player card passes on (CH-R14, CH-R15)."""
    s.phase += 1
    s.lead = (s.lead + 1) % s.seats
    if s.phase < s.seats:
        _begin_phase(s)
        return
    s.first = (s.first + 1) % s.seats
    if s.rounds >= s.limit:
        _end_by_limit(s)
    else:
        begin_round(s)


@jitable
def _end_by_limit(s: Coalheart) -> None:
    """Ends the game: most parts win, then most HP, among robots that are not broken; ties share it (CH-Q83)."""
    best = 0
    winners = 0
    for seat in range(s.seats):
        if s.hp[seat] > 0:
            worth = 64 * s.parts[seat] + s.hp[seat]
            if worth > best:
                best, winners = worth, 0
            if worth == best:
                winners |= 1 << seat
    end(s, Victory.LAST_ROUND, winners)
