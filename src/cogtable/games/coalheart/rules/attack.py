"""An attack in its six steps (CH-R43): a frame FIGHTING on the stack, whose row is the current step."""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import Op, Trigger, Use
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import BODY, Hex, Moment
from cogtable.games.coalheart.rules.effects import run_part, spend_gear, working_gear, working_parts
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.primitives import MOST_DAMAGE, damage
from cogtable.games.coalheart.rules.stack import pop, push, set_top, top
from cogtable.games.coalheart.rules.state import NOBODY, Ask, Coalheart, Frame, Task
from cogtable.rules import ALL, PlainIntEnum, jitable, lowest_bit, note


class AttackStep(PlainIntEnum):
    """The steps of an attack, which is on the stack from the second one on."""

    TARGET = 1
    BEFORE = 2
    ACTING = 3
    DEFENCE = 4
    HIT = 5
    AFTER = 6
    DONE = 7


@jitable
def attack(s: Coalheart, b: CoalheartTables, seat: int, target: int, part: int) -> None:
    """Starts an attack, allowed by a part or (EMPTY) the Fight hex; its perk counts for all attacks of the leader."""
    s.target = target
    s.perked = b.perk if s.hex == Hex.FIGHT and seat == s.lead else 0  # CH-R26, CH-Q30, CH-Q31
    s.added = s.perked
    s.doubled = 0
    s.halved = 0
    s.waiting_parts = s.listens[seat, Trigger.ATTACKING]
    note(s, ALL, Event.ATTACKED, seat=seat, target=target, damage=s.power[seat] + s.added, source=part)
    push(s, Task.FIGHTING, seat, part, AttackStep.BEFORE, target)


@jitable
def continue_attack(s: Coalheart, b: CoalheartTables) -> None:
    """Moves on to the next step: asks the player who has a choice, or skips the step."""
    seat, step = top(s, Frame.OWNER), top(s, Frame.ROW)
    if step == AttackStep.HIT:
        _hit(s, b, seat)
    elif step == AttackStep.DONE:
        s.target = NOBODY
        s.waiting_parts = 0
        pop(s)
    elif fighting_options(s, b) == 0:
        set_top(s, Frame.ROW, step + 1)
    elif step == AttackStep.BEFORE:
        _ask(s, seat, Ask.BEFORE)
    elif step == AttackStep.ACTING:
        _ask(s, seat, Ask.ABILITIES)
    elif step == AttackStep.DEFENCE:
        _ask(s, s.target, Ask.DEFEND)
    else:
        _ask(s, seat, Ask.AFTER)


@jitable
def _ask(s: Coalheart, seat: int, question: int) -> None:
    s.ask = question
    s.waiting = 1 << seat


@jitable
def fighting_options(s: Coalheart, b: CoalheartTables) -> int:
    """The choices in the current step of the attack on top, as bits of actions; 0 if the seat can only pass."""
    seat, step = top(s, Frame.OWNER), top(s, Frame.ROW)
    if step == AttackStep.ACTING:
        return _ability_options(s, b, seat)
    if step == AttackStep.DEFENCE:
        kinds = working_gear(s, b, s.target, Moment.UNDER_ATTACK, seat)
    else:
        moment = Moment.BEFORE_ATTACK if step == AttackStep.BEFORE else Moment.AFTER_ATTACK
        kinds = working_gear(s, b, seat, moment, s.target)
    return kinds << Action.USE_GEAR | 1 << Action.PASS if kinds else 0


@jitable
def _ability_options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """Parts that act on an attack, in any order; optional ones can be declined once the others have acted (CH-Q68)."""
    must = 0
    for slot in range(BODY):
        if s.waiting_parts >> slot & 1 and b.asks[s.body[seat, slot]] == Use.MUST:
            must |= 1 << slot
    may = working_parts(s, b, seat, s.waiting_parts & ~must)
    if must & (must - 1) and _in_any_order(s, b, seat, must):
        must = 1 << lowest_bit(must)
    slots = (must | may) << Action.USE_PART
    return slots | 1 << Action.PASS if may and not must else slots


@jitable
def _in_any_order(s: Coalheart, b: CoalheartTables, seat: int, slots: int) -> bool:
    """Whether the order of these parts does not matter, because they trigger nothing (CH-Q85)."""
    for slot in range(BODY):
        if slots >> slot & 1:
            rows = b.program[s.body[seat, slot]]
            operation = rows[0, 0]
            if operation == Op.TAKE:
                sets_off = s.listens[seat, Trigger.FROM_SUPPLY] != 0
            elif operation == Op.GAIN:
                sets_off = s.listens[seat, Trigger.GAINING] != 0
            else:
                sets_off = operation != Op.BOOST
            if sets_off or rows[1, 0] != Op.NONE:
                return False
    return True


@jitable
def use_attack_part(s: Coalheart, b: CoalheartTables, seat: int, slot: int) -> None:
    """Uses a part in an attack, each once (CH-Q70)."""
    s.waiting_parts &= ~(1 << slot)
    run_part(s, b, seat, slot, s.target)


@jitable
def use_attack_gear(s: Coalheart, b: CoalheartTables, seat: int, kind: int) -> None:
    """Spends Gear: any number before an attack, one Force Field, one Rocket Punch (CH-Q26)."""
    step = top(s, Frame.ROW)
    if step != AttackStep.BEFORE:
        set_top(s, Frame.ROW, step + 1)
    spend_gear(s, b, seat, kind, s.target if seat == top(s, Frame.OWNER) else top(s, Frame.OWNER))


@jitable
def pass_step(s: Coalheart) -> None:
    """Ends the choices of this step."""
    set_top(s, Frame.ROW, top(s, Frame.ROW) + 1)


@jitable
def attack_damage(s: Coalheart, seat: int) -> int:
    """The current damage of the attack: the sum, then doubled (CH-R43); without Force Field."""
    count = s.power[seat] + s.added
    for _ in range(s.doubled):
        count = min(MOST_DAMAGE, 2 * count)
    return count


@jitable
def _hit(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Step 5: half is prevented, rounded up (CH-Q27), then the cap for broken robots applies (CH-Q28)."""
    count = attack_damage(s, seat)
    if s.halved:
        left = count >> s.halved
        note(s, ALL, Event.HALVED, seat=s.target, before=count, damage=left)
        count = left
    set_top(s, Frame.ROW, AttackStep.AFTER)
    damage(s, b, seat, 1 << s.target, count)
