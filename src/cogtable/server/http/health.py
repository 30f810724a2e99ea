"""Health and metrics, for the host's monitoring."""

from __future__ import annotations

import asyncio
import hmac
import logging

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

import cogtable
from cogtable.server.core.background import Supervisor
from cogtable.server.core.metrics import Metrics
from cogtable.server.core.variants import is_here
from cogtable.server.db.connection import StoreError
from cogtable.server.db.store import Store
from cogtable.server.http.responses import answer, bearer
from cogtable.server.settings import ServerSettings
from cogtable.server.wire import base

log = logging.getLogger("cogtable.server")

SLOW_S = 2.0
"""A write that takes longer than this, in seconds, counts as slow: the disk is failing or overloaded."""

PATIENCE_S = 5.0
"""How long a check waits for the database, in seconds."""


class Wellness(msgspec.Struct, kw_only=True):
    """The server's health: `ok`; `slow` if the database took more than two seconds for its last write; `failing` if it
    could not write, or if a background task fails, for the reason `error`. `write_s` is the duration of that write, in
    seconds.
    """

    status: str
    version: str = cogtable.__version__
    protocol: int = base.PROTOCOL
    write_s: float = 0
    error: str = ""


class Health:
    """Checks the database with a small write, and the background tasks. Requests during a check share its result."""

    def __init__(self, store: Store, metrics: Metrics, supervisor: Supervisor) -> None:
        self._store = store
        self._supervisor = supervisor
        self._metrics = metrics
        self._trying: asyncio.Task[float] | None = None

    async def now(self) -> Wellness:
        """Returns the present health."""
        trying = self._trying
        if trying is None or trying.done():
            trying = self._trying = asyncio.create_task(self._try())
        try:
            async with asyncio.timeout(PATIENCE_S):
                seconds = await asyncio.shield(trying)
        except TimeoutError:
            return Wellness(status="failing", error=f"the database has not written anything for {PATIENCE_S:g} s")
        except StoreError as error:
            return Wellness(status="failing", error=str(error))
        if failing := self._supervisor.failing:
            words = "; ".join(f"background task {name} fails: {why}" for name, why in failing.items())
            return Wellness(status="failing", write_s=round(seconds, 4), error=words)
        return Wellness(status="slow" if seconds > SLOW_S else "ok", write_s=round(seconds, 4))

    async def _try(self) -> float:
        seconds = await self._store.check()
        self._metrics.checked(seconds)
        return seconds


async def health(request: Request) -> Response:
    """Whether the server is running and its database accepts writes quickly: 200, otherwise 503."""
    found = await request.app.state.health.now()
    if found.status != "ok":
        log.error("the health check failed: %s", found.error or f"a write took {found.write_s} s")
    return answer(found, 200 if found.status == "ok" else 503)


async def metrics(request: Request) -> Response:
    """The server's metrics, for Prometheus. Requests without permission get 404."""
    settings: ServerSettings = request.app.state.settings
    token = settings.metrics_token
    if token:
        allowed = hmac.compare_digest(bearer(request).encode(), token.encode())
    else:
        allowed = is_here(request) and not settings.origins and not settings.base_path
    if not allowed:
        raise HTTPException(404)
    found: Metrics = request.app.state.metrics
    return Response(found.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
