"""Pages: the built client, and the rules of each game."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import html
import mimetypes
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import cogtable
from cogtable.engine.errors import CogtableError, UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.text.words import language, say, translations
from cogtable.server.about import rules as about_rules
from cogtable.server.about.rules import NoRules, legend_for, rules_of, rules_page_of
from cogtable.server.core.headers import SITE_POLICY
from cogtable.server.core.page_texts import page_texts
from cogtable.server.db.connection import StoreError, Unreachable
from cogtable.server.http import people, plain_pages, responses
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.error_pages import is_for_people
from cogtable.server.http.played import played_path
from cogtable.server.http.previews import preview
from cogtable.server.http.visibility import visible_table
from cogtable.server.settings import ServerSettings
from cogtable.server.table import deals
from cogtable.server.table.solving import puzzles_of

FOREVER = "public, max-age=31536000, immutable"

Told = TypeVar("Told")

PAGE_HEADERS = {"Cache-Control": "no-cache"}


def _not_built(base: str) -> str:
    why = say(
        "The server is running, but its pages are missing. In the source tree, {command} builds them; an"
        " installed package has them.",
        command="<code>make client</code>",
    )
    title = say("The client is not built")
    return plain_pages.page(title, f"<h1>{html.escape(title)}</h1><p>{why}</p>", base)


async def page(request: Request) -> Response:
    """The client's single page; its content depends on the address. The status is 404 if nothing is at that address."""
    try:
        there = await _is_there(request)
    except Unreachable:
        there = True  # the client shows the error
    return await _html(request, "index.html", 200 if there else 404)


async def _is_there(request: Request) -> bool:
    """Whether this server has the thing that a page's address names."""
    found: dict[str, str] = request.path_params
    rooms = rooms_of(request)
    if "table" in found:
        return await visible_table(request, found["table"]) is not None
    if "tournament" in found:
        return await rooms.store.tournaments.tournament(found["tournament"]) is not None
    if "series" in found:
        return await rooms.store.series.series(found["series"]) is not None
    if "number" in found:
        return deals.has_begun(int(found["number"]), time.time())
    if "name" in found:
        return await people.account_shown(request, found["name"]) is not None
    if "what" in found:
        return found["what"] in ("confirm", "end")
    if "look" in found and found["look"] not in ("replay", "analysis"):
        return False
    if "game" not in found:
        return True
    if found["game"] not in registry.names():
        return False
    if "key" not in found:
        return True
    if request.url.path.startswith(f"{request.scope.get('root_path', '')}/puzzles/"):
        game = await asyncio.to_thread(cogtable.game, found["game"])
        return any(puzzle.key == found["key"] for puzzle in puzzles_of(game).puzzles)
    return await rooms.variants.find(found["key"]) is not None


async def on_nowhere(request: Request, error: Exception) -> Response:
    """The answer for an unknown address: a browser gets the client, which says so and offers links."""
    base = request.app.state.settings.base_path
    of_a_page = not request.url.path.startswith((f"{base}/api/", f"{base}/assets/"))
    if of_a_page and is_for_people(request.scope):
        return await _html(request, "index.html", 404)
    return await responses.on_http_error(request, error)


async def offline(request: Request) -> Response:
    """The page that the client's service worker stores, and shows when there is no connection."""
    return await _html(request, "offline.html")


async def _html(request: Request, name: str, status: int = 200) -> Response:
    """Returns a page of the built client in the server's language."""
    settings: ServerSettings = request.app.state.settings
    file = settings.static / name
    if not file.is_file():
        return plain_pages.response(_not_built(settings.base_path), 503)
    text = await asyncio.to_thread(_placed, file, file.stat().st_mtime_ns, settings.base_path, language())
    if name == "index.html":
        text = text.replace(_THIS_GAME, await _this_game(request), 1)
        text = text.replace("</head>", f"  {await preview(request)}\n  </head>", 1)
    return HTMLResponse(text, status, PAGE_HEADERS)


@lru_cache(maxsize=16)
def _placed(file: Path, _: int, base: str, tongue: str) -> str:
    """Returns a page with its addresses set to the server's base path, and with the base path and the language filled
    in. The result is cached until the file changes.
    """
    text = file.read_text("utf-8").replace('="./', f'="{base}/')
    text = text.replace('<html lang="en" data-base=""', f'<html lang="{tongue}" data-base="{base}"', 1)
    for mark, words in page_texts(_to_read(base)).items():
        text = text.replace(mark, words, 1)
    return text


_THIS_GAME = "<!-- this game -->"
"""Where the page of a finished table links to its moves in words."""


def _to_read(base: str) -> str:
    """Returns the HTML with links to all that browsers without JavaScript can show: rules, and games in words."""
    address, rules = html.escape(f"{base}/api/rules/"), say("Everything that can be read works without it:")
    usable = [(quote(game.name), say("Rules of {game}", game=say(game.title))) for game in registry.usable()]
    games = "".join(f'<li><a href="{address}{name}">{html.escape(words)}</a></li>' for name, words in usable)
    played = f'<li><a href="{html.escape(base)}/games">{html.escape(say("Games played so far"))}</a></li>'
    return f'<p>{html.escape(rules)}</p><ul class="ways">{_THIS_GAME}{games}{played}</ul>'


async def _this_game(request: Request) -> str:
    """Returns the HTML with the link to the moves of the finished game at this address; empty at any other."""
    table = request.path_params.get("table")
    try:
        row = await visible_table(request, table) if table else None
    except StoreError:  # the page itself shows the error
        return ""
    if row is None or not row.status.over:
        return ""
    address = html.escape(played_path(request.app.state.settings.base_path, row.id))
    return f'<li><a href="{address}">{html.escape(say("This game, move by move"))}</a></li>'


PICTURE_HEADERS = {
    # A package's drawing is only used as an image; if it is opened by itself, it can't run or fetch anything.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": FOREVER,  # its address contains a digest
}


async def picture(request: Request) -> Response:
    """A game's own picture, as SVG."""
    name = request.path_params["game"]
    try:
        found = (await asyncio.to_thread(cogtable.game, name)).picture
    except CogtableError as error:
        raise HTTPException(404, str(error)) from error
    if found is None:
        raise HTTPException(404, f"{name} brings no picture of its own")
    return Response(found, media_type="image/svg+xml", headers=PICTURE_HEADERS)


async def rules(request: Request) -> Response:
    """The rules of a game as an HTML fragment; as a whole page if a browser opens them directly."""
    name = request.path_params["game"]
    text = await _told(rules_of, name)
    if not is_for_people(request.scope):
        return HTMLResponse(text, headers={"Vary": "Accept"})
    base = request.app.state.settings.base_path
    title, links = say(cogtable.game(name).title), [(f"{base}/", say("Go to the games"))]
    whole = plain_pages.page(title, text, base, links, long=True)
    answer = plain_pages.response(whole)
    answer.headers["Vary"] = "Accept"
    return answer


async def rules_page(request: Request) -> Response:
    """The introduction on the rules page of a game: `RulesPage`."""
    return responses.answer(await _told(rules_page_of, request.path_params["game"]))


async def legend(request: Request) -> Response:
    """The meaning of a game's symbols: `Legend`."""
    return responses.answer(await _told(legend_for, request.path_params["game"]))


async def _told(about: Callable[[str], Told], name: str) -> Told:
    """Returns what `about` says about a game. Raises HTTPException."""
    try:
        return await asyncio.to_thread(about, name)
    except (UnknownGame, NoRules) as error:
        raise HTTPException(404, str(error)) from error


async def gallery(request: Request) -> Response:
    """Everything that a table can show, with the lines of Python that make it: `Gallery`."""
    text, packed, tag = await asyncio.to_thread(_gallery, translations())
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match", "") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")
    return Response(text, headers=headers, media_type="application/json")


@lru_cache(maxsize=4)
def _gallery(language: object) -> tuple[bytes, bytes, str]:
    """Returns the gallery as JSON, the same compressed, and its ETag. It is cached by language."""
    text = msgspec.json.encode(about_rules.gallery())
    return text, gzip.compress(text, mtime=0), f'W/"{hashlib.sha256(text).hexdigest()[:16]}"'


mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("text/javascript", ".mjs")


class ClientFiles(StaticFiles):
    """The files of the built client. Files in `assets` have a digest in their names and never change."""

    def __init__(self, folder: Path, former: Path | None = None) -> None:
        """`former`: a folder with the files of earlier builds."""
        super().__init__(directory=folder, check_dir=False)
        if former:
            self.all_directories.append(former)

    async def check_config(self) -> None:
        """Accepts a missing folder: `page` explains what to do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Returns the file, with its cache lifetime."""
        response = await super().get_response(path, scope)
        kept = FOREVER if path.startswith("assets/") and response.status_code < 300 else "no-cache"
        response.headers.setdefault("Cache-Control", kept)
        return response


class SiteFiles(ClientFiles):
    """The files of a site (`cogtable site`), sent as their compressed copies where the reader accepts them.

    Args:
        site: the folder.
        server: the address of this server, to which the page leads unless it was built to lead to another.
    """

    def __init__(self, site: Path, server: str) -> None:
        super().__init__(site)
        self._server = server

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Returns the file, with its policy."""
        path = "index.html" if path == "." else path
        if path == "index.html":
            response = await self._first_page()
        else:
            response = await self._copy(path, scope) or await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = SITE_POLICY
        response.headers["Vary"] = "Accept-Encoding"
        return response

    async def _first_page(self) -> Response:
        """Returns the page, which leads to this server."""
        text = await asyncio.to_thread((Path(str(self.directory)) / "index.html").read_text, "utf-8")
        own = f'data-server="{html.escape(self._server)}"'
        return HTMLResponse(text.replace('data-server=""', own, 1), headers={"Cache-Control": "no-cache"})

    async def _copy(self, path: str, scope: Scope) -> Response | None:
        """Returns the best compressed copy of a file; None if there is none, or the reader accepts none."""
        accepted = Headers(scope=scope).get("accept-encoding", "")
        for encoding, suffix in (("br", ".br"), ("gzip", ".gz")):
            copy = path + suffix
            if encoding in accepted and await asyncio.to_thread(self.lookup_path, copy) != ("", None):
                response = await super().get_response(copy, scope)
                response.headers["Content-Encoding"] = encoding
                response.headers["Content-Type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
                return response
        return None
