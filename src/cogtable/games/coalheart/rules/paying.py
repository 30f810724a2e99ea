"""Paying for a part: a frame PAYING on the stack, whose row is the current step.

First, discounts save cubes; then the price can be bartered; then three cubes of a colour can replace one of another;
then the rest is paid. Only real choices are asked, and payments that cost more than necessary are not offered (CH-Q81).
A payment costs more than necessary exactly if a colour given in threes also has a cube that was saved or exchanged
for. `spared` and `given` keep the two apart.
"""

from __future__ import annotations

from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.box import CoalheartTables
from cogtable.games.coalheart.rules.components import COLOR_COUNT
from cogtable.games.coalheart.rules.events import Event
from cogtable.games.coalheart.rules.prices import barter_slot, can_barter
from cogtable.games.coalheart.rules.primitives import build, pay_cubes, total
from cogtable.games.coalheart.rules.stack import pop, push, set_top, top
from cogtable.games.coalheart.rules.state import NOBODY, Ask, Coalheart, Frame, Task
from cogtable.rules import ALL, PlainIntEnum, jitable, lowest_bit, note


class PaymentStep(PlainIntEnum):
    """The steps of a payment."""

    SPARING = 0
    BARTERING = 1
    EXCHANGING = 2
    PAID_UP = 3


NO_COLOR = -1


# --- the rest of the price -------------------------------------------------------------------------------------


@jitable
def _missing(s: Coalheart, seat: int, less: int, lay: int) -> int:
    """How many cubes of the price cannot be paid, even with exchanges; below 1 means that it can be paid.

    Pass NO_COLOR twice for the current state. With `less`, one cube of that colour counts as no longer owed; with
    `lay`, three cubes of that colour also count as given for it.
    """
    short, exchanges = 0, 0
    for color in range(COLOR_COUNT):
        left = s.cubes[seat, color] - s.laid[color] - s.owed[color]
        left += color == less
        left -= 3 * (color == lay)
        if left < 0:
            short -= left
        elif color != less and not s.spared >> color & 1:
            exchanges += left // 3
    return short - exchanges


@jitable
def _first_left(s: Coalheart, seat: int) -> int:
    """The first colour in which the seat has a cube that is not set aside; there must be one."""
    color = 0
    while s.cubes[seat, color] == s.laid[color]:
        color += 1
    return color


@jitable
def _first_short(s: Coalheart, seat: int) -> int:
    """The first colour in which the seat lacks cubes for the rest of the price; NO_COLOR if there is none."""
    for color in range(COLOR_COUNT):
        if s.cubes[seat, color] - s.laid[color] < s.owed[color]:
            return color
    return NO_COLOR


# --- the steps ----------------------------------------------------------------------------------------------


@jitable
def start_paying(s: Coalheart, b: CoalheartTables, seat: int, slot: int) -> None:
    """Starts to pay for the part of a slot."""
    for color in range(COLOR_COUNT):
        s.owed[color] = b.cost[s.body[seat, slot], color]
        s.laid[color] = 0
    s.spared = 0
    s.given = 0
    s.bartering = 0
    push(s, Task.PAYING, seat, slot, PaymentStep.SPARING, NOBODY)


@jitable
def continue_payment(s: Coalheart, b: CoalheartTables) -> None:
    """Moves on to the next step: asks the seat, or skips the step if there is no choice."""
    seat, step = top(s, Frame.OWNER), top(s, Frame.ROW)
    if step == PaymentStep.SPARING:
        _offer_discounts(s, b, seat)
    elif step == PaymentStep.BARTERING:
        _offer_barter(s, b, seat)
    elif step == PaymentStep.PAID_UP:
        _settle(s, b, seat)
    elif s.bartering > 0:
        if total(s.cubes[seat]) - total(s.laid) == s.bartering:  # all remaining cubes must be paid (CH-Q85)
            lay_bartered(s, _first_left(s, seat))
        else:
            _ask(s, seat, Ask.BARTERED)
    elif total(s.laid) > 0 and total(s.owed) == 0:
        set_top(s, Frame.ROW, PaymentStep.PAID_UP)
    else:
        _offer_exchange(s, seat)


@jitable
def _ask(s: Coalheart, seat: int, question: int) -> None:
    s.ask = question
    s.waiting = 1 << seat


@jitable
def _offer_discounts(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    if s.discounts[seat] == 0 or total(s.owed) == 0:
        set_top(s, Frame.ROW, PaymentStep.BARTERING)
        return
    color = _must_spare(s, b, seat)
    if color == NO_COLOR:
        _ask(s, seat, Ask.SPARE)
    else:
        spare(s, seat, color)


@jitable
def _offer_barter(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    slot = top(s, Frame.SOURCE)
    part = s.body[seat, slot]
    can = barter_slot(s, b, seat, slot) >= 0 and can_barter(s, b, seat, part, total(s.owed), 0)
    if not can:
        set_top(s, Frame.ROW, PaymentStep.EXCHANGING)
    elif _missing(s, seat, NO_COLOR, NO_COLOR) > 0:
        barter(s, b, seat)
    else:
        _ask(s, seat, Ask.BARTER)


@jitable
def _offer_exchange(s: Coalheart, seat: int) -> None:
    pairs = exchange_options(s, seat)
    if pairs == 0:
        set_top(s, Frame.ROW, PaymentStep.PAID_UP)
    elif _first_short(s, seat) != NO_COLOR and (
        pairs & (pairs - 1) == 0 or _missing(s, seat, NO_COLOR, NO_COLOR) == 0  # every exchange is needed (CH-Q85)
    ):
        exchange(s, seat, lowest_bit(pairs))
    else:
        _ask(s, seat, Ask.EXCHANGE)


@jitable
def paying_options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The choices of the paying seat, as bits of actions; for ASK_EXCHANGE see `exchange_options`."""
    if s.ask == Ask.SPARE:
        return _spare_options(s, b, seat)
    if s.ask == Ask.BARTER:
        return 1 << (Action.USE_PART + barter_slot(s, b, seat, top(s, Frame.SOURCE))) | 1 << Action.PASS
    if s.ask == Ask.BARTERED:
        return _bartered_options(s, b, seat) << Action.COLOR
    return 1 << Action.PASS if _first_short(s, seat) == NO_COLOR else 0


@jitable
def _must_spare(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The colour in which a cube must be saved sooner or later; NO_COLOR if there is none, or a choice."""
    if barter_slot(s, b, seat, top(s, Frame.SOURCE)) >= 0:
        return NO_COLOR
    if _missing(s, seat, NO_COLOR, NO_COLOR) == s.discounts[seat]:  # all discounts and exchanges are needed (CH-Q85)
        return _first_short(s, seat)
    for color in range(COLOR_COUNT):
        if s.cubes[seat, color] - s.owed[color] >= 3 and not s.spared >> color & 1:
            return NO_COLOR
    return _first_short(s, seat)


@jitable
def _spare_options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The choices for a discount: a cube to save, or PASS to save none (CH-R22, CH-Q78)."""
    slot = top(s, Frame.SOURCE)
    part, count, discounts = s.body[seat, slot], total(s.owed), s.discounts[seat]
    barters = barter_slot(s, b, seat, slot) >= 0
    bits = 0
    if _missing(s, seat, NO_COLOR, NO_COLOR) <= 0 or (barters and can_barter(s, b, seat, part, count, 0)):
        bits |= 1 << Action.PASS
    bartered = barters and can_barter(s, b, seat, part, count - 1, discounts - 1)
    for color in range(COLOR_COUNT):
        if s.owed[color] > 0 and (bartered or _missing(s, seat, color, NO_COLOR) < discounts):
            bits |= 1 << (Action.SPARE + color)
            bartered = False  # colours do not matter for a bartered price
    return bits


@jitable
def _bartered_options(s: Coalheart, b: CoalheartTables, seat: int) -> int:
    """The colours of the next cube after which the payment can still differ from the printed price (CH-Q81)."""
    part = s.body[seat, top(s, Frame.SOURCE)]
    left = s.bartering - 1
    bits = 0
    for color in range(COLOR_COUNT):
        if s.cubes[seat, color] > s.laid[color]:
            for other in range(COLOR_COUNT):
                laid = s.laid[other] + (other == color)
                if laid + min(left, s.cubes[seat, other] - laid) > b.cost[part, other]:
                    bits |= 1 << color
    return bits


@jitable
def exchange_options(s: Coalheart, seat: int) -> int:
    """Pairs 4 * given + wanted of colours that can be exchanged (CH-F5), a bit each; missing colours come first."""
    short = _first_short(s, seat)
    bits = 0
    for given in range(COLOR_COUNT):
        over = s.cubes[seat, given] - s.laid[given] - s.owed[given]
        if over >= 3 and not s.spared >> given & 1:
            for wanted in range(COLOR_COUNT):
                asked = s.owed[wanted] > 0 if short == NO_COLOR else wanted == short
                if asked and wanted != given and not s.given >> wanted & 1 and _missing(s, seat, wanted, given) <= 0:
                    bits |= 1 << (COLOR_COUNT * given + wanted)
    return bits


@jitable
def spare(s: Coalheart, seat: int, color: int) -> None:
    """Saves a cube with a discount."""
    s.discounts[seat] -= 1
    s.owed[color] -= 1
    s.spared |= 1 << color
    note(s, ALL, Event.SAVED, seat=seat, color=color)


@jitable
def barter(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Replaces the price with as many cubes of any colours, once a turn (CH-F33)."""
    slot = barter_slot(s, b, seat, top(s, Frame.SOURCE))
    s.usable[seat] &= ~(1 << slot)
    s.bartering = total(s.owed)
    s.owed[:] = 0
    set_top(s, Frame.ROW, PaymentStep.EXCHANGING)
    note(s, ALL, Event.BARTERED, seat=seat, part=s.body[seat, slot])


@jitable
def lay_bartered(s: Coalheart, color: int) -> None:
    """Pays the next cube of a bartered price."""
    s.laid[color] += 1
    s.bartering -= 1


@jitable
def exchange(s: Coalheart, seat: int, pair: int) -> None:
    """Exchanges three cubes of a colour for one of another."""
    given, wanted = pair // COLOR_COUNT, pair % COLOR_COUNT
    s.laid[given] += 3
    s.owed[wanted] -= 1
    s.given |= 1 << given
    s.spared |= 1 << wanted
    note(s, ALL, Event.EXCHANGED, seat=seat, color=given, wanted=wanted)


@jitable
def pass_paying(s: Coalheart) -> None:
    """Declines the discount, barter or exchange, and moves on to the next step."""
    set_top(s, Frame.ROW, top(s, Frame.ROW) + 1)


@jitable
def _settle(s: Coalheart, b: CoalheartTables, seat: int) -> None:
    """Returns the cubes to the Supply, and builds the part."""
    slot = top(s, Frame.SOURCE)
    pop(s)
    for color in range(COLOR_COUNT):
        pay_cubes(s, seat, color, s.owed[color] + s.laid[color])
    s.owed[:] = 0
    s.laid[:] = 0
    s.spared = 0
    s.given = 0
    build(s, b, seat, slot, 0)
