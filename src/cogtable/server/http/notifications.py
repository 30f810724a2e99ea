"""How people are notified when it is their turn."""

from __future__ import annotations

import logging
import time
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.tokens import digest, new_secret
from cogtable.server.db.accounts import Person
from cogtable.server.db.connection import Conflict
from cogtable.server.db.notifications import AddressRow, Calls, SubscriptionRow
from cogtable.server.delivery import mail, push
from cogtable.server.delivery.failures import DeliveryRefused, Undelivered
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.responses import answer, body, take
from cogtable.server.notifications.notifier import LINKS, VAPID, Notifier
from cogtable.server.settings import ServerSettings
from cogtable.server.wire import account_api, base

log = logging.getLogger("cogtable.server")


def _notifier(request: Request) -> Notifier:
    notifier: Notifier = request.app.state.notifier
    return notifier


def _calls(request: Request) -> Calls:
    rooms = rooms_of(request)
    return rooms.store.calls


def _settings(request: Request) -> ServerSettings:
    settings: ServerSettings = request.app.state.settings
    return settings


async def calls(request: Request) -> Response:
    """How the reader can be called: `Calls`."""
    return answer(await _how(request, await person_of(request)))


async def _how(request: Request, person: Person | None) -> account_api.Calls:
    found = await _calls(request).address(person.account.id) if person else None
    return account_api.Calls(
        push_key=push.public_key(await _notifier(request).key(VAPID, push.new_key)),
        mails=_settings(request).mail is not None,
        address=found.address if found else "",
        confirmed=found is not None and found.confirmed,
    )


# --- push -------------------------------------------------------------------------------------------


async def subscribe(request: Request) -> Response:
    """Subscribes a browser to turn notifications, from a `Subscribe`: `Done`."""
    wanted = await body(request, account_api.Subscribe)
    take(request, "subscriptions")
    if len(wanted.secrets) > base.MAX_HELD:
        raise HTTPException(422, f"expected at most {base.MAX_HELD} tables; found {len(wanted.secrets)}")
    try:
        push.check_subscription(wanted.endpoint, wanted.p256dh, wanted.auth, _settings(request).push_services)
    except push.BadSubscription as error:
        raise HTTPException(422, str(error)) from error
    person = await person_of(request)
    row = SubscriptionRow(
        id=digest(wanted.endpoint),
        endpoint=wanted.endpoint,
        p256dh=wanted.p256dh,
        auth=wanted.auth,
        session=person.session.id if person else None,
        created=time.time(),
    )
    secrets = {table: digest(secret) for table, secret in wanted.secrets.items()}
    subscribed = False
    with suppress(Conflict):  # the session has ended in the meantime, or a guest's table was removed
        subscribed = await _calls(request).subscribe(row, secrets)
    if not subscribed and person:
        raise HTTPException(401, say("you are not signed in"))
    if not subscribed:
        raise HTTPException(409, say("join a table before turning on notifications"))
    return answer(account_api.Done(), 201)


async def unsubscribe(request: Request) -> Response:
    """Ends a browser's turn notifications, from an `Unsubscribe`: `Done`."""
    await _calls(request).unsubscribe(digest((await body(request, account_api.Unsubscribe)).endpoint))
    return answer(account_api.Done())


# --- e-mail -----------------------------------------------------------------------------------------


async def set_address(request: Request) -> Response:
    """Sends the mail that confirms an address, from a `MailAddress`: `Calls`."""
    person = await _signed_in(request)
    address = (await body(request, account_api.MailAddress)).address.strip()
    if _settings(request).mail is None:
        raise HTTPException(409, say("this server does not send emails"))
    if not mail.is_address(address):
        raise HTTPException(422, say("expected an email address; found '{address}'", address=address[:80]))
    take(request, "mails")
    before = await _calls(request).address(person.account.id)
    if before is None or before.address != address or not before.confirmed:
        await _ask(request, person.account.id, address)
    return answer(await _how(request, person))


async def _ask(request: Request, account: str, address: str) -> None:
    try:
        await _notifier(request).confirm(account, address)
    except (Undelivered, DeliveryRefused) as error:
        log.error("an address cannot be confirmed: %s", error)
        raise HTTPException(502, say("the email could not be sent; try again later")) from error
    await _calls(request).set_address(AddressRow(account_id=account, address=address, asked=time.time()))


async def remove_address(request: Request) -> Response:
    """Deletes the address of the reader's account: `Calls`."""
    person = await _signed_in(request)
    await _calls(request).forget_address(person.account.id)
    return answer(await _how(request, person))


async def _signed_in(request: Request) -> Person:
    """Returns the signed-in person, if the request comes from a page of this server. Raises HTTPException."""
    if not request.headers.get("origin"):
        raise HTTPException(403, "expected the Origin of a page of this server; found none")
    if person := await person_of(request):
        return person
    raise HTTPException(401, say("you are not signed in"))


async def confirm(request: Request) -> Response:
    """Confirms the address that a mail was sent to, with the token of its link: `MailAddress`."""
    row = await _linked(request, "confirm")
    if not await _calls(request).confirm(row.account_id, row.address):
        raise _void()
    return answer(account_api.MailAddress(address=row.address))


async def end_mails(request: Request) -> Response:
    """Stops the mails, with the token of a mail's link: `MailAddress`. Mail programs use this too (RFC 8058), with a
    fixed body.
    """
    row = await _linked(request, "end")
    await _calls(request).forget_address(row.account_id, row.address)
    return answer(account_api.MailAddress(address=row.address))


async def _linked(request: Request, purpose: str) -> AddressRow:
    """Returns the address that a link is about. Raises HTTPException for an invalid link."""
    token = request.path_params["token"]
    try:
        account, until = mail.account_in(token)
        row = await _calls(request).address(account)
        key = await _notifier(request).key(LINKS, new_secret)
        if row and mail.is_signed(key, purpose, token, row.address) and (not until or until > time.time()):
            return row
    except ValueError:
        pass
    raise _void()


def _void() -> HTTPException:
    return HTTPException(404, say("this link is no longer valid: it was used, is too old, or the address has changed"))
