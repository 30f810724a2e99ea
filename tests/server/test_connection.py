"""Connections: messages for a slow reader wait, but not for ever."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.uri import parse_uri

from cogtable.engine.errors import BrokenGame
from cogtable.engine.play.match import Match
from cogtable.server.core import token_bucket
from cogtable.server.core.limits import UNLIMITED, Limits
from cogtable.server.core.service import Service
from cogtable.server.db.store import Store
from cogtable.server.rooms.connection import QUEUE, Connection
from cogtable.server.table import restore as restore_module
from cogtable.server.wire.base import PROTOCOL

from .live_server import PATIENCE, LiveServer, Person, until_here


class Stuck:
    """A socket whose other end reads nothing after the first message."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)
        if len(self.sent) > 1:
            await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        await asyncio.Event().wait()


def test_a_reader_that_does_not_keep_up_is_disconnected() -> None:
    async def work() -> None:
        stuck: Any = Stuck()
        connection = Connection(stuck, UNLIMITED.messages.bucket())
        pumping = asyncio.create_task(connection.pump())
        for number in range(QUEUE):
            connection.send(str(number))
        while stuck.sent != ["0", "1"]:
            await asyncio.sleep(0)
        assert not pumping.done()
        for number in range(QUEUE):  # sending never waits
            connection.send(str(number))
        await asyncio.wait_for(pumping, PATIENCE)
        assert stuck.sent == ["0", "1"]

    asyncio.run(work())


def test_messages_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    # Only in that module, because the servers of other tests use the clock too.
    monkeypatch.setattr(token_bucket, "time", SimpleNamespace(monotonic=lambda: now[0]))
    connection = Connection(None, Limits().messages.bucket())
    assert sum(not connection.wait_s() for _ in range(200)) == 60
    assert 0 < connection.wait_s() <= 0.03
    now[0] += 1
    assert sum(not connection.wait_s() for _ in range(200)) == 33


# --- detecting lost connections ---------------------------------------------------------------------------


def sit_and_fall_silent(server: LiveServer, table: str, secret: str) -> socket.socket:
    """Connects a person who sees the table, and then cuts off the network from them."""
    host, _, port = server.address.partition(":")
    protocol = ClientProtocol(parse_uri(f"ws://{server.address}/api/tables/{table}/ws"))
    line = socket.create_connection((host, int(port)))
    protocol.send_request(protocol.connect())

    def hear() -> None:
        while not protocol.events_received():
            protocol.receive_data(line.recv(65536))

    line.sendall(b"".join(protocol.data_to_send()))
    hear()
    protocol.send_text(json.dumps({"type": "hello", "protocol": PROTOCOL, "secret": secret}).encode())
    line.sendall(b"".join(protocol.data_to_send()))
    hear()
    return line


def test_a_client_that_answers_pings_is_present_however_long_it_is_silent(tmp_path: Path) -> None:
    """It needs to send no messages: a background tab sends none, but every WebSocket answers pings. A client that is
    gone without closing is marked away.
    """
    with LiveServer(tmp_path / "db", ping_s=1) as server:
        table, secrets = server.full("tiny")
        ada = server.sit(table, secrets[0])
        with sit_and_fall_silent(server, table, secrets[1]):
            until_here(ada, True, True)
            until_here(ada, True, False)  # only the client that doesn't answer is marked away


def test_a_ping_is_answered_at_once_whatever_else_is_running(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    append, may_end = Store.append, threading.Event()

    async def slow(store: Store, *what: Any) -> None:
        await asyncio.to_thread(may_end.wait)
        await append(store, *what)

    monkeypatch.setattr(Store, "append", slow)
    ada.send(type="act", id=1, ply=0, action=ada.actions()[0])
    ada.send(type="ping")
    first = ada.next("pong", "accepted")
    may_end.set()
    assert first == {"type": "pong"}
    assert ada.next("accepted")["id"] == 1


def test_a_move_that_is_sent_again_is_played_once(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    action = ada.actions()[0]
    ada.play(action)
    again = server.sit(table, secrets[0])
    assert again.act(action, ply=0)["code"] == "late"
    assert server.execute("SELECT count(*) FROM actions") == [(1,)]


def test_a_table_that_fails_to_load_for_a_moment_is_not_given_up(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, secrets = server.full("tiny")

    def broken(*_: Any, **__: Any) -> Match:
        raise BrokenGame("the game at /some/place cannot be loaded: half of it is missing")

    with LiveServer(server.database) as other:
        monkeypatch.setattr(restore_module, "restored", broken)
        early = Person(other.raw(table))
        early.send(type="hello", protocol=PROTOCOL, secret=secrets[0])
        answer = early.next("error")
        assert answer["code"] == "unavailable"
        assert "/some/place" not in answer["words"]
        with pytest.raises(ConnectionClosed) as closed:
            early.next("never")
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1013  # try again later
        assert other.post(f"/tables/{table}/join", {"name": "Cy"}).status_code == 503
        monkeypatch.undo()
        other.sit(table, secrets[0]).play()


def test_a_browser_receives_only_differences_from_its_previous_view(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message of the host with incompressible words makes updates longer than the window of uvicorn's own
    compression. From the second view on, the connection keeps the previous one for comparison.
    """
    words = random.Random(1).randbytes(10_000).hex()
    monkeypatch.setattr(Service, "message", words)
    table, secrets = server.full("tiny")
    as_browsers_ask = ClientPerMessageDeflateFactory(client_max_window_bits=True)
    ada = server.sit(table, secrets[0], compression=None, extensions=[as_browsers_ask])
    protocol, came = ada.socket.protocol, bytearray()
    receive = protocol.receive_data

    def count(data: bytes) -> None:
        came.extend(data)
        receive(data)

    ada.play()
    monkeypatch.setattr(protocol, "receive_data", count)
    ply = server.sit(table, secrets[1]).play().ply
    ada.until(ply)
    assert len(ada.received[-1]) > 20_000
    assert 0 < len(came) < 3000


def test_a_client_with_little_memory_can_ask_for_a_smaller_window(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0], extensions=[ClientPerMessageDeflateFactory(server_max_window_bits=9)])
    assert "server_max_window_bits=9" in ada.socket.response.headers["Sec-WebSocket-Extensions"]
    assert ada.play().ply
