"""A person's stored data: how it is exported and erased."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from cogtable.server.db import accounts, chat, deals, people, results, seeks, tables, tournaments
from cogtable.server.db.actions import action_of
from cogtable.server.db.connection import Run
from cogtable.server.db.rows import ActionRow, SeatRow, TableRow
from cogtable.server.db.schema import ACTIONS, METADATA, SEATS, SESSIONS, SUBSCRIPTIONS, TABLES

SECRETS = frozenset(("secret", "token", "recovery", "public_key", "p256dh", "auth", "challenge", "declined", "browser"))
"""The columns that are never exported: keys, digests that prove a person's identity, and ids of other people."""

GAMES_AT_ONCE = 4
"""The maximum number of games that one transaction reads or erases. Each takes about 4 ms, and moves wait meanwhile."""

Rewritten = Callable[[str, SeatRow], str]
"""Rewrites a remark about the person in a seat."""


class Sitting(msgspec.Struct, kw_only=True, frozen=True):
    """A person in a seat, under a `name`, from one moment to another: infinity if they still have it. A person who
    leaves a seat and takes it again has two sittings. The seat's reactions belong to this sitting if they are to a move
    after the first of `plies`, up to the second.
    """

    seat: int
    name: str
    since: float
    until: float
    plies: tuple[float, float]


class Played(msgspec.Struct, kw_only=True, frozen=True):
    """A person's activity at a table in all their `sittings`: their seats' actions, each with its time, and their chat
    messages.
    """

    table: TableRow
    sittings: list[Sitting]
    actions: list[tuple[float, ActionRow]]
    said: list[chat.MessageRow]
    reactions: list[chat.ReactionRow]


class PersonalData:
    """The personal data in one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def games(self, account: str) -> list[Played]:
        """Returns an account's activity at all its tables, the newest first.

        Reads `GAMES_AT_ONCE` tables in a transaction, so that moves are stored in between.
        """

        def work(connection: sa.Connection, ids: Sequence[str]) -> list[Played]:
            left = results.departures(connection, account)
            rows = tables.read_tables(connection, TABLES.c.id.in_(ids))
            return [_played(connection, row, account, left) for row in rows]

        found: list[Played] = []
        for part in _parts(await self._run(partial(_tables_of, account=account))):
            found += await self._run(partial(work, ids=part))
        return found

    async def records(self, account: str) -> dict[str, list[dict[str, Any]]]:
        """Returns every database row that names an account, or a session or subscription of it, by table and without
        secrets.
        """
        return await self._run(partial(_records, account=account))

    async def erase(self, account: str, without_name: Rewritten) -> AsyncGenerator[list[str], None]:
        """Removes a person's name and messages from all their tables, and then deletes their account. Yields the ids of
        tables as soon as they are changed.

        The function `without_name` rewrites the remarks about the person's seats. Places and ratings stay, without a
        name.

        Each transaction erases `GAMES_AT_ONCE` tables, so that moves are stored in between. A caller that stops before
        the end leaves an account that has only the remaining tables, and can be erased again.
        """

        def rest(connection: sa.Connection) -> list[str]:
            new = _tables_of(connection, account)  # another person has taken the seat in the meantime
            _erase_at(connection, account, new, without_name)
            tournaments.forget(connection, account)
            results.forget(connection, account)
            seeks.forget(connection, account)
            deals.forget(connection, account)
            new += chat.forget_author(connection, account)
            people.forget(connection, account)
            accounts.delete(connection, account)
            return new

        for part in _parts(await self._run(partial(_tables_of, account=account))):
            await self._run(partial(_erase_at, account=account, ids=part, without_name=without_name))
            yield part
        yield await self._run(rest)


def _tables_of(connection: sa.Connection, account: str) -> list[str]:
    """Returns the ids of the tables where an account has or had a seat, the newest first."""
    left = [each.table_id for each in results.departures(connection, account)]
    wanted = sa.select(TABLES.c.id).where(sa.or_(tables.has_seat(account), TABLES.c.id.in_(left)))
    return list(connection.scalars(wanted.order_by(*tables.NEWEST_FIRST)))


def _parts(ids: list[str]) -> Iterator[list[str]]:
    return (ids[start : start + GAMES_AT_ONCE] for start in range(0, len(ids), GAMES_AT_ONCE))


# --- export ---------------------------------------------------------------------------------------------


def _played(connection: sa.Connection, table: TableRow, account: str, left: Sequence[results.Departure]) -> Played:
    """Returns an account's activity at a table, including seats that its person has `left`."""
    mine = _sittings(connection, table, account, left)
    seats = {sitting.seat for sitting in mine}
    wanted = sa.select(ACTIONS).where(ACTIONS.c.table_id == table.id, ACTIONS.c.seat.in_(seats))
    said, reactions = chat.read_messages(connection, table.id)

    def own(seat: int, at: float) -> bool:
        return any(each.seat == seat and each.since <= at <= each.until for each in mine)

    def reacted(reaction: chat.ReactionRow) -> bool:
        return any(each.seat == reaction.seat and each.plies[0] < reaction.ply <= each.plies[1] for each in mine)

    done = ((row.at, action_of(row)) for row in connection.execute(wanted.order_by(ACTIONS.c.ply)))
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
    """Returns when an account had seats of a table, in the order in which it took them."""
    ended = [(each.seat, each.name, each.at, each.ply) for each in left if each.table_id == table.id]
    now = [(seat.seat, seat.name, math.inf, math.inf) for seat in table.seats if seat.account == account]
    found = []
    for seat, name, until, ply in [*ended, *now]:
        before = results.departure_before(connection, table.id, seat, until)
        since, first = (before.at, before.ply) if before else (0.0, -1)
        found.append(Sitting(seat=seat, name=name, since=since, until=until, plies=(first, ply)))
    return sorted(found, key=lambda sitting: (sitting.since, sitting.seat))


def _records(connection: sa.Connection, account: str) -> dict[str, list[dict[str, Any]]]:
    """Returns every row that names an account, or a session or subscription of it, by table and without the columns in
    `SECRETS`. Tables without a matching row are left out.

    A column called `account`, `account_id`, `invited_id`, `session` or `subscription` is assumed to hold an id of that
    kind. Who follows, blocks or reports a person is not among that person's data.
    """
    sessions = _ids(connection, SESSIONS, "account_id", {account})
    subscriptions = _ids(connection, SUBSCRIPTIONS, "session", sessions)
    of_account = {key: {account} for key in ("account", "account_id", "invited_id")}
    named = of_account | {"session": sessions, "subscription": subscriptions}
    others = {
        "accounts": {"id": {account}},
        "orders": {"about": {account}},
        "deal_plays": {"person": {account}},  # also those that they brought along as a guest
    }
    found = {}
    for name, table in sorted(METADATA.tables.items()):
        wanted = {column: ids for column, ids in (named | others.get(name, {})).items() if column in table.c}
        if rows := _rows(connection, table, wanted):
            found[name] = rows
    return found


def _ids(connection: sa.Connection, table: sa.Table, column: str, wanted: Collection[str]) -> set[str]:
    return set(connection.scalars(sa.select(table.c.id).where(table.c[column].in_(wanted))))


def _rows(connection: sa.Connection, table: sa.Table, wanted: dict[str, set[str]]) -> list[dict[str, Any]]:
    """Returns the rows that have one of these values in one of these columns."""
    if not wanted:
        return []
    told = sa.select(*(column for column in table.c if column.name not in SECRETS))
    own = sa.or_(*(table.c[name].in_(ids) for name, ids in wanted.items()))
    return [dict(row) for row in connection.execute(told.where(own)).mappings()]


# --- erasing --------------------------------------------------------------------------------------------


def _erase_at(connection: sa.Connection, account: str, ids: Sequence[str], without_name: Rewritten) -> None:
    """Removes an account's name and messages from tables, and the account from their seats."""
    for table in tables.read_tables(connection, TABLES.c.id.in_(ids)):
        for seat in (seat for seat in table.seats if seat.account == account):
            since = results.sitting_since(connection, table.id, seat.seat)
            chat.forget(connection, table.id, seat.seat, since)
            _rewrite_remarks(connection, table.id, seat, without_name)
    for left in (each for each in results.departures(connection, account) if each.table_id in ids):
        since = results.sitting_since(connection, left.table_id, left.seat, left.at)
        chat.forget(connection, left.table_id, left.seat, since, left.at, left.ply)
        sat = SeatRow(seat=left.seat, kind="person", name=left.name)
        _rewrite_remarks(connection, left.table_id, sat, without_name)
    own = (SEATS.c.account == account, SEATS.c.table_id.in_(ids))
    connection.execute(SEATS.update().where(*own).values(name="", account="", conditional=""))
    results.forget_departures(connection, account, ids)


def _rewrite_remarks(connection: sa.Connection, table: str, seat: SeatRow, rewritten: Rewritten) -> None:
    """Rewrites the remarks about a seat."""
    remarks = (ACTIONS.c.table_id == table, ACTIONS.c.seat == seat.seat, ACTIONS.c.kind == "remark")
    for row in connection.execute(sa.select(ACTIONS.c.ply, ACTIONS.c.words).where(*remarks)).all():
        change = ACTIONS.update().where(*remarks, ACTIONS.c.ply == row.ply)
        connection.execute(change.values(words=rewritten(row.words, seat)))
