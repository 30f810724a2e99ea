"""The action space, and which actions are legal."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from cogtable.engine.jit import jitable
from cogtable.engine.state import Mask
from cogtable.games.splendor.components import (
    ACT,
    COLOR_COUNT,
    EMPTY,
    GOLD,
    HAND,
    LEVELS,
    PAY,
    PLACES,
    RETURN,
    GemState,
    GemTables,
    card_at,
    lacking,
    power,
    price,
    visits,
)

TAKES = [set(some) for size in (3, 2, 1) for some in combinations(range(COLOR_COUNT), size)]
"""Sets of colours that can be taken at once: threes, twos, ones."""
NOBLE_CHOICES = 5
"""The most nobles that can lie on a table."""

TAKE = 0
TAKE_SAME = TAKE + len(TAKES)
RESERVE = TAKE_SAME + COLOR_COUNT
RESERVE_BLIND = RESERVE + PLACES
BUY = RESERVE_BLIND + LEVELS
BUY_RESERVED = BUY + PLACES
GIVE_BACK = BUY_RESERVED + HAND
CHOOSE_NOBLE = GIVE_BACK + COLOR_COUNT + 1
GOLD_FOR = CHOOSE_NOBLE + NOBLE_CHOICES
PAY_REST = GOLD_FOR + COLOR_COUNT
PASS = PAY_REST + 1
ACTIONS = PASS + 1

TOKENS_TAKEN = np.array(
    [[color in some for color in range(COLOR_COUNT)] for some in TAKES]
    + [[2 * (color == same) for color in range(COLOR_COUNT)] for same in range(COLOR_COUNT)],
    np.int8,
)
"""For each taking action how many tokens of each colour."""


def _open_takes(available: int) -> list[bool]:
    """Which sets may be taken when those colours (bits) are in the bank: as many as there are, up to three (SP-Q1)."""
    colors = {color for color in range(COLOR_COUNT) if available >> color & 1}
    return [some <= colors and len(some) == min(3, len(colors)) for some in TAKES]


OPEN_TAKES = np.array([_open_takes(available) for available in range(1 << COLOR_COUNT)], np.uint8)


def legal(s: GemState, b: GemTables, seat: int, mask: Mask) -> None:
    """SP-R3 to SP-R7, MM-R4 to MM-R8."""
    if s.phase == ACT:
        _legal_acts(s, b, seat, mask)
    elif s.phase == PAY:
        mask[PAY_REST] = 1
        card = card_at(s, seat, s.pending)
        for color in range(COLOR_COUNT):
            if price(s, b, seat, card, color) > s.gold_for[color]:
                mask[GOLD_FOR + color] = 1
    elif s.phase == RETURN:
        for kind in range(GOLD + 1):
            if s.tokens[seat, kind] > 0:
                mask[GIVE_BACK + kind] = 1
    else:
        for i in range(len(s.nobles)):
            if visits(s, b, seat, i):
                mask[CHOOSE_NOBLE + i] = 1


@jitable
def _legal_acts(s: GemState, b: GemTables, seat: int, mask: Mask) -> None:
    available = 0
    for color in range(COLOR_COUNT):
        if s.bank[color] > 0:
            available |= 1 << color
        if s.bank[color] >= 4:  # SP-Q13, MM-R6
            mask[TAKE_SAME + color] = 1
    for i in range(TAKE_SAME):
        mask[TAKE + i] = OPEN_TAKES[available, i]
    room = False
    means, gold = power(s, seat), s.tokens[seat, GOLD]
    for i in range(HAND):
        card = s.reserved[seat, i]
        if card == EMPTY:
            room = True
        else:
            mask[BUY_RESERVED + i] = lacking(b.packed_cost[card], means) <= gold
    for place in range(PLACES):
        card = s.board[place]
        if card != EMPTY:
            mask[RESERVE + place] = room
            mask[BUY + place] = lacking(b.packed_cost[card], means) <= gold
    if room:
        for level in range(LEVELS):
            mask[RESERVE_BLIND + level] = s.deck_left[level] > 0
    if available == 0:
        _legal_pass(mask)


@jitable
def _legal_pass(mask: Mask) -> None:
    """Legal only when nothing else is (SP-Q8, MM-Q13): no card can be reserved or bought, and no token taken."""
    for action in range(RESERVE, GIVE_BACK):
        if mask[action]:
            return
    mask[PASS] = 1
