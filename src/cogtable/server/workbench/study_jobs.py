"""Games that are played on the workbench: one run at a time, in a process of its own that can be ended at once."""

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
from cogtable.lab.aims import file_of
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import lab_api

log = logging.getLogger("cogtable.server")

COMMAND = ("-m", "cogtable.lab.paired_comparison")
"""The program that plays, after `python`."""

LONGEST_LINE = 1 << 24
"""The most bytes that it tells at once."""

WAIT_S = 20.0
"""How long a question for news is left open."""

GOING = ("compiling", "playing")


class Runs:
    """The run that there is, or was last."""

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
        """How the run stands, as soon as that is another version than `after`; after a while in any case, and
        when the server stops.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                while self.now.version == after and not self._ending:
                    await self._changed.wait()
        return self.now

    async def begin(self, game: Game, wanted: lab_api.LabPlay, folder: Path) -> lab_api.LabRun:
        """Begins to play games with a box that fits, whose aims stand in `folder`. Raises Refusal while others are
        played, unless they are to be replaced.
        """
        if self.going and not wanted.replace:
            raise Refusal("busy", say("other games are being played; stop them first"))
        await self.stop()
        file = Path(self._folder.name) / (wanted.file or "mine.toml")
        file.write_text(wanted.text, encoding="utf-8")
        beside = folder / f"{file.stem}.aims.toml"
        aims = beside if beside.is_file() else file_of(game)
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
        """Ends the run; what has come out stays."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        if self.going:
            self._tell(msgspec.structs.replace(self.now, phase="stopped"))
        return self.now

    def release(self) -> None:
        """Answers the questions for news that are still open: the server waits for them before it closes."""
        self._ending = True
        self._changed.set()

    async def close(self) -> None:
        """Ends the run, and removes its files."""
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
