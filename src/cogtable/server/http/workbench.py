"""The workbench: boxes are changed, checked, tried and saved. Its routes exist only for `cogtable lab`, because they
write files and play thousands of games.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cogtable import bots
from cogtable.engine.boxes.box import box_text
from cogtable.engine.errors import CogtableError, UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say
from cogtable.lab.study import plan_study
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.variants import is_here
from cogtable.server.http.pages import page
from cogtable.server.http.responses import answer, body, refused
from cogtable.server.wire import lab_api
from cogtable.server.workbench.box_files import CannotSave, Desk
from cogtable.server.workbench.sheet_view import looked_at
from cogtable.server.workbench.study_jobs import Runs

MOST_GAMES = 1_000_000
"""The maximum number of games in a run."""

Answer = Callable[[Request], Awaitable[Response]]


def _here(handle: Answer) -> Answer:
    """Refuses requests that do not come from a page of this machine."""

    async def checked(request: Request) -> Response:
        if not is_here(request):
            raise HTTPException(403, say("the workbench is for people at this machine"))
        return await handle(request)

    checked.__doc__ = handle.__doc__
    return checked


def _desk(request: Request) -> Desk:
    found: Desk = request.app.state.desk
    return found


def _runs(request: Request) -> Runs:
    found: Runs = request.app.state.runs
    return found


def _game(request: Request) -> Game:
    try:
        return registry.find(request.path_params["game"])
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error


async def start(request: Request) -> Response:
    """The initial state of a game's workbench: `LabStart`."""
    return answer(await asyncio.to_thread(_start, _desk(request), _game(request)))


def _start(desk: Desk, game: Game) -> lab_api.LabStart:
    try:
        text, digest = desk.begin(game.name)
    except CannotSave as error:
        raise HTTPException(422, str(error)) from error
    file = desk.named(game.name)
    return lab_api.LabStart(
        game=game.name,
        title=game.title,
        box=looked_at(game.name, text),
        original=desk.original(game.name),
        file=file.name if file else "",
        folder=str(file.parent.resolve() if file else desk.folder),
        digest=digest,
        seats=(game.min_seats, game.max_seats),
        bots=[name for name, _ in bots.names(game)],
    )


async def look(request: Request) -> Response:
    """A box after changes, from a `LabAsk`: `LabBox`."""
    game, asked = _game(request), await body(request, lab_api.LabAsk)
    try:
        return answer(await asyncio.to_thread(looked_at, game.name, asked.text, asked.edits))
    except CogtableError as error:
        raise Refusal("malformed", str(error)) from error


async def save_box(request: Request) -> Response:
    """Writes a box to a file, from a `LabSave`: `LabSaved`."""
    game, wanted = _game(request), await body(request, lab_api.LabSave)
    try:
        file, digest = await asyncio.to_thread(
            _desk(request).save, game.name, wanted.file, wanted.text, wanted.digest, replace=wanted.replace
        )
    except CannotSave as error:
        return refused(409 if error.there else 422, str(error))
    return answer(lab_api.LabSaved(file=file, digest=digest))


async def play_games(request: Request) -> Response:
    """Starts playing games with a box, from a `LabPlay`: `LabRun`."""
    game, wanted = _game(request), await body(request, lab_api.LabPlay)
    if not 2 <= wanted.games <= MOST_GAMES:
        raise HTTPException(422, say("expected 2 to {most} games; found {n}", most=MOST_GAMES, n=wanted.games))
    desk = _desk(request)
    try:
        boxed = await asyncio.to_thread(_checked, game, wanted)
    except CogtableError as error:
        raise Refusal("malformed", str(error)) from error
    return answer(await _runs(request).begin(boxed, wanted, desk.folder))


def _checked(game: Game, wanted: lab_api.LabPlay) -> Game:
    """Returns the game with the box to play. Raises CogtableError if the box doesn't fit."""
    source = Path(wanted.file or "mine.toml").name
    boxed = game.with_box_file(Path(source), box_text(source, wanted.text))
    plan_study(game, seats=wanted.seats or game.min_seats, bots=[wanted.bot], games=wanted.games)
    return boxed


async def games(request: Request) -> Response:
    """The progress of the games, as soon as there is news: `LabRun`."""
    after = request.query_params.get("after", "-1")
    if not after.removeprefix("-").isdigit() or len(after) > 12:
        raise HTTPException(422, say("expected a version after `after=`; found '{found}'", found=after[:20]))
    return answer(await _runs(request).news(int(after)))


async def stop(request: Request) -> Response:
    """Stops the games: `LabRun`."""
    return answer(await _runs(request).stop())


LAB = [
    Route("/lab/games", _here(games)),
    Route("/lab/games/stop", _here(stop), methods=["POST"]),
    Route("/lab/{game}", _here(start)),
    Route("/lab/{game}/box", _here(look), methods=["POST"]),
    Route("/lab/{game}/save", _here(save_box), methods=["POST"]),
    Route("/lab/{game}/games", _here(play_games), methods=["POST"]),
]
"""The routes of the workbench below `/api`."""

PAGES = [Route("/lab", page), Route("/lab/{game}", page)]
