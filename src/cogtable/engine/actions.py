"""The action space of a game: its kinds of actions in order, and how many of each."""

from __future__ import annotations

from typing import Self

from cogtable.engine.enums import Numbers


class Actions(Numbers):
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
        for kind in cls:
            if kind <= action < kind + kind.size:
                return kind, action - kind
        raise ValueError(f"there is no action {action}; {cls.__name__} has 0 to {cls.count() - 1}")
