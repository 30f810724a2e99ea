"""Seeks: people who look for others with "Play", the offers to play together, and what they declined.

A seek belongs to a table, where bots keep the seats warm, and to the people who sit there already: its seekers. An
offer is a question to all seekers of several seeks. A person is named by an id (see `db/people.py`), and is in one
seek at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from cogtable.server.db import tables
from cogtable.server.db.connection import Run
from cogtable.server.db.people import Pair, blocked_pairs
from cogtable.server.db.rows import TableRow
from cogtable.server.db.schema import (
    ACCOUNTS,
    DECLINES,
    OFFERS,
    SEATS,
    SEEKERS,
    SEEKS,
    STANDINGS,
    TABLES,
)

Answer = TypeVar("Answer")

ABSENT_S = 15.0
"""How long a search goes on without its people at the table, in seconds. Over days it goes on until the game begins."""

ANSWER_S = 30.0
"""How long people have for an answer, in seconds."""

JUDGED_S = 3.0
"""How long the server may take to find out whether a game is level, in seconds. After that only a fresh deal is
offered.
"""

TURN_S = 120.0
"""How long an agreed handover waits for the turn of the bot's seat, in seconds. After that all deal afresh."""

MOST_DECLINED = 3
"""After this many declined offers in a row a person's search rests."""

REST_S = 120.0
"""How long it rests, in seconds."""

KEPT_S = 24 * 3600.0
"""How long a table says where its game went on, and how long declined offers are counted, in seconds."""

_PAIRING = 0x5EE5
"""The lock under which PostgreSQL lets one process at a time change seeks."""

NOT_JUDGED, NOT_LEVEL, LEVEL = -1, 0, 1
"""Whether the bot's seat of an offer's game can be taken."""


class SeekerRow(msgspec.Struct, kw_only=True, frozen=True):
    """A person in a seat of a table that looks for others, with their answer to the offer."""

    person: str
    seat: int
    account: str = ""
    answer: str = ""


class SeekRow(msgspec.Struct, kw_only=True, frozen=True):
    """A table that looks for people since a moment, and those who are there already. They were `seen` there last at
    another moment. `rating` is their mean rating, None for guests. `leaves`: one of them often leaves games.
    `declined` are people that must not be offered again. The search was begun by the person of an `account`, empty for
    guests. `moved` is the table where the game goes on, after the search.
    """

    id: str
    table_id: str
    game: str
    pace: str
    seats: int
    rated: bool
    bot: str
    since: float
    seen: float
    rating: float | None = None
    leaves: bool = False
    declined: tuple[str, ...] = ()
    offer: str = ""
    moved: str = ""
    account: str = ""
    people: tuple[SeekerRow, ...] = ()

    @property
    def key(self) -> tuple[str, str, int, bool]:
        """What people must have in common to be paired."""
        return self.game, self.pace, self.seats, self.rated


class OfferRow(msgspec.Struct, kw_only=True, frozen=True):
    """An offer to play together, until a moment. The game of the seek `host` can go on if it is level (`level`);
    `words` say how far it has got. `agreed` says what all have agreed to: "seat" or "afresh"; empty before that.
    """

    id: str
    host: str
    until: float
    level: int = NOT_JUDGED
    words: str = ""
    agreed: str = ""


class Met(msgspec.Struct, kw_only=True, frozen=True):
    """A person of an offer as the others see them. Without a rating `deviation` is 0."""

    table: str
    seat: int
    name: str
    guest: bool
    rating: float | None = None
    deviation: float = 0


class Search(msgspec.Struct, kw_only=True, frozen=True):
    """The search of a table: its seek and, if there is one, its offer with all its seeks and people. `alike` is the
    number of other people who wait for the same. Its people rest until the moment `rests`.
    """

    seek: SeekRow
    offer: OfferRow | None = None
    seeks: tuple[SeekRow, ...] = ()
    met: tuple[Met, ...] = ()
    alike: int = 0
    rests: float = 0


Choose = Callable[[Sequence[SeekRow], Collection[Pair]], Iterable[Sequence[SeekRow]]]
"""Returns groups of waiting seeks that are offered to one another, none with two people of a blocked pair."""


class Seeks:
    """The seeks of one database. The store runs the transactions; methods raise its errors. Those that change something
    return the tables whose people see something new.
    """

    def __init__(self, run: Run) -> None:
        self._run_any = run

    async def _alone(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Runs `work` while no other process changes seeks."""

        def alone(connection: sa.Connection) -> Answer:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_PAIRING})")
            return work(connection)

        return await self._run_any(alone)

    # --- reading ---------------------------------------------------------------------------------

    async def of(self, table: str, now: float) -> Search | None:
        """Returns the search of a table, if it has one."""
        return await self._run_any(lambda connection: _search(connection, table, now))

    async def offered(self, offer: str) -> tuple[OfferRow, tuple[SeekRow, ...]] | None:
        """Returns an offer with its seeks, if it still stands."""

        def work(connection: sa.Connection) -> tuple[OfferRow, tuple[SeekRow, ...]] | None:
            row = _offer(connection, offer)
            return (row, tuple(_read(connection, SEEKS.c.offer == offer))) if row else None

        return await self._run_any(work)

    async def waiting(self, game: str, now: float) -> dict[tuple[str, int], int]:
        """Returns how many people look for others in a game, by pace and number of seats."""
        wanted = sa.and_(SEEKS.c.game == game, SEEKS.c.moved == "", _is_there(now))

        def work(connection: sa.Connection) -> dict[tuple[str, int], int]:
            found: dict[tuple[str, int], int] = defaultdict(int)
            each = sa.select(SEEKS.c.pace, SEEKS.c.seats).join(SEEKERS, SEEKERS.c.seek_id == SEEKS.c.id).where(wanted)
            for pace, seats in connection.execute(each):
                found[pace, seats] += 1
            return dict(found)

        return await self._run_any(work)

    async def rating(self, account: str, game: str) -> float | None:
        """Returns the rating of an account in a game among people; None if it has none."""
        own = (STANDINGS.c.account == account, STANDINGS.c.game == game, STANDINGS.c.against == "people")
        wanted = sa.select(STANDINGS.c.rating).where(*own)
        return await self._run_any(lambda connection: connection.scalar(wanted))

    async def open_to(self, like: SeekRow) -> list[SeekRow]:
        """Returns the seeks over days with an open seat that a person could take, the closest rating first, people who
        finish games as often as they do before others.
        """
        person = like.people[0]

        def work(connection: sa.Connection) -> list[SeekRow]:
            wanted = sa.and_(SEEKS.c.game == like.game, SEEKS.c.pace == like.pace, SEEKS.c.moved == "")
            open_ = SEEKS.c.table_id.in_(sa.select(TABLES.c.id).where(sa.not_(TABLES.c.started)))
            same = sa.and_(SEEKS.c.seats == like.seats, SEEKS.c.rated == like.rated)
            found = _read(connection, sa.and_(wanted, open_, same))
            people = {each.person for seek in found for each in seek.people} | {person.person}
            blocked = blocked_pairs(connection, people)
            return [
                seek
                for seek in found
                if all(each.person != person.person for each in seek.people)
                and not any(frozenset((each.person, person.person)) in blocked for each in seek.people)
            ]

        found: list[SeekRow] = await self._run_any(work)

        def gap(seek: SeekRow) -> float:
            return 0 if like.rating is None or seek.rating is None else abs(like.rating - seek.rating)

        return sorted(found, key=lambda seek: (seek.leaves != like.leaves, gap(seek), seek.since))

    # --- beginning and ending --------------------------------------------------------------------

    async def begin(self, seek: SeekRow) -> set[str]:
        """Stores a new seek, and ends the other searches of its people."""

        def work(connection: sa.Connection) -> set[str]:
            changed = {seek.table_id}
            for each in seek.people:
                changed |= _leave_searches(connection, each.person)
            connection.execute(SEEKS.delete().where(SEEKS.c.id == seek.id))  # stored before the connection broke
            _insert(connection, seek)
            return changed

        return await self._alone(work)

    async def end(self, table: str) -> set[str]:
        """Ends the search of a table. Its game goes on."""

        def work(connection: sa.Connection) -> set[str]:
            changed: set[str] = set()
            for seek in _read(connection, sa.and_(SEEKS.c.table_id == table, SEEKS.c.moved == "")):
                changed |= _drop(connection, seek)
            return changed

        return await self._alone(work)

    async def adopt(self, guest: str, account: str) -> set[str]:
        """Gives an account the search that its person began as a guest. Ends it if the account has one already."""

        def work(connection: sa.Connection) -> set[str]:
            own = SEEKERS.c.person == account
            if connection.execute(sa.select(SEEKERS.c.person).where(own)).first():
                return _leave_searches(connection, guest)
            change = SEEKERS.update().where(SEEKERS.c.person == guest)
            connection.execute(change.values(person=account, account=account))
            return set()

        return await self._alone(work)

    async def touch(self, tables: Collection[str], now: float) -> None:
        """Stores that people of these tables are there now."""
        own = SEEKS.update().where(SEEKS.c.table_id.in_(tables), SEEKS.c.moved == "")
        await self._run_any(lambda connection: connection.execute(own.values(seen=now)))

    async def forgive(self, now: float) -> None:
        """Stores that all people are there now, because they could not be before this process started."""
        late = SEEKS.update().where(SEEKS.c.seen < now, SEEKS.c.moved == "")
        await self._run_any(lambda connection: connection.execute(late.values(seen=now)))

    # --- pairing ---------------------------------------------------------------------------------

    async def pair(self, now: float, new_id: Callable[[], str], choose: Choose) -> tuple[set[str], list[str]]:
        """Ends searches whose people have gone, withdraws offers that nobody can answer any more, and makes the offers
        that `choose` returns. Also returns the offers whose people wait for a fresh deal.
        """

        def work(connection: sa.Connection) -> tuple[set[str], list[str]]:
            if not any(connection.execute(sa.select(each.c.id).limit(1)).first() for each in (SEEKS, OFFERS)):
                return set(), []
            changed = _end_overdue(connection, now)
            resting = {row.person for row in connection.execute(sa.select(DECLINES).where(DECLINES.c.until > now))}
            free = sa.and_(SEEKS.c.moved == "", SEEKS.c.offer == "", SEEKS.c.pace != "days")
            waiting = [
                seek for seek in _read(connection, free) if not any(each.person in resting for each in seek.people)
            ]
            people = {each.person for seek in waiting for each in seek.people}
            groups = [(new_id(), group) for group in choose(waiting, blocked_pairs(connection, people))]
            _put_offers(connection, groups, now + JUDGED_S)
            changed.update(seek.table_id for _, group in groups for seek in group)
            fresh = sa.select(OFFERS.c.id).where(OFFERS.c.agreed == "afresh")
            return changed, list(connection.scalars(fresh))

        return await self._alone(work)

    async def judge(self, offer: str, level: int, words: str, now: float) -> set[str]:
        """Stores whether the game of an offer is level and how far it has got. From now on its people can answer."""

        def work(connection: sa.Connection) -> set[str]:
            new = {"level": level, "words": words, "until": now + ANSWER_S}
            connection.execute(OFFERS.update().where(OFFERS.c.id == offer, OFFERS.c.level == NOT_JUDGED).values(**new))
            return _tables(connection, offer)

        return await self._alone(work)

    async def answer(self, table: str, seat: int, offer: str, choice: str, now: float) -> tuple[set[str], str]:
        """Stores the answer of a seat to an offer. Also returns what all have agreed to now; empty if they haven't.
        Nothing changes if the offer no longer stands, or all have agreed.
        """

        def work(connection: sa.Connection) -> tuple[set[str], str]:
            row = _offer(connection, offer)
            seeks = _read(connection, SEEKS.c.offer == offer)
            own = next((seek for seek in seeks if seek.table_id == table), None)
            person = next((each for each in own.people if each.seat == seat), None) if own else None
            if row is None or person is None or row.agreed or row.level == NOT_JUDGED:
                return set(), ""
            connection.execute(SEEKERS.update().where(SEEKERS.c.person == person.person).values(answer=choice))
            if choice == "no":
                _decline(connection, [person], now)
                return _withdraw(connection, offer), ""
            _accept(connection, person)
            answers = {each.answer for seek in seeks for each in seek.people if each.person != person.person}
            answers.add(choice)
            if "" in answers:
                return _tables(connection, offer), ""
            agreed = "seat" if answers == {"seat"} and row.level == LEVEL else "afresh"
            _agree(connection, offer, agreed, now)
            return _tables(connection, offer), agreed

        return await self._alone(work)

    async def agree_afresh(self, offer: str, now: float) -> None:
        """Stores that the seat of an offer can no longer be taken, so its people deal afresh."""
        await self._alone(lambda connection: _agree(connection, offer, "afresh", now))

    # --- playing together ------------------------------------------------------------------------

    async def sat_down(self, offer: str, host: SeekRow, guest: SeekRow, seat: int, full: bool) -> set[str]:
        """Stores that the person of the seek `guest` has taken a seat at the table of `host`. If the table is `full`,
        that ends the search.
        """

        def work(connection: sa.Connection) -> set[str]:
            changed = _tables(connection, offer) | {host.table_id, guest.table_id}
            if _offer(connection, offer) is None:
                return changed
            own = SEEKERS.update().where(SEEKERS.c.seek_id == guest.id)
            connection.execute(own.values(seek_id=host.id, seat=seat))
            connection.execute(SEEKERS.update().where(SEEKERS.c.seek_id == host.id).values(answer=""))
            connection.execute(SEEKS.update().where(SEEKS.c.id == guest.id).values(moved=host.table_id))
            connection.execute(OFFERS.delete().where(OFFERS.c.id == offer))
            connection.execute(SEEKS.update().where(SEEKS.c.offer == offer).values(offer=""))
            if full:
                connection.execute(SEEKS.delete().where(SEEKS.c.id == host.id))
            return changed

        return await self._alone(work)

    async def dealt(self, offer: str, row: TableRow, after: SeekRow | None) -> set[str]:
        """Stores the new table of the people of an offer, and its search if seats are left. Nothing changes if they
        have one already.
        """

        def work(connection: sa.Connection) -> set[str]:
            changed = _tables(connection, offer)
            if _offer(connection, offer) is None:
                return changed
            ids = [seek.id for seek in _read(connection, SEEKS.c.offer == offer)]
            tables.insert(connection, row)
            connection.execute(SEEKERS.delete().where(SEEKERS.c.seek_id.in_(ids)))
            connection.execute(SEEKS.update().where(SEEKS.c.id.in_(ids)).values(moved=row.id, offer=""))
            connection.execute(OFFERS.delete().where(OFFERS.c.id == offer))
            if after:
                _insert(connection, after)
            return changed

        return await self._alone(work)


# --- reading --------------------------------------------------------------------------------------------


def _is_there(now: float) -> sa.ColumnElement[bool]:
    """A query condition: the people of a seek are at their table, or need not be."""
    return sa.or_(SEEKS.c.pace == "days", SEEKS.c.seen >= now - ABSENT_S)


def _read(connection: sa.Connection, wanted: Any) -> list[SeekRow]:
    """Returns the seeks that are `wanted`, the one that has waited longest first."""
    found = connection.execute(sa.select(SEEKS).where(wanted).order_by(SEEKS.c.since, SEEKS.c.id)).mappings().all()
    people: dict[str, list[SeekerRow]] = defaultdict(list)
    own = sa.select(SEEKS.c.id).where(wanted)
    for row in connection.execute(
        sa.select(SEEKERS).where(SEEKERS.c.seek_id.in_(own)).order_by(SEEKERS.c.seat)
    ).mappings():
        values = dict(row)
        people[values.pop("seek_id")].append(SeekerRow(**values))
    return [_seek(dict(row), people[row["id"]]) for row in found]


def _seek(values: dict[str, Any], people: Sequence[SeekerRow]) -> SeekRow:
    values["declined"] = msgspec.json.decode(values["declined"], type=tuple[str, ...])
    return SeekRow(**values, people=tuple(people))


def _offer(connection: sa.Connection, offer: str) -> OfferRow | None:
    found = connection.execute(sa.select(OFFERS).where(OFFERS.c.id == offer)).mappings().first()
    return OfferRow(**found) if found else None


def _tables(connection: sa.Connection, offer: str) -> set[str]:
    """Returns the tables of an offer."""
    return set(connection.scalars(sa.select(SEEKS.c.table_id).where(SEEKS.c.offer == offer)))


def _search(connection: sa.Connection, table: str, now: float) -> Search | None:
    seek = next(iter(_read(connection, SEEKS.c.table_id == table)), None)
    if seek is None:
        return None
    people = [each.person for each in seek.people]
    rests = sa.select(sa.func.max(DECLINES.c.until)).where(DECLINES.c.person.in_(people), DECLINES.c.until > now)
    same = (SEEKS.c.game == seek.game, SEEKS.c.pace == seek.pace, SEEKS.c.seats == seek.seats)
    others = (SEEKS.c.rated == seek.rated, SEEKS.c.id != seek.id, SEEKS.c.moved == "", _is_there(now))
    alike = sa.select(sa.func.count()).select_from(SEEKERS.join(SEEKS)).where(*same, *others)
    search = Search(seek=seek, alike=connection.scalar(alike) or 0, rests=connection.scalar(rests) or 0)
    if not seek.offer or (offer := _offer(connection, seek.offer)) is None:
        return search
    seeks = tuple(_read(connection, SEEKS.c.offer == seek.offer))
    met = tuple(_met(connection, each, person) for each in seeks for person in each.people)
    return msgspec.structs.replace(search, offer=offer, seeks=seeks, met=met)


def _met(connection: sa.Connection, seek: SeekRow, person: SeekerRow) -> Met:
    own = (SEATS.c.table_id == seek.table_id, SEATS.c.seat == person.seat)
    name = connection.scalar(sa.select(SEATS.c.name).where(*own)) or ""
    shown = sa.select(STANDINGS).join(ACCOUNTS, ACCOUNTS.c.id == STANDINGS.c.account).where(sa.not_(ACCOUNTS.c.hidden))
    theirs = (STANDINGS.c.account == person.account, STANDINGS.c.game == seek.game, STANDINGS.c.against == "people")
    standing = connection.execute(shown.where(*theirs)).mappings().first() if person.account else None
    return Met(
        table=seek.table_id,
        seat=person.seat,
        name=name,
        guest=not person.account,
        rating=standing["rating"] if standing else None,
        deviation=standing["deviation"] if standing else 0,
    )


# --- changing -------------------------------------------------------------------------------------------


def _insert(connection: sa.Connection, seek: SeekRow) -> None:
    values = msgspec.structs.asdict(seek)
    people: tuple[SeekerRow, ...] = values.pop("people")
    values["declined"] = msgspec.json.encode(seek.declined).decode()
    connection.execute(SEEKS.insert().values(**values))
    connection.execute(SEEKERS.insert(), [{"seek_id": seek.id, **msgspec.structs.asdict(each)} for each in people])


def _leave_searches(connection: sa.Connection, person: str) -> set[str]:
    """Ends the search that a person is in. Others who are in it go on."""
    own = SEEKERS.c.person == person
    changed: set[str] = set()
    for seek in _read(connection, SEEKS.c.id.in_(sa.select(SEEKERS.c.seek_id).where(own))):
        if len(seek.people) == 1:
            changed |= _drop(connection, seek)
        else:
            changed |= {seek.table_id} | (_withdraw(connection, seek.offer) if seek.offer else set())
            connection.execute(SEEKERS.delete().where(own))
    return changed


def _drop(connection: sa.Connection, seek: SeekRow) -> set[str]:
    """Deletes a seek."""
    changed = {seek.table_id} | (_withdraw(connection, seek.offer) if seek.offer else set())
    connection.execute(SEEKS.delete().where(SEEKS.c.id == seek.id))
    return changed


def _put_offers(connection: sa.Connection, groups: Sequence[tuple[str, Sequence[SeekRow]]], until: float) -> None:
    """Offers the seeks of each group to one another, under the ids of the new offers."""
    if not groups:
        return
    hosts = [(offer, min(group, key=lambda seek: seek.since).id) for offer, group in groups]
    offers = [OfferRow(id=offer, host=host, until=until) for offer, host in hosts]
    connection.execute(OFFERS.insert(), [msgspec.structs.asdict(offer) for offer in offers])
    change = SEEKS.update().where(SEEKS.c.id == sa.bindparam("seek")).values(offer=sa.bindparam("new"))
    connection.execute(change, [{"seek": seek.id, "new": offer} for offer, group in groups for seek in group])


def _withdraw(connection: sa.Connection, offer: str) -> set[str]:
    """Deletes an offer. Its people are not offered to one another again."""
    seeks = _read(connection, SEEKS.c.offer == offer)
    for seek in seeks:
        others = [each.person for other in seeks if other.id != seek.id for each in other.people]
        declined = msgspec.json.encode(sorted({*seek.declined, *others})).decode()
        connection.execute(SEEKS.update().where(SEEKS.c.id == seek.id).values(offer="", declined=declined))
    ids = [seek.id for seek in seeks]
    connection.execute(SEEKERS.update().where(SEEKERS.c.seek_id.in_(ids)).values(answer=""))
    connection.execute(OFFERS.delete().where(OFFERS.c.id == offer))
    return {seek.table_id for seek in seeks}


def _decline(connection: sa.Connection, people: Iterable[SeekerRow], now: float) -> None:
    """Counts a declined offer of each of these people. After several in a row their search rests."""
    for each in people:
        own = DECLINES.c.person == each.person
        number = (connection.scalar(sa.select(DECLINES.c.number).where(own)) or 0) + 1
        rests = number >= MOST_DECLINED
        connection.execute(DECLINES.delete().where(own))
        values = {"number": 0 if rests else number, "until": now + REST_S if rests else now}
        connection.execute(DECLINES.insert().values(person=each.person, account=each.account, **values))


def _accept(connection: sa.Connection, person: SeekerRow) -> None:
    connection.execute(DECLINES.delete().where(DECLINES.c.person == person.person))


def _agree(connection: sa.Connection, offer: str, agreed: str, now: float) -> None:
    own = OFFERS.update().where(OFFERS.c.id == offer)
    connection.execute(own.values(agreed=agreed, until=now + TURN_S))


def _end_overdue(connection: sa.Connection, now: float) -> set[str]:
    """Ends searches whose people have gone or whose game has begun, and settles offers whose time is over."""
    changed: set[str] = set()
    over = sa.select(TABLES.c.id).where(TABLES.c.over)
    begun = sa.select(TABLES.c.id).where(TABLES.c.started)
    late = sa.or_(
        sa.not_(_is_there(now)),
        SEEKS.c.table_id.in_(over),
        sa.and_(SEEKS.c.pace == "days", SEEKS.c.table_id.in_(begun)),
    )
    for seek in _read(connection, sa.and_(SEEKS.c.moved == "", late)):
        changed |= _drop(connection, seek)
    connection.execute(OFFERS.delete().where(OFFERS.c.id.not_in(sa.select(SEEKS.c.offer).where(SEEKS.c.offer != ""))))
    connection.execute(SEEKS.delete().where(SEEKS.c.moved != "", SEEKS.c.since < now - KEPT_S))
    connection.execute(DECLINES.delete().where(DECLINES.c.until < now - KEPT_S))
    for row in connection.execute(sa.select(OFFERS).where(OFFERS.c.until <= now)).mappings().all():
        offer = OfferRow(**row)
        if offer.agreed:
            _agree(connection, offer.id, "afresh", now)
        elif offer.level == NOT_JUDGED:
            new = {"level": NOT_LEVEL, "until": now + ANSWER_S}
            connection.execute(OFFERS.update().where(OFFERS.c.id == offer.id).values(**new))
            changed |= _tables(connection, offer.id)
        else:
            seeks = _read(connection, SEEKS.c.offer == offer.id)
            _decline(connection, [each for seek in seeks for each in seek.people if not each.answer], now)
            changed |= _withdraw(connection, offer.id)
    return changed


def forget(connection: sa.Connection, account: str) -> None:
    """Ends an account's search, and deletes what it declined."""
    _leave_searches(connection, account)
    connection.execute(SEEKS.update().where(SEEKS.c.account == account).values(account=""))
    connection.execute(DECLINES.delete().where(DECLINES.c.account == account))
