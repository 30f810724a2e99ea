"""Takeover: a bot plays for people who have left the table, or who let it play, until they are back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from cogtable.server.tables.botseats import name_of

if TYPE_CHECKING:
    from cogtable.server.tables.room import Room

log = logging.getLogger("cogtable.server")


def call_later(seconds: float, callback: Callable[[int], None], seat: int) -> asyncio.TimerHandle:
    """Calls back when people have been missed for so long."""
    return asyncio.get_running_loop().call_later(seconds, callback, seat)


class Takeovers:
    """For whom a bot plays in one room.

    That a person lets a bot play is stored with the seat. Who has lost the connection is remembered only here: after a
    restart the time runs anew. It runs while somebody else of the table is here, since else nobody waits.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self.disconnected: set[int] = set()
        """The seats taken over because they have had no connection for too long."""

    def bot(self, seat: int) -> str:
        """The bot that plays for the person in a seat; empty where none does."""
        row = self._room.row
        return row.takeover if row.seats[seat].taken_over or seat in self.disconnected else ""

    def look(self) -> None:
        """Takes in who is here: whoever is back plays again, and for whoever is missed the time runs."""
        self.disconnected -= self._room.here
        missed = self._missed()
        for seat in self._timers.keys() - missed:
            self._timers.pop(seat).cancel()
        for seat in missed - self._timers.keys():
            self._timers[seat] = call_later(self._room.row.takeover_s, self._take_over, seat)

    def stop(self) -> None:
        """Takes over no more seats."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _missed(self) -> set[int]:
        """The seats that a bot takes over unless their people come back in time."""
        room = self._room
        if not room.row.takeover or not room.started or room.match.over or not room.here:
            return set()
        people = {seat.seat for seat in room.row.seats if seat.kind == "person" and not seat.taken_over}
        return people - room.here - self.disconnected

    def _take_over(self, seat: int) -> None:
        del self._timers[seat]
        if seat not in self._missed():  # the game is over by now
            return
        self.disconnected.add(seat)
        log.info("table %s: a bot plays for seat %d, which has no connection", self._room.row.id, seat)
        self._room.changed()

    def words(self, reader: int) -> str:
        """Which bots play for others than `reader`, in words, as long as the game goes on."""
        row = self._room.row
        seats = [seat for seat in row.seats if seat.seat != reader and self.bot(seat.seat)]
        if self._room.match.over:
            return ""
        return " ".join(
            f"{seat.name} lets {name_of(seat.seat)} play."
            if seat.taken_over
            else f"{seat.name} is away: {name_of(seat.seat)} plays until {seat.name} is back."
            for seat in seats
        )
