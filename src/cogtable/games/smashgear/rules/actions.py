"""The action space."""

from __future__ import annotations

from cogtable.engine.enums import Numbers
from cogtable.engine.jit import jitable
from cogtable.games.smashgear.rules.components import ALL_SLOTS, CELLS, HEARTS, MACHINES, PROGRAMS, SHOWN, SLOTS
from cogtable.games.smashgear.rules.state import DEPTH, Want


class Action(Numbers):
    """The first action of each kind; what is added to it says which."""

    BUY = 0  # + place of the store (8), base, destroy base; also a target in the store
    CARD = BUY + SHOWN + 2  # + machine, 39 + program, base, destroy base: play it, throw it away, or a target
    CARD_PROGRAM = CARD + MACHINES
    CARD_BASE = CARD_PROGRAM + PROGRAMS
    CARD_DESTROY = CARD_BASE + 1
    MOVES = CARD_DESTROY + 1  # + 4 * own slot (0 to 7) + way
    EFFECTS = MOVES + 4 * SLOTS  # + own slot (0 to 7)
    CELL = EFFECTS + SLOTS  # + cell
    SLOT = CELL + CELLS  # + slot (0 to 15)
    WAY = SLOT + ALL_SLOTS  # + way
    POSE = WAY + 4  # + 4 * heart + quarter turns
    STACKED = POSE + 4 * HEARTS  # + place on the stack
    END = STACKED + DEPTH  # ends the turn; while preparing: buys no more for now; while repairing: puts no more back
    LEAVE = END + 1  # lets be what could be answered
    LEAVE_ALL = LEAVE + 1  # the same, and all that could be answered until the seat's next turn
    PASS = LEAVE_ALL + 1  # the same as END or LEAVE where nothing else can be done


ACTIONS = Action.PASS + 1


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
