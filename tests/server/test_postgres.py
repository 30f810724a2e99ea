"""PostgreSQL: failures of the database server lose no move."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cogtable import cli
from cogtable.server.app.admin import set_host
from cogtable.server.db.connection import Database, StoreError
from cogtable.server.db.store import Store
from cogtable.server.wire.base import PROTOCOL

from .authenticator import Browser
from .live_server import PATIENCE, LiveServer, Person
from .postgres import Postgres, programs
from .test_company import read_orders
from .test_store import LATER, MOVES, ROW


@pytest.fixture
def postgres(machine: Postgres) -> Iterator[Postgres]:
    """A server that runs before and after the test."""
    machine.start()
    yield machine
    machine.start()


@pytest.fixture
def server(postgres: Postgres) -> Iterator[LiveServer]:
    with LiveServer(postgres.url) as server:
        yield server


def turns(people: list[Person], count: int) -> None:
    """Plays a number of moves, each by a seat that has to decide; all are accepted."""
    for _ in range(count):
        ply = max(person.ply for person in people)
        people[people[0].until(ply).view["waiting"][0]].until(ply).play()


@pytest.mark.slow
def test_accounts_are_stored_in_postgresql(postgres: Postgres, server: LiveServer) -> None:
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
def test_reports_are_read_and_answered_in_postgresql(postgres: Postgres, server: LiveServer) -> None:
    ada, ben, cleo = (Browser(server) for _ in range(3))
    for browser, name in ((ada, "Ada"), (ben, "Ben"), (cleo, "Cleo")):
        browser.sign_up(name)
    made = set_host(server.app.state.rooms.store, "Cleo", on=True)
    asyncio.run_coroutine_threadsafe(made, server.loop).result(PATIENCE)
    read_orders(server)
    for answer in ("warning", "quiet"):
        assert ada.post("/reports", {"whom": {"name": "Ben"}, "reason": "words"}).status_code == 201
        assert cleo.post("/here").json()["open"] == 1
        (case,) = cleo.get("/reports")["open"]
        assert cleo.post(f"/reports/{case['id']}/answer", {"answer": answer}).status_code == 200
    quiet, warning = cleo.get("/reports")["answered"]
    assert (quiet["before"], warning.get("before", [])) == (["warning"], [])
    assert {each["answer"] for each in ben.post("/here").json()["warned"]} == {"warning", "quiet"}
    for browser in (ada, ben, cleo):
        browser.http.close()


@pytest.mark.slow
def test_a_restart_of_the_database_loses_no_move(postgres: Postgres, server: LiveServer) -> None:
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
    comes_back = Database.comes_back

    def wait(database: Database) -> bool:
        missed.set()
        return comes_back(database)

    monkeypatch.setattr(Database, "comes_back", wait)
    postgres.stop()
    ada.send(type="act", id=1, ply=0, action=ada.actions()[0])
    assert missed.wait(PATIENCE)
    ada.send(type="ping")
    ada.next("pong")  # nothing else waits for the database
    postgres.start()
    assert ada.next("accepted")["id"] == 1
    assert ben.until(1).ply == 1


def test_a_lasting_failure_is_reported_and_the_move_is_not_lost(
    postgres: Postgres, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogtable.server.db.connection.PATIENCE_S", 0)
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


def test_a_read_only_database_is_not_healthy(postgres: Postgres) -> None:
    Store(postgres.url).close()
    store = Store(postgres.url + "&options=-c default_transaction_read_only=on")
    try:
        with pytest.raises(StoreError, match="read-only"):
            asyncio.run(store.check())
    finally:
        store.close()


def test_a_write_whose_answer_was_lost_counts_once(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database stops after the commit, before its answer arrives."""
    import sqlalchemy as sa

    store = Store(postgres.url)
    lost: list[Any] = []

    def lose(connection: sa.Connection) -> None:
        if not lost:
            lost.append(connection)
            connection.connection.dbapi_connection.commit()
            postgres.restart()

    sa.event.listen(store.database.engine, "commit", lose)
    try:
        asyncio.run(store.add(ROW))
        lost.clear()
        asyncio.run(store.append("one", MOVES, LATER))
        assert lost
        assert asyncio.run(store.actions("one")) == MOVES
    finally:
        store.close()


# --- backup and restore, as in docs/host-it.md ---------------------------------------------------------

HOST_IT = Path(__file__).parents[2] / "docs" / "host-it.md"


def as_documented(program: str, postgres: Postgres, database: str) -> list[str]:
    """Returns the documentation's arguments for a program in the database's container, changed for this server."""
    (line,) = [line for line in HOST_IT.read_text(encoding="utf-8").splitlines() if f"database {program} " in line]
    command = line.partition("exec -T database ")[2].partition(" >")[0].partition(" <")[0]
    arguments = shlex.split(command.replace("--username cogtable", "--username postgres"))[1:]
    here = [database if each == "cogtable" else each for each in arguments]
    return [str(programs() / program), "--host", str(postgres.folder), *here]


def test_a_backup_made_during_a_game_restores_it(postgres: Postgres, tmp_path: Path) -> None:
    dump = tmp_path / "cogtable.dump"
    with LiveServer(postgres.url) as server:
        table, secrets = server.full("tiny", seed=3)
        people = [server.sit(table, secret) for secret in secrets]
        turns(people, 2)
        with dump.open("wb") as out:
            subprocess.run(as_documented("pg_dump", postgres, "postgres"), stdout=out, check=True, timeout=PATIENCE)
        turns(people, 1)
    with dump.open("rb") as copy:
        subprocess.run(as_documented("pg_restore", postgres, "postgres"), stdin=copy, check=True, timeout=PATIENCE)
    with LiveServer(postgres.url) as server:
        people = [server.sit(table, secret) for secret in secrets]
        assert {person.ply for person in people} == {2}
        turns(people, 1)


def test_orders_apply_to_all_processes(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    def admin(*arguments: str) -> str:
        with pytest.raises(SystemExit) as left:
            cli.main(["admin", *arguments, "--database", postgres.url])
        assert not left.value.code, capsys.readouterr().err
        return capsys.readouterr().out

    with LiveServer(postgres.url, shared=True) as one, LiveServer(postgres.url, shared=True) as other:
        table, (ada, ben) = one.full()
        people = one.sit(table, ada), other.sit(table, ben)
        elsewhere = other.sit(other.full()[0])
        admin("message", "Hello to all.")
        for person in (*people, elsewhere):
            while person.update.get("notice") != "Hello to all.":
                person.hear()
        found = admin("status").splitlines()
        assert {line for line in found if line.startswith("process")} == {
            f"process: {one.address}",
            f"process: {other.address}",
        }
        folder = postgres.folder.parent / f"{postgres.folder.name}-archive"
        admin("archive", table, "--archive", str(folder))
        shutil.rmtree(folder)
        for person in people:
            with suppress(ConnectionClosed):
                while True:
                    person.hear()
        assert other.http.get(f"/tables/{table}").status_code == 404
        admin("message", "--clear")
