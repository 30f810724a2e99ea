"""The person whom a request is about: by their name, their seat at a table, or a message of its chat."""

from __future__ import annotations

from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cogtable.engine.text.words import say
from cogtable.server.accounts.names import skeleton
from cogtable.server.db.accounts import AccountRow
from cogtable.server.db.chat import MessageRow
from cogtable.server.db.rows import TableRow
from cogtable.server.http.app_state import store_of
from cogtable.server.http.responses import bearer
from cogtable.server.http.visibility import Reader, is_visible
from cogtable.server.rooms.chat import SPECTATORS
from cogtable.server.table.seating import hidden_table, nameless, seats_of
from cogtable.server.wire import base, company_api


class Chosen(NamedTuple):
    """A person: their id, empty for a guest who can't be recognised elsewhere; their name; and, if they were found at
    a table, that table and their seat, -1 for a spectator.
    """

    id: str
    name: str
    row: TableRow | None = None
    seat: int = SPECTATORS


async def named(request: Request, name: str) -> AccountRow:
    """Returns the account with a name, which must be given whole. Raises HTTPException."""
    found = await store_of(request).accounts.named(skeleton(name)) if 0 < len(name) <= base.MAX_NAME else None
    if found is None:
        raise nobody(name)
    return found


def nobody(name: str) -> HTTPException:
    """Returns the refusal for a name that nobody has."""
    words = say("nobody with an account here is called {name}; write the whole name", name=name[: base.MAX_NAME])
    return HTTPException(404, words)


async def chosen(request: Request, reader: Reader, whom: company_api.Whom) -> Chosen:
    """Returns the person whom a reader has chosen. Raises Refusal and HTTPException."""
    found = await _at_table(request, reader, whom) if whom.table else await _by_name(request, whom.name)
    if found.id and found.id == reader.id:
        raise HTTPException(422, say("that is you; choose another person"))
    return found


async def _by_name(request: Request, name: str) -> Chosen:
    account = await named(request, name)
    return Chosen(account.id, account.name)


async def _at_table(request: Request, reader: Reader, whom: company_api.Whom) -> Chosen:
    row = await store_of(request).table(whom.table)
    secret = bearer(request)
    if row is None or not is_visible(row, reader, secret):
        raise hidden_table(whom.table)
    own = seats_of(row, secret, reader.account)
    seat, name, person = whom.seat, "", ""
    if whom.message >= 0:
        message = await _message(request, row, whom.message, is_spectator=not own)
        seat, name, person = message.seat, message.name, message.account
    if seat == SPECTATORS and name:
        return await _renamed(request, Chosen(person, name, row))
    if not 0 <= seat < len(row.seats) or row.seats[seat].kind not in ("person", "left") or seat in own:
        raise HTTPException(422, f"expected the seat of another person at this table; found {seat}")
    sits = row.seats[seat]
    return await _renamed(request, Chosen(person or sits.person, sits.name or nameless(seat), row, seat))


async def _renamed(request: Request, found: Chosen) -> Chosen:
    """Returns a person with the present name of their account."""
    account = await store_of(request).accounts.account(found.id) if found.id else None
    return found._replace(name=account.name) if account else found


async def _message(request: Request, row: TableRow, number: int, *, is_spectator: bool) -> MessageRow:
    """Returns a message that the reader can read. Raises HTTPException."""
    messages, _ = await store_of(request).said(row.id)
    for message in messages:
        mine = row.status.over or (message.seat == SPECTATORS) == is_spectator
        if message.number == number and mine:
            return message
    raise HTTPException(404, say("this message is no longer there"))
