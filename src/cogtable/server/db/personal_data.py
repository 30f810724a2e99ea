"""What is stored of a person, found from the schema itself, so that no new table is forgotten."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sa

SECRETS = frozenset(("secret", "token", "recovery", "public_key", "p256dh", "auth", "challenge"))
"""The columns that nobody is told: keys, and digests of what proves who somebody is."""

_known: WeakKeyDictionary[sa.Engine, dict[str, list[str]]] = WeakKeyDictionary()


def of_account(connection: sa.Connection, account: str) -> dict[str, list[dict[str, Any]]]:
    """Every row that names an account, or a session or subscription of it, by table and without the columns in
    `SECRETS`. Tables without one are left out.

    A column called `account`, `account_id`, `session` or `subscription` is taken to name what it says.
    """
    sessions = _ids(connection, "sessions", "account_id", {account})
    subscriptions = _ids(connection, "subscriptions", "session", sessions)
    named = {"account": {account}, "account_id": {account}, "session": sessions, "subscription": subscriptions}
    others = {
        "accounts": {"id": {account}},
        "calls": {"target": {account, *subscriptions}},
        "orders": {"about": {account}},
    }
    found = {}
    for table, columns in sorted(_columns(connection.engine).items()):
        wanted = {name: ids for name, ids in (named | others.get(table, {})).items() if name in columns}
        if rows := _rows(connection, table, columns, wanted):
            found[table] = rows
    return found


def _ids(connection: sa.Connection, table: str, column: str, wanted: Collection[str]) -> set[str]:
    source = sa.table(table, sa.column("id"), sa.column(column))
    return set(connection.scalars(sa.select(source.c.id).where(source.c[column].in_(list(wanted)))))


def _rows(
    connection: sa.Connection, table: str, columns: list[str], wanted: dict[str, set[str]]
) -> list[dict[str, Any]]:
    """The rows that have one of these values in one of these columns."""
    if not wanted:
        return []
    source = sa.table(table, *(sa.column(name) for name in columns))
    told = sa.select(*(source.c[name] for name in columns if name not in SECRETS))
    own = sa.or_(*(source.c[name].in_(list(ids)) for name, ids in wanted.items()))
    return [dict(row) for row in connection.execute(told.where(own)).mappings()]


def _columns(engine: sa.Engine) -> dict[str, list[str]]:
    """The columns of each table. They do not change while a database is served."""
    if engine not in _known:
        schema = sa.inspect(engine)
        _known[engine] = {
            table: [column["name"] for column in schema.get_columns(table)] for table in schema.get_table_names()
        }
    return _known[engine]
