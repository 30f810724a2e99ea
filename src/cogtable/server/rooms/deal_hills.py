"""The little hills of a deal of the day: a person's chance of winning at nine positions of their game.

They are computed once, when the person first looks at their result, with the search that draws the curve of a finished
game.
"""

from __future__ import annotations

import asyncio
import logging

from cogtable.engine.errors import CogtableError
from cogtable.server.core.cpu_time import metered
from cogtable.server.db.rows import PlayRow
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table import deals
from cogtable.server.table.restore import restore
from cogtable.server.thinking.fair_queue import Requester

log = logging.getLogger("cogtable.server")

SEED = 0
"""The seed of the searches, as in the analysis of a finished game."""

PATIENCE_S = 3.0
"""How long a request waits for hills, in seconds; a later one gets them."""


class DealHills:
    """Computes hills in the background, those of one game at a time."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._turn = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[str]] = {}

    async def of(self, play: PlayRow, client: str) -> list[int]:
        """Returns the hills of a finished play; an empty list if they take longer. The search is charged to the
        `client`.
        """
        if play.hills:
            return [int(digit) for digit in play.hills]
        task = self._tasks.get(play.table)
        if task is None:
            task = self._tasks[play.table] = asyncio.create_task(metered(self._compute(play, client)))
            task.add_done_callback(lambda _: self._tasks.pop(play.table, None))
        await asyncio.wait({task}, timeout=PATIENCE_S)
        return [int(digit) for digit in task.result()] if task.done() and not task.cancelled() else []

    async def _compute(self, play: PlayRow, client: str) -> str:
        try:
            async with self._turn:
                hills = await self._searched(play, client)
                await self._rooms.store.deals.set_hills(play.table, hills)
                return hills
        except CogtableError as error:
            log.warning("table %s: there are no hills: %s", play.table, error)
        except Exception:
            log.exception("table %s: its hills cannot be computed", play.table)
        return ""

    async def _searched(self, play: PlayRow, client: str) -> str:
        store = self._rooms.store
        row, actions = await store.table(play.table), await store.actions(play.table)
        if row is None:
            return ""
        match = (await asyncio.to_thread(restore, row, actions)).match
        chances = []
        for ply in deals.looked_at(match):
            position = await asyncio.to_thread(match.at, ply)
            requester = Requester(row.id, whole=True, charged_clients=frozenset((client,)))
            chances.append((await self._rooms.chances(requester, position, SEED))[0])
        return deals.hills_of(chances)

    async def close(self) -> None:
        """Stops all work."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
