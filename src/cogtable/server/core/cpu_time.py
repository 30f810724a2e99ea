"""Limits the processor time of requests.

Every HTTP request and every message at a table runs in `Prices.pay`. It measures the processor time used in the event
loop and in threads, and charges it to the address, and to the account if there is one. So new kinds of request are
charged without further code. Two limits apply: `cpu_seconds` in the long run, and `cpu_share` while other addresses are
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
"""The processor time in seconds that a client can use at once before its share counts."""

TOGETHER_S = 30.0
"""How long an address counts as active after a request, in seconds. The share does not apply to a single active
address.
"""

PATIENCE_S = 10.0
"""The longest wait for a turn, in seconds."""

TURN_S = 0.25
"""The longest turn, in seconds. A request loses its turn after that, even if it is waiting for something else."""

LEAST_S = 0.002
"""Processor time below this, in seconds, is charged together with later time."""


def _nothing() -> None:
    pass


class _Line:
    """One client's requests that wait because it has used up its share."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.turn = asyncio.Lock()
        self.asked = -math.inf
        """The time of the last request, by the clock of the event loop in seconds."""
        self._milliseconds = TokenBucket(1000 * share, 1000 * AT_ONCE_S)

    @property
    def wait_s(self) -> float:
        """Seconds until processor time is available again."""
        return self._milliseconds.wait_s

    def spend(self, seconds: float) -> None:
        """Charges processor time, in seconds."""
        self._milliseconds.spend(1000 * seconds)

    async def take_turn(self) -> Callable[[], None]:
        """Waits until processor time is available and earlier requests have had their turns. Returns a function that
        ends the turn.
        """
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
        """Whether the event loop is running code that is charged to the clients."""
        self._owed = 0.0
        self._in_threads: deque[float] = deque()
        """Seconds that threads have used since the last call of `add`."""

    def add(self, seconds: float, at_least: float = LEAST_S) -> None:
        """Adds time used in the event loop, in seconds, and the time that threads have used since the last call."""
        self._owed += seconds
        while self._in_threads:
            self._owed += self._in_threads.popleft()
        if self._owed >= at_least:
            owed, self._owed = self._owed, 0.0
            self.prices.spend(self.charged_clients, owed)

    def timed(self, work: Callable[[], Answer]) -> Answer:
        """Runs `work` in a thread; its time is added at the next call of `add`."""
        began = time.thread_time()
        try:
            return work()
        finally:
            self._in_threads.append(time.thread_time() - began)


_meter: ContextVar[Callable[[], Meter | None]] = ContextVar("meter", default=_nothing)
"""Holds a weak reference, because timers and tasks keep their context for longer than the request lasts."""


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
                given = None  # an error refers to this frame, so the frame must not refer to the error
                meter.runs = is_part
                if not is_part:  # otherwise the enclosing coroutine is measured
                    meter.add(time.thread_time() - began)
            try:
                step, given = steps.send, (yield awaited)
            except BaseException as error:  # the task was cancelled or closed
                step, given = steps.throw, error
            awaited = None  # this frame must not refer to a failed awaitable either


def metered(work: Coroutine[Any, Any, Answer]) -> Coroutine[Any, Any, Answer]:
    """Wraps work for a new task, so that its time is charged to the request that is running now, if any."""
    meter = _meter.get()()
    return _measured(work, meter) if meter and meter.runs else work


async def _measured(work: Coroutine[Any, Any, Answer], meter: Meter) -> Answer:
    return await _Metered(work, meter)


async def pay(work: Coroutine[Any, Any, Answer], id: int = -1) -> Answer:  # noqa: A002 - the message's own word
    """Answers a message and charges its connection. Raises Exceeded."""
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
    """Also charges the present request to an account. Raises Exceeded."""
    meter = _meter.get()()
    client = ACCOUNT + account
    if meter and client not in meter.charged_clients:
        await meter.prices.admit(client)
        meter.charged_clients.append(client)


class Prices:
    """The processor time that each client has used. `spent` is called with each amount, in seconds."""

    def __init__(self, counts: Counts, spent: Callable[[float], None] = lambda _: None) -> None:
        self._counts = counts
        self._spent = spent
        self._lines: OrderedDict[str, _Line] = OrderedDict()
        """By client, the most recent last."""

    async def pay(self, address: str, work: Coroutine[Any, Any, Answer], *, is_probe: bool = False) -> Answer:
        """Answers a request and charges its address. Raises Exceeded; a probe waits but is never refused."""
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
        """Whether only one address has been active recently."""
        others = (line for client, line in reversed(self._lines.items()) if not client.startswith(ACCOUNT))
        next(others, None)
        return now - next((line.asked for line in others), -math.inf) > TOGETHER_S


# --- threads -----------------------------------------------------------------------------------------


class Metered(ThreadPoolExecutor):
    """A thread pool that charges its time to the request that submits the work."""

    def submit(self, fn: Callable[..., Answer], /, *args: Any, **more: Any) -> Future[Answer]:
        """Runs a function in one of the threads."""
        meter = _meter.get()()
        if meter is None or not meter.runs:
            return super().submit(fn, *args, **more)
        return super().submit(meter.timed, lambda: fn(*args, **more))


class OneEach(ThreadPoolExecutor):
    """A thread pool that runs one function at a time for each client. Python runs only one thread at a time, so more
    would only slow the event loop.
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
                del future  # the error refers to this frame
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
