"""What a seat may not know: the piles, and the machines and programs that the other holds (SG-Q48)."""

from __future__ import annotations

from cogtable.engine.chance import shuffle
from cogtable.engine.jit import jitable, wide
from cogtable.engine.state import Ints
from cogtable.games.smashgear.box import SmashGearTables
from cogtable.games.smashgear.components import SEATS
from cogtable.games.smashgear.state import HAND, NONE, PILE, UNKNOWN, UNSEEN, SmashGear


def hide(s: SmashGear, b: SmashGearTables, seat: int) -> None:
    """How many cards the other holds is open; which they are is not."""
    _hide_cards(s.machine_at, s.machine_pile, wide(s.machine_left), seat)
    _hide_cards(s.program_at, s.program_pile, wide(s.program_left), seat)


@jitable
def _hide_cards(places: Ints, pile: Ints, left: int, seat: int) -> None:
    """Blanks where cards of a kind are that a seat does not see, and the pile, which holds `left` of them."""
    for card in range(len(places)):
        place = places[card]
        if place == PILE or (HAND <= place < HAND + SEATS and place != HAND + seat):
            places[card] = UNSEEN
        if card < left:
            pile[card] = UNKNOWN


def guess(s: SmashGear, b: SmashGearTables, seat: int) -> None:
    """Deals the cards that are not seen to the hands and the piles."""
    _deal_cards(s, s.machine_at, s.machine_pile, s.machine_hand, seat)
    _deal_cards(s, s.program_at, s.program_pile, s.program_hand, seat)


@jitable
def _deal_cards(s: SmashGear, places: Ints, pile: Ints, held: Ints, seat: int) -> None:
    """Deals the cards of a kind that a seat does not see: as many as each other seat holds, the rest to the pile."""
    unseen = 0
    for card in range(len(places)):
        if places[card] == UNSEEN:
            places[card] = PILE
            pile[unseen] = card
            unseen += 1
    shuffle(s, pile, 0, unseen)
    for other in range(SEATS):
        if other != seat:
            for _ in range(held[other]):
                unseen -= 1
                places[pile[unseen]] = HAND + other
                pile[unseen] = NONE
