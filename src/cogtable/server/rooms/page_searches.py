"""Searches that the page of a connection runs in its own Web Workers, so that they cost the server nothing.

A page only gets records that are hidden for a seat, of what its reader may know. Its results are shown to nobody else,
except to other connections of the same seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar
from weakref import WeakMethod

from cogtable.bots.mcts import SearchResult
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.text.words import say
from cogtable.lab import analysis
from cogtable.lab.analysis import Searches, SearchOrder
from cogtable.server.core.refusal import Refusal
from cogtable.server.table.searches_elsewhere import PageFailed, checked, written
from cogtable.server.thinking.modules import is_current
from cogtable.server.wire import from_client, from_server

Outcome = TypeVar("Outcome")

PATIENCE_S = 30.0
"""How long a page may take for a task, in seconds. Its own limit for a silent worker is shorter."""


class _Ended(NamedTuple, Generic[Outcome]):
    outcome: Outcome


async def is_usable(engine: from_client.PageEngine | None, game: GameSpec) -> bool:
    """Whether a page has an engine that gives the same results as the server would."""
    return engine is not None and await asyncio.to_thread(is_current, game, engine.module, engine.box)


class PageSearches:
    """The searches of one connection's page."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = WeakMethod(send)  # the connection refers to its searches, and its memory must be freed at once
        self._tasks: dict[int, asyncio.Future[list[from_client.FoundBySearch]]] = {}
        """The tasks that the page has not answered."""
        self._count = 0
        self._closed = False

    async def run(self, question: int, searches: Searches[Outcome], game: GameSpec) -> Outcome:
        """Returns the outcome of a computation for the page's request with the number `question`. Raises PageFailed,
        and Refusal if the page no longer wants it.
        """
        step = await asyncio.to_thread(_next, searches)
        while not isinstance(step, _Ended):
            results = await self._ask(question, step, game)
            step = await asyncio.to_thread(_after, searches, step, results, game)
        outcome: Outcome = step.outcome
        return outcome

    def take(self, answer: from_client.Searched) -> None:
        """Takes an answer. One to a task that is no longer needed is ignored."""
        task = self._tasks.pop(answer.task, None)
        if task is None or task.done():
            return
        if not answer.wanted:
            task.set_exception(Refusal("late", say("you no longer want an answer")))
        elif not answer.results:
            task.set_exception(PageFailed("its engine failed"))
        else:
            task.set_result(answer.results)

    def close(self) -> None:
        """Ends all tasks: the page is gone."""
        self._closed = True
        for task in self._tasks.values():
            if not task.done():
                task.set_exception(PageFailed("it is gone"))
        self._tasks.clear()

    async def _ask(self, question: int, orders: list[SearchOrder], game: GameSpec) -> list[from_client.FoundBySearch]:
        send = self._send()
        if self._closed or send is None:
            raise PageFailed("it is gone")
        self._count += 1
        number = self._count
        task: asyncio.Future[list[from_client.FoundBySearch]] = asyncio.get_running_loop().create_future()
        self._tasks[number] = task
        guided = analysis.is_guided(game, int(orders[0].hidden[0].seats))
        searches = [written(order) for order in orders]
        send(
            from_server.encode(
                from_server.SearchTask(
                    id=question, task=number, most=analysis.CANDIDATES, guided=guided, searches=searches
                )
            )
        )
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await task
        except TimeoutError:
            raise PageFailed(f"no answer within {PATIENCE_S:g} s") from None
        finally:
            self._tasks.pop(number, None)


def _next(searches: Searches[Outcome], found: list[SearchResult] | None = None) -> list[SearchOrder] | _Ended[Outcome]:
    """Returns the next searches of a computation, or its outcome."""
    try:
        return analysis.advance(searches, found)
    except StopIteration as end:
        return _Ended(end.value)


def _after(
    searches: Searches[Outcome], orders: list[SearchOrder], results: list[from_client.FoundBySearch], game: GameSpec
) -> list[SearchOrder] | _Ended[Outcome]:
    """Returns the next searches of a computation after a page's results of the last ones, or its outcome. Raises
    PageFailed.
    """
    return _next(searches, checked(orders, results, game))
