"""What one process passes on to another arrives whole, and takes little memory meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from cogtable.server.cluster import forwarding
from cogtable.server.cluster.forwarding import HELD, ForwardedWebSocket
from cogtable.server.core.limits import UNLIMITED, Counts


class Owner(BaseHTTPRequestHandler):
    """Another process, which answers with two cookies and the ones that it got."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Set-Cookie", "session=a; Path=/")
        self.send_header("Set-Cookie", "guest=b; Path=/")
        self.send_header("X-Cookies", self.headers["Cookie"])
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def owner() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Owner) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_headers_that_come_several_times_are_passed_on(owner: str) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}"}

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/tables/x/join",
        "query_string": b"",
        "server": ("localhost", 80),
        "client": ("192.0.2.1", 5),
        "headers": [(b"host", b"localhost"), (b"cookie", b"a=1"), (b"cookie", b"b=2")],
        "app": SimpleNamespace(state=SimpleNamespace(counts=Counts(UNLIMITED))),
    }
    answer = asyncio.run(forwarding._ask(Request(scope, receive), owner))
    assert answer.status_code == 201
    assert answer.headers.getlist("set-cookie") == ["session=a; Path=/", "guest=b; Path=/"]
    assert answer.headers["x-cookies"] == "a=1; b=2"


class Transport:
    """A client's connection: whether it is read."""

    reads = True

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


def test_who_sends_much_before_the_owner_is_found_is_not_read_on() -> None:
    client = object.__new__(ForwardedWebSocket)
    client.transport = Transport()  # type: ignore[assignment]
    client._held = b"GET "
    client.data_received(b"x" * (HELD - 4))
    assert client.transport.reads  # type: ignore[attr-defined]
    client.data_received(b"x")
    assert not client.transport.reads  # type: ignore[attr-defined]
