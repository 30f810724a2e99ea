"""Archives and removes tables that have not been used for a long time."""

from __future__ import annotations

import asyncio
import gzip
import logging
import math
import os
import time
from collections.abc import Callable, Container
from pathlib import Path

import msgspec

from cogtable.server.core.background import Supervisor
from cogtable.server.core.limits import Limits
from cogtable.server.db.removal import Ages, ExpiredTable
from cogtable.server.db.store import Store

log = logging.getLogger("cogtable.server")

EVERY_S = 3600.0
"""How often to look for old tables, in seconds."""

AT_ONCE = 50
"""The number of tables removed in one transaction. Other transactions can run in between."""

DAY_S = 24 * 3600


class Archive:
    """Removes old tables where no account has a seat. First it writes each as a line of JSON to a file for the month:
    the table with its seats, without their secrets, and its actions.
    """

    def __init__(
        self,
        store: Store,
        folder: Path,
        limits: Limits,
        in_use: Callable[[], Container[str]],
        removed: Callable[[int], None],
    ) -> None:
        self._store = store
        self._folder = folder
        self._limits = limits
        self._in_use = in_use
        """Returns the tables that are in memory, which are kept."""
        self._removed = removed
        """Called with the number of removed tables."""

    def run(self, supervisor: Supervisor) -> None:
        """Removes old tables for as long as the server runs."""
        supervisor.repeat("archive", self._run, EVERY_S, first_s=EVERY_S)

    async def _run(self) -> None:
        if count := await self.sweep(time.time()):
            log.info("%d old tables were archived in %s and removed", count, self._folder)

    async def sweep(self, now: float) -> int:
        """Removes the tables that are too old now; returns their number. Raises StoreError and OSError."""
        ages = Ages(
            guest=_before(now, self._limits.guest_table_days), empty=_before(now, self._limits.empty_table_days)
        )
        count, after = 0, ""
        while found := await self._store.removal.expired(ages, after, AT_ONCE):
            after = found[-1].table.id
            unused = [one for one in found if one.table.id not in self._in_use()]
            if unused:
                await asyncio.to_thread(write_archive, self._folder, unused, now)
                # A person may have come in the meantime. An outdated copy in the archive does no harm.
                count += await self._store.removal.remove_expired(
                    ages, [one.table.id for one in unused if one.table.id not in self._in_use()]
                )
        await self._store.removal.remove_old_tries(ages.guest)
        self._removed(count)
        return count


def write_archive(folder: Path, tables: list[ExpiredTable], now: float) -> Path:
    """Appends tables to the file of this month, and returns it. They are on disk when this returns."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / time.strftime("tables-%Y-%m.jsonl.gz", time.gmtime(now))
    lines = b"".join(msgspec.json.encode(_line(one)) + b"\n" for one in tables)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as out:
        out.write(gzip.compress(lines))
        out.flush()
        os.fsync(out.fileno())
    return file


def _before(now: float, days: float) -> float:
    return -math.inf if math.isinf(days) else now - days * DAY_S


def _line(expired: ExpiredTable) -> dict[str, object]:
    table = msgspec.to_builtins(expired.table)
    for seat in table["seats"]:
        del seat["secret"], seat["account"]
    return {"table": table, "actions": msgspec.to_builtins(expired.actions), "box": expired.box}
