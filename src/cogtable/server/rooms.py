"""Rooms: the tables in memory. A room has a match, seats and connections; every move passes through it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from cogtable.engine.errors import CogtableError, IllegalAction
from cogtable.engine.match import Match, Saved
from cogtable.server import protocol
from cogtable.server.analyses import Analyses
from cogtable.server.botseats import BotSeats, Pool, name_of, title
from cogtable.server.connection import Connection
from cogtable.server.hints import Hints
from cogtable.server.keys import digest, matches
from cogtable.server.refusal import Refusal
from cogtable.server.settings import Settings
from cogtable.server.standins import StandIns
from cogtable.server.store import ActionRow, Conflict, SeatRow, Standing, Store, StoreError, TableRow
from cogtable.table.view import View

log = logging.getLogger("cogtable.server")

SPECTATOR = -1

MAX_WATCHERS = 100
"""How many spectators a table takes."""

MAX_PER_SEAT = 10
"""How many connections a seat takes: tabs and devices of one person."""


def encode(message: protocol.FromServer) -> str:
    """A message as it is sent."""
    return msgspec.json.encode(message).decode()


def standing_of(match: Match, words: str = "") -> Standing:
    """What lists say of a match; the words are those that a spectator sees."""
    words = words or match.view(None).clock.words
    return Standing(over=match.over, waiting=sum(1 << seat for seat in match.waiting), words=words)


def people(row: TableRow, here: Collection[int] = (), lost: Collection[int] = ()) -> list[protocol.Person]:
    """Who sits where. `here` are the seats with a connection, `lost` those taken over because they have none."""
    return [_person(seat, seat.seat in here, row.takeover, seat.seat in lost) for seat in row.seats]


def _person(seat: SeatRow, here: bool, takeover: str, lost: bool) -> protocol.Person:
    kind = seat.kind if seat.kind in ("bot", "open") else "person"
    standin = name_of(seat.seat) if seat.handed or lost else ""
    level = title(seat.bot) if seat.kind == "bot" else title(takeover) if standin else ""
    return protocol.Person(
        seat=seat.seat,
        kind=kind,  # type: ignore[arg-type]
        name=seat.name,
        level=level,
        here=here,
        standin=standin,
    )


def takeover_of(row: TableRow) -> protocol.Takeover | None:
    """What a bot does for who leaves the table; None if nothing."""
    return protocol.Takeover(bot=row.takeover, after_s=row.takeover_s) if row.takeover else None


def seat_of(row: TableRow, secret: str) -> int:
    """The seat that `secret` proves, -1 if none."""
    return next((seat.seat for seat in row.seats if matches(secret, seat.secret)), SPECTATOR)


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
        self._news = ""
        self._store = store
        self._connections: set[Connection] = set()
        self._lock = asyncio.Lock()
        self._doubtful = False  # whether the database may hold more than we know
        self._decides_since = [match.ply] * match.seats
        self._views: dict[int, View] = {}
        self._told: dict[int, int] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._analyses = analyses
        self.bots = BotSeats(self, settings, pool)
        self.standins = StandIns(self)
        self.hints = Hints(self, pool)

    # --- who is there ----------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether every seat is taken."""
        return self.row.started

    @property
    def here(self) -> frozenset[int]:
        """The seats with a connection."""
        return frozenset(connection.seat for connection in self._connections if connection.seat != SPECTATOR)

    @property
    def people(self) -> list[protocol.Person]:
        """Who sits where, who is here, and for whom a bot plays."""
        return people(self.row, self.here, self.standins.lost)

    @property
    def watched(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._connections)

    def enter(self, connection: Connection, secret: str) -> None:
        """Takes a connection in, for the seat that the secret proves or as a spectator, and shows it the table."""
        connection.seat = seat_of(self.row, secret) if secret else SPECTATOR
        if secret and connection.seat == SPECTATOR:
            raise Refusal("secret", "this secret belongs to no seat of the table; without one you can watch")
        most = MAX_WATCHERS if connection.seat == SPECTATOR else MAX_PER_SEAT
        if sum(other.seat == connection.seat for other in self._connections) >= most:
            raise Refusal("busy", f"there are {most} such connections to this table already; try again later")
        self._connections.add(connection)
        self.standins.look()
        connection.send(self._update(connection.seat, whole=True))
        self._tell(without=connection)
        self.bots.wake()

    def leave(self, connection: Connection) -> None:
        """Forgets a connection."""
        self._analyses.leave(self.row.id, connection)
        if connection in self._connections:
            self._connections.discard(connection)
            self.standins.look()
            self._tell()

    async def join(self, wanted: int | None, name: str, secret: str) -> int:
        """Seats a person who holds `secret`; returns the seat. Raises Refusal when no such seat is open."""
        async with self._lock:
            taken = self._open_seat(wanted)
            seat = SeatRow(seat=taken, kind="person", name=name, secret=digest(secret))
            seats = tuple(seat if other.seat == taken else other for other in self.row.seats)
            started = not any(other.kind == "open" for other in seats)
            try:
                await self._store.sit(self.row.id, seat, started)
            except Conflict as error:
                await self._reread()
                raise Refusal("busy", f"seat {taken} was taken by somebody else just now") from error
            self.row = msgspec.structs.replace(self.row, seats=seats, started=started)
        log.info("table %s: %s joins in seat %d%s", self.row.id, name, taken, "; the game begins" if started else "")
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
        """Shows everybody that somebody else plays a seat, and lets the bots go on."""
        self.standins.look()
        self._tell()
        self.bots.wake()

    def bot_of(self, seat: int) -> str:
        """The bot that plays a seat, its own or one that stands in; empty where a person does."""
        return self.row.seats[seat].bot or self.standins.bot(seat)

    async def hand_over(self, seat: int, to_bot: bool, accepted: Callable[[int], None]) -> None:
        """Lets a bot play for the person in a seat, or no longer. Raises Refusal, with nothing changed.

        It is stored before `accepted` is called with the number of moves.
        """
        await self._carry_through(self._hand_over(seat, to_bot, accepted))

    async def _hand_over(self, seat: int, to_bot: bool, accepted: Callable[[int], None]) -> None:
        async with self._lock:
            self._check_hand_over(seat)
            await self._store.hand_over(self.row.id, seat, to_bot)
            changed = (
                msgspec.structs.replace(row, handed=to_bot) if row.seat == seat else row for row in self.row.seats
            )
            self.row = msgspec.structs.replace(self.row, seats=tuple(changed))
            accepted(self.match.ply)
        log.info("table %s: seat %d %s", self.row.id, seat, "lets a bot play" if to_bot else "plays again")
        self.changed()

    def _check_hand_over(self, seat: int) -> None:
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
        await asyncio.shield(task)

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
        if self.standins.bot(seat):
            raise Refusal("stand-in", f"{name_of(seat)} plays for you; take your seat back to play yourself")
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
        if not any(piece == seen.id for seen in self.view(seat).pieces):
            raise Refusal("malformed", f"there is no piece {piece[:40]!r} on the table")
        return self.match.why_not(seat, piece)

    # --- when it is over -------------------------------------------------------------------------

    def analyse(self, connection: Connection) -> None:
        """Sends a connection the analysis of the game as it grows. Raises Refusal."""
        self._check_over()
        self._analyses.of(self.row.id, self.match).listen(connection, self.tell_of)

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
        spectator = after.view(None)
        standing = standing_of(after, spectator.clock.words)
        try:
            await self._store.append(self.row.id, actions, standing)
        except Conflict as error:
            await self._reread()
            raise Refusal("late", f"the table was played on elsewhere; it is at move {self.match.ply} now") from error
        except StoreError as error:
            self._doubtful = True
            log.error("table %s, move %d: %s", self.row.id, before.ply, error)
            words = "the database failed, and it is not known whether your move was stored; the table will show it"
            raise Refusal("internal", words) from error
        if accepted:
            accepted(after.ply)
            await asyncio.sleep(0)  # it is on its way before the views are made
        self._decides_since = _decides_since(before, after, self._decides_since)
        self.match = after
        self.row = msgspec.structs.replace(self.row, standing=standing)
        self._views = {SPECTATOR: spectator}
        if after.over:
            ranks = ", ".join(f"seat {seat} is {rank}." for seat, rank in enumerate(after.ranks))
            log.info("table %s: over after %d moves; %s", self.row.id, after.ply, ranks)
        self._tell(moved=True)

    async def _reread(self) -> None:
        """Takes over what the database holds, where it may be ahead of us."""
        self._doubtful = True
        self.row, self.match = await stored(self._store, self.row.id)
        self._doubtful = False
        self._decides_since = [self.match.ply] * self.match.seats
        self._views = {}
        for connection in self._connections:
            connection.send(self._update(connection.seat, whole=True))

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """The table as a seat sees it now, with the whole log."""
        if seat not in self._views:
            self._views[seat] = self.match.view(None if seat == SPECTATOR else seat)
        return self._views[seat]

    def _tell(self, *, moved: bool = False, without: Connection | None = None) -> None:
        """Sends everybody what has changed: one update a seat, however many connections it has."""
        texts: dict[int, str] = {}
        for connection in self._connections:
            if connection is without:
                continue
            if connection.seat not in texts:
                texts[connection.seat] = self._update_or_nothing(connection.seat, moved)
            if texts[connection.seat]:
                connection.send(texts[connection.seat])

    def _update_or_nothing(self, seat: int, moved: bool) -> str:
        """The update for a seat; where it cannot be made the move still stands, and the others are told."""
        try:
            return self._update(seat, moved=moved)
        except Exception:
            log.exception("table %s, move %d: seat %d cannot be shown the table", self.row.id, self.match.ply, seat)
            return ""

    def _update(self, seat: int, *, moved: bool = False, whole: bool = False) -> str:
        """The update for a seat: with the lines of the log that its connections do not have yet, or with all."""
        view = self.view(seat)
        told = 0 if whole else self._told.get(seat, 0)
        self._told[seat] = len(view.log)
        shown = msgspec.structs.replace(view, log=view.log[told:], log_from=told, flights=view.flights if moved else [])
        watching = sum(connection.seat == SPECTATOR for connection in self._connections)
        update = protocol.Update(
            view=shown,
            people=self.people,
            watching=watching,
            started=self.started,
            notice=self._notice(seat),
            takeover=takeover_of(self.row),
        )
        return encode(update)

    def _notice(self, seat: int) -> str:
        chosen = "The deal of this table follows a seed that its maker chose." if self.row.chosen_seed else ""
        return " ".join(part for part in (chosen, self.trouble, self._news, self.standins.words(seat)) if part)

    def tell_of(self, news: str) -> None:
        """Says at the table what goes on in the server, as long as it does."""
        if news != self._news:
            self._news = news
            self._tell()

    def say(self, message: protocol.FromServer) -> None:
        """Sends a message to everybody at the table."""
        text = encode(message)
        for connection in self._connections:
            connection.send(text)


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
        return row, await asyncio.to_thread(Match.load, msgspec.json.encode(saved))
    except CogtableError as error:
        log.warning("table %s cannot go on: %s", table, error)
        raise Refusal("unknown-table", f"this table cannot go on here: {error}") from error


class Rooms:
    """The tables in memory: loaded when somebody needs them, dropped when nobody has for a while."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self._settings = settings
        self._pool = Pool(settings.warm)
        self._analyses = Analyses(self._pool, settings.effort)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def close(self) -> None:
        """Stops the bots."""
        for room in self._rooms.values():
            room.standins.stop()
            room.bots.stop()
        self._analyses.stop()
        await self._pool.close()

    def people(self, row: TableRow) -> list[protocol.Person]:
        """Who sits where at a table, and who is here."""
        room = self._rooms.get(row.id)
        return people(row, room.here, room.standins.lost) if room else people(row)

    @asynccontextmanager
    async def use(self, table: str) -> AsyncIterator[Room]:
        """The room of a table, kept in memory as long as somebody uses it. Raises Refusal."""
        room = self._rooms.get(table) or await self._loaded(table)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            self._drop_later(room)

    async def _loaded(self, table: str) -> Room:
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room:
        row, match = await stored(self.store, table)
        room = self._rooms[table] = Room(row, match, self.store, self._settings, self._pool, self._analyses)
        if match.ply:
            log.info("table %s goes on at move %d", table, match.ply)
        return room

    def _drop_later(self, room: Room) -> None:
        if not room.users:
            asyncio.get_running_loop().call_later(self._settings.idle_s, self._drop, room)

    def _drop(self, room: Room) -> None:
        if room.bots.busy or room.hints.busy:
            self._drop_later(room)
        elif not room.users and self._rooms.get(room.row.id) is room:
            del self._rooms[room.row.id]
