"""The workbench: boxes are changed, checked, tried and saved. Its routes exist only for `cogtable lab`, because they
write files and play thousands of games.
"""

from __future__ import annotations

import asyncio
import logging
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
from cogtable.engine.text.words import phrase, say
from cogtable.lab.study import plan_study
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.variants import is_here
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.pages import page
from cogtable.server.http.responses import answer, body, refused
from cogtable.server.wire import lab_api
from cogtable.server.wire.account_api import Done
from cogtable.server.workbench.box_files import CannotSave, Desk
from cogtable.server.workbench.lab_modules import lab_module
from cogtable.server.workbench.offered_orders import LOG_LETTERS
from cogtable.server.workbench.page_play import CLOSED, FAILING
from cogtable.server.workbench.sheet_view import looked_at
from cogtable.server.workbench.study_jobs import Runs
from cogtable.wasm.players import module_player

log = logging.getLogger("cogtable.server")

MOST_GAMES = 1_000_000
"""The maximum number of games in a run."""

MOST_WORKERS = 256
"""The maximum number of games that a page plays at once."""

MOST_BYTES = 16 << 20
"""The maximum length of the moves that a page sends, in bytes."""

OTHER_BOT = phrase("Only the server can play the bot {bot}.")
NOT_BUILT = phrase("The server plays while the games' module for this box is being built.")

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
        most=MOST_GAMES,
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
    if not 0 <= wanted.workers <= MOST_WORKERS:
        raise HTTPException(422, say("expected 0 to {most} workers; found {n}", most=MOST_WORKERS, n=wanted.workers))
    desk, runs = _desk(request), _runs(request)
    try:
        boxed = await asyncio.to_thread(_checked, game, wanted, runs.file_for(wanted))
    except CogtableError as error:
        raise Refusal("malformed", str(error)) from error
    modules, note = await _modules(request, game, boxed, wanted) if wanted.page else ([], "")
    return answer(await runs.begin(boxed, wanted, desk.folder, modules, note))


def _checked(game: Game, wanted: lab_api.LabPlay, file: Path) -> Game:
    """Writes the box to play into a file, and returns the game with it. Raises CogtableError if the box doesn't fit."""
    boxed = game.with_box_file(file, box_text(file.name, wanted.text))
    plan_study(game, seats=wanted.seats or game.min_seats, bots=[wanted.bot], games=wanted.games)
    file.write_text(wanted.text, encoding="utf-8")
    return boxed


async def _modules(
    request: Request, game: Game, boxed: Game, wanted: lab_api.LabPlay
) -> tuple[list[lab_api.LabModule], str]:
    """How the page plays with each box of a run; or nothing, and why the server has to play. Modules that are missing
    are built, for later runs.
    """
    rooms = rooms_of(request)
    compared = boxed.box.digest != game.box.digest
    found = []
    for each in (game, boxed) if compared else (game,):
        player = await asyncio.to_thread(module_player, each, wanted.bot, wanted.seats or game.min_seats)
        if player is None:
            return [], say(OTHER_BOT, bot=wanted.bot)
        digest = await asyncio.to_thread(rooms.modules.digest, each)
        if not digest:
            rooms.modules.want(each)
            return [], say(NOT_BUILT)
        found.append(lab_module(each, digest, player))
    return found, ""


async def games(request: Request) -> Response:
    """The progress of the games, as soon as there is news: `LabRun`."""
    after = request.query_params.get("after", "-1")
    if not after.removeprefix("-").isdigit() or len(after) > 12:
        raise HTTPException(422, say("expected a version after `after=`; found '{found}'", found=after[:20]))
    return answer(await _runs(request).news(int(after)))


async def stop(request: Request) -> Response:
    """Stops the games: `LabRun`."""
    return answer(await _runs(request).stop())


async def order(request: Request) -> Response:
    """The next games for the page that plays, from a `LabAskOrder`: `LabNextOrder`."""
    asked = await body(request, lab_api.LabAskOrder)
    playing = _runs(request).played_by(asked.page)
    if playing is None:
        return answer(lab_api.LabNextOrder(over=True))
    if asked.leaves:
        log.info("a page of the workbench plays no more: %s", " ".join(asked.leaves.split())[:LOG_LETTERS])
        playing.leave(say(CLOSED if asked.leaves == "closed" else FAILING))
    return answer(playing.note_life() if asked.busy or asked.leaves else await playing.next())


async def moves(request: Request) -> Response:
    """Takes the moves of games that the page has played, from a `LabMoves`: `Done`."""
    await _runs(request).take(await body(request, lab_api.LabMoves, MOST_BYTES))
    return answer(Done())


LAB = [
    Route("/lab/games", _here(games)),
    Route("/lab/orders", _here(order), methods=["POST"]),
    Route("/lab/moves", _here(moves), methods=["POST"]),
    Route("/lab/games/stop", _here(stop), methods=["POST"]),
    Route("/lab/{game}", _here(start)),
    Route("/lab/{game}/box", _here(look), methods=["POST"]),
    Route("/lab/{game}/save", _here(save_box), methods=["POST"]),
    Route("/lab/{game}/games", _here(play_games), methods=["POST"]),
]
"""The routes of the workbench below `/api`."""

PAGES = [Route("/lab", page), Route("/lab/{game}", page)]
