"""Bot seats: plays for the bots of a room, which think elsewhere (see `thinking`), so that nobody is held up."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING, NamedTuple

from cogtable import bots
from cogtable.engine.errors import CogtableError
from cogtable.engine.match import Match
from cogtable.server.settings import Settings
from cogtable.server.thinking.pool import Chosen, Pool, Short
from cogtable.server.thinking.turns import Asker

if TYPE_CHECKING:
    from cogtable.server.tables.room import Room

log = logging.getLogger("cogtable.server")

NAMES = ("Bolt", "Rivet", "Sprocket", "Piston", "Gizmo", "Spark", "Tinker", "Flywheel")
"""What bots are called at the table, one for each seat; see `name_of`."""

FALLBACK = "random"
"""The bot that plays on where another has failed."""


def title(bot: str) -> str:
    """What to call a bot's strength."""
    return dict(bots.names()).get(bot, bot)


def name_of(seat: int) -> str:
    """What the bot of a seat is called, its own or one that stands in for a person."""
    return NAMES[seat % len(NAMES)]


class _Decision(NamedTuple):
    """What a bot thinks about: as long as this is the same, so is what it is asked."""

    bot: str
    since: int


class BotSeats:
    """The bots of one room. Each plays as long as it must decide; where several must, none waits for another."""

    def __init__(self, room: Room, settings: Settings, pool: Pool) -> None:
        self._room = room
        self._pace_s = settings.pace_s
        self._pool = pool
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._thoughts: dict[int, tuple[_Decision, asyncio.Task[Chosen]]] = {}
        """What is thought about for each seat now."""
        self._turns = asyncio.Lock()
        self._stopped = False
        self.short: dict[int, Short] = {}
        """The seats whose bots thought less about their last moves than they should, and why."""

    @property
    def busy(self) -> bool:
        """Whether a bot thinks or plays."""
        return any(not task.done() for task in self._tasks.values())

    def wake(self) -> None:
        """Lets the bots play, if it is for any of them, and drops what they need not think about any more."""
        room = self._room
        for seat in range(room.match.seats):
            if (bot := room.bot_of(seat)) and room.watched and not room.match.over and not self._stopped:
                self._pool.prepare(room.match.game, bot)
            task = self._tasks.get(seat)
            if self._decides(seat) and (task is None or task.done()):
                self._tasks[seat] = asyncio.create_task(self._run(seat))
        for seat, (decision, thought) in self._thoughts.items():
            if decision != self._decision(seat):
                thought.cancel()

    def stop(self) -> None:
        """Stops playing, for good."""
        self._stopped = True
        for task in self._tasks.values():
            task.cancel()

    def _decides(self, seat: int) -> bool:
        """Whether a bot must move there: while somebody watches, or several people play, who come back at other times.

        A bot that stands in for a person plays only while somebody who has a seat is here, watchers not counted:
        people should not come back to a game that bots have brought to its end without any of them.
        """
        room = self._room
        if self._stopped or not room.started or not room.bot_of(seat) or seat not in room.match.waiting:
            return False
        if room.takeovers.bot(seat) and not room.here:
            return False
        return room.watched or self._people > 1

    def _decision(self, seat: int) -> _Decision | None:
        """What the bot of a seat has to decide now, if anything."""
        return _Decision(self._room.bot_of(seat), self._room.decides_since(seat)) if self._decides(seat) else None

    @property
    def _people(self) -> int:
        """How many seats no bot plays."""
        return sum(not self._room.bot_of(seat.seat) for seat in self._room.row.seats)

    async def _run(self, seat: int) -> None:
        failures = 0
        while decision := self._decision(seat):
            match = self._room.match
            try:
                if chosen := await self._thought(seat, decision, match):
                    await self._play(seat, match, chosen)
                failures = 0
            except Exception:
                log.exception("table %s, move %d: the bot in seat %d cannot play", self._room.row.id, match.ply, seat)
                failures += 1
                if not self._room.watched:
                    return
                await asyncio.sleep(min(30, 2**failures))
            self.wake()

    async def _thought(self, seat: int, decision: _Decision, match: Match) -> Chosen | None:
        """What a bot decides; None when it was dropped, since the decision is another by now."""
        thought = asyncio.create_task(self._choose(seat, decision.bot, match))
        self._thoughts[seat] = decision, thought
        try:
            await asyncio.wait({thought})
        finally:
            thought.cancel()
            del self._thoughts[seat]
        return None if thought.cancelled() else thought.result()

    async def _play(self, seat: int, match: Match, chosen: Chosen) -> None:
        """Plays what was chosen: among themselves bots move one after the other, so that people can follow."""
        if self._people:
            await self._play_now(seat, match, chosen)
            return
        async with self._turns:
            await asyncio.sleep(self._pace_s)
            if self._decides(seat):
                await self._play_now(seat, match, chosen)

    async def _play_now(self, seat: int, match: Match, chosen: Chosen) -> None:
        if chosen.short:
            self.short[seat] = chosen.short
        else:
            self.short.pop(seat, None)
        await self._room.play_for_bot(seat, match, chosen.action)

    async def _choose(self, seat: int, bot: str, match: Match) -> Chosen:
        table = self._room.row.id
        seed = seed_of(table, self._room.row.seed, seat, match.ply)
        asker = Asker(table, waited=bool(self._room.here))
        try:
            return await self._pool.choose(asker, bot, match, seat, seed)
        except Exception as error:
            log.exception("table %s, move %d: bot %r in seat %d failed", table, match.ply, bot, seat)
            kind = "" if not isinstance(error, CogtableError) else f" ({error})"
            self._room.trouble = f"The bot {title(bot)!r} failed{kind}; where it does, moves are random."
            return await self._pool.choose(asker, FALLBACK, match, seat, seed)


def seed_of(table: str, seed: int, seat: int, ply: int) -> int:
    """A bot's seed for one decision: the same after a restart, and of no use for telling the deal."""
    text = f"{table} {seed} {seat} {ply}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") >> 1
