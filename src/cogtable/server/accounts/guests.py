"""Guests: a cookie lets the server recognise a guest's browser, so that blocks and reports work without an account.

The cookie is set when a guest sits down with other people, blocks or reports somebody, begins a deal of the day, or
opens a puzzle. It holds a random token; the
server stores only an id made of its digest. It is not connected with an account, and a guest who deletes it is a new
guest.
"""

from __future__ import annotations

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from cogtable.server.accounts.sessions import cookie_of, set_cookie
from cogtable.server.core.tokens import digest, new_secret

COOKIE = "cogtable-guest"

MARK = "~"
"""The first character of a guest's id. Ids of accounts have none of these."""

LASTS_S = 400 * 24 * 3600
"""How long a browser keeps the cookie after it was last set, in seconds: the longest time that browsers allow."""


class Guest(msgspec.Struct, kw_only=True, frozen=True):
    """A guest's browser, with the `token` of its cookie."""

    token: str

    @property
    def id(self) -> str:
        """The id under which the guest is stored."""
        return MARK + digest(self.token)[:23]


def is_guest(person: str) -> bool:
    """Whether the id of a person is a guest's."""
    return person.startswith(MARK)


def known_guest(connection: HTTPConnection) -> Guest | None:
    """Returns the guest whose browser sent a request, if it has the cookie."""
    token = cookie_of(connection, COOKIE)
    return Guest(token=token) if token else None


def guest_of(connection: HTTPConnection) -> Guest:
    """Returns the guest whose browser sent a request; a new one if it has no cookie yet: see `keep`."""
    return known_guest(connection) or Guest(token=new_secret())


def keep(request: HTTPConnection, response: Response, guest: Guest) -> None:
    """Gives a guest's browser its cookie."""
    set_cookie(request, response, COOKIE, guest.token, LASTS_S)


def cookie_header(connection: HTTPConnection, guest: Guest) -> tuple[bytes, bytes]:
    """Returns the header that gives a guest's browser its cookie, for the answer to a WebSocket."""
    response = Response()
    keep(connection, response, guest)
    return next(header for header in response.raw_headers if header[0] == b"set-cookie")


def guest_id(connection: HTTPConnection) -> str:
    """Returns the id of the guest whose browser sent a request; empty if it has no cookie."""
    guest = known_guest(connection)
    return guest.id if guest else ""
