"""Background tasks: a failure is logged, counted and reported by `/healthz`, and the task continues."""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.app import archive
from cogtable.server.app.admin_commands import AdminCommands
from cogtable.server.app.archive import Archive
from cogtable.server.core import background
from cogtable.server.core.background import Supervisor
from cogtable.server.db.connection import StoreError
from cogtable.server.notifications.notifier import Notifier
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.tournaments.rounds import Rounds

from .live_server import PATIENCE, LiveServer
from .test_health import health, measured

LOOPS: dict[str, tuple[type, str]] = {
    "clocks": (Rooms, "expire_overdue"),
    "tournaments": (Rounds, "look"),
    "calls": (Notifier, "look"),
    "orders": (AdminCommands, "read"),
    "archive": (Archive, "sweep"),
}
"""For each background task of a server without other processes, the function that it calls repeatedly."""


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("task", LOOPS)
def test_a_task_that_fails_is_reported_and_continues(
    task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    owner, method = LOOPS[task]
    works, broken, calls = getattr(owner, method), [True], []

    async def step(self: Any, *given: Any) -> Any:
        calls.append(1)
        if broken[0]:
            raise RuntimeError("the sky fell")
        return await works(self, *given)

    monkeypatch.setattr(background, "AGAIN_S", 0.01)
    monkeypatch.setattr(archive, "EVERY_S", 0.01)
    monkeypatch.setattr(owner, method, step)
    with LiveServer(tmp_path / "cogtable.db") as server:
        until(lambda: len(calls) > 2)
        status, found = health(server)
        assert (status, found["status"]) == (503, "failing")
        assert found["error"] == f"background task {task} fails: RuntimeError: the sky fell"
        assert measured(server)[f"cogtable_task_failures_total task={task}"] >= 2
        first = next(each for each in caplog.records if each.getMessage() == f"background task {task} failed")
        assert first.levelno == logging.ERROR
        assert first.exc_info
        broken[0] = False
        until(lambda: health(server)[0] == 200)
        before = len(calls)
        until(lambda: len(calls) > before)


class Pauses:
    """Records a task's pauses, and skips them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[float] = []
        wait, thread = asyncio.sleep, threading.get_ident()

        async def sleep(seconds: float) -> None:
            if threading.get_ident() != thread:  # a server of other tests
                await wait(seconds)
                return
            self.made.append(seconds)
            await wait(0)

        monkeypatch.setattr(asyncio, "sleep", sleep)


def test_the_pauses_between_failures_grow(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    pauses, failures = Pauses(monkeypatch), iter(range(8))

    async def fails_eight_times() -> None:
        if next(failures, None) is not None:
            raise StoreError("the disk is full")
        raise asyncio.CancelledError

    async def run() -> None:
        supervisor = Supervisor()
        await asyncio.wait({supervisor.repeat("digging", fails_eight_times, 5, first_s=7)})
        assert supervisor.failing == {"digging": "the disk is full"}

    asyncio.run(run())
    assert pauses.made == [7, 1, 2, 4, 8, 16, 30, 30, 30]
    lines = [each.getMessage() for each in caplog.records if "digging" in each.getMessage()]
    assert lines == ["background task digging failed: the disk is full"] + 7 * [
        "background task digging failed again: the disk is full"
    ]


def test_a_failure_of_unawaited_work_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    counted: list[str] = []

    async def fails() -> None:
        raise KeyError("seat")

    async def run() -> None:
        await Supervisor(counted.append).start("letting go", fails())

    asyncio.run(run())
    (line,) = [each for each in caplog.records if each.getMessage().startswith("letting go failed")]
    assert line.exc_info
    assert counted == ["letting go"]


def test_work_that_never_began_is_dropped_with_its_task() -> None:
    async def main() -> None:
        supervisor, never = Supervisor(), asyncio.sleep(0)
        supervisor.start("work", never)
        await supervisor.close()
        assert inspect.getcoroutinestate(never) == inspect.CORO_CLOSED, "so no warning that it was never awaited"

    asyncio.run(main())
