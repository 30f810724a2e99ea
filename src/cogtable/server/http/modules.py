"""WebAssembly modules of games, for pages whose bots run in the browser."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

import cogtable
from cogtable.engine.errors import UnknownGame
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.boxes import known_variant
from cogtable.server.http.pages import FOREVER
from cogtable.server.http.responses import answer
from cogtable.server.thinking.modules import Modules
from cogtable.server.wire import lobby_api
from cogtable.wasm.files import ABOUT, MODULE, WEIGHTS, box_of

TYPES = {MODULE: "application/wasm", ABOUT: "application/json", WEIGHTS: "application/octet-stream"}
"""The files of a module, with their media types."""


async def of_game(request: Request) -> Response:
    """The module that plays a game: `EngineModule`."""
    try:
        game = await asyncio.to_thread(cogtable.game, request.path_params["game"])
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error
    return await _of(request, game)


async def of_variant(request: Request) -> Response:
    """The module that plays a game with the box of a variant: `EngineModule`."""
    return await _of(request, (await known_variant(request, request.path_params["key"])).game)


async def _of(request: Request, game: Game) -> Response:
    modules = _modules(request)
    digest = await asyncio.to_thread(modules.digest, game)
    if not digest:
        modules.want(game)
        return answer(lobby_api.EngineModule(digest=""))
    box = await asyncio.to_thread(box_of, game)
    return answer(lobby_api.EngineModule(digest=digest, box=box["digest"], tables=box["tables"], blank=box["blank"]))


async def file(request: Request) -> Response:
    """A file of a module. Its address contains the digest of the module's sources."""
    game, digest, kind = (request.path_params[name] for name in ("game", "digest", "kind"))
    suffix = f".{kind}"
    folder = _modules(request).folder(game, digest)
    if folder is None or suffix not in TYPES or not (folder / f"{game}{suffix}").is_file():
        raise HTTPException(404, say("this server does not have that module; its bots think on the server"))
    return FileResponse(folder / f"{game}{suffix}", headers={"Cache-Control": FOREVER}, media_type=TYPES[suffix])


def _modules(request: Request) -> Modules:
    rooms = rooms_of(request)
    return rooms.modules
