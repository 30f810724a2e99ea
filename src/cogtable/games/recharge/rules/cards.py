"""Moving cards between deck, hands and discard pile, and keeping track of who knows them."""

from __future__ import annotations

from cogtable.games.recharge.rules.components import EVENTS, ROBOTS
from cogtable.games.recharge.rules.events import Event
from cogtable.games.recharge.rules.state import EMPTY, Place, Recharge
from cogtable.rules import ALL, Ints, below, jitable, note, shuffle

# --- the deck -----------------------------------------------------------------------------------------


@jitable
def _provide(s: Recharge, count: int) -> None:
    """Makes sure that the deck has `count` cards: shuffles the discard pile and puts it under the deck (RC-R5)."""
    if s.deck_left >= count or s.piled == 0:
        return
    count = s.piled
    for i in range(s.deck_left - 1, -1, -1):
        s.deck[i + count] = s.deck[i]
    s.deck_batch = _free_label(s)
    at = 0
    for card in range(ROBOTS):
        if s.place[card] == Place.PILE:
            s.place[card] = Place.DECK
            s.batch[card] = s.deck_batch
            s.deck[at] = card
            at += 1
    shuffle(s, s.deck, 0, count)
    s.deck_left += count
    s.piled = 0
    note(s, ALL, Event.SHUFFLED, count=count)


@jitable
def _free_label(s: Recharge) -> int:
    """The lowest label that no hidden card has."""
    borne = 0
    for card in range(ROBOTS):
        place = s.place[card]
        in_hand = Place.HAND <= place < Place.HAND + 4 and not s.open[card]
        if place == Place.DECK or place >= Place.SIGHT or in_hand:
            borne |= 1 << s.batch[card]
    label = 0
    while borne >> label & 1:
        label += 1
    return label


@jitable
def _top(s: Recharge) -> int:
    """Takes the top card off the deck, which must not be empty."""
    s.deck_left -= 1
    card = s.deck[s.deck_left]
    s.deck[s.deck_left] = EMPTY
    return int(card)


@jitable
def draw(s: Recharge, seat: int, count: int) -> None:
    """Draws cards into a hand; fewer if there are not enough (RC-R3, RC-R5)."""
    _provide(s, count)
    drawn = min(count, s.deck_left)
    if drawn > 0:
        note(s, ALL, Event.DREW, seat=seat, count=drawn)
    for _ in range(drawn):
        card = _top(s)
        note(s, 1 << seat, Event.SAW, seat=seat, card=card)
        _into_hand(s, seat, card)


@jitable
def mill(s: Recharge, seat: int, count: int) -> None:
    """Discards cards from the deck (RC-Q23)."""
    _provide(s, count)
    for _ in range(min(count, s.deck_left)):
        card = _top(s)
        _onto_pile(s, card)
        note(s, ALL, Event.MILLED, seat=seat, card=card)


@jitable
def look(s: Recharge, seat: int, count: int) -> None:
    """Shows one seat the top cards; they are not part of the deck until kept or discarded."""
    _provide(s, count)
    seen = min(count, s.deck_left)
    if seen > 0:
        note(s, ALL, Event.LOOKED, seat=seat, count=seen)
    for i in range(seen):
        card = _top(s)
        s.sight[seat, i] = card
        s.place[card] = Place.SIGHT + seat
        note(s, 1 << seat, Event.SAW, seat=seat, card=card)
    s.looking[seat] = seen


# --- hands and the discard pile -------------------------------------------------------------------------


@jitable
def _into_hand(s: Recharge, seat: int, card: int) -> None:
    s.hand[seat, s.held[seat]] = card
    s.held[seat] += 1
    s.place[card] = Place.HAND + seat


@jitable
def _onto_pile(s: Recharge, card: int) -> None:
    s.place[card] = Place.PILE
    s.open[card] = 0
    s.piled += 1


@jitable
def out_of(cards: Ints, count: int, card: int) -> None:
    """Takes a card out of the first `count` of a row of cards; the others close up."""
    at = 0
    while cards[at] != card:
        at += 1
    for i in range(at, count - 1):
        cards[i] = cards[i + 1]
    cards[count - 1] = EMPTY


@jitable
def out_of_hand(s: Recharge, seat: int, card: int) -> None:
    """Moves a card from a hand to a public place."""
    out_of(s.hand[seat], s.held[seat], card)
    s.held[seat] -= 1
    s.open[card] = 0


@jitable
def discard(s: Recharge, seat: int, card: int) -> None:
    """Discards a card from a hand."""
    out_of_hand(s, seat, card)
    _onto_pile(s, card)
    note(s, ALL, Event.DISCARDED, seat=seat, card=card)


@jitable
def discard_hand(s: Recharge, seat: int) -> None:
    """Discards all cards of a hand."""
    while s.held[seat] > 0:
        discard(s, seat, s.hand[seat, s.held[seat] - 1])


@jitable
def scrapped(s: Recharge, card: int) -> None:
    """Puts a robot that was in play onto the discard pile."""
    _onto_pile(s, card)


@jitable
def keep(s: Recharge, seat: int, card: int) -> None:
    """Takes one of the cards looked at into the hand."""
    out_of(s.sight[seat], s.looking[seat], card)
    s.looking[seat] -= 1
    _into_hand(s, seat, card)


@jitable
def keep_all(s: Recharge, seat: int) -> None:
    """Takes all cards looked at into the hand."""
    while s.looking[seat] > 0:
        keep(s, seat, s.sight[seat, 0])


@jitable
def drop_rest(s: Recharge, seat: int) -> None:
    """Discards the other cards looked at."""
    for i in range(s.looking[seat]):
        card = s.sight[seat, i]
        s.sight[seat, i] = EMPTY
        _onto_pile(s, card)
        note(s, ALL, Event.DISCARDED, seat=seat, card=card)
    s.looking[seat] = 0


@jitable
def salvage(s: Recharge, seat: int, card: int) -> None:
    """Takes a card from the discard pile into a hand; everybody knows that it is there."""
    s.piled -= 1
    _into_hand(s, seat, card)
    s.open[card] = 1
    note(s, ALL, Event.SALVAGED, seat=seat, card=card)


# --- Events ---------------------------------------------------------------------------------------------


@jitable
def draw_event(s: Recharge, seat: int) -> None:
    """Draws one of the Events set aside (RC-Q22), if there is one."""
    left = 0
    for event in range(EVENTS):
        left += s.owner[event] == Place.DECK
    if left == 0:
        return
    pick = below(s, left)
    for event in range(EVENTS):
        if s.owner[event] == Place.DECK:
            if pick == 0:
                s.owner[event] = seat
                note(s, ALL, Event.DREW_EVENT, seat=seat)
                note(s, 1 << seat, Event.SAW_EVENT, seat=seat, event=event)
                break
            pick -= 1
    s.events[seat] += 1


@jitable
def drop_event(s: Recharge, seat: int, event: int) -> None:
    """RC-R6."""
    s.owner[event] = Place.PILE
    s.events[seat] -= 1
    s.shown[event] = 1
    note(s, ALL, Event.DROPPED_EVENT, seat=seat, event=event)
