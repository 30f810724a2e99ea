"""Tournaments in the database: their settings, their entrants, and the tables of each round with their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from cogtable.server.db import tables
from cogtable.server.db.connection import Run
from cogtable.server.db.rows import TableRow
from cogtable.server.db.schema import ACTIONS, ENTRANTS, PAIRINGS, SEATS, TABLES, TOURNAMENTS

State = Literal["open", "running", "over"]
"""Before the first round, during the rounds, after the last."""

Method = Literal["robin", "swiss", "knockout", "arena"]
"""How players are paired."""

Gone = Literal["", "left", "absent", "removed"]
"""Why an entrant gets no table: they left (in an arena, they pause), did not come to their table, or were removed by
the creator.
"""


class EntrantRow(msgspec.Struct, kw_only=True, frozen=True):
    """A participant, from the round `since` on: the holder of a secret (`secret` is its digest), or an `account`.
    Participants who are `gone` get no table. `seeded` is their place in the seeding of a knock-out, from 1; 0 without
    one. `device` is the id of a guest's browser (see `accounts/guests.py`), empty for accounts.
    """

    number: int
    name: str
    secret: str = ""
    account: str = ""
    since: int = 1
    gone: Gone = ""
    seeded: int = 0
    device: str = ""

    @property
    def person(self) -> str:
        """The id under which others block the participant; empty if the server cannot recognise them elsewhere."""
        return self.account or self.device


class PairingRow(msgspec.Struct, kw_only=True, frozen=True):
    """The players who meet in a `round`, in the order of their seats. A single player has a bye.

    Once it is `counted`, `places` and `scores` are those of the players, and never change. `ended` is when that was;
    None if the game ended before this was stored. There is no table if one side was gone before the round, or if the
    server keeps the players apart. `match` is the position in the bracket of a knock-out, from 0 in each round.
    """

    round: int
    number: int
    table_id: str
    players: tuple[int, ...]
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    counted: bool = False
    match: int = 0
    ended: float | None = None


class TournamentRow(msgspec.Struct, kw_only=True, frozen=True):
    """A tournament: its creator's settings and its progress.

    `seats` is the maximum number of players at a table, `most` that of the tournament. There are `rounds`; until it
    begins, zero means as many as needed. `late_s`: a player who does not make their first move within this many seconds
    loses; 0 if only clocks count. `pause_s`: the next round begins automatically this many seconds after the last table
    is over; None if the creator begins it. `due` is when the next games begin automatically, if that is known.
    `version` grows with each change of the entrants.

    A knock-out has matches of `best_of` games, a `seeding` by lot or by rating and, if `third`, a match for the third
    place; at larger tables, `advance` players of each go on, or half of them if it is 0. An arena takes `length_s`
    seconds; no game begins after it `ends`. `zone` is the creator's time zone ("Europe/London"; "" if unknown),
    `series` the id of the series that it is part of.
    """

    id: str
    name: str
    game: str
    variant: str
    options: dict[str, int]
    seats: int
    method: Method
    twice: bool
    rounds: int
    most: int
    game_s: float
    move_s: float
    late_s: float
    pause_s: float | None
    chat: str
    listed: bool
    seed: int
    created: float
    creator: str
    secret: str
    account: str
    state: State = "open"
    round: int = 0
    due: float | None = None
    version: int = 0
    best_of: int = 1
    seeding: Literal["lot", "rating"] = "lot"
    third: bool = False
    advance: int = 0
    length_s: float = 0
    ends: float | None = None
    zone: str = ""
    series: str = ""
    entrants: tuple[EntrantRow, ...] = ()
    pairings: tuple[PairingRow, ...] = ()

    @property
    def active(self) -> list[EntrantRow]:
        """The entrants who get tables."""
        return [entrant for entrant in self.entrants if not entrant.gone]

    @property
    def players(self) -> int:
        """The number of entrants who take part or, once it is over, took part."""
        if self.state == "over" and self.round:
            return sum(entrant.since <= self.round for entrant in self.entrants)
        return len(self.active)


class Waiting(msgspec.Struct, kw_only=True, frozen=True):
    """A table in progress: which seats must decide (`waiting` has a bit for each), which have moved, the time of the
    last move, and the time limit for a player's first move.
    """

    table: str
    waiting: int
    moved: frozenset[int]
    since: float
    late_s: float


class ToDo(msgspec.Struct, kw_only=True, frozen=True):
    """Work that is due now: tournaments whose next round is due, tables that are over and not counted (tournament,
    round and number, table), and tables where a player may be late.
    """

    due: list[str]
    over: list[tuple[str, int, int, str]]
    waiting: list[Waiting]


class Tournaments:
    """The tournaments of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def add(self, row: TournamentRow) -> None:
        """Stores a new tournament with its first entrants."""
        await self._run(lambda connection: add(connection, row))

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """Returns the tournament with that id, complete."""
        return await self._run(lambda connection: whole(connection, tournament))

    async def listed(self, since: float, most: int) -> list[TournamentRow]:
        """Returns the listed tournaments made after `since`, without their pairings, the newest first."""
        wanted = sa.and_(TOURNAMENTS.c.listed, TOURNAMENTS.c.created >= since)
        return await self._run(lambda connection: _read(connection, wanted, most))

    async def of(self, ids: Sequence[str], account: str, most: int | None = None) -> list[TournamentRow]:
        """Returns the tournaments with those ids, and those that an account made or takes part in, without their
        pairings.
        """
        wanted: sa.ColumnElement[bool] = TOURNAMENTS.c.id.in_(ids)
        if account:
            takes_part = sa.select(ENTRANTS.c.tournament_id).where(ENTRANTS.c.account == account)
            wanted = sa.or_(wanted, TOURNAMENTS.c.account == account, TOURNAMENTS.c.id.in_(takes_part))
        return await self._run(lambda connection: _read(connection, wanted, most))

    # --- entrants --------------------------------------------------------------------------------

    async def change_entrant(
        self, seen: TournamentRow, entrant: EntrantRow | None, gone: int = -1, due: float | None = None
    ) -> bool:
        """Stores a new or changed entrant, or deletes the one with number `gone`. The next games begin when they are
        `due`; None if that does not change. Returns False, with nothing changed, if the tournament has changed since it
        was `seen`.
        """

        def work(connection: sa.Connection) -> bool:
            if not _lock(connection, seen):
                return False
            own = ENTRANTS.c.tournament_id == seen.id
            number = entrant.number if entrant else gone
            connection.execute(ENTRANTS.delete().where(own, ENTRANTS.c.number == number))
            if entrant:
                _add_entrant(connection, seen.id, entrant)
            change = TOURNAMENTS.update().where(TOURNAMENTS.c.id == seen.id)
            connection.execute(change.values(version=seen.version + 1, due=seen.due if due is None else due))
            return True

        return await self._run(work)

    # --- rounds ----------------------------------------------------------------------------------

    async def begin(self, seen: TournamentRow, after: TournamentRow, new: Sequence[TableRow]) -> bool:
        """Stores the new pairings of `after`, their `new` tables, and the seeding, all or nothing. Returns False, with
        nothing changed, if the tournament has changed since it was `seen`.
        """

        def work(connection: sa.Connection) -> bool:
            if not _lock(connection, seen):
                return False
            for table in new:
                tables.insert(connection, table)
            for pairing in after.pairings[len(seen.pairings) :]:
                values = msgspec.structs.asdict(pairing)
                written = {name: _written(values[name]) for name in ("players", "places", "scores")}
                keys = {"tournament_id": seen.id, "table_id": pairing.table_id or None}
                connection.execute(PAIRINGS.insert().values(**values | written | keys))
            for before, entrant in zip(seen.entrants, after.entrants, strict=True):
                if entrant.seeded != before.seeded:
                    own = (ENTRANTS.c.tournament_id == seen.id, ENTRANTS.c.number == entrant.number)
                    connection.execute(ENTRANTS.update().where(*own).values(seeded=entrant.seeded))
            _set_progress(connection, after)
            return True

        return await self._run(work)

    async def count(
        self,
        tournament: str,
        pairing: PairingRow,
        gone: Iterable[int],
        progress: Callable[[TournamentRow], TournamentRow],
    ) -> TournamentRow | None:
        """Stores the result of a pairing, once: a later result changes nothing. The entrants in `gone` get no more
        tables.

        Stores and returns the tournament as `progress` continues it after the result; None if nothing changed.
        """

        def work(connection: sa.Connection) -> TournamentRow | None:
            own = TOURNAMENTS.c.id == tournament
            change = TOURNAMENTS.update().where(own, TOURNAMENTS.c.state == "running")
            # Other transactions wait from here on, so of two that count the last tables, one sees both results.
            if not connection.execute(change.values(version=TOURNAMENTS.c.version + 1)).rowcount:
                return None
            where = (
                PAIRINGS.c.tournament_id == tournament,
                PAIRINGS.c.round == pairing.round,
                PAIRINGS.c.number == pairing.number,
                sa.not_(PAIRINGS.c.counted),
            )
            result = {"places": _written(pairing.places), "scores": _written(pairing.scores), "ended": pairing.ended}
            if not connection.execute(PAIRINGS.update().where(*where).values(**result, counted=True)).rowcount:
                return None
            absent = (ENTRANTS.c.tournament_id == tournament, ENTRANTS.c.number.in_(list(gone)))
            connection.execute(ENTRANTS.update().where(*absent, ENTRANTS.c.gone == "").values(gone="absent"))
            row = whole(connection, tournament)
            assert row is not None
            row = progress(row)
            _set_progress(connection, row)
            return row

        return await self._run(work)

    async def set_progress(self, seen: TournamentRow, after: TournamentRow) -> bool:
        """Stores the progress of a tournament. Returns False, with nothing changed, if it has changed since `seen`."""

        def work(connection: sa.Connection) -> bool:
            if not _lock(connection, seen):
                return False
            _set_progress(connection, after)
            return True

        return await self._run(work)

    async def to_do(self, now: float) -> ToDo:
        """Returns the work that is due now."""

        def work(connection: sa.Connection) -> ToDo:
            due = sa.select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.due <= now).order_by(TOURNAMENTS.c.due)
            going = sa.and_(sa.not_(PAIRINGS.c.counted), TOURNAMENTS.c.state == "running")
            unfinished = (
                sa.select(PAIRINGS, TABLES.c.over, TABLES.c.waiting, TABLES.c.created, TOURNAMENTS.c.late_s)
                .join(TOURNAMENTS, TOURNAMENTS.c.id == PAIRINGS.c.tournament_id)
                .join(TABLES, TABLES.c.id == PAIRINGS.c.table_id)
                .where(going, sa.or_(TABLES.c.over, TABLES.c.created + TOURNAMENTS.c.late_s <= now))
            )
            found = connection.execute(unfinished).all()
            open_ = [row for row in found if not row.over and row.late_s]
            return ToDo(
                due=list(connection.scalars(due)),
                over=[(row.tournament_id, row.round, row.number, row.table_id) for row in found if row.over],
                waiting=_waiting(connection, open_),
            )

        return await self._run(work)


# --- accounts ------------------------------------------------------------------------------------------


def claim(connection: sa.Connection, account: str, secrets: Mapping[str, str]) -> list[str]:
    """Gives an account the entries, seats and tournaments with these digests of secrets, by tournament. The secrets are
    void then. Returns the tournaments and their tables.
    """
    known = sa.select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id.in_(secrets))
    found = []
    for tournament in list(connection.scalars(known)):
        secret = secrets[tournament]
        own_tables = (PAIRINGS.c.tournament_id == tournament, PAIRINGS.c.table_id.is_not(None))
        paired = sa.select(PAIRINGS.c.table_id).where(*own_tables)
        owned = (
            (TOURNAMENTS, TOURNAMENTS.c.id == tournament),
            (ENTRANTS, ENTRANTS.c.tournament_id == tournament),
            (SEATS, SEATS.c.table_id.in_(paired)),
        )
        for kind, where in owned:
            own = sa.and_(where, kind.c.secret == secret, kind.c.secret != "")
            no_guest = {"device": ""} if "device" in kind.c else {}
            connection.execute(kind.update().where(own).values(account=account, secret="", **no_guest))
        found += [tournament, *connection.scalars(paired)]
    return found


def forget(connection: sa.Connection, account: str) -> None:
    """Removes an account's entries from open tournaments, and its name from all others."""
    nobody: dict[str, Any] = {"account": "", "secret": ""}
    open_ = sa.select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.state == "open")
    connection.execute(ENTRANTS.delete().where(ENTRANTS.c.account == account, ENTRANTS.c.tournament_id.in_(open_)))
    connection.execute(ENTRANTS.update().where(ENTRANTS.c.account == account).values(**nobody, name="", gone="left"))
    connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.account == account).values(**nobody, creator=""))


# --- rows ----------------------------------------------------------------------------------------------


def add(connection: sa.Connection, row: TournamentRow) -> None:
    """Stores a new tournament with its first entrants."""
    if connection.scalar(sa.select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id == row.id)) is not None:
        return  # it was stored before the connection broke
    values = msgspec.structs.asdict(row)
    entrants: tuple[EntrantRow, ...] = values.pop("entrants")
    del values["pairings"]
    values["options"] = _written(row.options)
    connection.execute(TOURNAMENTS.insert().values(**values))
    for entrant in entrants:
        _add_entrant(connection, row.id, entrant)


def _lock(connection: sa.Connection, seen: TournamentRow) -> bool:
    """Makes other transactions wait. Returns whether the tournament is unchanged since it was `seen`."""
    same = [TOURNAMENTS.c[name] == getattr(seen, name) for name in ("id", "version", "round", "state")]
    return bool(connection.execute(TOURNAMENTS.update().where(*same).values(version=seen.version)).rowcount)


def _add_entrant(connection: sa.Connection, tournament: str, entrant: EntrantRow) -> None:
    connection.execute(ENTRANTS.insert().values(tournament_id=tournament, **msgspec.structs.asdict(entrant)))


def _set_progress(connection: sa.Connection, row: TournamentRow) -> None:
    values = {name: getattr(row, name) for name in ("state", "round", "rounds", "due", "ends", "version")}
    connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.id == row.id).values(**values))


def _read(connection: sa.Connection, wanted: Any, most: int | None) -> list[TournamentRow]:
    found = connection.execute(
        sa.select(TOURNAMENTS).where(wanted).order_by(TOURNAMENTS.c.created.desc(), TOURNAMENTS.c.id).limit(most)
    )
    rows: list[dict[str, Any]] = [dict(zip(TOURNAMENTS.c.keys(), row, strict=True)) for row in found]
    entrants: dict[str, list[EntrantRow]] = {row["id"]: [] for row in rows}
    own = sa.select(ENTRANTS).where(ENTRANTS.c.tournament_id.in_(entrants)).order_by(ENTRANTS.c.number)
    for each in connection.execute(own).mappings():
        values = dict(each)
        entrants[values.pop("tournament_id")].append(EntrantRow(**values))
    for row in rows:
        row["options"] = msgspec.json.decode(row["options"], type=dict[str, int])
    return [TournamentRow(**row, entrants=tuple(entrants[row["id"]])) for row in rows]


def whole(connection: sa.Connection, tournament: str) -> TournamentRow | None:
    """Returns the tournament with that id, complete."""
    return next(iter(wholes(connection, TOURNAMENTS.c.id == tournament)), None)


def wholes(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> list[TournamentRow]:
    """Returns the tournaments that are wanted, complete, the newest first."""
    rows = _read(connection, wanted, None)
    pairings: dict[str, list[PairingRow]] = {row.id: [] for row in rows}
    own = sa.select(PAIRINGS).where(PAIRINGS.c.tournament_id.in_(pairings))
    for found in connection.execute(own.order_by(PAIRINGS.c.round, PAIRINGS.c.number)).mappings():
        values = dict(found)
        pairings[values.pop("tournament_id")].append(_pairing(values))
    return [msgspec.structs.replace(row, pairings=tuple(pairings[row.id])) for row in rows]


def _pairing(values: dict[str, Any]) -> PairingRow:
    values["table_id"] = values["table_id"] or ""
    for name in ("players", "places", "scores"):
        values[name] = msgspec.json.decode(values[name], type=tuple[int, ...])
    return PairingRow(**values)


def _waiting(connection: sa.Connection, rows: Sequence[Any]) -> list[Waiting]:
    ids = [row.table_id for row in rows]
    moves = sa.select(ACTIONS.c.table_id, ACTIONS.c.seat, sa.func.max(ACTIONS.c.at).label("at"))
    moves = moves.where(ACTIONS.c.table_id.in_(ids), ACTIONS.c.kind == "move")
    moved: dict[str, dict[int, float]] = {table: {} for table in ids}
    for table, seat, at in connection.execute(moves.group_by(ACTIONS.c.table_id, ACTIONS.c.seat)):
        moved[table][seat] = at
    return [
        Waiting(
            table=row.table_id,
            waiting=row.waiting,
            moved=frozenset(moved[row.table_id]),
            since=max([row.created, *moved[row.table_id].values()]),
            late_s=row.late_s,
        )
        for row in rows
    ]


def _written(part: Any) -> str:
    return msgspec.json.encode(part).decode()
