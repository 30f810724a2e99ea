"""Analyses of finished games: computed in the background, once per table, and sent as they proceed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cogtable.bots import CancelToken
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import phrase, say
from cogtable.lab import analysis
from cogtable.lab.analysis import AnalysisEffort, Searches
from cogtable.server.core.cpu_time import metered
from cogtable.server.core.refusal import Refusal
from cogtable.server.rooms.connection import Connection
from cogtable.server.rooms.stored_table import StoredTable
from cogtable.server.table.searches_elsewhere import PageFailed
from cogtable.server.table.studied_positions import StudiedPosition, described, is_open, news, studying
from cogtable.server.thinking.fair_queue import Requester
from cogtable.server.thinking.pool import NotReady, Pool
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")

KEPT = 50
"""The number of analyses kept in memory; the least recently used is dropped first."""

BATCH_S = 0.25
"""How long new positions wait for more before they are sent together, in seconds."""

AT_ONCE = 4
"""The number of positions that a page studies at the same time."""


@dataclass
class _Listener:
    """A connection that reads an analysis."""

    question: int
    """The number of its request."""
    seat: int
    """Whose analysis it reads, -1 for a spectator's."""
    by_page: bool
    """Whether its page searches."""
    sent: int = 0
    """The number of positions that it was sent."""
    found: dict[int, StudiedPosition] = field(default_factory=dict)
    """The positions that its page has studied, which are shown to nobody else."""
    closed: set[int] = field(default_factory=set)
    """The positions that the server must study, because the page may not have the records."""
    task: asyncio.Task[None] | None = None
    """Has the page study positions."""


class GameAnalysis:
    """The analysis of one match so far. It proceeds while a connection listens."""

    def __init__(self, table: StoredTable, analyses: Analyses) -> None:
        self._table = table.id
        self._match = table.match
        self._find_stood_in = table.stood_in
        self._stood_in: frozenset[int] | None = None
        """The moves that bots made for people; None until they are read."""
        self._analyses = analyses
        self._studied: dict[int, StudiedPosition] = {}
        """The positions that the server has studied."""
        self._listeners: dict[Connection, _Listener] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def total(self) -> int:
        """The number of positions."""
        return self._match.ply + 1

    @property
    def growing(self) -> bool:
        """Whether the server studies."""
        return self._task is not None and not self._task.done()

    def listen(self, connection: Connection, question: int, *, by_page: bool = False) -> None:
        """Answers a request with the positions so far, and from then on with new ones. With `by_page`, the page of the
        connection searches where it may.
        """
        before = self._listeners.pop(connection, None)
        if before and before.task:
            before.task.cancel()
        listener = self._listeners[connection] = _Listener(question, connection.seat, by_page)
        if before and before.seat == listener.seat:
            listener.found = before.found
        self._grow_if_needed()
        self._send_news({connection: listener}, even_none=True)
        if by_page and listener.sent < self.total:
            listener.task = asyncio.create_task(metered(self._grow_in_page(connection, listener)))

    def leave(self, connection: Connection) -> None:
        """Removes a listener. When none is left, the work pauses."""
        listener = self._listeners.pop(connection, None)
        if listener and listener.task:
            listener.task.cancel()
        if not self._listeners:
            self.stop()

    def stop(self) -> None:
        """Stops the work."""
        if self._task:
            self._task.cancel()
            self._task = None
        for listener in self._listeners.values():
            if listener.task:
                listener.task.cancel()

    # --- on the server ---------------------------------------------------------------------------

    def _grow_if_needed(self) -> None:
        if not self.growing and self._next_here() is not None:
            self._task = asyncio.create_task(self._grow())

    def _next_here(self) -> int | None:
        """The next position that the server must study for a listener."""
        missing = (
            ply
            for listener in self._listeners.values()
            for ply in (sorted(listener.closed) if listener.by_page else range(listener.sent, self.total))
            if ply not in self._studied and ply not in listener.found
        )
        return next(missing, None)

    async def _grow(self) -> None:
        last_news = time.monotonic()
        try:
            await self._read_stood_in()
            while (ply := self._next_here()) is not None:
                charged_clients = frozenset(listener.address for listener in self._listeners)
                self._studied[ply] = await self._analyses.study(self._table, self._match, ply, charged_clients)
                if time.monotonic() - last_news > BATCH_S or self._next_here() is None:
                    self._send_news(self._listeners)
                    last_news = time.monotonic()
        except Refusal as refusal:
            self._fail(str(refusal), refusal.code)
        except NotReady as error:
            log.warning("table %s: there is no analysis: %s", self._table, error)
            words = phrase("no analysis is available: the code for it could not be compiled; the server's log says why")
            self._fail(say(words))
        except Exception:
            log.exception("table %s: the analysis failed after %d positions", self._table, len(self._studied))
            self._fail(say("the analysis failed; the server's log says how"))

    async def _read_stood_in(self) -> None:
        if self._stood_in is None:
            self._stood_in = await self._find_stood_in()

    def _fail(self, words: str, code: from_server.Code = "internal") -> None:
        for connection, listener in self._listeners.items():
            if listener.task:
                listener.task.cancel()
            connection.send(from_server.encode(from_server.Error(code=code, words=words, id=listener.question)))
        self._listeners.clear()

    # --- in a page -------------------------------------------------------------------------------

    async def _grow_in_page(self, connection: Connection, listener: _Listener) -> None:
        """Has a page study the positions that it may, several at a time, and the server the others. If the connection
        looks from another seat by then, or has lost its seat, the server studies the rest.
        """
        try:
            await self._read_stood_in()
            plies = iter(range(listener.sent, self.total))
            while batch := await asyncio.to_thread(self._batch, plies, listener):
                if connection.seat != listener.seat:
                    raise PageFailed("its reader has another seat now")
                self._grow_if_needed()
                several = [self._analyses.studying(self._match, ply, listener.seat) for ply in batch]
                studied = await connection.searches.run(listener.question, analysis.together(several), self._match.game)
                listener.found |= zip(batch, studied, strict=True)
                self._send_news({connection: listener})
        except PageFailed as failure:
            log.info("table %s: the server studies a game instead of a page: %s", self._table, failure)
            listener.by_page = False
        except Exception:
            log.exception("table %s: the analysis in a page failed", self._table)
            listener.by_page = False
        self._grow_if_needed()

    def _batch(self, plies: Iterator[int], listener: _Listener) -> list[int]:
        """Returns the next positions for a page, and notes those between them that the server must study."""
        batch: list[int] = []
        for ply in plies:
            if ply in self._studied or ply in listener.found:
                continue
            if is_open(self._match, ply, listener.seat):
                batch.append(ply)
            else:
                listener.closed.add(ply)
            if len(batch) == AT_ONCE:
                break
        return batch

    # --- news ------------------------------------------------------------------------------------

    def _send_news(self, listeners: Mapping[Connection, _Listener], *, even_none: bool = False) -> None:
        """Sends listeners the positions that they do not have yet."""
        texts: dict[tuple[int, int, int], str] = {}
        for connection, listener in listeners.items():
            known = ChainMap(self._studied, listener.found)
            first = last = listener.sent
            while last in known:
                last += 1
            if first == last and not even_none:
                continue
            key = connection.seat, first, id(listener.found) if listener.found else 0
            if key not in texts:
                texts[key] = self._news(connection.seat, first, [known[ply] for ply in range(first, last)])
            connection.send(texts[key])
            listener.sent = last

    def _news(self, seat: int, first: int, studied: list[StudiedPosition]) -> str:
        warming = first + len(studied) < self.total and self.growing and not self._analyses.ready(self._match)
        return from_server.encode(news(self._match, seat, first, studied, self._stood_in or (), warming=warming))


class Analyses:
    """All analyses of a server. One position is analysed at a time; unfinished analyses take turns."""

    def __init__(self, pool: Pool, effort: AnalysisEffort) -> None:
        self._pool = pool
        self._effort = effort
        self._kept: dict[str, GameAnalysis] = {}
        self._turn = asyncio.Lock()

    def of(self, table: StoredTable) -> GameAnalysis:
        """Returns the analysis of a table's match, which must be over. Raises Refusal when too many are in progress."""
        found = self._kept.pop(table.id, None) or GameAnalysis(table, self)
        while len(self._kept) >= KEPT:
            idle = next((name for name, kept in self._kept.items() if not kept.growing), None)
            if idle is None:
                raise Refusal("busy", say("{n} games are being analysed already; try again later", n=KEPT))
            del self._kept[idle]
        self._kept[table.id] = found
        return found

    def leave(self, table: str, connection: Connection) -> None:
        """Removes a connection that is gone."""
        if table in self._kept:
            self._kept[table].leave(connection)

    def ready(self, match: Match) -> bool:
        """Whether the analysis of a match can begin at once; otherwise its code is being compiled."""
        return self._pool.ready(match)

    async def study(self, table: str, match: Match, ply: int, charged_clients: frozenset[str]) -> StudiedPosition:
        """Analyses one position in its turn. Raises NotReady, and Refusal if its clients have no time left."""
        async with self._turn:
            return await self._pool.study(
                Requester(table, whole=True, charged_clients=charged_clients),
                match,
                lambda token: self._study(match, ply, token),
            )

    def _study(self, match: Match, ply: int, token: CancelToken) -> StudiedPosition:
        """The result is useless if it was cancelled."""
        return described(match, analysis.analyse_position(match, ply, effort=self._effort, token=token))

    def studying(self, match: Match, ply: int, reader: int) -> Searches[StudiedPosition]:
        """The searches that study one position for one reader."""
        return studying(match, ply, self._effort, reader)

    def stop(self) -> None:
        """Stops all work."""
        for kept in self._kept.values():
            kept.stop()
