"""The tree of an interpreted search: plain Python objects in place of an array of records.

Reading and writing elements of a NumPy record array from Python takes ten times as long.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class Nodes:
    """Stands in for `np.zeros(size, dtype)` of a structured dtype: `nodes[i].field` is a plain Python number.

    Elements are made, all zero, at first access; `size` is not enforced.
    """

    def __init__(self, dtype: np.dtype[Any], size: int) -> None:
        blank: dict[str, Any] = {name: np.zeros((), dtype)[name].item() for name in dtype.names or ()}
        self._node = type("Node", (_Node,), {"__slots__": tuple(blank), "blank": blank})
        self._made: list[_Node] = []
        self.size = size

    def __getitem__(self, i: int) -> _Node:
        while len(self._made) <= i:
            self._made.append(self._node())
        return self._made[i]


class _Node:
    """One element, all zero at first."""

    __slots__ = ()
    blank: dict[str, Any]

    def __init__(self) -> None:
        for name, nothing in self.blank.items():
            setattr(self, name, nothing)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)
