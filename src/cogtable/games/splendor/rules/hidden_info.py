"""Hides the cards that a seat must not know (SP-Q16, MM-Q20), and deals them again."""

from __future__ import annotations

from cogtable.games.splendor.rules.box import GemTables
from cogtable.games.splendor.rules.components import CARDS, HAND, LEVELS, PLACES
from cogtable.games.splendor.rules.paying import asks_for_gold, set_aside_gold
from cogtable.games.splendor.rules.state import EMPTY, IN_SIGHT, UNKNOWN, UNSEEN, GemState
from cogtable.rules import Ints, jitable, shuffle


def hide(s: GemState, b: GemTables, seat: int) -> None:
    """Hides the decks, and the cards that other seats reserved blind, with the price of one being paid for."""
    if _pays_unseen(s, seat):
        s.gold_for[:] = 0
    deck = s.deck
    for card in range(CARDS):
        deck[card] = EMPTY if deck[card] == EMPTY else UNKNOWN
    for other in range(s.seats):
        if other != seat:
            for i in range(HAND):
                _hide_reserved(s, other, i)


@jitable
def _hide_reserved(s: GemState, seat: int, i: int) -> None:
    """Hides a card if it was reserved blind. Has no branch, because it would be mispredicted."""
    card = s.reserved[seat, i]
    unseen, at = (s.blind[seat, i] > 0) & (card >= 0), max(card, 0)
    s.owner[at] = UNSEEN if unseen else s.owner[at]
    s.reserved[seat, i] = UNKNOWN if unseen else card


@jitable
def _pays_unseen(s: GemState, seat: int) -> bool:
    """Whether a card that is hidden from `seat` is being paid for."""
    return s.turn != seat and s.pending >= PLACES and s.blind[s.turn, s.pending - PLACES] > 0


def determinize(s: GemState, b: GemTables, seat: int) -> None:
    """Deals the hidden cards of each level at random to its deck and to the hands that hold hidden cards.

    A card that is being paid for must leave its owner a choice of what gold pays, because the rules are asking for
    that choice.
    """
    card = 0
    for level in range(LEVELS):
        start = s.deck_first[level]
        stop = start
        while card < CARDS and b.level[card] == level + 1:
            if s.owner[card] == UNSEEN:
                s.deck[stop] = card
                stop += 1
            card += 1
        shuffle(s, s.deck, start, stop)
        if _pays_unseen(s, seat) and s.blind[s.turn, s.pending - PLACES] == level + 1:
            _determinize_paid(s, b, start, stop)
            stop -= 1
        for other in range(s.seats):
            for i in range(HAND):
                if s.reserved[other, i] == UNKNOWN and s.blind[other, i] == level + 1:
                    stop -= 1
                    _determinize_hand(s, other, i, stop)


@jitable
def _determinize_hand(s: GemState, seat: int, i: int, at: int) -> None:
    """Moves the card at a place of the decks to a hand."""
    card = s.deck[at]
    s.deck[at] = EMPTY
    s.reserved[seat, i] = card
    s.owner[card] = IN_SIGHT


@jitable
def _determinize_paid(s: GemState, b: GemTables, start: int, stop: int) -> None:
    """Moves a card that fits the payment to the end of deck[start:stop], then to the hand."""
    seat, last = s.turn, stop - 1
    for at in range(start, stop):
        card = s.deck[at]
        if asks_for_gold(s, b, seat, card):
            s.deck[at] = s.deck[last]
            s.deck[last] = card
            break
    card = s.deck[last]
    _determinize_hand(s, seat, s.pending - PLACES, last)
    set_aside_gold(s, b, seat, card)


def weigh(s: GemState, b: GemTables, out: Ints) -> None:
    """Gives every hidden card of a level the same weight as the next card of its deck.

    Ignores that some of them do not fit the payment while a hidden card is being paid for.
    """
    for level in range(LEVELS):
        if s.deck_left[level] > 0:
            top = s.deck[s.deck_first[level] + s.deck_left[level] - 1]
            for card in range(CARDS):
                if b.level[card] == level + 1:
                    out[level * CARDS + card] = s.owner[card] == UNSEEN if top == UNKNOWN else card == top
