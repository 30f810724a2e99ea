"""Group commit: one transaction stores all writes that arrive while the previous one is being stored.

Syncing many moves to disk takes as long as syncing one. So with many tables in play, a transaction stores all waiting
moves, and each is acknowledged when it is committed. A write that waits alone gets its own transaction.
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
"""The maximum number of writes in one transaction."""


class Append(msgspec.Struct, frozen=True):
    """The next actions of a table and its status after them, as database rows."""

    table: str
    actions: list[dict[str, Any]]
    status: dict[str, Any]


class CommitOutcome(Enum):
    """The outcome of a transaction."""

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

    `store` runs one transaction with several of them, and raises nothing. If it fails, nothing was stored, and each
    write is retried in its own transaction, so that a refused write doesn't affect the others.
    """

    def __init__(self, executor: Executor, store: Callable[[Sequence[Append]], CommitOutcome]) -> None:
        self._executor = executor
        self._store = store
        self._lock = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._asked = False
        """Whether a run of the thread is already scheduled."""

    async def add(self, append: Append, alone: Callable[[bool], None]) -> None:
        """Waits until the actions are stored. They are stored even if the waiting task is cancelled.

        `alone` stores them in a transaction of their own, and raises any error; its argument says whether they may be
        stored already.
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
            with suppress(RuntimeError):  # the loop has ended, so no task is waiting
                loop.call_soon_threadsafe(_settle, [each for each in results if each[0].get_loop() is loop])


def _failure(waiting: _Waiting, repeated: bool) -> Exception | None:
    """Stores actions in a transaction of their own. Returns the error, if any."""
    try:
        waiting.alone(repeated)
    except Exception as error:
        return error
    return None


def _settle(results: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for stored, failure in results:
        if stored.done():
            continue  # the waiting task was cancelled
        if failure:
            stored.set_exception(failure)
        else:
            stored.set_result(None)
