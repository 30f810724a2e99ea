"""The action space."""

from __future__ import annotations

from cogtable.games.smashgear.rules.components import ALL_SLOTS, CELLS, HEARTS, MACHINES, PROGRAMS, SHOWN, SLOTS
from cogtable.games.smashgear.rules.state import DEPTH, Want
from cogtable.rules import Actions, jitable


class Action(Actions):
    """The kinds of actions, each with its number of actions."""

    BUY = SHOWN + 2
    """A place in the store, base, destroy base; also names a target in the store."""
    CARD = MACHINES
    """A machine: play it, discard it, or name it as a target. The next three kinds work the same way."""
    CARD_PROGRAM = PROGRAMS
    CARD_BASE = 1
    CARD_DESTROY = 1
    MOVES = 4 * SLOTS
    """4 * an own slot (0 to 7) + way."""
    EFFECTS = SLOTS
    """An own slot (0 to 7)."""
    CELL = CELLS
    SLOT = ALL_SLOTS
    WAY = 4
    POSE = 4 * HEARTS
    """4 * heart + quarter turns."""
    STACKED = DEPTH
    """Names an announcement on the stack."""
    END = 1
    """Ends the turn; while preparing, stops buying for now; while repairing, stops."""
    LEAVE = 1
    """Does not answer."""
    LEAVE_ALL = 1
    """Does not answer anything until the seat's next turn."""
    PASS = 1
    """The same as END or LEAVE if nothing else can be done."""


ACTIONS = Action.count()


@jitable
def target_action(want: int, value: int) -> int:
    """The action that names a target."""
    if want == Want.MACHINE or (want == Want.HOST and value < ALL_SLOTS):
        return Action.SLOT + value
    if want == Want.HOST:
        return Action.CELL + value - ALL_SLOTS
    if want == Want.WAY:
        return Action.WAY + value
    if want in (Want.CARD, Want.PLUGIN):
        return Action.CARD + value
    if want == Want.SHOWN:
        return Action.BUY + value
    if want == Want.STACKED:
        return Action.STACKED + value
    return Action.CELL + value


@jitable
def target_of(want: int, action: int) -> int:
    """The target that an action names."""
    if want == Want.HOST and action < Action.SLOT:
        return action - Action.CELL + ALL_SLOTS
    return action - target_action(want, 0)
