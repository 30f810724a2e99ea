"""The rules of Recharge. Numbers like RC-R4 are those of `rules.md`."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from cogtable.engine.chance import below, shuffle
from cogtable.engine.notes import ALL, note
from cogtable.engine.state import Int8, Int16, Int32, Ints, Mask, State
from cogtable.games.recharge.abilities import RechargeTables
from cogtable.games.recharge.acts import (
    ACTION,
    CARD,
    EMPTY,
    EVENT,
    EVENTS,
    LOOK,
    ROBOTS,
    SEATS,
)


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
    owes: Int8[SEATS]
    """Cards that others make a seat discard: to be answered before anything else."""
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

    coins: Int32[SEATS]
    crowns: Int32[SEATS]
    """Crown tokens, net of those that count -1 (RC-Q15)."""
    printed: Int16[SEATS]
    """Crowns printed on the robots in play."""
    power: Int32[SEATS]
    """Batteries on all robots in play (RC-R13)."""

    hand: Int8[SEATS, ROBOTS]
    """The cards of each hand, the first `held`; EMPTY after them."""
    held: Int8[SEATS]
    fleet: Int8[SEATS, ROBOTS]
    """The robots in play in the order in which they were played, the first `robots`; EMPTY after them."""
    robots: Int8[SEATS]
    sight: Int8[SEATS, LOOK]
    """The cards looked at, the first `looking`; EMPTY after them."""
    looking: Int8[SEATS]
    place: Int8[ROBOTS]
    """Where each robot is (see `acts`)."""
    batteries: Int16[ROBOTS]
    acted: Int8[ROBOTS]
    """Whether a robot in play has lost its battery for this round."""
    open: Int8[ROBOTS]
    """Whether everybody knows in whose hand a card is: it came there from the discard pile."""
    batch: Int8[ROBOTS]
    """A label for the cards that were last shuffled together. Everybody knows which these were, so of a hidden card
    in a hand its label is known."""
    deck: Int8[ROBOTS]
    """The deck, its top last, then EMPTY."""
    deck_left: Int8
    deck_batch: Int8
    """The label of all cards in the deck."""
    piled: Int8
    """Cards in the discard pile."""

    owner: Int8[EVENTS]
    """Where each Event is (see `acts`)."""
    events: Int8[SEATS]
    """How many Events each seat has."""
    shown: Int8[EVENTS]
    """Whether an Event has been revealed."""

    played: Int8[ROBOTS]
    """A bit for each seat that ever played the robot, and for each that ever chose the Event."""
    picked: Int8[EVENTS]
