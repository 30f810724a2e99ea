"""The stack: everything in progress, each frame waiting for the ones it triggered.

A rule that starts something pushes a frame. The frame on top is continued until it is done and popped, then the one
below. So triggers are carried out at once and depth first (CH-Q68), whatever started them, and the state is complete at
every point in between.
"""

from __future__ import annotations

from cogtable.games.coalheart.rules.state import Coalheart, Frame, Task
from cogtable.rules import jitable


@jitable
def push(s: Coalheart, task: int, owner: int, source: int, row: int, other: int) -> None:
    """Starts something on top of the stack."""
    frame = s.stack[s.depth]
    frame[Frame.TASK] = task
    frame[Frame.OWNER] = owner
    frame[Frame.SOURCE] = source
    frame[Frame.ROW] = row
    frame[Frame.OTHER] = other
    frame[Frame.COUNT] = 0
    s.depth += 1


@jitable
def pop(s: Coalheart) -> None:
    """Removes the frame on top, which is done."""
    s.depth -= 1
    s.stack[s.depth] = 0


@jitable
def top(s: Coalheart, item: int) -> int:
    """A number of the frame on top."""
    return s.stack[s.depth - 1, item]


@jitable
def set_top(s: Coalheart, item: int, number: int) -> None:
    """Changes a number of the frame on top."""
    s.stack[s.depth - 1, item] = number


@jitable
def trigger(s: Coalheart, owner: int, slots: int, other: int) -> None:
    """Makes the parts in these slots act, in body order; `other` is the player that it concerns."""
    if slots:
        push(s, Task.TRIGGER, owner, slots, 0, other)
