"""The finished games of a person, page by page, with filters.

The database applies the filters, so that a page takes the same time whatever it leaves out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from cogtable.server.db.actions import actions_of
from cogtable.server.db.connection import Run
from cogtable.server.db.results import Finished, Outcome, read_finished
from cogtable.server.db.rows import ActionRow, TableRow
from cogtable.server.db.schema import ACTIONS, DEPARTURES, RESULTS, SEATS, TABLES
from cogtable.server.db.tables import read_tables

TABLES_AT_ONCE = 50
"""The maximum number of tables whose moves one transaction counts, so that moves are stored in between."""


class Filters(msgspec.Struct, kw_only=True, frozen=True):
    """Which finished games are wanted: of a `game`, with other `people` or not, with this number of `seats`, with a
    `result`, `rated` or not, with the account `opponent`, that ended at the moment `since` or later. Everything else is
    left out. Games that are not public are wanted only if the account `met` played too, unless it is None.
    """

    game: str = ""
    people: bool | None = None
    seats: int = 0
    result: Outcome | None = None
    rated: bool | None = None
    opponent: str = ""
    since: float = 0
    met: str | None = None


class Position(msgspec.Struct, kw_only=True, frozen=True):
    """A place in a list of finished games: the end and the table of the game before it."""

    ended: float
    table: str


class FinishedGames:
    """The finished games in one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def games(self, account: str, wanted: Filters, after: Position | None, most: int) -> list[Finished]:
        """Returns the finished games of an account that are wanted, the last one first, from a position on."""
        own = _wanted(account, wanted)
        if after:
            same = sa.and_(TABLES.c.ended == after.ended, TABLES.c.id > after.table)
            own = sa.and_(own, sa.or_(TABLES.c.ended < after.ended, same))
        found = sa.select(TABLES).where(own).order_by(TABLES.c.ended.desc(), TABLES.c.id).limit(most)
        return await self._run(lambda connection: read_finished(connection, found, account))

    async def count(self, account: str, wanted: Filters) -> int:
        """Returns the number of finished games of an account that are wanted."""
        found = sa.select(sa.func.count()).select_from(TABLES).where(_wanted(account, wanted))
        return await self._run(lambda connection: connection.scalar(found) or 0)

    async def facets(self, account: str, met: str | None = None) -> tuple[list[str], list[int]]:
        """Returns the games that an account has finished, and their numbers of players."""
        seats = sa.select(sa.func.count()).where(SEATS.c.table_id == TABLES.c.id).scalar_subquery()
        found = sa.select(TABLES.c.game, seats).where(_wanted(account, Filters(met=met))).distinct()

        def work(connection: sa.Connection) -> tuple[list[str], list[int]]:
            rows = connection.execute(found).all()
            return sorted({row[0] for row in rows}), sorted({row[1] for row in rows})

        return await self._run(work)

    async def tables(self, account: str) -> list[str]:
        """Returns the tables of the finished games in which an account has a seat, the last one first."""
        own = sa.select(SEATS.c.table_id).where(SEATS.c.account == account)
        found = sa.select(TABLES.c.id).where(TABLES.c.id.in_(own), TABLES.c.ended.is_not(None))
        order = found.order_by(TABLES.c.ended.desc(), TABLES.c.id)
        return await self._run(lambda connection: list(connection.scalars(order)))

    async def whole(self, tables: Collection[str]) -> list[tuple[TableRow, list[ActionRow]]]:
        """Returns tables with all their actions."""

        def work(connection: sa.Connection) -> list[tuple[TableRow, list[ActionRow]]]:
            rows = read_tables(connection, TABLES.c.id.in_(tables))
            return [(row, actions_of(connection, row.id)) for row in rows]

        return await self._run(work)

    async def moves(self, tables: Sequence[str]) -> dict[str, int]:
        """Returns the numbers of moves of these tables, without those that were taken back."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), TABLES_AT_ONCE):
            part = tables[start : start + TABLES_AT_ONCE]
            found |= await self._run(lambda connection, part=part: _moves(connection, part))  # type: ignore[misc]
        return found


def _moves(connection: sa.Connection, tables: Collection[str]) -> dict[str, int]:
    own = sa.select(ACTIONS.c.table_id, ACTIONS.c.kind, ACTIONS.c.action).where(
        ACTIONS.c.table_id.in_(tables), ACTIONS.c.kind.in_(("move", "undo"))
    )
    found: dict[str, int] = {}
    for table, kind, action in connection.execute(own.order_by(ACTIONS.c.table_id, ACTIONS.c.ply)):
        found[table] = action if kind == "undo" else found.get(table, 0) + 1
    return found


def _wanted(account: str, wanted: Filters) -> sa.ColumnElement[bool]:
    """A query condition: a table has a finished game of an account that is wanted."""
    seated = sa.select(SEATS.c.table_id).where(SEATS.c.account == account)
    left = sa.select(DEPARTURES.c.table_id).where(DEPARTURES.c.account == account)
    found: list[sa.ColumnElement[bool]] = [TABLES.c.id.in_(sa.union(seated, left)), TABLES.c.ended.is_not(None)]
    if wanted.game:
        found.append(TABLES.c.game == wanted.game)
    if wanted.since:
        found.append(TABLES.c.ended >= wanted.since)
    if wanted.seats:
        sitting = sa.select(sa.func.count()).where(SEATS.c.table_id == TABLES.c.id).scalar_subquery()
        found.append(sitting == wanted.seats)
    if wanted.people is not None:
        company = _exists(SEATS.c.kind != "bot", SEATS.c.account != account)
        found.append(company if wanted.people else ~company)
    if wanted.rated is not None:
        own = sa.exists().where(RESULTS.c.table_id == TABLES.c.id, RESULTS.c.account == account)
        found.append(own if wanted.rated else ~own)
    if wanted.opponent:
        found.append(_exists(SEATS.c.account == wanted.opponent))
    if wanted.met is not None:
        found.append(sa.or_(TABLES.c.public, _exists(SEATS.c.account == wanted.met, sa.literal(wanted.met) != "")))
    if wanted.result:
        found.append(_ended_with(account, wanted.result))
    return sa.and_(*found)


def _exists(*of_seat: Any) -> sa.ColumnElement[bool]:
    """A query condition: one of a table's seats is like this."""
    return sa.exists().where(SEATS.c.table_id == TABLES.c.id, *of_seat)


def _ended_with(account: str, result: Outcome) -> sa.ColumnElement[bool]:
    """A query condition: a game has ended with a result for an account, as `Finished.outcome` has it.

    Places are stored as text, "[2,1,1]". A table has at most nine seats, so each place is one digit.
    """
    places = TABLES.c.places
    if result == "none":
        return places == "[]"
    firsts = sa.func.length(places) - sa.func.length(sa.func.replace(places, "1", ""))
    own_place = sa.func.substr(places, 2 + 2 * SEATS.c.seat, 1)
    first = _exists(SEATS.c.account == account, sa.not_(SEATS.c.resigned), own_place == "1")
    if result == "lost":
        return sa.and_(places != "[]", ~first)
    return sa.and_(first, firsts == 1 if result == "won" else firsts > 1)
