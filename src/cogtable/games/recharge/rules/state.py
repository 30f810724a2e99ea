"""The record: a game in progress, and what the numbers in its fields mean."""

from __future__ import annotations

from typing import Any

from cogtable.engine.enums import Numbers
from cogtable.engine.state import HOLDER, NOBODY, OWNER, Int8, Int16, Int32, Ints, State, known_to
from cogtable.games.recharge.rules.abilities import COMPARED
from cogtable.games.recharge.rules.components import EVENTS, LOOK, ROBOTS, SEATS

# What stands where a card or a seat could be.
EMPTY = -1
UNKNOWN = -2
"""In a hidden state: some card that is not seen. In hands `UNKNOWN - label` (see `Recharge.batch`)."""


class Place(Numbers):
    """Where a robot is (`Recharge.place`), or an Event (`Recharge.owner`)."""

    DECK = -1
    """For an Event: among those set aside."""
    PILE = -2
    HIDDEN = -3
    """Only in a hidden state: in the deck or in the hand of another, nobody but its owner knows."""
    HAND = 0
    """Plus a seat, as the two that follow; an Event that a seat has is there."""
    FLEET = 4
    SIGHT = 8
    """Looked at, and not yet kept or discarded."""


class Stage(Numbers):
    """How far a seat is within the round (`Recharge.stage`)."""

    IDLE = 0
    """The player in charge chooses an Event, the others wait for it."""
    FOLLOWING = 1
    """Follows the Event."""
    READY = 2
    """Has followed it; turns begin when all have."""
    CHOOSING = 3
    """Must choose an Action."""
    ACTING = 4
    """Carries it out."""
    REWARDED = 5
    """Carries out what the Event adds to it."""
    RESOLVING = 6
    """Resolves its robots."""
    DONE = 7
    CLOSING = 8
    """Carries out what the Event says of the end of the round."""
    CLOSED = 9


class Question(Numbers):
    """What a seat is asked (`Recharge.asks`). The card, Event or answer that an action names is the answer to it."""

    NOTHING = 0
    WHICH_EVENT = 1
    """The player in charge: which Event is it this round?"""
    WHICH_ACTION = 2
    WHICH_ROBOT = 3
    """Which robot acts next?"""
    PLAY = 4
    """Which card of the hand is played, if any?"""
    DISCARD = 5
    """Which card of the hand is discarded?"""
    CHARGE = 6
    """Which of the robots gets a battery?"""
    DRAIN = 7
    """Which of the robots loses a battery?"""
    MOVE_FROM = 8
    """From which robot is a battery moved, if at all?"""
    MOVE_TO = 9
    COPY = 10
    """Which of one's other robots is copied?"""
    COPY_RIVAL = 11
    """Which robot of another player is copied?"""
    KEEP = 12
    """Which of the cards looked at is kept?"""
    SALVAGE = 13
    """Which card of the discard pile is taken into the hand?"""
    MAY = 14
    """Yes or no: the offer stands in the row before `Recharge.row`."""
    DROP_EVENT = 15
    """Which Event is discarded?"""
    PARKED = 16
    """Not asked: waits for the seats before it to draw first (RC-Q4)."""


DUES = 56
"""Entries of `Recharge.due`: 24, and one for each seat and operation, so that there is always one left."""


def sees_hand(s: Any, seat: int) -> Ints:
    """Its owner; everybody of a card that was taken from the discard pile."""
    known: Ints = s.open[s.hand] != 0
    if seat >= 0:
        known[seat] = True
    return known


def sees_event(s: Any, seat: int) -> Ints:
    """Its owner; everybody once it was revealed."""
    return (s.shown != 0) | ((s.owner == seat) & (seat >= 0))


def batches(s: Any, b: Any) -> Ints:
    """With which others each card was last shuffled, which everybody knows."""
    return s.batch


class Recharge(State):
    """A game in progress.

    What a seat is doing is a small program of its own, so that each goes on at its own pace: `stage` says how far it is
    in the round, `asks` what it must answer now. While a robot or the Event acts for it, `script` and `row` say which
    rows of the box are being carried out.
    """

    charge: Int8
    """The seat in charge."""
    rounds: Int8
    """The number of the present round, from 1."""
    event: Int8
    """The Event of the round; EMPTY while it is being chosen, and in a round without one."""

    stage: Int8[SEATS]
    asks: Int8[SEATS]
    remaining: Int16[SEATS]
    """How many cards or robots are still to be named as answers, this one among them."""
    optional: Int8[SEATS]
    """Whether the answer may be no."""
    chose: Int8[SEATS]
    """The Action of this round; EMPTY before it is chosen."""
    rests: Int8[SEATS]
    """Whether the robots that are left act in the order in which they lie."""

    script: Int8[SEATS]
    """Whose rows are carried out: a robot, or 60 plus an Event; EMPTY if none."""
    actor: Int8[SEATS]
    """The robot that acts: where it copies, another than that of the script. EMPTY for an Event."""
    row: Int8[SEATS]
    """The row that comes next."""
    stop: Int8[SEATS]
    """The row before which the script ends."""
    skip: Int8[SEATS]
    """Rows that are left out when the answer is no."""
    times: Int16[SEATS]
    """What the numbers of the rows before `until` are multiplied by."""
    until: Int8[SEATS]
    cut: Int8[SEATS]
    """How much less a robot costs that is now played."""
    free: Int8[SEATS]
    """Up to which printed cost a robot can now be played for nothing; EMPTY when it must be paid."""
    source: Int8[SEATS]
    """The robot that a battery is being moved from; EMPTY if none."""

    stood: Int32[SEATS, len(COMPARED)]
    """What each seat had of `COMPARED` when all last began something together: this is what others read (RC-Q31)."""
    lay: Int8[ROBOTS]
    """The seat before which each robot was in play at that time; EMPTY if none."""
    due: Int8[DUES, 3]
    """What seats do to all others when everybody has finished, the first `dues`; EMPTY after them.

    Each entry is the seat, what acts for it (see `script.cause`), and the operation."""
    due_count: Int32[DUES]
    """How much of it."""
    dues: Int8
    settled: Int8
    """Whether it has happened."""

    coins: Int32[SEATS]
    crowns: Int32[SEATS]
    """Crown tokens, net of those that count -1 (RC-Q15)."""
    printed: Int16[SEATS]
    """Crowns printed on the robots in play."""
    power: Int32[SEATS]
    """Batteries on all robots in play (RC-R13)."""

    hand: Int8[SEATS, ROBOTS] = known_to(sees_hand, of="robots", alike=batches)
    """The cards of each hand, the first `held`; EMPTY after them."""
    held: Int8[SEATS]
    fleet: Int8[SEATS, ROBOTS]
    """The robots in play in the order in which they were played, the first `robots`; EMPTY after them."""
    robots: Int8[SEATS]
    sight: Int8[SEATS, LOOK] = known_to(OWNER, of="robots")
    """The cards looked at, the first `looking`; EMPTY after them."""
    looking: Int8[SEATS]
    place: Int8[ROBOTS] = known_to(HOLDER, by="robots")
    """Where each robot is (see `Place`)."""
    batteries: Int16[ROBOTS]
    acted: Int8[ROBOTS]
    """Whether a robot in play has lost its battery for this round."""
    open: Int8[ROBOTS]
    """Whether everybody knows in whose hand a card is: it came there from the discard pile."""
    batch: Int8[ROBOTS]
    """A label for the cards that were last shuffled together. Everybody knows which these were, so of a hidden card
    in a hand its label is known."""
    deck: Int8[ROBOTS] = known_to(NOBODY, of="robots")
    """The deck, its top last, then EMPTY."""
    deck_left: Int8
    deck_batch: Int8
    """The label of all cards in the deck."""
    piled: Int8
    """Cards in the discard pile."""

    owner: Int8[EVENTS] = known_to(sees_event, by="events")
    """Where each Event is: with which seat, or a `Place`."""
    events: Int8[SEATS]
    """How many Events each seat has."""
    shown: Int8[EVENTS]
    """Whether an Event has been revealed."""

    played: Int8[ROBOTS]
    """A bit for each seat that ever played the robot, and for each that ever chose the Event."""
    picked: Int8[EVENTS]
