"""Finished games as plain pages, for browsers without JavaScript: which were played, and each move by move in words."""

from __future__ import annotations

import asyncio
import html
import time
from collections.abc import Collection
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import listed, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import TableRow
from cogtable.server.http import plain_pages
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.visibility import reader_of, visible_table
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table.seating import meets, nameless, without_name
from cogtable.terminal import plain
from cogtable.view import Line

MOST = 50
"""How many games are listed."""


async def games(request: Request) -> Response:
    """The public games that have ended, the last one first."""
    rooms = rooms_of(request)
    base = request.app.state.settings.base_path
    reader = await reader_of(request)
    rows = [row for row in await rooms.store.finished_tables(MOST) if not meets(row, reader.apart)]
    unnamed = await _unnamed(rooms, *rows)
    title = say("Games played so far")
    links = [(html.escape(played_path(base, row.id)), html.escape(_about(row, unnamed))) for row in rows]
    entries = "".join(f'<li><a href="{address}">{about}</a></li>' for address, about in links)
    none = html.escape(say("No public game has ended yet."))
    why = html.escape(say("Games that everybody could watch, move by move."))
    body = f"<h1>{html.escape(title)}</h1><p>{why}</p>" + (f"<ul>{entries}</ul>" if rows else f"<p>{none}</p>")
    ways = [(f"{base}/", say("Go to the games"))]
    return plain_pages.response(plain_pages.page(title, body, base, ways, long=True))


async def game(request: Request) -> Response:
    """A finished game, move by move, as everybody at the table could see it."""
    rooms = rooms_of(request)
    base = request.app.state.settings.base_path
    table = request.path_params["table"]
    if await visible_table(request, table) is None:
        raise Refusal("unknown-table", say("there is no table '{table}' here", table=table[:24]))
    async with rooms.use(table) as room:
        row, match = room.table.row, room.table.match
        if not match.over:
            raise Refusal("playing", say("this game is not over yet; you can read it after the end"))
        lines = await asyncio.to_thread(_log, match)
    unnamed = await _unnamed(rooms, row)
    title, names = _about(row, unnamed), _names(row, unnamed)
    groups: list[tuple[str, list[str]]] = []
    for line in lines:
        if not groups or groups[-1][0] != line.group:
            groups.append((line.group, []))
        words = line.words
        for seat in (seat for seat in row.seats if seat.account in unnamed and line.outside):
            words = without_name(words, seat)
        groups[-1][1].append(plain(words, lambda seat: names[seat]))
    body = f"<h1>{html.escape(title)}</h1>"
    for heading, moves in groups:
        body += f"<h2>{html.escape(heading)}</h2>" if heading else ""
        body += f"<ol>{''.join(f'<li>{html.escape(move)}</li>' for move in moves)}</ol>"
    ways = [(f"{base}/games", say("Games played so far")), (f"{base}/t/{quote(row.id)}", say("The table"))]
    return plain_pages.response(plain_pages.page(title, body, base, ways, long=True))


def played_path(base: str, table: str) -> str:
    """Returns the address of a finished game in words."""
    return f"{base}/games/{quote(table)}"


def _log(match: Match) -> list[Line]:
    """Returns the log of a match as spectators saw it."""
    return match.view(None).log


async def _unnamed(rooms: Rooms, *rows: TableRow) -> set[str]:
    """Returns the accounts at these tables that are not named, as in link previews: search engines read these pages."""
    return await rooms.store.accounts.unnamed(seat.account for row in rows for seat in row.seats)


def _names(row: TableRow, unnamed: Collection[str]) -> dict[int, str]:
    return {
        each.seat: nameless(each.seat) if not each.name or each.account in unnamed else each.name for each in row.seats
    }


def _about(row: TableRow, unnamed: Collection[str]) -> str:
    """Returns the title of a finished game: what was played, by whom, the score, and the day."""
    try:
        title = say(registry.find(row.game).title)
    except CogtableError:
        title = row.game
    words = say("{game}: {names}", game=title, names=listed(list(_names(row, unnamed).values())))
    score = say("{score} points", score=listed([str(each) for each in row.scores])) if any(row.scores) else ""
    day = time.strftime("%Y-%m-%d", time.gmtime(row.ended)) if row.ended else ""
    return " · ".join(filter(None, (words, score, day)))
