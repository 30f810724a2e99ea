"""Custom boxes: uploads, differences from the original, and their files."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.errors import CogtableError
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import checked_name
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import Variants, may_upload
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.responses import answer, body, take
from cogtable.server.wire import lobby_api


def _variants(request: Request) -> Variants:
    rooms = rooms_of(request)
    return rooms.variants


async def upload(request: Request) -> Response:
    """Uploads a box file to play with, from a `NewBox`: `Variant`."""
    if not may_upload(request, request.app.state.settings.uploads):
        raise HTTPException(403, say("this server does not accept boxes from you; ask its host"))
    take(request, "uploads")
    wanted = await body(request, lobby_api.NewBox)
    by = checked_name(wanted.name or say("Guest"))
    found = await _variants(request).upload(wanted.game, wanted.text, wanted.file, by)
    return answer(_variants(request).told(found), 201)


async def box(request: Request) -> Response:
    """A variant, with its differences from the game's own box: `Variant`."""
    return answer(_variants(request).told(await known_variant(request, request.path_params["key"])))


async def file(request: Request) -> Response:
    """The box file of a variant, as TOML."""
    found = await known_variant(request, request.path_params["key"])
    return Response(
        found.text,
        headers={
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="{found.game.name}-{found.key[:6]}.toml"',
        },
        media_type="application/toml",
    )


async def known_variant(request: Request, key: str) -> Variant:
    """Returns a variant by its key. Raises Refusal if it is not known here."""
    try:
        found = await _variants(request).find(key)
    except CogtableError as error:
        raise Refusal("unavailable", say("this box no longer fits its game")) from error
    if found is None:
        raise HTTPException(404, say("there is no box '{key}' here; upload it again", key=key[:24]))
    return found
