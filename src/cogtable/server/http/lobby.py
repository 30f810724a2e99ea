"""The lobby: games, new tables, joining, lists."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable import bots
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadLesson, CogtableError, UnknownGame
from cogtable.engine.lessons.script import script_of
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.play.saves import save
from cogtable.engine.text.words import say
from cogtable.server.accounts.names import as_guest, skeleton
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.limits import address_of
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import checked_name
from cogtable.server.core.tokens import new_id, new_secret
from cogtable.server.core.variants import may_upload
from cogtable.server.db.accounts import Person
from cogtable.server.db.rows import NO_LESSON, SeatRow, TableRow
from cogtable.server.db.store import Store
from cogtable.server.http.boxes import known_variant
from cogtable.server.http.listings import LISTED_S, Listings
from cogtable.server.http.pages import picture_address
from cogtable.server.http.responses import answer, bearer, body, take
from cogtable.server.rooms import service_time
from cogtable.server.rooms.presence import Presence, Present
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table import branch as branches
from cogtable.server.table import clock, rated
from cogtable.server.table.seating import BOT_NAMES, is_owned, name_of, owned, seat_of, seats_of
from cogtable.server.table.solving import puzzles_of
from cogtable.server.table.table import status_of
from cogtable.server.wire import base, lobby_api

log = logging.getLogger("cogtable.server")

MAX_LISTED = 50
MAX_AWAY_S = 24 * 3600
"""The longest time without a connection after which a bot can take over a seat, in seconds."""
LEAST_GAME_S, MOST_GAME_S = 30, 6 * 3600
"""The limits of the time for a whole game, in seconds."""
LEAST_MOVE_S, MOST_MOVE_S = 5, 30 * 24 * 3600
"""The limits of the time for each decision, in seconds."""


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


def _presence(request: Request) -> Presence:
    presence: Presence = request.app.state.presence
    return presence


def _store(request: Request) -> Store:
    return _rooms(request).store


async def games(request: Request) -> Response:
    """The games and the bots: `Games`."""
    return answer(
        lobby_api.Games(
            games=[_with_variants(request, _game_info(game)) for game in _games()],
            bots=[(name, say(title)) for name, title in bots.levels()],
            uploads=may_upload(request, request.app.state.settings.uploads),
            workbench=request.app.state.desk is not None,
        )
    )


def _with_variants(request: Request, info: lobby_api.GameInfo) -> lobby_api.GameInfo:
    variants = _rooms(request).variants
    info.variants = [variants.info(one) for one in variants.served(info.name)]
    return info


def load_games() -> None:
    """Loads all games completely, so that no player waits for a game to load."""
    _games()


def reload_games() -> None:
    """Tries again to load the games that could not be loaded before."""
    _games.cache_clear()
    load_games()


@cache
def _games() -> list[Game]:
    return registry.usable(tables=True)


def _game_info(game: Game) -> lobby_api.GameInfo:
    options = [
        lobby_api.OptionInfo(
            name=name,
            title=say(option.title),
            text=say(option.text),
            default=option.default,
            low=option.low,
            high=option.high,
            choices=[say(choice) for choice in option.choices],
            on_off=[choice.lower() for choice in option.choices] == ["off", "on"],
        )
        for name, option in game.options.items()
    ]
    return lobby_api.GameInfo(
        name=game.name,
        title=say(game.title),
        tagline=say(game.tagline),
        minutes=game.minutes,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        art=picture_address(game) or game.art,
        options=options,
        lesson=_steps(game),
        puzzles=[puzzle.key for puzzle in puzzles_of(game).puzzles],
        bots=[
            *(
                lobby_api.BotInfo(name=bot.name, label=say(bot.label), text=say(bot.title))
                for bot in bots.learned(game)
            ),
            *(lobby_api.BotInfo(name=bot.name, label=bot.label, text=bot.title) for bot in bots.installed(game)),
        ],
    )


def _steps(game: Game) -> int:
    """Returns the number of steps of a game's lesson; 0 if it has no readable lesson."""
    try:
        return len(game.lesson.lesson.steps) if game.lesson else 0
    except BadLesson as error:
        log.error("the lesson of %s cannot be used: %s", game.name, error)
        return 0


async def new_table(request: Request) -> Response:
    """Makes a table, from a `NewTable`: `Seated`."""
    _rooms(request).service.check_open()
    take(request, "tables_made")
    wanted = await body(request, lobby_api.NewTable)
    person = await person_of(request)
    if wanted.lesson:
        return await _new_lesson(request, wanted, person)
    secret = new_secret()
    seats = await _new_seats(request, wanted, secret, person)
    takeover = wanted.takeover
    _check_patience(takeover, request.app.state.settings.least_away_s)
    check_time(wanted.time_control)
    seed = secrets.randbits(63) if wanted.seed is None else wanted.seed
    variant = await known_variant(request, wanted.variant) if wanted.variant else None
    try:
        game = registry.find(wanted.game)
        if variant and variant.game.name != game.name:
            raise HTTPException(422, f"the box {wanted.variant} is for {variant.game.name}, not for {game.name}")
        game = variant.game if variant else game
        for seat in seats:
            if seat.kind == "bot":
                _check_bot(seat.bot, game)
        if takeover:
            _check_bot(takeover.bot, game)
        match = Match(game, len(seats), seed, game.checked_options(wanted.options))
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error
    except CogtableError as error:
        raise HTTPException(422, str(error)) from error
    listings: Listings = request.app.state.listings
    is_listed = wanted.listed and any(seat.kind == "open" for seat in seats)
    if is_listed:
        await listings.check(address_of(request))
    mine = next((seat.seat for seat in seats if is_owned(seat)), -1)
    time_control = wanted.time_control
    if wanted.rated and not time_control and sum(seat.kind != "bot" for seat in seats) > 1:
        time_control = base.TimeControl(move_s=rated.MOVE_S, expired="resign")
    row = _new_row(
        match,
        seats,
        takeover,
        wanted.chat,
        listed=wanted.listed,
        public=wanted.public,
        chosen_seed=wanted.seed is not None,
        creator=mine,
        replacing=wanted.replacing,
        variant=wanted.variant,
        time_control=time_control,
        is_rated=wanted.rated,
    )
    await _store(request).add(row, box=variant.row if variant else None)
    if is_listed:
        listings.add(address_of(request), row)
    log.info("table %s: %s for %d, %s", row.id, game.name, len(seats), ", ".join(seat.kind for seat in seats))
    return _seated(row.id, mine, secret, person)


def _seated(table: str, seat: int, secret: str, person: Person | None) -> Response:
    """Returns the seat that a person has now, with its secret if there is one."""
    return answer(lobby_api.Seated(table=table, seat=seat, secret="" if person or seat < 0 else secret), 201)


async def _new_lesson(request: Request, wanted: lobby_api.NewTable, person: Person | None) -> Response:
    """Creates a table for a game's lesson: `Seated`."""
    secret = new_secret()
    name = await called(request, person, wanted.name or say("Guest"))
    try:
        script = await asyncio.to_thread(script_of, registry.find(wanted.game))
    except (UnknownGame, BadLesson) as error:
        log.warning("no lesson: %s", error)
        raise HTTPException(404, say("{game} has no lesson that can be played", game=wanted.game[:24])) from error
    lesson = script.lesson
    seats = tuple(
        owned(SeatRow(seat=seat, kind="person", name=name), secret, _account(person))
        if seat == lesson.learner
        else SeatRow(seat=seat, kind="bot", name=name_of(seat), bot=bots.levels()[0][0])
        for seat in range(lesson.seats)
    )
    row = _new_row(
        script.start(),
        seats,
        None,
        "off",
        listed=False,
        chosen_seed=False,
        creator=lesson.learner,
        replacing=False,
        lesson=0,
    )
    await _store(request).add(row)
    log.info("table %s: the lesson of %s", row.id, wanted.game)
    return _seated(row.id, lesson.learner, secret, person)


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
    return name if own or not await _store(request).accounts.is_taken(looks) else as_guest(name)


async def _new_seats(
    request: Request, wanted: lobby_api.NewTable, secret: str, person: Person | None
) -> tuple[SeatRow, ...]:
    seats = []
    # Bots never address people by name, so a person alone with bots needs none.
    alone = [seat.kind for seat in wanted.seats if seat.kind != "bot"] == ["me"]
    own = wanted.name or (say("Guest") if alone else "")
    for number, seat in enumerate(wanted.seats[: len(BOT_NAMES) + 1]):
        if seat.kind == "me":
            named = _guest_name(request, seat.name, person) if seat.name else called(request, person, own)
            name = await named
            seats.append(owned(SeatRow(seat=number, kind="person", name=name), secret, _account(person)))
        elif seat.kind == "open":
            seats.append(SeatRow(seat=number, kind="open"))
        else:
            seats.append(SeatRow(seat=number, kind="bot", name=name_of(number), bot=seat.bot))
    names = [seat.name for seat in seats if seat.kind == "person"]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise HTTPException(422, say("people at one device need different names; found {name} twice", name=twice))
    return tuple(seats)


def _check_bot(name: str, game: GameSpec) -> None:
    """Raises HTTPException unless `bot` is a bot that plays the game."""
    known = dict(bots.names(game))
    if name not in known:
        raise HTTPException(422, f"there is no bot '{name[:24]}' for {game.name}; there are {', '.join(known)}")


def _check_patience(takeover: base.Takeover | None, least_s: float) -> None:
    """Raises HTTPException for a bot that would take over too soon or too late."""
    if takeover and not least_s <= takeover.after_s <= MAX_AWAY_S:
        found = f"found {takeover.after_s:g}"
        raise HTTPException(422, f"a bot takes a seat over after {least_s:g} to {MAX_AWAY_S} seconds; {found}")


def check_time(control: base.TimeControl | None) -> None:
    """Raises HTTPException for a clock with too little or too much time."""
    if control is None:
        return
    game, move = control.game_s, control.move_s
    if control.for_moves and not LEAST_MOVE_S <= move <= MOST_MOVE_S:
        raise HTTPException(422, f"a clock gives {LEAST_MOVE_S} to {MOST_MOVE_S} seconds for a move; found {move:g}")
    if not control.for_moves and not (LEAST_GAME_S <= game <= MOST_GAME_S and 0 <= move <= MOST_GAME_S):
        found = f"found {game:g} and {move:g}"
        words = f"a clock gives {LEAST_GAME_S} to {MOST_GAME_S} seconds for a game and up to as many more for a move"
        raise HTTPException(422, f"{words}; {found}")


def _new_row(
    match: Match,
    seats: tuple[SeatRow, ...],
    takeover: base.Takeover | None,
    chat: base.ChatAllowed,
    *,
    listed: bool,
    public: bool = False,
    chosen_seed: bool,
    creator: int,
    replacing: bool,
    variant: str = "",
    lesson: int = NO_LESSON,
    time_control: base.TimeControl | None = None,
    is_rated: bool = False,
) -> TableRow:
    row = TableRow(
        id=new_id(),
        game=match.game.name,
        version=match.game.version,
        box=match.game.box.digest,
        options=match.options,
        seed=match.seed,
        chosen_seed=chosen_seed,
        listed=listed,
        public=public,
        created=time.time(),
        started=not any(seat.kind == "open" for seat in seats),
        status=status_of(match, lesson, clock.begun(time_control, match, seats, service_time.now())),
        seats=seats,
        game_s=time_control.game_s if time_control else 0,
        move_s=time_control.move_s if time_control else 0,
        expired=time_control.expired if time_control else "",
        takeover=takeover.bot if takeover else "",
        takeover_s=takeover.after_s if takeover else 0,
        creator=creator,
        replacing=replacing,
        variant=variant,
        chat=chat,
        rated=is_rated,
    )
    return rated.begun(row, match.game)


async def open_tables(request: Request) -> Response:
    """The listed tables that still have an open seat, the newest first: a list of `TableInfo`."""
    rows = await _store(request).open_tables(time.time() - LISTED_S, MAX_LISTED)
    present = await _presence(request).present_at(rows)
    return answer([await _info(request, row, present[row.id]) for row in rows])


async def live_tables(request: Request) -> Response:
    """The public tables that are being played now with people present, the newest first: a list of `TableInfo`."""
    rows = await _store(request).public_tables(time.time() - LISTED_S, MAX_LISTED)
    present = await _presence(request).present_at(rows)
    return answer([await _info(request, row, present[row.id]) for row in rows if present[row.id].anybody])


async def table(request: Request) -> Response:
    """One table, as a visitor can see it: `TableInfo`."""
    row = await _known(request)
    present = await _presence(request).present_at([row])
    return answer(
        await _info(request, row, present[row.id], seat_of(row, bearer(request), _account(await person_of(request))))
    )


async def position(request: Request) -> Response:
    """A table as the reader's seat sees it now, without choices and log: `View`. Several people at one device get the
    spectators' view. Requires the secret of a seat, or the account that owns it.
    """
    person = await person_of(request)
    async with _rooms(request).use(request.path_params["table"]) as room:
        own = seats_of(room.table.row, bearer(request), _account(person))
        if not own:
            raise HTTPException(401, "expected the secret of a seat of this table (Authorization: Bearer ...)")
        return answer(await room.position(own[0] if len(own) == 1 else SPECTATOR))


async def notice(request: Request) -> Response:
    """The host's message to everybody: `Notice`."""
    return answer(lobby_api.Notice(words=_rooms(request).service.message))


async def _known(request: Request) -> TableRow:
    name = request.path_params["table"]
    row = await _store(request).table(name)
    if row is None:
        raise Refusal("unknown-table", say("there is no table '{table}' here", table=name[:24]))
    return row


async def _info(request: Request, row: TableRow, present: Present, seat: int = -1) -> lobby_api.TableInfo:
    return lobby_api.TableInfo(
        table=row.id,
        game=row.game,
        occupants=_presence(request).occupants(row, present),
        created=row.created,
        started=row.started,
        over=row.status.over,
        words=row.status.words,
        waiting=[other.seat for other in row.seats if row.status.waiting >> other.seat & 1],
        seat=seat,
        lesson=row.status.lesson,
        watching=present.watching,
        variant=await _rooms(request).variants.title(row.variant),
        rated=row.rated and not row.unrated,
        left_s=clock.left_of(row, seat, service_time.now()),
        for_move=row.move_s > 0 and not row.game_s,
        tournament=row.tournament,
        places=list(row.places),
        time_control=clock.control_of(row),
    )


async def mine(request: Request) -> Response:
    """The tables where the reader has a seat, by the secrets of a `Mine` or by their account, the newest first: a list
    of `TableInfo`.
    """
    wanted = (await body(request, lobby_api.Mine)).secrets
    if len(wanted) > base.MAX_HELD:
        raise HTTPException(422, f"expected at most {base.MAX_HELD} tables; found {len(wanted)}")
    account = _account(await person_of(request))
    rows = await _store(request).tables(list(wanted))
    if account:
        held = await _store(request).tables_of(account, base.MAX_HELD)
        known = {row.id for row in held}
        rows = sorted([*held, *(row for row in rows if row.id not in known)], key=lambda row: -row.created)
    seated = [(row, seat) for row in rows if (seat := seat_of(row, wanted.get(row.id, ""), account)) >= 0]
    present = await _presence(request).present_at([row for row, _ in seated])
    return answer([await _info(request, row, present[row.id], seat) for row, seat in seated])


async def join(request: Request) -> Response:
    """Takes an open seat, from a `Join`: `Seated`."""
    take(request, "joins")
    wanted = await body(request, lobby_api.Join)
    person = await person_of(request)
    name = await called(request, person, wanted.name)
    secret = new_secret()
    async with _rooms(request).use(request.path_params["table"]) as room:
        seat = await room.join(wanted.seat, name, secret, _account(person))
    return _seated(room.table.row.id, seat, secret, person)


async def saved(request: Request) -> Response:
    """A finished game as a file that `cogtable replay` and `cogtable analyse` read.

    Requires the secret of a seat, or the account that owns it: the file contains the deal and every move, including
    what the other players never showed.
    """
    person = await person_of(request)
    async with _rooms(request).use(request.path_params["table"]) as room:
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
    _rooms(request).service.check_open()
    take(request, "tables_made")
    wanted = await body(request, lobby_api.Branch)
    person = await person_of(request)
    secret = new_secret()
    async with _rooms(request).use(request.path_params["table"]) as room:
        _check_bot(wanted.bot, room.table.match.game)
        seat = seat_of(room.table.row, bearer(request), _account(person))
        if seat < 0:
            raise HTTPException(401, "expected the secret of a seat of this table (Authorization: Bearer ...)")
        table = room.table
        row, actions = await asyncio.to_thread(
            branches.branch, table.row, table.match, wanted.ply, seat, wanted.bot, secret, _account(person)
        )
        await _store(request).add(row, actions=actions)
    log.info("table %s: branch of %s after %d moves", row.id, row.branch_of, row.branch_ply)
    return _seated(row.id, seat, secret, person)
