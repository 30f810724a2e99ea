"""Fixtures of the server's tests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cogtable.engine.play.game import Game
from cogtable.server.core import token_bucket
from cogtable.server.thinking import warmup

from .live_server import LiveServer


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The server that the tests of a process share."""
    with LiveServer(tmp_path_factory.mktemp("server") / "cogtable.db") as server:
        yield server


@pytest.fixture
def server(running: LiveServer) -> Iterator[LiveServer]:
    """A server without tables; the next test removes those that are left."""
    yield running
    running.clear()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server of the test's own, which it can break."""
    with LiveServer(tmp_path / "cogtable.db") as server:
        yield server


if TYPE_CHECKING:
    from .authenticator import Authenticator, Browser
    from .postgres import Postgres

Browse = Callable[..., "Browser"]


@pytest.fixture
def browse() -> Iterator[Browse]:
    """Opens a browser at a server."""
    from .authenticator import Browser  # imported here because few tests need it

    with ExitStack() as stack:

        def browse(server: LiveServer, passkey: Authenticator | None = None, agent: str = "") -> Browser:
            browser = Browser(server, passkey, agent)
            stack.callback(browser.http.close)
            return browser

        yield browse


def signed_up(server: LiveServer, browse: Browse, name: str) -> Browser:
    """Returns a browser that is signed in to a new account."""
    browser = browse(server)
    browser.sign_up(name)
    return browser


@pytest.fixture
def ada(server: LiveServer, browse: Browse) -> Browser:
    return signed_up(server, browse, "Ada")


@pytest.fixture
def ben(server: LiveServer, browse: Browse) -> Browser:
    return signed_up(server, browse, "Ben")


@pytest.fixture
def cleo(server: LiveServer, browse: Browse) -> Browser:
    return signed_up(server, browse, "Cleo")


@pytest.fixture
def guest(server: LiveServer, browse: Browse) -> Browser:
    return browse(server)


@pytest.fixture(scope="module")
def machine() -> Iterator[Postgres]:
    """A PostgreSQL server of the module's own."""
    from .postgres import Postgres  # imported here because few tests need it

    with Postgres() as postgres:
        yield postgres


@pytest.fixture(autouse=True)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The games whose machine code counts as ready: all, unless a test removes some. Most tests replace the bots."""
    ready = {"tiny", "splendor", "recharge", "smashgear", "coalheart", "megaman"}

    def is_ready(game: Game, bot: str = "") -> bool:
        return game.name in ready

    if not request.node.get_closest_marker("native"):
        monkeypatch.setattr(warmup, "is_ready", is_ready)
    return ready


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.subprocess.Process]:
    """The processes that are started from now on."""
    found: list[asyncio.subprocess.Process] = []
    spawn = asyncio.create_subprocess_exec

    async def counted(*command: str, **more: Any) -> Any:
        found.append(await spawn(*command, **more))
        return found[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", counted)
    return found


class Clock:
    """The clock of all token buckets, which a test sets forward."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(token_bucket, "time", found)
    return found
