"""Operators' commands, read from the database and carried out at the tables of this process."""

from __future__ import annotations

import logging
import time

from cogtable.server.rooms.presence import Presence
from cogtable.server.rooms.rooms import Rooms

log = logging.getLogger("cogtable.server")

READ_S = 1.0
"""How often commands are read, in seconds."""


class AdminCommands:
    """Carries out the commands in the database at the tables of this process."""

    def __init__(self, rooms: Rooms, presence: Presence) -> None:
        self._rooms = rooms
        self._presence = presence

    def run(self) -> None:
        """Reads the orders for as long as the server runs."""
        self._rooms.supervisor.repeat("orders", lambda: self.read(), READ_S)

    async def read(self) -> None:
        """Reads the orders and carries out the new ones. Raises StoreError."""
        changed = self._rooms.service.take(await self._rooms.store.orders.all(time.time()))
        kinds = {each.kind for each in changed}
        for order in changed:
            if order.kind == "removed":
                self._rooms.give_away(order.about, "was removed by the administrator")
        if "account" in kinds:
            await self._presence.check_sessions()
        if kinds & {"address", "guest"}:
            self._rooms.drop_banned()
        if "message" in kinds:
            self._rooms.show_notices()
        if "drain" in kinds:
            log.info("new games begin again" if not self._rooms.service.draining else "no new games begin")
