"""People among themselves: whom they follow, block and mute, what they have set, and which share of games they finish.

A person is named by an id: that of their account or, for guests, that of their browser (see `accounts/guests.py`). Only
accounts can follow, and only they have settings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from cogtable.server.db.connection import Run
from cogtable.server.db.rows import Times
from cogtable.server.db.schema import (
    ACCOUNTS,
    ACTIONS,
    BLOCKS,
    DEPARTURES,
    FOLLOWS,
    ORDERS,
    PEOPLE_SETTINGS,
    REPORTS,
    SEATS,
    TABLES,
)

MAX_FOLLOWED = 500
"""The maximum number of people that an account follows."""

MAX_BLOCKED = 1000
"""The maximum number of people that a person blocks or mutes."""

SHARE_OF = 100
"""The number of last games that the share of finished games is computed from."""


class PeopleSettings(msgspec.Struct, kw_only=True, frozen=True):
    """What an account has set. `unseen`: others do not see that they are here, nor they others. `invites`: who can
    invite them ("all", "follows": whom they follow, "nobody"). `lines`: people whom they do not follow can add a line
    to an invitation. `called`: they also get invitations as notifications. `keepsakes`: others see their keepsakes.
    """

    unseen: bool = False
    invites: str = "all"
    lines: bool = True
    called: bool = False
    keepsakes: bool = False


class Block(msgspec.Struct, kw_only=True, frozen=True):
    """The person `account` has blocked or muted `whom` (`kind`: "block" or "mute"), who had that `name` then."""

    account: str
    whom: str
    kind: str
    name: str
    since: float


class Followed(msgspec.Struct, kw_only=True, frozen=True):
    """An account that is followed, with its present name."""

    account: str
    name: str
    hidden: bool
    since: float


class PlayedBefore(msgspec.Struct, kw_only=True, frozen=True):
    """How many games a person has finished, and how many of each game."""

    games: int = 0
    by_game: dict[str, int] = {}

    def of(self, game: str) -> int:
        """Returns the number of finished games of a game."""
        return self.by_game.get(game, 0)


class Relations(msgspec.Struct, kw_only=True, frozen=True):
    """The people whom a person is kept `apart` from, because one has blocked the other; those whose chat they do not
    get (`unread`), because they have also muted some; and whether they stay `unseen`.
    """

    apart: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
    unseen: bool = False


class FinishedShare(msgspec.Struct, kw_only=True, frozen=True):
    """How many of a person's last `games` with other people they played to the end."""

    games: int = 0
    finished: int = 0

    @property
    def share(self) -> float:
        """The share of finished games, from 0 to 1; 1 without games."""
        return self.finished / self.games if self.games else 1.0


Pair = frozenset[str]
"""The ids of two people."""


class People:
    """The people of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    # --- following -------------------------------------------------------------------------------

    async def follow(self, account: str, other: str, now: float) -> bool:
        """Lets an account follow another. Returns False, and stores nothing, if it follows too many already, or one of
        them no longer exists.
        """

        def work(connection: sa.Connection) -> bool:
            own = FOLLOWS.c.account_id == account
            known = set(connection.scalars(sa.select(FOLLOWS.c.followed_id).where(own)))
            if other in known:
                return True
            both = sa.select(sa.func.count()).select_from(ACCOUNTS).where(ACCOUNTS.c.id.in_((account, other)))
            if len(known) >= MAX_FOLLOWED or connection.scalar(both) != 2:
                return False
            connection.execute(FOLLOWS.insert().values(account_id=account, followed_id=other, since=now))
            return True

        return await self._run(work)

    async def unfollow(self, account: str, other: str) -> None:
        """Ends following an account."""
        own = FOLLOWS.delete().where(FOLLOWS.c.account_id == account, FOLLOWS.c.followed_id == other)
        await self._run(lambda connection: connection.execute(own))

    async def followed(self, account: str) -> list[Followed]:
        """Returns whom an account follows, the most recent first."""
        wanted = (
            sa.select(FOLLOWS.c.followed_id.label("account"), ACCOUNTS.c.name, ACCOUNTS.c.hidden, FOLLOWS.c.since)
            .join(ACCOUNTS, ACCOUNTS.c.id == FOLLOWS.c.followed_id)
            .where(FOLLOWS.c.account_id == account)
            .order_by(FOLLOWS.c.since.desc(), FOLLOWS.c.followed_id)
        )
        return await self._run(lambda connection: [Followed(**row._asdict()) for row in connection.execute(wanted)])

    async def follows(self, account: str, others: Collection[str]) -> set[str]:
        """Returns those of the others whom an account follows."""
        own = (FOLLOWS.c.account_id == account, FOLLOWS.c.followed_id.in_(others))
        wanted = sa.select(FOLLOWS.c.followed_id).where(*own)
        return await self._run(lambda connection: set(connection.scalars(wanted)))

    # --- blocking --------------------------------------------------------------------------------

    async def block(self, block: Block) -> bool:
        """Stores a block or a mute, in place of an earlier one of the same two people. A block also ends following in
        both directions. Returns False, and stores nothing, if the person blocks too many already.
        """

        def work(connection: sa.Connection) -> bool:
            own = BLOCKS.c.account == block.account
            connection.execute(BLOCKS.delete().where(own, BLOCKS.c.whom == block.whom))
            count = sa.select(sa.func.count()).select_from(BLOCKS).where(own)
            if (connection.scalar(count) or 0) >= MAX_BLOCKED:
                return False
            connection.execute(BLOCKS.insert().values(**msgspec.structs.asdict(block)))
            if block.kind == "block":
                both = (block.account, block.whom)
                mutual = (FOLLOWS.c.account_id.in_(both), FOLLOWS.c.followed_id.in_(both))
                connection.execute(FOLLOWS.delete().where(*mutual))
            return True

        return await self._run(work)

    async def unblock(self, person: str, whom: str) -> bool:
        """Ends a block or a mute. Returns False if there is none."""
        own = BLOCKS.delete().where(BLOCKS.c.account == person, BLOCKS.c.whom == whom)
        return bool(await self._run(lambda connection: connection.execute(own).rowcount))

    async def blocks(self, person: str) -> list[Block]:
        """Returns whom a person has blocked or muted, under their present names, the most recent first."""
        name = sa.func.coalesce(ACCOUNTS.c.name, BLOCKS.c.name).label("name")
        wanted = (
            sa.select(BLOCKS.c.account, BLOCKS.c.whom, BLOCKS.c.kind, name, BLOCKS.c.since)
            .join(ACCOUNTS, ACCOUNTS.c.id == BLOCKS.c.whom, isouter=True)
            .where(BLOCKS.c.account == person)
            .order_by(BLOCKS.c.since.desc(), BLOCKS.c.whom)
        )
        return await self._run(lambda connection: [Block(**row._asdict()) for row in connection.execute(wanted)])

    async def apart_from(self, person: str) -> frozenset[str]:
        """Returns the people whom a person has blocked, and those who have blocked them."""
        if not person:
            return frozenset()
        return await self._run(lambda connection: frozenset(_apart(connection, person)))

    async def relations(self, person: str) -> Relations:
        """Returns whom a person is kept apart from, whose chat they do not get, and whether they stay unseen."""
        if not person:
            return Relations()
        muted = sa.select(BLOCKS.c.whom).where(BLOCKS.c.account == person)
        own = sa.select(PEOPLE_SETTINGS.c.unseen).where(PEOPLE_SETTINGS.c.account_id == person)

        def work(connection: sa.Connection) -> Relations:
            apart = frozenset(_apart(connection, person))
            unread = apart.union(connection.scalars(muted))
            return Relations(apart=apart, unread=unread, unseen=bool(connection.scalar(own)))

        return await self._run(work)

    async def blocked_among(self, ids: Collection[str]) -> set[Pair]:
        """Returns the pairs of these people of whom one has blocked the other. They must not be brought together."""
        return await self._run(lambda connection: blocked_pairs(connection, ids))

    async def adopt(self, guest: str, account: str) -> None:
        """Gives an account the blocks that its person made as a guest in a browser."""

        def work(connection: sa.Connection) -> None:
            kept = sa.select(BLOCKS.c.whom).where(BLOCKS.c.account == account)
            own = BLOCKS.c.account == guest
            double = set(connection.scalars(kept)) | {account}
            connection.execute(BLOCKS.delete().where(own, BLOCKS.c.whom.in_(double)))
            connection.execute(BLOCKS.update().where(own).values(account=account))

        await self._run(work)

    # --- settings --------------------------------------------------------------------------------

    async def settings(self, account: str) -> PeopleSettings:
        """Returns what an account has set."""
        wanted = sa.select(PEOPLE_SETTINGS).where(PEOPLE_SETTINGS.c.account_id == account)

        def work(connection: sa.Connection) -> PeopleSettings:
            found = connection.execute(wanted).first()
            return _settings(found._asdict()) if found else PeopleSettings()

        return await self._run(work)

    async def set(self, account: str, settings: PeopleSettings) -> None:
        """Stores what an account has set. Raises Conflict if the account no longer exists."""

        def work(connection: sa.Connection) -> None:
            connection.execute(PEOPLE_SETTINGS.delete().where(PEOPLE_SETTINGS.c.account_id == account))
            values = msgspec.structs.asdict(settings)
            connection.execute(PEOPLE_SETTINGS.insert().values(account_id=account, **values))

        await self._run(work)

    async def unseen(self) -> frozenset[str]:
        """Returns the accounts that stay unseen."""
        wanted = sa.select(PEOPLE_SETTINGS.c.account_id).where(PEOPLE_SETTINGS.c.unseen)
        return await self._run(lambda connection: frozenset(connection.scalars(wanted)))

    # --- games -----------------------------------------------------------------------------------

    async def played_before(self, accounts: Collection[str]) -> dict[str, PlayedBefore]:
        """Returns how many games these accounts have finished; those without any are left out."""
        if not accounts:
            return {}
        return await self._run(lambda connection: _played_before(connection, accounts))

    async def finished_shares(self, ids: Iterable[str], most: int = SHARE_OF) -> dict[str, FinishedShare]:
        """Returns how many of their last games with other people these people have finished.

        A game counts as finished if its person played to the end or ended it by resigning. It does not if a bot or
        another person played on for them, or if they ran out of time or never came.
        """
        wanted = {each for each in ids if each}
        return await self._run(
            lambda connection: {each: _finished_share(connection, each, most) for each in sorted(wanted)}
        )


def blocked_pairs(connection: sa.Connection, ids: Collection[str]) -> set[Pair]:
    """Returns the pairs of these people of whom one has blocked the other."""
    known = {each for each in ids if each}
    if len(known) < 2:
        return set()
    wanted = sa.select(BLOCKS.c.account, BLOCKS.c.whom).where(
        BLOCKS.c.kind == "block", BLOCKS.c.account.in_(known), BLOCKS.c.whom.in_(known)
    )
    return {frozenset((row.account, row.whom)) for row in connection.execute(wanted)}


def _played_before(connection: sa.Connection, accounts: Collection[str]) -> dict[str, PlayedBefore]:
    wanted = (
        sa.select(SEATS.c.account, TABLES.c.game, sa.func.count())
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(SEATS.c.account.in_(accounts), TABLES.c.ended.is_not(None))
        .group_by(SEATS.c.account, TABLES.c.game)
    )
    found: dict[str, dict[str, int]] = {}
    for account, game, count in connection.execute(wanted):
        found.setdefault(account, {})[game] = count
    return {account: PlayedBefore(games=sum(counts.values()), by_game=counts) for account, counts in found.items()}


def _settings(row: dict[str, Any]) -> PeopleSettings:
    del row["account_id"]
    return PeopleSettings(**row)


def _apart(connection: sa.Connection, person: str) -> set[str]:
    blocks = (BLOCKS.c.kind == "block", sa.or_(BLOCKS.c.account == person, BLOCKS.c.whom == person))
    wanted = sa.select(BLOCKS.c.account, BLOCKS.c.whom).where(*blocks)
    return {each for row in connection.execute(wanted) for each in row} - {person}


def is_persons(person: str) -> sa.ColumnElement[bool]:
    """A query condition: a seat is a person's."""
    return sa.or_(SEATS.c.account == person, sa.and_(SEATS.c.account == "", SEATS.c.device == person))


def _finished_share(connection: sa.Connection, person: str, most: int) -> FinishedShare:
    others = sa.alias(SEATS)
    company = sa.exists().where(
        others.c.table_id == SEATS.c.table_id,
        others.c.seat != SEATS.c.seat,
        others.c.kind.in_(("person", "left")),
        sa.or_(others.c.account != "", others.c.secret != ""),
        sa.or_(others.c.account != SEATS.c.account, others.c.secret != SEATS.c.secret),
    )
    seated = (
        sa.select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.resigned, TABLES.c.ended, TABLES.c.times)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(is_persons(person), company, TABLES.c.ended.is_not(None))
        .order_by(TABLES.c.ended.desc())
        .limit(most)
    )
    left = (
        sa.select(DEPARTURES.c.table_id, TABLES.c.ended)
        .join(TABLES, TABLES.c.id == DEPARTURES.c.table_id)
        .where(DEPARTURES.c.account == person, TABLES.c.ended.is_not(None))
        .order_by(TABLES.c.ended.desc())
        .limit(most)
    )
    rows = connection.execute(seated).all()
    ends = _ends(connection, {row.table_id for row in rows})
    games = [(row.ended, _is_finished(row, ends)) for row in rows]
    games += [(row.ended, False) for row in connection.execute(left)]
    last = sorted(games, reverse=True)[:most]
    return FinishedShare(games=len(last), finished=sum(finished for _, finished in last))


class _Ends(NamedTuple):
    """What seats did last, by table and seat: whether a bot made their last move for the person, and which gave up."""

    stood_in: dict[tuple[str, int], bool]
    gave_up: set[tuple[str, int]]


def _ends(connection: sa.Connection, tables: Collection[str]) -> _Ends:
    """Returns what the seats of these tables did last."""
    last = (
        sa.select(ACTIONS.c.table_id, ACTIONS.c.seat, sa.func.max(ACTIONS.c.ply).label("ply"))
        .where(ACTIONS.c.table_id.in_(tables), ACTIONS.c.kind == "move")
        .group_by(ACTIONS.c.table_id, ACTIONS.c.seat)
        .subquery()
    )
    same = sa.and_(ACTIONS.c.table_id == last.c.table_id, ACTIONS.c.ply == last.c.ply)
    moves = sa.select(last.c.table_id, last.c.seat, ACTIONS.c.stood_in).join(ACTIONS, same)
    ended = sa.select(ACTIONS.c.table_id, ACTIONS.c.seat).where(ACTIONS.c.table_id.in_(tables), ACTIONS.c.kind == "end")
    return _Ends(
        stood_in={(row.table_id, row.seat): row.stood_in for row in connection.execute(moves)},
        gave_up={(row.table_id, row.seat) for row in connection.execute(ended)},
    )


def _is_finished(row: Any, ends: _Ends) -> bool:
    """Whether the person of a seat finished a game that has ended."""
    seat = (row.table_id, row.seat)
    stood_in = ends.stood_in.get(seat)
    if stood_in:
        return False
    if seat in ends.gave_up:
        times = msgspec.json.decode(row.times, type=Times) if row.times else None
        return stood_in is not None and (times is None or times.left[row.seat] > 0)
    return not row.resigned


# --- parts of transactions of the store --------------------------------------------------------------


def forget(connection: sa.Connection, account: str) -> None:
    """Deletes what names an account without belonging to it: blocks, reports by it, and orders about it. Reports about
    it stay for the host until they are answered, without its id.
    """
    connection.execute(BLOCKS.delete().where(sa.or_(BLOCKS.c.account == account, BLOCKS.c.whom == account)))
    connection.execute(REPORTS.delete().where(REPORTS.c.account == account))
    connection.execute(REPORTS.update().where(REPORTS.c.whom == account).values(whom="", name="", said="[]"))
    connection.execute(ORDERS.delete().where(ORDERS.c.kind.in_(("host", "quiet")), ORDERS.c.about == account))
