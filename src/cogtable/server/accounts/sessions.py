"""Sessions: a cookie says in which browser somebody is signed in.

The cookie holds a random token that the server makes anew at each sign-in and stores as a digest, so a token that
somebody else has planted is worth nothing. Scripts cannot read it (`HttpOnly`), other sites cannot send it
(`SameSite`), and behind TLS it is never sent without (`Secure`); its name then begins with `__Host-`, so that no
neighbouring host can set it, or with `__Secure-` where the server lies below a path, for which alone it is then.
"""

from __future__ import annotations

import time

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.core.cpu_time import pays_too
from cogtable.server.core.tokens import digest, new_id, new_secret
from cogtable.server.db.accounts import Accounts, Person, SessionRow

COOKIE = "cogtable"
SECURE_COOKIE = "__Host-cogtable"
PATH_COOKIE = "__Secure-cogtable"
"""Behind TLS below a path: a `__Host-` cookie is always for the whole host."""

LASTS_S = 180 * 24 * 3600
"""How long a session lasts after it was last seen."""

SEEN_S = 3600
"""How often it is noted that a session is in use."""


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the person's browser reaches the server through TLS: by what a proxy says, or the page itself."""
    return connection.url.scheme in ("https", "wss") or connection.headers.get("origin", "").startswith("https:")


def _token(connection: HTTPConnection) -> str:
    safe = connection.cookies.get(_secure_name(connection), "")
    return safe if safe or is_secure(connection) else connection.cookies.get(COOKIE, "")


async def person_of(connection: HTTPConnection) -> Person | None:
    """Who is signed in where a request comes from; None for guests. Raises StoreError and Exceeded."""
    token = _token(connection)
    if not token:
        return None
    accounts: Accounts = connection.app.state.rooms.store.accounts
    now = time.time()
    person = await accounts.person(digest(token), now - LASTS_S)
    if person:
        await pays_too(person.account.id)
    if person and now - person.session.seen > SEEN_S:
        await accounts.seen(person.session.token, now)
    return person


async def begin_session(request: Request, response: Response, account: str) -> list[str]:
    """Signs somebody in where a request comes from, in place of whoever was signed in there. Returns the ids of the
    sessions that have ended with that.
    """
    accounts: Accounts = request.app.state.rooms.store.accounts
    token, now = new_secret(), time.time()
    session = SessionRow(
        token=digest(token), id=new_id(), account_id=account, device=device_of(request), created=now, seen=now
    )
    former = _token(request)
    ended = await accounts.begin(session, digest(former) if former else "")
    _set(request, response, token)
    return ended


def keep(request: Request, response: Response) -> None:
    """Lets the browser keep its cookie for longer."""
    _set(request, response, _token(request))


def has_cookie(request: Request) -> bool:
    """Whether the browser that asks holds a cookie."""
    return bool(_token(request))


def forget(request: Request, response: Response) -> None:
    """Lets the browser forget its cookie."""
    _set(request, response, "")


def _base(connection: HTTPConnection) -> str:
    base: str = connection.app.state.settings.base_path
    return base


def _secure_name(connection: HTTPConnection) -> str:
    return PATH_COOKIE if _base(connection) else SECURE_COOKIE


def _set(request: Request, response: Response, token: str) -> None:
    name = _secure_name(request)
    secure = is_secure(request) or name in request.cookies
    response.set_cookie(
        name if secure else COOKIE,
        token,
        path=_base(request) or "/",
        max_age=LASTS_S if token else 0,
        secure=secure,
        httponly=True,
        samesite="strict",
    )


_BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def device_of(request: Request) -> str:
    """What a person would call the browser of a request: "Firefox on Linux"."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in agent), say("A browser"))
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return say("{browser} on {system}", browser=browser, system=system) if system else browser
