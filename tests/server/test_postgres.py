"""On PostgreSQL: what happens to the database server costs no move."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from cogtable.server.db.store import Store, StoreError
from cogtable.server.protocol import PROTOCOL

from .authenticator import Browser
from .live_server import PATIENCE, LiveServer, Person
from .postgres import Postgres
from .test_store import LATER, MOVES, ROW


@pytest.fixture(scope="module")
def machine() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


@pytest.fixture
def postgres(machine: Postgres) -> Iterator[Postgres]:
    """A server that runs, before the test and after it."""
    machine.start()
    yield machine
    machine.start()


@pytest.fixture
def server(postgres: Postgres) -> Iterator[LiveServer]:
    with LiveServer(postgres.url) as server:
        yield server


def turns(people: list[Person], count: int) -> None:
    """As many moves, each by whoever has to decide; all are accepted."""
    for _ in range(count):
        ply = max(person.ply for person in people)
        people[people[0].until(ply).view["waiting"][0]].until(ply).play()


@pytest.mark.slow
def test_accounts_live_there_too(postgres: Postgres, server: LiveServer) -> None:
    ada = Browser(server)
    ada.sign_up("Ada")
    seated = server.new("tiny", "me", "open")
    held = {"secrets": {seated["table"]: seated["secret"]}}
    assert ada.post("/account/claim", held).json() == {"tables": [seated["table"]]}
    postgres.restart()
    assert ada.sign_in().status_code == 200
    other = Browser(server)
    assert other.post("/account/sign-up", {"name": "ADA"}).status_code == 409
    assert [game["table"] for game in ada.get("/account/export")["games"]] == [seated["table"]]
    assert ada.delete().status_code == 200
    assert ada.account == {}
    for browser in (ada, other):
        browser.http.close()


@pytest.mark.slow
def test_a_database_that_is_restarted_costs_no_move(postgres: Postgres, server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=7)
    people = [server.sit(table, secret) for secret in secrets]
    turns(people, 2)
    postgres.restart()
    turns(people, 2)
    postgres.restart()
    assert server.http.get(f"/tables/{table}").status_code == 200
    assert server.http.get("/health").status_code == 200
    turns(people, 1)
    assert server.sit(table, secrets[0]).ply == 5


def test_a_move_waits_for_a_database_that_comes_back(
    postgres: Postgres, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, secrets = server.full("splendor", seed=7)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    missed = threading.Event()
    comes_back = Store._comes_back

    def wait(store: Store) -> bool:
        missed.set()
        return comes_back(store)

    monkeypatch.setattr(Store, "_comes_back", wait)
    postgres.stop()
    ada.send(type="act", id=1, ply=0, action=ada.actions()[0])
    assert missed.wait(PATIENCE)
    ada.send(type="ping")
    ada.next("pong")  # nothing else waits for the database
    postgres.start()
    assert ada.next("accepted")["id"] == 1
    assert ben.until(1).ply == 1


def test_a_database_that_stays_away_is_reported_and_the_move_is_not_lost(
    postgres: Postgres, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogtable.server.db.store.PATIENCE_S", 0)
    table, secrets = server.full("splendor", seed=7)
    ada = server.sit(table, secrets[0])
    action = ada.actions()[0]
    postgres.stop()
    for _ in range(2):
        assert ada.act(action)["code"] == "unavailable"
    assert server.http.get(f"/tables/{table}").status_code == 503
    assert server.http.get("/health").status_code == 503
    newcomer = Person(server.raw("another"))
    newcomer.send(type="hello", protocol=PROTOCOL)
    assert newcomer.next("error")["code"] == "unavailable"
    postgres.start()
    assert ada.act(action)["type"] == "accepted"


def test_a_database_that_takes_no_writes_is_not_healthy(postgres: Postgres) -> None:
    Store(postgres.url).close()
    store = Store(postgres.url + "&options=-c default_transaction_read_only=on")
    try:
        with pytest.raises(StoreError, match="read-only"):
            asyncio.run(store.check())
    finally:
        store.close()


def test_a_write_whose_answer_was_lost_counts_once(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stops after the commit, before anybody hears of it."""
    import sqlalchemy as sa

    store = Store(postgres.url)
    lost: list[Any] = []

    def lose(connection: sa.Connection) -> None:
        if not lost:
            lost.append(connection)
            connection.connection.dbapi_connection.commit()
            postgres.restart()

    sa.event.listen(store._engine, "commit", lose)
    try:
        asyncio.run(store.add(ROW))
        lost.clear()
        asyncio.run(store.append("one", MOVES, LATER))
        assert lost
        assert asyncio.run(store.actions("one")) == MOVES
    finally:
        store.close()
