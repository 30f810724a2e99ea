"""Which tables and people a reader sees: nobody sees anything of people whom they have blocked or who have blocked
them, and nobody sees whether people who stay unseen are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import msgspec
from starlette.requests import Request

from cogtable.server.accounts.guests import guest_id
from cogtable.server.accounts.sessions import person_of
from cogtable.server.db.rows import TableRow
from cogtable.server.http.app_state import presence_of, rooms_of
from cogtable.server.http.responses import bearer
from cogtable.server.rooms import service_time
from cogtable.server.rooms.presence import Present
from cogtable.server.rooms.watching import may_watch, persons_of
from cogtable.server.rooms.whereabouts import Whereabouts
from cogtable.server.table.listing import table_info
from cogtable.server.table.seating import meets, seats_of
from cogtable.server.wire import lobby_api


class Reader(msgspec.Struct, kw_only=True, frozen=True):
    """Who reads: the id of the person, which is that of their `account` or of a guest's browser; the people whom they
    are kept `apart` from; and whether they stay `unseen`, and so see nobody either.
    """

    id: str = ""
    account: str = ""
    name: str = ""
    apart: frozenset[str] = frozenset()
    unseen: bool = False


async def reader_of(request: Request) -> Reader:
    """Returns who sent a request."""
    rooms = rooms_of(request)
    person = await person_of(request)
    account = person.account.id if person else ""
    own = account or guest_id(request)
    relations = await rooms.store.people.relations(own)
    return Reader(
        id=own,
        account=account,
        name=person.account.name if person else "",
        apart=relations.apart,
        unseen=relations.unseen,
    )


def whereabouts_of(request: Request) -> Whereabouts:
    """Returns where people are."""
    found: Whereabouts = request.app.state.whereabouts
    return found


def is_visible(row: TableRow, reader: Reader, secret: str = "") -> bool:
    """Whether a reader sees a table: unless it is private and one of the people sits there whom they are kept apart
    from. People with a seat always see their table.
    """
    if row.public or not meets(row, reader.apart):
        return True
    return bool(seats_of(row, secret, reader.account)) or any(seat.person == reader.id for seat in row.seats)


async def visible_table(request: Request, table: str) -> TableRow | None:
    """Returns a table by its id, if there is one that the sender of a request sees."""
    rooms = rooms_of(request)
    row = await rooms.store.table(table)
    if row is None:
        return None
    reader, secret = await reader_of(request), bearer(request)
    if not is_visible(row, reader, secret):
        return None
    own = bool(seats_of(row, secret, reader.account))
    return row if own or await may_watch(rooms.store, row, persons_of(request, reader.account)) else None


async def table_infos(
    request: Request,
    rows: Sequence[tuple[TableRow, int]],
    reader: Reader,
    moved: Mapping[str, float] = MappingProxyType({}),
) -> list[lobby_api.TableInfo]:
    """Returns tables, each with the reader's seat (-1 for none), as the reader sees them. At other people's tables they
    do not see whether people are there who stay unseen, nor do such readers see anybody. `moved` is when each table was
    last moved at, as far as the list shows it.
    """
    presence = presence_of(request)
    present = await presence.present_at([row for row, _ in rows])
    strangers = any(seat < 0 for _, seat in rows)
    rooms = rooms_of(request)
    unseen = await rooms.store.people.unseen() if strangers else frozenset()
    apart = await whereabouts_of(request).watching(reader.apart)
    found = []
    for row, seat in rows:
        watching = max(0, present[row.id].watching - apart[row.id])
        found.append(await _info(request, row, present[row.id], watching, seat, reader, unseen, moved.get(row.id)))
    return found


async def _info(
    request: Request,
    row: TableRow,
    present: Present,
    watching: int,
    seat: int,
    reader: Reader,
    unseen: frozenset[str],
    moved: float | None,
) -> lobby_api.TableInfo:
    rooms = rooms_of(request)
    presence = presence_of(request)
    occupants = presence.occupants(row, present)
    if seat < 0:
        seen = seats_seen(row, reader, unseen)
        occupants = [msgspec.structs.replace(each, here=each.here and each.seat in seen) for each in occupants]
    variant = await rooms.variants.title(row.variant)
    return table_info(row, occupants, watching, seat, variant, service_time.now(), moved)


def seats_seen(row: TableRow, reader: Reader, unseen: frozenset[str]) -> set[int]:
    """Returns the seats of a table for which a reader sees whether their people are there: all, for somebody who has a
    seat there; otherwise not those of people who stay `unseen` or whom the reader is kept apart from.
    """
    if reader.id and any(seat.person == reader.id for seat in row.seats):
        return {seat.seat for seat in row.seats}
    hidden = unseen | reader.apart
    return {seat.seat for seat in row.seats if not reader.unseen and seat.person not in hidden}


def is_watchable(row: TableRow, present: Present, reader: Reader, unseen: Iterable[str]) -> bool:
    """Whether a public table in play is listed for a reader: people are there, none of whom stays unseen, and none is
    one whom the reader is kept apart from.
    """
    there = {row.seats[seat].person for seat in present.seats}
    return present.anybody and not there.intersection(unseen) and not meets(row, reader.apart)
