"""The number of tables that an address has in the lobby's list."""

from __future__ import annotations

import time
from collections import OrderedDict

from cogtable.server.core.limits import MAX_ADDRESSES, Counts
from cogtable.server.db.rows import TableRow
from cogtable.server.db.store import Store

LISTED_S = 24 * 3600
"""How long a table is listed as open, in seconds."""


class Listings:
    """Counts the listed tables of each address until their games begin. The counts are lost at a restart."""

    def __init__(self, store: Store, counts: Counts) -> None:
        self._store = store
        self._counts = counts
        self._made: OrderedDict[str, dict[str, float]] = OrderedDict()
        """By address, the listed tables and when they were made."""

    async def check(self, address: str) -> None:
        """Raises Exceeded if an address has too many listed tables."""
        most = self._counts.limits.tables_listed
        made = self._made.get(address, {})
        if len(made) < most:
            return
        now = time.time()
        rows = await self._store.tables(list(made))
        made = {row.id: row.created for row in rows if not row.started and now - row.created < LISTED_S}
        self._made[address] = made
        if len(made) >= most:
            oldest = min(made.values(), default=now)
            self._counts.refuse("tables_listed", oldest + LISTED_S - now)

    def add(self, address: str, row: TableRow) -> None:
        """Counts a newly listed table."""
        self._made.setdefault(address, {})[row.id] = row.created
        self._made.move_to_end(address)
        if len(self._made) > MAX_ADDRESSES:
            self._made.popitem(last=False)
