"""Builds the WebAssembly modules of games in a separate process, one after the other, when nothing else is compiled.

A page that wants a module that is not there yet has the server think, as one without WebAssembly does. So nobody waits
for a module, and one that cannot be built is missed by nobody; why is logged once.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path

from cogtable.engine.definition.spec import GameSpec
from cogtable.server.thinking.warmup import Alone, Keeper
from cogtable.wasm import files

log = logging.getLogger("cogtable.server")

COMMAND = ("-m", "cogtable", "wasm", "--gently")
"""The command that builds a module, after `python` and before the name of the game."""

MOST = 16
"""The most modules that are built while the server runs: people bring boxes of many sizes."""

LOOK_S = 2.0
"""How often to look whether anything else is compiled, in seconds."""


class Modules:
    """The modules of games.

    Args:
        may_build: whether to begin with the next one now.
        supervisor: looks after the task that builds.
    """

    def __init__(self, may_build: Callable[[], bool], supervisor: Keeper | None = None) -> None:
        self._may_build = may_build
        self._folders: dict[tuple[str, str], Path] = {}
        """The folders of those that were ready when somebody asked, by game and digest."""
        self._wanted: dict[tuple[str, str], GameSpec] = {}
        """Those that were asked for: some wait, the others were built or could not be."""
        self._waiting: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._task = (supervisor or Alone()).repeat("modules", self._next, 0)

    def digest(self, game: GameSpec) -> str:
        """The digest of a game's module if it is ready; else empty, and it is built when there is time. Reads files."""
        own, folder = files.digest(game), files.ready(game)
        if folder is None:
            return ""
        self._folders[game.name, own] = folder
        return own

    def want(self, game: GameSpec) -> None:
        """Has the module of a game built, if nobody asked for it before. For the event loop."""
        name = game.name, files.digest(game)
        if name[1] and name not in self._wanted and len(self._wanted) < MOST:
            self._wanted[name] = game
            self._waiting.put_nowait(name)

    def folder(self, game: str, digest: str) -> Path | None:
        """Where a module is that `digest` has told of; None if there is none."""
        return self._folders.get((game, digest))

    async def close(self) -> None:
        """Stops building."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _next(self) -> None:
        """Builds the next module."""
        name = await self._waiting.get()
        while not self._may_build():
            await asyncio.sleep(LOOK_S)
        game = self._wanted[name]
        folder = await asyncio.to_thread(files.kept, game)
        if folder is None:
            log.warning("the module of %s cannot be kept: pages have the server think", game.name)
        elif reason := await self.build(game, folder):
            log.warning("the module of %s cannot be built, and pages have the server think: %s", game.name, reason)
        else:
            log.info("built the module of %s", game.name)

    async def build(self, game: GameSpec, folder: Path) -> str:
        """Runs `cogtable wasm`, with low priority; returns what is wrong, empty if nothing is."""
        quiet = asyncio.subprocess.DEVNULL
        arguments = (*COMMAND, game.name, "--box", str(game.box_file), "-o", str(folder))
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stdin=quiet, stdout=quiet, stderr=asyncio.subprocess.PIPE
        )
        try:
            _, errors = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if not process.returncode:
            return ""
        return errors.decode(errors="replace").strip() or f"the compiler ended with {process.returncode}"
