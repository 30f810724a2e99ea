"""Runs of games on the workbench: one at a time, in a process that can be ended at once.

The process plays the games, or has the page that began the run play them (see `page_play`) and counts.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say
from cogtable.lab.aims import aims_file
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import lab_api
from cogtable.server.workbench.offered_orders import OVER
from cogtable.server.workbench.page_play import LEAVE, PagePlay

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
        self._count = 0
        self._page: PagePlay | None = None
        self._process: asyncio.subprocess.Process | None = None

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

    def file_for(self, wanted: lab_api.LabPlay) -> Path:
        """A new place for the box of a run, with the name that people gave it."""
        self._count += 1
        folder = Path(self._folder.name) / str(self._count)
        folder.mkdir()
        return folder / Path(wanted.file or "mine.toml").name

    async def begin(
        self,
        game: Game,
        wanted: lab_api.LabPlay,
        folder: Path,
        modules: Sequence[lab_api.LabModule] = (),
        note: str = "",
    ) -> lab_api.LabRun:
        """Starts playing games with a valid box, which is in its file; its aims are in `folder`. The page plays if it
        has `modules`, otherwise the server, and `note` says why. Raises Refusal while other games are being played,
        unless they are to be replaced.
        """
        if self.going and not wanted.replace:
            raise Refusal("busy", say("other games are being played; stop them first"))
        await self.stop()
        beside = folder / f"{game.box_file.stem}.aims.toml"
        aims = beside if beside.is_file() else aims_file(game)
        seats = wanted.seats or game.min_seats
        asked = {"game": game.name, "box": str(game.box_file), "aims": str(aims or ""), "games": wanted.games}
        asked |= {"seats": seats, "bot": wanted.bot}
        if modules:
            asked["orders"] = wanted.workers + 1  # so that no worker waits while moves are checked
            self._page = PagePlay(wanted.page, modules, self._send, self._page_left)
        self._tell(
            lab_api.LabRun(
                version=0,
                phase="compiling",
                game=game.name,
                title=game.box.title,
                seats=seats,
                bot=wanted.bot,
                by="page" if modules else "server",
                note=note,
            )
        )
        self._task = asyncio.create_task(self._run(asked))
        return self.now

    def played_by(self, page: str) -> PagePlay | None:
        """The games that the page of this name plays; None if it plays none, or no more."""
        return self._page if self._page and self._page.is_by(page) else None

    async def take(self, played: lab_api.LabMoves) -> None:
        """Takes the moves of a page. Raises Refusal for moves that are wrong, and for pages that play no more."""
        playing = self.played_by(played.page)
        if playing is None:
            raise Refusal("over", say(OVER))
        await playing.take(played)

    async def stop(self) -> lab_api.LabRun:
        """Stops the run; its results so far stay."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self._close_page()
        if self.going:
            self._tell(msgspec.structs.replace(self.now, phase="stopped"))
        return self.now

    def release(self) -> None:
        """Answers the open requests for news, since the server waits for them before it closes."""
        self._ending = True
        self._changed.set()
        if self._page:
            self._page.close()

    async def close(self) -> None:
        """Stops the run, and removes its files."""
        await self.stop()
        self._folder.cleanup()

    def _tell(self, run: lab_api.LabRun) -> None:
        self.now = msgspec.structs.replace(run, version=self.now.version + 1)
        self._changed.set()
        self._changed = asyncio.Event()

    async def _run(self, asked: dict[str, Any]) -> None:
        pipe = asyncio.subprocess.PIPE
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, *COMMAND, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
        )
        assert process.stdout
        try:
            self._send(asked)
            if self._page and self._page.over:
                self._send(LEAVE)
            async for line in process.stdout:
                self._hear(msgspec.json.decode(line))
            code = await process.wait()
            if self.going:
                log.error("the games of the workbench ended with status %d", code)
                words = say("the games could not be played; the server's log says why")
                self._tell(msgspec.structs.replace(self.now, phase="failed", error=words))
        finally:
            self._close_page()
            self._process = None
            if process.returncode is None:
                process.kill()
                await process.wait()

    def _send(self, message: dict[str, Any]) -> None:
        """Sends a message to the process, if it has started."""
        if self._process:
            assert self._process.stdin
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")

    def _hear(self, told: dict[str, Any]) -> None:
        """Takes a message of the process: an order, a verdict, or news."""
        if "order" in told:
            if self._page and not self._page.over:
                self._page.add(told["order"])
        elif "verdict" in told:
            if self._page:
                self._page.judge(told["verdict"])
        else:
            fields = msgspec.structs.asdict(self.now) | told
            self._tell(msgspec.convert(msgspec.to_builtins(fields), lab_api.LabRun))

    def _close_page(self) -> None:
        if self._page:
            self._page.close()
            self._page = None

    def _page_left(self, why: str) -> None:
        self._tell(msgspec.structs.replace(self.now, by="server", note=why))
