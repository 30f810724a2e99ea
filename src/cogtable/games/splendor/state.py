"""The record: a game in progress, and what the numbers in its fields mean."""

from __future__ import annotations

from cogtable.engine.jit import jitable
from cogtable.engine.state import Int8, Int16, Ints, State, option
from cogtable.games.splendor.components import CARDS, COLOR_COUNT, HAND, LEVELS, PLACES, SHOWN_NOBLES

# What stands where a card could be.
EMPTY = -1
UNKNOWN = -2

# Where a card is, as far as it is known (`GemState.owner`); a seat's number: bought by that seat.
UNSEEN = -1
IN_SIGHT = -2

# What the seat to move must do.
ACT = 0
PAY = 1
RETURN = 2
NOBLE = 3

AUTOMATIC = 0
FREE = 1


class GemState(State):
    """A game in progress, as far as the games share it. Fields of no stated shape a game declares itself."""

    target: Int16
    payment: Int8
    first: Int8
    limit: Int16

    start: Int8
    """The seat that began."""
    turn: Int8
    """The seat to move."""
    phase: Int8
    rounds: Int16
    """The number of the present round, from 1."""
    passes: Int8
    """Seats that passed in a row."""
    pending: Int8
    """Where the card lies that is being paid: 0 to 11 in the rows, from 12 in the hand; EMPTY if none."""
    gold_for: Int8[COLOR_COUNT]
    """Gold laid aside for each colour of the pending price."""
    bank: Ints
    """Tokens by kind: the colours, gold, and whatever else a game has, which is neither paid nor returned."""
    tokens: Ints
    bonus: Int8[4, COLOR_COUNT]
    points: Int8[4]
    bought: Int8[4]
    board: Int8[PLACES]
    """The face-up cards, level by level; EMPTY where a deck has run out."""
    reserved: Int8[4, HAND]
    blind: Int8[4, HAND]
    """The level of a card reserved unseen, 0 for one that everybody knows."""
    deck: Int8[CARDS]
    """The decks, one after the other, each with its top last."""
    deck_first: Int8[LEVELS]
    """Where each deck begins in `deck`."""
    deck_left: Int8[LEVELS]
    owner: Int8[CARDS]
    nobles: Ints
    """The tiles that come to whoever has the cards they ask for; EMPTY where none was laid out."""
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

    target = option(15, low=1, high=50, title="Points to reach", text="Who reaches them starts the last round.")
    payment = option(
        AUTOMATIC,
        choices=("automatic", "free"),
        title="Paying with gold",
        text="Automatic spends as little gold as possible; free lets you choose. Without assists it is free.",
    )
    first = option(0, choices=("seat 1", "random"), title="Who starts")
    limit = option(
        200, low=1, high=500, title="Most rounds", text="No rule ends a game in which nobody buys; this does."
    )

    bank: Int8[6]
    tokens: Int8[4, 6]
    nobles: Int8[SHOWN_NOBLES]
    noble_owner: Int8[SHOWN_NOBLES]
