"""Keepsakes in the database: which ones people have, and what the rules for them read about finished games.

A person's browser has a token in a cookie, so that games between two accounts of one browser do not count as games with
another person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

import msgspec
import sqlalchemy as sa

from cogtable.server.db.connection import Run, insert_into
from cogtable.server.db.finished_games import Filters, FinishedGames, Position
from cogtable.server.db.results import Finished, Outcome
from cogtable.server.db.schema import BROWSERS, DEPARTURES, KEEPSAKES, MESSAGES, RESULTS, SEATS, TABLES

DAY_S = 86400
"""From this time for each move on, in seconds, a game is played over days."""

GAMES_AT_ONCE = 250
"""The maximum number of games that one transaction reads, so that moves are stored in between."""


class Kept(msgspec.Struct, kw_only=True, frozen=True):
    """A keepsake of an account, which it got `at` the end of the game `at_table`. `told`: its person was told."""

    keepsake: str
    at: float
    at_table: str
    told: bool


class Fact(msgspec.Struct, kw_only=True, frozen=True):
    """A finished game, as the rules for a person's keepsakes read it.

    `players` is the number of seats, of which the person had `seat`. `outcome` is their result. `stayed`: they did not
    leave; `whole`: all played to the end. `others` is the number of other people at other browsers, and `people` are
    the ids of those who are known; one of them can be a guest. `behind`: of these, the people who finished higher than
    the person. `ahead` is by how many points the person won. `bots` are the names of the bots. `fair`: the deal was not
    chosen, and the game did not branch off another.

    `rematch` is the table of the next game, if the person played on there with the same people. `first_of_others`: it
    was the first finished game of one of the others. `rated_above` is how many rating points more than the person's own
    the best of the others had before the game, 0 if it was not rated.
    """

    table: str
    game: str
    ended: float
    players: int
    seat: int
    outcome: Outcome
    stayed: bool
    whole: bool
    others: int = 0
    people: frozenset[str] = frozenset()
    behind: frozenset[str] = frozenset()
    with_guest: bool = False
    bots: tuple[str, ...] = ()
    ahead: int = 0
    fair: bool = True
    over_days: bool = False
    changed_box: bool = False
    said_well_played: bool = False
    stepped_in: bool = False
    rematch: str = ""
    first_of_others: bool = False
    rated_above: float = 0

    @property
    def won(self) -> bool:
        """Whether the person won alone, from a deal that was not chosen, and all played to the end."""
        return self.outcome == "won" and self.whole and self.fair


class _Around(msgspec.Struct, kw_only=True):
    """What the database has about finished games besides their seats; ids of tables, except for `same`, the accounts
    that share a browser with the person. `above` is as `Fact.rated_above`.
    """

    same: frozenset[str]
    polite: set[str]
    stepped_in: set[str]
    played_on: set[str]
    firsts: dict[str, set[str]]
    above: dict[str, float]
    unfair: set[str]


class Keepsakes:
    """The keepsakes in one database. The store runs the transactions; methods raise its errors."""

    def __init__(self, run: Run, games: FinishedGames) -> None:
        self._run = run
        self._finished = games

    async def of(self, account: str) -> list[Kept]:
        """Returns the keepsakes of an account."""
        wanted = sa.select(KEEPSAKES).where(KEEPSAKES.c.account_id == account)
        return await self._run(lambda connection: [_kept(row) for row in connection.execute(wanted)])

    async def keep(self, account: str, new: Sequence[Kept]) -> None:
        """Stores keepsakes of an account, except those that it has already. Raises Conflict if the account no longer
        exists.
        """

        def work(connection: sa.Connection) -> None:
            for each in new:
                row = insert_into(connection, KEEPSAKES).values(account_id=account, **msgspec.structs.asdict(each))
                connection.execute(row.on_conflict_do_nothing())

        if new:
            await self._run(work)

    async def tell(self, account: str, table: str) -> list[Kept]:
        """Returns the keepsakes that an account got at a table and was not told yet. From now on it was."""
        own = (KEEPSAKES.c.account_id == account, KEEPSAKES.c.at_table == table, sa.not_(KEEPSAKES.c.told))

        def work(connection: sa.Connection) -> list[Kept]:
            found = [_kept(row) for row in connection.execute(sa.select(KEEPSAKES).where(*own))]
            connection.execute(KEEPSAKES.update().where(*own).values(told=True))
            return found

        return await self._run(work)

    async def seen_at(self, browser: str, account: str, now: float, since: float) -> None:
        """Records that an account was signed in at a browser, and forgets where nobody was signed in `since`."""

        def work(connection: sa.Connection) -> None:
            connection.execute(BROWSERS.delete().where(BROWSERS.c.seen < since))
            row = insert_into(connection, BROWSERS).values(browser=browser, account_id=account, seen=now)
            own = [BROWSERS.c.browser, BROWSERS.c.account_id]
            connection.execute(row.on_conflict_do_update(index_elements=own, set_={"seen": now}))

        await self._run(work)

    async def facts(self, account: str, most: int) -> list[Fact]:
        """Returns what the rules read about the last finished games of an account, the oldest first."""
        found: list[Fact] = []
        after = None
        while len(found) < most:
            part = await self._finished.games(account, Filters(), after, min(GAMES_AT_ONCE, most - len(found)))
            around = await self._run(lambda connection, part=part: _around(connection, account, part))  # type: ignore[misc]
            found += [_fact(account, game, around) for game in part]
            if len(part) < GAMES_AT_ONCE:
                break
            after = Position(ended=part[-1].ended, table=part[-1].table)
        return found[::-1]


def _kept(row: sa.Row[tuple[object, ...]]) -> Kept:
    return Kept(keepsake=row.keepsake, at=row.at, at_table=row.at_table, told=row.told)


def _fact(account: str, game: Finished, around: _Around) -> Fact:
    own = game.own(account)
    others = [
        sat for sat in game.seats if sat.kind != "bot" and sat.account != account and sat.account not in around.same
    ]
    people = frozenset(sat.person for sat in others if sat.person)
    outcome = game.outcome(account)
    stayed = not own.resigned and not own.taken_over and game.gave_up != own.seat
    left = any(sat.resigned or sat.taken_over or sat.kind == "left" for sat in others)
    best = max((score for seat, score in enumerate(game.scores) if seat != own.seat), default=0)
    return Fact(
        table=game.table,
        game=game.game,
        ended=game.ended,
        players=len(game.seats),
        seat=own.seat,
        outcome=outcome,
        stayed=stayed,
        whole=stayed and not left and bool(game.places) and game.gave_up < 0,
        others=len(others),
        people=people,
        behind=frozenset(
            sat.person for sat in others if sat.person and game.places and game.places[sat.seat] < game.places[own.seat]
        ),
        with_guest=any(not sat.account for sat in others),
        bots=tuple(sat.bot for sat in game.seats if sat.kind == "bot"),
        ahead=game.scores[own.seat] - best if game.scores and outcome == "won" else 0,
        fair=game.table not in around.unfair,
        over_days=not game.game_s and game.move_s >= DAY_S,
        changed_box=bool(game.variant),
        said_well_played=game.table in around.polite,
        stepped_in=game.table in around.stepped_in,
        rematch=game.rematch if game.rematch in around.played_on else "",
        first_of_others=bool(people & around.firsts.get(game.table, set())),
        rated_above=around.above.get(game.table, 0.0),
    )


def _around(connection: sa.Connection, account: str, games: Sequence[Finished]) -> _Around:
    tables = [game.table for game in games]
    said = (MESSAGES.c.table_id.in_(tables), MESSAGES.c.account == account, MESSAGES.c.ready == "well-played")
    nexts = [game.rematch for game in games if game.rematch]
    played_on = (SEATS.c.account == account, SEATS.c.table_id.in_(nexts), TABLES.c.started)
    unfair = (TABLES.c.id.in_(tables), sa.or_(TABLES.c.chosen_seed, TABLES.c.branch_of != ""))
    return _Around(
        same=_same_browser(connection, account),
        polite=set(connection.scalars(sa.select(MESSAGES.c.table_id).where(*said))),
        stepped_in=_stepped_in(connection, account, tables),
        played_on=set(connection.scalars(sa.select(SEATS.c.table_id).join(TABLES).where(*played_on))),
        firsts=_firsts(connection, account, tables),
        above=_rated_above(connection, account, tables),
        unfair=set(connection.scalars(sa.select(TABLES.c.id).where(*unfair))),
    )


def _same_browser(connection: sa.Connection, account: str) -> frozenset[str]:
    """Returns the other accounts that were signed in at a browser of this account."""
    own = sa.select(BROWSERS.c.browser).where(BROWSERS.c.account_id == account)
    wanted = sa.select(BROWSERS.c.account_id).where(BROWSERS.c.browser.in_(own), BROWSERS.c.account_id != account)
    return frozenset(connection.scalars(wanted))


def _stepped_in(connection: sa.Connection, account: str, tables: Collection[str]) -> set[str]:
    """Returns the tables where an account took a seat that another person had left."""
    same = sa.and_(DEPARTURES.c.table_id == SEATS.c.table_id, DEPARTURES.c.seat == SEATS.c.seat)
    own = (SEATS.c.account == account, DEPARTURES.c.account != account, SEATS.c.table_id.in_(tables))
    return set(connection.scalars(sa.select(SEATS.c.table_id).join(DEPARTURES, same).where(*own)))


def _firsts(connection: sa.Connection, account: str, tables: Collection[str]) -> dict[str, set[str]]:
    """Returns the other accounts for which a game was the first that they finished, by table."""
    sat, then = sa.alias(SEATS), sa.alias(TABLES)
    before = sa.exists().where(
        sat.c.account == SEATS.c.account, then.c.id == sat.c.table_id, then.c.ended < TABLES.c.ended
    )
    wanted = (
        sa.select(SEATS.c.table_id, SEATS.c.account)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(SEATS.c.table_id.in_(tables), SEATS.c.account.not_in(("", account)), ~before)
    )
    found: defaultdict[str, set[str]] = defaultdict(set)
    for table, other in connection.execute(wanted):
        found[table].add(other)
    return found


def _rated_above(connection: sa.Connection, account: str, tables: Collection[str]) -> dict[str, float]:
    """Returns how many rating points more than an account the best of the others had before a game, by table."""
    rated = (RESULTS.c.table_id.in_(tables), RESULTS.c.against == "people", RESULTS.c.rating.is_not(None))
    before = RESULTS.c.rating - RESULTS.c.gain
    own: dict[str, float] = {}
    best: dict[str, float] = {}
    for table, who, rating in connection.execute(
        sa.select(RESULTS.c.table_id, RESULTS.c.account, before).where(*rated)
    ):
        if who == account:
            own[table] = rating
        else:
            best[table] = max(rating, best.get(table, rating))
    return {table: best[table] - own[table] for table in own if table in best}
