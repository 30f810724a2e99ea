"""Review of a finished game: its analysis and its earlier positions."""

from __future__ import annotations

import asyncio

import msgspec

from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.table.analyses import Analyses
from cogtable.server.table.connection import Connection
from cogtable.server.table.page_searches import is_usable
from cogtable.server.table.table import Table
from cogtable.server.wire import from_client
from cogtable.view import View


class EarlierViews:
    """Makes views of earlier positions for all tables of a server, one at a time, since each may replay a match."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()

    async def view(self, match: Match, seat: int, ply: int) -> View:
        """Returns the table as a seat saw it after `ply` moves, without choices and log."""
        async with self._busy:
            return await asyncio.to_thread(_view, match, seat, ply)


def _view(match: Match, seat: int, ply: int) -> View:
    view = match.at(ply).view(None if seat == SPECTATOR else seat)
    return msgspec.structs.replace(view, choices=[], previews=[], log=[])


class Review:
    """The analysis and the earlier positions of one game, once it is over."""

    def __init__(self, table: Table, analyses: Analyses, earlier_views: EarlierViews) -> None:
        self._table = table
        self._analyses = analyses
        self._earlier_views = earlier_views

    async def analyse(self, connection: Connection, message: from_client.Analyse) -> None:
        """Answers a request with the analysis, as it grows. Raises Refusal."""
        self._check_over()
        searches = await is_usable(message.engine, self._table.match.game)
        self._analyses.of(self._table).listen(connection, message.id, by_page=searches)

    async def look(self, seat: int, ply: int) -> View:
        """Returns the table as a seat saw it after `ply` moves, without choices and log. Raises Refusal."""
        self._check_over()
        last = self._table.match.ply
        if not 0 <= ply <= last:
            raise Refusal(
                "malformed", say("there is no position after move {ply}; there are 0 to {last}", ply=ply, last=last)
            )
        return await self._earlier_views.view(self._table.match, seat, ply)

    def leave(self, connection: Connection) -> None:
        """Stops sending the analysis to a connection."""
        self._analyses.leave(self._table.id, connection)

    def _check_over(self) -> None:
        match = self._table.match
        if not match.over:
            words = phrase("you can ask for that when the game is over; it is at move {ply}")
            raise Refusal("playing", say(words, ply=match.ply))
