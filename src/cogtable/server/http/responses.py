"""HTTP bodies: JSON to and from structs, and error messages."""

from __future__ import annotations

import asyncio
import logging
import math
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.core.headers import protect
from cogtable.server.core.limits import Exceeded, address_of
from cogtable.server.core.refusal import FAILED, Refusal
from cogtable.server.core.service import banned
from cogtable.server.db.commands import Banned
from cogtable.server.db.connection import Unreachable
from cogtable.server.http.app_state import counts_of
from cogtable.server.rooms.ownership import Elsewhere
from cogtable.server.wire.base import Refused

log = logging.getLogger("cogtable.server")

Body = TypeVar("Body")


def answer(message: Any, status: int = 200) -> Response:
    """Returns a struct as a JSON response."""
    return Response(msgspec.json.encode(message), status, {"Cache-Control": "no-store"}, "application/json")


def refused(status: int, words: str) -> Response:
    """Returns a response with the reason of a refusal."""
    return answer(Refused(error=words), status)


def refused_by_limit(exceeded: Exceeded) -> Response:
    """Returns a response that says which limit was exceeded, and when to try again."""
    found = refused(exceeded.status, str(exceeded))
    found.headers["Retry-After"] = str(exceeded.retry_s)
    if exceeded.status in (408, 413):  # otherwise the rest of the body would still arrive
        found.headers["Connection"] = "close"
    return found


def encoded(found: Response) -> bytes:
    """Returns an answer as bytes, for use outside a request. The connection is closed after it."""
    found.headers["Connection"] = "close"
    protect(found.headers)
    head = b"".join(name.title() + b": " + value + b"\r\n" for name, value in found.raw_headers)
    status = HTTPStatus(found.status_code)
    return f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() + head + b"\r\n" + bytes(found.body)


def take(request: Request, name: str) -> None:
    """Counts a request against a limit of its address. Raises Exceeded."""
    counts = counts_of(request)
    counts.take(name, address_of(request))


async def body(request: Request, kind: type[Body], most: int = 0) -> Body:
    """Returns the request's body as a struct. It can have `most` bytes, if that is more than the limit. Raises
    HTTPException.
    """
    sort = request.headers.get("content-type", "").partition(";")[0].strip()
    if sort != "application/json":
        raise HTTPException(415, f"expected a body of type application/json; found {sort[:40] or 'none'}")
    try:
        return msgspec.json.decode(await read_body(request, most), type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(422, f"expected {kind.__name__}: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"the body is not JSON: {error}") from error


async def read_body(request: Request, most: int = 0) -> bytes:
    """Returns the request's body. Raises HTTPException if it is longer than `most` bytes and the limit."""
    counts = counts_of(request)
    limits = counts.limits
    data = b""
    try:
        async with asyncio.timeout(None if math.isinf(limits.body_s) else limits.body_s):
            async for part in request.stream():
                data += part
                if len(data) > max(most, limits.body_bytes):
                    counts.refuse("body_bytes", 0, 413)
    except TimeoutError:
        counts.refuse("body_s", 1, 408)
    return data


def bearer(request: Request) -> str:
    """Returns the secret of a request, empty if there is none."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answers an HTTPException, from the framework or from this server, in the usual form."""
    assert isinstance(error, HTTPException)
    words = error.detail
    if error.status_code == 404 and words == "Not Found":
        words = f"there is nothing at {request.url.path[:80]}"
    if error.status_code == 405:
        words = f"{request.url.path[:80]} does not take {request.method}"
    found = refused(error.status_code, words)
    found.headers.update(error.headers or {})
    return found


async def on_refusal(request: Request, error: Exception) -> Response:
    """Answers a Refusal."""
    assert isinstance(error, Refusal)
    if isinstance(error, Exceeded):
        return refused_by_limit(error)
    return refused(error.status, str(error))


async def on_unreachable(request: Request, error: Exception) -> Response:
    """Answers when the database does not respond."""
    assert isinstance(error, Unreachable)
    log.error("%s %s: %s", request.method, request.url.path[:80], error)
    return refused(503, say("the database is not answering; try again in a moment"))


async def on_disconnect(request: Request, error: Exception) -> Response:
    """Answers when the client has disconnected or sent an invalid body. Usually no client reads this answer."""
    return refused(400, "the body of the request ended early")


async def on_banned(request: Request, error: Exception) -> Response:
    """Answers when the account that sent the request is banned."""
    assert isinstance(error, Banned)
    return refused(403, banned(error.order))


async def on_lost(request: Request, error: Exception) -> Response:
    """Answers when another process has taken over the table."""
    return await on_refusal(request, Elsewhere())


def failed() -> Response:
    """Answers a request that failed for a reason that is only logged."""
    return refused(500, say(FAILED))
