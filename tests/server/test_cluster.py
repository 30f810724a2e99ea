"""Several processes with one PostgreSQL database: each table has one owner, and people reach it from any process."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cogtable.server.app.serve import CannotServe, advertised
from cogtable.server.cluster.forwarding import FORWARDED, forwarded_handshake
from cogtable.server.cluster.membership import LEASE_S, SUSPECT_S, Watch, refuses
from cogtable.server.db import ownership
from cogtable.server.db.chat import MessageRow, ReactionRow
from cogtable.server.db.connection import NotOwner
from cogtable.server.db.ownership import Member
from cogtable.server.db.rows import QuestionRow, Times
from cogtable.server.db.store import Store
from cogtable.server.settings import ServerSettings
from cogtable.server.wire.base import PROTOCOL

from .authenticator import Browser
from .live_server import PATIENCE, LiveServer, Person
from .postgres import Postgres
from .test_store import LATER, MOVES, ROW

pytestmark = pytest.mark.xdist_group("cluster")  # one PostgreSQL for all of them

# --- liveness ------------------------------------------------------------------------------------------


def beats(*beats: int) -> list[Member]:
    return [Member(f"process {n}", f"10.0.0.{n}:8000", beat) for n, beat in enumerate(beats)]


def test_a_process_whose_heartbeat_stops_is_dead() -> None:
    watch = Watch()
    for second in range(int(LEASE_S)):
        assert watch.silent(beats(second, 7), second) == []
    (dead,) = watch.silent(beats(100, 7), LEASE_S)
    assert dead.id == "process 1"


def test_a_process_that_refuses_connections_is_dead_sooner() -> None:
    """One that only keeps a connection waiting can be slow, or stopped for a while."""
    with socket.create_server(("127.0.0.1", 0)) as ends, socket.create_server(("127.0.0.1", 0)) as stands:
        addresses = [f"127.0.0.1:{each.getsockname()[1]}" for each in (ends, stands)]
        members = [Member(address, address, 7) for address in addresses]
        ends.close()
        watch = Watch()
        assert watch.silent(members, 0, refuses) == []
        assert watch.silent(members, SUSPECT_S - 0.1, refuses) == []
        assert watch.silent(members, SUSPECT_S, refuses) == members[:1]
        for now in (3, LEASE_S - 0.1):
            assert watch.silent(members, now, refuses) == members[:1]
        assert watch.silent(members, LEASE_S, refuses) == members


def test_a_slow_process_is_not_dead() -> None:
    watch = Watch()
    assert not any(watch.silent(beats(second // 4), second) for second in range(60))


def test_no_process_is_dead_because_the_database_was_away() -> None:
    watch = Watch()
    watch.silent(beats(5), 0)
    assert watch.silent(beats(5), 60) == []  # no process could write a heartbeat meanwhile
    assert watch.silent(beats(5), 61) == []


# --- addresses -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "wanted", "expected"),
    [
        ("127.0.0.1", "", "127.0.0.1:8000"),
        ("::1", "", "[::1]:8000"),
        ("localhost", "", "localhost:8000"),
        ("0.0.0.0", "10.0.0.5", "10.0.0.5:8000"),
        ("0.0.0.0", "10.0.0.5:9", "10.0.0.5:9"),
        ("0.0.0.0", "fd00::5", "[fd00::5]:8000"),
        ("0.0.0.0", "[fd00::5]:9", "[fd00::5]:9"),
        ("0.0.0.0", "cogtable-2", "cogtable-2:8000"),
    ],
)
def test_each_process_finds_its_address_for_the_others(host: str, wanted: str, expected: str) -> None:
    settings = ServerSettings(database="postgresql+psycopg://db/cogtable", host=host)
    assert advertised(settings, wanted, 8000) == expected


@pytest.mark.parametrize("wanted", ["http://10.0.0.5", "10.0.0.5:99999", "a b", "10.0.0.5:0", "host/path"])
def test_an_invalid_address_is_refused(wanted: str) -> None:
    with pytest.raises(CannotServe, match="expected an address"):
        advertised(ServerSettings(database="postgresql+psycopg://db/cogtable"), wanted, 8000)


def test_a_database_file_allows_one_process(tmp_path: Any) -> None:
    settings = ServerSettings(database=tmp_path / "db")
    assert advertised(settings, "", 8000) == ""
    with pytest.raises(CannotServe, match="PostgreSQL"):
        advertised(settings, "10.0.0.5", 8000)


def test_a_forwarded_handshake_contains_the_clients_address() -> None:
    sent = b"GET /api/tables/x/ws HTTP/1.1\r\nHost: play.example\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n"
    assert forwarded_handshake(sent, "10.0.0.9").split(b"\r\n") == [
        b"GET /api/tables/x/ws HTTP/1.1",
        b"Host: play.example",
        b"X-Forwarded-For: 192.0.2.7, 10.0.0.9",
        FORWARDED.encode() + b": 1",
        b"",
        b"",
    ]


# --- the database --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as machine:
        yield machine


@pytest.fixture
def database(postgres: Postgres) -> Iterator[Callable[[str], Any]]:
    """Runs a statement."""
    Store(postgres.url).close()
    engine = sa.create_engine(postgres.url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:

        def run(statement: str) -> Any:
            found = connection.exec_driver_sql(statement)
            return found.fetchall() if found.returns_rows else None

        run("TRUNCATE tables, processes CASCADE")
        yield run
    engine.dispose()


QUESTION = QuestionRow(number=1, kind="end", seat=0, undone=0, ply=0)

CHANGES: dict[str, Callable[[Store], Any]] = {
    "append": lambda store: store.append("one", MOVES, LATER),
    "reseat": lambda store: store.reseat("one", ROW.seats[0], ROW.seats[0], started=False),
    "takeover": lambda store: store.set_takeover("one", 0, True),
    "ask": lambda store: store.ask("one", None, QUESTION),
    "times": lambda store: store.set_times("one", Times(left=(1, 1), since=0)),
    "say": lambda store: store.say("one", MessageRow(number=0, seat=0, text="hello", ply=0, at=0)),
    "react": lambda store: store.react("one", ReactionRow(ply=1, seat=0, word="wow")),
    "rematch": lambda store: store.add(ROW, after="one"),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_only_the_owner_changes_a_table(postgres: Postgres, database: Callable[[str], Any], change: str) -> None:
    async def play(ours: Store, theirs: Store) -> None:
        await ours.add(ROW)
        lost: list[str] = []
        ours.on_lost = lost.append
        assert (await ours.owners.claim("one")).id == "ours"
        assert (await theirs.owners.claim("one")).id == "ours"
        database("DELETE FROM processes WHERE id = 'ours'")  # as they do when we are silent
        assert await theirs.owners.adopt(9) == ["one"]
        before = [database(f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("tables", "actions", "seats")]
        with pytest.raises(NotOwner):
            await CHANGES[change](ours)
        assert lost == ["one"]
        assert before == [database(f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("tables", "actions", "seats")]

    with closing(Store(postgres.url)) as ours, closing(Store(postgres.url)) as theirs:
        ours.owners.process, theirs.owners.process = "ours", "theirs"
        for name in ("ours", "theirs"):
            database(f"INSERT INTO processes VALUES ('{name}', '{name}', 0)")
        asyncio.run(play(ours, theirs))


@pytest.mark.slow
def test_only_the_owner_handles_a_tables_clock(postgres: Postgres, database: Callable[[str], Any]) -> None:
    async def play(ours: Store, theirs: Store) -> None:
        await ours.add(ROW)
        await ours.owners.claim("one")
        await ours.set_times("one", Times(left=(5, 5), since=0, running=(0,)))
        assert await ours.clocks.overdue(9) == ["one"]
        assert await theirs.clocks.overdue(9) == []
        database("DELETE FROM processes WHERE id = 'ours'")
        assert await theirs.clocks.overdue(9) == ["one"]

    with closing(Store(postgres.url)) as ours, closing(Store(postgres.url)) as theirs:
        ours.owners.process, theirs.owners.process = "ours", "theirs"
        for name in ("ours", "theirs"):
            database(f"INSERT INTO processes VALUES ('{name}', '{name}', 0)")
        asyncio.run(play(ours, theirs))


@pytest.mark.slow
def test_a_process_whose_heartbeat_returns_is_not_removed(postgres: Postgres, database: Callable[[str], Any]) -> None:
    engine = sa.create_engine(postgres.url)
    with engine.begin() as connection:
        ownership.register(connection, seen := Member("ours", "10.0.0.5:8000"))
        assert ownership.beat(connection, "ours")
        assert not ownership.remove(connection, seen)
        ownership.register(connection, Member("again", "10.0.0.5:8000"))  # restarted
        assert [member.id for member in ownership.members(connection)] == ["again"]
        assert not ownership.beat(connection, "ours")
    engine.dispose()


# --- two servers ---------------------------------------------------------------------------------------


@pytest.fixture
def ann(postgres: Postgres, database: Callable[[str], Any]) -> Iterator[LiveServer]:
    with LiveServer(postgres.url, shared=True) as server:
        yield server


@pytest.fixture
def bob(postgres: Postgres, ann: LiveServer) -> Iterator[LiveServer]:
    with LiveServer(postgres.url, shared=True) as server:
        yield server


def until(done: Callable[[], Any]) -> Any:
    """Returns the value that a function returns in the end."""
    end = time.monotonic() + PATIENCE
    while not (found := done()):
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.02)
    return found


def owner(database: Callable[[str], Any], table: str) -> str:
    """Returns the address of the process that owns a table."""
    found = database(f"SELECT address FROM processes JOIN owners ON process = id WHERE table_id = '{table}'")
    return str(found[0][0]) if found else ""


@pytest.mark.large
def test_people_at_one_table_can_use_two_servers(
    ann: LiveServer, bob: LiveServer, database: Callable[[str], Any]
) -> None:
    mine = ann.new("tiny", "me", "open")
    table, ada = mine["table"], mine["secret"]
    first = ann.sit(table, ada)
    ben = bob.join(table)["secret"]  # forwarded
    second = bob.sit(table, ben)
    assert owner(database, table) == ann.address
    people = [first, second]
    for ply in range(4):
        people[people[0].until(ply).view["waiting"][0]].until(ply).play()
    first.send(type="say", id=50, text="hello from Ann")
    assert second.next("said")["message"]["text"] == "hello from Ann"
    second.leave()
    while any(each.get("here") for each in first.next("occupants")["occupants"][1:]):
        pass


@pytest.mark.large
def test_the_lobby_shows_people_at_other_processes_tables(ann: LiveServer, bob: LiveServer) -> None:
    table = ann.new("tiny", "easy", "easy", public=True)["table"]
    assert not [each for each in bob.http.get("/live").json() if each["table"] == table]
    watching = ann.sit(table)
    (live,) = until(lambda: bob.http.get("/live").json())
    assert (live["table"], live["watching"]) == (table, 1)
    mine = ann.new("tiny", "me", "open")
    ada = ann.sit(mine["table"], mine["secret"])
    until(lambda: bob.http.get(f"/tables/{mine['table']}").json()["occupants"][0].get("here"))
    ada.leave()
    watching.leave()
    until(lambda: not bob.http.get("/live").json())


@pytest.mark.large
def test_an_empty_table_is_released(postgres: Postgres, bob: LiveServer, database: Callable[[str], Any]) -> None:
    with LiveServer(postgres.url, shared=True, idle_s=0.05) as ann:
        table = ann.new("tiny", "me", "open")["table"]
        ann.sit(table).leave()
        until(lambda: not database("SELECT * FROM owners"))
        bob.sit(table)
        assert owner(database, table) == bob.address


@pytest.mark.large
def test_a_person_signed_in_at_one_server_has_their_seat_at_the_other(ann: LiveServer, bob: LiveServer) -> None:
    mine = ann.new("tiny", "me", "open")
    guest = ann.sit(mine["table"], mine["secret"])
    ada = Browser(bob)
    ada.sign_up("Ada Lovelace")
    claimed = ada.post("/account/claim", {"secrets": {mine["table"]: mine["secret"]}})
    assert claimed.json() == {"tables": [mine["table"]]}
    hers = bob.sit(mine["table"], additional_headers={"Cookie": ada.cookie})
    assert hers.view["seat"] == 0
    assert ada.post("/account/sign-out").status_code == 200
    assert hers.next("error")["code"] == "secret"
    assert hers.next("update")["view"]["seat"] == -1
    guest.leave()
    ada.http.close()


@pytest.mark.large
def test_a_person_at_a_table_of_one_server_is_not_notified_by_the_other(ann: LiveServer, bob: LiveServer) -> None:
    ada = Browser(bob)
    ada.sign_up("Ada King")
    table = ada.post("/tables", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["table"]
    sits = ann.sit(table, additional_headers={"Cookie": ada.cookie})

    def asked(question: Callable[[Any], Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(question(bob.app.state.presence), bob.loop).result(PATIENCE)

    assert asked(lambda presence: presence.elsewhere([table, "another"])) == {table}
    until(lambda: len(asked(lambda presence: presence.accounts())) == 1)
    sits.leave()
    until(lambda: not asked(lambda presence: presence.accounts()))
    ada.http.close()


@pytest.mark.large
def test_a_deleted_account_leaves_other_processes_tables_too(
    ann: LiveServer, bob: LiveServer, database: Callable[[str], Any]
) -> None:
    ada = Browser(bob)
    ada.sign_up("Ada Byron")
    table = ada.post("/tables", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["table"]
    ben = ann.join(table)["secret"]
    plays = ann.sit(table, ben)
    assert owner(database, table) == ann.address
    assert ada.delete().status_code == 200
    assert owner(database, table) == bob.address
    assert until(lambda: gone(plays)) == COME_AGAIN
    again = ann.sit(table, ben)
    assert again.view["over"]
    assert again.update["occupants"][0]["name"] == "Seat 1"
    ada.http.close()


def gone(person: Person) -> int:
    """Receives until the connection ends; returns its close code, 0 if it is still open."""
    try:
        person.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    return 0


COME_AGAIN = 1013


@pytest.mark.large
def test_a_process_taken_for_dead_loses_its_tables_and_continues(
    ann: LiveServer, bob: LiveServer, database: Callable[[str], Any]
) -> None:
    table, secrets = ann.full()
    people = [ann.sit(table, secret) for secret in secrets]
    people[people[0].view["waiting"][0]].play()
    database(f"DELETE FROM processes WHERE address = '{ann.address}'")
    for person in people:
        assert until(lambda: gone(person)) == COME_AGAIN  # noqa: B023
    until(lambda: owner(database, table))  # either process can adopt it
    people = [ann.sit(table, secrets[0]), bob.sit(table, secrets[1])]
    assert {person.ply for person in people} == {1}
    people[people[0].view["waiting"][0]].play()
    for person in people:
        person.until(2)


@pytest.mark.large
def test_bots_play_on_in_another_process_when_theirs_stops(
    postgres: Postgres, ann: LiveServer, database: Callable[[str], Any]
) -> None:
    with LiveServer(postgres.url, shared=True) as bob:
        mine = bob.new("tiny", "me", "open", "random")
        theirs = bob.join(mine["table"])
        people = {0: bob.sit(mine["table"], mine["secret"]), 1: bob.sit(mine["table"], theirs["secret"])}
        if (waiting := people[0].view["waiting"][0]) in people:
            people[waiting].play()
    until(lambda: owner(database, mine["table"]) == ann.address)
    until(lambda: not bots_decide(database, mine["table"]))


def bots_decide(database: Callable[[str], Any], table: str) -> bool:
    """Whether the table waits for the bot in seat 2."""
    return bool(database(f"SELECT waiting FROM tables WHERE id = '{table}'")[0][0] & 4)


@pytest.mark.large
def test_an_unreachable_owner_is_retried(
    ann: LiveServer, bob: LiveServer, database: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogtable.server.cluster.forwarding.HOLD_S", 0)
    table = ann.new("tiny", "me", "open")["table"]
    database("INSERT INTO processes VALUES ('dead', '127.0.0.1:9', 0)")
    database(f"INSERT INTO owners VALUES ('{table}', 'dead')")
    assert ann.post(f"/tables/{table}/join", {"name": "Ben"}).status_code == 503
    with pytest.raises(InvalidStatus, match="503"):
        ann.sit(table)
    monkeypatch.undo()
    assert until(lambda: ann.post(f"/tables/{table}/join", {"name": "Ben"}).status_code == 201)


@pytest.mark.large
def test_a_forwarded_request_is_not_forwarded_again(
    ann: LiveServer, bob: LiveServer, database: Callable[[str], Any]
) -> None:
    table = ann.new("tiny", "me", "open")["table"]
    ann.sit(table)
    lost = Person(bob.raw(table, additional_headers={FORWARDED: "1"}))
    lost.send(type="hello", protocol=PROTOCOL)
    assert lost.next("error")["code"] == "unavailable"
    assert gone(lost) == COME_AGAIN
    assert owner(database, table) == ann.address


# --- people among themselves ---------------------------------------------------------------------------


def at(server: LiveServer, other: Browser) -> Browser:
    """Returns the browser of a person at another server, where they are signed in too."""
    browser = Browser(server, other.passkey)
    browser.http.cookies.update(other.http.cookies)
    return browser


@pytest.mark.large
def test_where_people_are_is_known_to_other_processes(ann: LiveServer, bob: LiveServer) -> None:
    ada, ben = Browser(ann), Browser(bob)
    ada.sign_up("Ada")
    ben.sign_up("Ben")
    assert ada.post("/follow", {"name": "Ben"}).status_code == 200

    def state() -> str:
        (found,) = ada.get("/people")["follows"]
        return str(found["where"].get("state", "away"))

    assert state() == "away"
    ben.post("/here")
    assert until(lambda: state() == "here")
    table = ben.post("/tables", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}).json()
    person = bob.sit(table["table"], additional_headers={"Cookie": ben.cookie})
    assert until(lambda: state() == "waiting")
    person.leave()
    assert ben.post("/people-settings", {"unseen": True}).status_code == 200
    assert until(lambda: state() == "away")


@pytest.mark.large
def test_a_block_reaches_tables_of_other_processes(ann: LiveServer, bob: LiveServer) -> None:
    ada, ben = Browser(ann), Browser(bob)
    ada.sign_up("Ada")
    ben.sign_up("Ben")
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = ben.post("/tables", {"game": "tiny", "seats": seats}).json()["table"]
    hers = at(bob, ada)
    assert hers.post(f"/tables/{table}/join", {"name": "x"}).status_code == 201
    one = bob.sit(table, additional_headers={"Cookie": hers.cookie})
    other = bob.sit(table, additional_headers={"Cookie": ben.cookie})
    assert one.next("chat")["messages"] == []
    other.send(type="say", id=7, text="before")
    assert one.next("said")["message"]["text"] == "before"
    assert ada.post("/block", {"whom": {"name": "Ben"}}).status_code == 200  # at the other process
    assert one.next("chat")["messages"] == []
    other.send(type="say", id=8, text="after")
    other.next("said")
    one.send(type="say", id=9, text="mine")
    assert one.next("said")["message"]["text"] == "mine"
