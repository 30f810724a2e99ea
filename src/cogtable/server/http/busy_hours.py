"""The hours of the day in which people come."""

from __future__ import annotations

import asyncio
import time

from cogtable.server.db.store import Store

SINCE_S = 14 * 24 * 3600
"""How far back visits count, in seconds."""
LEAST_PEOPLE = 20
"""Fewer people are not told about: the hours would be those of single persons."""
FRESH_S = 600
"""How long the hours are kept before they are computed again, in seconds."""
HOURS = 24


class BusyHours:
    """How many people came in each hour of the day, computed from the tables that they sat down at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read = asyncio.Lock()
        self._hours: list[int] = []
        self._until = 0.0

    async def read(self, now: float) -> list[int]:
        """Returns the number of people in each hour of the day (UTC), each once for an hour of a day; an empty list if
        there were too few. `now` is in seconds since 1970.
        """
        async with self._read:
            if time.monotonic() >= self._until:
                self._hours = counted(await self._store.visits(now - SINCE_S))
                self._until = time.monotonic() + FRESH_S
        return self._hours


def counted(visits: list[tuple[str, float]]) -> list[int]:
    """Counts visits, each a person and a time in seconds since 1970, by the hour of the day."""
    if len({person for person, _ in visits}) < LEAST_PEOPLE:
        return []
    hours = [0] * HOURS
    for _, hour in {(person, int(at // 3600)) for person, at in visits}:
        hours[hour % HOURS] += 1
    return hours
