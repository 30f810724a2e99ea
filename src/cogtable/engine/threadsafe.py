"""Properties that are computed on first use, and only once even if several threads ask at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Item = TypeVar("Item")

IMPORT_LOCK = threading.RLock()
"""Held while a game or a part of it is loaded.

One lock for all games, since one may import another. With Python's per-module import locks, two threads importing each
other's modules can deadlock; Python breaks the deadlock by returning a partially initialized module.
"""


class locked_cached_property(Generic[Item]):
    """A property that is computed at first access and kept with the object, under `IMPORT_LOCK`."""

    def __init__(self, compute: Callable[[Any], Item]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> locked_cached_property[Item]: ...

    @overload
    def __get__(self, owner: object, kind: type) -> Item: ...

    def __get__(self, owner: object | None, kind: type) -> locked_cached_property[Item] | Item:
        if owner is None:
            return self
        kept = owner.__dict__
        with IMPORT_LOCK:
            if self._name not in kept:
                kept[self._name] = self._compute(owner)
            found: Item = kept[self._name]
        return found
