"""Runs the searches for bots, hints and analyses in threads, in fair turns.

While its machine code is not ready, a bot runs interpreted, in a process of its own, for about a second. Bots of other
packages always run in processes of their own, which are ended when the bot takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

from cogtable import bots
from cogtable.bots import CancelToken, Decision, PlayStyle
from cogtable.bots.external import OWN
from cogtable.bots.mcts import SearchConfig, SearchResult, full_simulations, think
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import plural
from cogtable.lab import analysis
from cogtable.lab.analysis import Advice
from cogtable.server.thinking import warmup
from cogtable.server.thinking.bot_processes import LEAST_S, BotProcess, BotProcesses, Request, ThinkerFailed, request
from cogtable.server.thinking.fair_queue import Budget, Requester, Turn, Turns, Unbounded
from cogtable.server.thinking.modules import Modules
from cogtable.server.thinking.warmup import Alone, Keeper, Warmup

log = logging.getLogger("cogtable.server")

Found = TypeVar("Found")

CORES = os.cpu_count() or 1

THREADS = max(4, CORES)
"""The number of searches that run at the same time. Several, so that short ones needn't wait for long ones."""

PER_TABLE = THREADS // 2
"""The maximum number of these for one table."""

PROCESSES = min(4, CORES)
"""The number of interpreted searches that run at the same time."""

QUICK_S = 1.0
"""The approximate duration of an interpreted search, in seconds; simultaneous searches share the time."""

PROMISED_S = 2.0
"""The longest time until an interpreted search is done, in seconds, including its wait."""

OWN_S = 5.0
"""The time limit for a decision by a bot of another package, in seconds."""

LATE_S = 3.0
"""How long after the limit its answer is still accepted, in seconds, before its process is ended."""

LOAD_S = 60.0
"""The time limit for loading it, in seconds; large libraries are slow to load."""

Short = Literal["", "warming", "busy"]
"""Why a search was cut short: the machine code is not ready, or too many wait. Empty if it was not."""


class BotChoice(NamedTuple):
    """A bot's choice."""

    action: int
    short: Short = ""


class Advised(NamedTuple):
    """The result of a hint."""

    advice: Advice
    short: Short = ""


class NotReady(Exception):
    """Machine code is required but could not be compiled."""


class TooSlow(CogtableError):
    """A bot of another package did not answer in time."""


class Pool:
    """All searches of a server. With `warm`, the bots of all games are compiled in the background (see `warmup`).

    Cancelling a task that waits for a search stops the search, or removes it from the queue.
    """

    def __init__(self, warm: bool, budget: Budget | None = None, supervisor: Keeper | None = None) -> None:
        self.supervisor = supervisor or Alone()
        self._budget = budget or Unbounded()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot", initializer=_give_way)
        self._turns = Turns(THREADS, PER_TABLE, budget=self._budget)
        self._thinkers = BotProcesses()
        # A thinker takes most of a second to start, and a table may be opened at once.
        self._warmup = Warmup(registry.names() if warm else [], self._thinkers.prepare, self.supervisor)
        self.modules = Modules(lambda: warm and self._warmup.is_idle, self.supervisor)
        self._quick_turns = Turns(PROCESSES, PROCESSES, budget=self._budget)
        # Separate, so that a bot of another package can only damage or delay its own kind.
        self._own_thinkers = BotProcesses()
        self._own_turns = Turns(max(2, PROCESSES), 2, budget=self._budget)

    def prepare(self, game: GameSpec, bot: str) -> None:
        """Call this when a person comes to a table where this bot will move soon."""
        try:
            kind = bots.find(bot).kind
        except CogtableError:  # it was removed; a later request reports that
            return
        if kind == OWN:
            self._own_thinkers.prepare()
        elif not warmup.is_ready(game, bot):
            self._warmup.play(game)
            self._thinkers.prepare()

    async def choose(self, requester: Requester, bot: str, match: Match, seat: int, seed: int) -> BotChoice:
        """Returns the action that a bot chooses for a seat. A search that must be whole takes the time
        it needs. Raises UnknownBot, and for a bot of another package TooSlow and others.
        """
        if bots.find(bot).kind == OWN:
            return await self._ask_own(requester, bot, match, seat, seed)
        if warmup.is_ready(match.game, bot):
            found = await self._think(
                requester, lambda turn: bots.decide(bot, match, seat, seed, PlayStyle(token=turn.token))
            )
            return BotChoice(found.action, "" if found.whole else "busy")
        self.prepare(match.game, bot)
        found = await self._think_quickly(
            requester,
            partial(request, match, seat, seed, bot=bot),
            lambda token: bots.decide(bot, match, seat, seed, PlayStyle(False, token)),
        )
        return BotChoice(found.action, "" if found.whole else "warming")

    async def advise(self, requester: Requester, match: Match, seat: int, seed: int) -> Advised:
        """Returns the adviser's move for a seat; without a network while that is not compiled. Raises the budget's
        error when nothing is left.
        """
        self._budget.check(requester.charged_clients)
        adviser, settings = analysis.adviser(match.game, match.seats), SearchConfig(full_simulations(match.game))
        if warmup.is_ready(match.game, adviser.name):
            advice = await self._think(requester, lambda turn: analysis.advise(match, seat, seed, token=turn.token))
            return Advised(advice, "" if advice.whole else "busy")
        self.prepare(match.game, adviser.name)
        thought: SearchResult = await self._think_quickly(
            requester,
            partial(request, match, seat, seed, settings=settings),
            lambda token: think(match.game, match.hidden(seat), seat, seed, settings, token=token, compiled=False),
        )
        advice = await asyncio.to_thread(analysis.advice, match, seat, thought)
        return Advised(advice, "" if advice.simulations == settings.simulations else "warming")

    async def chances(self, requester: Requester, match: Match, seed: int) -> list[float]:
        """Returns each seat's chance of winning as a spectator knows the match, from a short search."""
        if match.over or warmup.is_ready(match.game, analysis.adviser(match.game, match.seats).name):
            return await self._think(requester, lambda turn: analysis.chances(match, seed, token=turn.token))
        settings = SearchConfig(analysis.AnalysisEffort().look)
        thought: SearchResult = await self._think_quickly(
            requester,
            partial(request, match, SPECTATOR, seed, settings=settings),
            lambda token: think(
                match.game, match.hidden(SPECTATOR), SPECTATOR, seed, settings, token=token, compiled=False
            ),
        )
        return analysis.shares(thought)

    def ready(self, match: Match) -> bool:
        """Whether `study` can start without waiting for the compiler."""
        return warmup.is_ready(match.game, analysis.adviser(match.game, match.seats).name)

    async def study(self, requester: Requester, match: Match, work: Callable[[CancelToken], Found]) -> Found:
        """Returns the result of `work`, which queries the adviser about a match; waits for the compiler. Raises
        NotReady, and the budget's error when nothing is left.
        """
        self._budget.check(requester.charged_clients)
        if not await self._warmup.ready(match.game, analysis.adviser(match.game, match.seats).name):
            raise NotReady(f"the search of {match.game.name} could not be compiled")
        return await self._think(requester, lambda turn: work(turn.token))

    @property
    def running(self) -> int:
        """The number of running searches."""
        return sum(len(turns.running) for turns in self._all_turns)

    @property
    def waiting(self) -> int:
        """The number of searches that wait for their turn."""
        return sum(turns.crowd for turns in self._all_turns) - self.running

    @property
    def _all_turns(self) -> tuple[Turns, ...]:
        return self._turns, self._quick_turns, self._own_turns

    async def close(self) -> None:
        """Stops all searches, and releases threads and processes."""
        self._turns.stop()
        self._quick_turns.stop()
        self._own_turns.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self._thinkers.close()
        await self._own_thinkers.close()
        await self._warmup.close()
        await self.modules.close()

    # --- during a turn ---------------------------------------------------------------------------

    async def _think(self, requester: Requester, work: Callable[[Turn], Found]) -> Found:
        """Returns the result of `work`, run in one of the threads."""
        return await _at_turn(self._turns, requester, lambda turn: self._in_thread(partial(work, turn)))

    async def _think_quickly(
        self, requester: Requester, wanted: Callable[..., Request], here: Callable[[CancelToken], Any]
    ) -> Any:
        """Returns the result of a request to a thinker; if that fails, the result of `here` in a thread."""
        by = math.inf if requester.whole else time.monotonic() + PROMISED_S

        async def run(turn: Turn) -> Any:
            asked = wanted(seconds=math.inf if requester.whole else self._quick_s(requester), by=by)
            try:
                return await self._in_process(turn, asked)
            except ThinkerFailed as error:
                log.warning("a bot thinks in the server's own process: %s", error)
                return await self._in_thread(partial(here, CancelToken(asked.time_left())))

        return await _at_turn(self._quick_turns, requester, run)

    def _quick_s(self, requester: Requester) -> float:
        """Returns the seconds that an interpreted search gets now."""
        within = requester.within if self._budget.has_left(requester.charged_clients) else LEAST_S
        return min(within, QUICK_S * min(1, PROCESSES / self._quick_turns.crowd))

    async def _ask_own(self, requester: Requester, bot: str, match: Match, seat: int, seed: int) -> BotChoice:
        """Returns the choice of a bot of another package. It runs in a process of its own, never in the server's."""

        async def run(turn: Turn) -> Decision:
            within = requester.within if self._budget.has_left(requester.charged_clients) else 0
            seconds = max(LEAST_S, min(within, OWN_S))
            asked = request(match, seat, seed, seconds=seconds, by=math.inf, bot=bot)
            thinker = await self._own_thinkers.take()
            turn.when_stopped = thinker.cancel
            try:
                if bot not in thinker.loaded:
                    await _in_time(thinker, asked._replace(hidden=b""), LOAD_S)
                    thinker.loaded.add(bot)
                decision: Decision = await _in_time(thinker, asked, seconds + LATE_S)
                return decision
            finally:
                turn.when_stopped = lambda: None
                self._own_thinkers.give_back(thinker)

        return BotChoice((await _at_turn(self._own_turns, requester, run)).action)

    async def _in_thread(self, work: Callable[[], Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _in_process(self, turn: Turn, wanted: Request) -> Any:
        thinker = await self._thinkers.take()
        turn.when_stopped = thinker.cancel
        try:
            return await thinker.ask(wanted._replace(seconds=0) if turn.stopped else wanted)
        finally:
            turn.when_stopped = lambda: None
            self._thinkers.give_back(thinker)


async def _in_time(thinker: BotProcess, wanted: Request, seconds: float) -> Any:
    """Returns the answer of a thinker. Ends its process and raises TooSlow if it does not come in time."""
    try:
        async with asyncio.timeout(seconds):
            return await thinker.ask(wanted)
    except TimeoutError:
        await thinker.close()
        words = plural(math.ceil(seconds), "no answer within {n} second", "no answer within {n} seconds")
        raise TooSlow(words) from None


async def _at_turn(turns: Turns, requester: Requester, begin: Callable[[Turn], Awaitable[Found]]) -> Found:
    """Returns the result of the work that `begin` starts at its turn. The turn lasts until the work ends, even if the
    result is no longer wanted.
    """
    turn = await turns.take(requester)
    work = asyncio.ensure_future(begin(turn))
    work.add_done_callback(lambda _: turns.done(turn))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        turn.stop()
        raise


def _give_way() -> None:
    """Gives this thread a lower priority than the one that serves people, if the system supports that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)
