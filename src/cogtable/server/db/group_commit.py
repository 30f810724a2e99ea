"""Writes that share a transaction: all that come while the one before is stored.

To have something on the disk takes as long for many moves as for one. So with many tables in play, a transaction stores
the moves of all that wait, and each is acknowledged when it is committed. Where nobody else waits, a write has its
transaction to itself.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from enum import Enum
from typing import Any, NamedTuple

import msgspec

MOST = 200
"""How many writes share a transaction at most."""


class Append(msgspec.Struct, frozen=True):
    """The next actions of a table and its status after them, as rows of the database."""

    table: str
    actions: list[dict[str, Any]]
    status: dict[str, Any]


class CommitOutcome(Enum):
    """What became of a transaction."""

    STORED = "stored"
    NOT_STORED = "not stored"
    UNKNOWN = "unknown"
    """The connection broke, perhaps after it was committed."""


class _Waiting(NamedTuple):
    append: Append
    alone: Callable[[bool], None]
    stored: asyncio.Future[None]


class GroupCommit:
    """Stores moves of many tables, in the thread of `executor`.

    `store` runs one transaction with several of them, and raises nothing. If it fails, nothing was stored of any, and
    each is stored by itself, so that one which is refused costs the others nothing.
    """

    def __init__(self, executor: Executor, store: Callable[[Sequence[Append]], CommitOutcome]) -> None:
        self._executor = executor
        self._store = store
        self._lock = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._asked = False
        """Whether the thread knows that something waits."""

    async def add(self, append: Append, alone: Callable[[bool], None]) -> None:
        """Waits until the actions are stored, which happens even if nobody waits for it any more.

        `alone` stores them in a transaction of their own, and raises what is wrong with them; its argument says
        whether they may be stored already.
        """
        stored = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append(_Waiting(append, alone, stored))
            asked, self._asked = self._asked, True
        if not asked:
            self._executor.submit(self._run)
        await stored

    def _run(self) -> None:
        with self._lock:
            waiting = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
            self._asked = bool(self._waiting)
        if self._asked:
            self._executor.submit(self._run)
        together = len(waiting) > 1
        outcome = self._store([each.append for each in waiting]) if together else CommitOutcome.NOT_STORED
        results = [
            (each.stored, None if outcome is CommitOutcome.STORED else _failure(each, outcome is CommitOutcome.UNKNOWN))
            for each in waiting
        ]
        for loop in {each.stored.get_loop() for each in waiting}:
            with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
                loop.call_soon_threadsafe(_settle, [each for each in results if each[0].get_loop() is loop])


def _failure(waiting: _Waiting, repeated: bool) -> Exception | None:
    """What is wrong with actions that are stored by themselves."""
    try:
        waiting.alone(repeated)
    except Exception as error:
        return error
    return None


def _settle(results: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for stored, failure in results:
        if stored.done():
            continue  # nobody waits for it any more
        if failure:
            stored.set_exception(failure)
        else:
            stored.set_result(None)
