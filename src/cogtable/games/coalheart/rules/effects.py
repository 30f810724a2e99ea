"""The interpreter of abilities: carries out the operations of parts, Gear and the Coal Heart.

An ability is a frame RUN on the stack, which goes through its rows. If a row needs a choice, a player is asked and the
frame waits; what a row triggers goes on top of it.
"""

from __future__ import annotations

from cogtable.games.coalheart.rules.abilities import ROWS, Op, Trigger, Use
from cogtable.games.coalheart.rules.box import CoalheartTables, Source
from cogtable.games.coalheart.rules.components import BODY, GEARS, HeartSide, Hex
from cogtable.games.coalheart.rules.events import Event, Quarried
from cogtable.games.coalheart.rules.prices import buildable_for, may_build
from cogtable.games.coalheart.rules.primitives import (
    build,
    choose_cube,
    colors,
    damage,
    draw_cube,
    fill_row,
    gain_hp,
    kinds_in_row,
    mend,
    others,
    pay_cubes,
    pay_hp,
    place_in_row,
    quarry_cube,
    take_cube,
    total,
)
from cogtable.games.coalheart.rules.stack import pop, push, set_top, top, trigger
from cogtable.games.coalheart.rules.state import EMPTY, NOBODY, PRICE, Ask, Coalheart, Frame, Task
from cogtable.rules import ALL, jitable, lowest_bit, note

# --- starting ---------------------------------------------------------------------------------------------


@jitable
def run_part(s: Coalheart, b: CoalheartTables, seat: int, slot: int, other: int) -> None:
    """Starts the ability of the part in a slot; `other` is the player that it concerns."""
    part = s.body[seat, slot]
    note(s, ALL, Event.ACTED_PART, seat=seat, slot=slot, part=part)
    push(s, Task.RUN, seat, part, PRICE if Use.PAY_HP <= b.asks[part] <= Use.PAY_GEAR else 0, other)


@jitable
def spend_gear(s: Coalheart, b: CoalheartTables, seat: int, kind: int, other: int) -> None:
    """Uses and discards a card; what spending triggers follows its effect (CH-R30, CH-Q77)."""
    s.gear[seat, kind] -= 1
    s.discard[kind] += 1
    note(s, ALL, Event.SPENT_GEAR, seat=seat, gear=kind)
    trigger(s, seat, s.listens[seat, Trigger.SPENDING], NOBODY)
    push(s, Task.RUN, seat, Source.GEAR + kind, 0, other)


@jitable
def use_heart(s: Coalheart, seat: int, side: int) -> None:
    """Starts an ability of the Coal Heart; NOW is the one for taking it (CH-R31, CH-R32, CH-R39)."""
    if side == HeartSide.NOW:
        note(s, ALL, Event.TOOK_HEART, seat=seat, holder=s.heart)
        s.heart = seat
    note(s, ALL, Event.USED_HEART, seat=seat, side=side)
    push(s, Task.RUN, seat, Source.HEART + side, 0, NOBODY)


@jitable
def take_from_row(s: Coalheart, seat: int, kind: int, part: int) -> None:
    """Gives a seat a face-up Gear card; outside a Gear Phase, the gap is filled at once (CH-Q45, CH-Q75)."""
    place = place_in_row(s, kind)
    s.row[place] = EMPTY
    s.gear[seat, kind] += 1
    note(s, ALL, Event.GOT_GEAR, seat=seat, gear=kind, place=place, source=part)
    if s.hex != Hex.GEAR:
        fill_row(s)


# --- usable abilities ---------------------------------------------------------------------------------------


@jitable
def works(s: Coalheart, b: CoalheartTables, seat: int, source: int, other: int) -> bool:
    """Whether an optional ability would do something and can be paid for."""
    asks, count = b.asks[source], b.asks_count[source]
    if asks == Use.PAY_HP and (s.hp[seat] < count or (s.hp[seat] == count and s.fresh[seat] != 0)):  # CH-R47, CH-Q79
        return False
    if asks == Use.PAY_CUBE and total(s.cubes[seat]) == 0:
        return False
    if asks == Use.PAY_GEAR and _held(s, seat) == 0:
        return False
    operation = b.program[source, 0, 0]
    if Op.TAKE <= operation <= Op.CHOOSE:
        return total(s.supply) > 0
    if operation == Op.QUARRY:
        return total(s.quarry) > 0
    if operation == Op.FETCH:
        return _fetched(s, b, source, 0) > 0
    if operation == Op.TAKE_GEAR:
        return kinds_in_row(s) > 0
    if operation == Op.PUNCH:
        return total(s.cubes[other]) > 0
    if operation == Op.DISCOUNT:
        return buildable_for(s, b, seat, s.discounts[seat] + _discounts_in_reach(s, b, seat)) != 0  # CH-Q84
    if operation == Op.WELD:
        return s.fresh[seat] == 0 and may_build(s, seat)
    return True


@jitable
def _discounts_in_reach(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """How many more cubes the parts of a seat could take off its builds in this turn."""
    count = 0
    for slot in range(BODY):
        source = s.body[seat, slot]
        if s.usable[seat] >> slot & 1 and b.program[source, 0, 0] == Op.DISCOUNT:
            asks = b.asks[source]
            times = 1
            if asks == Use.PAY_GEAR:
                times = _cards(s, seat)
            elif asks == Use.PAY_HP and s.hp[seat] < b.asks_count[source]:
                times = 0
            count += times * b.program[source, 0, 1]
    return count


@jitable
def working_parts(s: Coalheart, b: CoalheartTables, seat: int, slots: int) -> int:
    """The slots among `slots` whose part would do something if used, a bit each."""
    bits = 0
    for slot in range(BODY):
        if slots >> slot & 1 and works(s, b, seat, s.body[seat, slot], s.target):
            bits |= 1 << slot
    return bits


@jitable
def working_gear(s: Coalheart, b: CoalheartTables, seat: int, moment: int, other: int) -> int:
    """The kinds of Gear that a seat can spend at this moment, a bit each."""
    held = 0
    for kind in range(GEARS):
        held |= ((s.gear[seat, kind] > 0) & (b.gear_moment[kind] == moment)) << kind
    bits = 0
    while held:
        kind = lowest_bit(held)
        held &= held - 1
        if works(s, b, seat, Source.GEAR + kind, other):
            bits |= 1 << kind
    return bits


@jitable
def _held(s: Coalheart, seat: int) -> int:
    """The kinds of Gear that a seat holds, a bit each."""
    bits = 0
    for kind in range(GEARS):
        if s.gear[seat, kind] > 0:
            bits |= 1 << kind
    return bits


@jitable
def _cards(s: Coalheart, seat: int) -> int:
    """How many Gear cards a seat holds."""
    count = 0
    for kind in range(GEARS):
        count += s.gear[seat, kind]
    return count


@jitable
def _fetched(s: Coalheart, b: CoalheartTables, source: int, row: int) -> int:
    """The kinds of Gear that `fetch` can take from the discard pile, a bit each."""
    bits = 0
    for i in range(1, 3):
        kind = b.program[source, row, i]
        if s.discard[kind] > 0:
            bits |= 1 << kind
    return bits


# --- continuing ---------------------------------------------------------------------------------------------


@jitable
def continue_triggers(s: Coalheart, b: CoalheartTables) -> None:
    """Starts the next of the triggered parts on top, in body order (CH-Q68)."""
    seat, slots, other = top(s, Frame.OWNER), top(s, Frame.SOURCE), top(s, Frame.OTHER)
    slot = lowest_bit(slots)
    rest = slots & ~(1 << slot)
    if rest:
        set_top(s, Frame.SOURCE, rest)
    else:
        pop(s)
    run_part(s, b, seat, slot, other)


@jitable
def continue_ability(s: Coalheart, b: CoalheartTables) -> None:
    """Continues the ability on top with its next row, or ends it."""
    question = _question(s, b)
    if question >= 0:
        _ask(s, b, question)
    elif top(s, Frame.ROW) == PRICE:
        seat, source = top(s, Frame.OWNER), top(s, Frame.SOURCE)
        set_top(s, Frame.ROW, 0)
        pay_hp(s, b, seat, b.asks_count[source], source)
    elif _operation(s, b) < 0:
        pop(s)
    else:
        _do(s, b)


@jitable
def _operation(s: Coalheart, b: CoalheartTables) -> int:
    """The current operation of the ability on top; below 0 if it is done."""
    row = top(s, Frame.ROW)
    return b.program[top(s, Frame.SOURCE), row, 0] if row < ROWS else -1


@jitable
def _question(s: Coalheart, b: CoalheartTables) -> int:
    """The question that must be asked before the ability on top continues; -1 if none."""
    if top(s, Frame.ROW) == PRICE:
        asks = b.asks[top(s, Frame.SOURCE)]
        return -1 if asks == Use.PAY_HP else Ask.COLOR if asks == Use.PAY_CUBE else Ask.GEAR
    operation = _operation(s, b)
    if Op.CHOOSE <= operation <= Op.PUNCH:
        return Ask.COLOR
    if Op.FETCH <= operation <= Op.TAKE_GEAR:
        return Ask.GEAR
    if operation == Op.STRIKE:
        return Ask.STRIKE
    if operation == Op.WELD:
        return Ask.WELD
    return -1


@jitable
def _ask(s: Coalheart, b: CoalheartTables, question: int) -> None:
    """Asks the player who has the choice: the giver if a player gives. Without a choice, the row is over (CH-Q36)."""
    if question == Ask.COLOR:
        options = color_options(s, b)
    elif question == Ask.GEAR:
        options = gear_options(s, b)
    elif question == Ask.STRIKE:
        options = s.gained[top(s, Frame.OWNER)]
    else:
        options = 1
    if options == 0:
        _next_row(s)
        return
    s.ask = question
    giver = _operation(s, b) == Op.RECEIVE and top(s, Frame.ROW) != PRICE
    s.waiting = 1 << (top(s, Frame.OTHER) if giver else top(s, Frame.OWNER))


@jitable
def _next_row(s: Coalheart) -> None:
    set_top(s, Frame.ROW, top(s, Frame.ROW) + 1)
    set_top(s, Frame.COUNT, 0)


@jitable
def color_options(s: Coalheart, b: CoalheartTables) -> int:
    """The colours that ASK_COLOR is about, a bit each."""
    if top(s, Frame.ROW) == PRICE:
        return colors(s.cubes[top(s, Frame.OWNER)])
    operation = _operation(s, b)
    if operation == Op.CHOOSE:
        return colors(s.supply)
    if operation == Op.QUARRY:
        return colors(s.quarry)
    return colors(s.cubes[top(s, Frame.OTHER)])


@jitable
def gear_options(s: Coalheart, b: CoalheartTables) -> int:
    """The kinds of Gear that ASK_GEAR is about, a bit each."""
    if top(s, Frame.ROW) == PRICE:
        return _held(s, top(s, Frame.OWNER))
    if _operation(s, b) == Op.FETCH:
        return _fetched(s, b, top(s, Frame.SOURCE), top(s, Frame.ROW))
    return kinds_in_row(s)


@jitable
def answer_color(s: Coalheart, b: CoalheartTables, color: int) -> None:
    """Carries out the ability on top with the chosen cube."""
    seat, source, other, row = top(s, Frame.OWNER), top(s, Frame.SOURCE), top(s, Frame.OTHER), top(s, Frame.ROW)
    operation = _operation(s, b)
    _next_row(s)
    if row == PRICE:
        pay_cubes(s, seat, color, 1)
    elif operation == Op.CHOOSE:
        choose_cube(s, seat, color, source)
    elif operation == Op.QUARRY:
        quarry_cube(s, seat, color, Quarried.BY_PART)
    else:
        take_cube(s, seat, color, other, source)


@jitable
def answer_gear(s: Coalheart, b: CoalheartTables, kind: int) -> None:
    """Carries out the ability on top with the chosen card."""
    seat, source, row = top(s, Frame.OWNER), top(s, Frame.SOURCE), top(s, Frame.ROW)
    operation = _operation(s, b)
    _next_row(s)
    if row == PRICE:
        s.gear[seat, kind] -= 1
        s.discard[kind] += 1
        note(s, ALL, Event.DISCARDED, seat=seat, gear=kind, source=source)
    elif operation == Op.FETCH:
        s.discard[kind] -= 1
        s.gear[seat, kind] += 1
        note(s, ALL, Event.GOT_GEAR, seat=seat, gear=kind, place=EMPTY, source=source)
    else:
        take_from_row(s, seat, kind, source)


@jitable
def answer_strike(s: Coalheart, b: CoalheartTables, target: int) -> None:
    """CH-Q16."""
    seat = top(s, Frame.OWNER)
    count = s.gained[seat] * b.program[top(s, Frame.SOURCE), top(s, Frame.ROW), 1]
    _next_row(s)
    damage(s, b, seat, 1 << target, count)


@jitable
def answer_weld(s: Coalheart, b: CoalheartTables, slot: int) -> None:
    """CH-F37."""
    seat = top(s, Frame.OWNER)
    _next_row(s)
    s.welded |= 1 << seat
    build(s, b, seat, slot, 1)


@jitable
def _do(s: Coalheart, b: CoalheartTables) -> None:
    """Carries out a row that needs no choice. Advances the frame first, because what the row triggers goes on top."""
    seat, source, other, row = top(s, Frame.OWNER), top(s, Frame.SOURCE), top(s, Frame.OTHER), top(s, Frame.ROW)
    operation, count = _operation(s, b), b.program[source, row, 1]
    if operation == Op.TAKE and top(s, Frame.COUNT) + 1 < count:
        set_top(s, Frame.COUNT, top(s, Frame.COUNT) + 1)
    else:
        _next_row(s)
    if operation == Op.TAKE:
        draw_cube(s, seat, source)
    elif operation == Op.GAIN:
        gain_hp(s, b, seat, count, source)
    elif operation == Op.DAMAGE_EACH:
        damage(s, b, seat, others(s, seat), count)
    elif operation == Op.DAMAGE_THEM:
        damage(s, b, seat, 1 << other, count)
    elif operation == Op.BOOST:
        s.added += count
        note(s, ALL, Event.BOOSTED, seat=seat, damage=count, source=source)
    elif operation == Op.DOUBLE:
        s.doubled += 1
        note(s, ALL, Event.DOUBLED, seat=seat)
    elif operation == Op.HALVE:
        s.halved += 1
    elif operation == Op.DISCOUNT:
        s.discounts[seat] += count
        note(s, ALL, Event.DISCOUNTED, seat=seat, count=count, source=source)
    elif operation == Op.SHIELD:
        s.shielded |= 1 << seat
        note(s, ALL, Event.SHIELDED, seat=seat)
    elif operation == Op.CAPTURE:
        use_heart(s, seat, HeartSide.NOW)
    elif operation == Op.MEND:
        mend(s, seat, count)
