"""The legal actions: the answers to the question of a seat."""

from __future__ import annotations

from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.box import RechargeTables
from cogtable.games.recharge.rules.components import EVENTS, ROBOTS
from cogtable.games.recharge.rules.effects import can_resolve
from cogtable.games.recharge.rules.offers import can_bring, can_copy, can_play, is_offer
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge
from cogtable.rules import Mask, allow, jitable


def legal(s: Recharge, b: RechargeTables, seat: int, mask: Mask) -> None:
    """The answers to the question of a seat; only to decline or pass if there are no others."""
    question = s.asks[seat]
    if s.always_ask and is_offer(s, b, seat) and not can_bring(s, b, seat, s.row[seat] - 1, False):
        mask[Answer.NO] = 1
    elif question == Question.WHICH_ACTION:
        for action in range(4):
            mask[Answer.ACTION + action] = s.event == EMPTY or not b.closed[s.event, action]
    elif question == Question.WHICH_ROBOT:
        mask[Answer.REST] = 1
        _legal_robots(s, seat, question, mask)
    elif question in (Question.WHICH_EVENT, Question.DROP_EVENT):
        own = 0
        for event in range(EVENTS):
            own |= (s.owner[event] == seat) << event
        allow(mask, Answer.EVENT, own)
        mask[Answer.NO] = question == Question.DROP_EVENT and s.optional[seat]
    elif question == Question.MAY:
        mask[Answer.YES] = 1
        mask[Answer.NO] = 1
    else:
        found = _legal_cards(s, b, seat, question, mask)
        mask[Answer.NO] = found and s.optional[seat]
        mask[Answer.PASS] = not found


@jitable
def _legal_discards(s: Recharge, seat: int, mask: Mask) -> bool:
    for i in range(s.held[seat]):
        mask[Answer.CARD + s.hand[seat, i]] = 1
    return s.held[seat] > 0


@jitable
def _legal_robots(s: Recharge, seat: int, question: int, mask: Mask) -> bool:
    """Marks the robots that the seat can name; returns whether there are any."""
    found = False
    for i in range(s.robots[seat]):
        card = s.fleet[seat, i]
        if question == Question.WHICH_ROBOT:
            fits = can_resolve(s, seat, card)
        elif question == Question.MOVE_TO:
            fits = card != s.source[seat]
        else:
            fits = question == Question.CHARGE or s.batteries[card] > 0
        mask[Answer.CARD + card] = fits
        found |= fits
    return found


@jitable
def _legal_cards(s: Recharge, b: RechargeTables, seat: int, question: int, mask: Mask) -> bool:
    """Marks the cards that can be named; returns whether there are any."""
    if question == Question.DISCARD:
        return _legal_discards(s, seat, mask)
    if question == Question.PLAY:
        found = False
        for i in range(s.held[seat]):
            card = s.hand[seat, i]
            fits = can_play(s, b, seat, card)
            mask[Answer.CARD + card] = fits
            found |= fits
        return found
    if question == Question.KEEP:
        for i in range(s.looking[seat]):
            mask[Answer.CARD + s.sight[seat, i]] = 1
        return True
    if question in (Question.SALVAGE, Question.COPY, Question.COPY_RIVAL):
        found = False
        for card in range(ROBOTS):
            fits = s.place[card] == Place.PILE if question == Question.SALVAGE else can_copy(s, b, seat, question, card)
            mask[Answer.CARD + card] = fits
            found |= fits
        return found
    return _legal_robots(s, seat, question, mask)
