"""Accounts in the database, with their passkeys, sessions and challenges. Secrets are stored as digests only."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from cogtable.server.db import commands, notifications
from cogtable.server.db.connection import Conflict, Run
from cogtable.server.db.schema import ACCOUNTS, CHALLENGES, PASSKEYS, SESSIONS

MAX_SESSIONS = 50
"""The maximum number of sessions of an account. With one more, the least recently seen one ends."""


class AccountRow(msgspec.Struct, kw_only=True, frozen=True):
    """A person's account. `skeleton` is what its name looks like; no two accounts have the same. `recovery` is the
    digest of the recovery code, empty once it was used. A `hidden` account has no profile that others can see. The
    previews of links leave out the name of an `unnamed` one. `rest` is when its clocks rest, as stored (see
    `rows.Rest`).
    """

    id: str
    name: str
    skeleton: str
    created: float
    recovery: str = ""
    hidden: bool = False
    unnamed: bool = False
    rest: str = ""


class PasskeyRow(msgspec.Struct, kw_only=True, frozen=True):
    """A passkey of an account, which works at the address `host` only. `signs` is the authenticator's own count of its
    signatures, 0 if it keeps none. `device` says where the passkey was made.
    """

    id: str
    account_id: str
    host: str
    public_key: bytes
    signs: int
    device: str
    created: float
    used: float


class SessionRow(msgspec.Struct, kw_only=True, frozen=True):
    """A signed-in browser. `token` is the digest of its cookie's token; `id` names the session in lists."""

    token: str
    id: str
    account_id: str
    device: str
    created: float
    seen: float


class ChallengeRow(msgspec.Struct, kw_only=True, frozen=True):
    """A challenge that a passkey must sign, once, before it `expires`.

    It is for one `purpose` ("sign-up", "sign-in", "add", "delete") and for a page of one `origin`. Except for signing
    in, it is also for one account; for signing up, that is the new account, with its `name`.
    """

    challenge: str
    purpose: str
    origin: str
    account_id: str
    name: str
    expires: float


class Person(msgspec.Struct, kw_only=True, frozen=True):
    """A signed-in person: the account, and the session that proves it."""

    account: AccountRow
    session: SessionRow


class Accounts:
    """The accounts of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    # --- accounts --------------------------------------------------------------------------------

    async def add(self, account: AccountRow, passkey: PasskeyRow) -> None:
        """Stores a new account with its first passkey. Raises Conflict if another account has the
        name or the passkey.
        """

        def work(connection: sa.Connection) -> None:
            if _one(connection, AccountRow, ACCOUNTS, ACCOUNTS.c.id == account.id):
                return  # it was stored before the connection broke
            connection.execute(ACCOUNTS.insert().values(**msgspec.structs.asdict(account)))
            connection.execute(PASSKEYS.insert().values(**msgspec.structs.asdict(passkey)))

        await self._run(work)

    async def is_taken(self, skeleton: str) -> bool:
        """Whether an account has a name that looks like this."""
        return await self.named(skeleton) is not None

    async def account(self, account: str) -> AccountRow | None:
        """Returns the account with an id."""
        return await self._run(lambda connection: _one(connection, AccountRow, ACCOUNTS, ACCOUNTS.c.id == account))

    async def accounts(self, ids: Collection[str]) -> list[AccountRow]:
        """Returns the accounts with these ids."""
        wanted = sa.select(ACCOUNTS).where(ACCOUNTS.c.id.in_(ids))
        return await self._run(lambda connection: _all(connection, AccountRow, wanted)) if ids else []

    async def named(self, skeleton: str) -> AccountRow | None:
        """Returns the account with a name that looks like this."""
        like = ACCOUNTS.c.skeleton == skeleton
        return await self._run(lambda connection: _one(connection, AccountRow, ACCOUNTS, like))

    async def hide(self, account: str, hidden: bool) -> None:
        """Hides the profile of an account, or shows it."""
        change = ACCOUNTS.update().where(ACCOUNTS.c.id == account).values(hidden=hidden)
        await self._run(lambda connection: connection.execute(change))

    async def leave_out_name(self, account: str, unnamed: bool) -> None:
        """Leaves the name of an account out of link previews, or allows it there."""
        change = ACCOUNTS.update().where(ACCOUNTS.c.id == account).values(unnamed=unnamed)
        await self._run(lambda connection: connection.execute(change))

    async def set_rest(self, account: str, before: str, rest: str) -> None:
        """Replaces when the clocks of an account rest. Raises Conflict if that is no longer as it was `before`."""
        change = ACCOUNTS.update().where(ACCOUNTS.c.id == account, ACCOUNTS.c.rest.in_((before, rest)))

        def work(connection: sa.Connection) -> None:
            if not connection.execute(change.values(rest=rest)).rowcount:
                raise Conflict("the account's rest was changed elsewhere")

        await self._run(work)

    async def unnamed(self, accounts: Iterable[str]) -> set[str]:
        """Returns those of these accounts whose names link previews leave out."""
        wanted = {account for account in accounts if account}
        if not wanted:
            return set()
        left_out = sa.or_(ACCOUNTS.c.hidden, ACCOUNTS.c.unnamed)
        found = sa.select(ACCOUNTS.c.id).where(ACCOUNTS.c.id.in_(wanted), left_out)
        return await self._run(lambda connection: set(connection.scalars(found)))

    async def rename(self, account: str, name: str, skeleton: str) -> None:
        """Renames an account. Raises Conflict if the name looks like another account's."""
        change = ACCOUNTS.update().where(ACCOUNTS.c.id == account).values(name=name, skeleton=skeleton)
        await self._run(lambda connection: connection.execute(change))

    # --- passkeys --------------------------------------------------------------------------------

    async def passkeys(self, account: str) -> list[PasskeyRow]:
        """Returns the passkeys of an account, the oldest first."""
        own = sa.select(PASSKEYS).where(PASSKEYS.c.account_id == account).order_by(PASSKEYS.c.created)
        return await self._run(lambda connection: _all(connection, PasskeyRow, own))

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        """Returns the passkey with an id."""
        return await self._run(lambda connection: _one(connection, PasskeyRow, PASSKEYS, PASSKEYS.c.id == passkey))

    async def add_passkey(self, passkey: PasskeyRow) -> None:
        """Stores another passkey of an account. Raises Conflict if it is stored already."""

        def work(connection: sa.Connection) -> None:
            if _one(connection, PasskeyRow, PASSKEYS, PASSKEYS.c.id == passkey.id) != passkey:
                connection.execute(PASSKEYS.insert().values(**msgspec.structs.asdict(passkey)))

        await self._run(work)

    async def passkey_used(self, passkey: str, signs: int, now: float) -> None:
        """Records the use of a passkey."""
        change = PASSKEYS.update().where(PASSKEYS.c.id == passkey).values(signs=signs, used=now)
        await self._run(lambda connection: connection.execute(change))

    async def remove_passkey(self, account: str, passkey: str) -> bool:
        """Removes a passkey of an account, but never its last one. Returns whether it was removed."""
        own = PASSKEYS.c.account_id == account

        def work(connection: sa.Connection) -> bool:
            _lock(connection, account)
            known = set(connection.scalars(sa.select(PASSKEYS.c.id).where(own)))
            if known == {passkey}:
                return False
            if passkey in known:
                connection.execute(PASSKEYS.delete().where(own, PASSKEYS.c.id == passkey))
            return True

        return await self._run(work)

    # --- challenges ------------------------------------------------------------------------------

    async def add_challenge(self, challenge: ChallengeRow, now: float) -> None:
        """Stores a challenge, and deletes those that have expired."""

        def work(connection: sa.Connection) -> None:
            connection.execute(CHALLENGES.delete().where(CHALLENGES.c.expires < now))
            if not _one(connection, ChallengeRow, CHALLENGES, CHALLENGES.c.challenge == challenge.challenge):
                connection.execute(CHALLENGES.insert().values(**msgspec.structs.asdict(challenge)))

        await self._run(work)

    async def take_challenge(self, challenge: str, now: float) -> ChallengeRow | None:
        """Returns a challenge that was stored and has not expired, and deletes it, so that it can't be used twice."""
        own = CHALLENGES.c.challenge == challenge

        def work(connection: sa.Connection) -> ChallengeRow | None:
            found = _one(connection, ChallengeRow, CHALLENGES, own)
            gone = connection.execute(CHALLENGES.delete().where(own)).rowcount
            return found if found and gone and found.expires >= now else None

        return await self._run(work)

    # --- recovery codes --------------------------------------------------------------------------

    async def set_recovery(self, account: str, recovery: str) -> None:
        """Replaces the recovery code of an account with the one that has this digest."""
        change = ACCOUNTS.update().where(ACCOUNTS.c.id == account).values(recovery=recovery)
        await self._run(lambda connection: connection.execute(change))

    async def recover(self, recovery: str, following: str) -> AccountRow | None:
        """Returns the account whose recovery code has this digest. The code with the digest `following` replaces it.
        Raises Banned if the account is banned.
        """
        change = ACCOUNTS.update().where(ACCOUNTS.c.recovery == recovery).values(recovery=following)

        def work(connection: sa.Connection) -> AccountRow | None:
            connection.execute(change)
            found = _one(connection, AccountRow, ACCOUNTS, ACCOUNTS.c.recovery == following)
            if found:
                commands.check_ban(connection, found.id, time.time())
            return found

        return await self._run(work)

    # --- sessions --------------------------------------------------------------------------------

    async def begin(self, session: SessionRow, instead_of: str = "") -> list[str]:
        """Begins a session and ends the one with the digest `instead_of`. Returns the ids of the sessions that ended.
        Raises Banned if the account is banned.
        """

        def work(connection: sa.Connection) -> list[str]:
            connection.execute(SESSIONS.delete().where(SESSIONS.c.token == session.token))
            _lock(connection, session.account_id)
            commands.check_ban(connection, session.account_id, session.created)
            own = sa.select(SESSIONS).where(SESSIONS.c.account_id == session.account_id)
            kept = _all(connection, SessionRow, own.order_by(SESSIONS.c.seen.desc()))
            former = _one(connection, SessionRow, SESSIONS, SESSIONS.c.token == instead_of)
            ended = [*kept[MAX_SESSIONS - 1 :], *([former] if former else [])]
            connection.execute(SESSIONS.delete().where(SESSIONS.c.token.in_([each.token for each in ended])))
            connection.execute(SESSIONS.insert().values(**msgspec.structs.asdict(session)))
            return [each.id for each in ended]

        return await self._run(work)

    async def person(self, token: str, since: float) -> Person | None:
        """Returns the person who is signed in with the session of this digest, if it was seen after `since`."""

        def work(connection: sa.Connection) -> Person | None:
            session = _one(connection, SessionRow, SESSIONS, SESSIONS.c.token == token)
            if session is None or session.seen < since:
                return None
            account = _one(connection, AccountRow, ACCOUNTS, ACCOUNTS.c.id == session.account_id)
            notifications.was_here(connection, session.account_id)
            return Person(account=account, session=session) if account else None

        return await self._run(work)

    async def sessions(self, account: str, since: float) -> list[SessionRow]:
        """Returns the sessions of an account that were seen after `since`, the most recently seen first."""
        own = sa.select(SESSIONS).where(SESSIONS.c.account_id == account, SESSIONS.c.seen >= since)
        return await self._run(lambda connection: _all(connection, SessionRow, own.order_by(SESSIONS.c.seen.desc())))

    async def running(self, ids: Collection[str]) -> set[str]:
        """Returns the ids of the given sessions that have not ended."""
        wanted = sa.select(SESSIONS.c.id).where(SESSIONS.c.id.in_(ids))
        return await self._run(lambda connection: set(connection.scalars(wanted)))

    async def seen(self, token: str, now: float) -> None:
        """Records that a session is in use."""
        change = SESSIONS.update().where(SESSIONS.c.token == token).values(seen=now)
        await self._run(lambda connection: connection.execute(change))

    async def ban(self, account: str, order: commands.Order) -> int:
        """Stores an order that bans an account, and ends its sessions. Returns their number."""

        def work(connection: sa.Connection) -> int:
            _lock(connection, account)
            commands.give(connection, [order], order.given)
            return connection.execute(SESSIONS.delete().where(SESSIONS.c.account_id == account)).rowcount

        return await self._run(work)

    async def end(self, account: str, session: str) -> None:
        """Ends a session of an account."""
        own = SESSIONS.delete().where(SESSIONS.c.account_id == account, SESSIONS.c.id == session)
        await self._run(lambda connection: connection.execute(own))


def delete(connection: sa.Connection, account: str) -> None:
    """Deletes an account and the rows that belong to it. Part of a transaction of the store, which deletes what the
    account left at tables.
    """
    connection.execute(CHALLENGES.delete().where(CHALLENGES.c.account_id == account))
    connection.execute(ACCOUNTS.delete().where(ACCOUNTS.c.id == account))


def _lock(connection: sa.Connection, account: str) -> None:
    """Locks an account: other transactions wait until this one ends."""
    connection.execute(sa.select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == account).with_for_update())


Row = TypeVar("Row", bound=msgspec.Struct)


def _all(connection: sa.Connection, kind: type[Row], wanted: sa.Select[Any]) -> list[Row]:
    return [kind(**row._asdict()) for row in connection.execute(wanted)]


def _one(connection: sa.Connection, kind: type[Row], table: sa.Table, wanted: sa.ColumnElement[bool]) -> Row | None:
    return next(iter(_all(connection, kind, sa.select(table).where(wanted))), None)
