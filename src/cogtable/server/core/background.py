"""Background tasks: each failure is logged and counted, and the task continues.

A background task is a step that `Supervisor.repeat` calls again and again. A step that fails is retried after a pause
that grows with each failure. Until it succeeds, `/healthz` reports the failure.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from cogtable.engine.errors import CogtableError

log = logging.getLogger("cogtable.server")

Step = Callable[[], Awaitable[object]]

AGAIN_S = 1.0
"""The pause before a failed step is first retried, in seconds; it doubles after each further failure."""

LONGEST_S = 30.0
"""The longest pause between two tries, in seconds."""


class Supervisor:
    """The background tasks of one server. `failed` is called with a task's name each time it fails."""

    def __init__(self, failed: Callable[[str], None] = lambda task: None) -> None:
        self.failing: dict[str, str] = {}
        """The tasks that have failed and not succeeded since, with the reasons."""
        self._failed = failed
        self._tasks: set[asyncio.Task[Any]] = set()

    def repeat(self, name: str, step: Step, every_s: float, *, first_s: float = 0) -> asyncio.Task[None]:
        """Calls `step` after `first_s` seconds, then again `every_s` seconds after each call has ended."""
        return self._keep(name, self._repeat(name, step, every_s, first_s))

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts a task that runs once. Nothing waits for it."""
        task = self._keep(name, self._once(name, work))
        # A task that is cancelled before its first step never awaits its work.
        task.add_done_callback(lambda _: work.close())
        return task

    async def close(self) -> None:
        """Ends all tasks."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def note_failure(self, name: str, error: BaseException) -> None:
        """Counts and logs a failure, and marks the task as failing until `note_success`."""
        self.count(name)
        again = name in self.failing
        self.failing[name] = _reason(error)
        if again or isinstance(error, CogtableError):
            log.error("background task %s failed%s: %s", name, " again" if again else "", _reason(error))
        else:
            log.error("background task %s failed", name, exc_info=error)

    def note_success(self, name: str) -> None:
        """Marks a task as no longer failing."""
        if self.failing.pop(name, None):
            log.info("background task %s goes on", name)

    def count(self, name: str) -> None:
        """Counts a failure in one item of a task. It has been logged and does not stop the other items."""
        self._failed(name)

    def _keep(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _repeat(self, name: str, step: Step, every_s: float, first_s: float) -> None:
        await asyncio.sleep(first_s)
        pause_s = AGAIN_S
        while True:
            try:
                await step()
            except Exception as error:
                self.note_failure(name, error)
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_S)
            else:
                self.note_success(name)
                pause_s = AGAIN_S
                await asyncio.sleep(every_s)

    async def _once(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            self.count(name)
            known = isinstance(error, CogtableError)
            log.error("%s failed: %s", name, _reason(error), exc_info=None if known else error)


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, CogtableError) else f"{type(error).__name__}: {error}"
