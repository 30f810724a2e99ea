"""What is legal."""

from __future__ import annotations

import numpy as np

from cogtable.engine.jit import jitable
from cogtable.engine.state import Mask
from cogtable.games.splendor.rules.actions import TAKES, Action
from cogtable.games.splendor.rules.box import GemTables
from cogtable.games.splendor.rules.components import COLOR_COUNT, GOLD, HAND, LEVELS, PLACES
from cogtable.games.splendor.rules.packing import lacking
from cogtable.games.splendor.rules.paying import power, price
from cogtable.games.splendor.rules.state import EMPTY, GemState, Phase, card_at
from cogtable.games.splendor.rules.turn import visits


def _open_takes(available: int) -> list[bool]:
    """The sets that may be taken while the bank has these colours (bits): as many as possible, up to three (SP-Q1)."""
    colors = {color for color in range(COLOR_COUNT) if available >> color & 1}
    return [some <= colors and len(some) == min(3, len(colors)) for some in TAKES]


OPEN_TAKES = np.array([_open_takes(available) for available in range(1 << COLOR_COUNT)], np.uint8)


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
        for i in range(len(s.nobles)):
            if visits(s, b, seat, i):
                mask[Action.CHOOSE_NOBLE + i] = 1


@jitable
def _legal_acts(s: GemState, b: GemTables, seat: int, mask: Mask) -> None:
    available = 0
    for color in range(COLOR_COUNT):
        if s.bank[color] > 0:
            available |= 1 << color
        if s.bank[color] >= 4:  # SP-Q13, MM-R6
            mask[Action.TAKE_SAME + color] = 1
    for i in range(Action.TAKE_SAME):
        mask[Action.TAKE + i] = OPEN_TAKES[available, i]
    room = False
    means, gold = power(s, seat), s.tokens[seat, GOLD]
    for i in range(HAND):
        card = s.reserved[seat, i]
        if card == EMPTY:
            room = True
        else:
            mask[Action.BUY_RESERVED + i] = lacking(b.packed_cost[card], means) <= gold
    for place in range(PLACES):
        card = s.board[place]
        if card != EMPTY:
            mask[Action.RESERVE + place] = room
            mask[Action.BUY + place] = lacking(b.packed_cost[card], means) <= gold
    if room:
        for level in range(LEVELS):
            mask[Action.RESERVE_BLIND + level] = s.deck_left[level] > 0
    if available == 0:
        _legal_pass(mask)


@jitable
def _legal_pass(mask: Mask) -> None:
    """Legal only when nothing else is (SP-Q8, MM-Q13): no card can be reserved or bought, and no token taken."""
    for action in range(Action.RESERVE, Action.GIVE_BACK):
        if mask[action]:
            return
    mask[Action.PASS] = 1
