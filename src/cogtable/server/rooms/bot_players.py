"""Plays for the bots of a table. The searches run in threads and processes (see `thinking`), so nothing here blocks."""

from __future__ import annotations

import asyncio
import logging
import math
import time

from cogtable.engine.play.match import Match
from cogtable.server.db.connection import NotOwner
from cogtable.server.rooms.connections import Connections
from cogtable.server.rooms.stored_table import StoredTable
from cogtable.server.table.bot_turns import BotDecision, trouble_with
from cogtable.server.table.decisions import seed_of
from cogtable.server.table.logic import TableLogic
from cogtable.server.thinking.fair_queue import Requester
from cogtable.server.thinking.pool import BotChoice, Pool, TooSlow

log = logging.getLogger("cogtable.server")

FALLBACK = "random"
"""The bot that replaces a bot that failed."""

ROUND_S = 6.0
"""The time in seconds that all bots of a table share between two decisions of people."""


class BotPlayers:
    """The bots of one table. Each plays while it has decisions to make, independently of the others."""

    def __init__(
        self, table: StoredTable, logic: TableLogic, connections: Connections, pool: Pool, pace_s: float
    ) -> None:
        self._table = table
        self._takeovers = logic.takeovers
        self._moves = logic.moves
        self._turns = logic.bots
        self._connections = connections
        self._pool = pool
        self._pace_s = pace_s
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._thoughts: dict[int, tuple[BotDecision, asyncio.Task[BotChoice]]] = {}
        """For each seat whose bot is thinking, the decision and the search."""
        self._one_by_one = asyncio.Lock()
        self._stopped = False
        self._given_up: set[str] = set()
        """Bots that were too slow at this table, and are not used again."""
        self._waited_since: float | None = None
        """Since when people have waited only for bots; None if they aren't waiting."""

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking or playing."""
        return any(not task.done() for task in self._tasks.values())

    def wake(self) -> None:
        """Starts searches for bots that have a decision to make, and drops those for decisions that have passed."""
        self._time_the_wait()
        for seat in range(self._table.match.seats):
            task = self._tasks.get(seat)
            if not self._decides(seat):
                self._prepare(seat)
            elif task is None or task.done():
                self._tasks[seat] = asyncio.create_task(self._run(seat))
        for seat, (decision, thought) in self._thoughts.items():
            if decision != self._decision(seat):
                thought.cancel()

    def stop(self) -> None:
        """Stops playing, permanently."""
        self._stopped = True
        for task in self._tasks.values():
            task.cancel()

    # --- whether a bot plays ---------------------------------------------------------------------

    def _prepare(self, seat: int) -> None:
        """Compiles the bot of a seat if it will play soon. A bot that decides now is prepared by `Pool.choose`."""
        bot = self._takeovers.bot_in(seat)
        if bot and self._connections and not self._table.match.over and not self._stopped:
            self._pool.prepare(self._table.match.game, bot)

    def _decides(self, seat: int) -> bool:
        """Whether a bot must move in a seat now."""
        return not self._stopped and self._turns.decides(seat)

    def _decision(self, seat: int) -> BotDecision | None:
        """Returns the present decision of a seat's bot, if any."""
        return None if self._stopped else self._turns.decision(seat)

    # --- time for bots ---------------------------------------------------------------------------

    def _time_the_wait(self) -> None:
        """Records when people begin to wait for bots, and when they stop."""
        if not self._turns.people_wait:
            self._waited_since = None
        elif self._waited_since is None:
            self._waited_since = time.monotonic()

    def _time_left(self) -> float:
        """Returns the seconds for a bot's next decision: half of the time left for all bots. So several decisions in a
        row get ever less time.
        """
        if self._waited_since is None:
            return math.inf
        return max(0, self._waited_since + ROUND_S - time.monotonic()) / 2

    # --- thinking and playing --------------------------------------------------------------------

    async def _run(self, seat: int) -> None:
        """Plays a seat while its bot has decisions to make."""
        failures = 0
        while decision := self._decision(seat):
            match = self._table.match
            try:
                if chosen := await self._thought(seat, decision, match):
                    await self._play(seat, match, chosen)
                failures = 0
            except NotOwner:
                return
            except Exception:
                self._pool.supervisor.count("bots")
                log.exception("table %s, move %d: the bot in seat %d cannot play", self._table.id, match.ply, seat)
                failures += 1
                if not self._connections:
                    return
                await asyncio.sleep(min(30, 2**failures))

    async def _thought(self, seat: int, decision: BotDecision, match: Match) -> BotChoice | None:
        """Returns a bot's choice; None if the search was dropped because the bot now has another decision, or none."""
        thought = asyncio.create_task(self._choose(seat, decision.bot, match))
        self._thoughts[seat] = decision, thought
        try:
            await asyncio.wait({thought})
        finally:
            thought.cancel()
            del self._thoughts[seat]
        return None if thought.cancelled() else thought.result()

    async def _choose(self, seat: int, bot: str, match: Match) -> BotChoice:
        table = self._table
        whole = table.row.is_deal  # everybody meets the same bot
        requester = Requester(
            table.id,
            waited=bool(self._connections.seats),
            whole=whole,
            within=math.inf if whole else self._time_left(),
            charged_clients=self._connections.charged_clients,
        )
        seed = seed_of(table.row, seat, match.ply)
        if whole:
            return await self._pool.choose(requester, bot, match, seat, seed)
        if bot in self._given_up:
            return await self._pool.choose(requester, FALLBACK, match, seat, seed)
        try:
            return await self._pool.choose(requester, bot, match, seat, seed)
        except Exception as error:
            log.exception("table %s, move %d: the bot %r in seat %d failed", table.id, match.ply, bot, seat)
            if isinstance(error, TooSlow):
                self._given_up.add(bot)
            self._turns.trouble = trouble_with(bot, error)
            return await self._pool.choose(requester, FALLBACK, match, seat, seed)

    async def _play(self, seat: int, match: Match, chosen: BotChoice) -> None:
        """Plays the action a bot has chosen. If only bots play, they move at a pace that spectators can follow."""
        if self._turns.people:
            await self._play_now(seat, match, chosen)
            return
        async with self._one_by_one:
            await asyncio.sleep(self._pace_s)
            if self._decides(seat):
                await self._play_now(seat, match, chosen)

    async def _play_now(self, seat: int, match: Match, chosen: BotChoice) -> None:
        if chosen.short:
            self._turns.short[seat] = chosen.short
        else:
            self._turns.short.pop(seat, None)
        await self._table.change(lambda: self._moves.act_for_bot(seat, match, chosen.action))
