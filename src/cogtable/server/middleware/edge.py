"""The outermost middleware. It counts every answer, adds the security headers, and makes sure that every request is
answered.
"""

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
"""The code with which a WebSocket is closed after its handler has failed."""


class Edge:
    """Middleware around all others. It turns an unhandled exception into an answer. A WebSocket that is refused before
    it opens is answered like any other request.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request and handles its answer."""
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

        async def answer_or_refuse(message: Message) -> None:  # recursion would form a reference cycle
            if message["type"] == "websocket.close" and not opened and not status and _can_answer(scope):
                await refused(403, message.get("reason") or say("this connection is refused"))(scope, receive, answer)
            else:
                await answer(message)

        try:
            await self._app(scope, receive, answer_or_refuse)
        except ClientDisconnected:
            return
        except asyncio.CancelledError:  # the server is stopping, and the waiting time is over
            if not status and not opened and _can_answer(scope):
                await refused(503, say("the server is stopping; try again in a moment"))(scope, receive, answer)
            raise
        except Exception:
            with logs.client(address_of(HTTPConnection(scope))):
                log.exception("%s %s failed", scope.get("method", "WebSocket"), scope["path"][:80])
            if opened:
                await send({"type": "websocket.close", "code": BROKEN})
            elif status:
                raise  # part of the answer has been sent: the connection must break, or the answer would look complete
            else:
                await failed()(scope, receive, answer)
        finally:
            if status:
                self._metrics.answered(status, time.perf_counter() - began)


def _can_answer(scope: Scope) -> bool:
    """Whether an answer with a text can be sent. For a WebSocket, the server must support that."""
    return scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {})
