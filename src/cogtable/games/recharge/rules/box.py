"""The tables of the box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.games.recharge.rules.abilities import (
    ABILITIES,
    COPYING,
    ONLY_EVENTS,
    ONLY_ROBOTS,
    WIDTH,
    names_of,
    wrong_event,
    wrong_robot,
)
from cogtable.games.recharge.rules.components import EVENTS, ROBOTS, SEATS, Action
from cogtable.games.recharge.rules.yields import GAINS, NEEDS, needs_of, yields_of
from cogtable.rules import PAD, Int8, Int16, Row, Tables, column, different, named, text, value

ROWS = 6
"""The maximum number of operations of a robot or an Event."""
SCRIPTS = ROBOTS + EVENTS


class RechargeTables(Tables):
    """The components."""

    cost: Int8[ROBOTS] = column("robots", "cost", high=20)
    """What it costs to play, in coins."""
    crowns: Int8[ROBOTS] = column("robots", "crowns", low=-1, high=12)
    """Crowns printed on it, which count at the end."""
    starts: Int8[ROBOTS] = column("robots", "batteries", low=1, high=5)
    """Batteries that a robot comes with."""
    does: Int8[ROBOTS, ROWS, WIDTH] = column("robots", "does", parse=ABILITIES.parse_without(ONLY_EVENTS))
    """What it does when it acts."""
    binds: Int8[EVENTS, ROWS, WIDTH] = column("events", "does", parse=ABILITIES.parse_without(ONLY_ROBOTS))
    """What it changes in its round."""
    flavour = text("robots", "flavour")
    event_flavour = text("events", "flavour")
    robots_named = named("robots", longest=20)
    events_named = named("events", longest=20)
    robots_different = different("robots", "cost", "crowns", "batteries", "does")

    hand: Int8 = value("hand", low=0, high=10)
    """Cards in each hand at the start."""
    coins: Int8 = value("coins", high=99)
    """Coins of each player at the start."""
    deal: Int8[SEATS + 1] = value("deal", high=8)
    """Events dealt to each seat, by the number of seats."""
    research: Int8 = value("research", high=10)
    """Cards drawn by the Action Research."""
    stockpile: Int8 = value("stockpile", high=99)
    """Coins gained by the Action Stockpile."""
    recharge: Int8 = value("recharge", high=10)
    """Batteries added by the Action Recharge."""

    code: Int8[SCRIPTS, ROWS, WIDTH]
    """The rows of robots, then of Events, which scripts (`Recharge.script`) carry out."""
    rows: Int8[SCRIPTS]
    """How many rows a script has."""
    copies: Int8[ROBOTS]
    """Whether a robot copies others; such a robot cannot be copied itself."""
    more: Int8[EVENTS, 4]
    """What an Event adds to each Action."""
    closed: Int8[EVENTS, 4]
    toll: Int16[EVENTS]
    """How much more robots cost during an Event."""
    tireless: Int8[EVENTS]
    reward: Int8[EVENTS, 4]
    """The row of the condition "if you choose", for each Action; PAD if there is none."""
    finale: Int8[EVENTS]
    """The row of "at the end of the round"; PAD if there is none."""
    yields: Int16[ROBOTS, len(GAINS)]
    """Estimated gains from acting once, in hundredths (see `yields`)."""
    needs: Int16[ROBOTS, len(NEEDS)]
    """The coins and cards that a seat needs each time to get those gains."""

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """Checks everything that the columns do not check by themselves."""
        if SEATS * b.hand > ROBOTS:
            yield "hand", f"{SEATS} seats with {b.hand} cards each need more than the {ROBOTS} robots there are"
        for card in range(ROBOTS):
            where = f"robots {card + 1}: does"
            yield from ((where, reason) for reason in wrong_robot(list(ABILITIES.rows(b.does[card].flat))))
        for event in range(EVENTS):
            where = f"events {event + 1}: does"
            yield from ((where, reason) for reason in wrong_event(list(ABILITIES.rows(b.binds[event].flat))))
        for seats in range(2, SEATS + 1):
            if seats * b.deal[seats] > EVENTS:
                yield "deal", f"{seats} seats with {b.deal[seats]} Events each need more than the {EVENTS} there are"

    @staticmethod
    def derive(b: Any) -> None:
        """Puts the rows into one table, and the changes that Events make into tables of their own."""
        b.code[:ROBOTS] = b.does
        b.code[ROBOTS:] = b.binds
        b.rows[:] = (b.code[:, :, 0] != PAD).sum(axis=1)
        for card in range(ROBOTS):
            found = list(ABILITIES.rows(b.does[card].flat))
            b.copies[card] = any(name in COPYING for name in names_of(found))
            b.yields[card] = yields_of(found)
            b.needs[card] = needs_of(found)
        b.reward[:] = PAD
        b.finale[:] = PAD
        for event in range(EVENTS):
            for at, row in enumerate(ABILITIES.rows(b.binds[event].flat)):
                _derive_event(b, event, at, row)


def _derive_event(b: Any, event: int, at: int, row: Row) -> None:
    name = ABILITIES.operations[row.operation].name
    if name == "choosing":
        b.reward[event, row.arguments[0]] = at
    elif name == "at-end":
        b.finale[event] = at
    elif name == "close":
        b.closed[event, row.arguments[0]] = 1
    elif name == "tireless":
        b.tireless[event] = 1
    elif name in ("cheaper", "dearer"):
        b.toll[event] += row.arguments[0] * (1 if name == "dearer" else -1)
    elif name.endswith("-more"):
        b.more[event, Action[name.removesuffix("-more").upper()]] += row.arguments[0]
