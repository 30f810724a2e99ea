"""What is stored of a person, found from the schema itself, so that no new table is forgotten."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from cogtable.server.db.schema import METADATA, SESSIONS, SUBSCRIPTIONS

SECRETS = frozenset(("secret", "token", "recovery", "public_key", "p256dh", "auth", "challenge"))
"""The columns that nobody is told: keys, and digests of what proves who somebody is."""


def of_account(connection: sa.Connection, account: str) -> dict[str, list[dict[str, Any]]]:
    """Every row that names an account, or a session or subscription of it, by table and without the columns in
    `SECRETS`. Tables without one are left out.

    A column called `account`, `account_id`, `session` or `subscription` is taken to name what it says.
    """
    sessions = _ids(connection, SESSIONS, "account_id", {account})
    subscriptions = _ids(connection, SUBSCRIPTIONS, "session", sessions)
    named = {"account": {account}, "account_id": {account}, "session": sessions, "subscription": subscriptions}
    others = {
        "accounts": {"id": {account}},
        "calls": {"target": {account, *subscriptions}},
        "orders": {"about": {account}},
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
    """The rows that have one of these values in one of these columns."""
    if not wanted:
        return []
    told = sa.select(*(column for column in table.c if column.name not in SECRETS))
    own = sa.or_(*(table.c[name].in_(ids) for name, ids in wanted.items()))
    return [dict(row) for row in connection.execute(told.where(own)).mappings()]
