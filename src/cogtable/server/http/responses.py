"""HTTP bodies: JSON to and from structs, and error messages."""

from __future__ import annotations

import logging
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cogtable.engine.words import language, say
from cogtable.server.db.store import Unreachable
from cogtable.server.protocol import Refused
from cogtable.server.refusal import Refusal
from cogtable.server.tables.ownership import Elsewhere

log = logging.getLogger("cogtable.server")

MAX_BODY = 65536
"""The most bytes of a request's body."""

_STATUS = {
    "unknown-table": 404,
    "unavailable": 503,
    "busy": 409,
    "secret": 401,
    "waiting": 409,
    "over": 409,
    "playing": 409,
}

Body = TypeVar("Body")


def answer(message: Any, status: int = 200) -> Response:
    """A struct as a JSON answer."""
    return Response(msgspec.json.encode(message), status, {"Cache-Control": "no-store"}, "application/json")


def refused(status: int, words: str) -> Response:
    """A response with the reason of a refusal."""
    return answer(Refused(error=words), status)


async def body(request: Request, kind: type[Body]) -> Body:
    """The request's body as a struct. Raises HTTPException."""
    sort = request.headers.get("content-type", "").partition(";")[0].strip()
    if sort != "application/json":
        raise HTTPException(415, f"expected a body of type application/json; found {sort[:40] or 'none'}")
    try:
        return msgspec.json.decode(await read(request), type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(422, f"expected {kind.__name__}: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"the body is not JSON: {error}") from error


async def read(request: Request) -> bytes:
    """The request's body. Raises HTTPException if it is too long."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MAX_BODY:
            raise HTTPException(413, f"a body has at most {MAX_BODY} bytes; this has more")
    return data


def bearer(request: Request) -> str:
    """The secret of a request, empty if there is none."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


NOWHERE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Cogtable</title>
<h1>{title}</h1>
<p>{why} <a href="/">{lobby}</a></p>
</html>
"""
"""What a person sees at an address where there is nothing."""


def _nowhere() -> str:
    return NOWHERE.format(
        language=language(),
        title=say("There is nothing here"),
        why=say("The address may be cut short."),
        lobby=say("To the lobby"),
    )


async def on_http_error(request: Request, error: Exception) -> Response:
    """A refusal of the framework or of ours, in the same form."""
    assert isinstance(error, HTTPException)
    words = error.detail
    of_a_page = not request.url.path.startswith("/api/")
    if error.status_code == 404 and of_a_page and "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(_nowhere(), 404)
    if error.status_code == 404 and words == "Not Found":
        words = f"there is nothing at {request.url.path[:80]}"
    if error.status_code == 405:
        words = f"{request.url.path[:80]} does not take {request.method}"
    found = refused(error.status_code, words)
    found.headers.update(error.headers or {})
    return found


async def on_refusal(request: Request, error: Exception) -> Response:
    """A refusal of a table."""
    assert isinstance(error, Refusal)
    return refused(_STATUS.get(error.code, 422), str(error))


async def on_unreachable(request: Request, error: Exception) -> Response:
    """The database does not answer."""
    assert isinstance(error, Unreachable)
    log.error("%s %s: %s", request.method, request.url.path[:80], error)
    return refused(503, say("the database is not answering; try again in a moment"))


async def on_lost(request: Request, error: Exception) -> Response:
    """The table is another process's now."""
    return await on_refusal(request, Elsewhere())


async def on_failure(request: Request, error: Exception) -> Response:
    """An internal error; the log has the details."""
    return refused(500, say("the server failed; its log says how"))
