"""The deals of the day: what each one was, and who played it; and people's tries at puzzles.

A play is a row that names the table; its result is that of the table. A person is named by an id: that of their account
or, for guests, that of their browser (see `accounts/guests.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from cogtable.server.db import tables
from cogtable.server.db.connection import Run, insert_into
from cogtable.server.db.rows import DealRow, PlayRow, TableRow
from cogtable.server.db.schema import ACCOUNTS, ACTIONS, DEAL_PLAYS, DEALS, PUZZLE_TRIES, TABLES

MOST_TRIES = 99
"""The maximum number of a person's tries at a puzzle that are counted."""


class OwnTries(msgspec.Struct, kw_only=True, frozen=True):
    """A person's tries at a puzzle, and whether they have found the solution."""

    tries: int = 0
    solved: bool = False


class Tried(msgspec.Struct, kw_only=True, frozen=True):
    """How many people have tried a puzzle, and how many of them found the solution at once."""

    people: int = 0
    first: int = 0


class SameGame(msgspec.Struct, kw_only=True, frozen=True):
    """The accounts, by name, that made the same moves in a deal, the first to finish first, and the number of moves."""

    number: int
    game: str
    names: tuple[str, ...]
    moves: int


class Deals:
    """The deals of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    # --- deals -----------------------------------------------------------------------------------

    async def known(self, numbers: Collection[int]) -> dict[int, DealRow]:
        """Returns those of the deals that somebody has begun."""
        wanted = sa.select(DEALS).where(DEALS.c.number.in_(numbers))

        def work(connection: sa.Connection) -> dict[int, DealRow]:
            return {row["number"]: DealRow(**row) for row in connection.execute(wanted).mappings()}

        return await self._run(work)

    async def fix(self, row: DealRow) -> DealRow:
        """Stores what a deal is, unless that is stored already. Returns what is stored."""

        def work(connection: sa.Connection) -> DealRow:
            connection.execute(
                insert_into(connection, DEALS).values(**msgspec.structs.asdict(row)).on_conflict_do_nothing()
            )
            found = connection.execute(sa.select(DEALS).where(DEALS.c.number == row.number)).mappings().one()
            return DealRow(**found)

        return await self._run(work)

    async def begin(self, person: str, account: str, row: TableRow) -> str:
        """Stores the table of a person who begins a deal. Returns its id, or that of the table at which they have begun
        it before.
        """
        own = (DEAL_PLAYS.c.number == row.deal, DEAL_PLAYS.c.person == person)
        before = sa.select(DEAL_PLAYS.c.table_id).where(*own)

        def work(connection: sa.Connection) -> str:
            if table := connection.scalar(before):
                return str(table)
            tables.insert(connection, row)
            play = {"number": row.deal, "person": person, "account": account, "table_id": row.id, "hills": ""}
            connection.execute(insert_into(connection, DEAL_PLAYS).values(**play).on_conflict_do_nothing())
            table = str(connection.scalar(before))
            if table != row.id:  # another process was faster
                connection.execute(TABLES.delete().where(TABLES.c.id == row.id))
            return table

        return await self._run(work)

    # --- plays -----------------------------------------------------------------------------------

    async def own(self, persons: Collection[str], numbers: Collection[int]) -> dict[int, PlayRow]:
        """Returns the plays of a person, who has these ids, in these deals; if there are several of a deal, that of
        the first id.
        """
        order = list(persons)
        wanted = (DEAL_PLAYS.c.person.in_(order), DEAL_PLAYS.c.number.in_(numbers))
        found = await self._run(lambda connection: _plays(connection, *wanted))
        return {row.number: row for row in sorted(found, key=lambda row: -order.index(row.person))}

    async def finished(self, number: int) -> list[PlayRow]:
        """Returns the games of a deal that were played to their end."""
        wanted = (DEAL_PLAYS.c.number == number, TABLES.c.ended.is_not(None))
        found = await self._run(lambda connection: _plays(connection, *wanted))
        return [row for row in found if row.is_finished]

    async def has_played(self, number: int, persons: Collection[str]) -> bool:
        """Whether a person, who has these ids, has come to the end of a deal."""
        wanted = (
            sa.select(TABLES.c.id)
            .join(DEAL_PLAYS, DEAL_PLAYS.c.table_id == TABLES.c.id)
            .where(DEAL_PLAYS.c.number == number, DEAL_PLAYS.c.person.in_(persons), TABLES.c.ended.is_not(None))
        )
        return await self._run(lambda connection: connection.execute(wanted).first() is not None)

    async def set_hills(self, table: str, hills: str) -> None:
        """Stores the chances in the course of a game."""
        change = DEAL_PLAYS.update().where(DEAL_PLAYS.c.table_id == table).values(hills=hills)
        await self._run(lambda connection: connection.execute(change))

    async def same_moves(self, numbers: Collection[int], least: int) -> list[SameGame]:
        """Returns the accounts that made exactly the same moves in one of these deals, at least this many of their own.
        The newest deal comes first.
        """
        played = (
            sa.select(DEAL_PLAYS.c.number, DEAL_PLAYS.c.table_id, ACCOUNTS.c.name, TABLES.c.game)
            .join(TABLES, TABLES.c.id == DEAL_PLAYS.c.table_id)
            .join(ACCOUNTS, ACCOUNTS.c.id == DEAL_PLAYS.c.account)
            .where(DEAL_PLAYS.c.number.in_(numbers), TABLES.c.ended.is_not(None))
            .order_by(DEAL_PLAYS.c.number.desc(), TABLES.c.ended)
        )

        def work(connection: sa.Connection) -> list[SameGame]:
            rows = connection.execute(played).all()
            moves: dict[str, list[int]] = {row.table_id: [] for row in rows}
            own = (ACTIONS.c.table_id.in_(moves), ACTIONS.c.kind == "move", ACTIONS.c.seat == 0)
            acted = sa.select(ACTIONS.c.table_id, ACTIONS.c.action).where(*own).order_by(ACTIONS.c.ply)
            for action in connection.execute(acted):
                moves[action.table_id].append(action.action)
            groups: dict[tuple[int, tuple[int, ...]], list[Any]] = {}
            for row in rows:
                groups.setdefault((row.number, tuple(moves[row.table_id])), []).append(row)
            return [
                SameGame(number=number, game=several[0].game, names=tuple(row.name for row in several), moves=len(made))
                for (number, made), several in groups.items()
                if len(several) > 1 and len(made) >= least
            ]

        return await self._run(work)

    # --- puzzles ---------------------------------------------------------------------------------

    async def tried_puzzle(self, game: str, key: str, person: str, account: str, now: float, *, right: bool) -> None:
        """Stores a person's try at a puzzle. Once they have solved it, no more are counted."""
        own = (PUZZLE_TRIES.c.game == game, PUZZLE_TRIES.c.key == key, PUZZLE_TRIES.c.person == person)
        row = {"game": game, "key": key, "person": person, "account": account}
        first = row | {"tries": 1, "at_once": right, "solved": now if right else None, "at": now}

        def work(connection: sa.Connection) -> None:
            tries = PUZZLE_TRIES.c.tries
            insert = insert_into(connection, PUZZLE_TRIES).values(**first).on_conflict_do_nothing()
            # PostgreSQL's driver does not count the rows of an insert.
            if connection.execute(insert.returning(tries)).first():
                return
            more = sa.case((tries < MOST_TRIES, tries + 1), else_=tries)
            change = PUZZLE_TRIES.update().where(*own, PUZZLE_TRIES.c.solved.is_(None))
            connection.execute(change.values(tries=more, solved=now if right else None, at=now))

        await self._run(work)

    async def tried(self, game: str, key: str) -> Tried:
        """Returns how many people have tried a puzzle."""
        own = (PUZZLE_TRIES.c.game == game, PUZZLE_TRIES.c.key == key)
        once = sa.func.coalesce(sa.func.sum(sa.case((PUZZLE_TRIES.c.at_once, 1), else_=0)), 0)
        wanted = sa.select(sa.func.count(), once).select_from(PUZZLE_TRIES).where(*own)

        def work(connection: sa.Connection) -> Tried:
            people, first = connection.execute(wanted).one()
            return Tried(people=people, first=first)

        return await self._run(work)

    async def own_tries(self, game: str, key: str, persons: Collection[str]) -> OwnTries:
        """Returns the tries of a person, who has these ids, at a puzzle."""
        own = (PUZZLE_TRIES.c.game == game, PUZZLE_TRIES.c.key == key, PUZZLE_TRIES.c.person.in_(persons))
        wanted = sa.select(PUZZLE_TRIES.c.tries, PUZZLE_TRIES.c.solved).where(*own)

        def work(connection: sa.Connection) -> OwnTries:
            rows = connection.execute(wanted).all()
            tries, solved = sum(row.tries for row in rows), any(row.solved is not None for row in rows)
            return OwnTries(tries=tries, solved=solved)

        return await self._run(work)

    async def solved_since(self, persons: Collection[str], since: float) -> list[float]:
        """Returns when a person, who has these ids, has solved puzzles since a moment (seconds since 1970)."""
        wanted = sa.select(PUZZLE_TRIES.c.solved).where(
            PUZZLE_TRIES.c.person.in_(persons), PUZZLE_TRIES.c.solved >= since
        )
        return await self._run(lambda connection: list(connection.scalars(wanted)))


def _plays(connection: sa.Connection, *wanted: sa.ColumnElement[bool]) -> list[PlayRow]:
    ended = sa.exists().where(ACTIONS.c.table_id == TABLES.c.id, ACTIONS.c.kind == "end")
    columns = (
        DEAL_PLAYS,
        TABLES.c.ended,
        TABLES.c.places,
        TABLES.c.scores,
        TABLES.c.words,
        ended.label("gave_up"),
        ACCOUNTS.c.name,
        ACCOUNTS.c.hidden,
        ACCOUNTS.c.created,
    )
    people = sa.and_(DEAL_PLAYS.c.account != "", ACCOUNTS.c.id == DEAL_PLAYS.c.account)
    found = (
        sa.select(*columns)
        .join(TABLES, TABLES.c.id == DEAL_PLAYS.c.table_id)
        .join(ACCOUNTS, people, isouter=True)
        .where(*wanted)
    )
    return [_play(row) for row in connection.execute(found).mappings()]


def _play(row: sa.RowMapping) -> PlayRow:
    return PlayRow(
        number=row["number"],
        person=row["person"],
        account=row["account"],
        table=row["table_id"],
        hills=row["hills"],
        ended=row["ended"],
        places=msgspec.json.decode(row["places"], type=tuple[int, ...]),
        scores=msgspec.json.decode(row["scores"], type=tuple[int, ...]),
        words=row["words"],
        gave_up=bool(row["gave_up"]),
        name=row["name"] or "",
        hidden=bool(row["hidden"]),
        created=row["created"] or 0,
    )


# --- parts of transactions of the store --------------------------------------------------------------


def claim(connection: sa.Connection, account: str, claimed: Sequence[str]) -> None:
    """Gives an account the plays at tables that it has claimed, unless it has played the deal itself. They do not count
    for the list: a person could otherwise play as several guests and keep the best game.
    """
    played = sa.select(DEAL_PLAYS.c.number).where(DEAL_PLAYS.c.person == account)
    own = (DEAL_PLAYS.c.table_id.in_(claimed), DEAL_PLAYS.c.account == "")
    for number, table in connection.execute(sa.select(DEAL_PLAYS.c.number, DEAL_PLAYS.c.table_id).where(*own)).all():
        if number not in set(connection.scalars(played)):
            connection.execute(DEAL_PLAYS.update().where(DEAL_PLAYS.c.table_id == table).values(person=account))


def forget(connection: sa.Connection, account: str) -> None:
    """Removes an account from all plays and tries. They still count, without a name."""
    for table in (DEAL_PLAYS, PUZZLE_TRIES):
        rows = connection.execute(sa.select(table).where(table.c.person == account)).mappings().all()
        for row in rows:
            keys = (column == row[column.name] for column in table.primary_key.columns)
            nobody = secrets.token_urlsafe(9)
            connection.execute(table.update().where(*keys).values(person=nobody, account=""))


def remove_old_tries(connection: sa.Connection, before: float) -> None:
    """Deletes the tries of guests whose last one was before a moment (seconds since 1970)."""
    connection.execute(PUZZLE_TRIES.delete().where(PUZZLE_TRIES.c.account == "", PUZZLE_TRIES.c.at < before))
