"""The rules of Magpie."""

from cogtable.rules import (
    ALL,
    Actions,
    Events,
    Int8,
    Int16,
    Ints,
    Mask,
    State,
    Tables,
    column,
    evaluate_by,
    fill,
    jitable,
    known_to,
    leave_out,
    named,
    next_staying,
    note,
    rank_by,
    rank_left_last,
    text,
)

CARDS, SEATS, HAND, WORTHS = 24, 4, 5, 6
MOST_ACTIONS = 2 * SEATS * HAND + SEATS  # each trinket is laid and answered, and each seat can leave
HELD, DOWN, UP = range(3)  # places of a card: in hand, laid face down, turned up
UNKNOWN = -1


class Action(Actions):
    BOAST = HAND * WORTHS  # which card of the hand, and what worth
    BELIEVE = 1
    DOUBT = 1
    LEAVE = 1  # never offered: a seat resigns by it


class Event(Events):
    BOASTED = "seat worth"
    TURNED_UP = "seat card"
    SCORED = "seat points"
    LEFT = "seat"


class Trinkets(Tables):
    worth: Int8[CARDS] = column("trinkets", "worth", low=1, high=WORTHS)
    names = named("trinkets")
    art = text("trinkets", "art")


def seen(s: "Magpie", seat: int) -> list[bool]:
    """The seat it was dealt to; everybody once it is turned up."""
    return [i // HAND == seat or s.place[i] == UP for i in range(CARDS)]


class Magpie(State):
    deck: Int8[CARDS] = known_to(seen, of="trinkets")  # as dealt: the hand of seat 0, of seat 1 and so on, the rest
    place: Int8[CARDS]
    turn: Int8
    boast: Int8  # the worth named, 0 between boasts
    laid: Int8  # the place in the deck of the card of the boast
    points: Int16[SEATS]
    left: Int8  # the seats that have resigned, a bit for each


def setup(s: Magpie, b: Trinkets) -> None:
    s.deck[:] = UNKNOWN
    fill(s, s.deck, UNKNOWN)
    s.waiting = 1


def legal(s: Magpie, b: Trinkets, seat: int, mask: Mask) -> None:
    mask[Action.BELIEVE] = mask[Action.DOUBT] = s.boast > 0
    for action in range(Action.BELIEVE):
        mask[action] = s.boast == 0 and s.place[seat * HAND + action // WORTHS] == HELD


@jitable
def next_turn(s: Magpie, seat: int) -> None:
    """Begins the turn of a seat, or ends the game if the seat has laid all its trinkets."""
    held = 0
    for i in range(seat * HAND, (seat + 1) * HAND):
        held += s.place[i] == HELD
    s.boast, s.turn = 0, seat
    s.over = int(held == 0)
    s.waiting = 0 if s.over else 1 << seat


@jitable
def drop_out(s: Magpie, seat: int) -> None:
    """Skips the seat whose turn or answer it was. The boast of a seat that has left is not answered."""
    asked, following = s.waiting == 1 << seat, next_staying(s.left, s.seats, seat)
    s.left |= 1 << seat
    note(s, ALL, Event.LEFT, seat=seat)
    if s.turn == seat:
        next_turn(s, following)
    elif asked:
        s.waiting = 1 << following


def play(s: Magpie, b: Trinkets, seat: int, action: int) -> None:
    if action == Action.LEAVE:
        drop_out(s, seat)
        return
    if action < Action.BELIEVE:
        s.laid = seat * HAND + action // WORTHS
        s.boast = action % WORTHS + 1
        s.place[s.laid] = DOWN
        s.waiting = 1 << next_staying(s.left, s.seats, seat)
        note(s, ALL, Event.BOASTED, seat=seat, worth=s.boast)
        return
    winner, gain = s.turn, s.boast
    if action == Action.DOUBT:
        card = s.deck[s.laid]
        s.place[s.laid] = UP
        note(s, ALL, Event.TURNED_UP, seat=s.turn, card=card)
        if b.worth[card] >= s.boast:
            gain = 2 * s.boast
        else:
            winner = seat
    s.points[winner] += gain
    note(s, ALL, Event.SCORED, seat=winner, points=gain)
    next_turn(s, seat)


def hide(s: Magpie, b: Trinkets, seat: int) -> None:
    for i in range(CARDS):
        if i // HAND != seat and s.place[i] != UP:
            s.deck[i] = UNKNOWN


def determinize(s: Magpie, b: Trinkets, seat: int) -> None:
    fill(s, s.deck, UNKNOWN)


def rank(s: Magpie, b: Trinkets, out: Ints) -> None:
    rank_by(s.points, s.seats, out)
    rank_left_last(s.left, s.seats, out)


def evaluate(s: Magpie, b: Trinkets, out: Ints) -> None:
    evaluate_by(s.points, s.seats, 2 * HAND, out)
    leave_out(s.left, s.seats, out)
