"""Bot seats: plays for the bots of a room, in threads, so that a bot that thinks holds up nobody."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cogtable import bots
from cogtable.engine import registry
from cogtable.engine.errors import CogtableError
from cogtable.engine.game import Game
from cogtable.engine.match import Match
from cogtable.server.settings import Settings
from cogtable.server.warmup import Warmup

if TYPE_CHECKING:
    from cogtable.server.room import Room

log = logging.getLogger("cogtable.server")

Found = TypeVar("Found")

NAMES = ("Bolt", "Rivet", "Sprocket", "Piston", "Gizmo", "Spark", "Tinker", "Flywheel")
"""What bots are called at the table, one for each seat; see `name_of`."""

THREADS = max(4, os.cpu_count() or 1)
"""How many bots think at the same time. Some may think long, and the others should not wait for them."""

FALLBACK = "random"
"""The bot that plays on where another has failed."""


def title(bot: str) -> str:
    """What to call a bot's strength."""
    return dict(bots.names()).get(bot, bot)


def name_of(seat: int) -> str:
    """What the bot of a seat is called, its own or one that stands in for a person."""
    return NAMES[seat % len(NAMES)]


class Pool:
    """The threads in which bots think; with `warm`, bots are made ready ahead (see `warmup`)."""

    def __init__(self, warm: bool) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._warmup = Warmup(registry.names() if warm else [])

    async def run(self, game: Game, bot: str, work: Callable[[], Found], tell: Callable[[str], None]) -> Found:
        """What `work` comes to in one of the threads, once a bot of a game is ready; `tell` is told what goes on."""
        try:
            if self._warmup.pending(game, bot):
                tell(f"The bots of {game.title} are being made ready, once on this machine.")
                await self._warmup.ready(game, bot)
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            tell("")

    async def close(self) -> None:
        """Lets go of the threads; what is being thought is thought to its end and forgotten."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self._warmup.close()


class BotSeats:
    """The bots of one room. Each plays as long as it must decide; where several must, none waits for another."""

    def __init__(self, room: Room, settings: Settings, pool: Pool) -> None:
        self._room = room
        self._pace_s = settings.pace_s
        self._pool = pool
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._turns = asyncio.Lock()

    @property
    def busy(self) -> bool:
        """Whether a bot thinks or plays."""
        return any(not task.done() for task in self._tasks.values())

    def wake(self) -> None:
        """Lets the bots play, if it is for any of them."""
        for seat in self._room.row.seats:
            task = self._tasks.get(seat.seat)
            if self._decides(seat.seat) and (task is None or task.done()):
                self._tasks[seat.seat] = asyncio.create_task(self._run(seat.seat))

    def stop(self) -> None:
        """Stops playing."""
        for task in self._tasks.values():
            task.cancel()

    def _decides(self, seat: int) -> bool:
        """Whether a bot must move there. Bots among themselves play only while somebody watches.

        A bot that stands in for a person plays only while somebody who has a seat is here, watchers not counted:
        people should not come back to a game that bots have brought to its end without any of them.
        """
        room = self._room
        if not room.started or not room.bot_of(seat) or seat not in room.match.waiting:
            return False
        if room.standins.bot(seat) and not room.here:
            return False
        return room.watched or not self._alone

    @property
    def _alone(self) -> bool:
        return all(self._room.bot_of(seat.seat) for seat in self._room.row.seats)

    async def _run(self, seat: int) -> None:
        failures = 0
        while self._decides(seat):
            match = self._room.match
            try:
                await self._play(seat, match, await self._choose(seat, match))
                failures = 0
            except Exception:
                log.exception("table %s, move %d: the bot in seat %d cannot play", self._room.row.id, match.ply, seat)
                failures += 1
                if not self._room.watched:
                    return
                await asyncio.sleep(min(30, 2**failures))
            self.wake()

    async def _play(self, seat: int, match: Match, action: int) -> None:
        """Plays what was chosen: among themselves bots move one after the other, so that people can follow."""
        if not self._alone:
            await self._room.play_for_bot(seat, match, action)
            return
        async with self._turns:
            await asyncio.sleep(self._pace_s)
            if self._decides(seat):
                await self._room.play_for_bot(seat, match, action)

    async def _choose(self, seat: int, match: Match) -> int:
        table, bot = self._room.row.id, self._room.bot_of(seat)
        seed = seed_of(table, self._room.row.seed, seat, match.ply)

        async def choose(bot: str) -> int:
            work = partial(bots.choose, bot, match, seat, seed)
            return await self._pool.run(match.game, bot, work, self._room.tell_of)

        try:
            return await choose(bot)
        except Exception as error:
            log.exception("table %s, move %d: bot %r in seat %d failed", table, match.ply, bot, seat)
            kind = "" if not isinstance(error, CogtableError) else f" ({error})"
            self._room.trouble = f"The bot {title(bot)!r} failed{kind}; where it does, moves are random."
            return await choose(FALLBACK)


def seed_of(table: str, seed: int, seat: int, ply: int) -> int:
    """A bot's seed for one decision: the same after a restart, and of no use for telling the deal."""
    text = f"{table} {seed} {seat} {ply}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") >> 1
