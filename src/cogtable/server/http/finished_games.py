"""The finished games of a person: a list with filters, and all of one's own as files."""

from __future__ import annotations

import asyncio
import math
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from typing import IO, Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from cogtable.engine.play.saves import written
from cogtable.engine.text.words import say
from cogtable.server.accounts.names import skeleton
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.ratings import DAY_S, catch_up
from cogtable.server.db.finished_games import Filters, FinishedGames, Position
from cogtable.server.db.results import Finished
from cogtable.server.db.rows import ActionRow, TableRow
from cogtable.server.http.app_state import counts_of, rooms_of
from cogtable.server.http.people import account_shown, played_game
from cogtable.server.http.responses import answer, take
from cogtable.server.http.visibility import Reader, reader_of
from cogtable.server.table.restore import saved_of
from cogtable.server.wire import base, people_api

AT_ONCE = 50
"""The number of games on a page of the list."""

GAMES_AT_ONCE = 4
"""The maximum number of games that one transaction reads for a file, so that moves are stored in between."""

MOST_SEATS = 1_000
"""The largest number of seats that the list can be asked for, more than any game has."""

MOST_DAYS = 100_000
"""The largest number of days that the list can be asked for."""

PART = 65536
"""The number of bytes of a file that are sent at once."""

NOBODY = " "
"""An id that no account has."""


async def games(request: Request) -> Response:
    """Finished games of a person, from an `AskHistory`: `HistoryPage`. Other readers than the person get those that
    were public, or that they played too.
    """
    take(request, "people_lists")
    asked = _asked(request)
    name = request.path_params["name"]
    account = await account_shown(request, name)
    if account is None:
        raise HTTPException(404, say("there is no profile of {name} here, or it is hidden", name=name[: base.MAX_NAME]))
    reader = await reader_of(request)
    store, own = rooms_of(request).store, account.id == reader.account
    wanted, met = await _filters(request, asked, reader, own=own), None if own else reader.account
    wanted = msgspec.structs.replace(wanted, met=met)
    await catch_up(store)
    found = await store.finished_games.games(account.id, wanted, _position(asked.after), AT_ONCE + 1)
    rated = await store.results.of_games(account.id, [game.table for game in found])
    titles = {key: await rooms_of(request).variants.title(key) for key in {game.variant for game in found}}
    shown = found[:AT_ONCE]
    page = people_api.HistoryPage(
        name=account.name,
        own=own,
        games=[played_game(game, account.id, reader, rated.get(game.table), titles[game.variant]) for game in shown],
        next=_written(shown[-1]) if len(found) > AT_ONCE else "",
    )
    if not asked.after:
        page.total = await store.finished_games.count(account.id, wanted)
        page.titles, page.sizes = await store.finished_games.facets(account.id, met)
    return answer(page)


def _asked(request: Request) -> people_api.AskHistory:
    """Returns the query of a request. Raises HTTPException."""
    given: dict[str, Any] = dict(request.query_params)
    try:
        asked = msgspec.convert(given, people_api.AskHistory, strict=False)
    except msgspec.ValidationError as error:
        raise HTTPException(422, f"expected the query of a list of games: {error}") from error
    for name, most in (("seats", MOST_SEATS), ("days", MOST_DAYS)):
        if not 0 <= (found := getattr(asked, name)) <= most:
            raise HTTPException(422, f"expected {name} from 0 to {most}; found {str(found)[:24]}")
    return asked


async def _filters(request: Request, asked: people_api.AskHistory, reader: Reader, *, own: bool) -> Filters:
    return Filters(
        game=asked.game,
        people=None if not asked.company else asked.company == "people",
        seats=asked.seats,
        result=asked.result or None,
        rated=None if not asked.rated else asked.rated == "yes",
        opponent=await _opponent(request, asked.opponent, reader, own=own) if asked.opponent else "",
        since=time.time() - asked.days * DAY_S if asked.days else 0,
    )


async def _opponent(request: Request, name: str, reader: Reader, *, own: bool) -> str:
    """Returns the account of an opponent. For a name that the reader cannot see in the list, no game is found."""
    known = await rooms_of(request).store.accounts.named(skeleton(name)) if len(name) <= base.MAX_NAME else None
    is_seen = known and known.id not in reader.apart and (own or not known.hidden or known.id == reader.account)
    if known is None or not is_seen:
        return NOBODY
    return known.id


def _written(game: Finished) -> str:
    """Returns the position after a game, for an address."""
    return f"{game.ended!r}-{game.table}"


def _position(text: str) -> Position | None:
    """Returns the position that `_written` has written; None for the beginning. Raises HTTPException."""
    if not text:
        return None
    ended, _, table = text.partition("-")
    try:
        moment = float(ended)
    except ValueError:
        moment = math.nan
    if not math.isfinite(moment) or not table:
        raise HTTPException(422, f"expected the position that a page of games ends with; found {text[:40]}")
    return Position(ended=moment, table=table)


# --- all games as files -------------------------------------------------------------------------------


async def download(request: Request) -> Response:
    """All finished games in which the reader has a seat, as one ZIP file with a saved match for each."""
    person = await person_of(request)
    if person is None:
        raise HTTPException(401, say("you are not signed in"))
    counts = counts_of(request)
    done = counts.enter("exports_open", person.account.id)
    try:
        counts.take("exports", person.account.id)
        file = await _zipped(rooms_of(request).store.finished_games, person.account.id)
    finally:
        done()
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="cogtable-games.zip"'}
    return StreamingResponse(_parts(file), media_type="application/zip", headers=headers)


async def _zipped(games: FinishedGames, account: str) -> IO[bytes]:
    """Returns a temporary file with all games of an account. Games whose rules are no longer here are in it too."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - `_parts` closes it
    tables = await games.tables(account)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for start in range(0, len(tables), GAMES_AT_ONCE):
            for row, actions in await games.whole(tables[start : start + GAMES_AT_ONCE]):
                await asyncio.to_thread(_add, archive, row, actions)
    file.seek(0)
    return file


def _add(archive: zipfile.ZipFile, row: TableRow, actions: Sequence[ActionRow]) -> None:
    ended = time.gmtime(row.ended)
    entry = zipfile.ZipInfo(f"{time.strftime('%Y-%m-%d', ended)}-{row.game}-{row.id}.json", ended[:6])
    archive.writestr(entry, written(saved_of(row, actions)), zipfile.ZIP_DEFLATED)


def _parts(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while part := file.read(PART):
            yield part
