"""Hints: the best bot's moves, for a person who asks before a decision."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from cogtable.engine.play.match import Revision
from cogtable.engine.text.words import phrase, say
from cogtable.lab import analysis
from cogtable.server.core.cpu_time import metered
from cogtable.server.core.refusal import Refusal
from cogtable.server.rooms.connections import Connections
from cogtable.server.rooms.page_searches import PageSearches, is_usable
from cogtable.server.rooms.stored_table import StoredTable
from cogtable.server.table.hinting import Hinting
from cogtable.server.table.searches_elsewhere import PageFailed
from cogtable.server.thinking.fair_queue import Requester
from cogtable.server.thinking.pool import Advised, Pool
from cogtable.server.wire import from_client, from_server

log = logging.getLogger("cogtable.server")


class _Page(NamedTuple):
    """A page that can search, and the number of its request."""

    searches: PageSearches
    question: int


class _Search:
    """A search for one decision of a seat, identified by the revision at which the decision began."""

    def __init__(self, since: Revision, task: asyncio.Task[Advised]) -> None:
        self.since = since
        self.task = task
        self.waiting = 0
        """The number of requests that wait for the search."""
        task.add_done_callback(_failed)  # retrieves the error, which may have no other reader


class Hints:
    """The hints of one table. There is one search for each decision, even if it is requested several times, and one
    search at a time for each seat.
    """

    def __init__(
        self,
        table: StoredTable,
        pool: Pool,
        hinting: Hinting,
        connections: Connections,
    ) -> None:
        self._table = table
        self._pool = pool
        self._hinting = hinting
        self._connections = connections
        self._searches: dict[int, _Search] = {}
        """For each seat, the search for the decision of its last request."""

    @property
    def busy(self) -> bool:
        """Whether a search is running."""
        return any(not search.task.done() for search in self._searches.values())

    def drop_late(self) -> None:
        """Drops the searches for decisions that have been made."""
        for seat, search in list(self._searches.items()):
            waits = seat in self._table.match.waiting
            if not waits or self._table.decision_since(seat) != search.since:
                self._drop(seat, search)

    async def give(self, seat: int, message: from_client.AskHint, page: PageSearches) -> from_server.Hint:
        """Returns the answer to a request. The search runs in the `page` that asks if that has an engine. Raises
        Refusal, also when the decision has been made in the meantime.
        """
        self._hinting.check(seat, message)
        if not await is_usable(message.engine, self._table.match.game):
            advice, short = await self._advised(seat)
            await self._help(seat, message)
        else:
            await self._help(seat, message)  # first, since the page learns the result before the server
            advice, short = await self._advised(seat, _Page(page, message.id))
        return self._hinting.hint(seat, message, advice, short)

    async def _help(self, seat: int, message: from_client.AskHint) -> None:
        """Makes a rated game against bots unrated."""
        if self._table.row.counts:
            await self._table.change(lambda: self._hinting.given(seat, message))

    async def _advised(self, seat: int, page: _Page | None = None) -> Advised:
        """Returns the result of the search for a seat's decision. Raises Refusal if the decision is made in the
        meantime.
        """
        search = self._search(seat, page)
        search.waiting += 1
        try:
            await asyncio.wait({search.task})
        finally:
            search.waiting -= 1
            # Not at once: a newer request of the same person may replace this one and use the same search.
            asyncio.get_running_loop().call_soon(self._drop_unwanted, seat, search)
        if search.task.cancelled():
            words = phrase("the decision you asked about has been made; the table is at move {ply}")
            raise Refusal("late", say(words, ply=self._table.match.ply))
        return search.task.result()

    def _search(self, seat: int, page: _Page | None) -> _Search:
        """Returns the search for the present decision of a seat: the running one unless it
        failed, otherwise a new one.
        """
        since = self._table.decision_since(seat)
        known = self._searches.get(seat)
        if known is None or known.since != since or _failed(known.task):
            if known:
                known.task.cancel()
            known = self._searches[seat] = _Search(since, asyncio.create_task(metered(self._run(seat, page))))
        return known

    async def _run(self, seat: int, page: _Page | None) -> Advised:
        table, match = self._table, self._table.match
        if page:
            try:
                searches = analysis.advising(match, seat)
                return Advised(await page.searches.run(page.question, searches, match.game))
            except PageFailed as failure:
                log.info("table %s: the server searches for a hint instead of a page: %s", table.id, failure)
        return await self._pool.advise(
            Requester(table.id, charged_clients=self._connections.charged_clients), match, seat, analysis.SEED
        )

    def _drop_unwanted(self, seat: int, search: _Search) -> None:
        if not search.waiting and not search.task.done():
            self._drop(seat, search)

    def _drop(self, seat: int, search: _Search) -> None:
        search.task.cancel()
        if self._searches.get(seat) is search:
            del self._searches[seat]


def _failed(task: asyncio.Task[Advised]) -> bool:
    """Whether a search has ended without a result."""
    return task.done() and (task.cancelled() or task.exception() is not None)
