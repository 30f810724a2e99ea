"""Builds the WebAssembly modules of games in a separate process, one after the other, when nothing else is compiled.

While a module is missing, the server thinks instead, as it does for a page without WebAssembly. So pages never wait for
a module. If one cannot be built, the reason is logged once.
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
"""The maximum number of modules built while the server runs, since people upload boxes of many sizes."""

LOOK_S = 2.0
"""How often to look whether anything else is compiled, in seconds."""


def is_current(game: GameSpec, module: str, box: str) -> bool:
    """Whether a module and a box with these digests give the same results as the server would. Reads files."""
    return (module, box) == (files.digest(game), game.box.digest)


class Modules:
    """The modules of games.

    Args:
        may_build: Whether the next module can be built now.
        supervisor: Runs the task that builds.
    """

    def __init__(self, may_build: Callable[[], bool], supervisor: Keeper | None = None) -> None:
        self._may_build = may_build
        self._folders: dict[tuple[str, str], Path] = {}
        """The folders of the requested modules that were ready, by game and digest."""
        self._wanted: dict[tuple[str, str], GameSpec] = {}
        """The requested modules: some wait, the others were built or failed."""
        self._waiting: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._task = (supervisor or Alone()).repeat("modules", self._next, 0)

    def digest(self, game: GameSpec) -> str:
        """Returns the digest of a game's module if it is ready; otherwise empty. Reads files."""
        own, folder = files.digest(game), files.ready(game)
        if folder is None:
            return ""
        self._folders[game.name, own] = folder
        return own

    def want(self, game: GameSpec) -> None:
        """Queues the module of a game to be built, unless it was queued before. Call it in the event loop."""
        name = game.name, files.digest(game)
        if name[1] and name not in self._wanted and len(self._wanted) < MOST:
            self._wanted[name] = game
            self._waiting.put_nowait(name)

    def folder(self, game: str, digest: str) -> Path | None:
        """Returns the folder of a module that `digest` has found; None if there is none."""
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
        """Runs `cogtable wasm`, with low priority. Returns the error message, empty if it succeeded."""
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
