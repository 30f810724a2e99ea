"""The rules of Tiny."""

from __future__ import annotations

from cogtable.rules import (
    ALL,
    NOBODY,
    OWNER,
    Events,
    Int8,
    Ints,
    Mask,
    State,
    Tables,
    column,
    jitable,
    known_to,
    note,
    option,
    shuffle,
    size,
)

CARDS = size("cards", 12, low=9, most=20)
SEATS = 3
HAND = 2
ROUNDS = 3

EMPTY = -1
UNKNOWN = -2


class TinyTables(Tables):
    value: Int8[CARDS] = column("cards", "value", low=1, high=9)


class Tiny(State):
    length: Int8 = option(ROUNDS, low=1, high=ROUNDS, title="Rounds")

    rounds: Int8
    hand: Int8[SEATS, HAND] = known_to(OWNER, of="cards")
    chosen: Int8[SEATS] = known_to(OWNER, of="cards")
    played: Int8[SEATS]
    """The cards of the previous round."""
    points: Int8[SEATS]
    deck: Int8[CARDS] = known_to(NOBODY, of="cards")
    left: Int8
    seen: Int8[CARDS]
    """The seat that played each card, plus 1."""


class Event(Events):
    DREW = "seat"
    SAW = "seat card"
    CHOSE = "seat"
    PLAYED = "seat card"
    TOOK = "seat"


def setup(s: Tiny, b: TinyTables) -> None:
    s.hand[:] = EMPTY
    s.chosen[:] = EMPTY
    s.played[:] = EMPTY
    s.left = CARDS
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s, s.deck, 0, CARDS)
    for i in range(HAND):
        for seat in range(s.seats):
            _draw(s, seat, i)
    s.waiting = (1 << s.seats) - 1


@jitable
def _draw(s: Tiny, seat: int, i: int) -> None:
    s.left -= 1
    s.hand[seat, i] = s.deck[s.left]
    s.deck[s.left] = EMPTY
    note(s, ALL, Event.DREW, seat=seat)
    note(s, 1 << seat, Event.SAW, seat=seat, card=s.hand[seat, i])


def legal(s: Tiny, b: TinyTables, seat: int, mask: Mask) -> None:
    for i in range(HAND):
        mask[i] = s.hand[seat, i] != EMPTY


def play(s: Tiny, b: TinyTables, seat: int, action: int) -> None:
    s.chosen[seat] = s.hand[seat, action]
    s.hand[seat, action] = EMPTY
    s.waiting &= ~(1 << seat)
    note(s, ALL, Event.CHOSE, seat=seat)
    if not s.waiting:
        _reveal(s, b)


@jitable
def _reveal(s: Tiny, b: TinyTables) -> None:
    best = 0
    winner = EMPTY
    for seat in range(s.seats):
        card = s.chosen[seat]
        note(s, ALL, Event.PLAYED, seat=seat, card=card)
        s.seen[card] = seat + 1
        s.played[seat] = card
        s.chosen[seat] = EMPTY
        value = b.value[card]
        if value >= best:
            winner = EMPTY if value == best else seat
            best = value
    if winner != EMPTY:
        s.points[winner] += 1
        note(s, ALL, Event.TOOK, seat=winner)
    if s.left >= s.seats:
        for seat in range(s.seats):
            for i in range(HAND):
                if s.hand[seat, i] == EMPTY:
                    _draw(s, seat, i)
    s.rounds += 1
    if s.rounds == s.length:
        s.over = 1
    else:
        s.waiting = (1 << s.seats) - 1


def hide(s: Tiny, b: TinyTables, seat: int) -> None:
    for i in range(s.left):
        s.deck[i] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            for i in range(HAND):
                if s.hand[other, i] != EMPTY:
                    s.hand[other, i] = UNKNOWN
            if s.chosen[other] != EMPTY:
                s.chosen[other] = UNKNOWN


def determinize(s: Tiny, b: TinyTables, seat: int) -> None:
    unseen = 0
    for card in range(CARDS):
        if not s.seen[card] and not _holds(s, seat, card):
            s.deck[unseen] = card
            unseen += 1
    shuffle(s, s.deck, 0, unseen)
    for other in range(s.seats):
        for i in range(HAND):
            if s.hand[other, i] == UNKNOWN:
                unseen -= 1
                s.hand[other, i] = s.deck[unseen]
                s.deck[unseen] = EMPTY
        if s.chosen[other] == UNKNOWN:
            unseen -= 1
            s.chosen[other] = s.deck[unseen]
            s.deck[unseen] = EMPTY


@jitable
def _holds(s: Tiny, seat: int, card: int) -> bool:
    if seat < 0:
        return False
    found = s.chosen[seat] == card
    for i in range(HAND):
        found |= s.hand[seat, i] == card
    return bool(found)


def rank(s: Tiny, b: TinyTables, out: Ints) -> None:
    for seat in range(s.seats):
        out[seat, 0] = 1
        out[seat, 1] = s.points[seat]
        for other in range(s.seats):
            out[seat, 0] += s.points[other] > s.points[seat]


def evaluate(s: Tiny, b: TinyTables, out: Ints) -> None:
    total = s.seats + 0
    for seat in range(s.seats):
        total += s.points[seat]
    for seat in range(s.seats):
        out[seat] = (s.points[seat] + 1) * 1000 // total


def tally(s: Tiny, b: TinyTables, out: Ints) -> None:
    for card in range(CARDS):
        if s.seen[card]:
            out[s.seen[card] - 1, card] = 1
    for seat in range(s.seats):
        out[seat, CARDS + (s.points[seat] == 0)] = 1


def weigh(s: Tiny, b: TinyTables, out: Ints) -> None:
    if s.left > 0:
        top = s.deck[s.left - 1]
        for card in range(CARDS):
            out[card] = not s.seen[card] if top == UNKNOWN else card == top
            for seat in range(s.seats):
                if top == UNKNOWN and _holds(s, seat, card):
                    out[card] = 0
