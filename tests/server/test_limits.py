"""Limits: a refusal says when to try again, and affects only the client that exceeded the limit."""

from __future__ import annotations

import json
import logging
import math
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cogtable.server.core import limits
from cogtable.server.core.limits import (
    ABOUT,
    UNLIMITED,
    BadLimit,
    Counts,
    Exceeded,
    Limits,
    Rate,
    network,
    read_limits,
    when,
)
from cogtable.server.middleware.connection_limits import Guard
from cogtable.server.wire.base import PROTOCOL

from .conftest import Clock
from .live_server import PATIENCE, LiveServer, Person

OTHER = {"X-Forwarded-For": "203.0.113.9"}
"""A client at another address, behind a proxy on this machine."""


# --- settings -----------------------------------------------------------------------------------------


def test_limits_are_set_by_name() -> None:
    found = read_limits(["tables-made=5/60", "sockets=20", "chat=off", "header-s=2.5"])
    assert found == replace(Limits(), tables_made=Rate(5, 60), sockets=20, chat=Rate(math.inf, 0), header_s=2.5)
    assert read_limits({"sockets": 20}) == replace(Limits(), sockets=20)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("nonsense=5", 'there is no limit "nonsense"; `cogtable limits` lists them'),
        ("sockets", 'a limit is written NAME=VALUE; found "sockets"'),
        ("sockets=many", 'limit sockets: expected a number, or off; found "many"'),
        ("sockets=5/60", 'limit sockets: expected a number, or off; found "5/60"'),
        ("sockets=-1", 'found "-1"'),
        ("sockets=nan", 'found "nan"'),
        ("chat=5", "limit chat: expected two numbers like 30/20 (30 at once, one more each 20 seconds), or off; found"),
        ("chat=5/0", 'found "5/0"'),
        ("chat=0/5", 'found "0/5"'),
    ],
)
def test_an_unknown_limit_is_refused(given: str, words: str) -> None:
    with pytest.raises(BadLimit, match=re.escape(words)):
        read_limits([given])


@pytest.mark.parametrize("about", [one for one in ABOUT.values() if one.refusal], ids=lambda one: one.option)
def test_every_refusal_has_a_text(about: Any) -> None:
    assert "{" not in str(Exceeded(about.name, about.default, 90))


def test_waiting_times_use_a_suitable_unit() -> None:
    assert [when(seconds) for seconds in (0.2, 1.5, 90, 150, 7200)] == [
        "in 1 second",
        "in 2 seconds",
        "in 90 seconds",
        "in 3 minutes",
        "in 2 hours",
    ]


def test_a_network_counts_as_one_address() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:2") != network("2001:db8:0:1::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == "192.0.2.1"
    assert network("fe80::1%eth0") == "fe80::/64"


# --- rates by address ---------------------------------------------------------------------------------

TABLE = {"game": "tiny", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}]}


def refused(answer: Any, words: str, status: int = 429) -> None:
    assert answer.status_code == status, answer.text
    assert answer.json()["error"] == words
    assert int(answer.headers["retry-after"]) >= 1


def test_the_rate_of_new_tables_is_limited(server: LiveServer, clock: Clock) -> None:
    server.limit(tables_made=Rate(2, 20))
    for _ in range(2):
        assert server.post("/tables", TABLE).status_code == 201
    words = "too many tables were made from your address; try again in 20 seconds"
    refused(server.post("/tables", TABLE), words)
    assert server.http.post("/tables", json=TABLE, headers=OTHER).status_code == 201
    clock.now += 20
    assert server.post("/tables", TABLE).status_code == 201
    assert server.post("/tables", TABLE).status_code == 429


@pytest.mark.parametrize("began", [0.0, 0.1, 1234.5678, 98765.4321, 1e6 / 3])
def test_after_the_stated_time_a_table_can_be_created(began: float, clock: Clock) -> None:
    clock.now = began
    for every_s in (0.7, 20, 300):
        bucket = Rate(2, every_s).bucket()
        assert [bucket.take() for _ in range(3)] == [True, True, False]
        clock.now += bucket.wait_s
        assert bucket.wait_s == 0
        assert [bucket.take() for _ in range(2)] == [True, False]


def test_the_rate_of_taken_seats_is_limited(server: LiveServer, clock: Clock) -> None:
    tables = [server.new("tiny", "me", "open")["table"] for _ in range(3)]
    server.limit(joins=Rate(1, 300))
    server.join(tables[0])
    words = "too many seats were taken from your address; try again in 5 minutes"
    refused(server.post(f"/tables/{tables[1]}/join", {"name": "Ben"}), words)
    answer = server.http.post(f"/tables/{tables[1]}/join", json={"name": "Cy"}, headers=OTHER)
    assert answer.status_code == 201
    clock.now += 300
    server.join(tables[2])


def test_the_rate_of_uploaded_boxes_is_limited(server: LiveServer, clock: Clock) -> None:
    server.limit(uploads=Rate(1, 30))
    body = {"game": "tiny", "text": "nothing", "name": "Ada"}
    assert server.post("/boxes", body).status_code == 422
    refused(server.post("/boxes", body), "too many boxes came from your address; try again in 30 seconds")
    clock.now += 30
    assert server.post("/boxes", body).status_code == 422


def test_the_rate_of_requests_is_limited(server: LiveServer, clock: Clock) -> None:
    server.limit(requests=Rate(3, 2))
    for _ in range(3):
        assert server.http.get("/tables").status_code == 200
    refused(server.http.get("/tables"), "too many requests from your address; try again in 2 seconds")
    assert server.http.get("/tables", headers=OTHER).status_code == 200
    assert server.http.get(f"http://{server.address}/healthz").status_code == 200  # the host's own programs continue
    clock.now += 2
    assert server.http.get("/tables").status_code == 200


def test_the_number_of_listed_tables_is_limited(server: LiveServer) -> None:
    server.limit(tables_listed=2)
    mine = [server.new("tiny", "me", "open", listed=True)["table"] for _ in range(2)]
    answer = server.post("/tables", TABLE | {"listed": True})
    refused(answer, "2 tables from your address are already listed; wait until one begins, or try again in 24 hours")
    assert server.post("/tables", TABLE).status_code == 201  # friends with the link don't need the list
    assert server.http.post("/tables", json=TABLE | {"listed": True}, headers=OTHER).status_code == 201
    server.join(mine[0])
    assert server.post("/tables", TABLE | {"listed": True}).status_code == 201
    server.execute("UPDATE tables SET created = created - 90000")
    assert server.post("/tables", TABLE | {"listed": True}).status_code == 201


def test_a_body_that_is_sent_too_slowly_is_refused(server: LiveServer) -> None:
    server.limit(body_s=0.2)
    with connected(server) as slow:
        slow.sendall(POST + b"Content-Length: 100\r\n\r\n{")
        answer = everything(slow)
    assert b" 408 " in answer
    assert b"the request took too long; try again in 1 second" in answer


# --- open tables --------------------------------------------------------------------------------------


def hello(server: LiveServer, table: str, **more: Any) -> Person:
    person = Person(server.raw(table, **more))
    person.send(type="hello", protocol=PROTOCOL)
    return person


def test_the_number_of_open_tables_is_limited_by_address(server: LiveServer) -> None:
    table = server.new("tiny", "easy", "easy")["table"]
    server.limit(sockets=2)
    first, _ = server.sit(table), server.sit(table)
    third = Person(server.raw(table))
    words = "2 tables are open from your address; close some, and try again in 5 seconds"
    assert third.next("error") == {"type": "error", "code": "busy", "words": words}
    with pytest.raises(ConnectionClosed) as closed:
        third.hear()
    assert closed.value.rcvd.code == 1013  # the client retries by itself
    assert hello(server, table, additional_headers=OTHER).next("update")
    first.leave()
    while server.app.state.counts.open("sockets", "127.0.0.1") == 2:
        time.sleep(0.005)  # until the server has noticed that it is gone
    assert server.sit(table).view


def test_the_number_of_connections_of_a_seat_is_limited(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    server.limit(seat_sockets=1)
    server.sit(table, secrets[0])
    again = Person(server.raw(table))
    again.send(type="hello", protocol=PROTOCOL, secret=secrets[0])
    assert again.next("error")["words"] == "your seat is already open 1 times; close one of them first"
    assert server.sit(table, secrets[1]).view["seat"] == 1


# --- bots' CPU time -----------------------------------------------------------------------------------


def test_bots_search_time_is_limited_by_address(clock: Clock) -> None:
    spent: list[float] = []
    counts = Counts(replace(UNLIMITED, bot_seconds=Rate(10, 0.5)))
    budget = limits.BotSeconds(counts, spent.append)
    assert budget.has_left(["a"])
    assert budget.has_left([])
    budget.spend(["a", "b"], 24)
    assert spent == [24]
    assert not budget.has_left(["a"])
    assert budget.has_left(["a", "c"])  # at a table with a person who has time left, nobody waits
    with pytest.raises(Exceeded, match="your address has used up its time for bots; try again in 2 seconds"):
        budget.check(["a"])
    clock.now += 2
    budget.check(["a"])


def test_when_an_addresss_time_is_used_up_hints_are_refused_and_bots_move_at_once(server: LiveServer) -> None:
    server.limit(bot_seconds=Rate(5, 100))
    mine = server.new("tiny", "me", "easy")
    ada = server.sit(mine["table"], mine["secret"])
    server.app.state.counts.spend("bot_seconds", "127.0.0.1", 6)
    ada.send(type="hint", id=4, ply=ada.ply)
    answer = ada.next("error", "advice")
    assert answer["code"] == "busy"
    assert answer["words"].startswith("your address has used up its time for bots; try again in")
    ada.play()
    ada.until(2)  # the bot has moved nevertheless


# --- connections --------------------------------------------------------------------------------------

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def connected(server: LiveServer, sent: bytes = b"") -> socket.socket:
    host, port = server.address.split(":")
    found = socket.create_connection((host, int(port)), timeout=PATIENCE)
    found.sendall(sent)
    return found


def everything(connection: socket.socket) -> bytes:
    """Returns all data until the other end closes."""
    data = b""
    while True:
        try:
            part = connection.recv(65536)
        except ConnectionResetError:
            return data
        if not part:
            return data
        data += part


@pytest.fixture
def half_sent(server: LiveServer) -> Iterator[list[socket.socket]]:
    """Connections with half-sent requests."""
    found: list[socket.socket] = []
    yield found
    for each in found:
        each.close()


def test_half_sent_requests_do_not_block_others(server: LiveServer, half_sent: list[socket.socket]) -> None:
    server.limit(half_sent=5)
    late = server.app.state.counts.refused["header-s"]
    for _ in range(40):
        half_sent.append(connected(server, HEAD))
        assert server.http.get("/tables").status_code == 200
    answer = everything(half_sent[0])  # the oldest have been closed
    assert b"HTTP/1.1 408 Request Timeout" in answer
    assert b"retry-after: 1" in answer.lower()
    assert json.loads(answer.rpartition(b"\r\n")[2])["error"] == "the request took too long; try again in 1 second"
    assert server.app.state.counts.refused["header-s"] == late
    half_sent[-1].sendall(b"\r\n")  # a client that continues is answered
    assert half_sent[-1].recv(100).startswith(b"HTTP/1.1 200")


def test_half_sent_requests_are_also_limited_in_total(server: LiveServer, half_sent: list[socket.socket]) -> None:
    server.limit(half_sent_total=3)
    half_sent += [connected(server, HEAD) for _ in range(8)]
    for each in half_sent[:5]:
        assert b" 200 " not in everything(each)
    for each in half_sent[5:]:
        each.sendall(b"\r\n")
        assert each.recv(100).startswith(b"HTTP/1.1 200")


def many_addresses() -> Iterator[str]:
    """Returns addresses of this machine, each several times."""
    yield from (f"127.0.0.{2 + number % 60}" for number in range(1200))


@pytest.mark.parametrize("addresses", [["127.0.0.9"] * 1200, list(many_addresses())], ids=["one", "sixty"])
def test_1200_half_sent_heads_do_not_block_others(
    server: LiveServer, half_sent: list[socket.socket], addresses: list[str]
) -> None:
    """With the default limits, from one address and from sixty."""
    ours = Limits()
    server.limit(**{name: getattr(ours, name) for name in ("connections", "half_sent", "half_sent_total", "header_s")})
    table, secrets = server.full("tiny")
    people = [server.sit(table, secret) for secret in secrets]
    host, port = server.address.split(":")
    for number, address in enumerate(addresses):
        one = socket.create_connection((host, int(port)), timeout=PATIENCE, source_address=(address, 0))
        half_sent.append(one)
        with suppress(ConnectionError):  # it has been closed already
            one.sendall(HEAD)
        if number % 100 == 99:
            assert server.http.get("/tables").status_code == 200
            assert first(server).startswith(b"HTTP/1.1 200")  # a client that connects now
    next(person for person in people if person.actions()).play()


def test_after_the_answer_a_client_cannot_send_its_body_forever(server: LiveServer) -> None:
    server.limit(header_s=0.2)
    with connected(server, HEAD.replace(b"GET", b"POST") + b"Content-Length: 1000000\r\n\r\n") as slow:
        assert b" 405 " in slow.recv(65536)
        with pytest.raises(ConnectionError):
            keep_sending(slow)


def keep_sending(connection: socket.socket) -> None:
    """Sends a byte now and then."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        connection.sendall(b"x")
        time.sleep(0.01)


GARBAGE = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "two lengths": HEAD.replace(b"GET", b"POST") + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a length and chunks": HEAD + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\nX: \x00\r\n\r\n",
    "a space before the colon": HEAD + b"X-A : b\r\n\r\n",
    "a broken chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n",
    "a broken chunk after the answer": HEAD.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "the end within a body": POST + b"Content-Length: 100\r\n\r\n{",
}


@pytest.mark.parametrize("sent", GARBAGE.values(), ids=list(GARBAGE))
def test_an_invalid_request_is_refused_without_a_traceback(
    server: LiveServer, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    with connected(server, sent) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert b"HTTP/1.1 200" not in everything(connection)
    assert server.http.get("/tables").status_code == 200
    assert [
        record.getMessage() for record in caplog.records if record.exc_info or record.levelno > logging.WARNING
    ] == []


def test_the_deadline_of_a_head_is_not_extended_by_sending_a_little(server: LiveServer) -> None:
    server.limit(header_s=0.3)
    with connected(server, HEAD) as slow:
        slow.settimeout(0.02)
        began = time.monotonic()
        answer = b""
        while not answer:
            try:
                slow.sendall(b"X-A: b\r\n")
                answer = slow.recv(65536)
            except TimeoutError:
                assert time.monotonic() - began < PATIENCE
            except (BrokenPipeError, ConnectionResetError):
                break
        assert time.monotonic() - began >= 0.25


def test_a_second_request_has_a_deadline_as_well(server: LiveServer) -> None:
    server.limit(header_s=0.2)
    with connected(server, HEAD + b"\r\n") as slow:
        assert slow.recv(65536).startswith(b"HTTP/1.1 200")
        slow.sendall(HEAD)
        assert b" 408 " in everything(slow)


def test_a_silent_connection_is_closed_without_an_answer(server: LiveServer) -> None:
    server.limit(header_s=0.1)
    with connected(server) as silent:
        assert everything(silent) == b""


def test_the_number_of_connections_is_limited_by_address(tmp_path: Path) -> None:
    """Connections from this machine are a proxy's, unless another proxy is named."""
    few = replace(UNLIMITED, connections=2, header_s=9)
    with LiveServer(tmp_path / "db", limits=few, trusted_proxies=("192.0.2.1",)) as server:
        held = [connected(server) for _ in range(2)]
        with connected(server, HEAD + b"\r\n") as third:
            answer = everything(third)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"your address has 2 connections open; close some, and try again in 9 seconds" in answer
        held.pop().close()
        while b" 200 " not in (answer := first(server)):
            assert b" 429 " in answer
        for each in held:
            each.close()


def test_a_full_server_says_so(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db", limits=replace(UNLIMITED, connections_total=1, header_s=9)) as server:
        with connected(server), connected(server, HEAD + b"\r\n") as second:
            answer = everything(second)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"the server is full; try again in 9 seconds" in answer


def first(server: LiveServer) -> bytes:
    with connected(server, HEAD + b"Connection: close\r\n\r\n") as found:
        return everything(found)


def test_a_client_that_does_not_read_its_answer_is_disconnected(server: LiveServer) -> None:
    server.limit(unread_s=0.2)
    host, port = server.address.split(":")
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect((host, int(port)))
        lazy.settimeout(PATIENCE)
        asked = b"GET /api/gallery HTTP/1.1\r\nHost: localhost\r\n\r\n"
        lazy.sendall(asked * 200)
        while not server.app.state.counts.refused["unread-s"]:
            time.sleep(0.01)
    assert server.http.get("/tables").status_code == 200


def test_the_size_of_a_requests_head_is_limited(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db", limits=replace(UNLIMITED, header_bytes=2000)) as server:
        with connected(server, HEAD + b"X-A: " + b"b" * 5000) as long:
            assert everything(long).startswith(b"HTTP/1.1 400 ")
        assert server.http.get("/tables").status_code == 200


def test_a_client_without_an_address_is_counted_correctly() -> None:
    """As on a Unix socket."""
    guard = Guard(Counts(replace(UNLIMITED, connections=2)))
    for _ in range(10):
        connection: Any = object()
        assert guard.enter(connection, "") is None
        guard.leave(connection)
        assert guard.waits(connection, "")
        guard.whole(connection)
    assert (guard.open, guard.half_sent) == (0, 0)
    assert not guard.open_by
    assert not guard.half_sent_by
