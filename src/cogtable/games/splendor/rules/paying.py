"""Paying for a card: its price, and the use of gold."""

from __future__ import annotations

from cogtable.games.splendor.rules.box import GemTables
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, PLACES
from cogtable.games.splendor.rules.events import Event
from cogtable.games.splendor.rules.packing import beyond, change, count, lacking, packed, total, unpack
from cogtable.games.splendor.rules.state import EMPTY, GemState, Payment, Phase, card_at
from cogtable.rules import ALL, jitable, note


@jitable
def price(s: GemState, b: GemTables, seat: int, card: int, color: int) -> int:
    """Tokens of a colour that a card costs a seat after its bonuses (SP-R6, MM-R8, MM-R10)."""
    return max(0, b.cost[card, color] - s.bonus[seat, color])


@jitable
def prices(s: GemState, b: GemTables, seat: int, card: int) -> int:
    """The price in all colours, packed."""
    return beyond(b.packed_cost[card], packed(s.bonus[seat]))


@jitable
def affordable(s: GemState, b: GemTables, seat: int, card: int) -> bool:
    """Whether a seat can pay for a card, with gold for missing tokens."""
    return lacking(b.packed_cost[card], power(s, seat)) <= s.tokens[seat, GOLD]


@jitable
def power(s: GemState, seat: int) -> int:
    """What a seat can pay in each colour with bonuses and tokens, packed."""
    return packed(s.bonus[seat]) + packed(s.tokens[seat])


@jitable
def start_paying(s: GemState, b: GemTables, seat: int, place: int) -> int:
    """Sets aside gold for missing tokens. With the option, the buyer chooses what else it pays for (SP-Q9, MM-Q16)."""
    s.pending = place
    set_aside_gold(s, b, seat, card_at(s, seat, place))
    return continue_payment(s, b, seat)


@jitable
def set_aside_gold(s: GemState, b: GemTables, seat: int, card: int) -> None:
    """Sets aside the gold that the payment needs in any case."""
    unpack(beyond(prices(s, b, seat, card), packed(s.tokens[seat])), s.gold_for)


@jitable
def continue_payment(s: GemState, b: GemTables, seat: int) -> int:
    """Asks what gold pays for if there is a choice; otherwise buys the card and returns its place."""
    if s.payment == Payment.FREE:
        card = card_at(s, seat, s.pending)
        spare = s.tokens[seat, GOLD]
        open_price = 0
        for color in range(COLOR_COUNT):
            spare -= s.gold_for[color]
            open_price += price(s, b, seat, card, color) - s.gold_for[color]
        if spare > 0 and open_price > 0:
            s.phase = Phase.PAY
            return EMPTY
    return buy(s, b, seat)


@jitable
def buy(s: GemState, b: GemTables, seat: int) -> int:
    """SP-R6, MM-R8. Returns the place of the card."""
    place = s.pending
    card = card_at(s, seat, place)
    note(s, ALL, Event.BOUGHT, seat=seat, card=card, place=place)
    if place >= PLACES and s.blind[seat, place - PLACES]:
        note(s, ALL, Event.SHOWED, seat=seat, place=place - PLACES)
    gold = packed(s.gold_for)
    paid = prices(s, b, seat, card) - gold
    unpack(packed(s.tokens[seat]) - paid, s.tokens[seat])
    unpack(packed(s.bank) + paid, s.bank)
    s.tokens[seat, GOLD] -= total(gold)
    s.bank[GOLD] += total(gold)
    unpack(0, s.gold_for)
    _note_paid(s, seat, paid, gold)
    change(s.bonus[seat], b.bonus[card], 1)
    s.points[seat] += b.points[card]
    s.bought[seat] += 1
    s.owner[card] = seat
    s.pending = EMPTY
    s.phase = Phase.ACT
    return place


@jitable
def _note_paid(s: GemState, seat: int, paid: int, gold: int) -> None:
    for color in range(COLOR_COUNT):
        if count(paid, color):
            note(s, ALL, Event.PAID, seat=seat, kind=color, count=count(paid, color))
        if count(gold, color):
            note(s, ALL, Event.PAID, seat=seat, kind=GOLD, count=count(gold, color))


@jitable
def asks_for_gold(s: GemState, b: GemTables, seat: int, card: int) -> bool:
    """Whether a seat that buys a card can choose what its gold pays for."""
    cost = lacking(b.packed_cost[card], packed(s.bonus[seat]))
    lack = lacking(b.packed_cost[card], power(s, seat))
    return lack < s.tokens[seat, GOLD] and lack < cost
