"""Protection against cross-site requests."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from cogtable.server.core.headers import POLICY as POLICY
from cogtable.server.http.responses import refused

log = logging.getLogger("cogtable.server")


class Security:
    """Middleware: refuses requests from pages of other sites.

    Browsers do not restrict WebSockets to their own site, so their Origin must be this server or one of `origins`.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...] = ()) -> None:
        self._app = app
        self._origins = frozenset(origin.rstrip("/") for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request, or refuses it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        if self._is_foreign(scope):
            origin = Headers(scope=scope).get("origin")
            if scope["type"] == "websocket":
                log.warning("refused a page of %.200s; if that is this server, name it with --origin", origin)
            await refused(403, f"pages of {origin} may not use this server")(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_foreign(self, scope: Scope) -> bool:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return False
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return False  # not a browser, or an allowed origin
        try:
            return urlsplit(origin).netloc != headers.get("host")
        except ValueError:
            return True  # not a valid address
