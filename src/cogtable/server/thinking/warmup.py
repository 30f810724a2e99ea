"""Warm-up: compiles bots in a separate process, so that players don't wait for the compiler.

Compiled code is cached until the sources change. Games being played come first, in the order in which they were
started. They interrupt the compilation of a game that is not being played, which loses only the current kernel.

If compiled code cannot be cached, for example on a read-only disk, a separate process would be useless. Then the server
compiles in a thread of its own process. That slows it down for a while, but the bots are ready in the end.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Protocol

from cogtable import bots
from cogtable.engine.compile import cache
from cogtable.engine.compiled_play.kernels import is_compiled, is_loaded
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry

log = logging.getLogger("cogtable.server")

SIZES = 8
"""The maximum number of variants' sizes whose bots are compiled while the server runs;
further ones stay interpreted.
"""

COMMAND = ("-m", "cogtable", "warm", "--bots", "--gently")
"""The command that compiles the bots of a game, after `python` and before the name of the game."""

LOOK_S = 0.5
"""How often to check whether a bot is ready, in seconds; it may be ready long before all bots of its game."""

_found: set[tuple[str, str]] = set()
"""The kinds of bots that are known to be ready, each with its game, so that later moves don't read the disk."""


def is_ready(game: GameSpec, bot: str = "") -> bool:
    """Whether a bot of a game is compiled, in this process or on disk; without a name, whether all its bots are."""
    kinds = [bots.find(bot)] if bot else bots.kinds(game)
    wanted = {(one.kind, game.state.marker) for one in kinds}
    _found.update(each for each in wanted - _found if _is_compiled(each[0], game))
    return wanted <= _found


def _is_compiled(kind: str, game: GameSpec) -> bool:
    return is_loaded(f"bot {kind}", game) or is_compiled(f"bot {kind}", game)


def game_of(name: str) -> str:
    """Returns the game of a compiled size: "cogtable.games.recharge[robots=61]" is one of "recharge"."""
    return name.partition("[")[0].rpartition(".")[2]


class Keeper(Protocol):
    """The supervisor of background tasks."""

    def repeat(self, name: str, step: Callable[[], Awaitable[object]], every_s: float) -> asyncio.Task[None]:
        """Calls `step` repeatedly, with a pause of this many seconds in between."""

    def count(self, name: str) -> None:
        """Counts a failure in one item of a task."""


class Alone:
    """A supervisor that only keeps tasks running."""

    def repeat(self, name: str, step: Callable[[], Awaitable[object]], every_s: float) -> asyncio.Task[None]:
        """Calls `step` again and again."""

        async def run() -> None:
            while True:
                await step()
                await asyncio.sleep(every_s)

        return asyncio.create_task(run(), name=name)

    def count(self, name: str) -> None:
        """Counts nothing."""


class Warmup:
    """Compiles the bots of the games `names` one after the other, and those of other games when an analysis needs them.

    Calls `begins` before compiling the bots of a game.
    """

    def __init__(
        self,
        names: Iterable[str],
        begins: Callable[[], None] = lambda: None,
        supervisor: Keeper | None = None,
    ) -> None:
        self._begins = begins
        self._idle = list(names)
        self._played: list[str] = []
        """The games that are being played, whose bots are not compiled yet."""
        self._now = ""
        self._now_is_played = False
        self._work: asyncio.Task[None] | None = None
        self._tried: set[str] = set()
        """The games whose bots were compiled, or could not be."""
        self._files: dict[str, str] = {}
        """The box file of each variant's size, which is compiled like a game of its own."""
        self._warm = bool(self._idle)
        self._more = asyncio.Event()
        self._supervisor = supervisor or Alone()
        self._task = self._supervisor.repeat("compiling", self._next, 0)

    def play(self, game: GameSpec) -> None:
        """Call this when a game is played: its bots come next, after those of games that were played before."""
        name = self._name(game)
        if name in self._idle or name == self._now or (self._warm and name in self._files and name not in self._tried):
            self._advance(name)

    def _name(self, game: GameSpec) -> str:
        """Returns the name to compile for a game; for a box of another size, also stores its file."""
        if game.package == game.shipped().package:
            return game.name
        name = game.package
        if name not in self._files and len(self._files) < SIZES:
            self._files[name] = str(game.box_file)
        return name

    async def ready(self, game: GameSpec, bot: str = "") -> bool:
        """Compiles a bot of a game if necessary, and waits until it is ready. Returns False if that failed."""
        name = self._name(game)
        if name != game.name and name not in self._files:
            return is_ready(game, bot)
        if not is_ready(game, bot) and name not in self._tried:
            self._advance(name)
        while not is_ready(game, bot) and name not in self._tried:
            await asyncio.sleep(LOOK_S)
        return is_ready(game, bot)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being compiled or waits for it."""
        return not (self._now or self._played or self._idle)

    async def close(self) -> None:
        """Stops compiling."""
        self._task.cancel()
        self._interrupt()
        await asyncio.gather(self._task, *([self._work] if self._work else []), return_exceptions=True)

    def _interrupt(self) -> None:
        """Cancels the current compilation, but only once: cancelled again, it would not wait for its process to end."""
        if self._work and not self._work.cancelling():
            self._work.cancel()

    def _advance(self, name: str) -> None:
        """Moves a game behind those being played, and before all others."""
        if name == self._now:
            self._now_is_played = True
        elif name not in self._played:
            self._played.append(name)
            self._more.set()
            if name in self._idle:
                self._idle.remove(name)
            if self._work and not self._now_is_played:
                log.info("the bots of %s are compiled later: a table plays %s", self._now, name)
                self._interrupt()

    async def _next(self) -> None:
        """Compiles the bots of the next game."""
        await self._more_to_do()
        self._now_is_played = bool(self._played)
        self._now = name = (self._played or self._idle).pop(0)
        self._work = work = asyncio.create_task(self._make(name))
        await asyncio.wait({work})
        if not work.cancelled():
            self._tried.add(name)
        elif self._now_is_played:  # compiled in the meantime
            self._played.append(name)
        else:
            self._idle.insert(0, name)
        self._now, self._work = "", None

    async def _more_to_do(self) -> None:
        while not self._played and not self._idle:
            self._more.clear()
            await self._more.wait()

    async def _make(self, name: str) -> None:
        """Compiles the bots of a game, if they are not ready. Errors are logged."""
        try:
            game = await asyncio.to_thread(registry.find, game_of(name), self._files.get(name))
            if is_ready(game):
                return
            log.info("compiling the bots of %s ...", name)
            self._begins()
            if await asyncio.to_thread(can_be_kept, game):
                await compile_apart(name, self._files.get(name))
            else:
                log.warning("compiled code cannot be kept at %s: the server compiles by itself", cache.ROOT)
                await self._compile_here(game)
        except (CogtableError, OSError) as error:
            log.warning("the bots of %s cannot be compiled, and play without that: %s", name, error)
        except Exception:
            self._supervisor.count("compiling")
            log.exception("the bots of %s cannot be compiled, and play without that", name)

    async def _compile_here(self, game: GameSpec) -> None:
        """Compiles in this process, one kind of bot after the other."""
        for bot in bots.kinds(game):
            await _in_background(partial(bots.compile_bot, bot, game))


def can_be_kept(game: GameSpec) -> bool:
    """Whether the compiled code of a game can be cached on disk."""
    folder = cache.folder(game.state.marker)
    return folder is not None and os.access(folder, os.W_OK)


async def compile_apart(name: str, file: str | None = None) -> None:
    """Compiles the bots of a game, or of one of its sizes with its box `file`, in a process of its own with low
    priority: runs `cogtable warm`. Its errors are logged.
    """
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *COMMAND,
        *((game_of(name), "--box", file) if file else (name,)),
        stdin=quiet,
        stdout=quiet,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        reason = errors.decode(errors="replace").strip()
        log.warning("the bots of %s cannot be compiled, and play without that: %s", name, reason)


async def _in_background(work: Callable[[], None]) -> None:
    """Runs `work` in a thread that does not delay the server's shutdown. Raises its errors."""
    loop = asyncio.get_running_loop()
    finished: asyncio.Future[None] = loop.create_future()

    def finish(error: Exception | None) -> None:
        if finished.done():  # the waiting task was cancelled
            return
        if error:
            finished.set_exception(error)
        else:
            finished.set_result(None)

    def run() -> None:
        error = None
        try:
            work()
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(finish, error)

    threading.Thread(target=run, name="compiler", daemon=True).start()
    await finished
