"""Bots are compiled in a separate process, those in use first."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import cogtable
from cogtable import bots
from cogtable.bots import Bot
from cogtable.engine.compile import cache
from cogtable.engine.errors import BrokenRule
from cogtable.engine.play.game import Game
from cogtable.server.thinking import warmup
from cogtable.server.thinking.warmup import Warmup

from .live_server import PATIENCE

TINY = Path(__file__).parents[1] / "tiny"


class Compiler:
    """Replaces the compiler: a game is being compiled until a test lets it succeed or fail."""

    def __init__(self, ready: set[str]) -> None:
        self.ready = ready
        self.begun: list[str] = []
        self.interrupted: list[str] = []
        self._ends: dict[str, asyncio.Future[None]] = {}
        self._more = asyncio.Condition()

    async def compile(self, name: str) -> None:
        self._ends[name] = asyncio.get_running_loop().create_future()
        self.begun.append(name)
        await self._report()
        try:
            await self._ends[name]
        except asyncio.CancelledError:
            self.interrupted.append(name)
            raise
        self.ready.add(name)

    async def _report(self) -> None:
        async with self._more:
            self._more.notify_all()

    async def until(self, *names: str) -> None:
        """Waits until compiling has begun with these games, in this order."""
        async with self._more:
            await self._more.wait_for(lambda: self.begun == list(names))

    def end(self, name: str, error: Exception | None = None) -> None:
        """Ends compiling a game."""
        if error:
            self._ends[name].set_exception(error)
        else:
            self._ends[name].set_result(None)


Scene = Callable[[Compiler], Coroutine[Any, Any, None]]


@pytest.fixture
def played(compiled: set[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[Scene], None]:
    """Plays a scene in which nothing is compiled, and nothing counts as ready at first."""
    compiled.clear()
    monkeypatch.setattr(warmup, "LOOK_S", 0)

    def play(scene: Scene) -> None:
        async def run() -> None:
            compiler = Compiler(compiled)
            monkeypatch.setattr(warmup, "compile_apart", lambda name, file: compiler.compile(name))
            async with asyncio.timeout(PATIENCE):
                await scene(compiler)

        asyncio.run(run())

    return play


def test_a_game_in_use_interrupts_one_that_is_not(played: Callable[[Scene], None]) -> None:
    async def scene(compiler: Compiler) -> None:
        warming = Warmup(["coalheart", "megaman", "tiny"])
        await compiler.until("coalheart")
        warming.play(cogtable.game("tiny"))
        await compiler.until("coalheart", "tiny")
        assert compiler.interrupted == ["coalheart"]
        compiler.end("tiny")
        await compiler.until("coalheart", "tiny", "coalheart")  # from where it was
        compiler.end("coalheart")
        await compiler.until("coalheart", "tiny", "coalheart", "megaman")
        await warming.close()
        assert compiler.interrupted == ["coalheart", "megaman"]

    played(scene)


def test_games_in_use_are_compiled_in_order_without_interruption(
    played: Callable[[Scene], None],
) -> None:
    async def scene(compiler: Compiler) -> None:
        warming = Warmup(["coalheart", "megaman", "splendor", "tiny"])
        await compiler.until("coalheart")
        for name in ("tiny", "splendor", "coalheart", "tiny", "splendor"):
            warming.play(cogtable.game(name))
        order = ["coalheart", "tiny", "splendor", "coalheart", "megaman"]
        for number in range(2, len(order) + 1):
            await compiler.until(*order[:number])
            assert compiler.interrupted == ["coalheart"]
            compiler.end(order[number - 1])
        await warming.close()

    played(scene)


def test_a_game_taken_into_use_while_it_is_compiled_is_not_interrupted_any_more(
    played: Callable[[Scene], None],
) -> None:
    async def scene(compiler: Compiler) -> None:
        warming = Warmup(["splendor", "tiny"])
        await compiler.until("splendor")
        warming.play(cogtable.game("splendor"))
        warming.play(cogtable.game("tiny"))
        compiler.end("splendor")
        await compiler.until("splendor", "tiny")
        assert not compiler.interrupted
        await warming.close()

    played(scene)


def test_a_failed_compilation_is_reported_and_delays_no_other(
    played: Callable[[Scene], None], caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(compiler: Compiler) -> None:
        warming = Warmup(["nonsense", "splendor", "tiny"])
        await compiler.until("splendor")
        compiler.end("splendor", OSError("out of memory"))
        await compiler.until("splendor", "tiny")
        assert not await warming.ready(cogtable.game("splendor"))
        warming.play(cogtable.game("splendor"))  # it isn't tried again
        compiler.end("tiny")
        assert await warming.ready(cogtable.game("tiny"))
        assert compiler.begun == ["splendor", "tiny"]
        await warming.close()

    played(scene)
    assert 'the bots of nonsense cannot be compiled, and play without that: there is no game "nonsense"' in caplog.text
    assert "the bots of splendor cannot be compiled, and play without that: out of memory" in caplog.text


def test_without_warming_up_only_games_in_use_are_compiled(played: Callable[[Scene], None]) -> None:
    async def scene(compiler: Compiler) -> None:
        warming = Warmup([])
        warming.play(cogtable.game("splendor"))
        ready = asyncio.create_task(warming.ready(cogtable.game("tiny")))
        await compiler.until("tiny")
        warming.play(cogtable.game("splendor"))
        compiler.end("tiny")
        assert await ready
        assert compiler.begun == ["tiny"]
        await warming.close()

    played(scene)


def test_starting_with_a_game_that_is_not_ready_is_logged(played: Callable[[Scene], None], compiled: set[str]) -> None:
    begins: list[str] = []

    async def scene(compiler: Compiler) -> None:
        compiled.add("splendor")
        warming = Warmup(["splendor", "tiny"], begins=lambda: begins.append("begins"))
        await compiler.until("tiny")
        assert begins == ["begins"]
        await warming.close()

    played(scene)


def test_a_bot_is_ready_before_all_of_its_game_are(played: Callable[[Scene], None], compiled: set[str]) -> None:
    async def scene(compiler: Compiler) -> None:
        warming = Warmup(["tiny"])
        await compiler.until("tiny")
        compiled.add("tiny")
        assert await warming.ready(cogtable.game("tiny"), "expert")
        await warming.close()

    played(scene)


@pytest.mark.native
def test_ready_games_stay_ready(caplog: pytest.LogCaptureFixture, started: list[asyncio.subprocess.Process]) -> None:
    caplog.set_level(logging.INFO)

    async def wait() -> None:
        warming = Warmup(["splendor"])
        assert await warming.ready(cogtable.game("splendor"))
        await warming.close()

    asyncio.run(wait())
    assert "could not" not in caplog.text
    count = len(started)
    asyncio.run(wait())
    assert len(started) == count


def cannot_write(monkeypatch: pytest.MonkeyPatch, built: Callable[[Bot, Game], None]) -> None:
    """Makes the disk read-only, and `built` replaces compiling in this process."""
    monkeypatch.setattr(cache, "folder", lambda marker: None)
    monkeypatch.setattr(bots, "compile_bot", built)


def test_if_nothing_can_be_cached_the_server_compiles_itself(
    compiled: set[str],
    monkeypatch: pytest.MonkeyPatch,
    started: list[asyncio.subprocess.Process],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Code compiled in another process would be lost with it."""
    compiled.clear()
    kinds, threads, may_go_on = [], set(), threading.Event()

    def compile_bot(bot: Bot, game: Game) -> None:
        may_go_on.wait(PATIENCE)
        kinds.append(bot.kind)
        threads.add(threading.current_thread())
        if len(kinds) == len(bots.kinds(cogtable.game("tiny"))):
            compiled.add(game.name)

    async def scene() -> None:
        warming = Warmup(["tiny"])
        ready = asyncio.create_task(warming.ready(cogtable.game("tiny"), "expert"))
        while "the server compiles by itself" not in caplog.text:
            await asyncio.sleep(0)
        may_go_on.set()  # the server does other things meanwhile
        assert await ready
        await warming.close()

    monkeypatch.setattr(warmup, "LOOK_S", 0)
    cannot_write(monkeypatch, compile_bot)
    asyncio.run(asyncio.wait_for(scene(), PATIENCE))
    assert sorted(kinds) == sorted(bot.kind for bot in bots.kinds(cogtable.game("tiny")))
    assert threading.main_thread() not in threads
    assert not started


def test_compiling_errors_are_logged(
    compiled: set[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    compiled.clear()

    def compile_bot(bot: Bot, game: Game) -> None:
        raise BrokenRule("a rule that cannot be compiled")

    async def scene() -> None:
        warming = Warmup([])
        assert not await warming.ready(cogtable.game("tiny"))
        await warming.close()

    cannot_write(monkeypatch, compile_bot)
    asyncio.run(asyncio.wait_for(scene(), PATIENCE))
    assert "the bots of tiny cannot be compiled, and play without that: a rule that cannot be compiled" in caplog.text


@pytest.mark.large  # above, the compiler is replaced
@pytest.mark.native
def test_bots_become_ready_even_if_the_cache_is_read_only(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    script = f"""
import asyncio, sys
sys.path.append({str(TINY)!r})
import cogtable
from cogtable import bots
from cogtable.bots import Bot
from cogtable.engine.errors import BrokenRule
from cogtable.engine.play.game import Game
from cogtable.server.thinking.warmup import Warmup, is_ready

async def wait():
    warming = Warmup(["tiny"])
    assert await warming.ready(cogtable.game("tiny"), "expert")
    assert is_ready(cogtable.game("tiny"), "easy")
    await warming.close()

asyncio.run(wait())
"""
    environment = os.environ | {"COGTABLE_CACHE": str(tmp_path / "file" / "inside")}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=600)


@pytest.mark.parametrize("interrupt", [True, False], ids=["interrupted", "closed"])
def test_no_process_is_left(
    interrupt: bool, compiled: set[str], monkeypatch: pytest.MonkeyPatch, started: list[asyncio.subprocess.Process]
) -> None:
    compiled.clear()
    monkeypatch.setattr(warmup, "COMMAND", ("-c", "import time; time.sleep(600)"))

    async def scene() -> None:
        warming = Warmup(["splendor", "tiny"])
        while not started:
            await asyncio.sleep(0.01)
        if interrupt:
            warming.play(cogtable.game("tiny"))
            while len(started) < 2:
                await asyncio.sleep(0.01)
            assert started[0].returncode is not None
            assert started[1].returncode is None
        await warming.close()
        assert all(process.returncode is not None for process in started)

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))
