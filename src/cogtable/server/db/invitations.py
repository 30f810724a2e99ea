"""Invitations in the database: of one account to another, for one game. They are deleted some time after they ended."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from cogtable.server.db.connection import Run
from cogtable.server.db.schema import ACCOUNTS, INVITATIONS

KEPT_S = 7 * 24 * 3600.0
"""How long an invitation is stored after it has ended, in seconds: reports can be about its line."""


class InvitationRow(msgspec.Struct, kw_only=True, frozen=True):
    """The account `account_id` invites `invited_id` to a game, now or at the moment `at`. It was `sent` at a moment and
    ends at `until`. `answer` is "", "play" (then there is a table), "later" or "no".
    """

    id: str
    account_id: str
    invited_id: str
    game: str
    rated: bool
    game_s: float
    move_s: float
    at: float | None
    line: str
    sent: float
    until: float
    answer: str = ""
    answered: float | None = None
    at_table: str = ""


class NamedInvitation(msgspec.Struct, kw_only=True, frozen=True):
    """An invitation, with the present names of both accounts."""

    row: InvitationRow
    by: str
    to: str


class Invitations:
    """The invitations of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def add(self, row: InvitationRow) -> bool:
        """Stores an invitation, in place of an unanswered one of the same two people. Returns False, and stores
        nothing, if one of them no longer exists. Deletes those that ended long ago.
        """

        def work(connection: sa.Connection) -> bool:
            connection.execute(INVITATIONS.delete().where(INVITATIONS.c.until < row.sent - KEPT_S))
            both = sa.select(sa.func.count()).select_from(ACCOUNTS)
            if connection.scalar(both.where(ACCOUNTS.c.id.in_((row.account_id, row.invited_id)))) != 2:
                return False
            pair = (INVITATIONS.c.account_id == row.account_id, INVITATIONS.c.invited_id == row.invited_id)
            connection.execute(INVITATIONS.delete().where(*pair, INVITATIONS.c.answer == ""))
            connection.execute(INVITATIONS.insert().values(**msgspec.structs.asdict(row)))
            return True

        return await self._run(work)

    async def count_sent(self, account: str, since: float) -> int:
        """Returns how many invitations an account has sent since a moment."""
        own = (INVITATIONS.c.account_id == account, INVITATIONS.c.sent >= since)
        wanted = sa.select(sa.func.count()).select_from(INVITATIONS).where(*own)
        return await self._run(lambda connection: connection.scalar(wanted) or 0)

    async def of(self, account: str, now: float) -> list[NamedInvitation]:
        """Returns the invitations that an account has sent or got and that have not ended, the most recent first."""
        own = sa.or_(INVITATIONS.c.account_id == account, INVITATIONS.c.invited_id == account)
        return await self._run(lambda connection: _read(connection, own, INVITATIONS.c.until > now))

    async def one(self, invitation: str) -> NamedInvitation | None:
        """Returns an invitation by its id."""
        found = await self._run(lambda connection: _read(connection, INVITATIONS.c.id == invitation))
        return next(iter(found), None)

    async def answer(self, row: InvitationRow) -> bool:
        """Stores the answer to an invitation. Returns False if it was answered or withdrawn in the meantime."""
        own = (INVITATIONS.c.id == row.id, INVITATIONS.c.answer.in_(("", "later")), INVITATIONS.c.at_table == "")
        change = INVITATIONS.update().where(*own).values(**msgspec.structs.asdict(row))
        return bool(await self._run(lambda connection: connection.execute(change).rowcount))

    async def withdraw(self, invitation: str, account: str) -> None:
        """Deletes an invitation that an account has sent, unless a table was made."""
        own = (INVITATIONS.c.id == invitation, INVITATIONS.c.account_id == account, INVITATIONS.c.at_table == "")
        await self._run(lambda connection: connection.execute(INVITATIONS.delete().where(*own)))

    async def end_between(self, person: str, others: Collection[str]) -> None:
        """Deletes the open invitations between a person and these others, for example because of a block."""
        sent = sa.and_(INVITATIONS.c.account_id == person, INVITATIONS.c.invited_id.in_(others))
        got = sa.and_(INVITATIONS.c.invited_id == person, INVITATIONS.c.account_id.in_(others))
        own = INVITATIONS.delete().where(sa.or_(sent, got), INVITATIONS.c.at_table == "")
        await self._run(lambda connection: connection.execute(own))


def _read(connection: sa.Connection, *wanted: sa.ColumnElement[bool]) -> list[NamedInvitation]:
    by, to = ACCOUNTS.alias(), ACCOUNTS.alias()
    found = (
        sa.select(INVITATIONS, by.c.name.label("by"), to.c.name.label("to"))
        .join(by, by.c.id == INVITATIONS.c.account_id)
        .join(to, to.c.id == INVITATIONS.c.invited_id)
        .where(*wanted)
        .order_by(INVITATIONS.c.sent.desc(), INVITATIONS.c.id)
    )
    rows = [dict(row) for row in connection.execute(found).mappings()]
    return [NamedInvitation(by=row.pop("by"), to=row.pop("to"), row=InvitationRow(**row)) for row in rows]
