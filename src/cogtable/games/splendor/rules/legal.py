"""The legal actions."""

from __future__ import annotations

import numpy as np

from cogtable.games.splendor.rules.actions import TAKES, Action
from cogtable.games.splendor.rules.box import GemTables
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, HAND, LEVELS, PLACES
from cogtable.games.splendor.rules.packing import covers, having, lacking, packed
from cogtable.games.splendor.rules.paying import power, price
from cogtable.games.splendor.rules.state import EMPTY, GemState, Phase, card_at
from cogtable.games.splendor.rules.turn import visitors
from cogtable.rules import Mask, allow, jitable


def _open_takes(available: int) -> int:
    """The sets (bits) that can be taken from a bank with these colours (bits): those as large as possible (SP-Q1)."""
    colors = {color for color in range(COLOR_COUNT) if available >> color & 1}
    return sum(1 << i for i, some in enumerate(TAKES) if some <= colors and len(some) == min(3, len(colors)))


OPEN_TAKES = np.array([_open_takes(available) for available in range(1 << COLOR_COUNT)], np.int64)


def legal(s: GemState, b: GemTables, seat: int, mask: Mask) -> None:
    """SP-R3 to SP-R7, MM-R4 to MM-R8."""
    if s.phase == Phase.ACT:
        _legal_acts(s, b, seat, mask)
    elif s.phase == Phase.PAY:
        mask[Action.PAY_REST] = 1
        card = card_at(s, seat, s.pending)
        for color in range(COLOR_COUNT):
            if price(s, b, seat, card, color) > s.gold_for[color]:
                mask[Action.GOLD_FOR + color] = 1
    elif s.phase == Phase.RETURN:
        for kind in range(GOLD + 1):
            if s.tokens[seat, kind] > 0:
                mask[Action.GIVE_BACK + kind] = 1
    else:
        allow(mask, Action.CHOOSE_NOBLE, visitors(s, b, seat))


@jitable
def _legal_acts(s: GemState, b: GemTables, seat: int, mask: Mask) -> None:
    bank = packed(s.bank)
    available = having(bank, 1)
    allow(mask, Action.TAKE, OPEN_TAKES[available])
    allow(mask, Action.TAKE_SAME, having(bank, 4))  # SP-Q13, MM-R6
    cards = _payable(s, b, seat)
    allow(mask, Action.BUY, cards)  # and Action.BUY_RESERVED, which follows
    reservable = _reservable(s, seat)
    allow(mask, Action.RESERVE, reservable)  # and Action.RESERVE_BLIND
    if available | cards | reservable == 0:  # SP-Q8, MM-Q13
        mask[Action.PASS] = 1


@jitable
def _payable(s: GemState, b: GemTables, seat: int) -> int:
    """The places (bits) of the cards in the rows and in the hand that a seat can pay for."""
    means, gold, found = power(s, seat), s.tokens[seat, GOLD], 0
    for place in range(PLACES + HAND):
        card = card_at(s, seat, place)
        if card >= 0:
            cost = b.packed_cost[card]
            found |= (covers(means, cost) if gold == 0 else lacking(cost, means) <= gold) << place
    return found


@jitable
def _reservable(s: GemState, seat: int) -> int:
    """The places (bits) in the rows, then the decks, that hold a card for a seat with room in its hand."""
    room = False
    for i in range(HAND):
        room |= s.reserved[seat, i] == EMPTY
    found = 0
    if room:
        for place in range(PLACES):
            found |= (s.board[place] != EMPTY) << place
        for level in range(LEVELS):
            found |= (s.deck_left[level] > 0) << (PLACES + level)
    return found
