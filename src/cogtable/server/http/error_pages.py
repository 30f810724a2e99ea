"""Middleware that shows people errors as pages. Programs get them as JSON."""

from __future__ import annotations

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cogtable.server.http import plain_pages


def is_for_people(scope: Scope) -> bool:
    """Whether a browser requests a page to show: it accepts HTML, which `fetch` does not ask for."""
    return scope["type"] == "http" and "text/html" in Headers(scope=scope).get("accept", "")


class ErrorPages:
    """Middleware around everything that answers: an error that a browser would show as JSON becomes a page with the
    same text.
    """

    def __init__(self, app: ASGIApp, base_path: str = "") -> None:
        self._app = app
        self._base = base_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request and its answer."""
        if not is_for_people(scope):
            await self._app(scope, receive, send)
            return
        begun: Message | None = None
        body = b""

        async def send_page(message: Message) -> None:
            nonlocal begun, body
            if message["type"] == "http.response.start" and _is_refusal(message):
                begun = message
            elif begun is None:
                await send(message)
            elif message["type"] == "http.response.body":
                body += message.get("body", b"")
                if not message.get("more_body"):
                    await self._send(begun, body, send)

        await self._app(scope, receive, send_page)

    async def _send(self, begun: Message, body: bytes, send: Send) -> None:
        whole = plain_pages.failure(begun["status"], _words(body), self._base).encode()
        headers = MutableHeaders(scope=begun)
        headers["Content-Type"] = "text/html; charset=utf-8"
        headers["Content-Length"] = str(len(whole))
        headers["Content-Security-Policy"] = plain_pages.POLICY
        headers.add_vary_header("Accept")
        await send(begun)
        await send({"type": "http.response.body", "body": whole})


def _is_refusal(message: Message) -> bool:
    headers = Headers(raw=message["headers"])
    is_json = headers.get("content-type", "").startswith("application/json")
    return message["status"] >= 400 and is_json and "content-encoding" not in headers


def _words(body: bytes) -> str:
    try:
        words = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return ""
    return words if isinstance(words, str) else ""
