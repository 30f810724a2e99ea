"""The outermost middleware: every answer passes it, so each is counted and protected, and nothing stays unanswered."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from cogtable.engine.text.words import say
from cogtable.server.core import logs
from cogtable.server.core.headers import protect
from cogtable.server.core.limits import address_of
from cogtable.server.core.metrics import Metrics
from cogtable.server.http.responses import failed, refused

log = logging.getLogger("cogtable.server")

STARTS = ("http.response.start", "websocket.http.response.start")

BROKEN = 1011
"""How a WebSocket is closed whose handler failed."""


class Edge:
    """Middleware around all others. An exception that nothing has handled becomes an answer here; a WebSocket that is
    refused before it opens is answered like any other request.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, and sees to its answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began, status, opened = time.perf_counter(), 0, False

        async def answer(message: Message) -> None:
            nonlocal status, opened
            kind = message["type"]
            if kind in STARTS:
                status = message["status"]
                protect(MutableHeaders(scope=message), scope["path"].removeprefix(scope.get("root_path", "")))
            elif kind == "websocket.accept":
                opened = True
            await send(message)

        async def answer_or_refuse(message: Message) -> None:  # a function that names itself would hold itself
            if message["type"] == "websocket.close" and not opened and not status and _can_answer(scope):
                await refused(403, message.get("reason") or say("this connection is refused"))(scope, receive, answer)
            else:
                await answer(message)

        try:
            await self._app(scope, receive, answer_or_refuse)
        except ClientDisconnected:
            return
        except asyncio.CancelledError:  # the server stops, and has waited long enough
            if not status and not opened and _can_answer(scope):
                await refused(503, say("the server is stopping; try again in a moment"))(scope, receive, answer)
            raise
        except Exception:
            with logs.client(address_of(HTTPConnection(scope))):
                log.exception("%s %s failed", scope.get("method", "WebSocket"), scope["path"][:80])
            if opened:
                await send({"type": "websocket.close", "code": BROKEN})
            elif status:
                raise  # a part of the answer is sent: the connection must break, or it would look complete
            else:
                await failed()(scope, receive, answer)
        finally:
            if status:
                self._metrics.answered(status, time.perf_counter() - began)


def _can_answer(scope: Scope) -> bool:
    """Whether an answer in words can be sent: to a WebSocket only where the server knows how."""
    return scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {})
