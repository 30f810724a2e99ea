"""Results in the database: the places in finished games, and the ratings computed from rated games.

`results` has a row for each person of a rated game, from the moment at which their place is known. Ratings are computed
from these rows alone, in the order in which the games ended, so they can be recomputed at any time.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from cogtable.server.db.connection import Run
from cogtable.server.db.schema import ACCOUNTS, ACTIONS, DEPARTURES, FORMULA, RESULTS, SEATS, STANDINGS, TABLES

MOST_AT_ONCE = 200
"""The number of games that are rated in one transaction."""

Outcome = Literal["won", "tied", "lost", "none"]
"""How a game ended for a person: they won alone, shared first place, lost, or there was no winner."""


class Departure(msgspec.Struct, kw_only=True, frozen=True):
    """The person with an `account` had a seat, under a `name`, until another person took it after `ply` actions."""

    table_id: str
    seat: int
    ply: int
    account: str
    name: str
    at: float


class GameResult(msgspec.Struct, kw_only=True, frozen=True):
    """The place of a person in a rated game. `bots` are the ratings and places of the bots they played against.
    `rating` is the rating after the game, and `gain` its increase; both are None until they are computed.
    """

    table_id: str
    account: str
    seat: int
    place: int
    game: str
    against: str
    bots: tuple[tuple[float, int], ...] = ()
    ended: float | None = None
    rating: float | None = None
    deviation: float | None = None
    gain: float | None = None


class Standing(msgspec.Struct, kw_only=True, frozen=True):
    """The rating of an account in a game, against people or bots, after a number of rated games; the last one ended
    `at`.
    """

    account: str
    game: str
    against: str
    rating: float
    deviation: float
    games: int
    at: float


class Sat(msgspec.Struct, kw_only=True, frozen=True):
    """The occupant of a seat in a finished game. `name` is the present name of their account, or else the name they had
    then. `device` is the id of a guest's browser. `hidden`: their profile is not shown. `taken_over`: in the end a bot
    played for them, as they had asked.
    """

    seat: int
    kind: str
    name: str
    account: str = ""
    device: str = ""
    bot: str = ""
    hidden: bool = False
    resigned: bool = False
    taken_over: bool = False

    @property
    def person(self) -> str:
        """The id of the person: their account, or a guest's browser. Empty for bots and unknown guests."""
        return self.account or self.device


class Finished(msgspec.Struct, kw_only=True, frozen=True):
    """A game that has ended: the place and score of each seat; there are no places if it ended without a winner.
    `unrated` says why it isn't rated although it was meant to be. `gave_up` is the seat that ended it early, -1 if none
    did. `rematch` is the table of the next game of the same people. The rest is as in `rows.TableRow`.
    """

    table: str
    game: str
    public: bool
    rated: bool
    unrated: str
    ended: float
    places: tuple[int, ...]
    scores: tuple[int, ...]
    seats: tuple[Sat, ...]
    gave_up: int = -1
    variant: str = ""
    game_s: float = 0
    move_s: float = 0
    expired: str = ""
    rematch: str = ""

    def own(self, account: str) -> Sat:
        """Returns the seat of a person who played; if they had several at one device, the best placed."""
        own = [sat for sat in self.seats if sat.account == account]
        return min(own, key=lambda sat: self.places[sat.seat]) if self.places else own[0]

    def outcome(self, account: str) -> Outcome:
        """Returns how the game ended for a person who played."""
        own = self.own(account)
        if not self.places:
            return "none"
        if own.resigned or self.places[own.seat] > 1:
            return "lost"
        return "won" if self.places.count(1) == 1 else "tied"


class Ranked(msgspec.Struct, kw_only=True, frozen=True):
    """A standing, with the name of its account."""

    name: str
    standing: Standing


Rate = Callable[[Sequence[GameResult], Sequence[Standing | None]], list[GameResult]]
"""Rates a game that has ended, from the places of its people and each person's standing before."""


class Results:
    """The results of one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def rate(self, formula: str, rate: Rate) -> bool:
        """Rates the next unrated games that have ended; recomputes all ratings if another formula was used before.
        Returns whether there may be more.
        """
        return await self._run(lambda connection: _rate_pending(connection, formula, rate))

    async def standings(self, account: str) -> list[Standing]:
        """Returns the standings of an account."""
        own = sa.select(STANDINGS).where(STANDINGS.c.account == account)
        return await self._run(lambda connection: [Standing(**row) for row in connection.execute(own).mappings()])

    async def standings_of(self, accounts: Collection[str]) -> list[Standing]:
        """Returns the standings of these accounts."""
        own = sa.select(STANDINGS).where(STANDINGS.c.account.in_(accounts))
        return await self._run(lambda connection: [Standing(**row) for row in connection.execute(own).mappings()])

    async def best(self, game: str, against: str, least: int, most: int) -> list[Ranked]:
        """Returns the standings in a game after at least this many games, of people whose profiles are not hidden, the
        best rating first.
        """
        wanted = (
            sa.select(STANDINGS, ACCOUNTS.c.name)
            .join(ACCOUNTS, ACCOUNTS.c.id == STANDINGS.c.account)
            .where(STANDINGS.c.game == game, STANDINGS.c.against == against)
            .where(STANDINGS.c.games >= least, sa.not_(ACCOUNTS.c.hidden))
            .order_by(STANDINGS.c.rating.desc(), STANDINGS.c.account)
            .limit(most)
        )

        def work(connection: sa.Connection) -> list[Ranked]:
            found = [dict(row) for row in connection.execute(wanted).mappings()]
            return [Ranked(name=row.pop("name"), standing=Standing(**row)) for row in found]

        return await self._run(work)

    async def of_account(self, account: str) -> list[GameResult]:
        """Returns the rated games of an account, the oldest first."""
        own = (RESULTS.c.account == account, RESULTS.c.rating.is_not(None))
        wanted = sa.select(RESULTS).where(*own).order_by(RESULTS.c.ended, RESULTS.c.table_id)
        return await self._run(lambda connection: _read(connection, wanted))

    async def of_games(self, account: str, tables: Collection[str]) -> dict[str, GameResult]:
        """Returns the rated games of an account among these tables."""
        own = (RESULTS.c.account == account, RESULTS.c.table_id.in_(tables), RESULTS.c.rating.is_not(None))
        found = await self._run(lambda connection: _read(connection, sa.select(RESULTS).where(*own)))
        return {each.table_id: each for each in found}

    async def of_table(self, table: str) -> list[GameResult]:
        """Returns the places of the people of a rated game that has ended, with their ratings."""
        own = (RESULTS.c.table_id == table, RESULTS.c.rating.is_not(None))
        return await self._run(lambda connection: _read(connection, sa.select(RESULTS).where(*own)))

    async def finished(self, account: str, most: int) -> list[Finished]:
        """Returns an account's games that have ended, the most recent first."""
        seated = sa.select(SEATS.c.table_id).where(SEATS.c.account == account)
        left = sa.select(DEPARTURES.c.table_id).where(DEPARTURES.c.account == account)
        wanted = (
            sa.select(TABLES)
            .where(TABLES.c.id.in_(sa.union(seated, left)), TABLES.c.ended.is_not(None))
            .order_by(TABLES.c.ended.desc(), TABLES.c.id)
            .limit(most)
        )
        return await self._run(lambda connection: read_finished(connection, wanted, account))


def _read(connection: sa.Connection, wanted: sa.Select[Any]) -> list[GameResult]:
    return [_result(dict(row)) for row in connection.execute(wanted).mappings()]


def _result(row: dict[str, Any]) -> GameResult:
    bots = msgspec.json.decode(row.pop("bots"), type=tuple[tuple[float, int], ...])
    return GameResult(**row, bots=bots)


def read_finished(connection: sa.Connection, wanted: sa.Select[Any], account: str) -> list[Finished]:
    """Returns the finished games of an account whose tables are `wanted`, in that order."""
    found = [dict(row) for row in connection.execute(wanted).mappings()]
    seats: dict[str, list[Sat]] = {row["id"]: [] for row in found}
    chairs = sa.select(SEATS, ACCOUNTS.c.name.label("called"), ACCOUNTS.c.hidden).join(
        ACCOUNTS, ACCOUNTS.c.id == SEATS.c.account, isouter=True
    )
    for row in connection.execute(chairs.where(SEATS.c.table_id.in_(seats)).order_by(SEATS.c.seat)).mappings():
        seats[row["table_id"]].append(_sat(row, row["called"], bool(row["hidden"])))
    left = sa.select(DEPARTURES).where(DEPARTURES.c.account == account, DEPARTURES.c.table_id.in_(seats))
    for row in connection.execute(left.order_by(DEPARTURES.c.ply)).mappings():
        own = Sat(seat=row["seat"], kind="person", name=row["name"], account=account, resigned=True)
        sitting = seats[row["table_id"]]
        if not any(sat.account == account for sat in sitting):
            sitting[row["seat"]] = own
    ends = sa.select(ACTIONS.c.table_id, ACTIONS.c.seat).where(ACTIONS.c.kind == "end", ACTIONS.c.table_id.in_(seats))
    gave_up: dict[str, int] = {row[0]: row[1] for row in connection.execute(ends)}
    return [
        Finished(
            table=row["id"],
            game=row["game"],
            public=row["public"],
            rated=row["rated"],
            unrated=row["unrated"],
            ended=row["ended"],
            places=msgspec.json.decode(row["places"], type=tuple[int, ...]),
            scores=msgspec.json.decode(row["scores"], type=tuple[int, ...]),
            seats=tuple(seats[row["id"]]),
            gave_up=gave_up.get(row["id"], -1),
            variant=row["variant"],
            game_s=row["game_s"],
            move_s=row["move_s"],
            expired=row["expired"],
            rematch=row["rematch"] or "",
        )
        for row in found
    ]


def _sat(row: sa.RowMapping, called: str | None, hidden: bool) -> Sat:
    return Sat(
        seat=row["seat"],
        kind=row["kind"],
        name=called or row["name"],
        account=row["account"],
        device=row["device"],
        bot=row["bot"],
        hidden=hidden,
        resigned=row["resigned"],
        taken_over=row["taken_over"],
    )


# --- ratings ----------------------------------------------------------------------------------------


def _rate_pending(connection: sa.Connection, formula: str, rate: Rate) -> bool:
    # Only one server rates at a time, since each game is rated with the results of those before it.
    known = connection.scalar(sa.select(FORMULA.c.formula).with_for_update())
    if known is None:
        connection.execute(FORMULA.insert().values(formula=formula))
    elif known != formula:
        connection.execute(RESULTS.update().values(rating=None, deviation=None, gain=None))
        connection.execute(STANDINGS.delete())
        connection.execute(FORMULA.update().values(formula=formula))
    pending = (RESULTS.c.rating.is_(None), RESULTS.c.ended.is_not(None))
    order = (RESULTS.c.ended, RESULTS.c.table_id)
    next_ones = sa.select(RESULTS.c.table_id).where(*pending).order_by(*order).limit(MOST_AT_ONCE)
    tables = list(dict.fromkeys(connection.scalars(next_ones)))
    if not tables:
        return False
    games: dict[str, list[GameResult]] = {table: [] for table in tables}
    wanted = sa.select(RESULTS).where(RESULTS.c.table_id.in_(tables), *pending).order_by(RESULTS.c.seat)
    for each in _read(connection, wanted):
        games[each.table_id].append(each)
    accounts = {each.account for played in games.values() for each in played}
    stood = sa.select(STANDINGS).where(STANDINGS.c.account.in_(accounts))
    standings = {_key(row): row for row in (Standing(**row) for row in connection.execute(stood).mappings())}
    before, rated = dict(standings), []
    for played in games.values():
        after = rate(played, [standings.get(_key(each)) for each in played])
        standings |= {_key(each): _following(each, standings.get(_key(each))) for each in after}
        rated += after
    _put(connection, rated, [row for key, row in standings.items() if row != before.get(key)])
    return True


def _key(row: GameResult | Standing) -> tuple[str, str, str]:
    return row.account, row.game, row.against


def _following(result: GameResult, before: Standing | None) -> Standing:
    """Returns the standing of a person after a game."""
    return Standing(
        account=result.account,
        game=result.game,
        against=result.against,
        rating=result.rating or 0,
        deviation=result.deviation or 0,
        games=before.games + 1 if before else 1,
        at=result.ended or 0,
    )


def _put(connection: sa.Connection, rated: Sequence[GameResult], standings: Sequence[Standing]) -> None:
    names: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in ("rating", "deviation", "gain")}
    own = (RESULTS.c.table_id == sa.bindparam("of_table"), RESULTS.c.account == sa.bindparam("of_account"))
    connection.execute(
        RESULTS.update().where(*own).values(**names),
        [
            {"of_table": each.table_id, "of_account": each.account}
            | {f"new_{name}": getattr(each, name) for name in names}
            for each in rated
        ],
    )
    columns = STANDINGS.c
    former = [columns[name] == sa.bindparam(f"of_{name}") for name in ("account", "game", "against")]
    keys = [{f"of_{name}": getattr(each, name) for name in ("account", "game", "against")} for each in standings]
    connection.execute(STANDINGS.delete().where(*former), keys)
    connection.execute(STANDINGS.insert(), [msgspec.structs.asdict(each) for each in standings])


# --- parts of transactions of the store --------------------------------------------------------------


def depart(connection: sa.Connection, departure: Departure) -> None:
    """Stores who had a seat that another person has taken."""
    connection.execute(DEPARTURES.insert().values(**msgspec.structs.asdict(departure)))


def concern(table: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """A query condition: an account's result or departure is stored with a table."""
    return sa.or_(*(sa.exists().where(each.c.table_id == table) for each in (RESULTS, DEPARTURES)))


def departures(connection: sa.Connection, account: str) -> list[Departure]:
    """Returns the seats that other people have taken from an account."""
    own = sa.select(DEPARTURES).where(DEPARTURES.c.account == account)
    return [Departure(**row) for row in connection.execute(own).mappings()]


def sitting_since(connection: sa.Connection, table: str, seat: int, before: float | None = None) -> float:
    """Returns the time since which the person who had a seat just before a moment had it; 0 if from the beginning."""
    last = departure_before(connection, table, seat, before)
    return last.at if last else 0.0


def departure_before(connection: sa.Connection, table: str, seat: int, before: float | None = None) -> Departure | None:
    """Returns the last departure from a seat, or the last one before a given moment."""
    own = [DEPARTURES.c.table_id == table, DEPARTURES.c.seat == seat]
    if before is not None and before < math.inf:
        own.append(DEPARTURES.c.at < before)
    found = sa.select(DEPARTURES).where(*own).order_by(DEPARTURES.c.at.desc()).limit(1)
    row = connection.execute(found).mappings().first()
    return Departure(**row) if row else None


def place_gone(connection: sa.Connection, table: str, game: str, people: Mapping[int, str], seat: int) -> None:
    """Stores the place of a person who has given up a rated game: behind everybody who is still in it. `people` are the
    accounts by seat.
    """
    left = _in_play(connection, table, people)
    if seat in left:
        _keep(connection, [_placed(table, game, people, seat, len(left))])


def finish(
    connection: sa.Connection,
    table: str,
    game: str,
    people: Mapping[int, str],
    places: Sequence[int],
    bots: tuple[tuple[float, int], ...],
    now: float,
) -> None:
    """Stores the results of a rated game that has ended with these `places` of all seats. Against bots, the places
    count as they are. Among people, only those who stayed to the end are ranked; a person who took over a seat is not
    rated.
    """
    left = _in_play(connection, table, people)
    found = []
    for seat in left:
        before = sum(places[other] < places[seat] for other in left)
        found.append(_placed(table, game, people, seat, places[seat] if bots else 1 + before, bots))
    _keep(connection, found)
    connection.execute(RESULTS.update().where(RESULTS.c.table_id == table).values(ended=now))


def _in_play(connection: sa.Connection, table: str, people: Mapping[int, str]) -> list[int]:
    """Returns the seats of those who began a rated game and are still in it."""
    kept = _read(connection, sa.select(RESULTS).where(RESULTS.c.table_id == table))
    accounts, seats = {each.account for each in kept}, {each.seat for each in kept}
    return [seat for seat, account in people.items() if account and account not in accounts and seat not in seats]


def _placed(
    table: str, game: str, people: Mapping[int, str], seat: int, place: int, bots: tuple[tuple[float, int], ...] = ()
) -> GameResult:
    against = "bots" if bots else "people"
    return GameResult(
        table_id=table, account=people[seat], seat=seat, place=place, game=game, against=against, bots=bots
    )


def _keep(connection: sa.Connection, results: Iterable[GameResult]) -> None:
    for each in results:
        values = msgspec.structs.asdict(each) | {"bots": msgspec.json.encode(each.bots).decode()}
        connection.execute(RESULTS.insert().values(**values))


def drop(connection: sa.Connection, table: str) -> None:
    """Deletes the places of a game, because it is not rated."""
    connection.execute(RESULTS.delete().where(RESULTS.c.table_id == table))


def forget(connection: sa.Connection, account: str) -> None:
    """Removes an account from all results. The rows stay for the other players, without a name."""
    nobody = secrets.token_urlsafe(9)
    for table in (RESULTS, STANDINGS):
        connection.execute(table.update().where(table.c.account == account).values(account=nobody))


def forget_departures(connection: sa.Connection, account: str, tables: Collection[str]) -> None:
    """Removes an account from the departures at these tables."""
    own = (DEPARTURES.c.account == account, DEPARTURES.c.table_id.in_(tables))
    connection.execute(DEPARTURES.update().where(*own).values(account=secrets.token_urlsafe(9), name=""))
