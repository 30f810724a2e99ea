"""Who can watch a deal of the day: nobody sees its cards before they have played it, as long as it is open."""

from __future__ import annotations

import time
from collections.abc import Collection

from starlette.requests import HTTPConnection

from cogtable.server.accounts.guests import guest_id
from cogtable.server.db.rows import TableRow
from cogtable.server.db.store import Store
from cogtable.server.table import deals


def persons_of(connection: HTTPConnection, account: str) -> list[str]:
    """Returns the ids under which a reader may have played a deal: their `account`, and that of a guest in the same
    browser.
    """
    return [person for person in (account, guest_id(connection)) if person]


async def may_watch(store: Store, row: TableRow, persons: Collection[str]) -> bool:
    """Whether a person, who has these ids and no seat at a table, can watch it."""
    if not row.deal or not deals.is_open(row.deal, time.time()):
        return True
    return bool(persons) and await store.deals.has_played(row.deal, persons)
