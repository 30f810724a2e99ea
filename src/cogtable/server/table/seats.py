"""Seats: people sit down, and the creator of a table changes seats before the game begins."""

from __future__ import annotations

from cogtable import bots
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import SeatRow
from cogtable.server.table.change import Change
from cogtable.server.table.seating import bot_seat, chosen_seat, free_seats, open_seat, owned, written
from cogtable.server.table.surroundings import Host
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers


class Seats:
    """The changes of the occupants of one table."""

    def __init__(self, table: Table, takeovers: Takeovers, host: Host) -> None:
        self._table = table
        self._takeovers = takeovers
        self._host = host

    def join(self, wanted: int | None, name: str, secret: str, account: str = "", device: str = "") -> Change:
        """Returns the change that seats a person who gets `secret`, or has an `account`: in an open seat or, in a game
        in progress, in that of a person who has gone. `device` is the id of a guest's browser. Raises Refusal when no
        seat is free.
        """
        row = self._table.row
        if not row.started:
            self._host.check_open()
        free = free_seats(row, self._takeovers.gone)
        seat = chosen_seat(free, wanted) if free else open_seat(row, wanted)
        person = owned(SeatRow(seat=seat, kind="person", name=name), secret, account, device)
        log = f"a player joins in seat {seat}"  # names are private
        if not free:
            return self._table.seated(person, log)
        after = self._table.match.copy()
        gone = row.seats[seat].name
        after.remark(seat, say("{name} took the seat of {gone}", name=written(name), gone=written(gone)))
        return self._table.replaced(person, after, log)

    def set_seat(self, own: tuple[int, ...], seat: int, bot: str) -> Change:
        """Returns the change that opens a seat before the game begins, or lets a bot play it. `own` are the seats of
        the requester. Raises Refusal if the creator's seat is not among them.
        """
        row = self._table.row
        if row.creator not in own:
            raise Refusal("not-seated", say("only the creator of this table can do that"))
        if self._table.started:
            raise Refusal("late", say("the game has begun; seats can be changed only before that"))
        if not 0 <= seat < len(row.seats) or seat in own:
            raise Refusal("malformed", say("expected another seat of this table; found {n}", n=seat + 1))
        if not bot:
            return self.open(seat)
        if bot not in dict(bots.names(self._table.match.game)):
            raise Refusal("malformed", say("there is no bot '{name}'", name=bot[:24]))
        return self._table.seated(bot_seat(seat, bot, row.seats), f"the creator gives seat {seat} to {bot}")

    def open(self, seat: int) -> Change:
        """Returns the change that opens a seat before the game begins."""
        return self._table.seated(SeatRow(seat=seat, kind="open"), f"seat {seat} is open")
