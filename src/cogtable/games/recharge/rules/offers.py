"""Prices, robots that can be copied, and offers. A seat gets an offer only if it can pay for it and can gain
something (RC-Q32, RC-Q39).
"""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import ADDED, WIDTH, Measure, Op
from cogtable.games.recharge.rules.box import RechargeTables
from cogtable.games.recharge.rules.components import EVENTS, ROBOTS
from cogtable.games.recharge.rules.others import anybody_had_coins, leads_in
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge
from cogtable.games.recharge.rules.tokens import in_play, measure
from cogtable.rules import jitable

# --- prices and copies ----------------------------------------------------------------------------------


@jitable
def price_with(s: Recharge, b: RechargeTables, card: int, cut: int, free: int) -> int:
    """The price of a card with a discount, or for free up to a printed cost; -1 if the offer does not cover it."""
    if free != EMPTY:
        return 0 if b.cost[card] <= free else -1
    toll = b.toll[s.event] if s.event != EMPTY else 0
    return max(0, b.cost[card] - cut + toll)


@jitable
def price(s: Recharge, b: RechargeTables, seat: int, card: int) -> int:
    """The price of a card for a seat that may play one now; -1 if the offer does not cover it."""
    return price_with(s, b, card, s.cut[seat], s.free[seat])


@jitable
def can_play(s: Recharge, b: RechargeTables, seat: int, card: int) -> bool:
    """RC-R12, RC-Q12."""
    cost = price(s, b, seat, card)
    return 0 <= cost <= s.coins[seat]


@jitable
def can_play_some(s: Recharge, b: RechargeTables, seat: int, cut: int, free: int, coins: int) -> bool:
    """Whether a seat holds a card that it can play with these coins."""
    for i in range(s.held[seat]):
        cost = price_with(s, b, s.hand[seat, i], cut, free)
        if 0 <= cost <= coins:
            return True
    return False


@jitable
def can_copy(s: Recharge, b: RechargeTables, seat: int, question: int, card: int) -> bool:
    """Whether a robot can be copied: an own one, except the actor, or a rival's; but not one that copies."""
    if b.copies[card]:
        return False
    if question == Question.COPY:
        return card != s.actor[seat] and in_play(s, seat, card)
    return bool(s.lay[card] != EMPTY and s.lay[card] != seat)


@jitable
def _can_copy_some(s: Recharge, b: RechargeTables, seat: int, question: int) -> bool:
    for card in range(ROBOTS):
        if can_copy(s, b, seat, question, card):
            return True
    return False


# --- offers ---------------------------------------------------------------------------------------------


@jitable
def is_offer(s: Recharge, b: RechargeTables, seat: int) -> bool:
    """Whether the question of a seat is an offer: a condition that begins with "you may"."""
    asks = s.asks[seat] in (Question.MAY, Question.DISCARD, Question.DRAIN, Question.DROP_EVENT)
    if not asks or not s.optional[seat] or s.script[seat] == EMPTY:
        return False
    operation = b.code[s.script[seat], s.row[seat] - 1, 0]
    return bool(Op.MAY <= operation < Op.IF_HAVE)


@jitable
def can_bring(s: Recharge, b: RechargeTables, seat: int, row: int, public: bool) -> bool:
    """Whether a seat can pay for the offer in a row of its script, and something can then happen (RC-Q32, RC-Q39).

    With `public`, uses only what everybody knows, so any card in the hand counts as one that the seat can play.
    """
    script = s.script[seat]
    coins, crowns, cards, batteries, here, events, times = 0, 0, 0, 0, 0, 0, 1
    for at in range(row, row + 1 + b.code[script, row, WIDTH - 1]):
        operation, first, second = b.code[script, at, 0], b.code[script, at, 1], b.code[script, at, 2]
        if operation >= ADDED:
            return True
        if operation >= Op.IF_HAVE:
            times = _times(s, seat, operation, first, second, coins, crowns, cards, batteries, here)
            if times == 0:
                return False
        elif operation >= Op.MAY:
            coins += first if operation == Op.MAY_PAY else 0
            crowns += first if operation == Op.MAY_LOSE else 0
            cards += first if operation == Op.MAY_DISCARD else 0
            batteries += first if operation == Op.MAY_DRAIN else 0
            here += first if operation == Op.MAY_DRAIN_THIS else 0
            events += operation == Op.MAY_DISCARD_EVENT
            if not _can_pay(s, seat, coins, cards, batteries, here, events):
                return False
        elif operation in (Op.PLAY, Op.PLAY_CHEAPER, Op.PLAY_FREE):
            cut = first * times if operation == Op.PLAY_CHEAPER else 0
            free = min(first * times, 99) if operation == Op.PLAY_FREE else EMPTY
            purse = s.coins[seat] - coins
            if s.held[seat] > cards and (public or can_play_some(s, b, seat, cut, free, purse)):
                return True
        elif _can_do(s, b, seat, operation, coins, cards, batteries, here, events):
            return True
    return False


@jitable
def _can_pay(s: Recharge, seat: int, coins: int, cards: int, batteries: int, here: int, events: int) -> bool:
    """Whether a seat can pay these amounts. Crowns do not count, because they can fall below zero."""
    if s.coins[seat] < coins or s.held[seat] < cards or s.events[seat] < events:
        return False
    return measure(s, seat, Measure.HERE) >= here and s.power[seat] >= batteries + here


@jitable
def _times(
    s: Recharge,
    seat: int,
    operation: int,
    first: int,
    second: int,
    coins: int,
    crowns: int,
    cards: int,
    batteries: int,
    here: int,
) -> int:
    """How many times a condition lets its line be carried out after a payment; 0 if it does not."""
    what = second if operation in (Op.IF_HAVE, Op.IF_UNDER) else first
    if operation == Op.IF_HERE or operation == Op.PER_HERE:
        what = Measure.HERE
    elif operation == Op.IF_IDLE:
        what = Measure.IDLE
    elif operation >= Op.PER_BATTERY:
        what = operation - Op.PER_BATTERY
    paid = 0
    if what == Measure.BATTERIES:
        paid = batteries + here
    elif what == Measure.CARDS:
        paid = cards
    elif what == Measure.COINS:
        paid = coins
    elif what == Measure.CROWNS:
        paid = crowns
    elif what == Measure.IDLE:
        paid = -_emptied(s, seat, batteries)
    elif what == Measure.HERE:
        # Batteries are paid from other robots first.
        others = s.power[seat] - measure(s, seat, Measure.HERE)
        paid = here + max(0, batteries - others)
    if operation == Op.IF_MOST or operation == Op.IF_FEWEST:
        return 1 if leads_in(s, seat, what, 1 if operation == Op.IF_MOST else -1, paid) else 0
    has = measure(s, seat, what) - paid
    if operation >= Op.PER_BATTERY:
        return max(0, min(second, has // first))
    return 1 if (has < first) == (operation == Op.IF_UNDER) else 0


@jitable
def _emptied(s: Recharge, seat: int, batteries: int) -> int:
    """How many robots, except the actor, a seat can empty by removing that many batteries, fewest first."""
    emptied, most = 0, batteries
    for count in range(1, most + 1):
        for i in range(s.robots[seat]):
            card = s.fleet[seat, i]
            if card != s.actor[seat] and s.batteries[card] == count and batteries >= count:
                batteries -= count
                emptied += 1
    return emptied


@jitable
def _can_do(
    s: Recharge,
    b: RechargeTables,
    seat: int,
    operation: int,
    coins: int,
    cards: int,
    batteries: int,
    here: int,
    events: int,
) -> bool:
    """Whether an operation can change anything after a payment.

    Effects on others when all have finished count as possible, as long as nothing excludes them now.
    """
    actor = s.actor[seat]
    power = s.power[seat] - batteries - here
    if operation in (Op.DRAW, Op.MILL, Op.LOOK):
        return s.deck_left + s.piled + cards > 0
    if operation == Op.SALVAGE:
        return s.piled + cards > 0
    if operation == Op.DISCARD:
        return bool(s.held[seat] > cards)
    if operation == Op.LOSE:
        return bool(s.coins[seat] > coins)
    if operation == Op.CHARGE:
        return bool(s.robots[seat] > 0)
    if operation in (Op.CHARGE_THIS, Op.SCRAP):
        return in_play(s, seat, actor)
    if operation == Op.CHARGE_EACH:
        return s.robots[seat] > in_play(s, seat, actor)
    if operation == Op.CHARGE_IDLE:
        return measure(s, seat, Measure.IDLE) + _emptied(s, seat, batteries) > 0
    if operation == Op.DRAIN:
        return power > 0
    if operation == Op.MOVE:
        return power > 0 and s.robots[seat] > 1
    if operation == Op.GATHER:
        own = measure(s, seat, Measure.HERE) - here
        return in_play(s, seat, actor) and power + min(batteries, own) > own
    if operation == Op.COPY:
        return _can_copy_some(s, b, seat, Question.COPY)
    if operation == Op.COPY_RIVAL:
        return _can_copy_some(s, b, seat, Question.COPY_RIVAL)
    if operation == Op.DRAW_EVENT:
        for event in range(EVENTS):
            if s.owner[event] == Place.DECK:
                return True
        return False
    if operation == Op.DISCARD_EVENT:
        return bool(s.events[seat] > events)
    return operation != Op.TAKE or anybody_had_coins(s, seat)
