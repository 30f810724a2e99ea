"""The action space of a game: its kinds of actions in order, and how many of each."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from typing import Self, TypeVar

from cogtable.engine.records.enums import PlainIntEnum

_Actions = TypeVar("_Actions", bound="Actions")


class Actions(PlainIntEnum):
    """The kinds of actions of a game, each with the number of actions of that kind.

    For example::

        class Action(Actions):
            TAKE = 5
            BUY = 12
            PASS = 1

    A member is the first of its actions, so `Action.BUY + 3` buys the fourth card; `Action.read` is the inverse.
    Raises TypeError for a kind without a number.
    """

    size: int

    def __new__(cls, size: int) -> Actions:
        """A member that begins where the one before ends."""
        if size < 1:
            raise TypeError(f"a kind of action takes 1 number or more; found {size}")
        action = int.__new__(cls, cls.count())
        action._value_ = int(action)
        action.size = size
        return action

    @classmethod
    def count(cls) -> int:
        """How many actions there are."""
        return sum(kind.size for kind in cls)

    @classmethod
    def read(cls, action: int) -> tuple[Self, int]:
        """The kind of an action, and which of that kind it is, from 0. Raises ValueError for a number out of range."""
        firsts, kinds, count = _declared(cls)
        if not 0 <= action < count:
            raise ValueError(f"there is no action {action}; {cls.__name__} has 0 to {count - 1}")
        at = bisect_right(firsts, action) - 1
        return kinds[at], action - firsts[at]


@cache
def _declared(actions: type[_Actions]) -> tuple[list[int], list[_Actions], int]:
    """Where each kind begins, the kinds, and how many actions there are."""
    return [int(kind) for kind in actions], list(actions), actions.count()
