"""The components: how many robots, Events and rounds, and the four Actions."""

from __future__ import annotations

from cogtable.engine.enums import Numbers

ROBOTS = 60
EVENTS = 16
SEATS = 4
ROUNDS = 12
LOOK = 6
"""The most cards that can be looked at together."""


class Action(Numbers):
    """The four Actions."""

    RESEARCH = 0
    STOCKPILE = 1
    RECHARGE = 2
    CONSTRUCT = 3


ACTIONS_OF_A_TURN = tuple(action.name.title() for action in Action)
