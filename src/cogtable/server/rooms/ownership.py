"""Ownership: if several processes serve a database, each table is owned by one of them,
and only the owner changes it.
"""

from __future__ import annotations

import logging

from cogtable.engine.text.words import say
from cogtable.server.core.background import Supervisor
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.connection import Conflict
from cogtable.server.db.store import Store

log = logging.getLogger("cogtable.server")


class Elsewhere(Refusal):
    """Another process owns the table, or this one has just lost it. A client that reconnects reaches the owner."""

    def __init__(self) -> None:
        super().__init__("unavailable", say("this table is moving to another server; try again in a moment"))


class Ownership:
    """The tables that this process owns. If it is the only one on the database, ownership is neither checked nor
    stored.
    """

    def __init__(self, store: Store, supervisor: Supervisor) -> None:
        self._store = store
        self._supervisor = supervisor

    @property
    def shared(self) -> bool:
        """Whether several processes may serve the database."""
        return bool(self._store.owners.process)

    async def claim(self, table: str) -> None:
        """Makes this process the owner of a table. Raises Elsewhere if another process owns it."""
        if self.shared and await self.address_of(table):
            raise Elsewhere

    async def address_of(self, table: str) -> str:
        """Returns the address of the process that owns a table; claims the table if it has no owner. Empty if this
        process owns it, or if the table does not exist.
        """
        try:
            owner = await self._store.owners.claim(table)
        except Conflict as error:  # the other processes have just considered this one dead
            raise Elsewhere from error
        return "" if owner is None or owner.id == self._store.owners.process else owner.address

    async def known_address_of(self, table: str) -> str:
        """Does the same without claiming a table."""
        owner = await self._store.owners.of(table)
        return "" if owner is None or owner.id == self._store.owners.process else owner.address

    def release(self, table: str) -> None:
        """Releases a table, so that another process can claim it."""
        if self.shared:
            self._supervisor.start(f"releasing table {table}", self._store.owners.release(table))
