"""The price of a request: its processor time.

Every HTTP request and every message at a table runs as `Prices.pay`, which measures the processor time that it takes in
the event loop and in threads, and charges its address, and its account if it has one. So a new kind of request has its
price from the start. Two limits bound it: `cpu_seconds` in the long run, and `cpu_share` while other addresses are
active. Requests beyond the share wait for a turn, and are refused after `PATIENCE_S`.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from contextvars import ContextVar
from typing import Any, TypeVar
from weakref import ref

from cogtable.server.core.limits import MAX_ADDRESSES, Counts, Exceeded
from cogtable.server.core.token_bucket import TokenBucket

Answer = TypeVar("Answer")

ACCOUNT = "account "
"""The prefix of clients that are accounts, not addresses."""

AT_ONCE_S = 1.0
"""The processor time in seconds that a client gets at once before its share counts."""

TOGETHER_S = 30.0
"""How long an address counts as active after a request, in seconds. A single active address has no share to keep to."""

PATIENCE_S = 10.0
"""The longest wait for a turn, in seconds."""

TURN_S = 0.25
"""The longest turn, in seconds: a request may hold its turn no longer while it waits for something else."""

LEAST_S = 0.002
"""Seconds of processor time below which time is charged together with the next."""


def _nothing() -> None:
    pass


class _Line:
    """The requests of one client that wait because it has used its share."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.turn = asyncio.Lock()
        self.asked = -math.inf
        """The time of the last request, by the clock of the event loop in seconds."""
        self._milliseconds = TokenBucket(1000 * share, 1000 * AT_ONCE_S)

    @property
    def wait_s(self) -> float:
        """Seconds until there is time again."""
        return self._milliseconds.wait_s

    def spend(self, seconds: float) -> None:
        """Takes processor time that was used, in seconds."""
        self._milliseconds.spend(1000 * seconds)

    async def take_turn(self) -> Callable[[], None]:
        """Waits until there is time again and earlier requests had their turns. Returns what ends the turn."""
        await self.turn.acquire()
        try:
            while wait_s := self.wait_s:
                await asyncio.sleep(min(wait_s, TURN_S))
        except BaseException:
            self.turn.release()
            raise
        has_turn = True

        def done() -> None:
            nonlocal has_turn
            if has_turn:
                has_turn = False
                self.turn.release()

        asyncio.get_running_loop().call_later(TURN_S, done)
        return done


class Meter:
    """Measures the processor time of a request, or of all messages of a connection, and charges its clients."""

    def __init__(self, prices: Prices, address: str) -> None:
        self.charged_clients = [address]
        self.prices = prices
        self.runs = False
        """Whether the event loop now runs something that is charged to the clients."""
        self._owed = 0.0
        self._in_threads: deque[float] = deque()
        """Seconds that threads have used since the last `add`."""

    def add(self, seconds: float, at_least: float = LEAST_S) -> None:
        """Adds time that was used in the event loop, in seconds, and the time of threads until now."""
        self._owed += seconds
        while self._in_threads:
            self._owed += self._in_threads.popleft()
        if self._owed >= at_least:
            owed, self._owed = self._owed, 0.0
            self.prices.spend(self.charged_clients, owed)

    def timed(self, work: Callable[[], Answer]) -> Answer:
        """Does work in another thread; its time is added at the next `add`."""
        began = time.thread_time()
        try:
            return work()
        finally:
            self._in_threads.append(time.thread_time() - began)


_meter: ContextVar[Callable[[], Meter | None]] = ContextVar("meter", default=_nothing)
"""A weak reference: timers and tasks keep their context for longer than the request lasts."""


class _Metered(Awaitable[Answer]):
    """A coroutine whose steps are measured."""

    def __init__(self, work: Coroutine[Any, Any, Answer], meter: Meter) -> None:
        self._work = work
        self._meter = meter

    def __await__(self) -> Generator[Any, Any, Answer]:
        meter, steps = self._meter, self._work.__await__()
        step: Callable[[Any], Any] = steps.send
        given: Any = None
        while True:
            is_part, meter.runs = meter.runs, True
            began = time.thread_time()
            try:
                awaited = step(given)
            except StopIteration as end:
                found: Answer = end.value
                return found
            finally:
                given = None  # an error holds this frame, which must not hold the error
                meter.runs = is_part
                if not is_part:  # else whatever it is a part of is measured
                    meter.add(time.thread_time() - began)
            try:
                step, given = steps.send, (yield awaited)
            except BaseException as error:  # the task is cancelled, or closed
                step, given = steps.throw, error
            awaited = None  # this frame must not hold what has failed either


def metered(work: Coroutine[Any, Any, Answer]) -> Coroutine[Any, Any, Answer]:
    """Work for a task of its own, at the price of the request that runs now, if one does."""
    meter = _meter.get()()
    return _measured(work, meter) if meter and meter.runs else work


async def _measured(work: Coroutine[Any, Any, Answer], meter: Meter) -> Answer:
    return await _Metered(work, meter)


async def pay(work: Coroutine[Any, Any, Answer], id: int = -1) -> Answer:  # noqa: A002 - the message's own word
    """Answers a message at the price of its connection. Raises Exceeded."""
    meter = _meter.get()()
    if meter is None:
        return await work
    with ExitStack() as turns:
        turns.callback(work.close)
        try:
            for client in meter.charged_clients:
                turns.callback(await meter.prices.admit(client))
        except Exceeded as exceeded:
            exceeded.id = id
            raise
        return await _Metered(work, meter)


async def pays_too(account: str) -> None:
    """Charges the present request to an account too. Raises Exceeded."""
    meter = _meter.get()()
    client = ACCOUNT + account
    if meter and client not in meter.charged_clients:
        await meter.prices.admit(client)
        meter.charged_clients.append(client)


class Prices:
    """The processor time that each client has used. `spent` is called with all of it, in seconds."""

    def __init__(self, counts: Counts, spent: Callable[[float], None] = lambda _: None) -> None:
        self._counts = counts
        self._spent = spent
        self._lines: OrderedDict[str, _Line] = OrderedDict()
        """By client, the most recent last."""

    async def pay(self, address: str, work: Coroutine[Any, Any, Answer], *, is_probe: bool = False) -> Answer:
        """Answers a request and charges its address. Raises Exceeded; a probe only waits."""
        with ExitStack() as turns:
            turns.callback(work.close)
            turns.callback(await self.admit(address, is_probe=is_probe))
            meter = Meter(self, address)
            turns.callback(_meter.reset, _meter.set(ref(meter)))
            turns.callback(meter.add, 0, 0)
            return await _Metered(work, meter)

    async def admit(self, client: str, *, is_probe: bool = False) -> Callable[[], None]:
        """Waits for the client's turn. Returns a function that ends the turn. Raises Exceeded; a probe is let through
        instead.
        """
        if not is_probe:
            self._counts.check("cpu_seconds", client)
        if math.isinf(self._counts.limits.cpu_share):
            return _nothing
        line = self._line(client)
        now = asyncio.get_running_loop().time()
        line.asked = now
        self._lines.move_to_end(client)
        if not line.turn.locked() and (not line.wait_s or self._is_alone(now)):
            return _nothing
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await line.take_turn()
        except TimeoutError:
            if not is_probe:
                self._counts.refuse("cpu_share", line.wait_s)
            return _nothing

    def spend(self, charged_clients: list[str], seconds: float) -> None:
        """Charges processor time, in seconds, to each client."""
        self._spent(seconds)
        for client in charged_clients:
            self._counts.spend("cpu_seconds", client, seconds)
            if not math.isinf(self._counts.limits.cpu_share):
                self._line(client).spend(seconds)

    def _line(self, client: str) -> _Line:
        share = self._counts.limits.cpu_share
        found = self._lines.get(client)
        if found is None or found.share != share:
            found = self._lines[client] = _Line(share)
            if len(self._lines) > MAX_ADDRESSES:
                self._lines.popitem(last=False)
        return found

    def _is_alone(self, now: float) -> bool:
        """Whether only one address was active for a while."""
        others = (line for client, line in reversed(self._lines.items()) if not client.startswith(ACCOUNT))
        next(others, None)
        return now - next((line.asked for line in others), -math.inf) > TOGETHER_S


# --- threads -----------------------------------------------------------------------------------------


class Metered(ThreadPoolExecutor):
    """Threads whose time is charged to the request that submits work."""

    def submit(self, fn: Callable[..., Answer], /, *args: Any, **more: Any) -> Future[Answer]:
        """Runs a function in one of the threads."""
        meter = _meter.get()()
        if meter is None or not meter.runs:
            return super().submit(fn, *args, **more)
        return super().submit(meter.timed, lambda: fn(*args, **more))


class OneEach(ThreadPoolExecutor):
    """Threads, of which one at a time works for each client. Python runs only one thread at a time, so more would only
    slow the event loop.
    """

    def __init__(self) -> None:
        super().__init__(thread_name_prefix="work")
        self._lanes: dict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = {}
        self._changes = threading.Lock()

    def submit(self, fn: Callable[..., Answer], /, *args: Any, **more: Any) -> Future[Answer]:
        """Runs a function in one of the threads, after the client's earlier ones."""
        meter = _meter.get()()
        if meter is None or not meter.runs:
            return super().submit(fn, *args, **more)
        future: Future[Answer] = Future()
        client = meter.charged_clients[0]
        with self._changes:
            lane = self._lanes.setdefault(client, deque())
            lane.append((future, lambda: meter.timed(lambda: fn(*args, **more))))
            is_first = len(lane) == 1
        if is_first:
            super().submit(self._next, client)
        return future

    def _next(self, client: str) -> None:
        future, work = self._lanes[client][0]
        if future.set_running_or_notify_cancel():
            try:
                found = work()
            except BaseException as error:
                future.set_exception(error)
                del future  # the error holds this frame
            else:
                future.set_result(found)
        with self._changes:
            lane = self._lanes[client]
            lane.popleft()
            if not lane:
                del self._lanes[client]
                return
        with suppress(RuntimeError):  # the server has stopped
            super().submit(self._next, client)
