"""Protection against other sites: where requests may come from, and what pages may load."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cogtable.server.http.responses import refused

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # positions of pieces; no style can be fetched with it
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",  # the service worker, which keeps the offline page
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the address of a table is for those who play there
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

PARTS = {
    **{name: value for name, value in HEADERS.items() if name != "Cross-Origin-Opener-Policy"},
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""The headers of a page's scripts, styles, fonts and images, which load nothing themselves; a page has twenty."""


class Security:
    """Middleware: refuses requests by pages of other sites, and adds security headers to every response.

    Browsers do not restrict WebSockets to their own site, so their Origin must be this server or one of `origins`.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...] = ()) -> None:
        self._app = app
        self._origins = frozenset(origin.rstrip("/") for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (PARTS if _is_part(scope, headers) else HEADERS).items():
                    headers.setdefault(name, value)
            await send(message)

        if self._is_foreign(scope):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})  # before it is accepted: answered with 403
            else:
                origin = Headers(scope=scope).get("origin")
                await refused(403, f"pages of {origin} may not use this server")(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _is_foreign(self, scope: Scope) -> bool:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return False
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return False  # no browser, or a page that is known
        try:
            return urlsplit(origin).netloc != headers.get("host")
        except ValueError:
            return True  # no address at all


def _is_part(scope: Scope, headers: Headers) -> bool:
    path: str = scope["path"]
    asset = path.removeprefix(scope.get("root_path", "")).startswith("/assets/")
    return asset or headers.get("content-type", "").startswith("image/")
