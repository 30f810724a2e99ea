"""The record: a game in progress, and the meanings of the numbers in its fields."""

from __future__ import annotations

from typing import Any

from cogtable.games.recharge.rules.abilities import COMPARED
from cogtable.games.recharge.rules.components import EVENTS, LOOK, ROBOTS, SEATS
from cogtable.rules import HOLDER, NOBODY, OWNER, Int8, Int16, Int32, Ints, PlainIntEnum, State, known_to

# Values in place of a card or a seat.
EMPTY = -1
UNKNOWN = -2
"""A card that is hidden from the seat. In hands, `UNKNOWN - label` (see `Recharge.batch`)."""


class Place(PlainIntEnum):
    """Where a robot is (`Recharge.place`), or an Event (`Recharge.owner`)."""

    DECK = -1
    """In the deck; an Event: set aside."""
    PILE = -2
    HIDDEN = -3
    """Only in a hidden state: in the deck or in another player's hand."""
    HAND = 0
    """Plus the seat, like the next two. Events that a seat has are here too."""
    FLEET = 4
    SIGHT = 8
    """Being looked at."""


class Stage(PlainIntEnum):
    """How far a seat has come in the round (`Recharge.stage`)."""

    IDLE = 0
    """The player in charge chooses an Event; the others wait."""
    FOLLOWING = 1
    """Follows the Event."""
    READY = 2
    """Has followed it; turns begin when everybody has."""
    CHOOSING = 3
    """Must choose an Action."""
    ACTING = 4
    """Carries out the Action."""
    REWARDED = 5
    """Carries out what the Event adds to the Action."""
    RESOLVING = 6
    """Resolves its robots."""
    DONE = 7
    CLOSING = 8
    """Carries out what the Event does at the end of the round."""
    CLOSED = 9


class Question(PlainIntEnum):
    """The questions (`Recharge.asks`). The card, Event or answer that an action names answers it."""

    NOTHING = 0
    WHICH_EVENT = 1
    """To the player in charge: which Event applies this round?"""
    WHICH_ACTION = 2
    WHICH_ROBOT = 3
    """Which robot acts next?"""
    PLAY = 4
    """Which card is played from the hand, if any?"""
    DISCARD = 5
    """Which card is discarded from the hand?"""
    CHARGE = 6
    """Which of the robots gets a battery?"""
    DRAIN = 7
    """Which of the robots loses a battery?"""
    MOVE_FROM = 8
    """Which robot is a battery moved from, if any?"""
    MOVE_TO = 9
    COPY = 10
    """Which of the seat's other robots is copied?"""
    COPY_RIVAL = 11
    """Which robot of another player is copied?"""
    KEEP = 12
    """Which of the cards looked at is kept?"""
    SALVAGE = 13
    """Which card is taken from the discard pile?"""
    MAY = 14
    """Is the offer accepted? It is the row before `Recharge.row`."""
    DROP_EVENT = 15
    """Which Event is discarded?"""
    PARKED = 16
    """No question: waits for earlier seats to draw first (RC-Q4)."""


DUES = 56
"""Entries of `Recharge.due`: 24, plus one for each seat and operation, so that they never run out."""


def sees_hand(s: Any, seat: int) -> Ints:
    """Its owner; everybody if the card was taken from the discard pile."""
    known: Ints = s.open[s.hand] != 0
    if seat >= 0:
        known[seat] = True
    return known


def sees_event(s: Any, seat: int) -> Ints:
    """Its owner; everybody once it was revealed."""
    return (s.shown != 0) | ((s.owner == seat) & (seat >= 0))


def batches(s: Any, b: Any) -> Ints:
    """Which cards were last shuffled together; everybody knows that."""
    return s.batch


class Recharge(State):
    """A game in progress.

    Each seat runs a small program of its own, at its own pace: `stage` is how far it has come in the round, `asks` the
    question that it must answer now. While a robot or the Event acts for it, `script` and `row` point to the rows of
    the box that are being carried out.
    """

    charge: Int8
    """The seat in charge."""
    rounds: Int8
    """The number of the current round, from 1."""
    event: Int8
    """The Event of the round; EMPTY while it is being chosen, or if there is none."""

    stage: Int8[SEATS]
    asks: Int8[SEATS]
    remaining: Int16[SEATS]
    """How many answers are still to be given, including this one."""
    optional: Int8[SEATS]
    """Whether the seat may decline."""
    chose: Int8[SEATS]
    """The Action of this round; EMPTY before it is chosen."""
    rests: Int8[SEATS]
    """Whether the remaining robots act in the order in which they were played."""

    script: Int8[SEATS]
    """Whose rows are being carried out: a robot's, or 60 plus an Event; EMPTY if none."""
    actor: Int8[SEATS]
    """The robot that acts, which differs from `script` if it copies another. EMPTY for an Event."""
    row: Int8[SEATS]
    """The next row."""
    stop: Int8[SEATS]
    """The row before which the script ends."""
    skip: Int8[SEATS]
    """How many rows are skipped if the seat declines."""
    times: Int16[SEATS]
    """The factor for the numbers of the rows before `until`."""
    until: Int8[SEATS]
    cut: Int16[SEATS]
    """The discount on a robot that is played now."""
    free: Int8[SEATS]
    """Up to which printed cost a robot can be played for free now; EMPTY if it must be paid for."""
    source: Int8[SEATS]
    """The robot that a battery is being moved from; EMPTY if none."""

    stood: Int32[SEATS, len(COMPARED)]
    """What each seat had of `COMPARED` when everybody last began together, which is what others read (RC-Q31)."""
    lay: Int8[ROBOTS]
    """The seat that had each robot in play at that time; EMPTY if none."""
    due: Int8[DUES, 3]
    """Operations on all others, for when everybody has finished: the first `dues`, then EMPTY.

    Each entry holds the seat, its cause (see `script.cause`), and the operation."""
    due_count: Int32[DUES]
    """The count of each operation."""
    dues: Int8
    settled: Int8
    """Whether they were carried out."""

    coins: Int32[SEATS]
    crowns: Int32[SEATS]
    """Crown tokens, minus those that count -1 (RC-Q15)."""
    printed: Int16[SEATS]
    """Crowns printed on the robots in play."""
    power: Int32[SEATS]
    """Batteries on all robots in play (RC-R13)."""

    hand: Int8[SEATS, ROBOTS] = known_to(sees_hand, of="robots", alike=batches)
    """The cards in each hand: the first `held`, then EMPTY."""
    held: Int8[SEATS]
    fleet: Int8[SEATS, ROBOTS]
    """The robots in play, in the order in which they were played: the first `robots`, then EMPTY."""
    robots: Int8[SEATS]
    sight: Int8[SEATS, LOOK] = known_to(OWNER, of="robots")
    """The cards being looked at: the first `looking`, then EMPTY."""
    looking: Int8[SEATS]
    place: Int8[ROBOTS] = known_to(HOLDER, by="robots")
    """Where each robot is (see `Place`)."""
    batteries: Int32[ROBOTS]
    acted: Int8[ROBOTS]
    """Bits of the seats in whose turns of this round a robot has acted, even if it left play since."""
    open: Int8[ROBOTS]
    """Whether everybody knows whose hand a card is in, because it came from the discard pile."""
    batch: Int8[ROBOTS]
    """The label of the cards that were last shuffled together. Everybody knows which these were, so the label of
    a hidden card in a hand is known."""
    deck: Int8[ROBOTS] = known_to(NOBODY, of="robots")
    """The deck, with its top card last, then EMPTY."""
    deck_left: Int8
    deck_batch: Int8
    """The label of all cards in the deck."""
    piled: Int8
    """How many cards are in the discard pile."""

    owner: Int8[EVENTS] = known_to(sees_event, by="events")
    """Where each Event is: a `Place`."""
    events: Int8[SEATS]
    """How many Events each seat has."""
    shown: Int8[EVENTS]
    """Whether an Event has been revealed."""

    played: Int8[ROBOTS]
    """Bits of the seats that ever played the robot, or chose the Event."""
    picked: Int8[EVENTS]


YOUNG_ROUNDS = 2
"""A game is young until the end of this round."""


def is_young(s: Recharge) -> bool:
    """Whether the first two rounds are not over."""
    return s.rounds <= YOUNG_ROUNDS
