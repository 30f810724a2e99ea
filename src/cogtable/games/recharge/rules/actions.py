"""The action space: an action answers what a seat is asked (see `Recharge.asks`)."""

from __future__ import annotations

from cogtable.engine.enums import Numbers
from cogtable.games.recharge.rules.components import EVENTS, ROBOTS, Action


class Answer(Numbers):
    """The actions, or where those of a kind begin."""

    EVENT = 0
    """Plus an Event: chooses it, or discards it."""
    ACTION = EVENT + EVENTS
    """Plus one of the four Actions."""
    CARD = ACTION + len(Action)
    """Plus a robot: what it is named for depends on what is asked."""
    REST = CARD + ROBOTS
    """Resolves all robots that are left, in the order in which they lie."""
    YES = REST + 1
    NO = YES + 1
    PASS = NO + 1
    """Legal only where a question has no other answer, such as an offer that can no longer be paid."""


ACTIONS = Answer.PASS + 1
