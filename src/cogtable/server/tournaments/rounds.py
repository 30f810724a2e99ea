"""The rounds of tournaments: they begin, their tables are made, and each result is counted once.

Nothing here is kept in memory: the pending work is read from the database each second, so any server can do it, and a
restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import secrets
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.connection import NotOwner
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.db.tournaments import PairingRow, TournamentRow, Waiting, after_round
from cogtable.server.rooms import service_time
from cogtable.server.rooms.ownership import Elsewhere
from cogtable.server.rooms.room import Room
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table.leaving import resigned_themselves
from cogtable.server.table.new_table import row_of
from cogtable.server.tournaments.pairing import Round, circle, paired, twice
from cogtable.server.tournaments.standings import FinishedGame, Line, places_of, standing
from cogtable.server.wire.base import TimeControl
from cogtable.server.wire.lobby_api import NewTable

log = logging.getLogger("cogtable.server")

LOOKS_S = 1.0
"""How often pending work is read, in seconds."""

TRIES = 5
"""How often a round is paired in all, if entrants come or go in the meantime."""


# --- progress ----------------------------------------------------------------------------------------


def each_meets_each(row: TournamentRow) -> bool:
    """Whether it is a round robin of two at a table. Then all rounds are known from the start."""
    return row.method == "robin" and row.seats == 2


def rounds_for(row: TournamentRow, players: int) -> int:
    """Returns the number of rounds for this many players: the creator's number, but with two at a table no more than
    there are opponents.

    Without a number, a round robin lasts until all players have met, and a Swiss until at most one can have won all
    games.
    """
    most = players - 1 + players % 2
    if each_meets_each(row):
        return most * (2 if row.twice else 1)
    if row.seats == 2:
        return max(1, min(row.rounds or math.ceil(math.log2(players)), most))
    if row.method == "robin":
        return row.rounds or math.ceil((players - 1) / (row.seats - 1))
    return row.rounds or math.ceil(round(math.log(players, row.seats), 9)) + 1


def taken_out(row: TournamentRow) -> frozenset[int]:
    """Returns the entrants whose games do not count: in a round robin, those who left before half of their games were
    played.
    """
    if not each_meets_each(row):
        return frozenset()
    whole = (len(row.entrants) - 1) * (2 if row.twice else 1)
    played = [player for each in row.pairings if each.counted and each.table_id for player in each.players]
    return frozenset(
        entrant.number for entrant in row.entrants if entrant.gone and 2 * played.count(entrant.number) < whole
    )


def standing_of(row: TournamentRow) -> list[Line]:
    """Returns the present standing."""
    games = [FinishedGame(each.players, each.places, each.scores) for each in row.pairings if each.counted]
    return standing([entrant.number for entrant in row.entrants], games, row.method, taken_out(row))


def _past(row: TournamentRow) -> list[Round]:
    """Returns the rounds so far."""
    found = [Round([], []) for _ in range(row.round)]
    for pairing in row.pairings:
        into = found[pairing.round - 1]
        if len(pairing.players) == 1:
            into.byes.append(pairing.players[0])
        else:
            into.tables.append(pairing.players)
    return found


def _drawn(row: TournamentRow, least: int) -> Round:
    """Returns the next round."""
    active = [entrant.number for entrant in row.active]
    random.Random(row.seed).shuffle(active)
    if each_meets_each(row):
        players = [entrant.number for entrant in row.entrants]
        random.Random(row.seed).shuffle(players)
        rounds = circle(players)
        return (twice(rounds) if row.twice else rounds)[row.round]
    past = _past(row)
    lines = standing_of(row)
    if past:
        active = [line.player for line in lines if line.player in active]
    points = {line.player: line.points for line in lines}
    return paired(active, points if row.method == "swiss" else None, past, row.seats, least, row.seed)


def next_round(row: TournamentRow, game: GameSpec, now: float) -> tuple[TournamentRow, list[TableRow]]:
    """Returns a tournament with its next round, and that round's tables. Raises CogtableError if the game does not
    support it.
    """
    wanted = row.rounds if row.round else rounds_for(row, len(row.active))
    drawn = _drawn(row, game.min_seats)
    if not drawn.tables:  # too few players are left
        return msgspec.structs.replace(row, state="over", due=None, version=row.version + 1), []
    gone = {entrant.number for entrant in row.entrants if entrant.gone}
    pairings: list[PairingRow] = []
    tables: list[TableRow] = []
    for group in [*drawn.tables, *((player,) for player in drawn.byes)]:
        here = [player for player in group if player not in gone]
        if not here:
            continue
        pairing = PairingRow(round=row.round + 1, number=len(pairings), table_id="", players=group)
        if len(here) == len(group) > 1:
            tables.append(_table(row, game, group, now))
            pairing = msgspec.structs.replace(pairing, table_id=tables[-1].id)
        else:
            places = places_of([1] * len(group), {seat for seat, player in enumerate(group) if player in gone})
            pairing = msgspec.structs.replace(pairing, places=places, counted=True)
        pairings.append(pairing)
    after = msgspec.structs.replace(
        row,
        state="running",
        round=row.round + 1,
        rounds=wanted,
        due=None,
        version=row.version + 1,
        pairings=(*row.pairings, *pairings),
    )
    return after if tables else after_round(after, now), tables


def _table(row: TournamentRow, game: GameSpec, group: Collection[int], now: float) -> TableRow:
    """Returns the table of a group: its seats are owned by the entrants, and everybody can watch."""
    match = Match(game, len(group), secrets.randbits(63), game.checked_options(row.options))
    known = {entrant.number: entrant for entrant in row.entrants}
    seats = tuple(
        SeatRow(seat=seat, kind="person", name=one.name, secret=one.secret, account=one.account)
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
        for tournament in () if self._service.draining else todo.due:
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

    # --- rounds begin ----------------------------------------------------------------------------

    async def _begin_due(self, tournament: str) -> None:
        row = await self._store.tournament(tournament)
        if row is None or row.due is None or row.due > service_time.calendar():
            return
        try:
            await self.begin(tournament)
        except Refusal as refusal:  # there were too few players at that time, so the creator begins it
            log.info("tournament %s does not begin: %s", tournament, refusal)
            await self._store.set_progress(row, msgspec.structs.replace(row, due=None))

    async def begin(self, tournament: str) -> None:
        """Begins the next round. Raises Refusal and CogtableError."""
        self._service.check_open()
        for _ in range(TRIES):
            row = await self._found(tournament)
            game = await self._game(row)
            _check_may_begin(row, game)
            after, tables = await asyncio.to_thread(next_round, row, game, service_time.calendar())
            if await self._store.begin_round(row, after, tables):
                log.info("tournament %s: round %d with %d tables", row.id, after.round, len(tables))
                return
        raise Refusal("busy", say("this tournament has just been changed; try again"))

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
        result = msgspec.structs.replace(pairing, places=places, scores=scores, counted=True)
        after = await self._store.count(row.id, result, absent, service_time.calendar())
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


def _check_may_begin(row: TournamentRow, game: GameSpec) -> None:
    """Raises Refusal unless the next round can begin."""
    if row.state == "over":
        raise Refusal("over", say("this tournament is over"))
    if any(not each.counted for each in row.pairings):
        raise Refusal("playing", say("the next round begins when all tables of this one are over"))
    least = max(game.min_seats, min(3, row.seats))
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
