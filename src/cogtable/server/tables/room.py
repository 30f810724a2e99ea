"""A room: one table in memory, with its match and whoever is there; every move passes through it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from cogtable.engine.errors import BadBox, BrokenGame, CogtableError, IllegalAction
from cogtable.engine.match import SPECTATOR, Match
from cogtable.engine.saves import Saved, restored
from cogtable.server import protocol
from cogtable.server.db.store import ActionRow, Conflict, SeatRow, Store, StoreError, TableRow, TableStatus, Unreachable
from cogtable.server.refusal import Refusal
from cogtable.server.settings import Settings
from cogtable.server.tables.analyses import Analyses
from cogtable.server.tables.botseats import BotSeats, name_of
from cogtable.server.tables.connection import Connection
from cogtable.server.tables.hints import Hints
from cogtable.server.tables.seating import occupants, seat_of
from cogtable.server.tables.takeover import Takeovers
from cogtable.server.tables.tokens import digest
from cogtable.server.tables.viewers import Viewers
from cogtable.server.thinking.pool import Pool
from cogtable.view import View

log = logging.getLogger("cogtable.server")


def status_of(match: Match) -> TableStatus:
    """What lists say of a match."""
    return TableStatus(over=match.over, waiting=sum(1 << seat for seat in match.waiting), words=match.clock.words)


class Room:
    """One table in memory.

    `match` is replaced, never changed: a move is played on a copy, stored, and then the copy takes its place. So
    what fails half-way leaves no trace, and whoever holds a match may go on reading it.
    """

    def __init__(
        self, row: TableRow, match: Match, store: Store, settings: Settings, pool: Pool, analyses: Analyses
    ) -> None:
        self.row = row
        self.match = match
        self.users = 0
        self.trouble = ""
        """What everybody at the table should know of the server's own failings."""
        self._store = store
        self._lock = asyncio.Lock()
        self._doubtful = False  # whether the database may hold more than we know
        self._decides_since = [match.ply] * match.seats
        self._work: set[asyncio.Task[Any]] = set()
        self._analyses = analyses
        self.viewers = Viewers(self)
        self.bots = BotSeats(self, settings, pool)
        self.takeovers = Takeovers(self)
        self.hints = Hints(self, pool)

    # --- who is there ----------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether every seat is taken."""
        return self.row.started

    @property
    def here(self) -> frozenset[int]:
        """The seats with a connection."""
        return self.viewers.seats

    @property
    def occupants(self) -> list[protocol.Occupant]:
        """Who sits where, who is here, and for whom a bot plays."""
        return occupants(self.row, self.here, self.takeovers.disconnected, self.bots.short)

    @property
    def work(self) -> frozenset[asyncio.Task[Any]]:
        """What is carried through now, whoever may be gone meanwhile."""
        return frozenset(self._work)

    @property
    def watched(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.viewers)

    def enter(self, connection: Connection, secret: str) -> None:
        """Takes a connection in, for the seat that the secret proves or as a spectator, and shows it the table."""
        connection.seat = seat_of(self.row, secret) if secret else SPECTATOR
        if secret and connection.seat == SPECTATOR:
            raise Refusal("secret", "this secret belongs to no seat of the table; without one you can watch")
        self.viewers.add(connection)
        self.takeovers.look()
        self.viewers.show(connection)
        self.viewers.tell_people(without=connection)
        self.bots.wake()

    def leave(self, connection: Connection) -> None:
        """Forgets a connection."""
        self._analyses.leave(self.row.id, connection)
        if connection in self.viewers:
            self.viewers.remove(connection)
            self.takeovers.look()
            self.bots.wake()
            self.viewers.tell_people()

    async def join(self, wanted: int | None, name: str, secret: str) -> int:
        """Seats a person who holds `secret`; returns the seat. Raises Refusal when no such seat is open."""
        async with self._lock:
            taken = self._open_seat(wanted)
            seat = SeatRow(seat=taken, kind="person", name=name, secret=digest(secret))
            try:
                self.row = await self._store.sit(self.row.id, seat)
            except Conflict as error:
                await self._reread()
                raise Refusal("busy", f"seat {taken} was taken by somebody else just now") from error
        begins = "; the game begins" if self.started else ""
        log.info("table %s: %s joins in seat %d%s", self.row.id, name, taken, begins)
        self.changed()
        return taken

    def _open_seat(self, wanted: int | None) -> int:
        opened = [seat.seat for seat in self.row.seats if seat.kind == "open"]
        if not opened:
            raise Refusal("busy", "every seat of this table is taken; you can watch")
        if wanted is not None and wanted not in opened:
            seats = ", ".join(str(seat) for seat in opened)
            raise Refusal("busy", f"seat {wanted} is not open; open is seat {seats}")
        return opened[0] if wanted is None else wanted

    def changed(self) -> None:
        """Tells everybody that somebody else plays a seat, and lets the bots go on."""
        self.takeovers.look()
        self.viewers.tell_people()
        self.bots.wake()

    def bot_of(self, seat: int) -> str:
        """The bot that plays a seat, its own or one that stands in; empty where a person does."""
        return self.row.seats[seat].bot or self.takeovers.bot(seat)

    async def set_takeover(self, seat: int, on: bool, accepted: Callable[[int], None]) -> None:
        """Lets a bot play for the person in a seat, or no longer. Raises Refusal, with nothing changed.

        It is stored before `accepted` is called with the number of moves.
        """
        await self._carry_through(self._set_takeover(seat, on, accepted))

    async def _set_takeover(self, seat: int, on: bool, accepted: Callable[[int], None]) -> None:
        async with self._lock:
            self._check_takeover(seat)
            await self._store.set_takeover(self.row.id, seat, on)
            changed = (
                msgspec.structs.replace(row, taken_over=on) if row.seat == seat else row for row in self.row.seats
            )
            self.row = msgspec.structs.replace(self.row, seats=tuple(changed))
            accepted(self.match.ply)
        log.info("table %s: seat %d %s", self.row.id, seat, "lets a bot play" if on else "plays again")
        self.changed()

    def _check_takeover(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refusal("not-seated", "you are watching; only who has a seat can let a bot play")
        if not self.row.takeover:
            raise Refusal("no-takeover", "at this table no bot plays for people; so its maker has chosen")
        if not self.started:
            raise Refusal("waiting", "the game has not begun; it begins when every seat is taken")
        if self.match.over:
            raise Refusal("over", "the game is over")

    # --- what is done ----------------------------------------------------------------------------

    async def act(self, seat: int, message: protocol.Act, accepted: Callable[[int], None]) -> None:
        """Plays an action of a seat. Raises Refusal, with nothing changed.

        The move is stored before `accepted` is called with the new number of moves; then everybody is shown it.
        Once begun it is carried through, even if the connection it came from is lost.
        """
        await self._carry_through(self._act(seat, message.ply, message.action, accepted))

    async def _act(self, seat: int, ply: int, action: int, accepted: Callable[[int], None]) -> None:
        async with self._lock:
            if self._doubtful:
                await self._reread()
            self.check_turn(seat, ply)
            after = self.match.copy()
            try:
                after.play(seat, action)
            except IllegalAction as error:
                raise Refusal("illegal", str(error)) from error
            await self._commit(after, accepted)
        self.bots.wake()

    async def play_for_bot(self, seat: int, seen: Match, action: int) -> None:
        """Plays what a bot has chosen at the match `seen`, unless its decision is another by now."""
        await self._carry_through(self._play_for_bot(seat, seen, action))

    async def _play_for_bot(self, seat: int, seen: Match, action: int) -> None:
        async with self._lock:
            if self._doubtful:
                await self._reread()
            if not self.bot_of(seat) or seat not in self.match.waiting or seen.ply < self._decides_since[seat]:
                return
            after = self.match.copy()
            after.play(seat, action)
            await self._commit(after)

    async def _carry_through(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._came_to_nothing)  # who asked is gone, and hears of it no more
            raise

    def _came_to_nothing(self, task: asyncio.Task[Any]) -> None:
        """Logs what went wrong, unless it is a refusal, with something that nobody waits for."""
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refusal):
            log.error("table %s: what somebody asked who is gone failed", self.row.id, exc_info=error)

    def check_turn(self, seat: int, ply: int) -> None:
        """Raises Refusal unless `seat` has a decision to make, and had the same one after `ply` moves."""
        if seat == SPECTATOR:
            raise Refusal("not-seated", "you are watching; to play, join with a seat's secret")
        if not self.started:
            raise Refusal("waiting", "the game has not begun; it begins when every seat is taken")
        if ply > self.match.ply or ply < self._decides_since[seat]:
            raise Refusal(
                "late", f"your message is about the table after move {ply}; it is at move {self.match.ply} now"
            )
        if self.match.over:
            raise Refusal("over", "the game is over")
        if self.takeovers.bot(seat):
            raise Refusal("taken-over", f"{name_of(seat)} plays for you; take your seat back to play yourself")
        if seat not in self.match.waiting:
            who = ", ".join(str(other) for other in self.match.waiting)
            raise Refusal("waiting", f"seat {seat} has nothing to decide now; the game waits for seat {who}")

    def decides_since(self, seat: int) -> int:
        """From which number of moves on a seat has had the decision that it has now."""
        return self._decides_since[seat]

    def why_not(self, seat: int, ply: int, piece: str) -> str:
        """Why a seat cannot choose a piece that it sees. Raises Refusal."""
        if seat == SPECTATOR:
            raise Refusal("not-seated", "you are watching; only who plays can choose a piece")
        if ply > self.match.ply:
            raise Refusal("late", f"your message is about the table after move {ply}; it is at move {self.match.ply}")
        if not any(piece == seen.id for seen in self.viewers.view(seat).pieces):
            raise Refusal("malformed", f"there is no piece {piece[:40]!r} on the table")
        return self.match.why_not(seat, piece)

    # --- when it is over -------------------------------------------------------------------------

    def analyse(self, connection: Connection, question: int) -> None:
        """Answers the question of that number with the analysis of the game, as it grows. Raises Refusal."""
        self._check_over()
        self._analyses.of(self.row.id, self.match).listen(connection, question)

    async def look(self, seat: int, ply: int) -> View:
        """The table as a seat saw it after `ply` moves, without choices and log. Raises Refusal."""
        self._check_over()
        if not 0 <= ply <= self.match.ply:
            raise Refusal("malformed", f"there is no position after move {ply}; there are 0 to {self.match.ply}")
        return await self._analyses.look(self.match, seat, ply)

    def _check_over(self) -> None:
        if not self.match.over:
            raise Refusal("playing", f"that can be asked when the game is over; it is at move {self.match.ply}")

    async def _commit(self, after: Match, accepted: Callable[[int], None] | None = None) -> None:
        """Stores what `after` has beyond the match, acknowledges it, puts it in the match's place and shows it."""
        before = self.match
        moves = after.moves[before.ply :]
        actions = [
            ActionRow(ply=ply, seat=m.seat, action=m.action, words=m.text) for ply, m in enumerate(moves, before.ply)
        ]
        status = status_of(after)
        try:
            await self._store.append(self.row.id, actions, status)
        except Conflict as error:
            await self._reread()
            raise Refusal("late", f"the table was played on elsewhere; it is at move {self.match.ply} now") from error
        except StoreError as error:
            self._doubtful = True
            log.error("table %s, move %d: %s", self.row.id, before.ply, error)
            words = "the database failed, and it is not known whether your move was stored; the table will show it"
            raise Refusal("unavailable" if isinstance(error, Unreachable) else "internal", words) from error
        if accepted:
            accepted(after.ply)
            await asyncio.sleep(0)  # it is on its way before the views are made
        self._decides_since = _decides_since(before, after, self._decides_since)
        self.match = after
        self.hints.look()
        self.row = msgspec.structs.replace(self.row, status=status)
        self.viewers.forget_views()
        if after.over:
            ranks = ", ".join(f"seat {seat} is {rank}." for seat, rank in enumerate(after.ranks))
            log.info("table %s: over after %d moves; %s", self.row.id, after.ply, ranks)
        self.viewers.show_move()

    async def _reread(self) -> None:
        """Takes over what the database holds, where it may be ahead of us."""
        self._doubtful = True
        self.row, self.match = await stored(self._store, self.row.id)
        self._doubtful = False
        self._decides_since = [self.match.ply] * self.match.seats
        self.viewers.forget_views()
        self.takeovers.look()
        self.viewers.show_all()
        self.bots.wake()

    # --- what is said ----------------------------------------------------------------------------

    def notice(self, seat: int) -> str:
        """What a seat should know of this table beside the game."""
        chosen = "The deal of this table follows a seed that its maker chose." if self.row.chosen_seed else ""
        return " ".join(part for part in (chosen, self.trouble, self.takeovers.words(seat)) if part)


def _decides_since(before: Match, after: Match, since: list[int]) -> list[int]:
    """From which number of moves on each seat has had the decision that it has after `after`.

    A seat that others left alone, as where all choose at the same time, keeps the decision it had.
    """
    acted = {move.seat for move in after.moves[before.ply :]}

    def same(seat: int) -> bool:
        waits = seat in before.waiting and seat in after.waiting and seat not in acted
        return waits and before.choices(seat) == after.choices(seat)

    return [since[seat] if same(seat) else after.ply for seat in range(after.seats)]


async def stored(store: Store, table: str) -> tuple[TableRow, Match]:
    """A table and its match from the database. Raises Refusal when it is not there or cannot be played here."""
    row = await store.table(table)
    if row is None:
        raise Refusal("unknown-table", f"there is no table {table[:24]!r} here")
    actions = await store.actions(table)
    saved = Saved(
        game=row.game,
        version=row.version,
        box=row.box,
        seats=len(row.seats),
        seed=row.seed,
        options=row.options,
        actions=[(action.seat, action.action, action.words) for action in actions],
    )
    try:
        return row, await asyncio.to_thread(restored, saved)
    except (BrokenGame, BadBox) as error:
        log.error("table %s cannot be loaded: %s", table, error)
        words = f"{row.game} cannot be loaded just now; the log says more"
        raise Refusal("unavailable", f"this table cannot go on just now: {words}") from error
    except CogtableError as error:
        log.warning("table %s cannot go on: %s", table, error)
        # Not the error's own words: they name files of the server.
        words = f"{row.game} has changed since, or is not installed; the log says more"
        raise Refusal("unknown-table", f"this table cannot go on here: {words}") from error
