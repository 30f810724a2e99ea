"""Fixtures of the browser tests: a real Chromium, real servers, and screenshots."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import cogtable
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game

from .chromium import FLAGS, Device, executable, new_page
from .chromium import chromium as chromium_of_tests
from .live_server import LiveServer
from .person import PATIENCE

SCREENS = Path(__file__).parents[2] / "build" / "screenshots"
"""The folder for screenshots that people look at."""
MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"
TINY = Path(__file__).parents[1] / "tiny"


expect.set_options(timeout=PATIENCE * 1000)


@pytest.hookimpl(tryfirst=True)  # runs before the tests are sorted
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test in this folder as a browser test.

    A test elsewhere must not share a group with one of these, because it would run in Playwright's process.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for the session: its headless shell, if there is one."""
    try:
        with chromium_of_tests(shell=True) as browser:
            yield browser
    except LookupError as error:
        pytest.fail(str(error))


@pytest.fixture(scope="session")
def whole_chromium(chromium: Browser) -> Iterator[Browser]:
    """One full Chromium for the session, for features that the headless shell lacks.

    Tests that use it must be in the group "whole", so that only one process starts it.
    """
    if executable() == executable(shell=True):
        yield chromium
        return
    browser = chromium.browser_type.launch(executable_path=executable(), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The server of the session; every test has its own tables on it."""
    with LiveServer(tmp_path_factory.mktemp("server") / "cogtable.db") as server:
        yield server


@pytest.fixture(scope="session")
def thoughtless(tmp_path_factory: pytest.TempPathFactory, module_of: Callable[[Game], Path]) -> Iterator[LiveServer]:
    """A server that has no time for hints and analyses."""
    module_of(cogtable.game("splendor"))
    command = ("serve", "--limits", "--limit", "bot-seconds=1/1000000")
    with LiveServer(tmp_path_factory.mktemp("thoughtless") / "cogtable.db", command=command) as server:
        server.ahead(server.table("me", "random", limit=4))  # the moves of the bot use it up
        yield server


@pytest.fixture(scope="session")
def magpies_server(tmp_path_factory: pytest.TempPathFactory, installed: Callable[[Path], str]) -> Iterator[LiveServer]:
    """A server in an environment that has a game from another package."""
    with LiveServer(tmp_path_factory.mktemp("magpie") / "cogtable.db", paths=installed(MAGPIE)) as server:
        yield server


@pytest.fixture(scope="session")
def tinys_box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The box that the workbench edits: one of Tiny's, with a comment."""
    text = cogtable.game("tiny").box_file.read_text(encoding="utf-8")
    made = tmp_path_factory.mktemp("boxes") / "mine.toml"
    made.write_text(text.replace("cards = [", "cards = [\n  # The small ones."), encoding="utf-8")
    return made


@pytest.fixture(scope="session")
def bench(tinys_box: Path) -> Iterator[LiveServer]:
    """A server with the workbench and the game Tiny.

    Tests that use it must be in the group "bench", so that only one process starts it.
    """
    command = ("lab", "tiny", "--box", str(tinys_box))
    with LiveServer(tinys_box.with_name("cogtable.db"), paths=str(TINY), command=command) as server:
        yield server


@pytest.fixture
def home(request: pytest.FixtureRequest) -> Callable[[str], LiveServer]:
    """Returns the session's server that has a game: `home("splendor")`."""

    def home(game: str) -> LiveServer:
        found: LiveServer = request.getfixturevalue("server" if game in registry.names() else "magpies_server")
        return found

    return home


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server of the test's own, which it can kill."""
    with LiveServer(tmp_path / "cogtable.db") as server:
        yield server


@pytest.fixture(scope="session")
def devices() -> dict[bool, list[Device]]:
    """Devices that are free, by whether they have a touch screen."""
    return defaultdict(list)


@pytest.fixture
def url(server: LiveServer) -> str:
    """The server's address by name: passkeys belong to names, not to IP addresses."""
    return f"http://localhost:{server.port}"


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, chromium: Browser, devices: dict[bool, list[Device]]
) -> Iterator[Callable[..., Page]]:
    """Opens a page with a storage of its own, and with this size, theme and settings.

    With `whole` the page is in the full Chromium, which supports notifications and installing apps. With `clock` the
    test can set the page's clock forward, so that delays of seconds take no time.
    """
    used: list[tuple[bool, Device]] = []
    alone: list[BrowserContext] = []

    def open_page(
        width: int = 1280,
        height: int = 800,
        theme: str = "dark",
        motion: str = "reduce",
        name: str = "Ada",
        sound: bool | None = False,
        workers: str = "block",
        whole: bool = False,
        clock: bool = False,
        larger: bool = False,
    ) -> Page:
        if whole or clock or workers != "block":
            browser: Browser = request.getfixturevalue("whole_chromium") if whole else chromium
            page = new_page(browser, width, height, theme, motion, name, sound, workers, larger)
            if clock:
                page.clock.install()
            alone.append(page.context)
            return page
        touch = width < 500
        device = devices[touch].pop() if devices[touch] else Device(chromium, touch)
        used.append((touch, device))
        return device.page(width, height, motion, name=name, theme=theme, sound=sound, larger=larger)

    yield open_page
    for context in alone:
        context.close()
    for touch, device in used:
        device.empty()
        devices[touch].append(device)


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Saves a screenshot for people to look at, if `COGTABLE_SCREENSHOTS` is set."""

    def picture(page: Page, name: str) -> None:
        if not os.environ.get("COGTABLE_SCREENSHOTS"):
            return
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENS / f"{name}.png")

    return picture
