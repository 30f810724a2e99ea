"""Makes bots ready: compiles them, in a process of its own, so that nobody at a table waits for the compiler.

Once compiled they are ready for good, until the sources change. The games that somebody plays come first, in the order
in which they were begun; they interrupt one that nobody plays, which loses what it was just compiling and no more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable

from cogtable import bots
from cogtable.engine import registry
from cogtable.engine.errors import CogtableError
from cogtable.engine.native import is_compiled
from cogtable.engine.spec import GameSpec

log = logging.getLogger("cogtable.server")

COMMAND = ("-m", "cogtable", "warm", "--bots")
"""What Python is told to do for a game."""

LOOK_S = 0.5
"""How often who waits for a bot looks whether it is ready: long before all bots of its game are."""

_found: set[tuple[str, str]] = set()
"""The kinds of bots, each with its game, that are known to be ready: not to be looked up at every move."""


def is_ready(game: GameSpec, bot: str = "") -> bool:
    """Whether a bot of a game has been compiled on this machine; all of them, if none is named."""
    kinds = [bots.find(bot)] if bot else bots.kinds()
    wanted = {(one.kind, game.state.marker) for one in kinds}
    _found.update(each for each in wanted - _found if is_compiled(f"bot {each[0]}", game))
    return wanted <= _found


class Warmup:
    """Compiles the bots of one game after the other: of `names`, and of others only when an analysis waits for them.

    Calls `begins` whenever it begins with a game that is not ready.
    """

    def __init__(self, names: Iterable[str], begins: Callable[[], None] = lambda: None) -> None:
        self._begins = begins
        self._idle = list(names)
        self._played: list[str] = []
        """The games that are played and wait to be compiled."""
        self._now = ""
        self._now_is_played = False
        self._work: asyncio.Task[None] | None = None
        self._tried: set[str] = set()
        """The games that were compiled, or failed to."""
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def play(self, game: GameSpec) -> None:
        """Somebody plays a game: if it is to be compiled, it is so at once, after those that were begun before."""
        if game.name in self._idle or game.name == self._now:
            self._advance(game.name)

    async def ready(self, game: GameSpec, bot: str = "") -> bool:
        """Waits until a bot of a game is ready; has it compiled if need be. Whether it is: False if that failed."""
        if not is_ready(game, bot) and game.name not in self._tried:
            self._advance(game.name)
        while not is_ready(game, bot) and game.name not in self._tried:
            await asyncio.sleep(LOOK_S)
        return is_ready(game, bot)

    async def close(self) -> None:
        """Stops compiling."""
        self._task.cancel()
        self._interrupt()
        await asyncio.gather(self._task, *([self._work] if self._work else []), return_exceptions=True)

    def _interrupt(self) -> None:
        """Stops what is being compiled; once only, since a second time would not let it wait for its process to end."""
        if self._work and not self._work.cancelling():
            self._work.cancel()

    def _advance(self, name: str) -> None:
        """Puts a game behind those that are played, and before those that nobody plays."""
        if name == self._now:
            self._now_is_played = True
        elif name not in self._played:
            self._played.append(name)
            self._more.set()
            if name in self._idle:
                self._idle.remove(name)
            if self._work and not self._now_is_played:
                log.info("the bots of %s wait for those of %s, which is played", self._now, name)
                self._interrupt()

    async def _run(self) -> None:
        while True:
            await self._more_to_do()
            self._now_is_played = bool(self._played)
            self._now = name = (self._played or self._idle).pop(0)
            self._work = asyncio.create_task(self._make(name))
            await asyncio.wait({self._work})
            if not self._work.cancelled():
                self._tried.add(name)
            elif self._now_is_played:  # by now
                self._played.append(name)
            else:
                self._idle.insert(0, name)
            self._now, self._work = "", None

    async def _more_to_do(self) -> None:
        while not self._played and not self._idle:
            self._more.clear()
            await self._more.wait()

    async def _make(self, name: str) -> None:
        """Compiles the bots of a game, if they are not ready; what goes wrong is for the log."""
        try:
            if not is_ready(await asyncio.to_thread(registry.find, name)):
                log.info("making the bots of %s ready, once on this machine ...", name)
                self._begins()
                await self._compile(name)
        except (CogtableError, OSError) as error:
            log.warning("the bots of %s cannot be made ready, and think without: %s", name, error)

    async def _compile(self, name: str) -> None:
        """Runs `cogtable warm`, with low priority."""
        quiet = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *COMMAND,
            name,
            stdin=quiet,
            stdout=quiet,
            stderr=asyncio.subprocess.PIPE,
            preexec_fn=lambda: os.nice(10),
        )
        try:
            _, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            words = said.decode(errors="replace").strip()
            log.warning("the bots of %s could not be made ready, and think without: %s", name, words)
