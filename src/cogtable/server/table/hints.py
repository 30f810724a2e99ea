"""Hints: what the best bot would do for a person who has a decision to make and asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cogtable.engine.play.match import Revision
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.cpu_time import metered
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import NO_LESSON
from cogtable.server.table.decisions import seed_of
from cogtable.server.table.rated import against
from cogtable.server.table.table import Table
from cogtable.server.thinking.fair_queue import Requester
from cogtable.server.thinking.pool import Advised, Pool
from cogtable.server.wire import protocol


class _Search:
    """A search for one decision of a seat, identified by the revision at which it began."""

    def __init__(self, since: Revision, task: asyncio.Task[Advised]) -> None:
        self.since = since
        self.task = task
        self.waiting = 0
        """How many requests wait for it."""
        task.add_done_callback(_failed)  # looks at the error, which nobody else may do


class Hints:
    """The hints of one table. There is one search per decision, however often somebody asks, and one at a time per
    seat.
    """

    def __init__(
        self,
        table: Table,
        pool: Pool,
        check_turn: Callable[[int, Revision], None],
        payers: Callable[[], frozenset[str]],
        unrated: Callable[[], None] = lambda: None,
    ) -> None:
        self._payers = payers
        """Answers with the addresses for which the server thinks."""
        self._table = table
        self._pool = pool
        self._check_turn = check_turn
        """Raises Refusal unless a seat still has the decision that it had at this revision."""
        self._unrated = unrated
        """Called when the game is not rated any more."""
        self._searches: dict[int, _Search] = {}
        """For each seat, the search for the decision that it last asked about."""

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

    async def give(self, seat: int, message: protocol.AskHint) -> protocol.Hint:
        """The answer to a request. Raises Refusal, also when the decision has been made meanwhile."""
        seen = Revision(message.undone, message.ply)
        self._check_turn(seat, seen)
        if self._table.lesson != NO_LESSON:
            raise Refusal("lesson", say("the coach says what to do; there are no hints during the lesson"))
        if not self._table.match.options["assists"]:
            raise Refusal("assists", say("assists are off at this table, so there are no hints during the game"))
        _check_may_help(self._table, unrated=message.unrated)
        advice, short = await self._advised(seat)
        self._check_turn(seat, seen)
        if self._table.row.counts:
            await asyncio.shield(asyncio.create_task(metered(self._set_unrated(seat, seen))))
        return protocol.Hint(
            id=message.id,
            ply=message.ply,
            pieces=list(advice.pieces),
            moves=[
                protocol.Considered(action=move.action, words=move.words, chance=round(move.chance, 4))
                for move in advice.candidates
            ],
            chances=[round(chance, 4) for chance in advice.chances],
            short=short,
        )

    async def _set_unrated(self, seat: int, seen: Revision) -> None:
        async with self._table.changing():
            self._check_turn(seat, seen)
            await self._table.set_unrated("hint")
        self._unrated()

    async def _advised(self, seat: int) -> Advised:
        """What the search for the decision of a seat finds. Raises Refusal when the decision is made meanwhile."""
        search = self._search(seat)
        search.waiting += 1
        try:
            await asyncio.wait({search.task})
        finally:
            search.waiting -= 1
            # Not at once: a newer request of the same person replaces this one, and wants the same.
            asyncio.get_running_loop().call_soon(self._drop_unwanted, seat, search)
        if search.task.cancelled():
            words = phrase("the decision you asked about has been made; the table is at move {ply}")
            raise Refusal("late", say(words, ply=self._table.match.ply))
        return search.task.result()

    def _search(self, seat: int) -> _Search:
        """The search for the present decision of a seat: that which is there, unless it failed, or a new one."""
        since = self._table.decision_since(seat)
        known = self._searches.get(seat)
        if known is None or known.since != since or _failed(known.task):
            if known:
                known.task.cancel()
            known = self._searches[seat] = _Search(since, asyncio.create_task(metered(self._run(seat))))
        return known

    async def _run(self, seat: int) -> Advised:
        table, match = self._table, self._table.match
        seed = seed_of(table.row, seat, match.ply)
        return await self._pool.advise(Requester(table.id, payers=self._payers()), match, seat, seed)

    def _drop_unwanted(self, seat: int, search: _Search) -> None:
        if not search.waiting and not search.task.done():
            self._drop(seat, search)

    def _drop(self, seat: int, search: _Search) -> None:
        search.task.cancel()
        if self._searches.get(seat) is search:
            del self._searches[seat]


def _check_may_help(table: Table, *, unrated: bool) -> None:
    """Raises Refusal in a rated game, except in one against bots whose person takes it to be `unrated` from now on."""
    if not table.row.counts:
        return
    if against(table.row) == "people":
        raise Refusal("assists", say("this game is rated, so there are no hints"))
    if not unrated:
        raise Refusal("rated", say("with a hint this game is no longer rated; ask again if you want one"))


def _failed(task: asyncio.Task[Advised]) -> bool:
    """Whether a search has ended without a result."""
    return task.done() and (task.cancelled() or task.exception() is not None)
