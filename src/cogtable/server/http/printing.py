"""The components of a game's box, for the page that prints them."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

import cogtable
from cogtable.engine.errors import UnknownGame
from cogtable.server.about.rules import contents_of
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.boxes import known_variant
from cogtable.server.http.responses import answer
from cogtable.server.wire import rules_api


async def of_game(request: Request) -> Response:
    """The components of a game's own box: `Contents`."""
    return answer(await asyncio.to_thread(_of_game, request.path_params["game"]))


def _of_game(name: str) -> rules_api.Contents:
    try:
        return contents_of(cogtable.game(name))
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error


async def of_variant(request: Request) -> Response:
    """The components of a variant's box: `Contents`."""
    found = await known_variant(request, request.path_params["key"])
    rooms = rooms_of(request)
    contents = await asyncio.to_thread(contents_of, found.game)
    contents.variant = rooms.variants.info(found)
    contents.changed = rooms.variants.told(found).pieces
    return answer(contents)
