"""The record: a game in progress, and the meanings of the numbers in its fields."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.splendor.rules.components import CARDS, COLOR_COUNT, HAND, LEVELS, PLACES, SHOWN_NOBLES
from cogtable.rules import HOLDER, NOBODY, Int8, Int16, Ints, PlainIntEnum, State, jitable, known_to, option

# Values in place of a card.
EMPTY = -1
UNKNOWN = -2

# Where a card is, if known (`GemState.owner`); or the number of the seat that bought it.
UNSEEN = -1
IN_SIGHT = -2


class Phase(PlainIntEnum):
    """What the seat to move must do."""

    ACT = 0
    PAY = 1
    RETURN = 2
    NOBLE = 3


class Payment(PlainIntEnum):
    """Who decides what gold pays for."""

    AUTOMATIC = 0
    FREE = 1


def sees_hand(s: Any, seat: int) -> Ints:
    """Its owner; everybody if the card was not reserved unseen."""
    known: Ints = s.blind == 0
    if seat >= 0:
        known[seat] = True
    return known


def sees_price(s: Any, seat: int) -> bool:
    """Seats that see the card being paid for."""
    return s.pending < PLACES or bool(sees_hand(s, seat)[s.turn, s.pending - PLACES])


def backs(s: Any, b: Any) -> Ints:
    """The level of each card. The card being paid for is in a group of its own, because the gold set aside fits it."""
    levels = np.array(b.level)
    if s.pending >= PLACES:
        levels[card_at(s, s.turn, s.pending)] = 0
    return levels


class GemState(State):
    """The shared part of a game in progress. Each game declares the shape of the `Ints` fields itself."""

    target: Int16
    payment: Int8
    first: Int8
    limit: Int16

    start: Int8
    """The seat that moved first."""
    turn: Int8
    """The seat to move."""
    phase: Int8
    rounds: Int16
    """The number of the current round, from 1."""
    passes: Int8
    """How many seats have passed in a row."""
    pending: Int8
    """The place of the card being paid for: 0 to 11 in the rows, from 12 in the hand; EMPTY if none."""
    gold_for: Int8[COLOR_COUNT] = known_to(sees_price)
    """Gold set aside for each colour of the pending price."""
    bank: Ints
    """Tokens by kind: the colours, gold, and any others of the game, which are neither paid nor returned."""
    tokens: Ints
    bonus: Int8[4, COLOR_COUNT]
    points: Int16[4]
    bought: Int8[4]
    board: Int8[PLACES]
    """The face-up cards, level by level; EMPTY where a deck has run out."""
    reserved: Int8[4, HAND] = known_to(sees_hand, of="cards")
    blind: Int8[4, HAND]
    """The level of a card reserved blind, 0 for one that everybody knows."""
    deck: Int8[CARDS] = known_to(NOBODY, of="cards", alike=backs)
    """The decks one after another, each with its top card last."""
    deck_first: Int8[LEVELS]
    """Where each deck begins in `deck`."""
    deck_left: Int8[LEVELS]
    owner: Int8[CARDS] = known_to(HOLDER, by="cards")
    nobles: Ints
    """The noble tiles; EMPTY where none was laid out."""
    noble_owner: Ints
    """The seat that a noble visited, EMPTY while it lies on the table."""


@jitable
def card_at(s: GemState, seat: int, place: int) -> int:
    """The card at a place in the rows (0 to 11) or in the hand (from 12)."""
    if place < PLACES:
        return s.board[place]
    return s.reserved[seat, place - PLACES]


class Splendor(GemState):
    """A game in progress."""

    target = option(
        15, low=1, high=50, title="Points to reach", text="The first player to reach them starts the last round."
    )
    payment = option(
        Payment.AUTOMATIC,
        choices=("automatic", "free"),
        title="Paying with gold",
        text="Automatic spends as little gold as possible; free lets you choose. Without assists it is free.",
    )
    first = option(0, choices=("seat 1", "random"), title="Who starts")
    limit = option(200, low=1, high=500, title="Most rounds", text="Ends games in which nobody buys.")

    bank: Int8[6]
    tokens: Int8[4, 6]
    nobles: Int8[SHOWN_NOBLES]
    noble_owner: Int8[SHOWN_NOBLES]


YOUNG_POINTS = 5
"""A game is young until a seat has this many points."""


def is_young(s: Splendor) -> bool:
    """Whether no seat has five points yet."""
    return all(s.points[seat] < YOUNG_POINTS for seat in range(s.seats))
