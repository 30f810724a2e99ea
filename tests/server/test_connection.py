"""A connection: what is sent to a slow reader waits, but not for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogtable.server import connection as module
from cogtable.server.connection import BURST, QUEUE, Connection


class Stuck:
    """A socket whose other side reads nothing after the first message."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)
        if len(self.sent) > 1:
            await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        await asyncio.Event().wait()


def test_a_reader_that_does_not_keep_up_is_given_up() -> None:
    async def work() -> None:
        stuck: Any = Stuck()
        connection = Connection(stuck)
        pumping = asyncio.create_task(connection.pump())
        for number in range(QUEUE):
            connection.send(str(number))
        await asyncio.sleep(0.01)
        assert not pumping.done()
        for number in range(QUEUE):  # sending never waits
            connection.send(str(number))
        await asyncio.wait_for(pumping, 1)
        assert stuck.sent == ["0", "1"]

    asyncio.run(work())


def test_messages_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    connection = Connection(None)  # type: ignore[arg-type]
    assert sum(not connection.too_fast() for _ in range(200)) == BURST
    now[0] += 1
    assert sum(not connection.too_fast() for _ in range(200)) == 30
