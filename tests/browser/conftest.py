"""A real Chromium against a real server: how the browser tests start both, and how they look at what they show."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .live_server import LiveServer
from .person import PATIENCE

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Each window would start a second renderer, for menus that nobody opens. The others are Playwright's own.
    "--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding",
]
SCREENS = Path(__file__).parents[2] / "build" / "screenshots"
"""Where tests leave pictures for people to look at."""


expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All that lies beside this file drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for the session."""
    path = os.environ.get("COGTABLE_CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.fail("the browser tests take Chromium: run them with `make test`, which finds or installs one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The server of the session: every test has tables of its own there."""
    with LiveServer(tmp_path_factory.mktemp("server") / "cogtable.db") as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server of the test's own, which it may kill."""
    with LiveServer(tmp_path / "cogtable.db") as server:
        yield server


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page as a person of its own (own storage), with its size, theme and settings."""
    contexts = []

    def open_page(
        width: int = 1280,
        height: int = 800,
        theme: str = "dark",
        motion: str = "reduce",
        name: str = "Ada",
        sound: bool | None = False,
        workers: str = "block",
    ) -> Page:
        context = chromium.new_context(
            service_workers=workers,  # type: ignore[arg-type]
            viewport={"width": width, "height": height},
            reduced_motion=motion,  # type: ignore[arg-type]
            has_touch=width < 500,
        )
        stored = json.dumps({"name": name, "pace": "quick", "theme": theme, "sound": sound})
        context.add_init_script(f"localStorage.getItem('cogtable') ?? localStorage.setItem('cogtable', '{stored}')")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Leaves a screenshot where a person can look at it."""

    def picture(page: Page, name: str) -> None:
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENS / f"{name}.png")

    return picture
