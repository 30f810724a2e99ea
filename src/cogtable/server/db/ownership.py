"""Which process owns which table, where several serve one database. The store runs these functions in its transactions.

A process that is alive has a row in `processes`, whose `beat` it raises all the time. The row of a process that has
died is deleted by another; its tables then have no owner until somebody claims them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from cogtable.server.db.schema import OWNERS, PROCESSES, SEATS, TABLES

CHANNEL = "cogtable"
"""The channel on which processes tell each other what they have changed (PostgreSQL's NOTIFY)."""


class Member(msgspec.Struct, frozen=True):
    """A process that serves the database, with the address at which the others reach it ("10.0.0.5:8000")."""

    id: str
    address: str
    beat: int = 0


# --- processes -----------------------------------------------------------------------------------------


def register(connection: sa.Connection, member: Member) -> None:
    """Adds a process. Whichever had its address before has ended, since only one can listen there."""
    connection.execute(PROCESSES.delete().where(PROCESSES.c.address == member.address))
    connection.execute(PROCESSES.insert().values(**msgspec.structs.asdict(member)))


def beat(connection: sa.Connection, process: str) -> bool:
    """Notes that a process is alive. False if the others took it for dead."""
    own = PROCESSES.update().where(PROCESSES.c.id == process).values(beat=PROCESSES.c.beat + 1)
    return bool(connection.execute(own).rowcount)


def members(connection: sa.Connection) -> list[Member]:
    """All processes."""
    return [Member(*row) for row in connection.execute(sa.select(PROCESSES))]


def remove(connection: sa.Connection, member: Member) -> bool:
    """Removes a process, unless its beat has gone on since. Its tables have no owner then."""
    dead = PROCESSES.delete().where(PROCESSES.c.id == member.id, PROCESSES.c.beat == member.beat)
    return bool(connection.execute(dead).rowcount)


def leave(connection: sa.Connection, process: str) -> None:
    """Removes a process that ends. Its tables have no owner then."""
    connection.execute(PROCESSES.delete().where(PROCESSES.c.id == process))


# --- tables ---------------------------------------------------------------------------------------------


def claim(connection: sa.Connection, table: str, process: str) -> Member | None:
    """Gives a table to `process` if it has no owner. Returns its owner then; None if there is no such table."""
    exists = sa.select(TABLES.c.id, sa.literal(process), sa.literal("")).where(TABLES.c.id == table)
    wanted = insert(OWNERS).from_select(["table_id", "process", "present"], exists)
    connection.execute(
        wanted.on_conflict_do_update(
            index_elements=["table_id"], set_={"process": process, "present": ""}, where=OWNERS.c.process.is_(None)
        )
    )
    both = OWNERS.join(PROCESSES, OWNERS.c.process == PROCESSES.c.id)
    found = connection.execute(sa.select(PROCESSES).select_from(both).where(OWNERS.c.table_id == table)).first()
    return Member(*found) if found else None


def owner(connection: sa.Connection, table: str) -> Member | None:
    """The process that owns a table, if any."""
    both = OWNERS.join(PROCESSES, OWNERS.c.process == PROCESSES.c.id)
    found = connection.execute(sa.select(PROCESSES).select_from(both).where(OWNERS.c.table_id == table)).first()
    return Member(*found) if found else None


def adopt(connection: sa.Connection, process: str, most: int) -> list[str]:
    """Gives `process` some of the tables whose owner has gone. Returns their ids."""
    lost = sa.select(OWNERS.c.table_id).where(OWNERS.c.process.is_(None)).limit(most)
    ids = list(connection.scalars(lost.with_for_update(skip_locked=True)))
    if ids:
        connection.execute(OWNERS.update().where(OWNERS.c.table_id.in_(ids)).values(process=process, present=""))
    return ids


def release(connection: sa.Connection, table: str, process: str) -> None:
    """Leaves a table that `process` owns to whoever wants it next."""
    connection.execute(OWNERS.delete().where(OWNERS.c.table_id == table, OWNERS.c.process == process))


_mine = (
    sa.select(OWNERS.c.table_id)
    .where(OWNERS.c.table_id == sa.bindparam("table"), OWNERS.c.process == sa.bindparam("process"))
    .with_for_update(read=True)
)

_of_all = (
    sa.select(OWNERS.c.table_id)
    .where(OWNERS.c.table_id.in_(sa.bindparam("tables", expanding=True)), OWNERS.c.process == sa.bindparam("process"))
    .order_by(OWNERS.c.table_id)
    .with_for_update(read=True)
)


def holds(connection: sa.Connection, table: str, process: str) -> bool:
    """Whether `process` owns a table, and until the end of the transaction: nobody can take it away before."""
    return connection.execute(_mine, {"table": table, "process": process}).first() is not None


def holds_all(connection: sa.Connection, tables: Collection[str], process: str) -> bool:
    """Whether `process` owns all these tables, and until the end of the transaction."""
    found = connection.scalars(_of_all, {"tables": sorted(tables), "process": process})
    return set(found) == set(tables)


def elsewhere(table: sa.ColumnElement[str], process: str) -> sa.ColumnElement[bool]:
    """Whether another process than `process` owns a table, as part of a query."""
    others = sa.and_(OWNERS.c.table_id == table, OWNERS.c.process != process)
    return sa.exists(sa.select(OWNERS.c.table_id).where(others))


# --- who is at the tables -------------------------------------------------------------------------------


def show(connection: sa.Connection, process: str, present: Mapping[str, str]) -> None:
    """Stores who is at tables that `process` owns, for the lists of the others."""
    own = OWNERS.update().where(OWNERS.c.table_id == sa.bindparam("table"), OWNERS.c.process == sa.bindparam("owner"))
    rows = [{"table": table, "owner": process, "now": text} for table, text in sorted(present.items())]
    connection.execute(own.values(present=sa.bindparam("now")), rows)


def shown(connection: sa.Connection, tables: Iterable[str]) -> dict[str, str]:
    """Who is at these tables, as far as a process has stored it."""
    wanted = sa.and_(OWNERS.c.table_id.in_(list(tables)), OWNERS.c.process.is_not(None), OWNERS.c.present != "")
    found = connection.execute(sa.select(OWNERS.c.table_id, OWNERS.c.present).where(wanted))
    return {row.table_id: row.present for row in found}


def accounts_elsewhere(connection: sa.Connection, process: str) -> list[tuple[str, int, str]]:
    """For each seat of an account at a table of another process: who is at that table, the seat, the account."""
    both = OWNERS.join(SEATS, OWNERS.c.table_id == SEATS.c.table_id)
    wanted = sa.and_(OWNERS.c.process != process, OWNERS.c.present != "", SEATS.c.account != "")
    found = sa.select(OWNERS.c.present, SEATS.c.seat, SEATS.c.account).select_from(both).where(wanted)
    return [(row.present, row.seat, row.account) for row in connection.execute(found)]


def owned_elsewhere(connection: sa.Connection, tables: Iterable[str], process: str) -> set[str]:
    """Which of these tables are owned by other processes than `process`."""
    wanted = sa.and_(OWNERS.c.table_id.in_(list(tables)), OWNERS.c.process != process)
    return set(connection.scalars(sa.select(OWNERS.c.table_id).where(wanted)))


def notify(connection: sa.Connection, text: str) -> None:
    """Tells all processes something, at the end of the transaction."""
    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))
