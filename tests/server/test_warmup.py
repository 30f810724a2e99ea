"""Bots are made ready in a process of its own, those that somebody waits for first."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

import cogtable
from cogtable.server import warmup
from cogtable.server.warmup import Warmup, is_ready


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose bots are made ready, in order; nothing is compiled, and nothing counts as ready."""
    order: list[str] = []

    async def compile_nothing(self: Warmup, name: str) -> None:
        order.append(name)
        await asyncio.sleep(0.01)

    monkeypatch.setattr(Warmup, "_compile", compile_nothing)
    monkeypatch.setattr(warmup, "is_ready", lambda game, bot="": False)
    return order


def test_whom_somebody_waits_for_comes_first(made: list[str]) -> None:
    async def wait_for_tiny() -> None:
        warming = Warmup(["splendor", "splendor", "tiny"])
        await asyncio.sleep(0.005)
        assert warming.pending(cogtable.game("tiny"))
        await warming.ready(cogtable.game("tiny"))
        assert not warming.pending(cogtable.game("tiny"))
        await warming.close()

    asyncio.run(wait_for_tiny())
    assert made == ["splendor", "tiny"]


def test_a_game_that_is_not_made_ready_is_not_waited_for(made: list[str]) -> None:
    async def wait() -> None:
        warming = Warmup([])
        await warming.ready(cogtable.game("tiny"))
        await warming.close()

    asyncio.run(asyncio.wait_for(wait(), 1))
    assert made == []


def test_a_game_that_cannot_be_loaded_holds_up_no_other(made: list[str], caplog: pytest.LogCaptureFixture) -> None:
    async def wait() -> None:
        warming = Warmup(["nonsense", "tiny"])
        while warming.pending(cogtable.game("tiny")):
            await asyncio.sleep(0.01)
        await warming.close()

    asyncio.run(asyncio.wait_for(wait(), 5))
    assert made == ["tiny"]
    assert 'the bots of nonsense cannot be made ready: there is no game "nonsense"' in caplog.text


def test_a_compiler_that_cannot_be_started_holds_up_nobody(
    made: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def no_process(self: Warmup, name: str) -> None:
        raise OSError("out of memory")

    monkeypatch.setattr(Warmup, "_compile", no_process)

    async def wait() -> None:
        warming = Warmup(["splendor", "tiny"])
        await warming.ready(cogtable.game("splendor"))
        await warming.ready(cogtable.game("tiny"))
        await warming.close()

    asyncio.run(asyncio.wait_for(wait(), 5))
    assert "the bots of tiny cannot be made ready: out of memory" in caplog.text


@pytest.mark.native
def test_they_are_ready_for_good(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    splendor = cogtable.game("splendor")
    started: list[Any] = []
    spawn = asyncio.create_subprocess_exec

    async def counted(*command: str, **more: Any) -> Any:
        started.append(command)
        return await spawn(*command, **more)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", counted)

    async def wait() -> None:
        warming = Warmup(["splendor"])
        await warming.ready(splendor)
        await warming.close()

    asyncio.run(wait())
    assert is_ready(splendor)
    assert "could not" not in caplog.text
    count = len(started)
    asyncio.run(wait())
    assert len(started) == count


def test_closing_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "is_ready", lambda game, bot="": False)
    monkeypatch.setattr(warmup, "COMMAND", ("-c", "import time; time.sleep(60)"))

    async def close() -> None:
        warming = Warmup(["tiny"])
        while warming._process is None:
            await asyncio.sleep(0.01)
        await warming.close()
        assert warming._process.returncode is not None

    asyncio.run(asyncio.wait_for(close(), 10))
