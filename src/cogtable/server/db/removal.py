"""Removes tables that are too old, and tables that the host wants removed. The database deletes the rows that belong to
them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec
import sqlalchemy as sa

from cogtable.server.db import commands, deals, results, tables
from cogtable.server.db.actions import actions_of
from cogtable.server.db.connection import Run
from cogtable.server.db.rows import ActionRow, TableRow
from cogtable.server.db.schema import ACTIONS, BOXES, SEATS, TABLES, TOURNAMENTS

REMOVED_S = 300.0
"""The maximum time until all processes that have a removed table in memory learn of the removal, in seconds."""


class Ages(msgspec.Struct, kw_only=True, frozen=True):
    """Tables without any account's seat are too old if their last move was before `guest`, or if they have no move and
    were made before `empty` (seconds since 1970).
    """

    guest: float
    empty: float


class ExpiredTable(msgspec.Struct, kw_only=True, frozen=True):
    """A table that is too old, with its actions, and the text of its box if it is not the game's own."""

    table: TableRow
    actions: list[ActionRow]
    box: str


class Removal:
    """Removes tables of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def expired(self, ages: Ages, after: str, most: int) -> list[ExpiredTable]:
        """Returns the tables that are too old, in the order of their ids, starting after the id `after`."""

        def work(connection: sa.Connection) -> list[ExpiredTable]:
            wanted = sa.select(TABLES.c.id).where(_is_aged(ages), TABLES.c.id > after)
            return _whole(connection, list(connection.scalars(wanted.order_by(TABLES.c.id).limit(most))))

        return await self._run(work)

    async def remove_expired(self, ages: Ages, tables: Sequence[str]) -> int:
        """Removes those of the tables that are still too old, and boxes that no table or tournament uses. Returns the
        number of tables.
        """

        def work(connection: sa.Connection) -> int:
            ids = list(connection.scalars(sa.select(TABLES.c.id).where(_is_aged(ages), TABLES.c.id.in_(tables))))
            connection.execute(TABLES.delete().where(TABLES.c.id.in_(ids)))
            in_use = sa.union(sa.select(TABLES.c.variant), sa.select(TOURNAMENTS.c.variant))
            connection.execute(BOXES.delete().where(BOXES.c.created < ages.empty, BOXES.c.key.not_in(in_use)))
            return len(ids)

        return await self._run(work)

    async def remove_old_tries(self, before: float) -> None:
        """Removes the tries at puzzles of guests who have not tried one since a moment (seconds since 1970)."""
        await self._run(lambda connection: deals.remove_old_tries(connection, before))

    async def export(self, tables: Sequence[str], keep: Callable[[list[ExpiredTable]], None]) -> list[str]:
        """Removes tables, even if they are in use. Before that, calls `keep` with their full contents. Returns their
        ids.

        An order informs the processes that have the tables in memory. Nothing can be played there in the meantime.
        """
        now = time.time()

        def work(connection: sa.Connection) -> list[str]:
            own = TABLES.c.id.in_(tables)
            connection.execute(TABLES.update().where(own).values(listed=False))  # takes the write lock in SQLite
            ids = list(connection.scalars(sa.select(TABLES.c.id).where(own).with_for_update()))
            keep(_whole(connection, ids))
            connection.execute(TABLES.delete().where(own))
            gone = [commands.Order(kind="removed", about=table, given=now, until=now + REMOVED_S) for table in ids]
            commands.give(connection, gone, now)
            return ids

        return await self._run(work)


def _is_aged(ages: Ages) -> sa.ColumnElement[bool]:
    """A query condition: a table is too old, no account has or had a seat there, it is in no tournament, and no clock
    runs.
    """
    own = ACTIONS.c.table_id == TABLES.c.id
    has_account = sa.exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.account != "")
    is_empty = ~sa.exists().where(own)
    is_recent = sa.exists().where(own, ACTIONS.c.at >= ages.guest)
    old = sa.or_(sa.and_(TABLES.c.created < ages.guest, ~is_recent), sa.and_(TABLES.c.created < ages.empty, is_empty))
    ours = sa.and_(TABLES.c.tournament == "", TABLES.c.deadline.is_(None))
    return sa.and_(old, ours, ~has_account, ~results.concern(TABLES.c.id))


def _whole(connection: sa.Connection, ids: Sequence[str]) -> list[ExpiredTable]:
    """Returns the full contents of these tables, in the order of their ids."""
    rows = sorted(tables.read_tables(connection, TABLES.c.id.in_(ids)), key=lambda row: row.id)
    boxes = sa.select(BOXES.c.key, BOXES.c.text).where(BOXES.c.key.in_({row.variant for row in rows}))
    texts = {row.key: row.text for row in connection.execute(boxes)}
    return [
        ExpiredTable(table=row, actions=actions_of(connection, row.id), box=texts.get(row.variant, "")) for row in rows
    ]
