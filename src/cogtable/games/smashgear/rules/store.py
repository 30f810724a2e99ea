"""Cards off the board: the store with its piles, hands and landfills."""

from __future__ import annotations

from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import MACHINES, PROGRAMS, SHOWN, SHOWN_MACHINES, Card
from cogtable.games.smashgear.rules.events import Event
from cogtable.games.smashgear.rules.state import NONE, Place, SmashGear
from cogtable.rules import ALL, jitable, note


@jitable
def show(s: SmashGear, place: int) -> None:
    """Fills a place in the store from its pile; it stays empty if the pile is (SG-R9, SG-Q12)."""
    kind = kind_shown(place)
    card = _top(s, kind)
    s.shown[place] = card
    if card != NONE:
        if kind == Card.MACHINE:
            s.machine_at[card] = Place.STORE
        else:
            s.program_at[card] = Place.STORE
        note(s, ALL, Event.SHOWED, kind=kind, card=card, place=place)


@jitable
def kind_shown(place: int) -> int:
    """The kind of the cards in a place in the store."""
    return Card.MACHINE if place < SHOWN_MACHINES else Card.PROGRAM


@jitable
def _top(s: SmashGear, kind: int) -> int:
    """Takes the top card of a pile; NONE if it is empty."""
    card = NONE
    if kind == Card.MACHINE:
        if s.machine_left > 0:
            s.machine_left -= 1
            card = s.machine_pile[s.machine_left]
            s.machine_pile[s.machine_left] = NONE
    elif s.program_left > 0:
        s.program_left -= 1
        card = s.program_pile[s.program_left]
        s.program_pile[s.program_left] = NONE
    return card


@jitable
def to_hand(s: SmashGear, seat: int, kind: int, card: int, seen: bool) -> None:
    """Puts a machine or program into a hand. If `seen`, both seats see which one (SG-Q54)."""
    if kind == Card.MACHINE:
        s.machine_at[card] = Place.HAND + seat
        s.machine_hand[seat] += 1
        if seen:
            s.machines_known |= 1 << card
    else:
        s.program_at[card] = Place.HAND + seat
        s.program_hand[seat] += 1
        if seen:
            s.programs_known |= 1 << card


@jitable
def from_hand(s: SmashGear, seat: int, kind: int, card: int, place: int) -> None:
    """Moves a machine or program from a hand to a place."""
    if kind == Card.MACHINE:
        s.machine_at[card] = place
        s.machine_hand[seat] -= 1
        s.machines_known &= ~(1 << card)
    else:
        s.program_at[card] = place
        s.program_hand[seat] -= 1
        s.programs_known &= ~(1 << card)


@jitable
def draw(s: SmashGear, seat: int, kind: int) -> None:
    """Draws a card from a pile, hidden from the other seat."""
    card = _top(s, kind)
    if card != NONE:
        to_hand(s, seat, kind, card, False)
        note(s, ALL, Event.DREW, seat=seat, kind=kind)
        note(s, 1 << seat, Event.SAW, seat=seat, kind=kind, card=card)


@jitable
def take_shown(s: SmashGear, seat: int, place: int) -> int:
    """Takes a card from the store and refills the place. Returns the card."""
    card = s.shown[place]
    to_hand(s, seat, kind_shown(place), card, True)
    return card


@jitable
def price_of(s: SmashGear, b: SmashGearTables, seat: int, item: int) -> int:
    """The price of an item for sale: a place in the store, then base, destroy base; NONE if sold out."""
    if item < SHOWN:
        card = s.shown[item]
        if card == NONE:
            return NONE
        return b.price[card] if item < SHOWN_MACHINES else b.program_price[card]
    if item == SHOWN:
        return base_price(s, b, seat) if s.base_left > 0 else NONE
    return b.destroy_price if s.destroy_left > 0 else NONE


@jitable
def base_price(s: SmashGear, b: SmashGearTables, seat: int) -> int:
    """The price of a Base card for a seat, which may rise with each base beyond its first (SG-Q56)."""
    return b.base_price + b.base_price_rise * max(0, s.bases[seat] + s.base_hand[seat] - 1)


@jitable
def buy(s: SmashGear, b: SmashGearTables, seat: int, item: int) -> None:
    """Buys a card into the hand (SG-R9, SG-Q11)."""
    price = price_of(s, b, seat, item)
    s.gears[seat] -= price
    if item == SHOWN:
        s.base_left -= 1
        s.base_hand[seat] += 1
        note(s, ALL, Event.BOUGHT, seat=seat, kind=Card.BASE, card=0, price=price)
    elif item > SHOWN:
        s.destroy_left -= 1
        s.destroy_hand[seat] += 1
        note(s, ALL, Event.BOUGHT, seat=seat, kind=Card.DESTROY, card=0, price=price)
    else:
        card = take_shown(s, seat, item)
        note(s, ALL, Event.BOUGHT, seat=seat, kind=kind_shown(item), card=card, price=price)
        show(s, item)


@jitable
def hand_size(s: SmashGear, seat: int) -> int:
    """The number of cards of all kinds in a seat's hand."""
    return s.machine_hand[seat] + s.program_hand[seat] + s.base_hand[seat] + s.destroy_hand[seat]


@jitable
def holds(s: SmashGear, seat: int, card: int) -> bool:
    """Whether a seat has a card in hand, numbered as in the action space: machines, programs, base, destroy base."""
    if card < MACHINES:
        return bool(s.machine_at[card] == Place.HAND + seat)
    if card < MACHINES + PROGRAMS:
        return bool(s.program_at[card - MACHINES] == Place.HAND + seat)
    if card == MACHINES + PROGRAMS:
        return s.base_hand[seat] > 0
    return s.destroy_hand[seat] > 0


@jitable
def discard(s: SmashGear, seat: int, card: int) -> int:
    """Discards a card of a hand, numbered as in the action space, to its owner's landfill; returns its kind."""
    if card < MACHINES:
        from_hand(s, seat, Card.MACHINE, card, Place.LANDFILL + seat)
        return Card.MACHINE
    if card < MACHINES + PROGRAMS:
        from_hand(s, seat, Card.PROGRAM, card - MACHINES, Place.LANDFILL + seat)
        return Card.PROGRAM
    if card == MACHINES + PROGRAMS:
        s.base_hand[seat] -= 1
        s.base_spent[seat] += 1
        return Card.BASE
    s.destroy_hand[seat] -= 1
    s.destroy_spent[seat] += 1
    return Card.DESTROY
