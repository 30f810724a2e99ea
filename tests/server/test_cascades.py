"""Rows that belong to another row are deleted with it, and nothing else is, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec.structs import replace

from cogtable.server.db.connection import Conflict, Database, connect
from cogtable.server.db.notifications import CallRow, SubscriptionRow
from cogtable.server.db.schema import METADATA
from cogtable.server.db.store import Store

from .live_server import migrate
from .test_store import LATER, MOVES, ROW

PUSHED = {"subscribed_seats", "calls"}
BELONG = {
    "tables.id": {
        *("seats", "actions", "chat_messages", "chat_reactions", "departures", "results", "owners", "pairings"),
        *("seeks", "seekers"),
        *PUSHED,
    },
    "accounts.id": {
        *("passkeys", "sessions", "subscriptions", "mail_addresses", *PUSHED),
        *("follows", "people_settings", "invitations", "keepsakes", "browsers"),
    },
    "sessions.id": {"subscriptions", *PUSHED},
    "subscriptions.id": PUSHED,
    "mail_addresses.account_id": {"calls"},
    "seeks.id": {"seekers"},
    "tournaments.id": {"entrants", "pairings"},
}
"""The tables whose rows belong to a row with a key, directly or as part of another row that belongs to it."""

NAMED = {
    "table_id": "tables.id",
    "tournament_id": "tournaments.id",
    "account_id": "accounts.id",
    "followed_id": "accounts.id",
    "invited_id": "accounts.id",
    "session": "sessions.id",
    "subscription": "subscriptions.id",
    "process": "processes.id",
    "seek_id": "seeks.id",
}
"""The key that a column with this name holds."""

Rows = dict[str, list[dict[str, Any]]]

numbers = count()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database, without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'db'}"
    whole = sa.make_url(request.getfixturevalue("machine").url)
    name = f"test_{next(numbers)}"
    with opened(whole.render_as_string()) as engine, engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(f"CREATE DATABASE {name}")
    return whole.set(database=name).render_as_string()


@contextmanager
def opened(url: str) -> Iterator[sa.Engine]:
    engine = connect(url)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def without_keys(url: str) -> Iterator[sa.Connection]:
    """A connection that doesn't check foreign keys."""
    with opened(url) as engine, engine.connect() as connection:
        sqlite = engine.dialect.name == "sqlite"
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF" if sqlite else "SET session_replication_role = replica")
        yield connection
        connection.commit()


def tables_of(engine: sa.Engine) -> list[sa.Table]:
    """The tables as they are in the database, without those of which the migrations fill the only row."""
    found = sa.MetaData()
    found.reflect(engine)
    one_row = ("alembic_version", "heartbeat", "rating_formula")
    return [table for table in found.tables.values() if table.name not in one_row]


def contents(url: str) -> Rows:
    """All rows of all tables; see `rows_of`."""
    with opened(url) as engine, engine.connect() as connection:
        return rows_of(connection, tables_of(engine))


def rows_of(connection: sa.Connection, tables: list[sa.Table]) -> Rows:
    """All rows of these tables, in the order of their numbers; see `fill`."""
    return {
        table.name: sorted((dict(row) for row in connection.execute(sa.select(table)).mappings()), key=number_of)
        for table in tables
    }


def number_of(row: dict[str, Any]) -> int:
    """The number of a row; see `fill`."""
    return int(str(next(iter(row.values())))[-1])


def fill(url: str) -> None:
    """Puts two rows into each table. The first belong together, and so do the second."""
    with opened(url) as engine, without_keys(url) as connection:
        for table in tables_of(engine):
            rows = [{column.name: value(table, column, number) for column in table.c} for number in (1, 2)]
            connection.execute(table.insert(), rows)


def value(table: sa.Table, column: sa.Column[Any], number: int) -> Any:
    if isinstance(column.type, sa.Boolean):
        return False
    if isinstance(column.type, sa.Integer | sa.Float):
        return number
    if isinstance(column.type, sa.LargeBinary):
        return b"key"
    assert isinstance(column.type, sa.String)
    name = NAMED.get(column.name, f"{table.name}.{column.name}")
    return f"{name[: column.type.length and column.type.length - 2]} {number}"


def of_today(url: str) -> str:
    """A database of today with two rows in each table."""
    Database(url, migrate=True).engine.dispose()
    fill(url)
    return url


def of_before(url: str) -> str:
    """A database of the version whose rows did not go with those that they belong to, with two rows in each table. Of
    the calls, one is to a browser and one a mail. The second subscription is a guest's, and the second pairing a bye.
    """
    migrate(url, command.upgrade, "0018")
    fill(url)
    with without_keys(url) as connection:
        for change in (
            "UPDATE calls SET way = 'push', target = 'subscriptions.id 1' WHERE seat = 1",
            "UPDATE calls SET way = 'mail', target = 'accounts.id 2' WHERE seat = 2",
            "UPDATE subscriptions SET session = '' WHERE id = 'subscriptions.id 2'",
            "UPDATE pairings SET table_id = '' WHERE number = 2",
        ):
            connection.exec_driver_sql(change)
    return url


def as_of_today(rows: Rows) -> Rows:
    """The rows of `of_before`, as today's version stores them."""
    sent_to = {1: ("subscriptions.id 1", None), 2: (None, "accounts.id 2")}
    for call in rows["calls"]:
        del call["way"], call["target"]
        call["subscription"], call["account_id"] = sent_to[call["seat"]]
    for table, column in (("subscriptions", "session"), ("pairings", "table_id")):
        for row in rows[table]:
            row[column] = row[column] or None
    for row in rows["seats"]:
        row["device"] = row["conditional"] = ""
    for row in rows["chat_messages"]:
        row["account"] = ""
    for row in rows["accounts"]:
        row["unnamed"], row["rest"] = False, ""
    for row in rows["tables"]:
        row["deal"], row["lesson_name"] = 0, ""
    for row in rows["tournaments"]:
        row |= {"best_of": 1, "seeding": "lot", "third": False, "advance": 0}
        row |= {"length_s": 0.0, "ends": None, "zone": "", "series": ""}
    for row in rows["entrants"]:
        row["seeded"], row["device"] = 0, ""
    for row in rows["pairings"]:
        row["match"], row["ended"] = 0, None
    of_people = ("follows", "blocks", "people_settings", "invitations", "reports", "whereabouts")
    of_play = ("seeks", "seekers", "offers", "declines")
    of_days = ("deals", "deal_plays", "puzzle_tries", "keepsakes", "browsers", "series")
    return rows | {table: [] for table in (*of_people, *of_play, *of_days)}


def delete(connection: sa.Connection, key: str, number: int) -> None:
    """Deletes the row of this number from the table that has the key."""
    table, _, column = key.partition(".")
    connection.exec_driver_sql(f"DELETE FROM {table} WHERE {column} = '{NAMED.get(column, key)} {number}'")


def test_every_key_cascades_but_that_of_an_owner(url: str) -> None:
    """A table whose process has ended stays."""
    keys = {(str(key.parent), key.ondelete) for table in METADATA.tables.values() for key in table.foreign_keys}
    assert {key for key in keys if key[1] != "CASCADE"} == {("owners.process", "SET NULL")}
    Database(url, migrate=True).engine.dispose()
    with opened(url) as engine, engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_what_belongs_to_a_row_goes_with_it_and_nothing_else(url: str) -> None:
    with opened(of_today(url)) as engine:
        tables = tables_of(engine)
        for key, belong in BELONG.items():
            gone = {key.partition(".")[0], *belong}
            with engine.connect() as connection:
                before = rows_of(connection, tables)
                assert all(len(rows) == 2 for rows in before.values())  # what an earlier key deleted was rolled back
                delete(connection, key, 1)
                after = rows_of(connection, tables)
            assert after == {name: rows[1:] if name in gone else rows for name, rows in before.items()}


def test_a_database_of_before_keeps_all_rows(url: str) -> None:
    before = contents(of_before(url))
    Database(url, migrate=True).engine.dispose()
    assert contents(url) == as_of_today(before)
    with opened(url) as engine, engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_that_is_taken_back_keeps_all_rows(url: str) -> None:
    before = contents(of_before(url))
    Database(url, migrate=True).engine.dispose()
    migrate(url, command.downgrade, "0018")
    assert contents(url) == before
    Database(url, migrate=True).engine.dispose()
    assert contents(url) == as_of_today(before)


def test_rows_that_were_left_behind_are_deleted_and_the_others_stay(url: str) -> None:
    before = as_of_today(contents(of_before(url)))
    gone = {"tables.id", "tournaments.id", "accounts.id"}
    with without_keys(url) as connection:
        for key in gone:
            delete(connection, key, 1)
    Database(url, migrate=True).engine.dispose()
    without = {name for key in gone for name in (key.partition(".")[0], *BELONG[key])} - {"owners"}
    assert contents(url) == {name: rows[1:] if name in without else rows for name, rows in before.items()}


def test_a_call_whose_table_or_address_is_gone_is_not_tried_again(url: str) -> None:
    with closing(Store(of_today(url))) as store:
        first, second = (CallRow(**row) for row in contents(url)["calls"])
        with opened(url) as engine, engine.begin() as connection:
            delete(connection, "tables.id", 1)
            delete(connection, "mail_addresses.account_id", 2)
        for call in (first, second):
            asyncio.run(store.calls.again(call, due=9))
    assert contents(url)["calls"] == []


def test_a_session_that_has_ended_is_not_subscribed(url: str) -> None:
    with closing(Store(of_today(url))) as store:
        row = SubscriptionRow(id="new 3", endpoint="e", p256dh="p", auth="a", session="sessions.id 1", created=3)
        asyncio.run(store.accounts.end("accounts.id 1", "sessions.id 1"))
        with pytest.raises(Conflict):
            asyncio.run(store.calls.subscribe(row, {}))
        asyncio.run(store.calls.subscribe(replace(row, session="sessions.id 2"), {}))
    assert [(row["id"], row["session"]) for row in contents(url)["subscriptions"]] == [("new 3", "sessions.id 2")]


def test_a_database_in_memory_is_migrated_and_has_its_keys() -> None:
    with closing(Store("sqlite://")) as store:
        asyncio.run(store.add(ROW))
        asyncio.run(store.append(ROW.id, MOVES, LATER))
        asyncio.run(store.removal.export([ROW.id], lambda tables: None))
        assert asyncio.run(store.actions(ROW.id)) == []
