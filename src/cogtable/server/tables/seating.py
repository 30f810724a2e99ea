"""Who sits where at a table, as it is stored, and which seat a secret proves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from cogtable.engine.match import SPECTATOR
from cogtable.server import protocol
from cogtable.server.db.store import SeatRow, TableRow
from cogtable.server.tables.botseats import name_of, title
from cogtable.server.tables.tokens import matches
from cogtable.server.thinking.pool import Short

NOBODY: Mapping[int, Short] = MappingProxyType({})


def occupants(
    row: TableRow, here: Collection[int] = (), disconnected: Collection[int] = (), short: Mapping[int, Short] = NOBODY
) -> list[protocol.Occupant]:
    """Who sits where.

    `here` are the seats with a connection, `disconnected` those taken over because they have none, `short` those whose
    bots thought less about their last moves than they should.
    """
    return [
        _occupant(row, each, each.seat in here, each.seat in disconnected, short.get(each.seat, ""))
        for each in row.seats
    ]


def _occupant(row: TableRow, seat: SeatRow, here: bool, disconnected: bool, short: Short) -> protocol.Occupant:
    kind = seat.kind if seat.kind in ("bot", "open") else "person"
    bot = name_of(seat.seat) if seat.taken_over or disconnected else ""
    level = title(seat.bot) if seat.kind == "bot" else title(row.takeover) if bot else ""
    return protocol.Occupant(
        seat=seat.seat,
        kind=kind,  # type: ignore[arg-type]
        name=seat.name,
        level=level,
        here=here,
        taken_over_by=bot,
        short=short if level else "",
    )


def takeover_of(row: TableRow) -> protocol.Takeover | None:
    """What a bot does for who leaves the table; None if nothing."""
    return protocol.Takeover(bot=row.takeover, after_s=row.takeover_s) if row.takeover else None


def seat_of(row: TableRow, secret: str) -> int:
    """The seat that `secret` proves, -1 if none."""
    return next((seat.seat for seat in row.seats if matches(secret, seat.secret)), SPECTATOR)
