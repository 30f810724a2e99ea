"""Enumerations for rules: names for the numbers in the fields of a record."""

from __future__ import annotations

from enum import IntEnum
from typing import Any


class PlainIntEnum(IntEnum):
    """An `IntEnum` whose names give plain numbers: after `class Phase(PlainIntEnum): PAY = 3`, `Phase.PAY` is 3 itself.

    NumPy compares its integers with members a hundred times slower than with plain numbers, which would make
    interpreted play several times slower, and a view would leave out a default of 0 but write a member that is 0.
    `Phase(3)`, `Phase["PAY"]` and iteration give members, with their names.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, member in cls.__members__.items():
            type.__setattr__(cls, name, int(member))

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickled by its number: before Python 3.11.4 members are pickled by their name, which gives a plain number."""
        return type(self), (int(self),)
