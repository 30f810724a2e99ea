"""Actions at tables: moves, undos, remarks, ends. Parts of transactions of the store."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from cogtable.server.db.group_commit import Append
from cogtable.server.db.rows import ActionRow
from cogtable.server.db.schema import ACTIONS, TABLES

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
"""The same for several rows at once, in SQLite's syntax."""


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
        """Executes the statement for each of several rows; on a database server in one round trip."""
        connection.exec_driver_sql(self._text, rows)


class Writer:
    """Stores moves in one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._sqlite = engine.dialect.name == "sqlite"
        self._put_action = _Prepared(_put_action, engine)
        self._put_status = _Prepared(_put_status, engine)

    def put_actions(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Stores actions, in the form that `rows_now` returns."""
        for row in rows:
            self._put_action(connection, row)

    def put(self, connection: sa.Connection, appends: Sequence[Append]) -> None:
        """Stores moves, and the status of each table after them."""
        actions = [row for each in appends for row in each.actions]
        statuses = [each.status for each in appends]
        if len(appends) == 1:
            self.put_actions(connection, actions)
            self._put_status(connection, statuses[0])
        elif self._sqlite:
            _put_rows(connection, _put_actions, ACTIONS.c.keys(), actions)
            _put_rows(connection, _put_statuses, ("table", *_STATUS), statuses)
        else:
            self._put_action.each(connection, actions)
            self._put_status.each(connection, statuses)


def _put_rows(connection: sa.Connection, text: str, names: Sequence[str], rows: list[dict[str, Any]]) -> None:
    """Inserts all rows in one SQLite statement, because each statement releases the GIL and has to win it back."""
    row = f"({', '.join('?' * len(names))})"
    connection.exec_driver_sql(
        text.format(rows=", ".join([row] * len(rows))), tuple(values[name] for values in rows for name in names)
    )


def rows_now(table: str, actions: Sequence[ActionRow]) -> list[dict[str, Any]]:
    """Returns actions as rows to store at the present time."""
    now = time.time()
    return [{"table_id": table, "at": now, **msgspec.structs.asdict(action)} for action in actions]


def actions_of(connection: sa.Connection, table: str) -> list[ActionRow]:
    """Returns all actions of a table, in order."""
    own = sa.select(ACTIONS).where(ACTIONS.c.table_id == table)
    return [action_of(row) for row in connection.execute(own.order_by(ACTIONS.c.ply))]


def action_of(row: sa.Row[Any]) -> ActionRow:
    """Returns an action, without its table and time."""
    return ActionRow(**{name: getattr(row, name) for name in ActionRow.__struct_fields__})
