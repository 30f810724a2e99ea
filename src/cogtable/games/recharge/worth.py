"""How a game stands, for bots: what each seat has, in hundredths of a crown, and the chances that follow."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from cogtable.engine.state import Ints
from cogtable.games.recharge.acts import CHARGE, DONE, PLAY, ROUNDS
from cogtable.games.recharge.scripts import price

CROWN = 100


@register_jitable
def chances(s: Any, b: Any, out: Ints) -> None:
    """Each seat's chance in thousandths."""
    best = 0
    for seat in range(s.seats):
        out[seat] = _worth(s, b, seat)
        best = out[seat] if seat == 0 else max(best, out[seat])
    if s.over:
        _split(s, best, out)
        return
    total = 0
    for seat in range(s.seats):
        out[seat] = _weight(int(out[seat]) - best, _left(s, seat))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = int(out[seat]) * 1000 // total


@register_jitable
def _split(s: Any, best: int, out: Ints) -> None:
    """Who won shares the whole chance."""
    winners = 0
    for seat in range(s.seats):
        winners += out[seat] == best
    for seat in range(s.seats):
        out[seat] = 1000 // winners if out[seat] == best else 0


@register_jitable
def _weight(behind: int, left: int) -> int:
    """How likely a seat wins compared with the leader, who has 1 << 20: less by half for some crowns behind."""
    half = 250 + 60 * left
    weight = 1 << 20
    while behind <= -half and weight > 64:
        weight >>= 1
        behind += half
    if weight <= 64:
        return 64
    return weight + weight * behind // (2 * half)


@register_jitable
def _left(s: Any, seat: int) -> int:
    """How many rounds a robot of a seat can still act in that has not acted yet."""
    return ROUNDS - s.rounds + (s.stage[seat] != DONE)


@register_jitable
def coin_worth(left: int) -> int:
    """What a coin is worth with so many rounds to go."""
    return min(24, 4 + 4 * left) if left > 0 else 0


@register_jitable
def card_worth(left: int) -> int:
    """What any card in hand is worth."""
    return min(40, 8 * left)


@register_jitable
def acting_worth(b: Any, card: int, left: int) -> int:
    """What it is worth that a robot acts once."""
    gains = b.yields[card]
    coins = int(gains[0]) * coin_worth(left - 1) + int(gains[1]) * card_worth(left - 1)
    return (coins + int(gains[2]) * CROWN + int(gains[3]) * min(45, 12 * (left - 1))) // 100


@register_jitable
def robot_worth(b: Any, card: int, batteries: int, left: int) -> int:
    """What is to come of a robot in play with so many batteries and rounds to act in."""
    acts = min(batteries, left)
    spare = min(batteries - acts, 4)
    return acts * acting_worth(b, card, (left * 3 + 3) // 4) + 2 * spare


@register_jitable
def _worth(s: Any, b: Any, seat: int) -> int:
    """What a seat has."""
    worth = CROWN * (int(s.printed[seat]) + int(s.crowns[seat]))
    if s.over:
        return worth
    left = _left(s, seat)
    worth += int(s.coins[seat]) * coin_worth(left)
    charged = 0
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        rounds = left - s.acted[card] if s.stage[seat] != DONE else left
        batteries = int(s.batteries[card])
        worth += robot_worth(b, card, batteries, rounds)
        if s.asks[seat] == CHARGE:
            more = robot_worth(b, card, batteries + 1, rounds) - robot_worth(b, card, batteries, rounds)
            charged = max(charged, more)
    worth += charged * int(s.remaining[seat]) if s.asks[seat] == CHARGE else 0
    return worth + _hand_worth(s, b, seat, left)


@register_jitable
def _hand_worth(s: Any, b: Any, seat: int, left: int) -> int:
    """Cards in hand: something for each, more for those that would be good to play; all of it for one that can be."""
    best = 0
    worth = 0
    playing = s.asks[seat] == PLAY
    for i in range(s.held[seat]):
        card = s.hand[seat, i]
        value = CROWN * int(b.crowns[card]) + robot_worth(b, card, b.starts[card], left)
        cost = price(s, b, seat, card) if playing else int(b.cost[card])
        good = max(0, value - cost * coin_worth(left))
        worth += min(card_worth(left), 10 + good // 6)
        if playing and 0 <= cost <= s.coins[seat]:
            best = max(best, good)
    return worth + best
