"""Hidden information: the deck, and the hands and Events of others."""

from __future__ import annotations

from cogtable.games.recharge.rules.box import RechargeTables
from cogtable.games.recharge.rules.components import EVENTS, ROBOTS
from cogtable.games.recharge.rules.state import EMPTY, UNKNOWN, Place, Recharge
from cogtable.rules import Ints, below, jitable, shuffle


@jitable
def hide_cards(s: Recharge, seat: int) -> None:
    """Hides the deck, the cards that others look at, and their hands except for cards from the discard pile."""
    place, deck = s.place, s.deck
    for card in range(ROBOTS):
        place[card] = Place.HIDDEN if place[card] == Place.DECK else place[card]
    for i in range(s.deck_left):
        deck[i] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            for i in range(s.held[other]):
                card = s.hand[other, i]
                _mask_card(s, s.hand[other], i, (card >= 0) & (s.open[max(card, 0)] == 0))
            _order(s.hand[other], s.held[other])
            for i in range(s.looking[other]):
                _mask_card(s, s.sight[other], i, s.sight[other, i] >= 0)
            _order(s.sight[other], s.looking[other])


@jitable
def _mask_card(s: Recharge, cards: Ints, i: int, hidden: bool) -> None:
    """Replaces a hidden card in a row with its label, which everybody knows. Has no branch."""
    card = cards[i]
    at = max(card, 0)
    s.place[at] = Place.HIDDEN if hidden else s.place[at]
    cards[i] = UNKNOWN - s.batch[at] if hidden else card


@jitable
def _order(cards: Ints, count: int) -> None:
    """Sorts, so that the order does not reveal when a card was drawn."""
    for i in range(1, count):
        card = cards[i]
        at = i
        while at > 0 and cards[at - 1] < card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


@jitable
def hide_events(s: Recharge, seat: int) -> None:
    """Hides Events that were never revealed from all but their owners (RC-Q18). Has no branch on
    `shown`, because it would be mispredicted.
    """
    owner, shown = s.owner, s.shown
    for event in range(EVENTS):
        known = (shown[event] != 0) | (owner[event] == seat) & (seat >= 0)
        owner[event] = owner[event] if known else Place.HIDDEN


@jitable
def determinize_cards(s: Recharge) -> None:
    """Deals the hidden cards at random, those of each label to the places with that label."""
    hidden = 0
    for card in range(ROBOTS):
        hidden += s.place[card] == Place.HIDDEN
    hidden -= _deal_label(s, s.deck_batch, 0)
    label = 0
    while hidden > 0:
        if label != s.deck_batch:
            hidden -= _deal_label(s, label, s.deck_left)
        label += 1


@jitable
def _deal_label(s: Recharge, label: int, start: int) -> int:
    """Deals the hidden cards of a label to hands and to the cards looked at; the rest stays in deck[start:].

    The end of `deck` has room for all cards that are elsewhere, so they are shuffled there.
    """
    stop = start
    for card in range(ROBOTS):
        if s.place[card] == Place.HIDDEN and s.batch[card] == label:
            s.place[card] = Place.DECK
            s.deck[stop] = card
            stop += 1
    shuffle(s, s.deck, start, stop)
    count = stop - start
    for seat in range(s.seats):
        for i in range(s.held[seat]):
            if s.hand[seat, i] == UNKNOWN - label:
                stop -= 1
                s.hand[seat, i] = _deal_card(s, stop, Place.HAND + seat)
        for i in range(s.looking[seat]):
            if s.sight[seat, i] == UNKNOWN - label:
                stop -= 1
                s.sight[seat, i] = _deal_card(s, stop, Place.SIGHT + seat)
    return count


@jitable
def _deal_card(s: Recharge, at: int, place: int) -> int:
    """Moves the card deck[at] to another place."""
    card = s.deck[at]
    s.deck[at] = EMPTY
    s.place[card] = place
    return int(card)


@jitable
def determinize_events(s: Recharge) -> None:
    """Deals the hidden Events at random; the rest are set aside."""
    hidden = 0
    for event in range(EVENTS):
        hidden += s.owner[event] == Place.HIDDEN
    for seat in range(s.seats):
        known = 0
        for event in range(EVENTS):
            known += s.owner[event] == seat
        for _ in range(s.events[seat] - known):
            pick = below(s, hidden)
            hidden -= 1
            for event in range(EVENTS):
                if s.owner[event] == Place.HIDDEN:
                    if pick == 0:
                        s.owner[event] = seat
                        break
                    pick -= 1
    for event in range(EVENTS):
        if s.owner[event] == Place.HIDDEN:
            s.owner[event] = Place.DECK


def weigh(s: Recharge, b: RechargeTables, out: Ints) -> None:
    """Weighs the next card: each hidden card that was shuffled together with the deck, or the discard pile if the deck
    is empty. The next Event is one that is set aside.
    """
    top = s.deck[s.deck_left - 1] if s.deck_left > 0 else EMPTY
    for card in range(ROBOTS):
        if top >= 0:
            out[card] = card == top
        elif s.deck_left > 0:
            out[card] = s.place[card] == Place.HIDDEN and s.batch[card] == s.deck_batch
        else:
            out[card] = s.place[card] == Place.PILE
    away = 0
    for seat in range(s.seats):
        away += s.events[seat]
    for event in range(EVENTS):
        away -= s.owner[event] >= 0
    hidden = 0
    for event in range(EVENTS):
        hidden += s.owner[event] == Place.HIDDEN
    for event in range(EVENTS):
        aside = s.owner[event] == Place.HIDDEN and hidden > away
        out[ROBOTS + event] = aside or s.owner[event] == Place.DECK
