"""Link previews: what messengers show of a page before it is opened (Open Graph)."""

from __future__ import annotations

import html

from starlette.requests import Request

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.text.words import listed, say
from cogtable.server.db.connection import StoreError
from cogtable.server.db.rows import TableRow
from cogtable.server.http.visibility import visible_table
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table.seating import nameless


async def preview(request: Request) -> str:
    """Returns the title and description of a page as tags for its head. They contain only what a visitor would see."""
    title, words = await _about(request)
    tags = {
        "og:site_name": "Cogtable",
        "og:type": "website",
        "og:title": title or "Cogtable",
        "og:description": words or say("Board games in the browser. No account, no download."),
    }
    made = (f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in tags.items())
    return "\n    ".join(('<meta name="twitter:card" content="summary" />', *made))


async def _about(request: Request) -> tuple[str, str]:
    """Returns the title and the description; empty to use the default ones."""
    path, names = request.url.path, request.path_params
    rooms: Rooms = request.app.state.rooms
    store = rooms.store
    try:
        if (table := names.get("table")) and (row := await visible_table(request, table)):
            return _of_table(row)
        if (tournament := names.get("tournament")) and (found := await store.tournaments.tournament(tournament)):
            game = _title(found.game)
            words = say("A tournament of {game} by {name}. Open the link to see it.", game=game, name=found.creator)
            return found.name, words
    except StoreError:  # the page itself shows the error
        return "", ""
    game = names.get("game", "")
    if not game or game not in registry.names():
        return "", ""
    title = _title(game)
    if "/puzzles/" in path:
        return say("A puzzle in {game}", game=title), say("Find the best move.")
    if "/print/" in path:
        return say("Print {game}", game=title), say("Cards, tiles and boards in their true size, to cut out and play.")
    if "/rules/" in path:
        return say("The rules of {game}", game=title), say("With pictures of what you can do on your turn.")
    return title, ""


def _of_table(row: TableRow) -> tuple[str, str]:
    title = _title(row.game)
    taken = [each.name or nameless(each.seat) for each in row.seats if each.kind != "open"]
    who = listed(taken)
    if row.status.over:
        return say("{game}: {names}", game=title, names=who), say("The game is over. Open the link to replay it.")
    if row.started:
        return say("{game}: {names}", game=title, names=who), say("A game in progress. Open the link to watch it.")
    free = len(row.seats) - len(taken)
    words = say("{names} at the table, {n} of {all} seats free.", names=who, n=free, all=len(row.seats))
    return say("Play {game}", game=title), f"{words} {say('Open the link to join. No account, no download.')}"


def _title(game: str) -> str:
    """Returns the title of a game; its name if the game is no longer here."""
    try:
        return say(registry.find(game).title)
    except CogtableError:
        return game
