"""Which process owns which table, if several processes serve one database.

A live process has a row in `processes` and regularly increments its `beat`. When a process has died, another one
deletes its row; its tables then have no owner until a process claims them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from cogtable.server.db.connection import NotOwner, Run
from cogtable.server.db.schema import OWNERS, PROCESSES, SEATS, TABLES, WHEREABOUTS

Answer = TypeVar("Answer")

CHANNEL = "cogtable"
"""The channel on which processes announce their changes (PostgreSQL's NOTIFY)."""


class Member(msgspec.Struct, frozen=True):
    """A process that serves the database, with the address at which the others reach it ("10.0.0.5:8000")."""

    id: str
    address: str
    beat: int = 0


# --- live processes -------------------------------------------------------------------------------------


def register(connection: sa.Connection, member: Member) -> None:
    """Adds a process. A process that had its address before must have ended, since only one can listen there."""
    connection.execute(PROCESSES.delete().where(PROCESSES.c.address == member.address))
    connection.execute(PROCESSES.insert().values(**msgspec.structs.asdict(member)))


def beat(connection: sa.Connection, process: str) -> bool:
    """Records that a process is alive. Returns False if the others have removed it as dead."""
    own = PROCESSES.update().where(PROCESSES.c.id == process).values(beat=PROCESSES.c.beat + 1)
    return bool(connection.execute(own).rowcount)


def members(connection: sa.Connection) -> list[Member]:
    """Returns all processes."""
    return [Member(*row) for row in connection.execute(sa.select(PROCESSES))]


def remove(connection: sa.Connection, member: Member) -> bool:
    """Removes a process, unless its beat has changed in the meantime. Its tables then have no owner."""
    dead = PROCESSES.delete().where(PROCESSES.c.id == member.id, PROCESSES.c.beat == member.beat)
    return bool(connection.execute(dead).rowcount)


def leave(connection: sa.Connection, process: str) -> None:
    """Removes a process that ends. Its tables then have no owner."""
    connection.execute(PROCESSES.delete().where(PROCESSES.c.id == process))


# --- tables ---------------------------------------------------------------------------------------------


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


class Owners:
    """The owners of the tables of one database, for one of its processes. The store runs the transactions; methods
    raise its errors.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.process = ""
        """The id of this process among those that serve the database; empty if it is the only one."""

    async def claim(self, table: str) -> Member | None:
        """Returns the process that owns a table: this one, if it had no owner. None if there is
        no table with that id.
        """
        process = self.process

        def work(connection: sa.Connection) -> Member | None:
            exists = sa.select(TABLES.c.id, sa.literal(process), sa.literal("")).where(TABLES.c.id == table)
            wanted = insert(OWNERS).from_select(["table_id", "process", "present"], exists)
            connection.execute(
                wanted.on_conflict_do_update(
                    index_elements=["table_id"],
                    set_={"process": process, "present": ""},
                    where=OWNERS.c.process.is_(None),
                )
            )
            return _owner(connection, table)

        return await self._run(work)

    async def of(self, table: str) -> Member | None:
        """Returns the process that owns a table, if any."""
        return await self._run(lambda connection: _owner(connection, table))

    async def adopt(self, most: int) -> list[str]:
        """Claims some of the tables whose owner is gone. Returns their ids."""
        process = self.process

        def work(connection: sa.Connection) -> list[str]:
            lost = sa.select(OWNERS.c.table_id).where(OWNERS.c.process.is_(None)).limit(most)
            ids = list(connection.scalars(lost.with_for_update(skip_locked=True)))
            if ids:
                connection.execute(
                    OWNERS.update().where(OWNERS.c.table_id.in_(ids)).values(process=process, present="")
                )
            return ids

        return await self._run(work)

    async def release(self, table: str) -> None:
        """Releases a table that this process owns."""
        own = OWNERS.delete().where(OWNERS.c.table_id == table, OWNERS.c.process == self.process)
        await self._run(lambda connection: connection.execute(own))

    async def elsewhere(self, tables: Iterable[str]) -> set[str]:
        """Returns those of the given tables that other processes own."""
        wanted = sa.and_(OWNERS.c.table_id.in_(list(tables)), OWNERS.c.process != self.process)
        found = sa.select(OWNERS.c.table_id).where(wanted)
        return await self._run(lambda connection: set(connection.scalars(found)))

    async def processes(self) -> list[Member]:
        """Returns the processes that serve the database, if there are several."""
        return await self._run(members)

    async def notify(self, text: str) -> None:
        """Sends a message to all processes. Does nothing if this is the only one."""
        if self.process:
            await self._run(lambda connection: connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text))))

    # --- who is at the tables --------------------------------------------------------------------

    async def show(self, present: Mapping[str, str]) -> None:
        """Stores who is at tables that this process owns, for the other processes' lists."""
        own = OWNERS.update().where(
            OWNERS.c.table_id == sa.bindparam("table"), OWNERS.c.process == sa.bindparam("owner")
        )
        rows = [{"table": table, "owner": self.process, "now": text} for table, text in sorted(present.items())]
        await self._run(lambda connection: connection.execute(own.values(present=sa.bindparam("now")), rows))

    async def shown(self, tables: Iterable[str]) -> dict[str, str]:
        """Returns who is at these tables, if their owners have stored it."""
        wanted = sa.and_(OWNERS.c.table_id.in_(list(tables)), OWNERS.c.process.is_not(None), OWNERS.c.present != "")
        found = sa.select(OWNERS.c.table_id, OWNERS.c.present).where(wanted)
        return await self._run(lambda connection: {row.table_id: row.present for row in connection.execute(found)})

    async def accounts_elsewhere(self) -> list[tuple[str, int, str]]:
        """Returns, for each seat of an account at a table of another process: who is at that table, the seat, the
        account.
        """
        both = OWNERS.join(SEATS, OWNERS.c.table_id == SEATS.c.table_id)
        wanted = sa.and_(OWNERS.c.process != self.process, OWNERS.c.present != "", SEATS.c.account != "")
        found = sa.select(OWNERS.c.present, SEATS.c.seat, SEATS.c.account).select_from(both).where(wanted)
        return await self._run(
            lambda connection: [(row.present, row.seat, row.account) for row in connection.execute(found)]
        )

    # --- where people are ------------------------------------------------------------------------

    async def show_people(self, gone: Collection[str], places: Mapping[str, tuple[str, str]]) -> None:
        """Stores where people of this process are now, by person: the state and the table; removes those who have gone.
        Raises Conflict if the others have removed this process as dead.
        """
        process = self.process

        def work(connection: sa.Connection) -> None:
            own = (WHEREABOUTS.c.process == process, WHEREABOUTS.c.account.in_([*gone, *places]))
            connection.execute(WHEREABOUTS.delete().where(*own))
            if places:
                rows = [
                    {"process": process, "account": person, "state": state, "at_table": table}
                    for person, (state, table) in sorted(places.items())
                ]
                connection.execute(WHEREABOUTS.insert(), rows)

        await self._run(work)

    async def people_elsewhere(self) -> list[tuple[str, str, str]]:
        """Returns where the people of the other processes are: each person with the state and the table."""
        columns = (WHEREABOUTS.c.account, WHEREABOUTS.c.state, WHEREABOUTS.c.at_table)
        wanted = sa.select(*columns).where(WHEREABOUTS.c.process != self.process)
        return await self._run(lambda connection: [(row[0], row[1], row[2]) for row in connection.execute(wanted)])

    # --- in transactions of the store ------------------------------------------------------------

    def if_owner(self, table: str, work: Callable[[sa.Connection], Answer]) -> Callable[[sa.Connection], Answer]:
        """Wraps `work`, which changes a table, so that it raises NotOwner if several processes serve the database and
        this one doesn't own the table. No other process can take over the table before the end of the transaction.
        """
        if not (process := self.process):
            return work

        def checked(connection: sa.Connection) -> Answer:
            if connection.execute(_mine, {"table": table, "process": process}).first() is None:
                raise NotOwner(f"another process owns table {table} now")
            return work(connection)

        return checked

    def check_all(self, connection: sa.Connection, tables: Collection[str]) -> None:
        """Does the same check for all these tables: raises NotOwner if this process does not own one of them."""
        if not self.process:
            return
        found = connection.scalars(_of_all, {"tables": sorted(tables), "process": self.process})
        if set(found) != set(tables):
            raise NotOwner("another process owns one of the tables now")

    def is_others(self, table: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
        """A query condition: another process owns the table."""
        others = sa.and_(OWNERS.c.table_id == table, OWNERS.c.process != self.process)
        return sa.exists(sa.select(OWNERS.c.table_id).where(others))


def _owner(connection: sa.Connection, table: str) -> Member | None:
    both = OWNERS.join(PROCESSES, OWNERS.c.process == PROCESSES.c.id)
    found = connection.execute(sa.select(PROCESSES).select_from(both).where(OWNERS.c.table_id == table)).first()
    return Member(*found) if found else None
