"""Notifications ("calls") in the database: who wants to be called when it is their turn, and how; who has been called;
and the calls still to send.

A table's `called` has a bit for each seat whose person has been called for the present decision, or was there when it
came. The store clears the bit with the move that ends the wait, so the calls that are due can be found in the database
at any time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa

from cogtable.server.db.connection import Conflict, Run, insert_into
from cogtable.server.db.schema import ADDRESSES, CALLS, KEYS, SEATS, SESSIONS, SUBSCRIBED_SEATS, SUBSCRIPTIONS, TABLES

MAX_PER_SEAT = 10
"""The maximum number of subscribed browsers for a guest's seat. With one more, the oldest is removed."""


class SubscriptionRow(msgspec.Struct, kw_only=True, frozen=True):
    """A browser's push subscription: its address at the push service, and its keys.

    It belongs to the `session` of a signed-in person, and ends with it; for guests, `session` is None.
    """

    id: str
    endpoint: str
    p256dh: str
    auth: str
    session: str | None
    created: float


class AddressRow(msgspec.Struct, kw_only=True, frozen=True):
    """The e-mail address of an account. `called`: a mail was sent, and the person has not been here since. `asked`:
    when the person was asked to confirm the address.
    """

    account_id: str
    address: str
    confirmed: bool = False
    called: bool = False
    asked: float = 0


class CallRow(msgspec.Struct, kw_only=True, frozen=True):
    """A call still to send, after this many `tries`: a push message to a `subscription`, or a mail to the address of an
    account (`account_id`).
    """

    id: str
    table_id: str
    seat: int
    subscription: str | None = None
    account_id: str | None = None
    tries: int
    due: float


class Calls:
    """The calls of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def key(self, name: str, fresh: str) -> str:
        """Returns a secret key of the server, which is stored in the database. Stores `fresh` if there is none yet."""

        def work(connection: sa.Connection) -> str:
            kept = sa.select(KEYS.c.value).where(KEYS.c.name == name)
            if connection.scalar(kept) is None:
                connection.execute(
                    insert_into(connection, KEYS).values(name=name, value=fresh).on_conflict_do_nothing()
                )
            return str(connection.scalar(kept))

        return await self._run(work)

    async def known_key(self, name: str) -> str | None:
        """Returns a secret key of the server, if it is stored already."""
        return await self._run(lambda connection: connection.scalar(sa.select(KEYS.c.value).where(KEYS.c.name == name)))

    # --- subscriptions -----------------------------------------------------------------------------

    async def subscribe(self, row: SubscriptionRow, secrets: Mapping[str, str]) -> bool:
        """Subscribes a browser: for the seats of its session's account, or for those with these digests of secrets, by
        table. Returns False, and stores nothing, for a guest who has no matching seat. Raises Conflict if the session
        has ended.
        """

        def work(connection: sa.Connection) -> bool:
            held = [] if row.session else _held(connection, secrets)
            if not row.session and not held:
                return False
            connection.execute(SUBSCRIPTIONS.delete().where(SUBSCRIPTIONS.c.id == row.id))
            if row.session:  # a browser has one subscription, so the previous one is void
                connection.execute(SUBSCRIPTIONS.delete().where(SUBSCRIPTIONS.c.session == row.session))
            connection.execute(SUBSCRIPTIONS.insert().values(**msgspec.structs.asdict(row)))
            for table, secret in held:
                values = {"subscription": row.id, "table_id": table, "secret": secret}
                connection.execute(SUBSCRIBED_SEATS.insert().values(**values))
                _keep_newest(connection, table, secret)
            return True

        return await self._run(work)

    async def unsubscribe(self, subscription: str) -> None:
        """Deletes a browser's subscription."""
        own = SUBSCRIPTIONS.delete().where(SUBSCRIPTIONS.c.id == subscription)
        await self._run(lambda connection: connection.execute(own))

    async def subscription(self, subscription: str) -> SubscriptionRow | None:
        """Returns a browser's subscription."""
        wanted = sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription)

        def work(connection: sa.Connection) -> SubscriptionRow | None:
            found = connection.execute(wanted).mappings().first()
            return SubscriptionRow(**found) if found else None

        return await self._run(work)

    async def address(self, account: str) -> AddressRow | None:
        """Returns the e-mail address of an account."""
        return await self._run(lambda connection: _address(connection, account))

    async def set_address(self, row: AddressRow) -> None:
        """Stores the e-mail address of an account, and replaces the previous one."""

        def work(connection: sa.Connection) -> None:
            _forget_address(connection, row.account_id, None)
            connection.execute(ADDRESSES.insert().values(**msgspec.structs.asdict(row)))

        await self._run(work)

    async def endpoints(self, account: str) -> list[str]:
        """Returns the push addresses of the subscribed browsers in which an account is signed in."""
        sessions = sa.select(SESSIONS.c.id).where(SESSIONS.c.account_id == account)
        wanted = sa.select(SUBSCRIPTIONS.c.endpoint).where(SUBSCRIPTIONS.c.session.in_(sessions))
        return await self._run(lambda connection: list(connection.scalars(wanted)))

    async def subscriptions_of(self, account: str) -> list[SubscriptionRow]:
        """Returns the subscribed browsers in which an account is signed in."""
        sessions = sa.select(SESSIONS.c.id).where(SESSIONS.c.account_id == account)
        wanted = sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.session.in_(sessions))
        return await self._run(
            lambda connection: [SubscriptionRow(**row) for row in connection.execute(wanted).mappings()]
        )

    async def begin_letter(self, account: str) -> AddressRow | None:
        """Records that an account gets an e-mail, and returns its address; None if it has none that is confirmed, or
        got one already since its person was here last.
        """

        def work(connection: sa.Connection) -> AddressRow | None:
            return _address(connection, account) if _mark_mailed(connection, account) else None

        return await self._run(work)

    async def confirm(self, account: str, address: str) -> bool:
        """Records that an account's address is confirmed. Returns False if the account has another address now."""
        own = (ADDRESSES.c.account_id == account, ADDRESSES.c.address == address)
        change = ADDRESSES.update().where(*own).values(confirmed=True)
        return await self._run(lambda connection: connection.execute(change).rowcount > 0)

    async def forget_address(self, account: str, address: str | None = None) -> None:
        """Deletes the e-mail address of an account, if it is this one."""
        await self._run(lambda connection: _forget_address(connection, account, address))

    # --- seats to call -----------------------------------------------------------------------------

    async def due(self, most: int = 200) -> dict[str, list[int]]:
        """Returns the seats that have to decide, by table, whose persons want to be called and have not been called for
        the decision.
        """
        bit = [row.bitwise_rshift(SEATS.c.seat).bitwise_and(1) for row in (TABLES.c.waiting, TABLES.c.called)]
        person = (SEATS.c.kind == "person", sa.not_(SEATS.c.resigned), sa.not_(SEATS.c.taken_over))
        waits = (TABLES.c.started, sa.not_(TABLES.c.over), bit[0] == 1, bit[1] == 0)
        seats = sa.select(SEATS.c.table_id, SEATS.c.seat).join(TABLES, SEATS.c.table_id == TABLES.c.id)
        wanted = seats.where(*waits, *person).limit(most)
        of_guest = sa.and_(SUBSCRIBED_SEATS.c.table_id == SEATS.c.table_id, SUBSCRIBED_SEATS.c.secret == SEATS.c.secret)
        mailed = sa.select(ADDRESSES.c.account_id).where(ADDRESSES.c.confirmed)
        browsers = sa.select(SESSIONS.c.account_id).where(SESSIONS.c.id.in_(sa.select(SUBSCRIPTIONS.c.session)))

        def work(connection: sa.Connection) -> dict[str, list[int]]:
            accounts = {*connection.scalars(mailed), *connection.scalars(browsers)}
            found = {(table, seat) for table, seat in connection.execute(wanted.join(SUBSCRIBED_SEATS, of_guest))}
            if accounts:
                of_accounts = wanted.where(SEATS.c.account.in_(accounts))
                found |= {(table, seat) for table, seat in connection.execute(of_accounts)}
            return {table: sorted(seat for each, seat in found if each == table) for table, _ in found}

        return await self._run(work)

    async def claim(self, table: str, seats: Collection[int]) -> list[int]:
        """Records that the persons of these seats know that it is their turn. Returns those that were not recorded
        before and still have to decide.
        """

        def work(connection: sa.Connection) -> list[int]:
            return [seat for seat in seats if _claim(connection, table, seat)]

        return await self._run(work)

    async def call(self, table: str, seat: int, begins: str, now: float, *, mail: bool) -> bool:
        """Records that the person in a seat has been called, and stores the calls to send: one to each of their
        browsers, and with `mail` one to their address, unless they have not been here since the last mail. The ids of
        the new calls start with `begins`. Returns False if they have been called already.
        """

        def work(connection: sa.Connection) -> bool:
            if not _claim(connection, table, seat):
                return False
            own = sa.select(SEATS.c.account, SEATS.c.secret).where(SEATS.c.table_id == table, SEATS.c.seat == seat)
            account, secret = connection.execute(own).one()
            new = [{"subscription": each} for each in _browsers(connection, table, account, secret)]
            if mail and account and _mark_mailed(connection, account):
                new.append({"account_id": account})
                connection.execute(CALLS.delete().where(CALLS.c.account_id == account))  # one that waits for a retry
            for number, target in enumerate(new):
                row = CallRow(id=f"{begins}-{number}", table_id=table, seat=seat, **target, tries=0, due=now)
                connection.execute(CALLS.insert().values(**msgspec.structs.asdict(row)))
            return True

        return await self._run(work)

    # --- sending -----------------------------------------------------------------------------------

    async def take(self, now: float, lease_s: float, most: int = 16) -> list[CallRow]:
        """Returns the calls that are due. No other server gets them for `lease_s` seconds."""

        def work(connection: sa.Connection) -> list[CallRow]:
            wanted = sa.select(CALLS).where(CALLS.c.due <= now).order_by(CALLS.c.due).limit(most)
            found = [CallRow(**row) for row in connection.execute(wanted).mappings()]
            return [each for each in found if _postpone(connection, each, now + lease_s, each.tries)]

        return await self._run(work)

    async def sent(self, call: str) -> None:
        """Deletes a call that was sent, or is no longer needed."""
        await self._run(lambda connection: connection.execute(CALLS.delete().where(CALLS.c.id == call)))

    async def again(self, call: CallRow, due: float) -> None:
        """Stores a call that could not be sent, for a retry; but not if its table, subscription or address was removed
        in the meantime.
        """

        def work(connection: sa.Connection) -> None:
            connection.execute(CALLS.delete().where(CALLS.c.id == call.id))
            values = msgspec.structs.asdict(call) | {"tries": call.tries + 1, "due": due}
            connection.execute(CALLS.insert().values(**values))

        with suppress(Conflict):  # a row to which the call belongs is gone
            await self._run(work)

    async def begin_mail(self, call: CallRow) -> AddressRow | None:
        """Records that a call is being sent as a mail, and deletes the call. Returns the address; None if the mail is
        no longer wanted.
        """
        own = (ADDRESSES.c.account_id == call.account_id, ADDRESSES.c.confirmed)

        def work(connection: sa.Connection) -> AddressRow | None:
            if not connection.execute(ADDRESSES.update().where(*own).values(called=True)).rowcount:
                return None
            connection.execute(CALLS.delete().where(CALLS.c.id == call.id))
            return _address(connection, call.account_id)

        return await self._run(work)

    async def not_mailed(self, account: str) -> None:
        """Records that the mail to an account was not sent after all."""
        await self._run(lambda connection: was_here(connection, account))

    async def tidy(self, since: float) -> None:
        """Deletes guests' subscriptions whose games are over, and addresses that were entered before `since` and never
        confirmed.
        """

        def work(connection: sa.Connection) -> None:
            row = SUBSCRIPTIONS.c
            going = sa.select(TABLES.c.id).where(sa.not_(TABLES.c.over))
            connection.execute(SUBSCRIBED_SEATS.delete().where(SUBSCRIBED_SEATS.c.table_id.not_in(going)))
            called = sa.select(SUBSCRIBED_SEATS.c.subscription)
            connection.execute(SUBSCRIPTIONS.delete().where(row.session.is_(None), row.id.not_in(called)))
            late = sa.and_(sa.not_(ADDRESSES.c.confirmed), ADDRESSES.c.asked < since)
            connection.execute(ADDRESSES.delete().where(late))

        await self._run(work)


def was_here(connection: sa.Connection, account: str) -> None:
    """Records that the person with an account is here, so that they can get a mail again once they have left. Part of a
    transaction of the store.
    """
    own = (ADDRESSES.c.account_id == account, ADDRESSES.c.called)
    if connection.execute(sa.select(ADDRESSES.c.called).where(*own)).first():
        connection.execute(ADDRESSES.update().where(*own).values(called=False))


def _forget_address(connection: sa.Connection, account: str, address: str | None) -> None:
    own = [ADDRESSES.c.account_id == account, *([] if address is None else [ADDRESSES.c.address == address])]
    connection.execute(ADDRESSES.delete().where(*own))


def _address(connection: sa.Connection, account: str | None) -> AddressRow | None:
    wanted = sa.select(ADDRESSES).where(ADDRESSES.c.account_id == account)
    found = connection.execute(wanted).mappings().first()
    return AddressRow(**found) if found else None


def _held(connection: sa.Connection, secrets: Mapping[str, str]) -> list[tuple[str, str]]:
    """Returns the tables of the seats with these digests of secrets, each with its digest."""
    wanted = sa.select(SEATS.c.table_id, SEATS.c.secret).where(SEATS.c.table_id.in_(secrets)).distinct()
    found = connection.execute(wanted).all()
    return [(table, secret) for table, secret in found if secret and secret == secrets[table]]


def _keep_newest(connection: sa.Connection, table: str, secret: str) -> None:
    """Deletes the oldest subscriptions of a guest's seat if there are too many."""
    own = (SUBSCRIBED_SEATS.c.table_id == table, SUBSCRIBED_SEATS.c.secret == secret)
    newest = (
        sa.select(SUBSCRIBED_SEATS.c.subscription)
        .join(SUBSCRIPTIONS, SUBSCRIPTIONS.c.id == SUBSCRIBED_SEATS.c.subscription)
        .where(*own)
        .order_by(SUBSCRIPTIONS.c.created.desc())
    )
    old = list(connection.scalars(newest))[MAX_PER_SEAT:]
    connection.execute(SUBSCRIBED_SEATS.delete().where(*own, SUBSCRIBED_SEATS.c.subscription.in_(old)))


def _claim(connection: sa.Connection, table: str, seat: int) -> bool:
    """Sets the bit of a seat. Returns False if it is set already, or the seat has nothing to decide."""
    bit, row = 1 << seat, TABLES.c
    waits = (row.waiting.bitwise_and(bit) != 0, row.called.bitwise_and(bit) == 0, sa.not_(row.over))
    change = TABLES.update().where(row.id == table, *waits).values(called=row.called.bitwise_or(bit))
    return connection.execute(change).rowcount > 0


def _browsers(connection: sa.Connection, table: str, account: str, secret: str) -> list[str]:
    """Returns the subscriptions of the person in a seat. They can't end before the transaction does."""
    if account:
        sessions = sa.select(SESSIONS.c.id).where(SESSIONS.c.account_id == account)
        own = SUBSCRIPTIONS.c.session.in_(sessions)
    else:
        held = (SUBSCRIBED_SEATS.c.table_id == table, SUBSCRIBED_SEATS.c.secret == secret)
        own = SUBSCRIPTIONS.c.id.in_(sa.select(SUBSCRIBED_SEATS.c.subscription).where(*held))
    wanted = sa.select(SUBSCRIPTIONS.c.id).where(own)
    return list(connection.scalars(wanted.with_for_update(read=True, key_share=True)))


def _mark_mailed(connection: sa.Connection, account: str) -> bool:
    own = (ADDRESSES.c.account_id == account, ADDRESSES.c.confirmed, sa.not_(ADDRESSES.c.called))
    return connection.execute(ADDRESSES.update().where(*own).values(called=True)).rowcount > 0


def _postpone(connection: sa.Connection, call: CallRow, due: float, tries: int) -> bool:
    same: Any = (CALLS.c.id == call.id, CALLS.c.due == call.due)
    return connection.execute(CALLS.update().where(*same).values(due=due, tries=tries)).rowcount > 0
