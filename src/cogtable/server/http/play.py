"""Play: opens a table at once, and looks for people."""

from __future__ import annotations

from functools import partial
from typing import get_args

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.text.words import say
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.tokens import new_secret
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.lobby import add_table, called, recognised, sitting_guest
from cogtable.server.http.responses import answer, body, take
from cogtable.server.matchmaking.matchmaker import Matchmaker
from cogtable.server.rooms import service_time
from cogtable.server.table.handover import Wanted, check_wanted, time_control
from cogtable.server.table.new_table import check_bot
from cogtable.server.wire import base, lobby_api


def _game(name: str) -> GameSpec:
    try:
        return registry.find(name)
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error


async def play(request: Request) -> Response:
    """Opens a table at once and looks for people who want the same, from a `Play`: `Seated`."""
    rooms = rooms_of(request)
    matchmaker: Matchmaker = request.app.state.matchmaker
    rooms.service.check_open()
    take(request, "plays")
    wanted = await body(request, lobby_api.Play)
    game = _game(wanted.game)
    person = await person_of(request)
    account = person.account.id if person else ""
    guest = sitting_guest(request, person)
    table = Wanted(wanted.pace, wanted.seats, "" if wanted.pace == "days" else wanted.bot, wanted.rated)
    check_wanted(game, table, account)
    if wanted.pace != "days":
        check_bot(wanted.bot, game)
    name = await called(request, person, wanted.name or say("Guest"))
    secret = new_secret()
    device = guest.id if guest else ""
    found, seat = await matchmaker.begin(game, table, name, secret, account, device, partial(add_table, request))
    seated = lobby_api.Seated(table=found, seat=seat, secret="" if account else secret)
    return recognised(request, answer(seated, 201), guest)


async def paces(request: Request) -> Response:
    """The paces of a game, and who waits for them: `PlayInfo`."""
    rooms = rooms_of(request)
    game = _game(request.path_params["game"])
    waiting = await rooms.store.seeks.waiting(game.name, service_time.now())
    seats = range(game.min_seats, game.max_seats + 1)
    found = [
        lobby_api.PaceInfo(
            pace=pace,
            time_control=time_control(game, pace),
            waiting=[_told(waiting.get((pace, number), 0)) for number in seats],
        )
        for pace in get_args(base.Pace)
    ]
    return answer(lobby_api.PlayInfo(paces=found))


def _told(number: int) -> int:
    """Returns a number of waiting people as it is sent: few people are not counted out."""
    return number if number >= base.MANY_WAIT else min(number, 1)
