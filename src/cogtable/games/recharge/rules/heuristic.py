"""The value of each seat's possessions in hundredths of a crown, and its chance of winning; for `evaluate`."""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import Op
from cogtable.games.recharge.rules.box import RechargeTables
from cogtable.games.recharge.rules.components import ROUNDS
from cogtable.games.recharge.rules.effects import has_acted
from cogtable.games.recharge.rules.offers import price
from cogtable.games.recharge.rules.others import amount_taken, crowns_taken
from cogtable.games.recharge.rules.state import Question, Recharge, Stage
from cogtable.rules import Ints, jitable, share_among_best

CROWN = 100


@jitable
def chances(s: Recharge, b: RechargeTables, out: Ints) -> None:
    """Each seat's chance of winning, in thousandths."""
    best = 0
    for seat in range(s.seats):
        out[seat] = _worth(s, b, seat)
        best = out[seat] if seat == 0 else max(best, out[seat])
    if s.over:
        share_among_best(out, s.seats)
        return
    total = 0
    for seat in range(s.seats):
        out[seat] = _weight(int(out[seat]) - best, _left(s, seat))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = int(out[seat]) * 1000 // total


@jitable
def _weight(behind: int, left: int) -> int:
    """The weight of a seat relative to the leader's 1 << 20; it halves every few crowns behind."""
    half = 250 + 60 * left
    weight = 1 << 20
    while behind <= -half and weight > 64:
        weight >>= 1
        behind += half
    if weight <= 64:
        return 64
    return weight + weight * behind // (2 * half)


@jitable
def _left(s: Recharge, seat: int) -> int:
    """The number of rounds in which a robot that has not acted yet can still act."""
    return ROUNDS - s.rounds + (s.stage[seat] != Stage.DONE)


@jitable
def coin_worth(left: int) -> int:
    """The value of a coin with that many rounds left, while there is something to buy."""
    return min(30, 6 * left) if left > 0 else 0


@jitable
def coins_worth(coins: int, left: int) -> int:
    """The value of coins; less for those that cannot be spent in the remaining rounds."""
    spent = min(coins, 4 * left + 2)
    return spent * coin_worth(left) + (coins - spent) * coin_worth(left) // 4


@jitable
def card_worth(left: int) -> int:
    """The value of an unknown card in hand."""
    return min(45, 9 * left)


@jitable
def battery_worth(left: int) -> int:
    """The value of a battery that can go to any robot."""
    return min(50, 14 * left)


@jitable
def robot_worth(s: Recharge, b: RechargeTables, seat: int, card: int, batteries: int, left: int) -> int:
    """The future gains of a robot with these batteries and rounds, if its seat can supply its needs."""
    acts = max(0, min(batteries, left))
    if b.needs[card, 0] > 0:
        acts = min(acts, (s.coins[seat] + 2) // b.needs[card, 0])
    if b.needs[card, 1] > 0:
        acts = min(acts, s.held[seat] // b.needs[card, 1])
    later = left - (acts + 1) // 2
    coins = b.yields[card, 0] * coin_worth(later) + b.yields[card, 1] * card_worth(later)
    crowns = b.yields[card, 2] * CROWN + b.yields[card, 3] * battery_worth(later)
    return acts * (coins + crowns) // 100 + min(batteries - acts, 4)


@jitable
def _coins_due(s: Recharge, seat: int, at: int) -> int:
    """The coins that an entry of `due` will bring a seat, judged from the current state."""
    operation, count = s.due[at, 2], s.due_count[at]
    if s.due[at, 0] != seat:
        if operation == Op.OTHERS_GAIN:
            return count
        if operation == Op.OTHERS_LOSE:
            return -count
        return -amount_taken(s, seat, count) if operation == Op.TAKE else 0
    coins = 0
    if operation == Op.TAKE:
        for other in range(s.seats):
            if other != seat:
                coins += amount_taken(s, other, count)
    return coins


@jitable
def _crowns_due(s: Recharge, seat: int, at: int) -> int:
    """The crowns that an entry of `due` will bring a seat."""
    operation, count = s.due[at, 2], s.due_count[at]
    if s.due[at, 0] != seat:
        if operation == Op.OTHERS_CROWN:
            return count
        if operation == Op.OTHERS_UNCROWN:
            return -count
        return -crowns_taken(s, seat, count) if operation == Op.TAKE_CROWN else 0
    crowns = 0
    if operation == Op.TAKE_CROWN:
        for other in range(s.seats):
            if other != seat:
                crowns += crowns_taken(s, other, count)
    return crowns


@jitable
def _cards_due(s: Recharge, seat: int, at: int) -> int:
    """The cards that an entry of `due` will bring a seat."""
    operation, count = s.due[at, 2], s.due_count[at]
    if s.due[at, 0] == seat:
        return 0
    if operation == Op.OTHERS_DRAW:
        return count
    return -min(count, s.held[seat]) if operation == Op.OTHERS_DISCARD else 0


@jitable
def _worth(s: Recharge, b: RechargeTables, seat: int) -> int:
    """The value of a seat's possessions."""
    worth = CROWN * (s.printed[seat] + s.crowns[seat])
    if s.over:
        return worth
    left = _left(s, seat)
    coins, crowns, cards = 0, 0, 0
    if not s.settled:
        for at in range(s.dues):
            coins += _coins_due(s, seat, at)
            crowns += _crowns_due(s, seat, at)
            cards += _cards_due(s, seat, at)
    worth += CROWN * crowns + cards * card_worth(left)
    worth += coins_worth(max(0, s.coins[seat] + coins), left)
    charged = 0
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        rounds = left - has_acted(s, seat, card) if s.stage[seat] != Stage.DONE else left
        batteries = s.batteries[card]
        coming = robot_worth(s, b, seat, card, batteries, rounds)
        worth += coming
        if s.asks[seat] == Question.CHARGE:
            charged = max(charged, robot_worth(s, b, seat, card, batteries + 1, rounds) - coming)
    if s.asks[seat] == Question.CHARGE:
        worth += charged * s.remaining[seat]
    return worth + _hand_worth(s, b, seat, left)


@jitable
def _hand_worth(s: Recharge, b: RechargeTables, seat: int, left: int) -> int:
    """The value of cards in hand: more for good ones, little for more cards than can still be played.

    If a card can be played now, the full value of the best one counts.
    """
    best = 0
    worth = 0
    playing = s.asks[seat] == Question.PLAY
    for i in range(s.held[seat]):
        card = s.hand[seat, i]
        value = CROWN * b.crowns[card] + robot_worth(s, b, seat, card, b.starts[card], left)
        cost = price(s, b, seat, card) if playing else b.cost[card]
        good = max(0, value - cost * coin_worth(left))
        kept = min(card_worth(left), 6 + good // 4)
        worth += kept if i < left + 1 else kept // 4
        if playing and 0 <= cost <= s.coins[seat]:
            best = max(best, good - kept)
    return worth + best
