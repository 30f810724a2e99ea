"""The observation: what a seat knows, as a row of numbers for machine learning.

The games that share the rules share these features; each adds its own.
"""

from __future__ import annotations

from cogtable.games.splendor.rules.box import GemTables, SplendorTables
from cogtable.games.splendor.rules.components import (
    CARDS,
    COLOR_COUNT,
    GOLD,
    HAND,
    LEVELS,
    PLACES,
    SHOWN_NOBLES,
)
from cogtable.games.splendor.rules.printed import CARD, MOST, CardSeen
from cogtable.games.splendor.rules.state import EMPTY, UNKNOWN, GemState, Payment, Phase, Splendor
from cogtable.rules import Features, Ints, feature, jitable, seat_after, steps_to

SEATS = 4


class ReservedSeen(Features):
    """A card in reserve. If the observer has not seen it, only its level is set."""

    CARD = feature("The card", of=CardSeen)
    BLIND = feature("Whether it was reserved unseen, so that only its owner knows it")


RESERVED = ReservedSeen.count()


class NobleSeen(Features):
    """A noble; all 0 where there is none."""

    FREE = feature("Whether nobody has it")
    POINTS = feature("Its points", high=MOST)
    NEEDS = feature("The bonuses that it asks for, by colour", COLOR_COUNT, high=MOST)
    OWNER = feature("1 for the seat that has it, counted from the observer", SEATS)


NOBLE = NobleSeen.count()


class SeatSeen(Features):
    """A seat; all 0 beyond the number of players."""

    PLAYS = feature("Whether somebody plays there")
    MOVES = feature("Whether it decides now")
    BEGAN = feature("Whether it moved first")
    POINTS = feature("Its points", high=127)
    BOUGHT = feature("How many cards it has bought", high=CARDS)
    TOKENS = feature("Its tokens: five colours, then gold", GOLD + 1, high=MOST)
    BONUS = feature("Its bonuses by colour", COLOR_COUNT, high=CARDS)
    RESERVED = feature("Its cards in reserve", HAND, of=ReservedSeen)


SEAT = SeatSeen.count()


class GemsSeen(Features):
    """What a seat sees of Splendor, and of a game with the same rules."""

    PHASE = feature(
        "1 for what must be decided: act, what gold pays for, give back a token, choose a noble", len(Phase)
    )
    OVER = feature("Whether the game is over")
    ROUND = feature("The current round", high=500)
    LIMIT = feature("The option for the most rounds", high=500)
    TARGET = feature("The option for the points to reach", high=50)
    FREE_GOLD = feature("Whether buyers choose what gold pays for")
    PASSES = feature("How many seats have passed in a row", high=SEATS)
    BANK = feature("Tokens in the bank: five colours, then gold", GOLD + 1, high=MOST)
    DECKS = feature("Cards left in the deck of each level", LEVELS, high=CARDS)
    ROWS = feature("The face-up cards: four of level 1, then of level 2, then of level 3", PLACES, of=CardSeen)
    NOBLES = feature("The nobles", SHOWN_NOBLES, of=NobleSeen)
    BUYING = feature("1 for the card that is being paid for: face-up, or in the reserve of who decides", PLACES + HAND)
    GOLD_FOR = feature("Gold set aside for each colour of its price", COLOR_COUNT, high=MOST)
    SEATS = feature("The seats: the observer, then the others in turn", SEATS, of=SeatSeen)


def observe(s: Splendor, b: SplendorTables, seat: int, out: Ints) -> None:
    """Writes what a seat knows."""
    observe_gems(s, b, seat, out)


@jitable
def observe_gems(s: GemState, b: GemTables, seat: int, out: Ints) -> None:
    """Writes what a seat knows of the parts that the games share."""
    out[GemsSeen.PHASE + s.phase] = 1
    out[GemsSeen.OVER] = s.over
    out[GemsSeen.ROUND] = s.rounds
    out[GemsSeen.LIMIT] = s.limit
    out[GemsSeen.TARGET] = s.target
    out[GemsSeen.FREE_GOLD] = s.payment == Payment.FREE
    out[GemsSeen.PASSES] = s.passes
    for kind in range(GOLD + 1):
        out[GemsSeen.BANK + kind] = s.bank[kind]
    for level in range(LEVELS):
        out[GemsSeen.DECKS + level] = s.deck_left[level]
    for place in range(PLACES):
        _put_card(b, s.board[place], out[GemsSeen.ROWS + CARD * place :])
    if s.pending != EMPTY:
        out[GemsSeen.BUYING + s.pending] = 1
    for color in range(COLOR_COUNT):
        out[GemsSeen.GOLD_FOR + color] = s.gold_for[color]
    first = max(seat, 0)
    _put_nobles(s, b, first, out)
    for i in range(s.seats):
        _put_seat(s, b, seat_after(first, i, s.seats), out[GemsSeen.SEATS + SEAT * i :])


@jitable
def _put_card(b: GemTables, card: int, out: Ints) -> None:
    """Writes a card; all 0 if there is none."""
    at = max(card + 1, 0)
    for i in range(CARD):
        out[i] = b.card_seen[at, i]


@jitable
def _put_nobles(s: GemState, b: GemTables, first: int, out: Ints) -> None:
    for i in range(len(s.nobles)):
        noble, owner = s.nobles[i], s.noble_owner[i]
        if noble != EMPTY:
            row = out[GemsSeen.NOBLES + NOBLE * i :]
            row[NobleSeen.POINTS] = b.noble_points[noble]
            for color in range(COLOR_COUNT):
                row[NobleSeen.NEEDS + color] = b.noble_needs[noble, color]
            if owner == EMPTY:
                row[NobleSeen.FREE] = 1
            else:
                row[NobleSeen.OWNER + steps_to(first, owner, s.seats)] = 1


@jitable
def _put_seat(s: GemState, b: GemTables, seat: int, out: Ints) -> None:
    out[SeatSeen.PLAYS] = 1
    out[SeatSeen.MOVES] = s.waiting >> seat & 1
    out[SeatSeen.BEGAN] = s.start == seat
    out[SeatSeen.POINTS] = min(s.points[seat], 127)
    out[SeatSeen.BOUGHT] = s.bought[seat]
    for kind in range(GOLD + 1):
        out[SeatSeen.TOKENS + kind] = s.tokens[seat, kind]
    for color in range(COLOR_COUNT):
        out[SeatSeen.BONUS + color] = s.bonus[seat, color]
    for i in range(HAND):
        held = out[SeatSeen.RESERVED + RESERVED * i :]
        card = s.reserved[seat, i]
        _put_card(b, card, held[ReservedSeen.CARD :])
        held[ReservedSeen.CARD + CardSeen.LEVEL] += s.blind[seat, i] * (card == UNKNOWN)
        held[ReservedSeen.BLIND] = s.blind[seat, i] > 0
