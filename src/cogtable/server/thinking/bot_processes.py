"""Processes for interpreted bots: built-in bots whose machine code is not ready, and all bots of other packages.

In the server's own process, plain Python would hold the interpreter's lock. A bot process ("thinker") receives only
hidden states. It communicates through its standard input and output, and exits when the input ends, so it never
outlives the server.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Coroutine
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar

import numpy as np

from cogtable import bots
from cogtable.bots import CancelToken, Decision, PlayStyle
from cogtable.bots.mcts import SearchConfig, SearchResult, think
from cogtable.engine.errors import UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match

log = logging.getLogger("cogtable.server")

Found = TypeVar("Found")

IDLE_S = 120.0
"""How long an idle thinker is kept, in seconds."""

COMMAND = ("-P", "-c", f"from {__name__} import answer_requests; answer_requests()")
"""The command line of a thinker."""

_HEAD = 4
"""The number of bytes for the length of a message."""


class Request(NamedTuple):
    """A request to a thinker: a bot's decision, or a search with `settings`. `hidden` is a record as bytes; empty if
    the bot is only to be loaded.

    The game is identified by everything that defines it, since the thinker loads it itself.
    """

    game: str
    marker: str
    box: str
    hidden: bytes
    seat: int
    seed: int
    bot: str
    settings: SearchConfig | None
    seconds: float
    by: float
    """When the answer is due, by the machine's clock (`time.monotonic`)."""
    file: str = ""
    """The file of the box, if it is not the game's own."""

    def time_left(self) -> float:
        """Returns the seconds left to think: less after a late start, but never none."""
        return min(self.seconds, max(LEAST_S, self.by - time.monotonic()))


LEAST_S = 0.1
"""The minimum thinking time, in seconds."""


def request(
    match: Match,
    seat: int,
    seed: int,
    *,
    seconds: float,
    by: float,
    bot: str = "",
    settings: SearchConfig | None = None,
) -> Request:
    """Returns a request for a seat's decision in a match."""
    game, hidden = match.game, match.hidden(seat).tobytes()
    file = str(game.box_file) if game.is_variant else ""
    return Request(game.name, game.state.marker, game.box.digest, hidden, seat, seed, bot, settings, seconds, by, file)


class ThinkerFailed(Exception):
    """A thinker cannot be started, has ended, or does not have the game."""


class SearchFailed(Exception):
    """The request failed; the text is its traceback."""


def _apart() -> Any:
    """Returns the arguments that start a process detached from the terminal, so that Ctrl-C reaches only the server,
    which then ends the process.
    """
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


# --- in the server's process ------------------------------------------------------------------------


class BotProcess:
    """One thinker."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process = process
        self._in = process.stdin
        self._out = process.stdout
        self.loaded: set[str] = set()
        """The bots of other packages that are loaded there."""

    @classmethod
    async def start(cls) -> BotProcess:
        """Starts a process. Raises ThinkerFailed."""
        path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *COMMAND,
                stdin=pipe,
                stdout=pipe,
                env={**os.environ, "PYTHONPATH": path},
                **_apart(),
            )
        except OSError as error:
            raise ThinkerFailed(f"no process can be started: {error}") from error
        return cls(process)

    async def ask(self, wanted: Request) -> Any:
        """Returns the answer to a request. Raises ThinkerFailed and SearchFailed."""
        try:
            self._send(wanted)
            size = int.from_bytes(await self._out.readexactly(_HEAD), "big")
            outcome, found = pickle.loads(await self._out.readexactly(size))
        except (OSError, asyncio.IncompleteReadError) as error:
            raise ThinkerFailed("the process is gone") from error
        if outcome is not None:
            raise outcome(found)
        return found

    def cancel(self) -> None:
        """Cancels the search."""
        self._send(None)

    def _send(self, message: Request | None) -> None:
        data = pickle.dumps(message)
        self._in.write(len(data).to_bytes(_HEAD, "big") + data)

    @property
    def gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.returncode is not None

    async def close(self) -> None:
        """Ends the process."""
        if not self.gone:
            self._process.kill()
        await self._process.wait()


class BotProcesses:
    """All thinkers. They are started when needed and ended when idle."""

    def __init__(self) -> None:
        self._free: list[BotProcess] = []
        self._all: set[BotProcess] = set()
        self._preparing: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        """Tasks that start or end a process. They are separate, because cancelling a caller must not leave a process
        behind.
        """
        self._timer: asyncio.TimerHandle | None = None

    def prepare(self) -> None:
        """Starts a thinker if there is none, since one will be needed soon."""
        if not self._all and not self._preparing:
            self._preparing = self._begin(self._prepare())

    async def _prepare(self) -> None:
        try:
            self._put(await self._start())
        except ThinkerFailed as error:
            log.warning("bots cannot think in a process of their own: %s", error)

    async def _start(self) -> BotProcess:
        thinker = await BotProcess.start()
        self._all.add(thinker)
        return thinker

    async def _end(self, thinker: BotProcess) -> None:
        self._all.discard(thinker)
        await thinker.close()

    def _begin(self, work: Coroutine[Any, Any, Found]) -> asyncio.Task[Found]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def take(self) -> BotProcess:
        """Returns a free thinker, which must be given back. Raises ThinkerFailed."""
        if self._preparing:
            await asyncio.shield(self._preparing)
            self._preparing = None
        while self._free:
            if not (thinker := self._free.pop()).gone:
                return thinker
            self._all.discard(thinker)
        return await asyncio.shield(self._begin(self._start()))

    def give_back(self, thinker: BotProcess) -> None:
        """Takes a thinker back."""
        if thinker.gone:
            self._all.discard(thinker)
        else:
            self._put(thinker)

    def _put(self, thinker: BotProcess) -> None:
        self._free.append(thinker)
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(IDLE_S, self._stop_idle)

    def _stop_idle(self) -> None:
        """Ends the free thinkers."""
        while self._free:
            self._begin(self._end(self._free.pop()))

    async def close(self) -> None:
        """Stops all processes, including those still starting."""
        if self._timer:
            self._timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*map(self._end, list(self._all)))


# --- in the thinker's process -----------------------------------------------------------------------


def answer_requests() -> None:
    """Answers requests until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a game's printed output must not mix with the answers
    requests: queue.SimpleQueue[tuple[Request, CancelToken]] = queue.SimpleQueue()
    threading.Thread(target=_read_all, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        data = pickle.dumps(_answer(*requests.get()))
        answers.write(len(data).to_bytes(_HEAD, "big") + data)
        answers.flush()


def _read_all(source: BinaryIO, requests: queue.SimpleQueue[tuple[Request, CancelToken]]) -> None:
    """Reads requests. None cancels the previous request."""
    token = CancelToken()
    while head := source.read(_HEAD):
        wanted: Request | None = pickle.loads(source.read(int.from_bytes(head, "big")))
        if wanted is None:
            token.cancel()
        else:
            token = CancelToken(wanted.time_left())
            requests.put((wanted, token))
    os._exit(0)


def _answer(wanted: Request, token: CancelToken) -> tuple[type[Exception] | None, Any]:
    try:
        return None, _thought(wanted, token)
    except (UnknownGame, ThinkerFailed) as error:
        return ThinkerFailed, str(error)
    except Exception:
        return SearchFailed, traceback.format_exc()


def _thought(wanted: Request, token: CancelToken) -> Decision | SearchResult:
    game = _game(wanted)
    if not wanted.hidden:
        bots.compile_bot(bots.find(wanted.bot), game)
        return Decision(-1)
    hidden = np.frombuffer(bytearray(wanted.hidden), game.state.dtype)
    if wanted.settings is None:
        return bots.find(wanted.bot).search(game, hidden, wanted.seat, wanted.seed, PlayStyle(False, token))
    return think(game, hidden, wanted.seat, wanted.seed, wanted.settings, token=token, compiled=False)


@lru_cache(maxsize=32)
def _boxed(name: str, file: str) -> Game:
    return registry.find(name, file or None)


def _game(wanted: Request) -> Game:
    """Returns the requested game. Raises ThinkerFailed, and the errors of `registry.find`."""
    game = _boxed(wanted.game, wanted.file)
    if (game.state.marker, game.box.digest) != (wanted.marker, wanted.box):
        raise ThinkerFailed(f"{wanted.game} has changed since")
    return game
