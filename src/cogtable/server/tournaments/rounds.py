"""The rounds of tournaments: they begin, their tables are made, and each result is counted once.

Nothing here is kept in memory: the pending work is read from the database each second, so any server can do it, and a
restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Collection, Coroutine
from contextlib import suppress
from itertools import combinations
from typing import Any

import msgspec

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import say
from cogtable.server.core.ratings import catch_up
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.connection import NotOwner
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.db.series import SeriesRow
from cogtable.server.db.tournaments import PairingRow, TournamentRow, Waiting
from cogtable.server.rooms import service_time
from cogtable.server.rooms.ownership import Elsewhere
from cogtable.server.rooms.room import Room
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table.leaving import resigned_themselves
from cogtable.server.table.new_table import row_of
from cogtable.server.tournaments.format import Conditions, least_players, over
from cogtable.server.tournaments.formats import FORMATS
from cogtable.server.tournaments.series import next_edition
from cogtable.server.tournaments.standings import places_of
from cogtable.server.wire.base import TimeControl
from cogtable.server.wire.lobby_api import NewTable

log = logging.getLogger("cogtable.server")

LOOKS_S = 1.0
"""How often pending work is read, in seconds."""

TRIES = 5
"""How often games are drawn in all, if entrants come or go in the meantime."""


# --- games begin -------------------------------------------------------------------------------------


def next_games(row: TournamentRow, game: GameSpec, given: Conditions) -> tuple[TournamentRow, list[TableRow]]:
    """Returns a tournament with its next games, and their tables. Raises CogtableError if the game does not support it.

    A game is not played if some of its players have gone, who come last then, or if the server keeps two of them apart:
    that counts as a tie.
    """
    form = FORMATS[row.method]
    if row.state == "open":
        row = form.started(row, given)
    row = msgspec.structs.replace(row, state="running", version=row.version + 1)
    drawn = form.draw(row, given)
    if drawn is None:
        return over(row), []
    gone = {entrant.number for entrant in row.entrants if entrant.gone}
    first = sum(each.round == drawn.round for each in row.pairings)
    pairings: list[PairingRow] = []
    tables: list[TableRow] = []
    for number, (group, match) in enumerate(drawn.games, first):
        pairing = PairingRow(round=drawn.round, number=number, table_id="", players=group, match=match)
        kept_apart = any(frozenset(pair) in given.apart for pair in combinations(group, 2))
        if len(group) == 1 or kept_apart or gone.intersection(group):
            places = places_of([1] * len(group), {seat for seat, player in enumerate(group) if player in gone})
            pairing = msgspec.structs.replace(pairing, places=places, counted=True, ended=given.now)
        else:
            tables.append(_table(row, game, group, given.now))
            pairing = msgspec.structs.replace(pairing, table_id=tables[-1].id)
        pairings.append(pairing)
    after = msgspec.structs.replace(row, round=drawn.round, due=drawn.again, pairings=(*row.pairings, *pairings))
    return form.progress(after, given.now) if pairings and not tables else after, tables


def _table(row: TournamentRow, game: GameSpec, group: Collection[int], now: float) -> TableRow:
    """Returns the table of a group: its seats are owned by the entrants, and everybody can watch."""
    match = Match(game, len(group), secrets.randbits(63), game.checked_options(row.options))
    known = {entrant.number: entrant for entrant in row.entrants}
    seats = tuple(
        SeatRow(seat=seat, kind="person", name=one.name, secret=one.secret, account=one.account, device=one.device)
        for seat, one in enumerate(known[player] for player in group)
    )
    goes_on = len(group) > 2 and game.leaving != "out"
    control = control_of(row)
    if control:
        control = msgspec.structs.replace(control, expired="bot" if goes_on else "resign")
    wanted = NewTable(game=game.name, variant=row.variant, public=row.listed, chat=row.chat, rated=True)  # type: ignore[arg-type]
    made = row_of(match, seats, wanted, control, service_time.now(), creator=-1)
    return msgspec.structs.replace(made, created=now, tournament=row.id)


def control_of(row: TournamentRow) -> TimeControl | None:
    """Returns the time control; None if people have unlimited time."""
    return TimeControl(game_s=row.game_s, move_s=row.move_s) if row.game_s or row.move_s else None


# --- pending work --------------------------------------------------------------------------------------


class Rounds:
    """Begins rounds and counts results, for all tournaments of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store.tournaments
        self._series = rooms.store.series
        self._began = service_time.calendar()
        """Lateness counts from here: the time before this server started, or in which it did not run, is excluded."""
        self._steps = service_time.service.steps
        self._service = rooms.service
        self._supervisor = rooms.supervisor
        self._troubles: set[str] = set()
        """The failures of this run."""
        self._said: set[str] = set()
        """The failures of the previous run. They are tried again, but not logged again."""

    def watch(self) -> None:
        """Does pending work for as long as the server runs."""
        self._supervisor.repeat("tournaments", lambda: self.look(), LOOKS_S)

    async def look(self) -> None:
        """Does the pending work."""
        now = service_time.calendar()
        if self._steps != service_time.service.steps:
            self._steps, self._began = service_time.service.steps, now
        todo = await self._store.to_do(now)
        self._said, self._troubles = self._troubles, set()
        for tournament, number, place, table in todo.over:
            await self._try(table, self._count(tournament, number, place, table))
        for waiting in todo.waiting:
            if late := self._late(waiting, now):
                await self._try(waiting.table, self._give_up(waiting.table, late[0]))
        if self._service.draining:
            return
        for series in await self._series.due(now):
            await self._try(series.id, self._continue(series, now))
        for tournament in todo.due:
            await self._try(tournament, self._begin_due(tournament))

    async def _try(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Elsewhere, NotOwner):
            return  # the table's owner does it
        except Exception as error:
            self._supervisor.count("tournaments")
            if what not in self._said:
                known = isinstance(error, CogtableError)
                log.error("tournament or table %s: %s", what, error, exc_info=None if known else error)
            self._troubles.add(what)

    async def _continue(self, series: SeriesRow, now: float) -> None:
        """Makes the next tournament of a series."""
        last = (await self._series.tournaments(series.id))[-1]
        after, made = next_edition(series, last, now)
        if await self._series.continue_with(series, after, made) and made:
            log.info("tournament %s: number %d of series %s", made.id, after.made, series.id)

    # --- rounds begin ----------------------------------------------------------------------------

    async def _begin_due(self, tournament: str) -> None:
        row = await self._store.tournament(tournament)
        if row is None or row.due is None or row.due > service_time.calendar():
            return
        try:
            await self.begin(tournament, by_itself=True)
        except (
            Refusal
        ) as refusal:  # there were too few players at that time, so the creator begins it, or it is cancelled
            log.info("tournament %s does not begin: %s", tournament, refusal)
            after = over(row) if row.series else msgspec.structs.replace(row, due=None)
            await self._store.set_progress(row, after)

    async def begin(self, tournament: str, *, by_itself: bool = False) -> None:
        """Begins the next games: the next round or, in a running tournament, those that are due (`by_itself`). Raises
        Refusal and CogtableError.
        """
        self._service.check_open()
        for _ in range(TRIES):
            row = await self._found(tournament)
            game = await self._game(row)
            _check_may_begin(row, game, by_itself=by_itself)
            given = await self._conditions(row, game)
            after, tables = await asyncio.to_thread(next_games, row, game, given)
            if await self._store.begin(row, after, tables):
                if tables:
                    log.info("tournament %s: round %d with %d new tables", row.id, after.round, len(tables))
                return
        raise Refusal("busy", say("this tournament has just been changed; try again"))

    async def _conditions(self, row: TournamentRow, game: GameSpec) -> Conditions:
        """Returns what the next draw depends on."""
        store = self._rooms.store
        by_person = {entrant.person: entrant.number for entrant in row.entrants if entrant.person}
        pairs = await store.people.blocked_among(by_person)
        ratings: dict[int, float] = {}
        if row.state == "open" and row.seeding == "rating":
            await catch_up(store)
            found = await store.results.standings_of([entrant.account for entrant in row.entrants if entrant.account])
            ratings = {
                by_person[each.account]: each.rating
                for each in found
                if each.game == row.game and each.against == "people"
            }
        apart = {frozenset(by_person[person] for person in pair) for pair in pairs}
        return Conditions(game.min_seats, service_time.calendar(), apart, ratings)

    async def _found(self, tournament: str) -> TournamentRow:
        row = await self._store.tournament(tournament)
        if row is None:
            raise Refusal("unknown-table", say("there is no tournament '{name}' here", name=tournament[:24]))
        return row

    async def _game(self, row: TournamentRow) -> GameSpec:
        variant = await self._rooms.variants.find(row.variant) if row.variant else None
        return variant.game if variant else registry.find(row.game)

    # --- games end -------------------------------------------------------------------------------

    async def _count(self, tournament: str, number: int, place: int, table: str) -> None:
        """Counts the result of a finished table."""
        row = await self._found(tournament)
        pairing = next(each for each in row.pairings if (each.round, each.number) == (number, place))
        async with self._rooms.use(table) as room:
            places, absent = _result(room)
            scores = room.table.match.scores
        await self._store_result(row, pairing, places, scores, [pairing.players[seat] for seat in absent])

    async def _store_result(
        self,
        row: TournamentRow,
        pairing: PairingRow,
        places: tuple[int, ...],
        scores: tuple[int, ...],
        absent: Collection[int],
    ) -> None:
        now = service_time.calendar()
        result = msgspec.structs.replace(pairing, places=places, scores=scores, counted=True, ended=now)
        progress = FORMATS[row.method].progress
        after = await self._store.count(row.id, result, absent, lambda counted: progress(counted, now))
        if after:
            log.info("tournament %s, round %d, table %d: %s", row.id, pairing.round, pairing.number, places)
        if after and after.state == "over":
            log.info("tournament %s is over", row.id)

    def _late(self, waiting: Waiting, now: float) -> list[int]:
        """Returns the seats that must decide and whose first move is overdue."""
        if now - max(waiting.since, self._began) < waiting.late_s:
            return []
        seats = range(waiting.waiting.bit_length())
        return [seat for seat in seats if waiting.waiting >> seat & 1 and seat not in waiting.moved]

    async def _give_up(self, table: str, seat: int) -> None:
        async with self._rooms.use(table) as room:
            if not room.table.paused:
                await room.resign(seat, "absent")

    async def forfeit(self, row: TournamentRow, player: int, *, absent: bool) -> None:
        """Makes an entrant lose at their table of this round, if it is not over. If the table can no longer be played
        here, the other players win.
        """
        pairing = next((each for each in row.pairings if not each.counted and player in each.players), None)
        if pairing is None:
            return
        seat = pairing.players.index(player)
        try:
            async with self._rooms.use(pairing.table_id) as room:
                with suppress(Refusal):  # the game is over, or they have resigned already
                    await room.resign(seat, "absent" if absent else "resigned")
        except Elsewhere:
            raise
        except Refusal as refusal:
            log.info("table %s: %s", pairing.table_id, refusal)
            places = places_of([1] * len(pairing.players), {seat})
            await self._store_result(row, pairing, places, (), [player] if absent else [])


def _check_may_begin(row: TournamentRow, game: GameSpec, *, by_itself: bool) -> None:
    """Raises Refusal unless the next games can begin."""
    if row.state == "over":
        raise Refusal("over", say("this tournament is over"))
    if not by_itself and row.ends is not None:
        raise Refusal("playing", say("an arena has begun; its tables begin by themselves"))
    if not by_itself and any(not each.counted for each in row.pairings):
        raise Refusal("playing", say("the next round begins when all tables of this one are over"))
    least = least_players(row, game.min_seats)
    if row.state == "open" and len(row.active) < least:
        raise Refusal("waiting", say("tables of this size need at least {n} players", n=least))


def _result(room: Room) -> tuple[tuple[int, ...], list[int]]:
    """Returns the places at a finished table, and the seats of those who did not come: before their first move, they
    ran out of time, or were made to lose as absent.
    """
    match, row = room.table.match, room.table.row
    gave_up = {seat.seat for seat in row.seats if seat.resigned} | match.left
    if (ending := match.interventions.ending) and ending.last >= 0:
        gave_up |= {ending.last}
    moved = {move.seat for move in match.moves if not match.is_dropping(move)}
    absent = gave_up - moved - resigned_themselves(row, match)
    return places_of(match.ranks, gave_up), sorted(absent)
