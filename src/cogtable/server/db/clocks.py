"""The clocks of all tables of a database."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from cogtable.server.db import tables
from cogtable.server.db.connection import Run
from cogtable.server.db.ownership import Owners
from cogtable.server.db.rows import Times
from cogtable.server.db.schema import HEARTBEAT, TABLES

DAY_S = 24 * 3600

HEARTBEAT_S = 10.0
"""How often a server records that it is alive, while clocks run, in seconds."""


class Clocks:
    """The clocks of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run, owners: Owners) -> None:
        self._run = run
        self._owners = owners

    async def overdue(self, now: float, most: int = 100) -> list[str]:
        """Returns the tables where a player has run out of time, or a pause has ended, the longest overdue first.
        Leaves out tables that other processes own. While clocks run, it also records that the server is alive.
        """
        late = sa.select(TABLES.c.id).where(TABLES.c.deadline <= now).order_by(TABLES.c.deadline).limit(most)
        if self._owners.process:
            late = late.where(sa.not_(self._owners.is_others(TABLES.c.id)))

        def work(connection: sa.Connection) -> list[str]:
            runs = TABLES.c.deadline.is_not(None)
            if connection.execute(sa.select(TABLES.c.id).where(runs).limit(1)).first() is None:
                return []
            connection.execute(HEARTBEAT.update().where(HEARTBEAT.c.at < now - HEARTBEAT_S).values(at=now))
            return list(connection.scalars(late))

        return await self._run(work)

    async def look_again(self, account: str, now: float) -> list[str]:
        """Has the running clocks of an account's tables looked at soon, because its rest has changed. Returns the
        tables.
        """
        over_days = sa.and_(TABLES.c.game_s == 0, TABLES.c.move_s >= DAY_S, TABLES.c.tournament == "")
        runs = sa.and_(TABLES.c.deadline.is_not(None), over_days, tables.is_going(), tables.has_seat(account))

        def work(connection: sa.Connection) -> list[str]:
            found = list(connection.scalars(sa.select(TABLES.c.id).where(runs)))
            connection.execute(TABLES.update().where(TABLES.c.id.in_(found)).values(deadline=now))
            return found

        return await self._run(work)

    async def forgive(self, now: float) -> float:
        """Adds the time in which no server was alive to all running clocks. Returns that time, in seconds; it is
        negative if the machine's clock was set back in the meantime.
        """

        def work(connection: sa.Connection) -> float:
            down: float = now - (connection.scalar(sa.select(HEARTBEAT.c.at).with_for_update()) or now)
            connection.execute(HEARTBEAT.update().values(at=now))
            if abs(down) <= 2 * HEARTBEAT_S:
                return 0
            running = sa.select(TABLES.c.id, TABLES.c.times).where(TABLES.c.deadline.is_not(None))
            for table, text in connection.execute(running).all():
                times = msgspec.json.decode(text, type=Times)
                times = times.shifted(min(down, now - times.since))
                connection.execute(TABLES.update().where(TABLES.c.id == table).values(**tables.time_columns(times)))
            return down

        return await self._run(work)
