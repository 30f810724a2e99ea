"""Finishes work even if the client that requested it disconnects."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from cogtable.server.core.cpu_time import metered
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.connection import NotOwner

log = logging.getLogger("cogtable.server")


class Shield:
    """Runs one table's work that must not stop half-way, even if the client that requested it disconnects."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def running(self) -> frozenset[asyncio.Task[Any]]:
        """The unfinished work."""
        return frozenset(self._tasks)

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Waits for the work, which continues even if the waiting task is cancelled."""
        task = asyncio.create_task(metered(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._log_failure)  # the client has disconnected
            raise

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Starts work that no client has requested."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._log_failure)

    def _log_failure(self, task: asyncio.Task[Any]) -> None:
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refusal | NotOwner):
            log.error("table %s: work that nobody waits for failed", self._table, exc_info=error)


class Shielded(Protocol):
    """A part of a table that uses the table's shield."""

    _shield: Shield


Part = TypeVar("Part", bound=Shielded)
Given = ParamSpec("Given")


def shielded(
    method: Callable[Concatenate[Part, Given], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[Part, Given], Coroutine[Any, Any, None]]:
    """Decorates a method so that it finishes even if the task that waits for it is cancelled."""

    @wraps(method)
    async def finish(self: Part, /, *args: Given.args, **kwargs: Given.kwargs) -> None:
        await self._shield.run(method(self, *args, **kwargs))

    return finish
