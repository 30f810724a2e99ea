"""Starting the server: ports, addresses, and its output."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cogtable.server.app import serve
from cogtable.server.app.serve import CannotServe, addresses, listen


def test_if_the_default_port_is_in_use_the_next_free_one_is_taken() -> None:
    with closing(listen("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with closing(listen("127.0.0.1", port, serve.TRIES)) as second:
            assert port < second.getsockname()[1] < port + serve.TRIES


def test_a_requested_port_that_is_in_use_is_refused() -> None:
    with closing(listen("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(CannotServe, match=f"cannot listen at 127.0.0.1 port {port}: Address already in use"):
            listen("127.0.0.1", port)


def test_small_messages_are_sent_at_once() -> None:
    with closing(listen("127.0.0.1", 0)) as found:
        assert found.proto == socket.IPPROTO_TCP  # asyncio sets TCP_NODELAY only for this type


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(CannotServe, match=r"cannot listen at 192\.0\.2\.1 port 0"):
        listen("192.0.2.1", 0)


def test_ipv6_works() -> None:
    try:
        found = listen("::1", 0)
    except CannotServe:
        pytest.skip("this machine has no IPv6")
    with closing(found):
        assert found.family == socket.AF_INET6


def test_the_shown_address_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "own_address", {"0.0.0.0": "192.168.1.24", "::": "fd00::24"}.get)
    assert addresses("127.0.0.1", 8000) == ("http://127.0.0.1:8000", "")
    assert addresses("::1", 8000) == ("http://[::1]:8000", "")
    assert addresses("0.0.0.0", 8000, "/games") == ("http://localhost:8000/games", "http://192.168.1.24:8000/games")
    assert addresses("::", 8000) == ("http://localhost:8000", "http://[fd00::24]:8000")
    monkeypatch.setattr(serve, "own_address", lambda host: "")
    assert addresses("0.0.0.0", 8000) == ("http://localhost:8000", "")


LOADED = """
import asyncio, sys
from cogtable import game, game_names
from cogtable.server.app.app import create_app
from cogtable.server.settings import ServerSettings

async def start():
    app = create_app(ServerSettings(database=sys.argv[1]))
    async with app.router.lifespan_context(app):
        before = set(sys.modules)
        for name in game_names():
            game(name).start(seed=1).view(0)
        print(sorted(name for name in set(sys.modules) - before if "games" in name))
        print("webauthn" in sys.modules)  # it takes a third of a second, and only those with accounts need it

asyncio.run(start())
"""


@pytest.mark.slow
def test_when_the_server_listens_all_games_are_loaded(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(tmp_path / "db")], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["[]", "False"], done.stderr
