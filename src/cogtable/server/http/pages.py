"""Pages: the built client, and the rules of each game."""

from __future__ import annotations

import hashlib
import mimetypes
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import cogtable
from cogtable.engine.errors import CogtableError, UnknownGame
from cogtable.engine.game import Game
from cogtable.engine.words import language, say, translations
from cogtable.server import protocol
from cogtable.server.http import responses
from cogtable.server.settings import Settings

FOREVER = "public, max-age=31536000, immutable"

PAGE_HEADERS = {"Cache-Control": "no-cache"}

MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Cogtable</title>
<h1>The client is not built</h1>
<p>The server runs, but the pages that it should show are missing. In the source tree <code>make client</code> builds
them; an installed package brings them along.</p>
"""


async def page(request: Request) -> Response:
    """The client's single page; what it shows depends on the address."""
    return await _html(request, "index.html")


async def offline(request: Request) -> Response:
    """The page that the client's service worker keeps, and shows when there is no connection."""
    return await _html(request, "offline.html")


async def _html(request: Request, name: str) -> Response:
    """A page of the built client in the server's language."""
    settings: Settings = request.app.state.settings
    file = settings.static / name
    if not file.is_file():
        return HTMLResponse(MISSING, 503)
    text = await run_in_threadpool(_placed, file, file.stat().st_mtime_ns, settings.base_path, language())
    return HTMLResponse(text, headers=PAGE_HEADERS)


@lru_cache(maxsize=16)
def _placed(file: Path, _: int, base: str, tongue: str) -> str:
    """A page that loads everything from where the server lies, and says where that is and what people read. It is made
    anew when its file has changed.
    """
    text = file.read_text("utf-8").replace('="./', f'="{base}/')
    return text.replace('<html lang="en" data-base=""', f'<html lang="{tongue}" data-base="{base}"', 1)


PICTURE_HEADERS = {
    # A package's drawing is only ever an image; opened by itself it may run and fetch nothing either.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": FOREVER,  # its address holds a digest
}


def picture_address(game: Game) -> str:
    """The address of a game's own picture; empty if it has none."""
    if game.picture is None:
        return ""
    return f"/api/games/{quote(game.name)}/picture?{hashlib.sha256(game.picture).hexdigest()[:16]}"


async def picture(request: Request) -> Response:
    """A game's own picture, as SVG."""
    name = request.path_params["game"]
    try:
        found = (await run_in_threadpool(cogtable.game, name)).picture
    except CogtableError as error:
        raise HTTPException(404, str(error)) from error
    if found is None:
        raise HTTPException(404, f"{name} brings no picture of its own")
    return Response(found, media_type="image/svg+xml", headers=PICTURE_HEADERS)


async def rules(request: Request) -> Response:
    """The rules of a game as a piece of HTML."""
    return HTMLResponse(await run_in_threadpool(_rules, request.path_params["game"]))


@cache
def _rules(name: str) -> str:
    from cogtable.rulespage.numbered import rules_html

    try:
        return rules_html(_game(name).rules_text)
    except FileNotFoundError as error:
        raise HTTPException(404, f"{name} has no rules in words yet") from error


async def rules_page(request: Request) -> Response:
    """The introduction on the rules page of a game: `RulesPage`."""
    return responses.answer(await run_in_threadpool(_rules_page, request.path_params["game"]))


def _rules_page(name: str) -> protocol.RulesPage:
    game = _game(name)
    return _front(name, game.front_text(), game.table, translations())


@lru_cache(maxsize=64)
def _front(name: str, text: str, table: object, language: object) -> protocol.RulesPage:
    """Made again only if its file, the game's table or the language has changed."""
    from cogtable.rulespage import front, scenes

    game = cogtable.game(name)

    def point(one: front.Point) -> protocol.RulesPoint:
        return protocol.RulesPoint(words=say(one.words), rules=list(one.rules))

    def picture(one: front.Picture) -> protocol.RulesPicture:
        return protocol.RulesPicture(title=say(one.title), point=point(one.point), **scenes.draw(game, one)._asdict())

    sections = [
        protocol.RulesSection(
            name=one.name,
            title=say(one.title),
            lead=list(map(point, one.lead)),
            pictures=list(map(picture, one.pictures)),
            points=list(map(point, one.points)),
            number=one.number,
            unit=say(one.unit),
            legend=one.legend,
        )
        for one in (front.read(text) if text else [])
    ]
    return protocol.RulesPage(title=say(game.title), sections=sections)


async def legend(request: Request) -> Response:
    """What the symbols of a game mean: `Legend`."""
    return responses.answer(await run_in_threadpool(_legend, request.path_params["game"]))


def _legend(name: str) -> protocol.Legend:
    from cogtable.rulespage.legend import legend_of

    return protocol.Legend(entries=legend_of(_game(name)))


def _game(name: str) -> Game:
    try:
        return cogtable.game(name)
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error


async def gallery(request: Request) -> Response:
    """All that a table can show, with the lines of Python that make it: `Gallery`."""
    return responses.answer(await run_in_threadpool(_gallery))


def _gallery() -> protocol.Gallery:
    from cogtable.gallery import examples

    return protocol.Gallery(examples=[protocol.Example(**one._asdict()) for one in examples()])


mimetypes.add_type("application/manifest+json", ".webmanifest")


class ClientFiles(StaticFiles):
    """The files of the built client. Those in `assets` have a digest in their names and never change."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def check_config(self) -> None:
        """A missing folder is not an error here: `page` tells what to do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with its cache lifetime."""
        response = await super().get_response(path, scope)
        kept = FOREVER if path.startswith("assets/") and response.status_code < 300 else "no-cache"
        response.headers.setdefault("Cache-Control", kept)
        return response
