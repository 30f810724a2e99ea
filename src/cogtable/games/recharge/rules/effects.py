"""The interpreter: carries out the rows of a robot or an Event for a seat, up to the next question."""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import ADDED, WIDTH, Measure, Op
from cogtable.games.recharge.rules.box import RechargeTables
from cogtable.games.recharge.rules.cards import (
    discard_hand,
    draw,
    draw_event,
    drop_event,
    keep_all,
    look,
    mill,
    out_of,
    out_of_hand,
    salvage,
    scrapped,
)
from cogtable.games.recharge.rules.components import EVENTS, LOOK, ROBOTS
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.offers import can_bring, can_copy, can_play_some, price
from cogtable.games.recharge.rules.others import leads_in, postpone
from cogtable.games.recharge.rules.script import ask, cause, finish, start
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge, Stage
from cogtable.games.recharge.rules.tokens import charge, crown, gain, in_play, is_idle, measure
from cogtable.rules import ALL, carried_out, jitable, note, seat_after

# --- robots in play -------------------------------------------------------------------------------------


@jitable
def play_robot(s: Recharge, b: RechargeTables, seat: int, card: int) -> None:
    """Plays a robot from the hand, with the batteries that it comes with (RC-R12)."""
    cost = price(s, b, seat, card)
    note(s, ALL, Event.PLAYED, seat=seat, card=card, price=cost)
    gain(s, seat, -cost)
    out_of_hand(s, seat, card)
    s.place[card] = Place.FLEET + seat
    s.fleet[seat, s.robots[seat]] = card
    s.robots[seat] += 1
    s.printed[seat] += b.crowns[card]
    s.played[card] |= 1 << seat
    charge(s, seat, card, b.starts[card])


@jitable
def _scrap(s: Recharge, b: RechargeTables, seat: int, card: int) -> None:
    """Removes a robot from play, with everything on it."""
    charge(s, seat, card, -s.batteries[card])
    out_of(s.fleet[seat], s.robots[seat], card)
    s.robots[seat] -= 1
    s.printed[seat] -= b.crowns[card]
    scrapped(s, card)
    note(s, ALL, Event.LEFT, seat=seat, card=card)


@jitable
def has_acted(s: Recharge, seat: int, card: int) -> bool:
    """Whether a robot has acted in a seat's current turn, even if it left play since and came back (RC-Q38)."""
    return bool(s.acted[card] >> seat & 1)


@jitable
def can_resolve(s: Recharge, seat: int, card: int) -> bool:
    """Whether a seat's robot in play can still act in this round (RC-R10, RC-Q7, RC-Q8)."""
    return s.batteries[card] > 0 and not has_acted(s, seat, card)


do_added = carried_out(__name__, ADDED)
"""Carries out an operation that the box adds."""

# --- a script -------------------------------------------------------------------------------------------


@jitable
def run(s: Recharge, b: RechargeTables, seat: int) -> None:
    """Carries out the script of a seat until it ends or asks a question."""
    note(s, ALL, Event.DOES, seat=seat, cause=cause(s, seat))
    while s.asks[seat] == Question.NOTHING and s.row[seat] < s.stop[seat]:
        script, row = s.script[seat], s.row[seat]
        if row >= s.until[seat]:
            s.times[seat] = 1
            s.until[seat] = s.stop[seat]
        operation = b.code[script, row, 0]
        if s.stage[seat] == Stage.FOLLOWING and _wants_order(operation) and not _is_first(s, seat):
            s.asks[seat] = Question.PARKED
            return
        s.row[seat] = row + 1
        s.skip[seat] = b.code[script, row, WIDTH - 1]
        first, second = b.code[script, row, 1], b.code[script, row, 2]
        count = first * s.times[seat]
        if operation >= ADDED:
            do_added(s, b, seat, operation, count, second)
        elif operation >= Op.MAY:
            _guard(s, b, seat, operation, first, second)
        elif Op.TAKE <= operation <= Op.OTHERS_DISCARD:
            postpone(s, seat, cause(s, seat), operation, count)
        elif operation <= Op.SALVAGE or operation in (Op.DRAW_EVENT, Op.DISCARD_EVENT):
            _move_cards(s, seat, operation, count, second * s.times[seat])
        else:
            _do(s, b, seat, operation, count)
    if s.asks[seat] == Question.NOTHING:
        if cause(s, seat) != EMPTY:
            note(s, ALL, Event.WORKED, seat=seat, cause=cause(s, seat))
        finish(s, seat)


@jitable
def _wants_order(operation: int) -> bool:
    """Whether an operation takes from a shared supply, so that seats must carry it out in turn (RC-Q4)."""
    return operation in (Op.DRAW, Op.MILL, Op.LOOK, Op.SALVAGE, Op.DRAW_EVENT)


@jitable
def _is_first(s: Recharge, seat: int) -> bool:
    """Whether all seats before this one, counted from the player in charge, are past its row."""
    other = s.charge
    while other != seat:
        if s.stage[other] == Stage.FOLLOWING and s.row[other] <= s.row[seat]:
            return False
        other = seat_after(other, 1, s.seats)
    return True


@jitable
def _guard(s: Recharge, b: RechargeTables, seat: int, operation: int, first: int, second: int) -> None:
    """A condition: continues with the rows that it guards, skips them, or asks."""
    passed = False
    if operation < Op.IF_HAVE:
        _offer(s, b, seat, operation, first)
        passed = s.asks[seat] != Question.NOTHING
    elif operation == Op.IF_HAVE:
        passed = measure(s, seat, second) >= first
    elif operation == Op.IF_UNDER:
        passed = measure(s, seat, second) < first
    elif operation == Op.IF_MOST:
        passed = leads_in(s, seat, first, 1, 0)
    elif operation == Op.IF_FEWEST:
        passed = leads_in(s, seat, first, -1, 0)
    elif operation == Op.IF_HERE:
        passed = measure(s, seat, Measure.HERE) >= first
    elif operation == Op.IF_IDLE:
        passed = measure(s, seat, Measure.IDLE) >= first
    elif operation <= Op.PER_HERE:
        times = max(0, min(int(second), measure(s, seat, operation - Op.PER_BATTERY) // int(first)))
        passed = times > 0
        s.times[seat] = max(1, times)
        s.until[seat] = s.row[seat] + s.skip[seat]
    # Rows for a chosen Action or the end of the round are started there, and skipped here.
    if not passed:
        s.row[seat] += s.skip[seat]


@jitable
def _offer(s: Recharge, b: RechargeTables, seat: int, operation: int, count: int) -> None:
    """Offers something to a seat that can pay for all of it now, if it can bring something (RC-Q32, RC-Q39).

    Whether the seat can play a card is secret, so "always ask" offers to play one in any case.
    """
    if not can_bring(s, b, seat, s.row[seat] - 1, bool(s.always_ask)):
        return
    if operation == Op.MAY_DISCARD:
        ask(s, seat, Question.DISCARD, count, 1)
    elif operation == Op.MAY_DRAIN:
        ask(s, seat, Question.DRAIN, count, 1)
    elif operation == Op.MAY_DISCARD_EVENT:
        ask(s, seat, Question.DROP_EVENT, 1, 1)
    else:
        ask(s, seat, Question.MAY, 1, 1)


@jitable
def accept(s: Recharge, b: RechargeTables, seat: int) -> None:
    """Pays for the offer."""
    script, row = s.script[seat], s.row[seat] - 1
    operation, count = b.code[script, row, 0], b.code[script, row, 1]
    if operation == Op.MAY_PAY:
        gain(s, seat, -count)
    elif operation == Op.MAY_LOSE:
        crown(s, seat, -count)
    elif operation == Op.MAY_DRAIN_THIS:
        charge(s, seat, s.actor[seat], -count)


@jitable
def _do(s: Recharge, b: RechargeTables, seat: int, operation: int, count: int) -> None:
    """Carries out an operation on a seat's own tokens and robots."""
    actor = s.actor[seat]
    if operation == Op.GAIN:
        gain(s, seat, count)
    elif operation == Op.LOSE:
        gain(s, seat, -count)
    elif operation == Op.CROWN:
        crown(s, seat, count)
    elif operation == Op.UNCROWN:
        crown(s, seat, -count)
    elif operation == Op.CHARGE:
        add_batteries(s, seat, count)
    elif operation == Op.CHARGE_THIS:
        if in_play(s, seat, actor):
            charge(s, seat, actor, count)
    elif operation in (Op.CHARGE_EACH, Op.CHARGE_IDLE):
        for i in range(s.robots[seat]):
            card = s.fleet[seat, i]
            if is_idle(s, seat, card) or (operation == Op.CHARGE_EACH and card != actor):
                charge(s, seat, card, count)
    elif operation == Op.DRAIN:
        _drain(s, seat, count)
    elif operation == Op.MOVE:
        if s.robots[seat] > 1 and s.power[seat] > 0:
            ask(s, seat, Question.MOVE_FROM, count, 1)
    elif operation == Op.GATHER:
        if in_play(s, seat, actor):
            _gather(s, seat, actor)
    elif operation == Op.PLAY:
        offer_play(s, b, seat, 1, 0, EMPTY)
    elif operation == Op.PLAY_CHEAPER:
        offer_play(s, b, seat, 1, count, EMPTY)
    elif operation == Op.PLAY_FREE:
        offer_play(s, b, seat, 1, 0, count)
    elif operation == Op.COPY:
        _ask_copy(s, b, seat, Question.COPY)
    elif operation == Op.COPY_RIVAL:
        _ask_copy(s, b, seat, Question.COPY_RIVAL)
    elif operation == Op.SCRAP and in_play(s, seat, actor):
        _scrap(s, b, seat, actor)


@jitable
def add_batteries(s: Recharge, seat: int, count: int) -> None:
    """Puts batteries on a seat's robots, one by one if there is a choice (RC-Q13)."""
    if s.robots[seat] == 1:
        charge(s, seat, s.fleet[seat, 0], count)
    elif s.robots[seat] > 1:
        ask(s, seat, Question.CHARGE, count, 0)


@jitable
def _drain(s: Recharge, seat: int, count: int) -> None:
    """Removes batteries from a seat's robots, one by one if there is a choice."""
    ask(s, seat, Question.DRAIN, min(count, s.power[seat]), 0)
    drain_rest(s, seat)


@jitable
def drain_rest(s: Recharge, seat: int) -> None:
    """Removes the batteries that a seat must still remove if it has no choice, and asks no more (RC-Q41)."""
    count = s.remaining[seat]
    charged = 0
    for i in range(s.robots[seat]):
        charged += s.batteries[s.fleet[seat, i]] > 0
    if s.asks[seat] == Question.DRAIN and (count == s.power[seat] or charged == 1):
        for i in range(s.robots[seat]):
            charge(s, seat, s.fleet[seat, i], -count)
        s.asks[seat] = Question.NOTHING


@jitable
def discard_rest(s: Recharge, seat: int) -> None:
    """Discards the cards that a seat must still discard if it has no others, and asks no more (RC-Q41)."""
    if s.asks[seat] == Question.DISCARD and s.remaining[seat] >= s.held[seat]:
        discard_hand(s, seat)
        s.asks[seat] = Question.NOTHING


@jitable
def salvage_rest(s: Recharge, seat: int) -> None:
    """Takes the cards that a seat must still take if the discard pile has no others, and asks no more."""
    if s.asks[seat] == Question.SALVAGE and s.remaining[seat] >= s.piled:
        for card in range(ROBOTS):
            if s.place[card] == Place.PILE:
                salvage(s, seat, card)
        s.asks[seat] = Question.NOTHING


@jitable
def _gather(s: Recharge, seat: int, actor: int) -> None:
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        if card != actor:
            batteries = s.batteries[card]
            charge(s, seat, card, -batteries)
            charge(s, seat, actor, batteries)


@jitable
def offer_play(s: Recharge, b: RechargeTables, seat: int, count: int, cut: int, free: int) -> None:
    """Asks which cards a seat plays. Whether it can play any is secret, so "always ask" always asks it."""
    s.cut[seat] = cut
    s.free[seat] = min(free, 99)
    if s.always_ask or can_play_some(s, b, seat, cut, s.free[seat], s.coins[seat]):
        ask(s, seat, Question.PLAY, count, 1)


@jitable
def _ask_copy(s: Recharge, b: RechargeTables, seat: int, question: int) -> None:
    """Asks which robot to copy; copies it at once if there is only one."""
    only = EMPTY
    count = 0
    for card in range(ROBOTS):
        if can_copy(s, b, seat, question, card):
            only = card
            count += 1
    if count == 1:
        copy(s, b, seat, only)
    elif count > 1:
        ask(s, seat, question, 1, 0)


@jitable
def copy(s: Recharge, b: RechargeTables, seat: int, card: int) -> None:
    """Makes the acting robot carry out another's rows."""
    note(s, ALL, Event.COPIED, seat=seat, card=s.actor[seat], copied=card)
    start(s, seat, card, s.actor[seat], 0, b.rows[card])


@jitable
def _move_cards(s: Recharge, seat: int, operation: int, count: int, kept: int) -> None:
    """Carries out an operation that moves cards or Events between a seat, the deck and the discard piles."""
    if operation == Op.DRAW:
        draw(s, seat, count)
    elif operation == Op.MILL:
        mill(s, seat, count)
    elif operation == Op.DISCARD:
        ask(s, seat, Question.DISCARD, count, 0)
        discard_rest(s, seat)
    elif operation == Op.LOOK:
        look(s, seat, min(count, LOOK))
        if kept < s.looking[seat]:
            ask(s, seat, Question.KEEP, kept, 0)
        else:
            keep_all(s, seat)
    elif operation == Op.SALVAGE:
        ask(s, seat, Question.SALVAGE, count, 0)
        salvage_rest(s, seat)
    elif operation == Op.DRAW_EVENT:
        for _ in range(count):
            draw_event(s, seat)
    elif count >= s.events[seat]:
        for event in range(EVENTS):
            if s.owner[event] == seat:
                drop_event(s, seat, event)
    else:
        ask(s, seat, Question.DROP_EVENT, count, 0)
