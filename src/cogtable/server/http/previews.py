"""Link previews: what messengers show of a page before it is opened (Open Graph), and their pictures."""

from __future__ import annotations

import asyncio
import html
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cogtable.engine.text.words import say
from cogtable.server.db.connection import StoreError
from cogtable.server.http import preview_drawing as drawing
from cogtable.server.http.app_state import counts_of
from cogtable.server.http.preview_cards import Preview, preview_of
from cogtable.server.settings import ServerSettings

EVERYBODY = ""
"""Pictures are drawn for crawlers, which have many addresses, so their limit counts all together."""


async def preview(request: Request) -> str:
    """Returns the title, description and picture of a page as tags for its head. They contain only what a visitor would
    see, and less of a private table.
    """
    try:
        found = await preview_of(request)
    except StoreError:  # the page itself shows the error
        found = Preview()
    title = found.title or "Cogtable"
    tags = {
        "og:site_name": "Cogtable",
        "og:type": "website",
        "og:title": title,
        "og:description": found.words or say("Board games in the browser. No account, no download."),
    }
    if image := _picture_address(request, found):
        tags |= {
            "og:image": image,
            "og:image:type": "image/png",
            "og:image:width": "1200",
            "og:image:height": "630",
            "og:image:alt": title,
        }
    sort = "summary_large_image" if image else "summary"
    made = (f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in tags.items())
    return "\n    ".join((f'<meta name="twitter:card" content="{sort}" />', *made))


def _picture_address(request: Request, found: Preview) -> str:
    """Returns the whole address of a page's picture, as messengers need it; empty if the client has none."""
    settings: ServerSettings = request.app.state.settings
    card, parts = found.card, drawing.parts_of(settings.static)
    if card and parts and drawing.can_draw(card, parts):
        page = request.url.path.removeprefix(settings.base_path).strip("/")
        picture = f"/api/previews/{quote(page)}.png?v={drawing.digest_of(card, parts)}"
    elif picture := _ready_made(settings, found):
        picture = f"/{picture}"
    else:
        return ""
    origin = settings.url or f"{request.url.scheme}://{request.url.netloc}"
    return f"{origin}{settings.base_path}{picture}"


def _ready_made(settings: ServerSettings, found: Preview) -> str:
    """Returns the file of a picture that the client's build has drawn; empty if there is none."""
    for name in (found.card.scene if found.card else "", drawing.BRAND):
        file = f"{drawing.FOLDER}/{name}.png"
        if name.isidentifier() and (settings.static / file).is_file():
            return file
    return ""


async def picture(request: Request) -> Response:
    """The picture of a page's link preview as it is now, as PNG; a ready-made one if it shows nothing."""
    settings: ServerSettings = request.app.state.settings
    pictures: drawing.Pictures = request.app.state.pictures
    found = await preview_of(request)
    card, parts = found.card, drawing.parts_of(settings.static)
    if card is None or parts is None or not drawing.can_draw(card, parts):
        if ready := _ready_made(settings, found):
            return RedirectResponse(f"{settings.base_path}/{ready}", 302, {"Cache-Control": "no-cache"})
        raise HTTPException(404, say("this server has no pictures for link previews"))
    digest = drawing.digest_of(card, parts)
    drawn = pictures.get(digest)
    if drawn is None:
        drawn = await _drawn(request, card, parts, digest)
    kept = "public, max-age=86400" if request.query_params.get("v") == digest else "no-cache"
    return Response(drawn, media_type="image/png", headers={"Cache-Control": kept})


async def _drawn(request: Request, card: drawing.Card, parts: drawing.Parts, digest: str) -> bytes:
    """Draws a card, unless another request has done that meanwhile. Raises Exceeded."""
    pictures: drawing.Pictures = request.app.state.pictures
    async with pictures.turn:
        drawn = pictures.get(digest)
        if drawn is None:
            counts = counts_of(request)
            counts.take("previews", EVERYBODY)
            drawn = await asyncio.to_thread(drawing.draw, card, parts)
            pictures.keep(digest, drawn)
    return drawn
