"""Sessions: a cookie identifies a signed-in browser.

The cookie holds a random token. The server makes a new one at each sign-in and stores its digest, so a token planted by
an attacker is worthless. Scripts can't read the cookie (`HttpOnly`), other sites can't send it (`SameSite`), and behind
TLS it is never sent without TLS (`Secure`). Its name then begins with `__Host-`, so that no neighbouring host can set
it. If the server is below a path, it begins with `__Secure-` and the cookie is limited to that path.
"""

from __future__ import annotations

import time

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.core.cpu_time import pays_too
from cogtable.server.core.tokens import digest, new_id, new_secret
from cogtable.server.db.accounts import Accounts, Person, SessionRow
from cogtable.server.db.store import Store

COOKIE = "cogtable"
SECURE_COOKIE = "__Host-cogtable"
PATH_COOKIE = "__Secure-cogtable"
"""Used behind TLS below a path: a `__Host-` cookie always covers the whole host."""

BROWSER_COOKIE = "cogtable-browser"

LASTS_S = 180 * 24 * 3600
"""How long a session lasts after its last use, in seconds."""

SEEN_S = 3600
"""How often the use of a session is recorded, in seconds."""


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the person's browser reaches the server through TLS, according to a proxy or the page itself."""
    return connection.url.scheme in ("https", "wss") or connection.headers.get("origin", "").startswith("https:")


def _token(connection: HTTPConnection) -> str:
    return cookie_of(connection, COOKIE)


def cookie_of(connection: HTTPConnection, name: str) -> str:
    """Returns the value of the cookie with a name, as `set_cookie` has set it; empty if there is none."""
    safe = connection.cookies.get(_secure_name(connection, name), "")
    return safe if safe or is_secure(connection) else connection.cookies.get(name, "")


async def person_of(connection: HTTPConnection) -> Person | None:
    """Returns the signed-in person who sent a request; None for guests. Raises StoreError and Exceeded."""
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
    """Signs a person in at the sender of a request and ends the session that was there. Returns the ids of the ended
    sessions.
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


async def remember_browser(request: Request, response: Response, account: str) -> None:
    """Records that a person has signed in at the sender of a request, so that games between accounts of one browser can
    be told from others. The browser keeps a random token in a cookie, the database its digest.
    """
    store: Store = request.app.state.rooms.store
    token, now = cookie_of(request, BROWSER_COOKIE) or new_secret(), time.time()
    await store.keepsakes.seen_at(digest(token), account, now, now - LASTS_S)
    set_cookie(request, response, BROWSER_COOKIE, token, LASTS_S)


def keep(request: Request, response: Response) -> None:
    """Renews the browser's cookie."""
    _set(request, response, _token(request))


def has_cookie(request: Request) -> bool:
    """Whether the requesting browser holds a cookie."""
    return bool(_token(request))


def forget(request: Request, response: Response) -> None:
    """Deletes the browser's cookie."""
    _set(request, response, "")


def _base(connection: HTTPConnection) -> str:
    base: str = connection.app.state.settings.base_path
    return base


def _secure_name(connection: HTTPConnection, name: str) -> str:
    """Returns the name that a cookie has behind TLS."""
    return name.replace(COOKIE, PATH_COOKIE if _base(connection) else SECURE_COOKIE, 1)


def _set(request: Request, response: Response, token: str) -> None:
    set_cookie(request, response, COOKIE, token, LASTS_S if token else 0)


def set_cookie(request: HTTPConnection, response: Response, name: str, value: str, lasts_s: int) -> None:
    """Sets a cookie, whose name begins with `COOKIE`, for this many seconds. Scripts can't read it."""
    safe_name = _secure_name(request, name)
    secure = is_secure(request) or safe_name in request.cookies
    response.set_cookie(
        safe_name if secure else name,
        value,
        path=_base(request) or "/",
        max_age=lasts_s,
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
    """Returns a readable name for the browser of a request: "Firefox on Linux"."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in agent), say("A browser"))
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return say("{browser} on {system}", browser=browser, system=system) if system else browser
