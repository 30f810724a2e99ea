"""Requests that one process forwards to another arrive complete, and need little memory on the way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from cogtable.server.cluster.forwarding import HELD, ForwardedWebSocket, at_owner
from cogtable.server.core.limits import UNLIMITED, Counts


class Owner(BaseHTTPRequestHandler):
    """Another process, which answers with two cookies and those it received."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Set-Cookie", "session=a; Path=/")
        self.send_header("Set-Cookie", "guest=b; Path=/")
        self.send_header("X-Cookies", self.headers["Cookie"])
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Suppresses the request log."""


class Rooms:
    """The rooms of one of several processes, whose tables belong to another one; without an address it isn't found."""

    def __init__(self, address: str = "") -> None:
        self.ownership = SimpleNamespace(shared=True)
        self._address = address

    async def address_of(self, table: str) -> str:
        if not self._address:
            await asyncio.Event().wait()
        return self._address


@pytest.fixture
def owner() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Owner) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_repeated_headers_are_forwarded(owner: str) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}"}

    async def serve(request: Request) -> Response:
        raise AssertionError("the owner answers")

    scope = {
        "path_params": {"table": "x"},
        "type": "http",
        "method": "POST",
        "path": "/api/tables/x/join",
        "query_string": b"",
        "server": ("localhost", 80),
        "client": ("192.0.2.1", 5),
        "headers": [(b"host", b"localhost"), (b"cookie", b"a=1"), (b"cookie", b"b=2")],
        "app": SimpleNamespace(state=SimpleNamespace(counts=Counts(UNLIMITED), rooms=Rooms(owner))),
    }

    async def ask() -> Response:
        return await at_owner(serve)(Request(scope, receive))

    answer = asyncio.run(ask())
    assert answer.status_code == 201
    assert answer.headers.getlist("set-cookie") == ["session=a; Path=/", "guest=b; Path=/"]
    assert answer.headers["x-cookies"] == "a=1; b=2"


class Transport:
    """A client's connection, which records whether it is read."""

    reads = True

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


def test_a_client_that_sends_much_before_the_owner_is_found_is_not_read_further() -> None:
    async def send() -> None:
        client: Any = object.__new__(ForwardedWebSocket)
        client.config = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(rooms=Rooms())))
        client.loop, client.transport = asyncio.get_running_loop(), Transport()
        client.handshake_initiated = False
        handshake = b"GET /api/tables/x/ws HTTP/1.1\r\n\r\n"
        client.data_received(handshake)
        client.data_received(b"x" * (HELD - len(handshake)))
        assert client.transport.reads
        client.data_received(b"x")
        assert not client.transport.reads

    asyncio.run(send())
