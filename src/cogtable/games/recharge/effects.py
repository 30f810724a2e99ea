"""The interpreter: carries out the rows of a robot or an Event for a seat, up to the next question."""

from __future__ import annotations

from cogtable.engine.jit import jitable
from cogtable.engine.notes import ALL, note
from cogtable.games.recharge.abilities import ABILITIES, MEASURES, WIDTH
from cogtable.games.recharge.box import RechargeTables
from cogtable.games.recharge.cards import (
    discard,
    draw,
    draw_event,
    drop_event,
    keep,
    look,
    mill,
    out_of,
    out_of_hand,
    salvage,
    scrapped,
)
from cogtable.games.recharge.components import EVENTS, LOOK, ROBOTS
from cogtable.games.recharge.events import CHARGED, COPIED, CROWNED, GAINED, LEFT, OWES, PLAYED
from cogtable.games.recharge.state import (
    CHARGE,
    COPY,
    COPY_RIVAL,
    DISCARD,
    DRAIN,
    DROP_EVENT,
    EMPTY,
    FOLLOWING,
    IN_PILE,
    IN_PLAY,
    KEEP,
    MAY,
    MOVE_FROM,
    NOTHING,
    PARKED,
    PLAY,
    SALVAGE,
    Recharge,
)

DRAW = ABILITIES["draw"]
DISCARDS = ABILITIES["discard"]
MILL = ABILITIES["mill"]
LOOKS = ABILITIES["look"]
SALVAGES = ABILITIES["salvage"]
GAIN = ABILITIES["gain"]
LOSE = ABILITIES["lose"]
CROWN = ABILITIES["crown"]
UNCROWN = ABILITIES["uncrown"]
CHARGES = ABILITIES["charge"]
CHARGE_THIS = ABILITIES["charge-this"]
CHARGE_EACH = ABILITIES["charge-each"]
CHARGE_IDLE = ABILITIES["charge-idle"]
DRAINS = ABILITIES["drain"]
MOVE = ABILITIES["move"]
GATHER = ABILITIES["gather"]
PLAYS = ABILITIES["play"]
PLAY_CHEAPER = ABILITIES["play-cheaper"]
PLAY_FREE = ABILITIES["play-free"]
COPIES = ABILITIES["copy"]
COPIES_RIVAL = ABILITIES["copy-rival"]
SCRAP = ABILITIES["scrap"]
DRAW_EVENT = ABILITIES["draw-event"]
DISCARD_EVENT = ABILITIES["discard-event"]
TAKE = ABILITIES["take"]
TAKE_CROWN = ABILITIES["take-crown"]
OTHERS_GAIN = ABILITIES["others-gain"]
OTHERS_LOSE = ABILITIES["others-lose"]
OTHERS_CROWN = ABILITIES["others-crown"]
OTHERS_UNCROWN = ABILITIES["others-uncrown"]
OTHERS_DRAW = ABILITIES["others-draw"]
OTHERS_DISCARD = ABILITIES["others-discard"]
GUARDS = ABILITIES["may"]
"""From here on operations are conditions."""
MAY_PAY = ABILITIES["may-pay"]
MAY_LOSE = ABILITIES["may-lose"]
MAY_DISCARD = ABILITIES["may-discard"]
MAY_DRAIN = ABILITIES["may-drain"]
MAY_DRAIN_THIS = ABILITIES["may-drain-this"]
MAY_DISCARD_EVENT = ABILITIES["may-discard-event"]
IF_HAVE = ABILITIES["if-have"]
IF_UNDER = ABILITIES["if-under"]
IF_MOST = ABILITIES["if-most"]
IF_FEWEST = ABILITIES["if-fewest"]
IF_HERE = ABILITIES["if-here"]
IF_IDLE = ABILITIES["if-idle"]
PER = ABILITIES["per-battery"]
"""The first of the conditions that multiply, one for each of `MEASURES`."""

BATTERIES = MEASURES.index("batteries")
FLEET = MEASURES.index("robots")
CARDS = MEASURES.index("cards")
COINS = MEASURES.index("coins")
CROWNS = MEASURES.index("crowns")
HERE = MEASURES.index("here")


# --- tokens -------------------------------------------------------------------------------------------


@jitable
def gain(s: Recharge, seat: int, coins: int) -> None:
    """Gains coins, or loses them, never more than there are (RC-Q14)."""
    coins = max(coins, -int(s.coins[seat]))
    if coins != 0:
        s.coins[seat] += coins
        note(s, ALL, GAINED, seat, coins)


@jitable
def crown(s: Recharge, seat: int, crowns: int) -> None:
    """Gains crown tokens or loses them, below zero too (RC-R14)."""
    s.crowns[seat] += crowns
    note(s, ALL, CROWNED, seat, crowns)


@jitable
def charge(s: Recharge, seat: int, card: int, batteries: int) -> None:
    """Puts batteries on a robot in play, or removes them, never more than there are."""
    batteries = max(batteries, -int(s.batteries[card]))
    if batteries != 0:
        s.batteries[card] += batteries
        s.power[seat] += batteries
        note(s, ALL, CHARGED, seat, card, batteries)


# --- robots in play -------------------------------------------------------------------------------------


@jitable
def price(s: Recharge, b: RechargeTables, seat: int, card: int) -> int:
    """What a card costs a seat that may play one now; -1 if the offer does not hold for it."""
    if s.free[seat] != EMPTY:
        return 0 if b.cost[card] <= s.free[seat] else -1
    toll = int(b.toll[s.event]) if s.event != EMPTY else 0
    return max(0, int(b.cost[card]) - int(s.cut[seat]) + toll)


@jitable
def can_play(s: Recharge, b: RechargeTables, seat: int, card: int) -> bool:
    """RC-R12, RC-Q12."""
    cost = price(s, b, seat, card)
    return 0 <= cost <= s.coins[seat]


@jitable
def _can_play_some(s: Recharge, b: RechargeTables, seat: int) -> bool:
    for i in range(s.held[seat]):
        if can_play(s, b, seat, s.hand[seat, i]):
            return True
    return False


@jitable
def play_robot(s: Recharge, b: RechargeTables, seat: int, card: int) -> None:
    """From the hand into play, with the batteries that come with it (RC-R12)."""
    cost = price(s, b, seat, card)
    note(s, ALL, PLAYED, seat, card, cost)
    gain(s, seat, -cost)
    out_of_hand(s, seat, card)
    s.place[card] = IN_PLAY + seat
    s.fleet[seat, s.robots[seat]] = card
    s.robots[seat] += 1
    s.printed[seat] += b.crowns[card]
    s.acted[card] = 0
    s.played[card] |= 1 << seat
    charge(s, seat, card, b.starts[card])


@jitable
def _scrap(s: Recharge, b: RechargeTables, seat: int, card: int) -> None:
    """Out of play, with all that lies on it."""
    charge(s, seat, card, -int(s.batteries[card]))
    out_of(s.fleet[seat], s.robots[seat], card)
    s.robots[seat] -= 1
    s.printed[seat] -= b.crowns[card]
    s.acted[card] = 0
    scrapped(s, card)
    note(s, ALL, LEFT, seat, card)


@jitable
def in_play(s: Recharge, seat: int, card: int) -> bool:
    """Whether a robot (EMPTY for none) is in play before a seat."""
    return card != EMPTY and s.place[card] == IN_PLAY + seat


@jitable
def can_resolve(s: Recharge, card: int) -> bool:
    """Whether a robot in play acts in this round still, as things stand (RC-R10, RC-Q7, RC-Q8)."""
    return s.batteries[card] > 0 and not s.acted[card]


@jitable
def idle(s: Recharge, seat: int) -> int:
    """How many robots of a seat have no battery."""
    count = 0
    for i in range(s.robots[seat]):
        count += s.batteries[s.fleet[seat, i]] == 0
    return count


@jitable
def measure(s: Recharge, seat: int, what: int) -> int:
    """How much a seat has of one of `MEASURES`."""
    if what == BATTERIES:
        return int(s.power[seat])
    if what == FLEET:
        return int(s.robots[seat])
    if what == CARDS:
        return int(s.held[seat])
    if what == COINS:
        return int(s.coins[seat])
    if what == CROWNS:
        return int(s.crowns[seat])
    if what == HERE:
        return int(s.batteries[s.actor[seat]]) if in_play(s, seat, s.actor[seat]) else 0
    return idle(s, seat)


# --- a script -------------------------------------------------------------------------------------------


@jitable
def start(s: Recharge, seat: int, script: int, actor: int, row: int, stop: int) -> None:
    """Makes a seat carry out rows of a script."""
    s.script[seat] = script
    s.actor[seat] = actor
    s.row[seat] = row
    s.stop[seat] = stop
    s.times[seat] = 1
    s.until[seat] = stop


@jitable
def finish(s: Recharge, seat: int) -> None:
    """No script any more."""
    start(s, seat, EMPTY, EMPTY, 0, 0)
    s.skip[seat] = 0


@jitable
def run(s: Recharge, b: RechargeTables, seat: int) -> None:
    """Carries out the script of a seat until it ends or asks something."""
    while s.asks[seat] == NOTHING and s.row[seat] < s.stop[seat]:
        script, row = int(s.script[seat]), int(s.row[seat])
        if row >= s.until[seat]:
            s.times[seat] = 1
            s.until[seat] = s.stop[seat]
        operation = int(b.code[script, row, 0])
        if s.stage[seat] == FOLLOWING and _wants_order(operation) and not _is_first(s, seat):
            s.asks[seat] = PARKED
            return
        s.row[seat] = row + 1
        s.skip[seat] = b.code[script, row, WIDTH - 1]
        first, second = int(b.code[script, row, 1]), int(b.code[script, row, 2])
        count = first * int(s.times[seat])
        if operation >= GUARDS:
            _guard(s, b, seat, operation, first, second)
        elif operation >= TAKE:
            _touch_others(s, seat, operation, count)
        elif operation <= SALVAGES or operation in (DRAW_EVENT, DISCARD_EVENT):
            _move_cards(s, seat, operation, count, second)
        else:
            _do(s, b, seat, operation, count)
    if s.asks[seat] == NOTHING:
        finish(s, seat)


@jitable
def _wants_order(operation: int) -> bool:
    """Whether an operation takes from what all share, so that seats do it one after the other (RC-Q4)."""
    shared = operation in (DRAW, MILL, LOOKS, SALVAGES)
    return shared or operation in (DRAW_EVENT, OTHERS_DRAW)


@jitable
def _is_first(s: Recharge, seat: int) -> bool:
    """Whether all seats that come before it, from the player in charge on, are past the row of this one."""
    other = int(s.charge)
    while other != seat:
        if s.stage[other] == FOLLOWING and s.row[other] <= s.row[seat]:
            return False
        other = (other + 1) % s.seats
    return True


@jitable
def ask(s: Recharge, seat: int, question: int, remaining: int, optional: int) -> None:
    """Asks a seat for so many answers."""
    s.asks[seat] = question
    s.remaining[seat] = remaining
    s.optional[seat] = optional


@jitable
def _guard(s: Recharge, b: RechargeTables, seat: int, operation: int, first: int, second: int) -> None:
    """A condition: goes on with the rows that it guards, leaves them out, or asks."""
    passed = False
    if operation < IF_HAVE:
        _offer(s, seat, operation, first)
        passed = s.asks[seat] != NOTHING
    elif operation == IF_HAVE:
        passed = measure(s, seat, second) >= first
    elif operation == IF_UNDER:
        passed = measure(s, seat, second) < first
    elif operation == IF_MOST:
        passed = _stands_out(s, seat, first, 1)
    elif operation == IF_FEWEST:
        passed = _stands_out(s, seat, first, -1)
    elif operation == IF_HERE:
        passed = measure(s, seat, HERE) >= first
    elif operation == IF_IDLE:
        passed = idle(s, seat) >= first
    elif operation <= PER + HERE:
        times = max(0, min(int(second), measure(s, seat, operation - PER) // int(first)))
        passed = times > 0
        s.times[seat] = max(1, times)
        s.until[seat] = s.row[seat] + s.skip[seat]
    # What holds when an Action is chosen or the round ends is started from there, and left out here.
    if not passed:
        s.row[seat] += s.skip[seat]


@jitable
def _stands_out(s: Recharge, seat: int, what: int, sign: int) -> bool:
    """Whether a seat has more (sign 1) or less (-1) of a measure than each other."""
    own = sign * measure(s, seat, what)
    for other in range(s.seats):
        if other != seat and sign * measure(s, other, what) >= own:
            return False
    return True


@jitable
def _offer(s: Recharge, seat: int, operation: int, count: int) -> None:
    """Asks whether a seat wants to, where it could."""
    if operation == MAY_DISCARD:
        if s.held[seat] >= count:
            ask(s, seat, DISCARD, count, 1)
    elif operation == MAY_DRAIN:
        if s.power[seat] >= count:
            ask(s, seat, DRAIN, count, 1)
    elif operation == MAY_DISCARD_EVENT:
        if s.events[seat] > 0:
            ask(s, seat, DROP_EVENT, 1, 1)
    elif can_accept(s, seat, operation, count):
        ask(s, seat, MAY, 1, 1)


@jitable
def can_accept(s: Recharge, seat: int, operation: int, count: int) -> bool:
    """Whether a seat can pay for what it is offered; crowns may always be lost."""
    if operation == MAY_PAY:
        return bool(s.coins[seat] >= count)
    if operation == MAY_DRAIN_THIS:
        return measure(s, seat, HERE) >= count
    return True


@jitable
def accept(s: Recharge, b: RechargeTables, seat: int) -> None:
    """Pays for what it was offered."""
    script, row = int(s.script[seat]), int(s.row[seat]) - 1
    operation, count = b.code[script, row, 0], int(b.code[script, row, 1])
    if operation == MAY_PAY:
        gain(s, seat, -count)
    elif operation == MAY_LOSE:
        crown(s, seat, -count)
    elif operation == MAY_DRAIN_THIS:
        charge(s, seat, int(s.actor[seat]), -count)


@jitable
def _do(s: Recharge, b: RechargeTables, seat: int, operation: int, count: int) -> None:
    """An operation on a seat's own tokens and robots."""
    actor = s.actor[seat]
    if operation == GAIN:
        gain(s, seat, count)
    elif operation == LOSE:
        gain(s, seat, -count)
    elif operation == CROWN:
        crown(s, seat, count)
    elif operation == UNCROWN:
        crown(s, seat, -count)
    elif operation == CHARGES:
        add_batteries(s, seat, count)
    elif operation == CHARGE_THIS:
        if in_play(s, seat, actor):
            charge(s, seat, actor, count)
    elif operation in (CHARGE_EACH, CHARGE_IDLE):
        for i in range(s.robots[seat]):
            card = s.fleet[seat, i]
            if card != actor if operation == CHARGE_EACH else s.batteries[card] == 0:
                charge(s, seat, card, count)
    elif operation == DRAINS:
        _drain(s, seat, count)
    elif operation == MOVE:
        if s.robots[seat] > 1 and s.power[seat] > 0:
            ask(s, seat, MOVE_FROM, count, 1)
    elif operation == GATHER:
        if in_play(s, seat, actor):
            _gather(s, seat, actor)
    elif operation == PLAYS:
        offer_play(s, b, seat, 1, 0, EMPTY)
    elif operation == PLAY_CHEAPER:
        offer_play(s, b, seat, 1, count, EMPTY)
    elif operation == PLAY_FREE:
        offer_play(s, b, seat, 1, 0, count)
    elif operation == COPIES:
        _ask_copy(s, b, seat, COPY)
    elif operation == COPIES_RIVAL:
        _ask_copy(s, b, seat, COPY_RIVAL)
    elif operation == SCRAP and in_play(s, seat, actor):
        _scrap(s, b, seat, actor)


@jitable
def add_batteries(s: Recharge, seat: int, count: int) -> None:
    """Batteries for a seat's robots, one by one where there is a choice (RC-Q13)."""
    if s.robots[seat] == 1:
        charge(s, seat, s.fleet[seat, 0], count)
    elif s.robots[seat] > 1:
        ask(s, seat, CHARGE, count, 0)


@jitable
def _drain(s: Recharge, seat: int, count: int) -> None:
    """Takes batteries off a seat's robots, one by one where there is a choice."""
    count = min(count, int(s.power[seat]))
    if count == 0:
        return
    if count == s.power[seat] or idle(s, seat) == s.robots[seat] - 1:
        for i in range(s.robots[seat]):
            charge(s, seat, s.fleet[seat, i], -count)
    else:
        ask(s, seat, DRAIN, count, 0)


@jitable
def _gather(s: Recharge, seat: int, actor: int) -> None:
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        if card != actor:
            batteries = int(s.batteries[card])
            charge(s, seat, card, -batteries)
            charge(s, seat, actor, batteries)


@jitable
def offer_play(s: Recharge, b: RechargeTables, seat: int, count: int, cut: int, free: int) -> None:
    """Asks which cards a seat plays. Whether it can play any is its secret, so with "always ask" it is asked anyway."""
    s.cut[seat] = min(cut, 99)
    s.free[seat] = min(free, 99)
    if s.always_ask or _can_play_some(s, b, seat):
        ask(s, seat, PLAY, count, 1)


@jitable
def _ask_copy(s: Recharge, b: RechargeTables, seat: int, question: int) -> None:
    """Asks whom to copy; where there is one robot only, copies it."""
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
def can_copy(s: Recharge, b: RechargeTables, seat: int, question: int, card: int) -> bool:
    """Whether a robot can be copied: one's own but the one that acts, or another's; none that copies itself."""
    place = s.place[card]
    if place < IN_PLAY or place >= IN_PLAY + s.seats or b.copies[card]:
        return False
    own = place == IN_PLAY + seat
    return card != s.actor[seat] and own if question == COPY else not own


@jitable
def copy(s: Recharge, b: RechargeTables, seat: int, card: int) -> None:
    """The acting robot goes on as another does."""
    note(s, ALL, COPIED, seat, s.actor[seat], card)
    start(s, seat, card, s.actor[seat], 0, b.rows[card])


@jitable
def _move_cards(s: Recharge, seat: int, operation: int, count: int, kept: int) -> None:
    """An operation that moves cards or Events of a seat, the deck and the discard piles."""
    if operation == DRAW:
        draw(s, seat, count)
    elif operation == MILL:
        mill(s, seat, count)
    elif operation == DISCARDS:
        if count >= s.held[seat]:
            discard_hand(s, seat)
        else:
            ask(s, seat, DISCARD, count, 0)
    elif operation == LOOKS:
        look(s, seat, min(count, LOOK))
        if kept < s.looking[seat]:
            ask(s, seat, KEEP, kept, 0)
        else:
            keep_all(s, seat)
    elif operation == SALVAGES:
        if 0 < count < s.piled:
            ask(s, seat, SALVAGE, count, 0)
        else:
            for card in range(ROBOTS):
                if s.place[card] == IN_PILE:
                    salvage(s, seat, card)
    elif operation == DRAW_EVENT:
        for _ in range(count):
            draw_event(s, seat)
    elif count >= s.events[seat]:
        for event in range(EVENTS):
            if s.owner[event] == seat:
                drop_event(s, seat, event)
    else:
        ask(s, seat, DROP_EVENT, count, 0)


@jitable
def discard_hand(s: Recharge, seat: int) -> None:
    """All cards of a hand."""
    while s.held[seat] > 0:
        discard(s, seat, s.hand[seat, s.held[seat] - 1])


@jitable
def keep_all(s: Recharge, seat: int) -> None:
    """All cards looked at go into the hand."""
    while s.looking[seat] > 0:
        keep(s, seat, s.sight[seat, 0])


@jitable
def _touch_others(s: Recharge, seat: int, operation: int, count: int) -> None:
    """An operation on each other player, in seat order from the player in charge."""
    for i in range(s.seats):
        other = (s.charge + i) % s.seats
        if other == seat:
            continue
        if operation == TAKE:
            taken = min(count, int(s.coins[other]))
            gain(s, other, -taken)
            gain(s, seat, taken)
        elif operation == TAKE_CROWN:
            crown(s, other, -count)
            crown(s, seat, count)
        elif operation == OTHERS_GAIN:
            gain(s, other, count)
        elif operation == OTHERS_LOSE:
            gain(s, other, -count)
        elif operation == OTHERS_CROWN:
            crown(s, other, count)
        elif operation == OTHERS_UNCROWN:
            crown(s, other, -count)
        elif operation == OTHERS_DRAW:
            draw(s, other, count)
        elif operation == OTHERS_DISCARD:
            _owe(s, other, count)


@jitable
def _owe(s: Recharge, seat: int, count: int) -> None:
    """Cards that a seat must discard, whatever it is doing; it chooses which, before it does anything else."""
    s.owes[seat] = min(int(s.owes[seat]) + count, int(s.held[seat]))
    if s.owes[seat] == 0:
        return
    note(s, ALL, OWES, seat, s.owes[seat])
    if s.owes[seat] == s.held[seat]:
        s.owes[seat] = 0
        discard_hand(s, seat)
