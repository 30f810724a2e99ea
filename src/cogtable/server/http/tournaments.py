"""Tournaments: making, listing, joining and leaving them, and their creators' decisions."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError, UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.text.words import say
from cogtable.server.accounts.guests import guest_id
from cogtable.server.accounts.names import skeleton
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import checked_name
from cogtable.server.core.tokens import digest, matches, new_id, new_secret
from cogtable.server.db.rows import TableRow
from cogtable.server.db.series import SeriesRow
from cogtable.server.db.tournaments import EntrantRow, PairingRow, TournamentRow, Tournaments
from cogtable.server.http.app_state import presence_of, rooms_of
from cogtable.server.http.boxes import known_variant
from cogtable.server.http.lobby import MAX_LISTED, called
from cogtable.server.http.responses import answer, bearer, body, take
from cogtable.server.http.visibility import Reader, reader_of, seats_seen
from cogtable.server.rooms import service_time
from cogtable.server.table.new_table import check_time
from cogtable.server.table.rests import zone_of
from cogtable.server.tournaments import arena, knockout
from cogtable.server.tournaments.formats import FORMATS
from cogtable.server.tournaments.rounds import Rounds, control_of
from cogtable.server.tournaments.series import SeriesLine, name_of, series_standing
from cogtable.server.tournaments.standings import shares
from cogtable.server.wire import base, lobby_api, tournament_api

log = logging.getLogger("cogtable.server")

LISTED_S = 30 * 24 * 3600
"""How long a tournament is listed, in seconds."""
LEAST_LATE_S, MOST_LATE_S = 30, 3600
"""The limits of the time for a player's first move, in seconds."""
MOST_PAUSE_S = 24 * 3600
"""The longest pause between two rounds, in seconds."""
MOST_AHEAD_S = 90 * 24 * 3600
"""How long before its start a tournament can be made, in seconds."""
MOST_RESULTS = 20
"""The number of an arena's last results that its page shows."""
MOST_RECENT = 10
"""The number of a player's last results that the page of an arena shows."""
TRIES = 5
"""How often a change is tried in all, if other changes come first."""


def _rounds(request: Request) -> Rounds:
    rounds: Rounds = request.app.state.rounds
    return rounds


def _store(request: Request) -> Tournaments:
    return rooms_of(request).store.tournaments


class _Reader(msgspec.Struct, frozen=True):
    """The requester: a secret, or the signed-in account."""

    secret: str
    account: str

    def is_(self, owner: TournamentRow | EntrantRow) -> bool:
        """Whether an owner (the creator or an entrant) is the reader."""
        return matches(self.secret, owner.secret) or bool(self.account and owner.account == self.account)

    def entrant(self, row: TournamentRow) -> EntrantRow | None:
        """Returns the reader's entry in a tournament; None if they do not take part."""
        return next((entrant for entrant in row.entrants if self.is_(entrant)), None)


async def _reader(request: Request) -> _Reader:
    person = await person_of(request)
    return _Reader(bearer(request), person.account.id if person else "")


async def _known(request: Request) -> TournamentRow:
    name = request.path_params["tournament"]
    row = await _store(request).tournament(name)
    if row is None:
        raise Refusal("unknown-table", say("there is no tournament '{name}' here", name=name[:24]))
    return row


# --- creating ------------------------------------------------------------------------------------------


async def new_tournament(request: Request) -> Response:
    """Makes a tournament, from a `NewTournament`: `Entered`."""
    wanted = await body(request, tournament_api.NewTournament)
    person = await person_of(request)
    take(request, "tournaments")
    _check(wanted)
    variant = await known_variant(request, wanted.variant) if wanted.variant else None
    try:
        game: GameSpec = registry.find(wanted.game)
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error
    if variant and variant.game.name != game.name:
        raise HTTPException(422, f"the box {wanted.variant} is for {variant.game.name}, not for {game.name}")
    game = variant.game if variant else game
    if not max(2, game.min_seats) <= wanted.seats <= game.max_seats:
        expected = f"expected {max(2, game.min_seats)} to {game.max_seats} seats"
        raise HTTPException(422, f"{expected} for {game.name}; found {wanted.seats}")
    try:
        options = game.checked_options(_fair(game) | wanted.options)
    except CogtableError as error:
        raise HTTPException(422, str(error)) from error
    by = await called(request, person, wanted.by)
    secret = new_secret()
    kept, account = ("", person.account.id) if person else (digest(secret), "")
    device = "" if person else guest_id(request)
    control = wanted.time_control
    row = TournamentRow(
        id=new_id(),
        name=checked_name(wanted.name, base.MAX_TITLE),
        game=game.name,
        variant=wanted.variant,
        options=options,
        seats=wanted.seats,
        method=wanted.method,
        twice=wanted.twice,
        rounds=wanted.rounds,
        most=wanted.most,
        game_s=control.game_s if control else 0,
        move_s=control.move_s if control else 0,
        late_s=wanted.late_s,
        pause_s=wanted.pause_s,
        best_of=wanted.best_of,
        seeding=wanted.seeding,
        third=wanted.third,
        advance=wanted.advance,
        length_s=wanted.length_s,
        zone=wanted.zone,
        chat=wanted.chat,
        listed=wanted.listed,
        seed=secrets.randbits(63),
        created=time.time(),
        creator=by,
        due=wanted.starts,
        secret=kept,
        account=account,
        entrants=(EntrantRow(number=0, name=by, secret=kept, account=account, device=device),) if wanted.plays else (),
    )
    if variant:
        await rooms_of(request).store.keep_box(variant.row)
    if wanted.series:
        await _add_series(request, row, wanted.series)
    else:
        await _store(request).add(row)
    log.info("tournament %s: %s, %s", row.id, game.name, row.method)
    number = 0 if wanted.plays else -1
    return answer(tournament_api.Entered(tournament=row.id, number=number, secret="" if person else secret), 201)


async def _add_series(request: Request, first: TournamentRow, wanted: tournament_api.NewSeries) -> None:
    """Stores a new series with its first tournament. Raises HTTPException if it has no account or time."""
    if not first.account:
        raise HTTPException(422, say("a series goes on by itself, so you need an account; sign in first"))
    if first.due is None or not first.zone:
        raise HTTPException(422, say("expected a start and a time zone for a series"))
    if not 2 <= wanted.editions <= tournament_api.MOST_EDITIONS:
        raise _between("tournaments in a series", 2, tournament_api.MOST_EDITIONS, wanted.editions)
    if not 0 <= wanted.best <= wanted.editions:
        raise _between("results that count, or 0 for all", 1, wanted.editions, wanted.best)
    row = SeriesRow(
        id=new_id(),
        name=first.name,
        every=wanted.every,
        counts=wanted.counts,
        best=wanted.best,
        editions=wanted.editions,
        made=1,
        rounds=first.rounds,
        starts=first.due,
        due=first.due,
    )
    named = msgspec.structs.replace(first, series=row.id, name=name_of(row, 1))
    await rooms_of(request).store.series.add(row, named)


def _fair(game: GameSpec) -> dict[str, int]:
    """Returns a game's options that differ in a tournament: hints are off."""
    return {"assists": 0} if "assists" in game.options else {}


def _check(wanted: tournament_api.NewTournament) -> None:
    """Raises HTTPException for invalid numbers."""
    check_time(wanted.time_control)
    now = service_time.calendar()
    if not 2 <= wanted.most <= base.MAX_PLAYERS:
        raise _between("players", 2, base.MAX_PLAYERS, wanted.most)
    if not 0 <= wanted.rounds <= base.MAX_ROUNDS:
        raise _between("rounds", 0, base.MAX_ROUNDS, wanted.rounds)
    if wanted.late_s and not LEAST_LATE_S <= wanted.late_s <= MOST_LATE_S:
        raise _between("seconds for the first move, or 0", LEAST_LATE_S, MOST_LATE_S, wanted.late_s)
    if wanted.pause_s is not None and not 0 <= wanted.pause_s <= MOST_PAUSE_S:
        raise _between("seconds between rounds", 0, MOST_PAUSE_S, wanted.pause_s)
    if not 1 <= wanted.best_of <= tournament_api.MAX_GAMES:
        raise _between("games in a match", 1, tournament_api.MAX_GAMES, wanted.best_of)
    if not 0 <= wanted.advance < max(wanted.seats, 2):
        raise _between("players who go on from a table", 0, wanted.seats - 1, wanted.advance)
    _check_arena(wanted)
    if wanted.zone:
        zone_of(wanted.zone)
    if wanted.starts is not None and not now - 60 <= wanted.starts <= now + MOST_AHEAD_S:
        raise HTTPException(
            422, say("expected a start within 90 days, or none: then the creator begins the tournament")
        )


def _check_arena(wanted: tournament_api.NewTournament) -> None:
    """Raises HTTPException if an arena has no length or no end of its games, or another tournament has a length."""
    least, most = tournament_api.LEAST_LENGTH_S, tournament_api.MOST_LENGTH_S
    if wanted.method != "arena":
        if wanted.length_s:
            raise HTTPException(422, f"expected a length only for an arena; found {wanted.length_s:g} seconds")
        return
    if not least <= wanted.length_s <= most:
        raise _between("seconds for an arena", least, most, wanted.length_s)
    if not (wanted.time_control and wanted.time_control.game_s):
        raise HTTPException(422, say("an arena needs a time control for the whole game, so that its games end"))


def _between(what: str, least: float, most: float, found: float) -> HTTPException:
    return HTTPException(422, f"expected {least} to {most} {what}; found {found:g}")


# --- reading -------------------------------------------------------------------------------------------


async def listed(request: Request) -> Response:
    """The listed tournaments, the newest first: a list of `TournamentInfo`."""
    rows = await _store(request).listed(time.time() - LISTED_S, MAX_LISTED)
    reader, visitor = await _reader(request), await reader_of(request)
    seen = [row for row in rows if row.account not in visitor.apart or reader.entrant(row)]
    return answer([await _info(request, row, reader, visitor) for row in seen])


async def mine(request: Request) -> Response:
    """The tournaments that the reader made or takes part in, by the secrets of a `Mine` or by their account, the newest
    first: a list of `TournamentInfo`.
    """
    wanted = (await body(request, lobby_api.Mine)).secrets
    if len(wanted) > base.MAX_HELD:
        raise HTTPException(422, f"expected at most {base.MAX_HELD} tournaments; found {len(wanted)}")
    account = (await _reader(request)).account
    visitor = await reader_of(request)
    found = []
    for row in await _store(request).of(list(wanted), account, MAX_LISTED):
        info = await _info(request, row, _Reader(wanted.get(row.id, ""), account), visitor)
        if info.mine or info.entered:
            found.append(info)
    return answer(found)


async def tournament(request: Request) -> Response:
    """One tournament: `Tournament`."""
    return await _shown(request, await _known(request), await _reader(request))


async def _info(
    request: Request, row: TournamentRow, reader: _Reader, visitor: Reader
) -> tournament_api.TournamentInfo:
    own = reader.entrant(row)
    return tournament_api.TournamentInfo(
        tournament=row.id,
        name=row.name,
        game=row.game,
        by="" if row.account in visitor.apart else row.creator,
        created=row.created,
        state=row.state,
        variant=await rooms_of(request).variants.title(row.variant),
        seats=row.seats,
        method=row.method,
        twice=row.twice,
        players=row.players,
        most=row.most,
        round=row.round,
        rounds=row.rounds,
        due=row.due,
        time_control=control_of(row),
        late_s=row.late_s,
        pause_s=row.pause_s,
        best_of=row.best_of,
        seeding=row.seeding,
        third=row.third,
        advance=row.advance,
        length_s=row.length_s,
        ends=row.ends,
        zone=row.zone,
        series=row.series,
        mine=reader.is_(row),
        entered=own is not None and not own.gone,
    )


async def _shown(request: Request, row: TournamentRow, reader: _Reader, status: int = 200) -> Response:
    own = reader.entrant(row)
    visitor, unseen = await reader_of(request), await rooms_of(request).store.people.unseen()
    form = FORMATS[row.method]
    going = [each.table_id for each in row.pairings if each.table_id and not each.counted]
    tables = {each.id: each for each in await rooms_of(request).store.tables(going)} if going else {}
    presence = presence_of(request)
    present = await presence.present_at(list(tables.values()))
    here = {table: seats_seen(row, visitor, unseen).intersection(present[table].seats) for table, row in tables.items()}
    shown = row.pairings
    if row.method == "arena":
        ended = [each for each in row.pairings if each.counted][-MOST_RESULTS:]
        shown = tuple(each for each in row.pairings if not each.counted or each in ended)
    winners = _winners(row)
    found = tournament_api.Tournament(
        info=await _info(request, row, reader, visitor),
        entrants=_entrants(row, visitor.apart),
        tiebreaks=list(form.TIEBREAKS),
        tables=[
            _table(each, tables.get(each.table_id), here.get(each.table_id, ()), winners.get((each.round, each.match)))
            for each in shown
        ],
        options=row.options,
        me=own.number if own else -1,
        now=service_time.calendar(),
    )
    return answer(found, status)


def _winners(row: TournamentRow) -> dict[tuple[int, int], int]:
    """Returns who has won the matches of a knock-out of two, by round and match."""
    if row.method != "knockout" or row.seats > 2:
        return {}
    return {
        (number, at): match.winner
        for number in range(1, row.round + 1)
        for at, match in knockout.matches_of(row, number).items()
        if match.winner is not None
    }


def _entrants(row: TournamentRow, apart: Collection[str]) -> list[tournament_api.Entrant]:
    """Returns the participants in the order of the standing, for a reader who is kept `apart` from some: those have no
    name. Those whose games do not count come last.
    """
    known = {entrant.number: entrant for entrant in row.entrants}
    lines = FORMATS[row.method].standing(row)
    games = arena.played(row) if row.method == "arena" else {}
    found = []
    for line in lines:
        tiebreaks = [round(float(each), 2) for each in line.tiebreaks]
        one = _entrant(known.pop(line.player), line.rank, float(line.points), tiebreaks, apart)
        own = [float(each) for each in games.get(line.player, ())]
        found.append(msgspec.structs.replace(one, games=len(own), recent=own[-MOST_RECENT:]))
    last = len(lines) + 1
    return [*found, *(_entrant(each, last, 0, [], apart, out=True) for _, each in sorted(known.items()))]


def _entrant(
    row: EntrantRow, rank: int, points: float, tiebreaks: list[float], apart: Collection[str], *, out: bool = False
) -> tournament_api.Entrant:
    hidden = row.person in apart or not row.name
    return tournament_api.Entrant(
        number=row.number,
        name=say("Player {n}", n=row.number + 1) if hidden else row.name,
        rank=rank,
        points=round(points, 3),
        tiebreaks=tiebreaks,
        since=row.since,
        gone=row.gone,
        out=out,
        account=bool(row.account) and not hidden,
        seeded=row.seeded,
    )


def _table(
    row: PairingRow, table: TableRow | None, here: Collection[int], winner: int | None
) -> tournament_api.TournamentTable:
    alone = len(row.players) == 1
    return tournament_api.TournamentTable(
        round=row.round,
        number=row.number,
        table=row.table_id,
        players=list(row.players),
        counted=row.counted,
        match=row.match,
        winner=-1 if winner is None else winner,
        places=list(row.places),
        scores=list(row.scores),
        points=[] if alone or not row.counted else [round(float(each), 3) for each in shares(row.places)],
        here=[player for seat, player in enumerate(row.players) if seat in here],
        words=table.status.words if table else "",
    )


# --- entrants --------------------------------------------------------------------------------------------


async def join(request: Request) -> Response:
    """Joins a tournament from the next round on, from a `JoinTournament`: `Entered`."""
    take(request, "joins")
    wanted = await body(request, tournament_api.JoinTournament)
    person = await person_of(request)
    name = await called(request, person, wanted.name)
    reader = await _reader(request)
    secret = new_secret()
    for _ in range(TRIES):
        row = await _known(request)
        own = reader.entrant(row) or next((one for one in row.entrants if matches(secret, one.secret)), None)
        if own:
            return answer(tournament_api.Entered(tournament=row.id, number=own.number, secret=_given(secret, own)), 201)
        _check_open(row, name)
        made = not reader.account and reader.is_(row)  # one secret is then enough for both
        entrant = EntrantRow(
            number=max((each.number for each in row.entrants), default=-1) + 1,
            name=name,
            secret="" if reader.account else row.secret if made else digest(secret),
            account=reader.account,
            since=1 if row.method == "arena" else row.round + 1,
            device="" if reader.account else guest_id(request),
        )
        if await _store(request).change_entrant(row, entrant, due=_due_after_change(row)):
            log.info("tournament %s: entrant %d", row.id, entrant.number)
            given = tournament_api.Entered(tournament=row.id, number=entrant.number, secret=_given(secret, entrant))
            return answer(given, 201)
    raise _busy()


def _given(secret: str, entrant: EntrantRow) -> str:
    """Returns the secret if it is the entrant's; otherwise empty."""
    return secret if matches(secret, entrant.secret) else ""


def _check_open(row: TournamentRow, name: str) -> None:
    """Raises Refusal and HTTPException unless a person with that name can join a tournament."""
    if row.state == "over":
        raise Refusal("over", say("this tournament is over"))
    if row.state == "running" and (why := FORMATS[row.method].why_closed(row)):
        raise Refusal("playing", why)
    if len(row.active) >= row.most:
        raise Refusal("busy", say("this tournament is full: it has {n} players", n=row.most))
    looks = skeleton(name)
    if any(skeleton(entrant.name) == looks for entrant in row.entrants):
        words = say("another player in this tournament has the name {name}, or one that looks like it", name=name)
        raise HTTPException(409, words)


async def withdraw(request: Request) -> Response:
    """Withdraws an entrant, or removes one for the creator, from a `ChosenEntrant`: `Tournament`."""

    def left(row: TournamentRow, reader: _Reader, own: EntrantRow) -> EntrantRow | None:
        if row.state == "over":
            raise Refusal("over", say("this tournament is over"))
        why = "left" if reader.is_(own) else "removed"
        return None if row.state == "open" else msgspec.structs.replace(own, gone=why)

    return await _change_entrant(request, left)


async def come_back(request: Request) -> Response:
    """Lets an entrant who was gone take part again, from a `ChosenEntrant`: `Tournament`."""

    def back(row: TournamentRow, reader: _Reader, own: EntrantRow) -> EntrantRow | None:
        if row.state == "over" or (row.round and FORMATS[row.method].is_last(row)):
            raise Refusal("over", say("the last round has begun"))
        if own.gone == "removed" and not reader.is_(row):
            raise Refusal("not-seated", say("only the creator of the tournament can bring you back"))
        return msgspec.structs.replace(own, gone="")

    return await _change_entrant(request, back)


async def _change_entrant(
    request: Request, change: Callable[[TournamentRow, _Reader, EntrantRow], EntrantRow | None]
) -> Response:
    wanted = await body(request, tournament_api.ChosenEntrant)
    reader = await _reader(request)
    for _ in range(TRIES):
        row = await _known(request)
        own = _chosen(row, reader, wanted.number)
        after = change(row, reader, own)
        due = _due_after_change(row)
        if after == own or await _store(request).change_entrant(row, after, own.number, due):
            return await _shown(request, await _known(request), reader)
    raise _busy()


def _due_after_change(row: TournamentRow) -> float | None:
    """Returns when games are drawn after a change of the entrants: in an arena at once."""
    return service_time.calendar() if row.method == "arena" and row.state == "running" else None


def _chosen(row: TournamentRow, reader: _Reader, number: int) -> EntrantRow:
    """Returns the entrant whom the reader can change. Raises Refusal."""
    own = reader.entrant(row)
    if number < 0:
        if own is None:
            raise Refusal("not-seated", say("you are not in this tournament"))
        return own
    found = next((entrant for entrant in row.entrants if entrant.number == number), None)
    if found is None:
        raise Refusal("malformed", say("there is no player number {n} in this tournament", n=number))
    if found != own:
        _check_maker(row, reader)
    return found


def _busy() -> Refusal:
    return Refusal("busy", say("this tournament has just been changed; try again"))


# --- the creator's decisions -------------------------------------------------------------------------------


def _check_maker(row: TournamentRow, reader: _Reader) -> None:
    if not reader.is_(row):
        raise Refusal("secret", say("only the creator of this tournament can do that"))


async def begin_round(request: Request) -> Response:
    """Begins the next round: `Tournament`."""
    row, reader = await _known(request), await _reader(request)
    _check_maker(row, reader)
    try:
        await _rounds(request).begin(row.id)
    except Refusal:
        raise
    except CogtableError as error:
        raise HTTPException(422, str(error)) from error
    return await _shown(request, await _known(request), reader)


async def forfeit(request: Request) -> Response:
    """Makes an entrant who does not come lose at their table of this round, from a `ChosenEntrant`: `Tournament`."""
    wanted = await body(request, tournament_api.ChosenEntrant)
    row, reader = await _known(request), await _reader(request)
    _check_maker(row, reader)
    own = _chosen(row, reader, wanted.number)
    await _rounds(request).forfeit(row, own.number, absent=True)
    await _rounds(request).look()
    return await _shown(request, await _known(request), reader)


async def end_tournament(request: Request) -> Response:
    """Ends a tournament, or cancels it before it begins; unfinished tables do not count: `Tournament`."""
    reader = await _reader(request)
    for _ in range(TRIES):
        row = await _known(request)
        _check_maker(row, reader)
        over = msgspec.structs.replace(row, state="over", due=None, version=row.version + 1)
        if row.state == "over" or await _store(request).set_progress(row, over):
            return await _shown(request, await _known(request), reader)
    raise _busy()


# --- series ----------------------------------------------------------------------------------------------


async def _known_series(request: Request) -> tuple[SeriesRow, list[TournamentRow]]:
    name = request.path_params["series"]
    row = await rooms_of(request).store.series.series(name)
    if row is None:
        raise Refusal("unknown-table", say("there is no series '{name}' here", name=name[:24]))
    return row, await rooms_of(request).store.series.tournaments(row.id)


async def series(request: Request) -> Response:
    """One series of tournaments: `Series`."""
    take(request, "people_lists")
    row, editions = await _known_series(request)
    reader, visitor = await _reader(request), await reader_of(request)
    finished = [each for each in editions if each.state == "over" and each.round]
    found = tournament_api.Series(
        series=row.id,
        name=row.name,
        every=row.every,
        counts=row.counts,
        best=row.best,
        editions=row.editions,
        starts=row.starts,
        due=row.due,
        zone=editions[-1].zone,
        mine=reader.is_(editions[-1]),
        now=service_time.calendar(),
        tournaments=[await _info(request, each, reader, visitor) for each in editions],
        players=[
            _series_player(line, visitor)
            for line in await asyncio.to_thread(series_standing, finished, row.counts, row.best)
        ],
    )
    return answer(found)


def _series_player(line: SeriesLine, visitor: Reader) -> tournament_api.SeriesPlayer:
    one = line.entrant
    hidden = one.person in visitor.apart or not one.name
    return tournament_api.SeriesPlayer(
        name=say("Player {n}", n=one.number + 1) if hidden else one.name,
        rank=line.rank,
        points=round(float(line.total), 3),
        results=[None if each is None else round(float(each), 3) for each in line.results],
        counted=line.counted,
        account=bool(one.account) and not hidden,
        me=bool(one.person) and one.person == visitor.id,
    )


async def end_series(request: Request) -> Response:
    """Ends a series: no more tournaments are made. Those that exist are still played: `Series`."""
    store = rooms_of(request).store.series
    for _ in range(TRIES):
        row, editions = await _known_series(request)
        _check_maker(editions[-1], await _reader(request))
        if row.due is None or await store.continue_with(row, msgspec.structs.replace(row, due=None), None):
            return await series(request)
    raise _busy()
