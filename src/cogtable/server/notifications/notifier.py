"""Calls people whose turn it is and who are not at the table.

Every few seconds it reads from the database which seats wait for persons who have not been called yet. Persons at the
table don't need a call. The others are called after a short delay. The calls to send are stored together with the
record that the person was called, so a restart or a second server neither loses nor repeats a call. Calls are sent in
separate threads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from functools import partial
from typing import Any

import msgspec

from cogtable.server.core.tokens import new_id, new_secret
from cogtable.server.db.connection import StoreError
from cogtable.server.db.notifications import AddressRow, CallRow
from cogtable.server.db.rows import TableRow
from cogtable.server.db.store import Store
from cogtable.server.delivery import mail, push
from cogtable.server.delivery.failures import DeliveryRefused, RecipientGone, Undelivered
from cogtable.server.notifications.texts import turn_notification
from cogtable.server.rooms import service_time
from cogtable.server.rooms.presence import Presence
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.settings import ServerSettings
from cogtable.server.table.seating import is_owned, is_played_by_person, together

log = logging.getLogger("cogtable.server")

THREADS = 4
LEASE_S = 180.0
"""How long a notification is leased to the server that is sending it, in seconds."""

PAUSES_S = (15.0, 60.0, 300.0, 1800.0, 7200.0)
"""The pauses before each retry of a failed call, in seconds; after the last, the call is dropped."""

TIDY_S = 3600.0
FINISH_S = 5.0
"""How long to wait at shutdown for calls that are being sent, in seconds."""

LASTS_S = 24 * 3600
"""How long a push service keeps a message for a browser that cannot be reached, at a
table without a clock, in seconds.
"""

SOON_S = 3600
"""If less time than this is left, in seconds, the message wakes a phone."""

VAPID, LINKS = "vapid", "links"
"""The names of the server's keys: for push, and for links in mails."""


class Notifier:
    """Calls people whose turn it is."""

    def __init__(self, rooms: Rooms, presence: Presence, settings: ServerSettings) -> None:
        self._rooms = rooms
        self._presence = presence
        self._settings = settings
        self._calls = rooms.store.calls
        self._missed: dict[tuple[str, int], float] = {}
        """Since when a person has been missing, by table and seat."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="calls")
        self._sending: set[asyncio.Task[None]] = set()
        self._tidied = float("-inf")

    @property
    def _store(self) -> Store:
        return self._rooms.store

    def run(self) -> None:
        """Calls people for as long as the server runs."""
        self._rooms.supervisor.repeat("calls", self._run, self._settings.call_every_s)

    async def _run(self) -> None:
        await self.look()
        await self.send()
        await self._tidy()

    async def close(self) -> None:
        """Finishes the calls that are being sent."""
        await self.finish(FINISH_S)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- seats to call -----------------------------------------------------------------------------

    async def look(self) -> None:
        """Records who knows that it is their turn, and calls those who have been missing for long enough."""
        due = await self._calls.due()
        for table in await self._presence.elsewhere(due):
            del due[table]  # the table's owner knows who is there
        missed: dict[tuple[str, int], float] = {}
        for row in await self._store.tables(list(due)) if due else []:
            if row.status.times and row.status.times.paused:
                continue
            here = self._here(row.id)
            known = [seat for seat in due[row.id] if seat in here or not _plays_with_others(row, seat)]
            if known:
                await self._calls.claim(row.id, known)
            for seat in _one_each(row, set(due[row.id]) - set(known)):
                since = self._missed.get((row.id, seat), time.monotonic())
                if time.monotonic() - since < self._settings.call_after_s:
                    missed[row.id, seat] = since
                else:
                    await self._call(row, seat)
        self._missed = missed

    def _here(self, table: str) -> frozenset[int]:
        """Returns the seats at a table with a connection."""
        room = self._rooms.loaded.get(table)
        return room.connections.seats if room else frozenset()

    async def _call(self, row: TableRow, seat: int) -> None:
        mailed = self._settings.mail is not None and row.seats[seat].account not in await self._presence.accounts()
        await self._calls.claim(row.id, together(row, seat) - {seat})  # one call for each device
        if await self._calls.call(row.id, seat, new_id(), service_time.now(), mail=mailed):
            log.info("table %s: seat %d is called", row.id, seat)

    # --- sending -----------------------------------------------------------------------------------

    async def send(self) -> None:
        """Starts sending the calls that are due."""
        if len(self._sending) >= THREADS:
            return  # a push service or the mail server is slow
        for call in await self._calls.take(service_time.now(), LEASE_S):
            task = asyncio.create_task(self._try(call))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def finish(self, patience_s: float | None = None) -> None:
        """Waits until no call is being sent, or for `patience_s` at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self._sending:
                    await asyncio.wait(self._sending)

    async def _try(self, call: CallRow) -> None:
        try:
            row = await self._store.table(call.table_id)
            if row is None or not row.status.waiting >> call.seat & 1 or await self._presence.is_here(row, call.seat):
                await self._drop(call)
            elif call.subscription:
                await self._push(call, call.subscription, row)
            else:
                await self._mail(call, row)
        except Undelivered as failed:
            await self._later(call, failed)
        except StoreError as error:
            log.error("table %s: the call of seat %d: %s", call.table_id, call.seat, error)
        except Exception:
            self._rooms.supervisor.count("calls")
            log.exception("table %s: the call of seat %d failed", call.table_id, call.seat)

    async def _drop(self, call: CallRow) -> None:
        """Deletes a call that is no longer needed."""
        await self._calls.sent(call.id)
        if call.account_id:
            await self._calls.not_mailed(call.account_id)

    async def _push(self, call: CallRow, target: str, row: TableRow) -> None:
        subscription = await self._calls.subscription(target)
        if subscription is None:
            await self._drop(call)
            return
        title, text, left = turn_notification(row, call.seat)
        body = msgspec.json.encode(
            {"title": title, "body": text, "path": f"{self._settings.base_path}/t/{row.id}", "tag": row.id}
        )
        ttl = LASTS_S if left is None else int(left)
        urgency = push.Urgency("high" if left is not None and left < SOON_S else "normal", ttl)
        key = await self.key(VAPID, push.new_key)
        try:
            await self._in_thread(lambda: push.send_push(subscription, body, key, self._contact, urgency, row.id))
        except RecipientGone as gone:
            log.info("a browser is not called any more: %s", gone)
            await self._calls.unsubscribe(subscription.id)
        except DeliveryRefused as refused:
            log.warning("table %s: seat %d is not called: %s", row.id, call.seat, refused)
        await self._drop(call)

    async def _mail(self, call: CallRow, row: TableRow) -> None:
        server = self._settings.mail
        # Recorded before it is sent: if the server dies in between, no second mail follows.
        found = await self._calls.begin_mail(call) if server else None
        if found is None or server is None:
            await self._drop(call)
            return
        composed = await self._composed(server, found, row, call.seat)
        try:
            await self._in_thread(lambda: mail.send_mail(server, composed))
        except DeliveryRefused as refused:
            log.warning("account %s: gets no more emails: %s", found.account_id, refused)
            await self._calls.forget_address(found.account_id, found.address)

    async def _later(self, call: CallRow, failed: Undelivered) -> None:
        if call.tries < len(PAUSES_S):
            pause = max(failed.wait_s, PAUSES_S[call.tries] * self._settings.call_patience)
            log.warning("table %s: the call of seat %d waits %.0f s: %s", call.table_id, call.seat, pause, failed)
            await self._calls.again(call, service_time.now() + pause)
        else:
            log.error("table %s: gave up on the call of seat %d: %s", call.table_id, call.seat, failed)
            await self._drop(call)

    async def _composed(self, server: mail.MailServer, found: AddressRow, row: TableRow, seat: int) -> EmailMessage:
        title, text, _ = turn_notification(row, seat)
        key = await self.key(LINKS, new_secret)
        end = mail.token(key, "end", found.account_id, found.address)
        url = self._settings.address
        lines = mail.turn_text(text, f"{url}/t/{row.id}", f"{url}/waiting", f"{url}/mail/end/{end}")
        return mail.compose(server.sender, found.address, title, lines, _unsubscribe(url, end))

    async def tell(self, account: str, title: str, text: str) -> None:
        """Sends a person one message that is about no table, with a link to their home page: to the browsers in which
        they have notifications, and to their e-mail address if they have one. It is sent once; a failure is only
        logged.
        """
        key = await self.key(VAPID, push.new_key)
        body = msgspec.json.encode(
            {"title": title, "body": text, "path": f"{self._settings.base_path}/", "tag": f"cogtable-{account}"}
        )
        for one in await self._calls.subscriptions_of(account):
            send = partial(push.send_push, one, body, key, self._contact, push.Urgency("normal", LASTS_S), account)
            try:
                await self._in_thread(send)
            except RecipientGone as gone:
                log.info("a browser is not called any more: %s", gone)
                await self._calls.unsubscribe(one.id)
            except (DeliveryRefused, Undelivered) as failed:
                log.warning("account %s: a message was not delivered: %s", account, failed)
        if (server := self._settings.mail) and (found := await self._calls.begin_letter(account)):
            await self._write_to(server, found, title, text)

    async def _write_to(self, server: mail.MailServer, found: AddressRow, title: str, text: str) -> None:
        end = mail.token(await self.key(LINKS, new_secret), "end", found.account_id, found.address)
        url = self._settings.address
        lines = mail.turn_text(text, url, url, f"{url}/mail/end/{end}")
        composed = mail.compose(server.sender, found.address, title, lines, _unsubscribe(url, end))
        try:
            await self._in_thread(lambda: mail.send_mail(server, composed))
        except (DeliveryRefused, Undelivered) as failed:
            log.warning("account %s: an email was not delivered: %s", found.account_id, failed)

    async def confirm(self, account: str, address: str) -> None:
        """Sends the mail whose link confirms an address. Raises Undelivered, DeliveryRefused and StoreError."""
        server = self._settings.mail
        assert server
        key = await self.key(LINKS, new_secret)
        made = mail.token(key, "confirm", account, address, int(time.time()) + mail.CONFIRM_S)
        subject, text = mail.confirm_text(f"{self._settings.address}/mail/confirm/{made}", self._settings.address)
        composed = mail.compose(server.sender, address, subject, text, {})
        await self._in_thread(lambda: mail.send_mail(server, composed))

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """Returns one of the server's keys, and makes it on first use."""
        return await self._calls.known_key(name) or await self._calls.key(name, await self._in_thread(make))

    @property
    def _contact(self) -> str:
        """Returns the contact for push services."""
        if self._settings.mail:
            return f"mailto:{mail.address_of(self._settings.mail.sender)}"
        return self._settings.url if self._settings.url.startswith("https:") else "mailto:host@localhost"

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _tidy(self) -> None:
        if time.monotonic() - self._tidied >= TIDY_S:
            self._tidied = time.monotonic()
            await self._calls.tidy(time.time() - mail.CONFIRM_S)


def _unsubscribe(url: str, end: str) -> dict[str, str]:
    """Returns the headers with which mail programs stop the mails."""
    return {
        "List-Unsubscribe": f"<{url}/api/mail/end/{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _plays_with_others(row: TableRow, seat: int) -> bool:
    """Whether people play at other devices too. In a game against bots, no other person waits for a move."""
    own = together(row, seat)
    return any(each.seat not in own and is_owned(each) and is_played_by_person(each) for each in row.seats)


def _one_each(row: TableRow, seats: Collection[int]) -> list[int]:
    """Returns one seat for each device, the first."""
    return sorted({min(together(row, seat).intersection(seats)) for seat in seats})
