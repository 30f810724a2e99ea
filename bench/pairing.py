"""How long it takes to pair 1,000 people who wait for the same game, on SQLite or on the PostgreSQL at `--database`."""

import argparse
import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.figure import Figure
from cogtable.engine.play import registry
from cogtable.server.core.tokens import new_id
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.db.seeks import SeekerRow, SeekRow
from cogtable.server.db.store import Store
from cogtable.server.matchmaking.parties import parties
from cogtable.server.table.handover import Wanted, waiting_table

PEOPLE = 1000
GAME = "splendor"
WANTED = Wanted("normal", 2, "medium", False)


def measure() -> Iterator[Figure]:
    """Measures on SQLite."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(measured(f"sqlite:///{Path(folder) / 'cogtable.db'}"))


async def measured(url: str) -> list[Figure]:
    """Returns the time until all are offered to one another, and how many people are."""
    store, now = Store(url), time.time()
    try:
        for seek, row in waiting(now):
            await store.add(row)
            await store.seeks.begin(seek)
        began = time.perf_counter()
        changed, _ = await store.seeks.pair(now, new_id, lambda found, blocked: parties(found, now, blocked))
        took = time.perf_counter() - began
    finally:
        store.close()
    return [
        Figure(f"{PEOPLE:,} waiting people paired", 1000 * took, "ms", "1000"),
        Figure("people who are offered to another", len(changed), "people", str(PEOPLE)),
    ]


def waiting(now: float) -> Iterator[tuple[SeekRow, TableRow]]:
    """Returns people of ratings around 1500 who began to look for others within the last minute, and their tables."""
    game, dice = registry.find(GAME), Random(1)
    for number in range(PEOPLE):
        person = SeatRow(seat=0, kind="person", name=f"Person {number}", account=f"person-{number}")
        row = waiting_table(game, WANTED, person, now)
        since = now - dice.random() * 60
        yield (
            SeekRow(
                id=new_id(),
                table_id=row.id,
                game=GAME,
                pace=WANTED.pace,
                seats=WANTED.seats,
                rated=WANTED.rated,
                bot=WANTED.bot,
                since=since,
                seen=now,
                rating=dice.gauss(1500, 200),
                people=(SeekerRow(person=person.account, seat=0, account=person.account),),
            ),
            row,
        )


def main() -> None:
    """Measures on a database that has no waiting people."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="", help="the URL of a PostgreSQL database for this measurement alone")
    url = parser.parse_args().database
    for each in asyncio.run(measured(url)) if url else measure():
        print(f"{each.name}: {each.value:.0f} {each.unit}")


if __name__ == "__main__":
    main()
