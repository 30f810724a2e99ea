"""The store: tables, seats and actions in a database. Everything it has accepted survives a crash.

A single thread runs one transaction after the other, so the server never blocks on a disk. Awaiting a method waits
until its transaction is on disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import sqlalchemy as sa

from cogtable.server.db import chat, deals, tables
from cogtable.server.db.accounts import Accounts
from cogtable.server.db.actions import Writer, actions_of, rows_now
from cogtable.server.db.clocks import Clocks
from cogtable.server.db.commands import Orders
from cogtable.server.db.connection import Conflict, Database, NotOwner, StoreError
from cogtable.server.db.deals import Deals
from cogtable.server.db.finished_games import FinishedGames
from cogtable.server.db.group_commit import Append, CommitOutcome, GroupCommit
from cogtable.server.db.invitations import Invitations
from cogtable.server.db.keepsakes import Keepsakes
from cogtable.server.db.notifications import Calls
from cogtable.server.db.ownership import Owners
from cogtable.server.db.people import People
from cogtable.server.db.personal_data import PersonalData
from cogtable.server.db.removal import Removal
from cogtable.server.db.reports import Reports
from cogtable.server.db.results import Results
from cogtable.server.db.rows import (
    ActionRow,
    BoxRow,
    Conditional,
    Finish,
    Listing,
    QuestionRow,
    SeatRow,
    TableRow,
    TableStatus,
    Times,
)
from cogtable.server.db.schema import ACTIONS, BOXES, SEATS, TABLES
from cogtable.server.db.seeks import Seeks
from cogtable.server.db.series import SeriesStore
from cogtable.server.db.tournaments import Tournaments, claim

Answer = TypeVar("Answer")

_WRITE = "UPDATE alembic_version SET version_num = version_num"


class Store:
    """The tables of one database; its attributes store the other kinds of data.

    Raises StoreError, from the constructor too, when the database cannot be used. With `migrate`, an older database is
    migrated; without, it must be at the newest revision. The store works in one of the `threads`.
    """

    def __init__(
        self, url: str, *, migrate: bool = True, threads: type[ThreadPoolExecutor] = ThreadPoolExecutor
    ) -> None:
        self._thread = threads(1, thread_name_prefix="store")
        try:
            self.database = self._thread.submit(Database, url, migrate=migrate).result()
        except StoreError:
            self._thread.shutdown()
            raise
        self._writer = Writer(self.database.engine)
        self._waiting = GroupCommit(self._thread, self._append_all)
        self._checked, self._check_s = -1.0, 0.0
        self.on_lost: Callable[[str], None] = lambda table: None
        """Called with a table that this process was about to change and no longer owns."""
        self.owners = Owners(self._do)
        self.clocks = Clocks(self._do, self.owners)
        self.accounts = Accounts(self._do)
        self.personal_data = PersonalData(self._do)
        self.results = Results(self._do)
        self.finished_games = FinishedGames(self._do)
        self.keepsakes = Keepsakes(self._do, self.finished_games)
        self.tournaments = Tournaments(self._do)
        self.series = SeriesStore(self._do)
        self.calls = Calls(self._do)
        self.orders = Orders(self._do)
        self.people = People(self._do)
        self.invitations = Invitations(self._do)
        self.reports = Reports(self._do)
        self.removal = Removal(self._do)
        self.seeks = Seeks(self._do)
        self.deals = Deals(self._do)

    def close(self) -> None:
        """Finishes pending work and closes the database."""
        self.database.stop_waiting()
        self._thread.submit(self.database.engine.dispose).result()
        self._thread.shutdown()

    # --- transactions ----------------------------------------------------------------------------

    async def _do(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Runs `work` in one transaction. It is finished even if the waiting task is cancelled.

        If the connection to the database breaks, `work` is retried, so it must be idempotent. Raises Conflict,
        Unreachable or StoreError.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.database.transaction, work)

    async def _change(self, table: str, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Runs `work`, which changes a table, in one transaction. If several processes serve the database, only the
        owner of the table can change it; raises NotOwner for others.
        """
        with self._noticing(table):
            return await self._do(self.owners.if_owner(table, work))

    @contextmanager
    def _noticing(self, table: str) -> Iterator[None]:
        try:
            yield
        except NotOwner:
            self.on_lost(table)
            raise

    async def _insert(
        self,
        work: Callable[[sa.Connection], Answer],
        is_stored: Callable[[sa.Connection], bool],
        table: str | None = None,
    ) -> Answer | None:
        """Runs `work`, which the database accepts only once, in one transaction. If it changes a `table`, only the
        owner of that table can; raises NotOwner for others. The result is None if it was stored before; see
        `Database.once`.
        """
        checked = self.owners.if_owner(table, work) if table else work
        with self._noticing(table or ""):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self.database.once, checked, is_stored)

    # --- tables ----------------------------------------------------------------------------------

    async def add(
        self,
        row: TableRow,
        after: str | None = None,
        actions: Sequence[ActionRow] = (),
        box: BoxRow | None = None,
    ) -> str:
        """Stores a new table with its first `actions`, and its `box` if that is not stored yet. With `after`, it is the
        rematch of that table.

        Returns its id, or the id of the rematch that `after` had already.
        """
        rows = rows_now(row.id, actions)

        def work(connection: sa.Connection) -> str:
            if after is not None:
                first = TABLES.update().where(TABLES.c.id == after, TABLES.c.rematch.is_(None))
                if not connection.execute(first.values(rematch=row.id)).rowcount:
                    return str(connection.scalar(sa.select(TABLES.c.rematch).where(TABLES.c.id == after)))
            if box is not None:
                tables.keep_box(connection, box)
            tables.insert(connection, row)
            self._writer.put_actions(connection, rows)
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
        """Stores the next actions. Also stores, if given: the seat of a person who has resigned (`gone`), how the game
        ended, and why it is no longer rated. Raises Conflict if an action with one of their numbers is stored already.
        """
        rows, now = rows_now(table, actions), time.time()
        put = Append(table, rows, {"table": table, **tables.status_columns(status)})

        def work(connection: sa.Connection) -> None:
            self._writer.put(connection, [put])
            if gone is not None:
                tables.place_gone(connection, table, gone.seat)
                own = (SEATS.c.table_id == table, SEATS.c.seat == gone.seat)
                connection.execute(SEATS.update().where(*own).values(resigned=gone.resigned, kind=gone.kind))
            if unrated:
                tables.set_unrated(connection, table, unrated)
            if finish is not None:
                tables.finish(connection, table, finish, now)

        def is_stored(connection: sa.Connection) -> bool:
            ours = (ACTIONS.c.table_id == table, ACTIONS.c.ply.in_([action.ply for action in actions]))
            found = connection.execute(sa.select(ACTIONS).where(*ours).order_by(ACTIONS.c.ply)).mappings()
            return [dict(row) for row in found] == rows

        def alone(repeated: bool) -> None:
            self.database.once(self.owners.if_owner(table, work), is_stored, repeated)

        if gone or finish or unrated:
            await self._insert(work, is_stored, table)
            return
        with self._noticing(table):
            await self._waiting.add(put, alone)

    def _append_all(self, appends: Sequence[Append]) -> CommitOutcome:
        """Stores the moves of several tables in one transaction, or none of them."""

        def work(connection: sa.Connection) -> None:
            self.owners.check_all(connection, [each.table for each in appends])
            self._writer.put(connection, appends)

        return self.database.attempt(work)

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
        """Gives a seat to another occupant or opens it, and stores the `remark` about it. When no seat is open any
        more, the game begins; `unrated` says why it is not rated, if it isn't. If there are `times`, the clock of a
        game in progress has them from now on. Returns the table after that.

        Raises Conflict if another person is in the seat now, if the game has begun in the meantime although it was not
        `started`, or if an action with the remark's number is stored.
        """

        def work(connection: sa.Connection) -> TableRow:
            own = TABLES.c.id == table
            connection.execute(sa.select(TABLES.c.id).where(own).with_for_update())  # other transactions wait
            found = tables.read_tables(connection, own, 1)[0]
            now, then = (tables.seat_columns(seat) for seat in (found.seats[before.seat], before))
            if now == tables.seat_columns(after) and now != then:
                return found  # it was stored before the connection broke
            if found.started != started or now != then:
                raise Conflict(f"seat {before.seat} has changed")
            if remark:
                tables.place_gone(connection, table, before.seat)
                tables.keep_departed(connection, table, before, remark.ply)
            where = (SEATS.c.table_id == table, SEATS.c.seat == after.seat)
            connection.execute(SEATS.update().where(*where).values(**tables.seat_columns(after)))
            opened = sa.select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.kind == "open")
            if connection.execute(opened).first() is None:
                begins = TABLES.update().where(own).values(started=True)
                if not started:
                    why = unrated(tables.read_tables(connection, own, 1)[0])
                    begins = begins.values(unrated=why)
                if times:
                    begins = begins.values(**tables.time_columns(times))
                connection.execute(begins)
            if remark:
                self._writer.put_actions(connection, rows_now(table, [remark]))
            return tables.read_tables(connection, own, 1)[0]

        return await self._change(table, work)

    async def set_conditional(self, table: str, seat: int, conditional: Conditional) -> None:
        """Stores the conditional moves of a seat."""
        await self._change(table, lambda connection: tables.set_conditional(connection, table, seat, conditional))

    async def set_takeover(self, table: str, seat: int, taken_over: bool) -> None:
        """Stores whether the person in a seat lets a bot play."""
        where = (SEATS.c.table_id == table, SEATS.c.seat == seat)
        await self._change(
            table, lambda connection: connection.execute(SEATS.update().where(*where).values(taken_over=taken_over))
        )

    async def set_unrated(self, table: str, why: str) -> None:
        """Stores why a game is no longer rated."""

        def work(connection: sa.Connection) -> None:
            tables.set_unrated(connection, table, why)

        await self._change(table, work)

    async def ask(self, table: str, before: QuestionRow | None, question: QuestionRow) -> None:
        """Replaces a table's question: when a new one is asked, and after each answer.

        Raises Conflict if another question or answer was stored in the meantime.
        """
        await self._change(table, lambda connection: tables.ask(connection, table, before, question))

    async def set_times(
        self, table: str, times: Times, asked: tuple[QuestionRow | None, QuestionRow] | None = None
    ) -> None:
        """Stores the times of a table, for example when the clocks are stopped. Also updates the question that asked
        for it, as `ask` does: from the question before to the one after.
        """
        own = TABLES.update().where(TABLES.c.id == table)

        def work(connection: sa.Connection) -> None:
            if asked is not None:
                tables.ask(connection, table, *asked)
            connection.execute(own.values(**tables.time_columns(times)))

        await self._change(table, work)

    # --- reading tables --------------------------------------------------------------------------

    async def table(self, table: str) -> TableRow | None:
        """Returns the table with that id."""
        return next(iter(await self.tables([table])), None)

    async def tables(self, ids: Sequence[str]) -> list[TableRow]:
        """Returns the tables with those ids, the newest first."""
        return await self._do(lambda connection: tables.read_tables(connection, TABLES.c.id.in_(ids), len(ids)))

    async def tables_of(self, account: str, most: int | None = None) -> list[TableRow]:
        """Returns the tables where an account has a seat, the newest first."""
        return await self._do(lambda connection: tables.read_tables(connection, tables.has_seat(account), most))

    async def count_tables_of(self, account: str) -> int:
        """Returns the number of tables where an account has a seat."""
        wanted = sa.select(sa.func.count()).select_from(TABLES).where(tables.has_seat(account))
        return await self._do(lambda connection: connection.scalar(wanted) or 0)

    async def claim(self, account: str, secrets: Mapping[str, str]) -> list[str]:
        """Gives an account the seats with these digests of secrets, by table, and their places in tournaments. The
        secrets are void then. Returns the tables that had matching seats, and the tournaments.
        """

        def work(connection: sa.Connection) -> list[str]:
            entered = claim(connection, account, secrets)
            change = SEATS.update().values(account=account, secret="")
            for table, secret in secrets.items():
                if secret:
                    connection.execute(change.where(SEATS.c.table_id == table, SEATS.c.secret == secret))
            own = sa.select(SEATS.c.table_id).where(SEATS.c.account == account, SEATS.c.table_id.in_(secrets))
            seated = list(connection.scalars(own.distinct()))
            deals.claim(connection, account, seated)
            return list(dict.fromkeys([*seated, *entered]))

        return await self._do(work)

    async def open_tables(self, since: float, most: int) -> list[TableRow]:
        """Returns the listed tables made after `since` that still have an open seat, the newest first."""
        wanted = sa.and_(TABLES.c.listed, sa.not_(TABLES.c.started), TABLES.c.created >= since)
        return await self._do(lambda connection: tables.read_tables(connection, wanted, most))

    async def public_tables(self, since: float, most: int) -> list[TableRow]:
        """Returns the public tables made after `since` whose game is in progress, the newest first."""
        wanted = sa.and_(TABLES.c.public, tables.is_going(), TABLES.c.created >= since)
        return await self._do(lambda connection: tables.read_tables(connection, wanted, most))

    async def visits(self, since: float) -> list[tuple[str, float]]:
        """Returns who sat down at tables made after `since`, and when these were made (seconds since 1970). People are
        known by their account or, as guests, by their name.
        """
        person = sa.case((SEATS.c.account != "", SEATS.c.account), else_=sa.literal("guest ") + SEATS.c.name)
        sat = (
            sa.select(person, TABLES.c.created)
            .join(TABLES, TABLES.c.id == SEATS.c.table_id)
            .where(SEATS.c.kind == "person", TABLES.c.created >= since)
        )
        return await self._do(lambda connection: [(who, at) for who, at in connection.execute(sat)])

    async def finished_tables(self, most: int) -> list[TableRow]:
        """Returns the public tables whose game is over, the one that ended last first."""
        wanted = sa.and_(TABLES.c.public, TABLES.c.over, TABLES.c.ended.is_not(None))

        def work(connection: sa.Connection) -> list[TableRow]:
            last = sa.select(TABLES.c.id).where(wanted).order_by(TABLES.c.ended.desc()).limit(most)
            rows = tables.read_tables(connection, TABLES.c.id.in_(last), most)
            return sorted(rows, key=lambda row: -(row.ended or 0))

        return await self._do(work)

    async def last_moves(self, ids: Sequence[str]) -> dict[str, float]:
        """Returns when the last action at each of these tables was stored (seconds since 1970); tables without actions
        are missing.
        """
        if not ids:
            return {}
        at = ACTIONS.c.table_id
        last = sa.select(at, sa.func.max(ACTIONS.c.at)).where(at.in_(ids)).group_by(at)
        return await self._do(lambda connection: {row[0]: row[1] for row in connection.execute(last)})

    async def listing(self, most: int, *, going: bool = False) -> list[Listing]:
        """Returns the tables, the newest first; with `going` only those whose game is in progress."""
        wanted = tables.is_going() if going else sa.true()

        def work(connection: sa.Connection) -> list[Listing]:
            rows = tables.read_tables(connection, wanted, most)
            own = ACTIONS.c.table_id.in_([row.id for row in rows])
            sums = sa.select(ACTIONS.c.table_id, sa.func.count(), sa.func.max(ACTIONS.c.at)).where(own)
            done = {table: (count, last) for table, count, last in connection.execute(sums.group_by("table_id"))}
            found = [(row, *done.get(row.id, (0, None))) for row in rows]
            return [Listing(table=row, actions=count, last=last or row.created) for row, count, last in found]

        return await self._do(work)

    async def count_tables(self, since: float) -> tuple[int, int, int]:
        """Returns the number of tables, of tables with a game in progress, and of those with an
        action after `since`.
        """
        count = sa.select(sa.func.count()).select_from(TABLES)
        recent = sa.exists().where(ACTIONS.c.table_id == TABLES.c.id, ACTIONS.c.at > since)
        each = (count, count.where(tables.is_going()), count.where(tables.is_going(), recent))
        done = await self._do(lambda connection: tuple(connection.scalar(wanted) or 0 for wanted in each))
        return done[0], done[1], done[2]

    async def actions(self, table: str) -> list[ActionRow]:
        """Returns all actions of a table, in order."""
        return await self._do(lambda connection: actions_of(connection, table))

    async def is_submitted(self, table: str, seat: int, submission: str) -> bool:
        """Whether the move with this name from a seat's client is stored."""
        own = (ACTIONS.c.table_id == table, ACTIONS.c.seat == seat, ACTIONS.c.submission == submission)
        found = await self._do(lambda connection: connection.execute(sa.select(ACTIONS.c.ply).where(*own)).first())
        return found is not None

    # --- boxes -----------------------------------------------------------------------------------

    async def box(self, key: str) -> BoxRow | None:
        """Returns a box by its key."""

        def work(connection: sa.Connection) -> BoxRow | None:
            found = connection.execute(sa.select(BOXES).where(BOXES.c.key == key)).mappings().first()
            return BoxRow(**found) if found else None

        return await self._do(work)

    async def keep_box(self, row: BoxRow) -> None:
        """Stores a box, if it is not stored yet."""
        await self._do(lambda connection: tables.keep_box(connection, row))

    # --- chat ------------------------------------------------------------------------------------

    async def said(self, table: str) -> chat.Said:
        """Returns the chat of a table, in order."""
        return await self._do(lambda connection: chat.read_messages(connection, table))

    async def say(self, table: str, message: chat.MessageRow, outdated: Sequence[int] = ()) -> None:
        """Stores a message, and deletes those with `outdated` numbers. Raises Conflict if its number is taken."""
        await self._insert(
            lambda connection: chat.add_message(connection, table, message, outdated),
            lambda connection: chat.has(connection, table, message),
            table,
        )

    async def react(self, table: str, reaction: chat.ReactionRow) -> None:
        """Stores a seat's reaction to a move; with an empty word, removes it."""
        await self._change(table, lambda connection: chat.react(connection, table, reaction))

    async def check(self) -> float:
        """Returns how many seconds a small write took. Raises StoreError if the database can't be written.

        It rewrites existing data, so nothing grows. It writes at most once a second; in between, it returns the last
        result.
        """
        began = time.monotonic()
        if began - self._checked >= 1:
            await self._do(lambda connection: connection.exec_driver_sql(_WRITE))
            self._checked = time.monotonic()
            self._check_s = self._checked - began
        return self._check_s
