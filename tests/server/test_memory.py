"""A server frees the memory of people who have left, so it doesn't grow with the number of games."""

from __future__ import annotations

import gc
import json
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import cogtable
from cogtable.engine.lessons import puzzle
from cogtable.server.wire.base import PROTOCOL

from .live_server import PATIENCE, LiveServer, Person

WATCHED = ("cogtable.server.", "cogtable.engine.play.match", "starlette.websockets", "websockets.server")
"""The modules whose objects are counted: rooms, matches, connections, compressors, and their parts."""

Leave = Callable[[Person], None]


def hang_up(person: Person) -> None:
    """Disconnects without closing, as when a network fails."""
    person.socket.socket.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server whose bots are quick, and that drops a table at once when everybody has left."""
    with LiveServer(tmp_path / "db", idle_s=0.01, pace_s=0.0) as found:
        yield found


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.freeze()  # existing objects aren't counted
    gc.disable()
    yield
    gc.enable()


def counted() -> Counter[str]:
    found = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())
    return Counter({name: count for name, count in found.items() if name.startswith(WATCHED)})


def nothing_stays(play: Callable[[], None]) -> None:
    """Plays once, for objects that are made only once, and then repeatedly: that must leave no more objects."""
    play()
    end = time.monotonic() + PATIENCE
    before = counted()
    while (now := counted()) != before or now["cogtable.server.rooms.connection.Connection"]:
        assert time.monotonic() < end, f"the first stays: {now}"
        time.sleep(0.05)
        before = now
    for _ in range(4):
        play()
    while more := counted() - before:
        assert time.monotonic() < end, f"these stay: {more}"
        time.sleep(0.05)


@pytest.mark.parametrize("leave", [Person.leave, hang_up])
def test_a_game_leaves_no_objects_when_its_people_have_left(server: LiveServer, leave: Leave) -> None:
    def play() -> None:
        table, secrets = server.full("tiny")
        people = [server.sit(table, secret) for secret in [*secrets, ""]]
        while not people[0].view["over"]:
            mover = next(person for person in people if person.actions())
            mover.play()
            for person in people:
                person.until(mover.ply)
        for person in people:
            leave(person)

    nothing_stays(play)


def test_bots_chat_and_undo_leave_no_objects(server: LiveServer) -> None:
    def play() -> None:
        mine = server.new("splendor", "me", "random")
        ada = server.sit(mine["table"], mine["secret"])
        ada.send(type="say", id=50, text="Hello")
        assert ada.next("accepted", "error")["type"] == "accepted"
        ada.play()
        while not ada.actions():
            ada.hear()
        ada.send(type="undo", id=51, ply=ada.ply)
        assert ada.next("accepted", "error")["type"] == "accepted"
        ada.send(type="resign", id=52)
        while not ada.view["over"]:
            ada.hear()
        ada.leave()

    nothing_stays(play)


def test_a_refused_person_leaves_no_objects(server: LiveServer) -> None:
    table, _ = server.full("tiny")

    def play() -> None:
        person = Person(server.raw(table))
        person.send(type="hello", protocol=PROTOCOL, secret="nobody's")
        assert person.next("error")["code"] == "secret"
        person.leave()

    nothing_stays(play)


def test_a_refused_handshake_leaves_no_objects(server: LiveServer) -> None:
    def play() -> None:
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://{server.address}/api/nothing/ws")

    nothing_stays(play)


def test_a_puzzle_leaves_no_objects(server: LiveServer) -> None:
    key = puzzle.puzzles_of(cogtable.game("splendor")).puzzles[0].key

    def play() -> None:
        with connect(f"ws://{server.address}/api/puzzles/splendor/{key}/ws") as solver:
            solver.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))
            assert json.loads(solver.recv(PATIENCE))["type"] == "update"

    nothing_stays(play)
