"""Finished games and what keepsakes read about them, in SQLite and in PostgreSQL, with many games."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
import sqlalchemy as sa

from cogtable.server.core.keepsakes import catch_up
from cogtable.server.db import tables
from cogtable.server.db.connection import connect
from cogtable.server.db.deals import OwnTries, Tried
from cogtable.server.db.finished_games import Filters, Position
from cogtable.server.db.keepsakes import Kept
from cogtable.server.db.results import Outcome
from cogtable.server.db.rows import SeatRow, TableRow, TableStatus
from cogtable.server.db.schema import ACCOUNTS, ACTIONS, BROWSERS, DEAL_PLAYS, KEYS, MESSAGES, RESULTS, TABLES
from cogtable.server.db.store import Store

Answer = TypeVar("Answer")

GAMES = 400
numbers = count()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store of 400 games of Ada with Ben, Cleo, a guest or bots."""
    url = f"sqlite:///{tmp_path / 'db'}"
    if request.param == "postgresql":
        whole = sa.make_url(request.getfixturevalue("machine").url)
        url = whole.set(database=f"games_{next(numbers)}").render_as_string()
        engine = connect(whole.render_as_string())
        with engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(
                f"CREATE DATABASE {sa.make_url(url).database}"
            )
        engine.dispose()
    with closing(Store(url)) as found:
        engine = connect(url)
        with engine.begin() as connection:
            fill(connection)
        engine.dispose()
        yield found


def fill(connection: sa.Connection) -> None:
    """Stores the accounts and games."""
    for name in ("ada", "ben", "cleo"):
        account = {"id": name, "name": name.title(), "skeleton": name, "created": 0.0, "recovery": name, "rest": ""}
        connection.execute(ACCOUNTS.insert().values(**account, hidden=False, unnamed=False))
    for row in rows():
        tables.insert(connection, row)
        places = {seat.account: place for seat, place in zip(row.seats, row.places, strict=False)}
        rated = {"table_id": row.id, "game": row.game, "against": "people", "bots": "[]", "ended": row.ended}
        for who, rating in (("ada", 1500.0), ("ben", 1790.0)):
            if row.rated:
                own = {"account": who, "seat": 0, "place": places[who], "rating": rating, "deviation": 50.0}
                connection.execute(RESULTS.insert().values(**rated, **own, gain=10.0))
        move = {"table_id": row.id, "seat": 0, "words": "", "at": 0.0, "seen": False, "submission": ""}
        for ply, kind in enumerate(("move", "move", "move", "undo", "move")):
            connection.execute(
                ACTIONS.insert().values(**move, ply=ply, kind=kind, action=1 if kind == "undo" else 0, stood_in=False)
            )
        said = {"table_id": row.id, "number": 0, "seat": 0, "name": "", "text": "", "ply": 0, "at": 0.0}
        connection.execute(MESSAGES.insert().values(**said, ready="well-played", account="ada"))


def rows() -> list[TableRow]:
    """The games, the first one first."""
    chance = random.Random(3)
    found = []
    for number in range(GAMES):
        company = number % 4
        other = (
            SeatRow(seat=0, kind="person", name="Ben", account="ben"),
            SeatRow(seat=0, kind="person", name="Cleo", account="cleo"),
            SeatRow(seat=0, kind="person", name="Gil", secret="x", device="~gil"),
            SeatRow(seat=0, kind="bot", name="Bolt", bot="easy"),
        )[company]
        ada = SeatRow(seat=1, kind="person", name="Ada", account="ada")
        third = (SeatRow(seat=2, kind="bot", name="Rivet", bot="easy"),) if number % 5 == 0 else ()
        seats = (other, ada, *third)
        places = chance.choice(((1, 2, 3), (2, 1, 3), (1, 1, 3), ()))[: len(seats)]
        found.append(
            TableRow(
                id=f"table{number:04}",
                game=("tiny", "splendor")[number % 2],
                version="1",
                box="box",
                options={},
                seed=number,
                chosen_seed=False,
                listed=False,
                created=1000.0 * number,
                started=True,
                status=TableStatus(over=True, waiting=0, words=""),
                seats=seats,
                ended=1000.0 * (number // 2 * 2),  # two games end at each moment
                places=places,
                scores=(9, 12, 4)[: len(seats)],
                public=number % 3 == 0,
                rated=company == 0 and len(places) == 2,
                rematch=f"table{number + 4:04}" if number + 4 < GAMES else None,
            )
        )
    return found


def outcome(row: TableRow) -> Outcome:
    """How a game ended for Ada."""
    if not row.places:
        return "none"
    return "lost" if row.places[1] > 1 else "won" if row.places.count(1) == 1 else "tied"


@pytest.mark.slow
def test_filters_find_the_same_games_in_every_database(store: Store) -> None:
    everything = sorted(rows(), key=lambda row: (-(row.ended or 0), row.id))
    results: tuple[Outcome, ...] = ("won", "tied", "lost", "none")
    wanted = [
        (Filters(), lambda row: True),
        *((Filters(result=result), lambda row, result=result: outcome(row) == result) for result in results),
        (Filters(game="tiny", seats=3), lambda row: row.game == "tiny" and len(row.seats) == 3),
        (Filters(people=True), lambda row: row.seats[0].kind == "person"),
        (Filters(people=False), lambda row: row.seats[0].kind == "bot"),
        (Filters(rated=True), lambda row: row.rated),
        (Filters(opponent="cleo"), lambda row: row.seats[0].account == "cleo"),
        (Filters(since=300_000), lambda row: (row.ended or 0) >= 300_000),
        (Filters(met="cleo"), lambda row: row.public or row.seats[0].account == "cleo"),
        (Filters(met=""), lambda row: row.public),
    ]
    for filters, fits in wanted:
        expected = [row.id for row in everything if fits(row)]
        found: list[str] = []
        after = None
        while part := asyncio.run(store.finished_games.games("ada", filters, after, 50)):
            found += [game.table for game in part]
            after = Position(ended=part[-1].ended, table=part[-1].table)
        assert found == expected, filters
        assert asyncio.run(store.finished_games.count("ada", filters)) == len(expected)
    assert asyncio.run(store.finished_games.facets("ada")) == (["splendor", "tiny"], [2, 3])
    assert asyncio.run(store.finished_games.moves(["table0003"])) == {"table0003": 2}


@pytest.mark.slow
def test_keepsakes_read_the_same_in_every_database(store: Store) -> None:
    facts = asyncio.run(store.keepsakes.facts("ada", 300))
    assert len(facts) == 300
    assert facts == sorted(facts, key=lambda fact: fact.ended)
    assert facts[-1].ended == max(row.ended or 0 for row in rows())
    everything = asyncio.run(store.keepsakes.facts("ada", 1000))
    assert sum(fact.first_of_others for fact in everything) == 2, "Ben's and Cleo's first games"
    assert sum(fact.with_guest for fact in everything) == GAMES // 4
    assert all(fact.said_well_played for fact in everything)
    assert {fact.rated_above for fact in everything} == {0, 290}
    assert {fact.people for fact in everything} == {
        frozenset(),
        *(frozenset({who}) for who in ("ben", "cleo", "~gil")),
    }
    asyncio.run(catch_up(store, "ada"))
    kept = {each.keepsake for each in asyncio.run(store.keepsakes.of("ada"))}
    assert {"taught", "door", "crown", "odds", "friends", "polite", "level", "sport", "second-try"} <= kept
    assert not kept & {"full-table", "house-rules", "stepped-in", "unhurried", "company"}


@pytest.mark.slow
def test_a_keepsake_is_stored_and_told_once(store: Store) -> None:
    crown = Kept(keepsake="crown", at=5.0, at_table="table0001", told=False)
    for _ in range(2):
        asyncio.run(store.keepsakes.keep("ada", [crown]))
    assert asyncio.run(store.keepsakes.tell("ada", "table0001")) == [crown]
    assert asyncio.run(store.keepsakes.tell("ada", "table0001")) == []
    assert len(asyncio.run(store.keepsakes.of("ada"))) == 1


def meanwhile(store: Store, row: sa.Insert, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Returns the result of `work`, which another process hinders: its transaction stores a row, and ends once `work`
    waits for it.
    """
    engine = connect(store.database.engine.url.render_as_string())
    with ThreadPoolExecutor(1) as thread:
        with engine.begin() as connection:
            connection.execute(row)
            found = thread.submit(asyncio.run, work)
            waits = sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            with engine.connect() as other:
                while not other.scalar(waits) and not found.done():
                    other.rollback()
        engine.dispose()
        return found.result()


@pytest.mark.slow
@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_two_processes_make_one_secret_key(store: Store) -> None:
    other = KEYS.insert().values(name="deals", value="the other's")
    assert meanwhile(store, other, store.calls.key("deals", "own")) == "the other's"


@pytest.mark.slow
@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_who_begins_a_deal_at_two_processes_at_once_has_one_table(store: Store) -> None:
    """With two, they could look at the cards at one and play at the other."""
    first, second = (msgspec.structs.replace(rows()[0], id=f"deal{n}", deal=5) for n in (1, 2))
    engine = connect(store.database.engine.url.render_as_string())
    with engine.connect() as connection:
        tables.insert(connection, first)
        connection.commit()
        other = DEAL_PLAYS.insert().values(number=5, person="~x", account="", table_id="deal1", hills="")
        assert meanwhile(store, other, store.deals.begin("~x", "", second)) == "deal1"
        assert connection.scalars(sa.select(TABLES.c.id).where(TABLES.c.deal == 5)).all() == ["deal1"]
    engine.dispose()


@pytest.mark.slow
def test_tries_at_a_puzzle_are_counted_until_it_is_solved(store: Store) -> None:
    for right in (False, False, True, True):
        asyncio.run(store.deals.tried_puzzle("splendor", "1", "~x", "", 5.0, right=right))
    assert asyncio.run(store.deals.own_tries("splendor", "1", ["~x"])) == OwnTries(tries=3, solved=True)
    assert asyncio.run(store.deals.tried("splendor", "1")) == Tried(people=1, first=0)


@pytest.mark.slow
@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_a_browser_can_sign_in_at_two_processes_at_once(store: Store) -> None:
    other = BROWSERS.insert().values(browser="browser", account_id="ada", seen=1.0)
    meanwhile(store, other, store.keepsakes.seen_at("browser", "ada", 2.0, 0.0))
    engine = connect(store.database.engine.url.render_as_string())
    with engine.connect() as connection:
        assert connection.scalars(sa.select(BROWSERS.c.seen)).all() == [2.0]
    engine.dispose()


@pytest.mark.slow
def test_accounts_of_one_browser_are_known_until_it_was_not_used_for_long(store: Store) -> None:
    now = time.time()
    for account in ("ada", "ben", "ada"):
        asyncio.run(store.keepsakes.seen_at("browser", account, now, now - 100))
    facts = asyncio.run(store.keepsakes.facts("ada", 1000))
    assert all("ben" not in fact.people for fact in facts)
    asyncio.run(store.keepsakes.seen_at("another", "cleo", now + 200, now + 100))
    assert any("ben" in fact.people for fact in asyncio.run(store.keepsakes.facts("ada", 1000)))
