"""The store: tables, seats and actions in a database. Whatever it has accepted survives a crash.

A single thread runs one transaction after the other, so the server never blocks on a disk; awaiting a method waits
until its transaction is on disk.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from cogtable.engine.errors import CogtableError
from cogtable.server.db import accounts, chat, commands, notifications, ownership, personal_data, results, tournaments
from cogtable.server.db.group_commit import Append, Outcome, Together
from cogtable.server.db.schema import ACTIONS, BOXES, HEARTBEAT, METADATA, SEATS, TABLES

MIGRATIONS = Path(__file__).parent / "migrations"

PATIENCE_S = 10.0
"""How long a database server that does not answer is tried again, as while it is restarted."""

PAUSE_S = 0.1
"""How long after a failure it is tried again."""

HEARTBEAT_S = 10.0
"""How often a server notes that it is alive, while clocks run."""

GAMES_AT_ONCE = 4
"""The most games that one transaction reads for an export, which takes some 4 ms each: moves wait for as long."""

REMOVED_S = 300.0
"""How long the processes that have a removed table in memory may take to learn it."""

NO_LESSON = -1


_NEWEST_FIRST = (TABLES.c.created.desc(), TABLES.c.id)


_STATUS = ("over", "waiting", "words", "lesson", "times", "deadline")
"""The columns of a table that change with every move."""

_put_action = ACTIONS.insert()
_put_status = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("table"))
    .values({name: sa.bindparam(name) for name in _STATUS})
    .values(called=TABLES.c.called.bitwise_and(sa.bindparam("waiting")))
)
_put_statuses = f"""
    WITH new (id, {", ".join(_STATUS)}) AS (VALUES {{rows}})
    UPDATE tables SET {", ".join(f"{name} = new.{name}" for name in _STATUS)}, called = called & new.waiting
    FROM new WHERE tables.id = new.id
"""
_put_actions = f"INSERT INTO actions ({', '.join(ACTIONS.c.keys())}) VALUES {{rows}}"
"""The same for several rows at once, as SQLite understands it."""


class _Prepared:
    """A precompiled SQL statement for the hot path. Passing it straight to the driver halves the overhead of SQLAlchemy
    Core. Its values must be plain strings and numbers.
    """

    def __init__(self, statement: sa.Insert | sa.Update, engine: sa.Engine) -> None:
        compiled = statement.compile(dialect=engine.dialect)
        self._text = str(compiled)
        self._order: list[str] | None = compiled.positiontup

    def __call__(self, connection: sa.Connection, values: dict[str, Any]) -> None:
        connection.exec_driver_sql(self._text, tuple(values[name] for name in self._order) if self._order else values)

    def each(self, connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
        """Executes it for each of several rows, on a server in one go."""
        connection.exec_driver_sql(self._text, rows)


class StoreError(CogtableError):
    """The database could not be used; nothing was stored."""


class Unreachable(StoreError):
    """The database has not answered for a while; it is not known whether a write was stored."""


class Conflict(StoreError):
    """Somebody else, perhaps another server on the same database, was faster.

    `repeated`: the work was retried after the connection broke, so it may have been this server itself.
    """

    def __init__(self, words: str, *, repeated: bool = False) -> None:
        super().__init__(words)
        self.repeated = repeated


class NotOwner(StoreError):
    """Another process owns the table; see `ownership`. Nothing was stored, unless the connection broke before."""


class SeatRow(msgspec.Struct, kw_only=True, frozen=True):
    """Who sits in a seat. It belongs to whoever has its secret, of which `secret` is the digest, or to an `account`;
    the other is empty. `taken_over` says that the person lets a bot play, `resigned` that they resigned: then a bot
    plays to the end, or the seat has dropped out and its `kind` is "left".
    """

    seat: int
    kind: str
    name: str = ""
    bot: str = ""
    secret: str = ""
    taken_over: bool = False
    resigned: bool = False
    account: str = ""


class Question(msgspec.Struct, kw_only=True, frozen=True):
    """A question of a seat to the other people at a table, with their answers so far.

    It is the table's question `number`, asked after `ply` moves, when moves had been taken back `undone` times. The
    `kind` "end" asks to end the game without a winner, "pause" to stop the clocks for at most `seconds`, "undo" to take
    back all moves after the first `back_to`; `seen` means that they revealed something hidden. The seats in `allowed`
    have agreed, `refused` has not; -1 if nobody refused. Nobody waits for the answers of the seats in `excused`, whose
    people have gone.
    """

    number: int
    kind: str
    seat: int
    undone: int
    ply: int
    back_to: int = 0
    seconds: float = 0
    seen: bool = False
    allowed: tuple[int, ...] = ()
    refused: int = -1
    excused: tuple[int, ...] = ()
    withdrawn: bool = False


class Times(msgspec.Struct, kw_only=True, frozen=True):
    """The seconds that each seat had `left` at the moment `since` (seconds since 1970). Since then those of the seats
    `running` have been running down.

    Seat `paused_by` has stopped all of them, until it goes on or until the moment `paused_until`; -1 if nobody has.
    """

    left: tuple[float, ...]
    since: float
    running: tuple[int, ...] = ()
    paused_by: int = -1
    paused_until: float = 0

    @property
    def paused(self) -> bool:
        """Whether nobody's time runs for now."""
        return self.paused_by >= 0

    @property
    def deadline(self) -> float | None:
        """When somebody runs out, or a pause ends, unless something happens before; None if nobody's time runs."""
        if self.paused:
            return self.paused_until
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    def shifted(self, seconds: float) -> Times:
        """The same as if everything had happened so many seconds later, as when no server was alive for so long."""
        until = self.paused_until + seconds if self.paused else 0
        return msgspec.structs.replace(self, since=self.since + seconds, paused_until=until)


class TableStatus(msgspec.Struct, kw_only=True, frozen=True):
    """The public status of a table, for lists. `waiting` has a bit for each seat. `lesson` is the step of the
    lesson, `NO_LESSON` if there is none or it is over. `times` are those of the table's clock, once the game has begun.
    """

    over: bool
    waiting: int
    words: str
    lesson: int = NO_LESSON
    times: Times | None = None


class TableRow(msgspec.Struct, kw_only=True, frozen=True):
    """A table as stored, without its actions. `takeover` is the bot that plays for people who leave, after
    `takeover_s` seconds without a connection; empty where nobody does. `chat`: what people may send. `creator` is
    the seat of whoever created the table, -1 if they have none. `replacing`: others may take the seat of somebody
    who is gone.

    People may think for `game_s` seconds in the game and `move_s` more after each decision, or `move_s`
    for each decision; without either, as long as they like. `expired` is what happens to whoever runs out.

    A `public` table is listed for spectators while it is played. A branch continues the finished game of the table
    `branch_of` after `branch_ply` of its moves, which are stored as its own first ones. `variant` is the key of the box
    that is played with; empty for the game's own. `tournament` is the one that the table belongs to. `called` has a bit
    for each seat whose person was called for their present decision (see `db/notifications.py`), as it was when the
    table was read.
    """

    id: str
    game: str
    version: str
    box: str
    options: dict[str, int]
    seed: int
    chosen_seed: bool
    listed: bool
    created: float
    started: bool
    status: TableStatus
    seats: tuple[SeatRow, ...]
    rematch: str | None = None
    takeover: str = ""
    takeover_s: float = 0
    chat: str = "all"
    question: Question | None = None
    creator: int = -1
    replacing: bool = False
    public: bool = False
    branch_of: str = ""
    branch_ply: int = 0
    variant: str = ""
    game_s: float = 0
    move_s: float = 0
    expired: str = ""
    rated: bool = False
    unrated: str = ""
    ended: float | None = None
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    called: int = 0
    tournament: str = ""

    @property
    def counts(self) -> bool:
        """Whether the game is rated, now that it has begun."""
        return self.started and self.rated and not self.unrated


class Finish(msgspec.Struct, kw_only=True, frozen=True):
    """The end of a game: the place and score of each seat, and the ratings of its bots with their places. There are no
    places if the people ended it without a winner.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    bots: tuple[tuple[float, int], ...] = ()


class Listing(msgspec.Struct, kw_only=True, frozen=True):
    """A table for a list of whoever runs the service: how many actions are stored, and when the last one was; when it
    was made if there are none (seconds since 1970).
    """

    table: TableRow
    actions: int
    last: float


class BoxRow(msgspec.Struct, kw_only=True, frozen=True):
    """A box of somebody's own: its key, its game, what it is called, who uploaded it (empty for the host's), and its
    text.
    """

    key: str
    game: str
    title: str
    by: str
    text: str
    created: float


class ActionRow(msgspec.Struct, kw_only=True, frozen=True):
    """What `seat` did, number `ply` at the table, from 0.

    A `move` is the action number `action`, with what it was called when it was played. An `undo` takes moves back, to
    the position after `action` of them; `seen` means that they had revealed something hidden. A `remark` says
    `words` about the seat. An `end` ends the game early, with `words` that say why; `seat` gave up, or is -1.
    `submission` is what a person's client called its move (see `protocol.Act`); empty for all else. `stood_in` says
    that a bot made the move for the person in the seat.
    """

    ply: int
    seat: int
    action: int
    words: str = ""
    kind: str = "move"
    seen: bool = False
    submission: str = ""
    stood_in: bool = False


class Sitting(msgspec.Struct, kw_only=True, frozen=True):
    """A person in a seat, under a `name`, from one moment to another: infinity if they have it still. Somebody may
    leave a seat and take it again: those are two sittings. Reactions of the seat are theirs if they are to a move after
    the first of `plies`, up to the second.
    """

    seat: int
    name: str
    since: float
    until: float
    plies: tuple[float, float]


class Played(msgspec.Struct, kw_only=True, frozen=True):
    """What somebody did at a table in all their `sittings`: what their seats played, each with its time, and what they
    wrote in the chat.
    """

    table: TableRow
    sittings: list[Sitting]
    actions: list[tuple[float, ActionRow]]
    said: list[chat.MessageRow]
    reactions: list[chat.ReactionRow]


class Ages(msgspec.Struct, kw_only=True, frozen=True):
    """Tables without any account's seat are too old if their last move was before `guest`, or if they have no move and
    were made before `empty` (seconds since 1970).
    """

    guest: float
    empty: float


class Aged(msgspec.Struct, kw_only=True, frozen=True):
    """A table that is too old, with its actions, and the text of its box if it is not the game's own."""

    table: TableRow
    actions: list[ActionRow]
    box: str


Answer = TypeVar("Answer")
Part = TypeVar("Part", bound=msgspec.Struct)


class Store:
    """The tables of one database.

    Raises StoreError, from the constructor too, when the database cannot be used. It is brought to the newest revision
    if this may `migrate` it; else it must be of that one. It works in one of the `threads`.
    """

    def __init__(
        self, url: str, *, migrate: bool = True, threads: type[ThreadPoolExecutor] = ThreadPoolExecutor
    ) -> None:
        self._thread = threads(1, thread_name_prefix="store")
        self._together = Together(self._thread, self._append_all)
        self._closing = threading.Event()
        self._failing_since: float | None = None
        self._checked, self._check_s = -1.0, 0.0
        self.process = ""
        """The id of this process among those that serve the database; empty if it is the only one."""
        self.on_lost: Callable[[str], None] = lambda table: None
        """Called with a table that this process was about to change and does not own any more."""
        self.accounts = accounts.Accounts(self._do)
        self.tournaments = tournaments.Tournaments(self._do, _insert_table)
        self.calls = notifications.Calls(self._do)
        self.results = results.Results(self._do)
        self.orders = commands.Orders(self._do)
        try:
            self._engine = connect(url)
            self._thread.submit(_migrate if migrate else _check_revision, self._engine).result()
            self._put_action = _Prepared(_put_action, self._engine)
            self._put_status = _Prepared(_put_status, self._engine)
        except (sa.exc.SQLAlchemyError, ImportError, OSError) as error:
            self._thread.shutdown()
            raise StoreError(f"the database {_shown(url)} cannot be used: {_reason(error)}") from error

    def close(self) -> None:
        """Finishes pending work and closes the database."""
        self._closing.set()
        self._thread.submit(self._engine.dispose).result()
        self._thread.shutdown()

    async def _do(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Runs `work` in one transaction. It is finished even if nobody waits for it any more.

        If the connection to the database breaks, `work` is retried, so it must be idempotent. Raises Conflict,
        Unreachable or StoreError.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    async def _change(self, table: str, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Runs `work`, which changes a table, in one transaction. Where several processes serve the database, only the
        owner of the table may; raises NotOwner for others.
        """
        with self._noticing(table):
            return await self._do(self._if_owner(table, work))

    @contextmanager
    def _noticing(self, table: str) -> Iterator[None]:
        try:
            yield
        except NotOwner:
            self.on_lost(table)
            raise

    def _if_owner(self, table: str, work: Callable[[sa.Connection], Answer]) -> Callable[[sa.Connection], Answer]:
        if not (process := self.process):
            return work

        def checked(connection: sa.Connection) -> Answer:
            if not ownership.holds(connection, table, process):
                raise NotOwner(f"another process owns table {table} now")
            return work(connection)

        return checked

    async def _insert(
        self,
        work: Callable[[sa.Connection], Answer],
        is_stored: Callable[[sa.Connection], bool],
        table: str | None = None,
    ) -> Answer | None:
        """Runs `work`, which the database accepts only once, in one transaction. If it changes a `table`, only the
        owner of that may; raises NotOwner for others.

        If the connection breaks, it is unknown whether the work was stored, so it is retried. If the database has it
        already, `is_stored` tells whether it was this very work; then the result is None.
        """
        with self._noticing(table or ""):
            running = asyncio.get_running_loop().run_in_executor(self._thread, self._inserted, work, is_stored, table)
            return await running

    def _inserted(
        self,
        work: Callable[[sa.Connection], Answer],
        is_stored: Callable[[sa.Connection], bool],
        table: str | None,
        repeated: bool = False,
    ) -> Answer | None:
        checked = self._if_owner(table, work) if table else work
        try:
            return self._transaction(checked, repeated)
        except Conflict as conflict:
            if not conflict.repeated or not self._transaction(is_stored):
                raise
            return None

    def _transaction(self, work: Callable[[sa.Connection], Answer], repeated: bool = False) -> Answer:
        """`repeated`: the work may be stored already."""
        while True:
            try:
                with self._engine.begin() as connection:
                    answer = work(connection)
            except sa.exc.IntegrityError as error:
                raise Conflict(f"the database has that already: {_reason(error)}", repeated=repeated) from error
            except sa.exc.SQLAlchemyError as error:
                if not is_gone(error):
                    raise StoreError(f"the database failed: {_reason(error)}") from error
                if not self._comes_back():
                    raise Unreachable(f"the database does not answer: {_reason(error)}") from error
                repeated = True
            else:
                self._failing_since = None
                return answer

    def _comes_back(self) -> bool:
        """Waits briefly for an unreachable database; False once that has taken too long.

        All work waits in one queue, so the time counts from the first failure.
        """
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        return now - self._failing_since < PATIENCE_S and not self._closing.wait(PAUSE_S)

    async def box(self, key: str) -> BoxRow | None:
        """A box by its key."""

        def work(connection: sa.Connection) -> BoxRow | None:
            found = connection.execute(sa.select(BOXES).where(BOXES.c.key == key)).mappings().first()
            return BoxRow(**found) if found else None

        return await self._do(work)

    async def keep_box(self, row: BoxRow) -> None:
        """Stores a box, if it is not there yet."""
        await self._do(lambda connection: _keep_box(connection, row))

    async def add(
        self,
        row: TableRow,
        after: str | None = None,
        actions: Sequence[ActionRow] = (),
        box: BoxRow | None = None,
    ) -> str:
        """Stores a new table with its first `actions`, as the rematch of the table `after` if given, and its `box`, if
        that is not there yet.

        Returns its id, or that of the rematch which `after` had already.
        """
        rows = _placed(actions, row.id)

        def work(connection: sa.Connection) -> str:
            if after is not None:
                first = TABLES.update().where(TABLES.c.id == after, TABLES.c.rematch.is_(None))
                if not connection.execute(first.values(rematch=row.id)).rowcount:
                    return str(connection.scalar(sa.select(TABLES.c.rematch).where(TABLES.c.id == after)))
            if box is not None:
                _keep_box(connection, box)
            _insert_table(connection, row)
            for each in rows:
                self._put_action(connection, each)
            return row.id

        def is_stored(connection: sa.Connection) -> bool:
            return connection.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == row.id)) is not None

        return await self._insert(work, is_stored, after) or row.id

    async def append(
        self,
        table: str,
        actions: Sequence[ActionRow],
        status: TableStatus,
        gone: SeatRow | None = None,
        finish: Finish | None = None,
        unrated: str = "",
    ) -> None:
        """Stores the next actions, and with them the seat of a person who is `gone`: who has resigned; how the game
        ended, when it has; and why it is not rated any more, when it is not. Raises Conflict if an action with one of
        their numbers is stored already.
        """
        rows, now = _placed(actions, table), time.time()
        put = Append(table, rows, {"table": table, **_columns(status)})

        def work(connection: sa.Connection) -> None:
            self._put(connection, [put])
            if gone is not None:
                _place_gone(connection, table, gone.seat)
                own = (SEATS.c.table_id == table, SEATS.c.seat == gone.seat)
                connection.execute(SEATS.update().where(*own).values(resigned=gone.resigned, kind=gone.kind))
            if unrated:
                _set_unrated(connection, table, unrated)
            if finish is not None:
                _finish(connection, table, finish, now)

        def is_stored(connection: sa.Connection) -> bool:
            ours = (ACTIONS.c.table_id == table, ACTIONS.c.ply.in_([action.ply for action in actions]))
            found = connection.execute(sa.select(ACTIONS).where(*ours).order_by(ACTIONS.c.ply)).mappings()
            return [dict(row) for row in found] == rows

        def alone(repeated: bool) -> None:
            self._inserted(work, is_stored, table, repeated)

        if gone or finish or unrated:
            await self._insert(work, is_stored, table)
            return
        with self._noticing(table):
            await self._together.add(put, alone)

    def _put(self, connection: sa.Connection, appends: Sequence[Append]) -> None:
        actions = [row for each in appends for row in each.actions]
        statuses = [each.status for each in appends]
        if len(appends) == 1:
            for row in actions:
                self._put_action(connection, row)
            self._put_status(connection, statuses[0])
        elif self._engine.dialect.name == "sqlite":
            _put_rows(connection, _put_actions, ACTIONS.c.keys(), actions)
            _put_rows(connection, _put_statuses, ("table", *_STATUS), statuses)
        else:
            self._put_action.each(connection, actions)
            self._put_status.each(connection, statuses)

    def _append_all(self, appends: Sequence[Append]) -> Outcome:
        """Stores the moves of several tables in one transaction, or none of them."""
        try:
            with self._engine.begin() as connection:
                if self.process and not ownership.holds_all(connection, [each.table for each in appends], self.process):
                    return Outcome.NOT_STORED
                self._put(connection, appends)
        except sa.exc.SQLAlchemyError as error:
            return Outcome.UNKNOWN if is_gone(error) else Outcome.NOT_STORED
        self._failing_since = None
        return Outcome.STORED

    async def reseat(
        self,
        table: str,
        before: SeatRow,
        after: SeatRow,
        *,
        started: bool,
        remark: ActionRow | None = None,
        times: Times | None = None,
        unrated: Callable[[TableRow], str] = lambda row: "",
    ) -> TableRow:
        """Seats somebody in place of whoever was there, or opens the seat, and stores the `remark` about it. When no
        seat is open any more, the game begins, with these `times`, and `unrated` says why it is not rated, if it is
        not. Returns the table after that.

        Raises Conflict when somebody else is in the seat now, when the game has begun meanwhile if it was not
        `started`, or when an action of the remark's number is there.
        """

        def work(connection: sa.Connection) -> TableRow:
            own = TABLES.c.id == table
            connection.execute(sa.select(TABLES.c.id).where(own).with_for_update())  # others change seats after this
            if after in (found := _read(connection, own, 1)[0]).seats and found.seats[after.seat] != before:
                return found  # it was stored before the connection broke
            if found.started != started or found.seats[before.seat] != before:
                raise Conflict(f"seat {before.seat} has changed")
            if remark:
                _place_gone(connection, table, before.seat)
                _keep_departed(connection, table, before, remark.ply)
            where = (SEATS.c.table_id == table, SEATS.c.seat == after.seat)
            connection.execute(SEATS.update().where(*where).values(**msgspec.structs.asdict(after)))
            opened = sa.select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.kind == "open")
            if connection.execute(opened).first() is None:
                begun = {} if started else _times(times) | {"unrated": unrated(_read(connection, own, 1)[0])}
                connection.execute(TABLES.update().where(own).values(started=True, **begun))
            if remark:
                values = {"table_id": table, "at": time.time(), **msgspec.structs.asdict(remark)}
                self._put_action(connection, values)
            return _read(connection, own, 1)[0]

        return await self._change(table, work)

    async def set_takeover(self, table: str, seat: int, taken_over: bool) -> None:
        """Stores whether the person in a seat lets a bot play."""
        where = (SEATS.c.table_id == table, SEATS.c.seat == seat)
        await self._change(
            table, lambda connection: connection.execute(SEATS.update().where(*where).values(taken_over=taken_over))
        )

    async def set_unrated(self, table: str, why: str) -> None:
        """Stores why a game is not rated any more."""

        def work(connection: sa.Connection) -> None:
            _set_unrated(connection, table, why)

        await self._change(table, work)

    async def ask(self, table: str, before: Question | None, question: Question) -> None:
        """Replaces a table's question: when a new one is asked, and whenever somebody answers.

        Raises Conflict if another question or answer was stored in the meantime.
        """
        await self._change(table, lambda connection: _ask(connection, table, before, question))

    # --- clocks ------------------------------------------------------------------------------------

    async def set_times(self, table: str, times: Times, asked: tuple[Question | None, Question] | None = None) -> None:
        """Stores the times of a table, as when they are stopped, and with them what becomes of the question that asked
        for it: as `ask` does, the question before and after.
        """
        own = TABLES.update().where(TABLES.c.id == table)

        def work(connection: sa.Connection) -> None:
            if asked is not None:
                _ask(connection, table, *asked)
            connection.execute(own.values(**_times(times)))

        await self._change(table, work)

    async def overdue(self, now: float, most: int = 100) -> list[str]:
        """The tables at which somebody has run out of time, or a pause has ended, the longest overdue first; without
        those that other processes own. While clocks run, it also notes that the server is alive.
        """
        process = self.process

        def work(connection: sa.Connection) -> list[str]:
            runs = TABLES.c.deadline.is_not(None)
            if connection.execute(sa.select(TABLES.c.id).where(runs).limit(1)).first() is None:
                return []
            connection.execute(HEARTBEAT.update().where(HEARTBEAT.c.at < now - HEARTBEAT_S).values(at=now))
            late = sa.select(TABLES.c.id).where(TABLES.c.deadline <= now).order_by(TABLES.c.deadline).limit(most)
            if process:
                late = late.where(sa.not_(ownership.elsewhere(TABLES.c.id, process)))
            return list(connection.scalars(late))

        return await self._do(work)

    async def forgive(self, now: float) -> float:
        """Gives back to all running clocks the time in which no server was alive. Returns that time, in seconds; it is
        negative if the machine's clock was set back meanwhile.
        """

        def work(connection: sa.Connection) -> float:
            down: float = now - (connection.scalar(sa.select(HEARTBEAT.c.at).with_for_update()) or now)
            connection.execute(HEARTBEAT.update().values(at=now))
            if abs(down) <= 2 * HEARTBEAT_S:
                return 0
            running = sa.select(TABLES.c.id, TABLES.c.times).where(TABLES.c.deadline.is_not(None))
            for table, text in connection.execute(running).all():
                times = msgspec.json.decode(text, type=Times)
                times = times.shifted(min(down, now - times.since))
                connection.execute(TABLES.update().where(TABLES.c.id == table).values(**_times(times)))
            return down

        return await self._do(work)

    # --- several processes ---------------------------------------------------------------------------

    async def claim_table(self, table: str) -> ownership.Member | None:
        """The process that owns a table: this one, if it had no owner. None if there is no such table."""
        process = self.process
        return await self._do(lambda connection: ownership.claim(connection, table, process))

    async def owner_of(self, table: str) -> ownership.Member | None:
        """The process that owns a table, if any."""
        return await self._do(lambda connection: ownership.owner(connection, table))

    async def adopt_tables(self, most: int) -> list[str]:
        """Claims some of the tables whose owner has gone. Returns their ids."""
        process = self.process
        return await self._do(lambda connection: ownership.adopt(connection, process, most))

    async def release_table(self, table: str) -> None:
        """Leaves a table that this process owns to whoever wants it next."""
        process = self.process
        await self._do(lambda connection: ownership.release(connection, table, process))

    async def show_present(self, present: Mapping[str, str]) -> None:
        """Stores who is at tables that this process owns, for the lists of the others."""
        process = self.process
        await self._do(lambda connection: ownership.show(connection, process, present))

    async def present_at(self, tables: Sequence[str]) -> dict[str, str]:
        """Who is at these tables, as their owners have stored it."""
        return await self._do(lambda connection: ownership.shown(connection, tables))

    async def accounts_elsewhere(self) -> list[tuple[str, int, str]]:
        """For each seat of an account at a table of another process: who is at that table, the seat, the account."""
        process = self.process
        return await self._do(lambda connection: ownership.accounts_elsewhere(connection, process))

    async def owned_elsewhere(self, tables: Collection[str]) -> set[str]:
        """Which of these tables other processes own."""
        process = self.process
        return await self._do(lambda connection: ownership.owned_elsewhere(connection, tables, process))

    async def processes(self) -> list[ownership.Member]:
        """The processes that serve the database, as far as they are several."""
        return await self._do(ownership.members)

    async def notify(self, text: str) -> None:
        """Tells all processes something; nothing if this is the only one."""
        if self.process:
            await self._do(lambda connection: ownership.notify(connection, text))

    # --- reading tables ------------------------------------------------------------------------------

    async def table(self, table: str) -> TableRow | None:
        """The table of that id."""
        return next(iter(await self.tables([table])), None)

    async def tables(self, ids: Sequence[str]) -> list[TableRow]:
        """The tables of those ids, the newest first."""
        return await self._do(lambda connection: _read(connection, TABLES.c.id.in_(ids), len(ids)))

    async def tables_of(self, account: str, most: int | None = None) -> list[TableRow]:
        """The tables at which an account has a seat, the newest first."""
        return await self._do(lambda connection: _read(connection, _has_seat(account), most))

    async def count_tables_of(self, account: str) -> int:
        """The number of tables at which an account has a seat."""
        wanted = sa.select(sa.func.count()).select_from(TABLES).where(_has_seat(account))
        return await self._do(lambda connection: connection.scalar(wanted) or 0)

    async def claim(self, account: str, secrets: Mapping[str, str]) -> list[str]:
        """Gives an account the seats with these digests of secrets, by table, and what belongs to them in tournaments.
        The secrets are void then. Returns the tables at which there were such seats, and the tournaments.
        """

        def work(connection: sa.Connection) -> list[str]:
            entered = tournaments.claim(connection, account, secrets)
            change = SEATS.update().values(account=account, secret="")
            for table, secret in secrets.items():
                if secret:
                    connection.execute(change.where(SEATS.c.table_id == table, SEATS.c.secret == secret))
            own = sa.select(SEATS.c.table_id).where(SEATS.c.account == account, SEATS.c.table_id.in_(secrets))
            return list(dict.fromkeys([*connection.scalars(own.distinct()), *entered]))

        return await self._do(work)

    async def games_of(self, account: str) -> list[Played]:
        """What an account's person did at all their tables, the newest first.

        Reads `GAMES_AT_ONCE` tables in a transaction, so that moves are stored in between.
        """

        def ids(connection: sa.Connection) -> list[str]:
            left = [each.table_id for each in results.departures(connection, account)]
            wanted = sa.select(TABLES.c.id).where(sa.or_(_has_seat(account), TABLES.c.id.in_(left)))
            return list(connection.scalars(wanted.order_by(*_NEWEST_FIRST)))

        def games(connection: sa.Connection, tables: Sequence[str]) -> list[Played]:
            left = results.departures(connection, account)
            rows = _read(connection, TABLES.c.id.in_(tables))
            return [_played(connection, row, account, left) for row in rows]

        wanted = await self._do(ids)
        found: list[Played] = []
        for start in range(0, len(wanted), GAMES_AT_ONCE):
            part = wanted[start : start + GAMES_AT_ONCE]
            found += await self._do(partial(games, tables=part))
        return found

    async def records_of(self, account: str) -> dict[str, list[dict[str, Any]]]:
        """Every row of the database that names an account, or something that belongs to it, by table and without what
        is secret.
        """
        return await self._do(lambda connection: personal_data.of_account(connection, account))

    async def erase(self, account: str, without_name: Callable[[str, SeatRow], str]) -> list[str]:
        """Deletes an account, and takes its person's name and words from all tables. Returns their ids.

        The remarks about the person's seats become what `without_name` makes of them. Places and ratings stay, as those
        of somebody without a name.
        """

        def work(connection: sa.Connection) -> list[str]:
            tables = _read(connection, _has_seat(account))
            for table in tables:
                for seat in (seat for seat in table.seats if seat.account == account):
                    since = results.sitting_since(connection, table.id, seat.seat)
                    chat.forget(connection, table.id, seat.seat, since)
                    _rewrite_remarks(connection, table.id, seat, without_name)
            left = results.departures(connection, account)
            for each in left:
                since = results.sitting_since(connection, each.table_id, each.seat, each.at)
                chat.forget(connection, each.table_id, each.seat, since, each.at, each.ply)
                sat = SeatRow(seat=each.seat, kind="person", name=each.name)
                _rewrite_remarks(connection, each.table_id, sat, without_name)
            connection.execute(SEATS.update().where(SEATS.c.account == account).values(name="", account=""))
            tournaments.forget(connection, account)
            results.forget(connection, account)
            accounts.delete(connection, account)
            return list({*(table.id for table in tables), *(each.table_id for each in left)})

        return await self._do(work)

    async def open_tables(self, since: float, most: int) -> list[TableRow]:
        """The listed tables made after `since` that still have an open seat, the newest first."""
        wanted = sa.and_(TABLES.c.listed, sa.not_(TABLES.c.started), TABLES.c.created >= since)
        return await self._do(lambda connection: _read(connection, wanted, most))

    async def public_tables(self, since: float, most: int) -> list[TableRow]:
        """The public tables made after `since` whose game goes on, the newest first."""
        wanted = sa.and_(TABLES.c.public, _going(), TABLES.c.created >= since)
        return await self._do(lambda connection: _read(connection, wanted, most))

    async def listing(self, most: int, *, going: bool = False) -> list[Listing]:
        """The tables, the newest first; with `going` only those whose game goes on."""
        wanted = _going() if going else sa.true()

        def work(connection: sa.Connection) -> list[Listing]:
            rows = _read(connection, wanted, most)
            own = ACTIONS.c.table_id.in_([row.id for row in rows])
            sums = sa.select(ACTIONS.c.table_id, sa.func.count(), sa.func.max(ACTIONS.c.at)).where(own)
            done = {table: (count, last) for table, count, last in connection.execute(sums.group_by("table_id"))}
            found = [(row, *done.get(row.id, (0, None))) for row in rows]
            return [Listing(table=row, actions=count, last=last or row.created) for row, count, last in found]

        return await self._do(work)

    async def count_tables(self, since: float) -> tuple[int, int, int]:
        """How many tables there are, at how many of them a game goes on, and at how many of these something has
        happened after `since`.
        """
        count = sa.select(sa.func.count()).select_from(TABLES)
        recent = sa.exists().where(ACTIONS.c.table_id == TABLES.c.id, ACTIONS.c.at > since)
        each = (count, count.where(_going()), count.where(_going(), recent))
        done = await self._do(lambda connection: tuple(connection.scalar(wanted) or 0 for wanted in each))
        return done[0], done[1], done[2]

    async def aged(self, ages: Ages, after: str, most: int) -> list[Aged]:
        """The tables that are too old, in the order of their ids, from the one after `after` on."""

        def work(connection: sa.Connection) -> list[Aged]:
            wanted = sa.select(TABLES.c.id).where(_is_aged(ages), TABLES.c.id > after)
            return _whole(connection, list(connection.scalars(wanted.order_by(TABLES.c.id).limit(most))))

        return await self._do(work)

    async def remove_aged(self, ages: Ages, tables: Sequence[str]) -> int:
        """Removes those of the tables that are still too old, and boxes that no table has. Returns how many tables."""

        def work(connection: sa.Connection) -> int:
            ids = list(connection.scalars(sa.select(TABLES.c.id).where(_is_aged(ages), TABLES.c.id.in_(tables))))
            _remove(connection, ids)
            connection.execute(
                BOXES.delete().where(BOXES.c.created < ages.empty, BOXES.c.key.not_in(sa.select(TABLES.c.variant)))
            )
            return len(ids)

        return await self._do(work)

    async def take_out(self, tables: Sequence[str], keep: Callable[[list[Aged]], None]) -> list[str]:
        """Removes tables, whoever uses them; before that `keep` is called with all that they hold. Returns their ids.

        The processes that have them in memory learn it by an order. Nothing can be played there meanwhile.
        """
        now = time.time()

        def work(connection: sa.Connection) -> list[str]:
            own = TABLES.c.id.in_(tables)
            connection.execute(TABLES.update().where(own).values(listed=False))  # SQLite has no other lock for it
            ids = list(connection.scalars(sa.select(TABLES.c.id).where(own).with_for_update()))
            keep(_whole(connection, ids))
            _remove(connection, ids)
            gone = [commands.Order(kind="removed", about=table, given=now, until=now + REMOVED_S) for table in ids]
            commands.give(connection, gone, now)
            return ids

        return await self._do(work)

    async def actions(self, table: str) -> list[ActionRow]:
        """All actions of a table, in order."""
        return await self._do(lambda connection: _actions_of(connection, table))

    async def is_submitted(self, table: str, seat: int, submission: str) -> bool:
        """Whether the move that a seat's client called by this name is stored."""
        own = (ACTIONS.c.table_id == table, ACTIONS.c.seat == seat, ACTIONS.c.submission == submission)
        found = await self._do(lambda connection: connection.execute(sa.select(ACTIONS.c.ply).where(*own)).first())
        return found is not None

    async def said(self, table: str) -> chat.Said:
        """The chat of a table, in order."""
        return await self._do(lambda connection: chat.read(connection, table))

    async def say(self, table: str, message: chat.MessageRow, outdated: Sequence[int] = ()) -> None:
        """Stores a message, and deletes those with `outdated` numbers. Raises Conflict if its number is taken."""
        await self._insert(
            lambda connection: chat.add(connection, table, message, outdated),
            lambda connection: chat.has(connection, table, message),
            table,
        )

    async def react(self, table: str, reaction: chat.ReactionRow) -> None:
        """Stores a seat's reaction to a move; with an empty word, removes it."""
        await self._change(table, lambda connection: chat.react(connection, table, reaction))

    async def check(self) -> float:
        """How many seconds a small write took. Raises StoreError if the database takes none.

        It rewrites existing data, so nothing grows, and at most once a second; else the last answer holds.
        """
        began = time.monotonic()
        if began - self._checked >= 1:
            await self._do(lambda connection: connection.exec_driver_sql(_WRITE))
            self._checked = time.monotonic()
            self._check_s = self._checked - began
        return self._check_s


_WRITE = "UPDATE alembic_version SET version_num = version_num"


def _read(connection: sa.Connection, wanted: Any, most: int | None = None) -> list[TableRow]:
    found = connection.execute(sa.select(TABLES).where(wanted).order_by(*_NEWEST_FIRST).limit(most)).all()
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in found}
    for row in connection.execute(sa.select(SEATS).where(SEATS.c.table_id.in_(seats)).order_by(SEATS.c.seat)):
        values = row._asdict()
        seats[values.pop("table_id")].append(SeatRow(**values))
    return [_row(dict(zip(TABLES.c.keys(), row, strict=True)), seats[row.id]) for row in found]


def _whole(connection: sa.Connection, ids: Sequence[str]) -> list[Aged]:
    """All that there is of these tables, in the order of their ids."""
    rows = sorted(_read(connection, TABLES.c.id.in_(ids)), key=lambda row: row.id)
    boxes = sa.select(BOXES.c.key, BOXES.c.text).where(BOXES.c.key.in_({row.variant for row in rows}))
    texts = {row.key: row.text for row in connection.execute(boxes)}
    return [Aged(table=row, actions=_actions_of(connection, row.id), box=texts.get(row.variant, "")) for row in rows]


def _remove(connection: sa.Connection, ids: Sequence[str]) -> None:
    for part in (each for each in METADATA.tables.values() if "table_id" in each.c):
        connection.execute(part.delete().where(part.c.table_id.in_(ids)))
    connection.execute(TABLES.delete().where(TABLES.c.id.in_(ids)))


def _actions_of(connection: sa.Connection, table: str) -> list[ActionRow]:
    own = sa.select(ACTIONS).where(ACTIONS.c.table_id == table)
    return [_action(row) for row in connection.execute(own.order_by(ACTIONS.c.ply))]


def _action(row: sa.Row[Any]) -> ActionRow:
    return ActionRow(**{name: getattr(row, name) for name in ActionRow.__struct_fields__})


def _is_aged(ages: Ages) -> sa.ColumnElement[bool]:
    """Whether a table is too old, no account has or had a seat there, it is no tournament's, and no clock runs."""
    own = ACTIONS.c.table_id == TABLES.c.id
    has_account = sa.exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.account != "")
    is_empty = ~sa.exists().where(own)
    is_recent = sa.exists().where(own, ACTIONS.c.at >= ages.guest)
    old = sa.or_(sa.and_(TABLES.c.created < ages.guest, ~is_recent), sa.and_(TABLES.c.created < ages.empty, is_empty))
    ours = sa.and_(TABLES.c.tournament == "", TABLES.c.deadline.is_(None))
    return sa.and_(old, ours, ~has_account, ~results.concern(TABLES.c.id))


def _keep_box(connection: sa.Connection, row: BoxRow) -> None:
    """Stores a box, unless it is there."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(BOXES).values(**msgspec.structs.asdict(row)).on_conflict_do_nothing())


def _insert_table(connection: sa.Connection, row: TableRow) -> None:
    """Stores a new table without actions."""
    values = msgspec.structs.asdict(row)
    seats: tuple[SeatRow, ...] = values.pop("seats")
    values |= _columns(values.pop("status"))
    values["options"] = msgspec.json.encode(row.options).decode()
    values["question"] = _written(row.question)
    values |= _listed(row.places, row.scores)
    connection.execute(TABLES.insert().values(**values))
    connection.execute(SEATS.insert(), [{"table_id": row.id, **msgspec.structs.asdict(seat)} for seat in seats])


def _put_rows(connection: sa.Connection, text: str, names: Sequence[str], rows: list[dict[str, Any]]) -> None:
    """Inserts all rows in one SQLite statement, because each statement releases the GIL and has to win it back."""
    row = f"({', '.join('?' * len(names))})"
    connection.exec_driver_sql(
        text.format(rows=", ".join([row] * len(rows))), tuple(values[name] for values in rows for name in names)
    )


def _written(part: msgspec.Struct | None) -> str:
    """A part of a table as it is stored."""
    return msgspec.json.encode(part).decode() if part else ""


def _times(times: Times | None) -> dict[str, Any]:
    """The columns of a table's times."""
    return {"times": _written(times), "deadline": times.deadline if times else None}


def _columns(status: TableStatus) -> dict[str, Any]:
    """The columns of a table's status."""
    return msgspec.structs.asdict(status) | _times(status.times)


def _going() -> sa.ColumnElement[bool]:
    """Whether the game of a table goes on."""
    return sa.and_(TABLES.c.started, sa.not_(TABLES.c.over))


def _has_seat(account: str) -> sa.ColumnElement[bool]:
    """Whether an account has a seat at a table."""
    return TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.account == account))


def _played(connection: sa.Connection, table: TableRow, account: str, left: Sequence[results.Departure]) -> Played:
    """What the person with an account did at a table, also in seats that they have `left`."""
    mine = _sittings(connection, table, account, left)
    seats = {sitting.seat for sitting in mine}
    wanted = sa.select(ACTIONS).where(ACTIONS.c.table_id == table.id, ACTIONS.c.seat.in_(seats))
    said, reactions = chat.read(connection, table.id)

    def own(seat: int, at: float) -> bool:
        return any(each.seat == seat and each.since <= at <= each.until for each in mine)

    def reacted(reaction: chat.ReactionRow) -> bool:
        return any(each.seat == reaction.seat and each.plies[0] < reaction.ply <= each.plies[1] for each in mine)

    done = ((row.at, _action(row)) for row in connection.execute(wanted.order_by(ACTIONS.c.ply)))
    return Played(
        table=table,
        sittings=mine,
        actions=[(at, action) for at, action in done if own(action.seat, at)],
        said=[message for message in said if own(message.seat, message.at)],
        reactions=[reaction for reaction in reactions if reacted(reaction)],
    )


def _sittings(
    connection: sa.Connection, table: TableRow, account: str, left: Sequence[results.Departure]
) -> list[Sitting]:
    """When the person with an account had seats of a table, in the order in which they took them."""
    ended = [(each.seat, each.name, each.at, each.ply) for each in left if each.table_id == table.id]
    now = [(seat.seat, seat.name, math.inf, math.inf) for seat in table.seats if seat.account == account]
    found = []
    for seat, name, until, ply in [*ended, *now]:
        before = results.departure_before(connection, table.id, seat, until)
        since, first = (before.at, before.ply) if before else (0.0, -1)
        found.append(Sitting(seat=seat, name=name, since=since, until=until, plies=(first, ply)))
    return sorted(found, key=lambda sitting: (sitting.since, sitting.seat))


def _people(row: TableRow) -> dict[int, str]:
    """The accounts of the people who play, by seat."""
    return {each.seat: each.account for each in row.seats if each.kind == "person" and not each.resigned}


def _place_gone(connection: sa.Connection, table: str, seat: int) -> None:
    """Somebody has resigned from a game, or their seat was taken: in a rated one that settles their place."""
    row = _read(connection, TABLES.c.id == table, 1)[0]
    if row.counts:
        results.place_gone(connection, table, row.game, _people(row), seat)


def _keep_departed(connection: sa.Connection, table: str, seat: SeatRow, ply: int) -> None:
    if seat.account:
        results.depart(
            connection,
            results.Departure(
                table_id=table, seat=seat.seat, ply=ply, account=seat.account, name=seat.name, at=time.time()
            ),
        )


def _finish(connection: sa.Connection, table: str, finish: Finish, now: float) -> None:
    """The game of a table has ended."""
    own = TABLES.c.id == table
    row = _read(connection, own, 1)[0]
    connection.execute(TABLES.update().where(own).values(ended=now, **_listed(finish.places, finish.scores)))
    if row.counts and not finish.places:
        _set_unrated(connection, table, "agreed")
    elif row.counts:
        results.finish(connection, table, row.game, _people(row), finish.places, finish.bots, now)


def _ask(connection: sa.Connection, table: str, before: Question | None, question: Question) -> None:
    """Replaces a table's question. Raises Conflict."""
    own = TABLES.c.id == table
    # Compared as questions, since an earlier version may have written the same one otherwise.
    found = connection.scalar(sa.select(TABLES.c.question).where(own))
    if _read_part(found or "", Question) not in (before, question):
        raise Conflict("another question was asked, or somebody answered")
    change = TABLES.update().where(own, TABLES.c.question == found).values(question=_written(question))
    if not connection.execute(change).rowcount:
        raise Conflict("another question was asked, or somebody answered")


def _set_unrated(connection: sa.Connection, table: str, why: str) -> None:
    change = TABLES.update().where(TABLES.c.id == table, TABLES.c.unrated == "")
    if connection.execute(change.values(unrated=why)).rowcount:
        results.drop(connection, table)


def _listed(places: Sequence[int], scores: Sequence[int]) -> dict[str, str]:
    """The columns of places and scores."""
    return {"places": msgspec.json.encode(places).decode(), "scores": msgspec.json.encode(scores).decode()}


def _rewrite_remarks(
    connection: sa.Connection, table: str, seat: SeatRow, rewritten: Callable[[str, SeatRow], str]
) -> None:
    """Rewrites the remarks about a seat."""
    remarks = (ACTIONS.c.table_id == table, ACTIONS.c.seat == seat.seat, ACTIONS.c.kind == "remark")
    for row in connection.execute(sa.select(ACTIONS.c.ply, ACTIONS.c.words).where(*remarks)).all():
        change = ACTIONS.update().where(*remarks, ACTIONS.c.ply == row.ply)
        connection.execute(change.values(words=rewritten(row.words, seat)))


def _placed(actions: Sequence[ActionRow], table: str) -> list[dict[str, Any]]:
    """Actions as the database stores them now."""
    now = time.time()
    return [{"table_id": table, "at": now, **msgspec.structs.asdict(action)} for action in actions]


def _row(values: dict[str, Any], seats: list[SeatRow]) -> TableRow:
    del values["deadline"]
    values["times"] = _read_part(values["times"], Times)
    status = TableStatus(**{name: values.pop(name) for name in TableStatus.__struct_fields__})
    values["options"] = msgspec.json.decode(values["options"], type=dict[str, int])
    values["question"] = _read_part(values["question"], Question)
    for name in ("places", "scores"):
        values[name] = msgspec.json.decode(values[name], type=tuple[int, ...])
    return TableRow(status=status, seats=tuple(seats), **values)


def _read_part(text: str, kind: type[Part]) -> Part | None:
    return msgspec.json.decode(text, type=kind) if text else None


# --- the database itself ----------------------------------------------------------------------------


def connect(url: str) -> sa.Engine:
    """The database at a URL, with connections that break when its server keeps silent for too long."""
    place = sa.make_url(url)
    patience = _PSYCOPG if place.get_driver_name() == "psycopg" else {}
    engine = sa.create_engine(
        place,
        pool_pre_ping=True,  # a connection that broke while nobody used it is made anew
        connect_args={name: wanted for name, wanted in patience.items() if name not in place.query},
    )
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    elif engine.dialect.name == "postgresql":
        sa.event.listen(engine, "connect", _prepare_postgresql)
    return engine


_PSYCOPG = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
"""How long PostgreSQL may keep silent: seconds until a connection stands, milliseconds until what was sent is taken."""


def is_gone(error: sa.exc.SQLAlchemyError) -> bool:
    """Whether the connection to a database server is broken or was refused; of a file nothing breaks."""
    if not isinstance(error, sa.exc.DBAPIError) or "sqlite" in type(error.orig).__module__:
        return False
    return error.connection_invalidated or isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer (WAL), and a commit is on the disk before it returns (synchronous=FULL)."""
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


STANDS_STILL_S = 3
"""After how many seconds PostgreSQL ends a transaction in which nothing happens: one of a process that stands still,
whose tables others are about to take over.
"""


def _prepare_postgresql(connection: Any, _: Any) -> None:
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STANDS_STILL_S}s'")
    connection.commit()


def newest_revision() -> str:
    """The revision that this version of Cogtable works with: the number of the last migration."""
    return max(file.name for file in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


_MIGRATING = int.from_bytes(b"cogtable")
"""The key of the lock that a server holds while it migrates the database."""


def _migrate(engine: sa.Engine) -> None:
    """Brings the database to the newest revision. Alembic is loaded only when there is something to do."""
    newest, found = newest_revision(), _revision(engine)
    if found == newest:
        return
    if found is not None and found > newest:
        raise OSError(f"it was made by a newer Cogtable (revision {found}; this one knows up to {newest})")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        # Several servers may start at once.
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _check_revision(engine: sa.Engine) -> None:
    """Raises OSError unless the database is of the newest revision."""
    newest, found = newest_revision(), _revision(engine)
    if found is None:
        raise OSError("no server has used it yet")
    if found != newest:
        raise OSError(
            f"it is of revision {found}, and this Cogtable works with {newest}, to which its server brings it"
        )


def revision_of(url: str) -> str | None:
    """The revision of a database, which is not changed; None if no server has used it yet.

    Raises StoreError when it cannot be read.
    """
    try:
        engine = connect(url)
        try:
            return _revision(engine)
        finally:
            engine.dispose()
    except (sa.exc.SQLAlchemyError, ImportError, OSError) as error:
        raise StoreError(f"the database {_shown(url)} cannot be used: {_reason(error)}") from error


def _revision(engine: sa.Engine) -> str | None:
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        return found


def _shown(url: str) -> str:
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.SQLAlchemyError:
        return "given"


def _reason(error: BaseException) -> str:
    """The database's own words, in one line, without the statement and its values."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
