"""Every response is counted and has the protective headers, whatever part of the server sends it."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cogtable.server.core.headers import HEADERS
from cogtable.server.core.limits import Rate
from cogtable.server.core.refusal import FAILED
from cogtable.server.workbench.box_files import Desk

from .live_server import LiveServer
from .test_health import measured
from .test_limits import connected, everything

VALUES = {"ply": "1", "number": "1", "game": "tiny"}


def routes(found: list[BaseRoute], base: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yields the method and address of each route below these, and the route itself."""
    for route in found:
        if isinstance(route, Mount) and route.routes:
            yield from routes(list(route.routes), base + route.path)
            continue
        path = base + re.sub(r"{(\w+)(:\w+)?}", lambda name: VALUES.get(name[1], "x"), getattr(route, "path", ""))
        methods = sorted(route.methods or ()) if isinstance(route, Route) else ["GET"]
        for method in methods:
            yield ("WS" if isinstance(route, WebSocketRoute) else method), path or "/nothing", route


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[LiveServer]:
    """A server with all routes, which a test can break."""
    with LiveServer(tmp_path / "cogtable.db", desk=Desk(tmp_path)) as server:
        yield server


def everywhere(server: LiveServer, *kinds: str) -> list[tuple[str, str, Any]]:
    """Returns all routes that accept these methods."""
    found = [each for each in routes(list(server.app.routes)) if each[0] in kinds]
    assert len(found) > 1
    return found


def asked(server: LiveServer, method: str, path: str, **more: Any) -> httpx.Response:
    return server.http.request(method, f"http://{server.address}{path}", **more)


def unprotected(answer: Any) -> set[str]:
    """Returns the headers that a response lacks; those of pictures and scripts can differ."""
    return {name for name in HEADERS if name not in answer.headers} - (
        {"Cross-Origin-Opener-Policy"} if answer.headers.get("content-type", "").startswith("image/") else set()
    )


def test_responses_and_refusals_of_all_routes_are_protected_and_counted(bench: LiveServer) -> None:
    before = sum(value for name, value in measured(bench).items() if name.startswith("cogtable_requests_total"))
    seen: set[int] = set()
    count = 1  # `measured` itself
    for method, path, _ in everywhere(bench, "GET", "POST"):
        questions: list[dict[str, Any]] = [
            {},
            {"content": b"{", "headers": {"Content-Type": "application/json"}},
            {"json": []},
            {"json": {}, "headers": {"Origin": "http://evil.example"}},
        ]
        for question in questions if method == "POST" else [{}, {"headers": {"Host": "evil.example"}}]:
            answer = asked(bench, method, path, **question)
            assert not unprotected(answer), (method, path, answer.status_code, question)
            seen.add(answer.status_code)
            count += 1
        answer = asked(bench, "PATCH", path)
        seen.add(answer.status_code)
        assert not unprotected(answer), (path, answer.status_code)
        count += 1
    assert {200, 400, 403, 404, 405, 415, 421, 422} <= seen
    after = sum(value for name, value in measured(bench).items() if name.startswith("cogtable_requests_total"))
    assert after - before == count


def test_unexpected_errors_are_answered_protected_and_counted(
    bench: LiveServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On every route."""

    async def breaks(*_: Any) -> None:
        raise ZeroDivisionError("oh no")

    wanted = everywhere(bench, "GET", "POST")
    for _, path, route in wanted:
        if path != "/metrics":
            monkeypatch.setattr(route, "app", breaks)
    for method, path, _ in wanted:
        if path == "/metrics":
            continue
        answer = asked(bench, method, path, **({"json": {}} if method == "POST" else {}))
        assert answer.status_code == 500, path
        assert answer.json()["error"] == FAILED
        assert not unprotected(answer), path
    failed = [each for each in caplog.records if each.levelno == logging.ERROR and each.exc_info]
    assert len(failed) == len(wanted) - 1
    assert measured(bench)["cogtable_requests_total status=5xx"] == len(wanted) - 1


def handshake(server: LiveServer, path: str, **more: Any) -> Any:
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://{server.address}{path}", **more):
        pass
    return refused.value.response


def test_refused_handshakes_are_protected_and_counted(bench: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [
        handshake(bench, "/api/nothing/ws"),
        handshake(bench, "/api/tables/x/ws", origin="http://evil.example"),
    ]

    async def breaks(*_: Any) -> None:
        raise ZeroDivisionError("oh no")

    for _, path, route in everywhere(bench, "WS"):
        monkeypatch.setattr(route, "app", breaks)
        answers.append(handshake(bench, path))
    bench.limit(requests=Rate(1, 1000))
    asked(bench, "GET", "/api/notice")
    answers.append(handshake(bench, "/api/tables/x/ws"))
    assert [each.status_code for each in answers] == [403, 403, 500, 500, 429]
    for each in answers:
        assert not unprotected(each), each
        assert each.body.startswith(b'{"error":"')
    bench.limit()
    found = measured(bench)
    assert found["cogtable_requests_total status=4xx"] == 3
    assert found["cogtable_requests_total status=5xx"] == 2


RAW = {
    "no HTTP": (b"hello\r\n\r\n", b" 400 "),
    "no handshake": (
        b"GET /api/tables/x/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b" 400 ",
    ),
    "too slow": (b"GET / HTTP/1.1\r\n", b" 408 "),
}


@pytest.mark.parametrize(("sent", "status"), RAW.values(), ids=list(RAW))
def test_responses_outside_the_application_are_protected_and_counted(
    own_server: LiveServer, sent: bytes, status: bytes
) -> None:
    own_server.limit(header_s=0.2)
    with connected(own_server, sent) as connection:
        if status != b" 408 ":
            connection.shutdown(socket.SHUT_WR)
        answer = everything(connection)
    assert status in answer.splitlines()[0] + b" "
    for name, value in HEADERS.items():
        assert f"{name}: {value}".lower().encode() in answer.lower()
    own_server.limit()
    assert measured(own_server)["cogtable_requests_total status=4xx"] == 1
