"""Inviting a friend: the address that others can open, and what to do if there is none."""

from __future__ import annotations

import shutil
import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cogtable.server.core import addresses
from cogtable.server.http import reachability
from cogtable.server.wire.base import PROTOCOL

from .live_server import LiveServer, Person


def asked(server: LiveServer, host: str = "") -> dict[str, str]:
    """Returns the server's text for a person who opened it as `host`."""
    headers = {"Host": host} if host else {}
    answer: dict[str, str] = server.http.get("/reach", headers=headers).json()
    return answer


def port(server: LiveServer) -> str:
    return server.address.rpartition(":")[2]


def test_a_server_for_this_machine_only_says_how_to_open_it(server: LiveServer) -> None:
    options = f"--host 0.0.0.0 --port {port(server)}"
    assert asked(server) == {"who": "machine", "command": options}
    assert asked(server, f"localhost:{port(server)}") == {"who": "machine", "command": options}


def test_the_command_is_complete_for_a_server_started_without_options(
    own_server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    state = own_server.app.state
    state.settings = replace(state.settings, database=None)
    options = f"serve --host 0.0.0.0 --port {port(own_server)}"
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert asked(own_server)["command"] == f"cogtable {options}"

    # In a checkout it is installed in a folder below.
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "cogtable").touch()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    monkeypatch.chdir(tmp_path)
    assert asked(own_server)["command"] == f".venv/bin/cogtable {options}"


def test_a_server_on_the_network_gives_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LiveServer(tmp_path / "cogtable.db", host="0.0.0.0") as server:
        monkeypatch.setattr(reachability, "own_address", lambda host: "192.168.1.24")
        assert asked(server) == {"who": "network", "address": f"http://192.168.1.24:{port(server)}"}
        monkeypatch.setattr(reachability, "own_address", lambda host: "fd00::24")
        assert asked(server) == {"who": "network", "address": f"http://[fd00::24]:{port(server)}"}
        monkeypatch.setattr(reachability, "own_address", lambda host: "")
        assert asked(server) == {"who": "machine"}


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("192.168.1.24:8000", "network"),
        ("tower:8000", "network"),
        ("tower.local", "network"),
        ("[fe80::1]:8000", "network"),
        ("8.8.8.8", "anyone"),
    ],
)
def test_the_readers_own_address_is_given_if_others_can_use_it(server: LiveServer, host: str, who: str) -> None:
    assert asked(server, host) == {"who": who}


def test_a_name_that_the_host_allowed_is_given(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db", allowed_hosts=("play.example.org",)) as server:
        assert asked(server, "play.example.org") == {"who": "anyone"}


def test_an_address_inside_a_container_is_not_given(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    real = addresses.is_own_machine
    monkeypatch.setattr(reachability, "is_own_machine", lambda host: host == "localhost" and real(host))
    assert asked(server, "localhost:8000") == {"who": "machine"}


def test_a_server_at_one_address_gives_that() -> None:
    assert addresses.own_address("192.168.7.9") == "192.168.7.9"


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", connect)
    assert addresses.own_address("0.0.0.0") == ""
    assert addresses.own_address("::") == ""


def test_a_friend_in_the_network_can_play_by_the_machines_address(server: LiveServer) -> None:
    """Their pages send that address as host and origin; pages of other sites are still refused."""
    lan = f"192.168.1.24:{port(server)}"
    mine = server.new("tiny", "me", "open")
    path = f"/tables/{mine['table']}/join"
    headers = {"Host": lan, "Origin": f"http://{lan}"}
    joined = server.http.post(path, json={"name": "Ben"}, headers=headers)
    assert joined.status_code == 201

    def come(origin: str) -> ClientConnection:
        here = socket.create_connection(("127.0.0.1", int(port(server))))
        return connect(f"ws://{lan}/api/tables/{mine['table']}/ws", sock=here, origin=Origin(origin), proxy=None)

    with come(f"http://{lan}") as connection:
        ben = Person(connection)
        ben.send(type="hello", protocol=PROTOCOL, secret=joined.json()["secret"])
        assert ben.next("update")["view"]["seat"] == 1

    foreign = headers | {"Origin": "http://evil.example"}
    assert server.http.post(path, json={"name": "Eve"}, headers=foreign).status_code == 403
    with pytest.raises(InvalidStatus):
        come("http://evil.example")


@pytest.mark.parametrize("path", ["/api/tables/x/ws", "/api/puzzles/tiny/x/ws"])
def test_a_truncated_handshake_is_answered_and_logged(
    server: LiveServer, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    answer = server.http.get(f"http://{server.address}{path}")
    assert answer.status_code == 426
    assert answer.headers["upgrade"] == "websocket"
    assert "a proxy on the way may not pass them on" in answer.json()["error"]
    (line,) = [each.getMessage() for each in caplog.records if path in each.getMessage()]
    assert "a proxy on the way may not pass WebSockets on" in line
