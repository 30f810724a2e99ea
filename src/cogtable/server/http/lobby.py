"""The lobby: games, new tables, joining, lists."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.errors import BadLesson, CogtableError, UnknownGame
from cogtable.engine.lessons.script import script_of
from cogtable.engine.play import registry
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.play.saves import save
from cogtable.engine.text.words import say
from cogtable.server.about.game_list import games_and_bots
from cogtable.server.accounts.guests import Guest, guest_of, keep
from cogtable.server.accounts.names import as_guest, skeleton
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.limits import address_of
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import checked_name
from cogtable.server.core.tokens import new_secret
from cogtable.server.core.variants import may_upload
from cogtable.server.db.accounts import Person
from cogtable.server.db.rows import BoxRow, TableRow
from cogtable.server.http.app_state import presence_of, rooms_of, store_of
from cogtable.server.http.boxes import known_variant
from cogtable.server.http.busy_hours import BusyHours
from cogtable.server.http.listings import LISTED_S, Listings
from cogtable.server.http.responses import answer, bearer, body, take
from cogtable.server.http.visibility import is_watchable, reader_of, table_infos, visible_table
from cogtable.server.rooms import service_time
from cogtable.server.table import branch as branches
from cogtable.server.table.bot_games import MOST as MOST_BOT_GAMES
from cogtable.server.table.bot_games import bot_games
from cogtable.server.table.new_table import (
    MOST_SEATS,
    check_bot,
    check_patience,
    check_time,
    name_of_creator,
    new_lesson,
    new_seats,
    new_table,
    no_lesson,
)
from cogtable.server.table.opened_match import MOST_BODY, opened_match, table_of
from cogtable.server.table.seating import hidden_table, meets, seat_of, seats_of
from cogtable.server.wire import base, lobby_api

log = logging.getLogger("cogtable.server")

MAX_LISTED = 50


async def games(request: Request) -> Response:
    """The games and the bots: `Games`."""
    found, variants = games_and_bots(), rooms_of(request).variants
    for game in found.games:
        game.variants = [variants.info(one) for one in variants.served(game.name)]
    found.uploads = may_upload(request, request.app.state.settings.uploads)
    found.page = request.app.state.settings.site is not None
    found.workbench = request.app.state.desk is not None
    found.headline = request.app.state.settings.headline
    return answer(found)


async def make_table(request: Request) -> Response:
    """Makes a table, from a `NewTable`: `Seated`."""
    rooms_of(request).service.check_open()
    take(request, "tables_made")
    wanted = await body(request, lobby_api.NewTable)
    person = await person_of(request)
    if wanted.lesson:
        return await _new_lesson(request, wanted, person)
    secret = new_secret()
    with_others = any(seat.kind == "open" for seat in wanted.seats)
    guest = sitting_guest(request, person) if with_others else None
    device = guest.id if guest else ""
    seats = new_seats(wanted.seats, await _names(request, wanted, person), secret, _account(person), device)
    check_patience(wanted.takeover, request.app.state.settings.least_away_s)
    check_time(wanted.time_control)
    variant = await known_variant(request, wanted.variant) if wanted.variant else None
    try:
        game = registry.find(wanted.game)
        if variant and variant.game.name != game.name:
            raise HTTPException(422, f"the box {wanted.variant} is for {variant.game.name}, not for {game.name}")
        row = new_table(wanted, variant.game if variant else game, seats, service_time.now())
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error
    except CogtableError as error:
        raise HTTPException(422, str(error)) from error
    await add_table(request, row, variant.row if variant else None)
    log.info("table %s: %s for %d, %s", row.id, row.game, len(seats), ", ".join(seat.kind for seat in seats))
    return recognised(request, _seated(row.id, row.creator, secret, person), guest)


async def add_table(request: Request, row: TableRow, box: BoxRow | None = None) -> None:
    """Stores a new table. Raises Exceeded if it would be listed, and too many of its address are."""
    listings: Listings = request.app.state.listings
    is_listed = row.listed and not row.started
    if is_listed:
        await listings.check(address_of(request))
    await store_of(request).add(row, box=box)
    if is_listed:
        listings.add(address_of(request), row)


def _seated(table: str, seat: int, secret: str, person: Person | None) -> Response:
    """Returns the seat that a person has now, with its secret if there is one."""
    return answer(lobby_api.Seated(table=table, seat=seat, secret="" if person or seat < 0 else secret), 201)


def sitting_guest(request: Request, person: Person | None) -> Guest | None:
    """Returns the guest who sits down with others; None for a signed-in person. Raises Refusal if they must not play
    here.
    """
    if person:
        return None
    guest = guest_of(request)
    rooms_of(request).service.check_guest(guest.id)
    return guest


def recognised(request: Request, found: Response, guest: Guest | None) -> Response:
    """Returns the answer to a guest who has sat down, so that their browser is recognised from now on."""
    if guest:
        keep(request, found, guest)
    return found


async def _new_lesson(request: Request, wanted: lobby_api.NewTable, person: Person | None) -> Response:
    """Creates a table for a game's lesson: `Seated`."""
    secret = new_secret()
    name = await called(request, person, wanted.name or say("Guest"))
    try:
        script = await asyncio.to_thread(script_of, registry.find(wanted.game), wanted.lesson_name)
    except (UnknownGame, BadLesson) as error:
        log.warning("no lesson: %s", error)
        raise HTTPException(404, no_lesson(wanted)) from error
    row, actions = new_lesson(script, name, secret, _account(person), service_time.now())
    await store_of(request).add(row, actions=actions)
    log.info("table %s: the lesson %s of %s", row.id, row.lesson_name, wanted.game)
    return _seated(row.id, row.creator, secret, person)


def _account(person: Person | None) -> str:
    return person.account.id if person else ""


async def called(request: Request, person: Person | None, name: str) -> str:
    """Returns a person's name at a table: that of their account, or the name that a guest has
    chosen. Raises Refusal.
    """
    return person.account.name if person else await _guest_name(request, name)


async def _guest_name(request: Request, name: str, person: Person | None = None) -> str:
    """Returns the display name of a guest, or of a further player on the device of a signed-in `person`. If it
    resembles the name of another account, "(guest)" is added. Raises Refusal.
    """
    name = checked_name(name)
    looks = skeleton(name)
    own = person is not None and person.account.skeleton == looks
    return name if own or not await store_of(request).accounts.is_taken(looks) else as_guest(name)


async def _names(
    request: Request, wanted: lobby_api.NewTable | lobby_api.OpenMatch, person: Person | None
) -> dict[int, str]:
    """Returns the names of the people at the creator's device, by seat. Raises Refusal."""
    own = name_of_creator(wanted)
    names = {}
    for number, seat in enumerate(wanted.seats[:MOST_SEATS]):
        if seat.kind == "me":
            named = _guest_name(request, seat.name, person) if seat.name else called(request, person, own)
            names[number] = await named
    return names


async def open_tables(request: Request) -> Response:
    """The listed tables that still have an open seat, the newest first: a list of `TableInfo`."""
    reader = await reader_of(request)
    rows = await store_of(request).open_tables(time.time() - LISTED_S, MAX_LISTED)
    shown = [(row, SPECTATOR) for row in rows if not meets(row, reader.apart)]
    return answer(await table_infos(request, shown, reader))


async def live_tables(request: Request) -> Response:
    """The public tables that are being played now with people present: a list of `TableInfo`. Those with the best rated
    people are first, the newest before others.
    """
    reader = await reader_of(request)
    rows = await store_of(request).public_tables(time.time() - LISTED_S, MAX_LISTED)
    present, unseen = await presence_of(request).present_at(rows), await store_of(request).people.unseen()
    shown = [row for row in rows if is_watchable(row, present[row.id], reader, unseen)]
    best = await _best_ratings(request, shown)
    shown.sort(key=lambda row: -best[row.id])
    return answer(await table_infos(request, [(row, SPECTATOR) for row in shown], reader))


async def _best_ratings(request: Request, rows: Sequence[TableRow]) -> dict[str, float]:
    """Returns the best rating among the people of each table in its game; 0 without any."""
    accounts = {seat.account for row in rows for seat in row.seats} - {""}
    ratings = {
        (each.account, each.game): each.rating
        for each in (await store_of(request).results.standings_of(accounts) if accounts else [])
        if each.against == "people" and each.games >= base.RATED_LEAST
    }
    return {
        row.id: max((ratings.get((seat.account, row.game), 0.0) for seat in row.seats), default=0.0) for row in rows
    }


async def busy(request: Request) -> Response:
    """When people usually come: `Busy`."""
    hours: BusyHours = request.app.state.busy
    return answer(lobby_api.Busy(hours=await hours.read(time.time())))


async def table(request: Request) -> Response:
    """One table, as a visitor can see it: `TableInfo`."""
    row, reader = await _known(request), await reader_of(request)
    seat = seat_of(row, bearer(request), reader.account)
    (found,) = await table_infos(request, [(row, seat)], reader)
    return answer(found)


async def position(request: Request) -> Response:
    """A table as the reader's seat sees it now, without choices and log: `View`. Several people at one device get the
    spectators' view. Requires the secret of a seat, or the account that owns it.
    """
    person = await person_of(request)
    async with rooms_of(request).use(request.path_params["table"]) as room:
        own = seats_of(room.table.row, bearer(request), _account(person))
        if not own:
            raise HTTPException(401, "expected the secret of a seat of this table (Authorization: Bearer ...)")
        return answer(await room.position(own[0] if len(own) == 1 else SPECTATOR))


async def notice(request: Request) -> Response:
    """The host's message to everybody: `Notice`."""
    return answer(lobby_api.Notice(words=rooms_of(request).service.message))


async def _known(request: Request) -> TableRow:
    name = request.path_params["table"]
    row = await visible_table(request, name)
    if row is None:
        raise hidden_table(name)
    return row


async def games_with_bots(request: Request) -> Response:
    """The reader's finished games against bots, by the secrets of a `Mine` or by their account: a list of `BotGame`."""
    take(request, "people_lists")
    wanted = await _held(request)
    account = (await reader_of(request)).account
    rows = {row.id: row for row in await store_of(request).tables(list(wanted))}
    if account:
        rows |= {row.id: row for row in await store_of(request).tables_of(account, MOST_BOT_GAMES)}
    seated = [(row, seat) for row in rows.values() if (seat := seat_of(row, wanted.get(row.id, ""), account)) >= 0]
    return answer(bot_games(seated))


async def _held(request: Request) -> dict[str, str]:
    """Returns the secrets of a `Mine`. Raises HTTPException if there are too many."""
    wanted = (await body(request, lobby_api.Mine)).secrets
    if len(wanted) > base.MAX_HELD:
        raise HTTPException(422, f"expected at most {base.MAX_HELD} tables; found {len(wanted)}")
    return wanted


async def mine(request: Request) -> Response:
    """The tables where the reader has a seat, by the secrets of a `Mine` or by their account, the newest first: a list
    of `TableInfo`.
    """
    wanted = await _held(request)
    reader = await reader_of(request)
    account = reader.account
    rows = await store_of(request).tables(list(wanted))
    if account:
        held = await store_of(request).tables_of(account, base.MAX_HELD)
        known = {row.id for row in held}
        rows = sorted([*held, *(row for row in rows if row.id not in known)], key=lambda row: -row.created)
    seated = [(row, seat) for row in rows if (seat := seat_of(row, wanted.get(row.id, ""), account)) >= 0]
    moved = await store_of(request).last_moves([row.id for row, _ in seated if row.started and not row.status.over])
    return answer(await table_infos(request, seated, reader, moved))


async def join(request: Request) -> Response:
    """Takes an open seat, from a `Join`: `Seated`."""
    take(request, "joins")
    wanted = await body(request, lobby_api.Join)
    person = await person_of(request)
    name = await called(request, person, wanted.name)
    guest = sitting_guest(request, person)
    secret, account, device = new_secret(), _account(person), guest.id if guest else ""
    apart = await store_of(request).people.apart_from(account or device)
    async with rooms_of(request).use(request.path_params["table"]) as room:
        seat = await room.join(wanted.seat, name, secret, account, device, apart)
    return recognised(request, _seated(room.table.row.id, seat, secret, person), guest)


async def saved(request: Request) -> Response:
    """A finished game as a file that `cogtable replay` and `cogtable analyse` read.

    Requires the secret of a seat, or the account that owns it: the file contains the deal and every move, including
    what the other players never showed.
    """
    person = await person_of(request)
    async with rooms_of(request).use(request.path_params["table"]) as room:
        table = room.table
        if seat_of(table.row, bearer(request), _account(person)) < 0:
            raise HTTPException(401, "expected the secret of a seat of this table (Authorization: Bearer ...)")
        if not table.match.over:
            raise Refusal("playing", say("this game is not over yet; you can download it after the end"))
        text = await asyncio.to_thread(save, table.match)
    return Response(
        text,
        headers={
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="{table.row.game}-{table.row.id}.json"',
        },
        media_type="application/octet-stream",
    )


async def branch(request: Request) -> Response:
    """Continues a finished game from one of its positions, from a `Branch`: `Seated`.

    Requires the secret of a seat, or the account that owns it, since others must not learn what the seat saw.
    """
    rooms_of(request).service.check_open()
    take(request, "tables_made")
    wanted = await body(request, lobby_api.Branch)
    person = await person_of(request)
    secret = new_secret()
    async with rooms_of(request).use(request.path_params["table"]) as room:
        check_bot(wanted.bot, room.table.match.game)
        seat = seat_of(room.table.row, bearer(request), _account(person))
        if seat < 0:
            raise HTTPException(401, "expected the secret of a seat of this table (Authorization: Bearer ...)")
        table = room.table
        row, actions = await asyncio.to_thread(
            branches.branch, table.row, table.match, wanted.ply, seat, wanted.bot, secret, _account(person)
        )
        await store_of(request).add(row, actions=actions)
    log.info("table %s: branch of %s after %d moves", row.id, row.branch_of, row.branch_ply)
    return _seated(row.id, seat, secret, person)


async def open_match(request: Request) -> Response:
    """Opens a saved match at a table of the sender, from an `OpenMatch`: `Seated`."""
    rooms_of(request).service.check_open()
    take(request, "tables_made")
    wanted = await body(request, lobby_api.OpenMatch, MOST_BODY)
    person = await person_of(request)
    secret = new_secret()
    match = await asyncio.to_thread(opened_match, wanted.file)
    row, actions = table_of(
        match, wanted, await _names(request, wanted, person), secret, _account(person), service_time.now()
    )
    await store_of(request).add(row, actions=actions)
    log.info("table %s: a saved match of %s, after %d moves", row.id, row.game, match.ply)
    return _seated(row.id, row.creator, secret, person)
