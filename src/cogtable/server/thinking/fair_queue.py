"""Fair turns for searches: every table gets its share, for any number of tables and any thinking time of their bots.

A limited number of searches run at once; the others wait in one queue per table, and tables take turns. If many wait, a
search that has used its share of the time is stopped early, and the bot takes the best move found so far.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, deque
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from cogtable.bots import CancelToken

FAIR_S = 2.0
"""About the longest wait for a turn, in seconds, unless searches would then get less than `LEAST_S`."""

LEAST_S = 0.02
"""The time that every search gets, in seconds."""

OTHERS = 4
"""One in this many turns goes to tables where no person waits, if any."""


class Requester(NamedTuple):
    """The requester of a search: a table, and whether a person with a seat is present and waits for the game to
    continue.

    A search that must be `whole` is not stopped early. Other searches are stopped after `within` seconds, even if few
    wait. The time is charged to the `charged_clients`.
    """

    table: str
    waited: bool = False
    whole: bool = False
    within: float = math.inf
    charged_clients: frozenset[str] = frozenset()


class Budget(Protocol):
    """The time that searches can use for each client."""

    def check(self, charged_clients: Collection[str]) -> None:
        """Raises an error that says when to try again, if none of the clients has time left."""

    def has_left(self, charged_clients: Collection[str]) -> bool:
        """Whether any of the clients has time left, or no client is charged."""

    def spend(self, charged_clients: Collection[str], seconds: float) -> None:
        """Charges the time of a search to the clients in equal parts."""


class Unbounded:
    """A budget without a limit."""

    def check(self, charged_clients: Collection[str]) -> None:
        """Never raises an error."""

    def has_left(self, charged_clients: Collection[str]) -> bool:
        """Always returns True."""
        return True

    def spend(self, charged_clients: Collection[str], seconds: float) -> None:
        """Counts nothing."""


class LoopClock(Protocol):
    """The event-loop functions that turns need."""

    def time(self) -> float:
        """Returns the time in seconds, from an arbitrary start."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> asyncio.TimerHandle:
        """Calls a function after a delay in seconds."""


class Turn:
    """A turn, which lasts until `done` is called. `token` cancels the search; `stop` is for callers that want it
    stopped.
    """

    def __init__(self, requester: Requester) -> None:
        self.requester = requester
        self.token = CancelToken()
        self.began = 0.0
        self.given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.stopped = False
        self.when_stopped: Callable[[], None] = lambda: None
        """Stops a search that `token` cannot reach."""

    def stop(self) -> None:
        """Stops the search as soon as possible."""
        if not self.stopped:
            self.stopped = True
            self.token.cancel()
            self.when_stopped()


class Turns:
    """Gives at most `most` turns at once, and at most `per_table` of them to one table.

    Tables take turns: after its turn, a table goes to the end of the queue. Tables where a person waits go first,
    except on every fourth turn (`OTHERS`). A search is stopped after its `slice`, which is short if nothing is left of
    the `budget`.
    """

    def __init__(self, most: int, per_table: int, clock: LoopClock | None = None, budget: Budget | None = None) -> None:
        self._budget = budget or Unbounded()
        self._most = most
        self._per_table = per_table
        self._clock = clock or asyncio.get_running_loop()
        self._waiting: dict[bool, dict[str, deque[Turn]]] = {True: {}, False: {}}
        """The waiting turns, by whether a person waits and by table, in the order in which the
        tables get their turns.
        """
        self._running: list[Turn] = []
        self._passed_over = 0
        """How many turns in a row went to tables with a waiting person while others waited too."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def crowd(self) -> int:
        """The number of searches that run or wait."""
        return len(self._running) + sum(len(queue) for tables in self._waiting.values() for queue in tables.values())

    async def take(self, requester: Requester) -> Turn:
        """Waits for a turn. Cancel the waiting task to give the turn up."""
        turn = Turn(requester)
        self._waiting[requester.waited].setdefault(requester.table, deque()).append(turn)
        self._look()
        try:
            await turn.given
        except asyncio.CancelledError:
            if turn in self._running:
                self.done(turn)
            else:
                self._forget(turn)
            raise
        return turn

    @property
    def running(self) -> Sequence[Turn]:
        """Returns the turns whose searches run, in the order in which they began."""
        return tuple(self._running)

    def done(self, turn: Turn) -> None:
        """Ends a turn."""
        self._running.remove(turn)
        self._budget.spend(turn.requester.charged_clients, self._clock.time() - turn.began)
        self._look()

    def stop(self) -> None:
        """Stops all running searches."""
        for turn in self._running:
            turn.stop()

    def slice(self, turn: Turn) -> float | None:
        """Returns how many seconds a search can take at present; None if there is no limit."""
        others = {
            table
            for waited, tables in self._waiting.items()
            for table in tables
            if waited >= turn.requester.waited and table != turn.requester.table
        }
        if turn.requester.whole:
            return None
        share = FAIR_S * self._most / len(others) if others else math.inf
        within = turn.requester.within if self._budget.has_left(turn.requester.charged_clients) else 0
        seconds = max(LEAST_S, min(share, within))
        return None if math.isinf(seconds) else seconds

    def _forget(self, turn: Turn) -> None:
        """Removes an unwanted turn from its queue."""
        tables = self._waiting[turn.requester.waited]
        if turn in tables.get(turn.requester.table, ()):
            tables[turn.requester.table].remove(turn)
            if not tables[turn.requester.table]:
                del tables[turn.requester.table]
            self._look()

    def _look(self) -> None:
        """Starts waiting turns, and stops searches whose time is up."""
        while len(self._running) < self._most and (turn := self._next()):
            if turn.given.cancelled():
                continue
            self._running.append(turn)
            turn.began = self._clock.time()
            turn.given.set_result(None)
        if self._timer:
            self._timer.cancel()
            self._timer = None
        left = [self._time_left(turn) for turn in self._running if not turn.stopped]
        if wait := min((seconds for seconds in left if seconds), default=0):
            self._timer = self._clock.call_later(wait, self._look)

    def _time_left(self, turn: Turn) -> float:
        """Returns the seconds until a search must be checked again, and stops it if none are left. 0 means never."""
        share = self.slice(turn)
        if share is None:
            return 0
        left = turn.began + share - self._clock.time()
        if left <= 0:
            turn.stop()
        return max(0, left)

    def _next(self) -> Turn | None:
        """Removes and returns the next waiting turn that can start; None if there is none."""
        busy = Counter(turn.requester.table for turn in self._running)

        def first(waited: bool) -> str | None:
            return next((table for table in self._waiting[waited] if busy[table] < self._per_table), None)

        people, others = first(True), first(False)
        if people is not None and others is not None and self._passed_over < OTHERS - 1:
            self._passed_over += 1
            return self._taken(True, people)
        self._passed_over = 0
        if others is not None:
            return self._taken(False, others)
        return None if people is None else self._taken(True, people)

    def _taken(self, waited: bool, table: str) -> Turn:
        """Removes and returns the first waiting turn of a table. The table then goes to the end of the queue."""
        tables = self._waiting[waited]
        queue = tables.pop(table)
        turn = queue.popleft()
        if queue:
            tables[table] = queue
        return turn
