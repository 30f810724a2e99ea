"""What is legal: the answers to what a seat is asked."""

from __future__ import annotations

from cogtable.engine.jit import jitable
from cogtable.engine.state import Mask
from cogtable.games.recharge.rules.actions import ACTION, CARD, EVENT, NO, PASS, REST, YES
from cogtable.games.recharge.rules.box import RechargeTables
from cogtable.games.recharge.rules.components import EVENTS, ROBOTS
from cogtable.games.recharge.rules.effects import can_copy, can_play, can_resolve
from cogtable.games.recharge.rules.state import (
    CHARGE,
    COPY,
    COPY_RIVAL,
    DISCARD,
    DROP_EVENT,
    EMPTY,
    IN_PILE,
    KEEP,
    MAY,
    MOVE_TO,
    PLAY,
    SALVAGE,
    WHICH_ACTION,
    WHICH_EVENT,
    WHICH_ROBOT,
    Recharge,
)


def legal(s: Recharge, b: RechargeTables, seat: int, mask: Mask) -> None:
    """The answers to what a seat is asked; to pass where there is none."""
    question = s.asks[seat]
    if question == WHICH_ACTION:
        for action in range(4):
            mask[ACTION + action] = s.event == EMPTY or not b.closed[s.event, action]
    elif question == WHICH_ROBOT:
        mask[REST] = 1
        _legal_robots(s, seat, question, mask)
    elif question in (WHICH_EVENT, DROP_EVENT):
        for event in range(EVENTS):
            mask[EVENT + event] = s.owner[event] == seat
        mask[NO] = question == DROP_EVENT and s.optional[seat]
    elif question == MAY:
        mask[YES] = 1
        mask[NO] = 1
    else:
        found = _legal_cards(s, b, seat, question, mask)
        mask[NO] = found and s.optional[seat]
        mask[PASS] = not found


@jitable
def _legal_discards(s: Recharge, seat: int, mask: Mask) -> bool:
    for i in range(s.held[seat]):
        mask[CARD + s.hand[seat, i]] = 1
    return s.held[seat] > 0


@jitable
def _legal_robots(s: Recharge, seat: int, question: int, mask: Mask) -> bool:
    """Robots of the seat that can be named; returns whether there is one."""
    found = False
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        if question == WHICH_ROBOT:
            fits = can_resolve(s, card)
        elif question == MOVE_TO:
            fits = card != s.source[seat]
        else:
            fits = question == CHARGE or s.batteries[card] > 0
        mask[CARD + card] = fits
        found |= fits
    return found


@jitable
def _legal_cards(s: Recharge, b: RechargeTables, seat: int, question: int, mask: Mask) -> bool:
    """Cards that can be named; returns whether there is one."""
    if question == DISCARD:
        return _legal_discards(s, seat, mask)
    if question == PLAY:
        found = False
        for i in range(s.held[seat]):
            card = s.hand[seat, i]
            fits = can_play(s, b, seat, card)
            mask[CARD + card] = fits
            found |= fits
        return found
    if question == KEEP:
        for i in range(s.looking[seat]):
            mask[CARD + s.sight[seat, i]] = 1
        return True
    if question in (SALVAGE, COPY, COPY_RIVAL):
        found = False
        for card in range(ROBOTS):
            fits = s.place[card] == IN_PILE if question == SALVAGE else can_copy(s, b, seat, question, card)
            mask[CARD + card] = fits
            found |= fits
        return found
    return _legal_robots(s, seat, question, mask)
