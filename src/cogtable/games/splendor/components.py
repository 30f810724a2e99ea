"""What lies on the table: cards, tokens and tiles, and who holds them.

Splendor and the games that share its rules declare their records over the two classes here. Numbers like SP-R4 and
MM-R11 are those of the games' `rules.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.engine.box import column, value
from cogtable.engine.jit import jitable
from cogtable.engine.state import Int8, Int16, Int64, Ints, State, Tables

COLOR_COUNT = 5
GOLD = COLOR_COUNT
"""The kind of token after the colours, which stands for any of them."""

CARDS = 90
LEVELS = 3
ROW = 4
"""Cards face up of each level."""
PLACES = LEVELS * ROW
HAND = 3
"""The most cards one may hold in reserve."""
HOLD = 10
"""The most tokens one may keep."""

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


class GemTables(Tables):
    """The components that the games share. A game says what its colours are called, and what its nobles are."""

    level: Int8[CARDS] = column("cards", "level", low=1, high=LEVELS)
    bonus: Int8[CARDS]
    points: Int8[CARDS] = column("cards", "points", high=20)
    cost: Int8[CARDS, COLOR_COUNT]
    noble_points: Ints
    noble_needs: Ints
    packed_cost: Int64[CARDS]
    """Cost and needs as one number each, a byte for each colour (see `lacking`)."""
    packed_needs: Ints
    gems: Int8[5] = value("gems", high=20)
    """Tokens of each colour with that many seats."""
    gold: Int8 = value("gold", high=20)

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """Cards must stand in the order of their levels, with enough for a full row of each."""
        levels = [int(level) for level in b.level]
        if levels != sorted(levels):
            yield "cards", "expected all of level 1 first, then level 2, then level 3; found another order"
        for level in range(1, LEVELS + 1):
            if levels.count(level) < ROW:
                yield "cards", f"expected at least {ROW} of level {level}; found {levels.count(level)}"

    @staticmethod
    def derive(b: Any) -> None:
        """Packs costs and needs."""
        for card in range(CARDS):
            b.packed_cost[card] = packed(b.cost[card])
        for noble in range(len(b.noble_needs)):
            b.packed_needs[noble] = packed(b.noble_needs[noble])


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


@jitable
def price(s: GemState, b: GemTables, seat: int, card: int, color: int) -> int:
    """Tokens of a colour that a card costs a seat after its bonuses (SP-R6, MM-R8, MM-R10)."""
    return max(0, b.cost[card, color] - s.bonus[seat, color])


@jitable
def affordable(s: GemState, b: GemTables, seat: int, card: int) -> bool:
    """Whether a seat can pay for a card, gold standing in for what it lacks."""
    return lacking(b.packed_cost[card], power(s, seat)) <= s.tokens[seat, GOLD]


@jitable
def visits(s: GemState, b: GemTables, seat: int, i: int) -> bool:
    """Whether noble number i on the table would visit (SP-R7, MM-R12)."""
    noble = s.nobles[i]
    return noble != EMPTY and s.noble_owner[i] == EMPTY and lacking(b.packed_needs[noble], packed(s.bonus[seat])) == 0


# Whether a card can be paid is asked fifteen times a move, so five colours are compared at once: a byte each of one
# number, all below 128, the top bits catching what a subtraction borrows.

TOP_BITS = 0x8080808080
ONES = 0x0101010101


@jitable
def packed(counts: Ints) -> int:
    """Five counts as one number."""
    number = 0
    for color in range(COLOR_COUNT):
        number |= int(counts[color]) << (8 * color)
    return number


@jitable
def power(s: GemState, seat: int) -> int:
    """What a seat can pay of each colour by bonuses and tokens, packed."""
    return packed(s.bonus[seat]) + packed(s.tokens[seat])


@jitable
def lacking(cost: int, power: int) -> int:
    """How many tokens of all colours together a packed power falls short of a packed cost."""
    left = (int(cost) | TOP_BITS) - power
    short = left & TOP_BITS
    left &= short - (short >> 7)
    return ((left * ONES) >> 32) & 0xFF
