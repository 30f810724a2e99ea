"""Makes bots ready: compiles them, in a process of its own, so that nobody at a table waits for the compiler.

Once compiled they are ready for good, until the sources change.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Iterable

from cogtable import bots
from cogtable.engine import registry
from cogtable.engine.errors import CogtableError
from cogtable.engine.game import Game
from cogtable.engine.native import is_compiled

log = logging.getLogger("cogtable.server")

COMMAND = ("-m", "cogtable", "warm", "--bots")
"""What Python is told to do for a game."""


def is_ready(game: Game, bot: str = "") -> bool:
    """Whether a bot of a game has been compiled on this machine; all of them, if none is named."""
    kinds = [bots.find(bot)] if bot else bots.kinds()
    return all(is_compiled(f"bot {one.kind}", game) for one in kinds)


class Warmup:
    """Compiles the bots of one game after the other; the one that somebody waits for comes first."""

    def __init__(self, names: Iterable[str]) -> None:
        self._waiting = list(names)
        self._done = {name: asyncio.Event() for name in self._waiting}
        self._process: asyncio.subprocess.Process | None = None
        self._task = asyncio.create_task(self._run())

    def pending(self, game: Game, bot: str = "") -> bool:
        """Whether a bot of a game is not ready yet, but will be."""
        return game.name in self._done and not self._done[game.name].is_set() and not is_ready(game, bot)

    async def ready(self, game: Game, bot: str = "") -> None:
        """Waits until a bot of a game can think at once, or it is known that it must be compiled by itself."""
        if self.pending(game, bot):
            if game.name in self._waiting:
                self._waiting.remove(game.name)
                self._waiting.insert(0, game.name)
            await self._done[game.name].wait()

    async def close(self) -> None:
        """Stops compiling."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def _run(self) -> None:
        while self._waiting:
            name = self._waiting.pop(0)
            try:
                if not is_ready(await asyncio.to_thread(registry.find, name)):
                    log.info("making the bots of %s ready, once on this machine ...", name)
                    await self._compile(name)
            except (CogtableError, OSError) as error:
                log.warning("the bots of %s cannot be made ready: %s", name, error)
            finally:
                self._done[name].set()

    async def _compile(self, name: str) -> None:
        """Runs `cogtable warm`, with low priority."""
        quiet = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *COMMAND,
            name,
            stdin=quiet,
            stdout=quiet,
            stderr=asyncio.subprocess.PIPE,
            preexec_fn=lambda: os.nice(10),
        )
        _, said = await self._process.communicate()
        if self._process.returncode:
            log.warning("the bots of %s could not be made ready ahead: %s", name, said.decode(errors="replace").strip())
