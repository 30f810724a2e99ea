"""Every request gets exactly one answer, even if its work is dropped or fails late, or the server stops."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from typing import Any

import pytest
from starlette.websockets import WebSocket

from cogtable.engine.play.match import Match
from cogtable.server.core.limits import UNLIMITED
from cogtable.server.db.group_commit import GroupCommit
from cogtable.server.rooms.connection import Connection
from cogtable.server.rooms.hints import Hints
from cogtable.server.table.viewers import Viewers
from cogtable.server.wire.base import PROTOCOL

from .live_server import PATIENCE, LiveServer, Person


def answers(person: Person, *numbers: int) -> dict[int, list[dict[str, Any]]]:
    """Returns the answers to these requests, once all of them and that to a later request are there."""
    found: dict[int, list[dict[str, Any]]] = {number: [] for number in numbers}
    person.send(type="step", id=1000, step=-1)
    while (message := person.hear()).get("id") != 1000 or not all(found.values()):
        if message.get("id") in found and message["type"] in ("accepted", "error", "hint", "ahead", "reason"):
            found[message["id"]].append(message)
    return found


def mover_at(server: LiveServer) -> Person:
    """Returns the person whose turn it is, at a new table."""
    table, secrets = server.full("tiny")
    return next(person for person in [server.sit(table, secret) for secret in secrets] if person.actions())


def ask(person: Person, number: int) -> None:
    person.send(type="hint", id=number, ply=person.ply)


def test_hint_requests_that_replace_each_other_at_once_are_all_answered(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All arrive in one read, so those that are replaced haven't begun."""

    async def never(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(Hints, "give", never)
    mover = mover_at(server)
    for number in range(1, 9):
        ask(mover, number)
    found = answers(mover, *range(1, 8))
    assert {number: [each["code"] for each in given] for number, given in found.items()} == {
        number: ["late"] for number in range(1, 8)
    }


def test_a_hint_request_is_answered_when_its_seat_is_left(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(Hints, "give", never)
    mine = server.new("tiny", "me", "random")
    ada = server.sit(mine["table"], mine["secret"])
    ask(ada, 5)
    ada.send(type="switch", id=6, seat=-1)
    (answer,) = answers(ada, 5)[5]
    assert (answer["code"], answer["words"]) == ("late", "you are looking at the table from another seat now")


def test_a_move_whose_update_fails_is_accepted_once(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is already stored then."""

    def fails(*_: Any) -> None:
        raise ZeroDivisionError("oh no")

    monkeypatch.setattr(Viewers, "show_move", fails)
    mover = mover_at(server)
    mover.send(type="act", id=3, ply=mover.ply, action=mover.actions()[0])
    assert [each["type"] for each in answers(mover, 3)[3]] == ["accepted"]
    assert "oh no" in caplog.text


def test_requests_already_read_are_answered_when_the_server_stops(
    own_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    async def waits(*_: Any) -> Any:
        asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Hints, "give", waits)
    mine = own_server.new("tiny", "me", "random")
    ada = own_server.sit(mine["table"], mine["secret"])
    ask(ada, 5)
    assert asked.wait(60)
    asyncio.run_coroutine_threadsafe(own_server.app.state.rooms.finish(5), own_server.loop)
    answer = ada.next("error")
    assert (answer["id"], answer["code"]) == (5, "late")
    assert answer["words"] == "the connection is closing; ask again when you are back"


class Slow:
    """A socket that accepts each message only when the test allows it."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.writable = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.writable.wait()
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.sent.append(f"closed with {code}")


def test_a_message_to_a_slow_reader_is_not_lost_when_the_connection_ends() -> None:
    async def work() -> None:
        slow: Any = Slow()
        connection = Connection(slow, UNLIMITED.messages.bucket())
        pumping = asyncio.create_task(connection.pump())
        connection.send("one")
        connection.send("two")
        for _ in range(5):
            await asyncio.sleep(0)
        pumping.cancel()
        await asyncio.wait({pumping})
        slow.writable.set()
        await connection.close_with("three", 1012)
        assert slow.sent == ["one", "two", "three", "closed with 1012"]

    asyncio.run(work())


def test_flushed_waits_for_the_socket_but_not_for_a_slow_reader() -> None:
    async def work() -> None:
        slow: Any = Slow()
        slow.writable.set()
        connection = Connection(slow, UNLIMITED.messages.bucket())
        pumping = asyncio.create_task(connection.pump())
        await asyncio.sleep(0)  # it begins
        connection.send("one")
        connection.send("two")
        await connection.flushed()
        assert slow.sent == ["one", "two"]
        slow.writable.clear()
        connection.send("three")
        await asyncio.wait_for(connection.flushed(), PATIENCE)  # it is stuck in the socket
        connection.send("four")
        await asyncio.wait_for(connection.flushed(), PATIENCE)
        pumping.cancel()
        await asyncio.wait({pumping})
        connection.send("five")
        await asyncio.wait_for(connection.flushed(), PATIENCE)  # nothing is sent any more
        assert slow.sent == ["one", "two"]

    asyncio.run(work())


def test_answers_to_moves_stored_together_are_sent_before_any_update(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Computing views takes much longer than an answer."""
    tables = 4
    movers = [mover_at(server) for _ in range(tables)]
    events: list[str] = []
    add, send, show = GroupCommit.add, WebSocket.send_text, Viewers.show_move

    begun = threading.Semaphore(0)

    async def adds(*given: Any) -> None:
        begun.release()
        await add(*given)
        events.append("stored")

    async def sends(socket: WebSocket, text: str) -> None:
        await send(socket, text)
        if '"accepted"' in text:
            events.append("answered")

    def shows(viewers: Viewers) -> bool:
        events.append("shown")
        return show(viewers)

    monkeypatch.setattr(GroupCommit, "add", adds)
    monkeypatch.setattr(WebSocket, "send_text", sends)
    monkeypatch.setattr(Viewers, "show_move", shows)
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # the first move waits for that, and most others for the first
        for mover in movers:
            mover.send(type="act", id=3, ply=mover.ply, action=mover.actions()[0])
        for _ in movers:
            assert begun.acquire(timeout=PATIENCE)
        assert not events
        other.execute("ROLLBACK")
        for mover in movers:
            mover.next("accepted")
            mover.until(1)
    assert events.count("shown") == tables
    assert "stored stored" in " ".join(events)
    for at, event in enumerate(events):
        if event == "shown":
            assert events[:at].count("answered") == events[:at].count("stored"), events


# --- a view that cannot be computed -----------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> set[int | None]:
    """The seats whose view can't be computed; None for spectators."""
    seats: set[int | None] = set()
    view = Match.view

    def views(self: Match, seat: int | None = None) -> Any:
        if seat in seats:
            raise ZeroDivisionError("no view")
        return view(self, seat)

    monkeypatch.setattr(Match, "view", views)
    return seats


def enter(server: LiveServer, table: str, secret: str) -> Person:
    person = Person(server.raw(table))
    person.send(type="hello", protocol=PROTOCOL, **({"secret": secret} if secret else {}))
    return person


def test_a_person_without_a_view_is_told_once_and_stays_while_the_others_play(
    server: LiveServer, broken: set[int | None], caplog: pytest.LogCaptureFixture
) -> None:
    table, secrets = server.full("tiny")
    broken |= {1, None}
    ada, ben, watcher = server.sit(table, secrets[0]), enter(server, table, secrets[1]), enter(server, table, "")
    for person in (ben, watcher):
        told = person.next("error")
        assert (told["code"], told.get("id")) == ("internal", None)
        assert told["words"] == "The table cannot be shown to you just now; the error has been logged"
    assert "no view" in caplog.text
    ada.play(0)
    ada.send(type="ping")
    ada.next("pong")  # by then everybody has been shown the move
    broken.clear()
    server.loop.call_soon_threadsafe(server.app.state.rooms.loaded[table].viewers.show_move)
    for person in (ben, watcher):
        assert person.next("error", "update")["type"] == "update"  # no message came twice


def test_a_person_keeps_their_view_if_the_next_one_fails(server: LiveServer, broken: set[int | None]) -> None:
    table, secrets = server.full("tiny")
    people = [server.sit(table, secret) for secret in secrets]
    mover = next(person for person in people if person.actions())
    other = next(person for person in people if person is not mover)
    broken.add(people.index(other))
    mover.play()
    assert other.next("error", "update")["code"] == "internal"
    broken.clear()
    server.loop.call_soon_threadsafe(server.app.state.rooms.loaded[table].viewers.show_move)
    assert other.next("error", "update")["view"]["ply"] == mover.ply


def test_switching_to_a_seat_without_a_view_is_answered(server: LiveServer, broken: set[int | None]) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    broken.add(None)
    ada.send(type="switch", id=4, seat=-1)
    assert [each["code"] for each in answers(ada, 4)[4]] == ["internal"]
