"""The action space. An action answers the question of a seat (see `Recharge.asks`)."""

from __future__ import annotations

from cogtable.games.recharge.rules.components import EVENTS, ROBOTS, Action
from cogtable.rules import Actions


class Answer(Actions):
    """The kinds of answers, each with its number of actions."""

    EVENT = EVENTS
    """Chooses an Event, or discards it."""
    ACTION = len(Action)
    """One of the four Actions."""
    CARD = ROBOTS
    """Names a robot; what for depends on the question."""
    REST = 1
    """Resolves all remaining robots, in the order in which they were played."""
    YES = 1
    NO = 1
    PASS = 1
    """Legal only if a question has no other answer, such as an offer that can no longer be paid for."""


ACTIONS = Answer.count()
