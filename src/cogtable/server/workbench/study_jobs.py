"""Runs of games on the workbench: one at a time, in a process that can be ended at once."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say
from cogtable.lab.aims import aims_file
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import lab_api

log = logging.getLogger("cogtable.server")

COMMAND = ("-m", "cogtable.lab.paired_comparison")
"""The program that plays the games, after `python`."""

LONGEST_LINE = 1 << 24
"""The maximum length of a line of its output, in bytes."""

WAIT_S = 20.0
"""How long a request for news is kept open, in seconds."""

GOING = ("compiling", "playing")


class Runs:
    """The present or last run."""

    def __init__(self) -> None:
        self.now = lab_api.LabRun(version=0)
        self._changed = asyncio.Event()
        self._ending = False
        self._task: asyncio.Task[None] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="cogtable-lab-")

    @property
    def going(self) -> bool:
        """Whether games are being played."""
        return self.now.phase in GOING

    async def news(self, after: int) -> lab_api.LabRun:
        """Returns the run as soon as its version differs from `after`; at the latest after `WAIT_S` seconds, or when
        the server stops.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                while self.now.version == after and not self._ending:
                    await self._changed.wait()
        return self.now

    async def begin(self, game: Game, wanted: lab_api.LabPlay, folder: Path) -> lab_api.LabRun:
        """Starts playing games with a valid box; its aims are in `folder`. Raises Refusal while other games are being
        played, unless they are to be replaced.
        """
        if self.going and not wanted.replace:
            raise Refusal("busy", say("other games are being played; stop them first"))
        await self.stop()
        file = Path(self._folder.name) / (wanted.file or "mine.toml")
        file.write_text(wanted.text, encoding="utf-8")
        beside = folder / f"{file.stem}.aims.toml"
        aims = beside if beside.is_file() else aims_file(game)
        seats = wanted.seats or game.min_seats
        asked = {"game": game.name, "box": str(file), "aims": str(aims or ""), "games": wanted.games}
        asked |= {"seats": seats, "bot": wanted.bot}
        title = game.box.title
        self._tell(
            lab_api.LabRun(version=0, phase="compiling", game=game.name, title=title, seats=seats, bot=wanted.bot)
        )
        self._task = asyncio.create_task(self._run(msgspec.json.encode(asked)))
        return self.now

    async def stop(self) -> lab_api.LabRun:
        """Stops the run; its results so far stay."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        if self.going:
            self._tell(msgspec.structs.replace(self.now, phase="stopped"))
        return self.now

    def release(self) -> None:
        """Answers the open requests for news, since the server waits for them before it closes."""
        self._ending = True
        self._changed.set()

    async def close(self) -> None:
        """Stops the run, and removes its files."""
        await self.stop()
        self._folder.cleanup()

    def _tell(self, run: lab_api.LabRun) -> None:
        self.now = msgspec.structs.replace(run, version=self.now.version + 1)
        self._changed.set()
        self._changed = asyncio.Event()

    async def _run(self, asked: bytes) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, *COMMAND, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
        )
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(asked)
            process.stdin.close()
            async for line in process.stdout:
                told = msgspec.json.decode(line)
                fields = msgspec.structs.asdict(self.now) | told
                self._tell(msgspec.convert(msgspec.to_builtins(fields), lab_api.LabRun))
            code = await process.wait()
            if self.going:
                log.error("the games of the workbench ended with status %d", code)
                words = say("the games could not be played; the server's log says why")
                self._tell(msgspec.structs.replace(self.now, phase="failed", error=words))
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
