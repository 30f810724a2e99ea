"""Series of tournaments in the database. Whoever made their tournaments has made the series too."""

from __future__ import annotations

from typing import Literal

import msgspec
import sqlalchemy as sa

from cogtable.server.db import tournaments
from cogtable.server.db.connection import Run
from cogtable.server.db.schema import SERIES, TOURNAMENTS
from cogtable.server.db.tournaments import TournamentRow

Every = Literal["day", "week", "fortnight"]
"""How often a tournament of a series begins."""

Counts = Literal["places", "points"]
"""What counts in the standing of a series: points for the places in each tournament, or the points scored there."""


class SeriesRow(msgspec.Struct, kw_only=True, frozen=True):
    """A series: `made` of its `editions` tournaments exist, and the last one `starts` at that time. The next one is
    made when it is `due`; None after the last one, or once its creator has ended it. In the standing, the `best`
    results of each player count, all if it is 0. `rounds` is the creator's number of rounds.
    """

    id: str
    name: str
    every: Every
    counts: Counts
    best: int
    editions: int
    made: int
    rounds: int
    starts: float
    due: float | None


class SeriesStore:
    """The series of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def add(self, row: SeriesRow, first: TournamentRow) -> None:
        """Stores a new series with its first tournament."""

        def work(connection: sa.Connection) -> None:
            if connection.scalar(sa.select(SERIES.c.id).where(SERIES.c.id == row.id)) is None:
                connection.execute(SERIES.insert().values(**msgspec.structs.asdict(row)))
                tournaments.add(connection, first)

        await self._run(work)

    async def series(self, series: str) -> SeriesRow | None:
        """Returns the series with that id."""
        found = await self._run(lambda connection: _read(connection, SERIES.c.id == series))
        return found[0] if found else None

    async def due(self, now: float) -> list[SeriesRow]:
        """Returns the series whose next tournament is to be made now."""
        return await self._run(lambda connection: _read(connection, SERIES.c.due <= now))

    async def tournaments(self, series: str) -> list[TournamentRow]:
        """Returns the tournaments of a series, complete, the first first."""
        found = await self._run(lambda connection: tournaments.wholes(connection, TOURNAMENTS.c.series == series))
        return sorted(found, key=lambda row: (row.created, row.id))

    async def continue_with(self, seen: SeriesRow, after: SeriesRow, following: TournamentRow | None) -> bool:
        """Stores the progress of a series, and its next tournament if it has one. Returns False, with nothing changed,
        if the series has changed since it was `seen`.
        """

        def work(connection: sa.Connection) -> bool:
            same = (SERIES.c.id == seen.id, SERIES.c.made == seen.made, SERIES.c.due == seen.due)
            values = {name: getattr(after, name) for name in ("made", "starts", "due")}
            if not connection.execute(SERIES.update().where(*same).values(**values)).rowcount:
                return False
            if following:
                tournaments.add(connection, following)
            return True

        return await self._run(work)


def _read(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> list[SeriesRow]:
    found = connection.execute(sa.select(SERIES).where(wanted).order_by(SERIES.c.due, SERIES.c.id)).mappings()
    return [SeriesRow(**row) for row in found]
