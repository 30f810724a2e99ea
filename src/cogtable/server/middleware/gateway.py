"""The second middleware: checks a request's client address, proxy, host and path, and the client's rate of requests."""

from __future__ import annotations

from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from cogtable.engine.text.words import phrase, say
from cogtable.server.core import logs
from cogtable.server.core.addresses import is_address, is_local, is_own_machine
from cogtable.server.core.cpu_time import Prices
from cogtable.server.core.limits import Counts, Exceeded, address_of
from cogtable.server.core.service import Service
from cogtable.server.http.responses import refused, refused_by_limit
from cogtable.server.middleware.connection_limits import TRUSTED
from cogtable.server.settings import ServerSettings

PROBES = ("/healthz", "/metrics")
"""Paths for the host's monitoring, allowed under any host name and without a rate limit."""


class Gateway:
    """Middleware around everything that answers."""

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, counts: Counts, service: Service, prices: Prices
    ) -> None:
        self._inner = app
        self._prices = prices
        self._service = service
        self._settings = settings
        self._counts = counts
        self._proxied = ProxyHeadersMiddleware(self._enter, list(settings.trusted_proxies or TRUSTED))  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request, or refuses it."""
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        peer = (scope.get("client") or ("",))[0]
        if self._settings.trusted_proxies and peer in self._proxied.trusted_hosts:
            _believe_host(scope)
        await self._proxied(scope, receive, send)  # type: ignore[arg-type]

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a request whose real origin is known."""
        with logs.client(address_of(HTTPConnection(scope))):
            await self._pass(scope, receive, send)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        base, path = self._settings.base_path, scope["path"]
        if path not in PROBES:
            if refusal := self._misdirected(scope):
                status = 421 if scope["type"] == "http" else 403
                await refused(status, refusal)(scope, receive, send)
                return
            if words := self._service.ban_of(address_of(HTTPConnection(scope))):
                await refused(403, words)(scope, receive, send)
                return
            if "\0" in path or b"%00" in scope["query_string"]:  # PostgreSQL does not store it
                await refused(404, "expected an address without the character NUL; found %00")(scope, receive, send)
                return
            if base and path == base and scope["type"] == "http":
                await RedirectResponse(quote(base) + "/", 308)(scope, receive, send)
                return
            if base and not path.startswith(base + "/"):
                nothing = f"there is nothing at {path[:80]}; pages begin with {base}/"
                await refused(404, nothing)(scope, receive, send)
                return
            scope["root_path"] = base
        try:
            if path not in PROBES:
                self._counts.take("requests", address_of(HTTPConnection(scope)))
            address = address_of(HTTPConnection(scope))
            await self._prices.pay(address, self._go_on(scope, receive, send), is_probe=path in PROBES)
        except Exceeded as exceeded:
            await refused_by_limit(exceeded)(scope, receive, send)

    async def _go_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._inner(scope, receive, send)

    def _misdirected(self, scope: Scope) -> str:
        """Returns why a request to this host is refused; empty if it is not.

        A page of another site could point a domain of its own at this server's address. Browsers would then treat it as
        a page of this server (DNS rebinding). That is impossible with an address, or with a name that only works in the
        local network.
        """
        host = Headers(scope=scope).get("host", "")
        name = _name_in(host)
        allowed = self._settings.hosts
        if "*" in allowed or name in allowed or is_own_machine(name):
            return ""
        if not allowed and (is_address(name) or is_local(name) or not is_own_machine(self._settings.host)):
            return ""
        words = phrase("this server does not answer as {host}; its administrator can add --allowed-host {host}")
        return say(words, host="".join(one for one in name[:80] if one.isprintable()))


def _name_in(host: str) -> str:
    """Returns the name in a `Host` header, without its port."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def _believe_host(scope: Scope) -> None:
    headers = MutableHeaders(scope=scope)
    if named := headers.get("x-forwarded-host", "").rpartition(",")[2].strip():
        headers["host"] = named
