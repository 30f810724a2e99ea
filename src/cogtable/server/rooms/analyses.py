"""Analyses of finished games: computed in the background, once per table, and sent as they proceed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import NamedTuple

from cogtable.bots import CancelToken
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import phrase, say
from cogtable.lab import analysis
from cogtable.lab.analysis import AnalysisEffort, JudgedMove
from cogtable.server.core.refusal import Refusal
from cogtable.server.rooms.connection import Connection
from cogtable.server.rooms.stored_table import StoredTable
from cogtable.server.thinking.fair_queue import Requester
from cogtable.server.thinking.pool import NotReady, Pool
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")

KEPT = 50
"""The number of analyses kept in memory; the least recently used is dropped first."""

BATCH_S = 0.25
"""How long new positions wait for more before they are sent together, in seconds."""


class _Described(NamedTuple):
    """A choice with its words and pieces, and whether everybody is allowed to see it."""

    words: str
    pieces: list[str]
    public: bool


class StudiedPosition(NamedTuple):
    """A position with its chances; for a decision, also the move played and the best one, in words."""

    chances: list[float]
    move: JudgedMove | None
    played: _Described | None
    best: _Described | None

    def position_for(self, reader: int) -> from_server.AnalysedPosition:
        """Returns the part of it that a seat is allowed to see, -1 for a spectator."""
        chances = [round(chance, 4) for chance in self.chances]
        if not (self.move and self.played and self.best):
            return from_server.AnalysedPosition(chances=chances)
        move = self.move
        verdict = from_server.Verdict(seat=move.seat, chance=round(move.chance, 4), best=round(move.best_chance, 4))
        if self.played.public or reader == move.seat:
            verdict.words, verdict.pieces = self.played.words, self.played.pieces
        if move.best != move.action and (self.best.public or reader == move.seat):
            verdict.better, verdict.better_pieces = self.best.words, self.best.pieces
        return from_server.AnalysedPosition(chances=chances, move=verdict)


def study_position(match: Match, ply: int, effort: AnalysisEffort, token: CancelToken) -> StudiedPosition:
    """Analyses one position of a finished match. The result is useless if it was cancelled."""
    position = analysis.analyse_position(match, ply, effort=effort, token=token)
    move = position.move
    if move is None:
        return StudiedPosition(position.chances, None, None, None)
    then = match.at(ply)
    played = _describe(then, move.seat, move.action)
    best = played if move.best == move.action else _describe(then, move.seat, move.best)
    return StudiedPosition(position.chances, move, played, best)


def _describe(match: Match, seat: int, action: int) -> _Described:
    choice = match.choice(seat, action)
    return _Described(choice.text, list(choice.pieces), analysis.public(match, seat, action))


class _Listener(NamedTuple):
    """A connection's request, by the number of its message, and how much of the analysis it has been sent."""

    question: int
    sent: int


class GameAnalysis:
    """The analysis of one match so far. It proceeds while a connection listens."""

    def __init__(self, table: StoredTable, analyses: Analyses) -> None:
        self._table = table.id
        self._match = table.match
        self._find_stood_in = table.stood_in
        self._stood_in: frozenset[int] | None = None
        """The moves that bots made for people; None until they are read."""
        self._analyses = analyses
        self._studied: list[StudiedPosition] = []
        self._listeners: dict[Connection, _Listener] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def total(self) -> int:
        """The number of positions."""
        return self._match.ply + 1

    @property
    def growing(self) -> bool:
        """Whether the analysis is in progress."""
        return self._task is not None and not self._task.done()

    def listen(self, connection: Connection, question: int) -> None:
        """Answers a request with the positions so far, and from then on with new ones."""
        self._listeners[connection] = _Listener(question, len(self._studied))
        connection.send(self._news(connection.seat, 0))
        if len(self._studied) < self.total and not self.growing:
            self._task = asyncio.create_task(self._grow())

    def leave(self, connection: Connection) -> None:
        """Removes a listener. When none is left, the work pauses."""
        self._listeners.pop(connection, None)
        if not self._listeners:
            self.stop()

    def stop(self) -> None:
        """Stops the work."""
        if self._task:
            self._task.cancel()
            self._task = None

    async def _grow(self) -> None:
        position_for = time.monotonic()
        try:
            if self._stood_in is None:
                self._stood_in = await self._find_stood_in()
            while self._listeners and len(self._studied) < self.total:
                charged_clients = frozenset(listener.address for listener in self._listeners)
                self._studied.append(
                    await self._analyses.study(self._table, self._match, len(self._studied), charged_clients)
                )
                if time.monotonic() - position_for > BATCH_S or len(self._studied) == self.total:
                    self._send_news()
                    position_for = time.monotonic()
        except Refusal as refusal:
            self._fail(str(refusal), refusal.code)
        except NotReady as error:
            log.warning("table %s: there is no analysis: %s", self._table, error)
            words = phrase("no analysis is available: the code for it could not be compiled; the server's log says why")
            self._fail(say(words))
        except Exception:
            log.exception("table %s: the analysis failed at move %d", self._table, len(self._studied))
            self._fail(say("the analysis failed; the server's log says how"))

    def _fail(self, words: str, code: from_server.Code = "internal") -> None:
        for connection, listener in self._listeners.items():
            connection.send(from_server.encode(from_server.Error(code=code, words=words, id=listener.question)))
        self._listeners.clear()

    def _send_news(self) -> None:
        """Sends each listener the positions that it does not have yet."""
        texts: dict[tuple[int, int], str] = {}
        for connection, listener in self._listeners.items():
            key = connection.seat, listener.sent
            if key not in texts:
                texts[key] = self._news(*key)
            connection.send(texts[key])
            self._listeners[connection] = listener._replace(sent=len(self._studied))

    def _news(self, seat: int, first: int) -> str:
        positions = [studied.position_for(seat) for studied in self._studied[first:]]
        for ply, position in enumerate(positions, first):
            if position.move:
                position.move.stood_in = ply in (self._stood_in or ())
        for mark in self._match.marks():
            if first <= mark.ply < len(self._studied):
                positions[mark.ply - first].taken_back.append(mark.words)
        warming = len(self._studied) < self.total and not self._analyses.ready(self._match)
        return from_server.encode(
            from_server.Analysis(first=first, total=self.total, positions=positions, warming=warming)
        )


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
                lambda token: study_position(match, ply, self._effort, token),
            )

    def stop(self) -> None:
        """Stops all work."""
        for kept in self._kept.values():
            kept.stop()
