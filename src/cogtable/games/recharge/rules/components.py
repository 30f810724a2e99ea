"""The components: how many robots, Events and rounds, and the four Actions."""

from __future__ import annotations

from cogtable.rules import PlainIntEnum, size

ROBOTS = size("robots", 60, low=24, most=90)
EVENTS = size("events", 16, low=6, most=30)
SEATS = 4
ROUNDS = 12
LOOK = 6
"""The maximum number of cards that can be looked at together."""


class Action(PlainIntEnum):
    """The four Actions."""

    RESEARCH = 0
    STOCKPILE = 1
    RECHARGE = 2
    CONSTRUCT = 3


ACTIONS_OF_A_TURN = tuple(action.name.title() for action in Action)
