"""Ownership: where several processes serve a database, each table is owned by one of them, which alone changes it."""

from __future__ import annotations

import logging

from cogtable.engine.text.words import say
from cogtable.server.core.background import Supervisor
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.connection import Conflict
from cogtable.server.db.store import Store

log = logging.getLogger("cogtable.server")


class Elsewhere(Refusal):
    """Another process owns the table, or this one has just lost it. Who connects again gets to the owner."""

    def __init__(self) -> None:
        super().__init__("unavailable", say("this table is moving to another server; try again in a moment"))


class Ownership:
    """The tables that this process owns. If it is the only one on the database, nothing is asked or stored."""

    def __init__(self, store: Store, supervisor: Supervisor) -> None:
        self._store = store
        self._supervisor = supervisor

    @property
    def shared(self) -> bool:
        """Whether several processes may serve the database."""
        return bool(self._store.owners.process)

    async def claim(self, table: str) -> None:
        """Makes a table our own. Raises Elsewhere if it is another's."""
        if self.shared and await self.address_of(table):
            raise Elsewhere

    async def address_of(self, table: str) -> str:
        """The address of the process that owns a table, which is claimed if it has no owner. Empty if it is ours, or
        if there is no such table.
        """
        try:
            owner = await self._store.owners.claim(table)
        except Conflict as error:  # the others have just taken this process for dead
            raise Elsewhere from error
        return "" if owner is None or owner.id == self._store.owners.process else owner.address

    async def known_address_of(self, table: str) -> str:
        """The same, but no table is claimed."""
        owner = await self._store.owners.of(table)
        return "" if owner is None or owner.id == self._store.owners.process else owner.address

    def release(self, table: str) -> None:
        """Releases a table, so that another process can claim it."""
        if self.shared:
            self._supervisor.start(f"releasing table {table}", self._store.owners.release(table))
