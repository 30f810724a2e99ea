"""Hidden information: the piles, and cards in the other hand that were not taken openly (SG-Q48, SG-Q54)."""

from __future__ import annotations

from cogtable.games.smashgear.rules.box import SmashGearTables
from cogtable.games.smashgear.rules.components import MACHINES, SEATS
from cogtable.games.smashgear.rules.state import NONE, UNKNOWN, Place, SmashGear
from cogtable.rules import Ints, jitable, shuffle


def hide(s: SmashGear, b: SmashGearTables, seat: int) -> None:
    """Hides the piles and the cards in the other hand, except cards that both seats saw; hand sizes are public."""
    _hide_cards(s.machine_at, s.machine_pile, s.machine_left, s.machines_known, seat)
    _hide_cards(s.program_at, s.program_pile, s.program_left, s.programs_known, seat)


@jitable
def _hide_cards(places: Ints, pile: Ints, left: int, known: int, seat: int) -> None:
    """Blanks the places of cards of a kind that a seat does not know, and the pile, which holds `left` of them.

    `known` has a bit for each card in a hand that both seats know. If the other hand holds no other cards, all unseen
    cards must be in the pile, so only its order is hidden. Has no branches on a card's place, because they would be
    mispredicted.
    """
    hidden = 0
    for card in range(len(places)):
        place = places[card]
        held = (place >= Place.HAND) & (place < Place.HAND + SEATS) & (place != Place.HAND + seat)
        unseen = held & ((known >> card & 1) == 0)
        places[card] = Place.UNSEEN if unseen else place
        hidden |= unseen
    for card in range(len(places)):
        places[card] = Place.UNSEEN if hidden & (places[card] == Place.PILE) else places[card]
        pile[card] = UNKNOWN if card < left else pile[card]


def determinize(s: SmashGear, b: SmashGearTables, seat: int) -> None:
    """Deals the hidden cards at random to the hands and piles."""
    _deal_cards(s, s.machine_at, s.machine_pile, s.machine_hand, seat)
    _deal_cards(s, s.program_at, s.program_pile, s.program_hand, seat)


@jitable
def _deal_cards(s: SmashGear, places: Ints, pile: Ints, held: Ints, seat: int) -> None:
    """Deals the hidden cards of a kind: fills up the hands, then the pile."""
    unseen = 0
    for card in range(len(places)):
        if places[card] in (Place.UNSEEN, Place.PILE):
            places[card] = Place.PILE
            pile[unseen] = card
            unseen += 1
    shuffle(s, pile, 0, unseen)
    for other in range(SEATS):
        if other != seat:
            missing = held[other]
            for card in range(len(places)):
                if places[card] == Place.HAND + other:
                    missing -= 1
            for _ in range(missing):
                unseen -= 1
                places[pile[unseen]] = Place.HAND + other
                pile[unseen] = NONE


def weigh(s: SmashGear, b: SmashGearTables, out: Ints) -> None:
    """Gives every hidden card of a kind the same weight as the next card of its pile."""
    _weigh_pile(s.machine_at, s.machine_pile, s.machine_left, out[:MACHINES])
    _weigh_pile(s.program_at, s.program_pile, s.program_left, out[MACHINES:])


@jitable
def _weigh_pile(places: Ints, pile: Ints, left: int, out: Ints) -> None:
    if left > 0:
        top = pile[left - 1]
        for card in range(len(places)):
            hidden = places[card] in (Place.UNSEEN, Place.PILE)
            out[card] = hidden if top == UNKNOWN else card == top
