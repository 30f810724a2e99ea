"""Chromium, and pages in it that belong to different people."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from .person import PATIENCE

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",
    "--in-process-gpu",  # there is no GPU; a separate process for drawing costs a tenth more
    # Each window would start a second renderer, for menus that tests don't open. The others are Playwright's own.
    "--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding",
]


def executable(shell: bool = False) -> str:
    """Returns the path of the full Chromium, or of its headless shell if there is one. Raises LookupError without
    either.
    """
    found = os.environ.get("COGTABLE_HEADLESS_SHELL") if shell else None
    found = found or os.environ.get("COGTABLE_CHROMIUM") or shutil.which("chromium")
    if not found:
        raise LookupError("there is no Chromium: use `make`, which finds or installs one")
    return found


@contextmanager
def chromium(shell: bool = False) -> Iterator[Browser]:
    """Starts a Chromium or its headless shell, and closes it at the end. Raises LookupError if there is none."""
    path = executable(shell)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def new_page(
    browser: Browser,
    width: int = 1280,
    height: int = 800,
    theme: str = "dark",
    motion: str = "reduce",
    name: str = "Ada",
    sound: bool | None = False,
    workers: str = "block",
    larger: bool = False,
) -> Page:
    """Opens a page with a storage of its own, and with this size, theme and settings."""
    context = browser.new_context(
        service_workers=workers,  # type: ignore[arg-type]
        viewport={"width": width, "height": height},
        reduced_motion=motion,  # type: ignore[arg-type]
        has_touch=width < 500,
    )
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    prefer(page, name=name, theme=theme, sound=sound, larger=larger)
    return page


def await_worker(page: Page) -> None:
    """Waits until the page's service worker runs. Without one, `navigator.serviceWorker.ready` would wait for ever."""
    await_promised(page, "navigator.serviceWorker.getRegistration().then(found => Boolean(found?.active))")


def await_promised(page: Page, condition: str) -> None:
    """Waits until a condition holds that a promise tells. `wait_for_function` takes any promise for true at once."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"waited for: {condition}"
        page.wait_for_timeout(50)


def prefer(page: Page, **settings: str | bool | None) -> None:
    """Stores settings before the page first loads.

    A page can store something just before it is closed, after its device was emptied; so a tab first clears its
    storage.
    """
    stored = json.dumps({"pace": "quick", **settings})
    forget = "sessionStorage.getItem('begun') ?? (localStorage.clear(), sessionStorage.setItem('begun', 'yes'))"
    keep = f"localStorage.getItem('cogtable') ?? localStorage.setItem('cogtable', '{stored}')"
    page.add_init_script(f"{forget}; {keep}")


class Device:
    """A test person's device: pages that share a storage, which is emptied for the next test.

    A page costs half as much in a context that already has a renderer. An empty page keeps the renderer running, and
    `--process-per-site` gives all pages of a context the same one, whatever their server's port.
    """

    def __init__(self, browser: Browser, touch: bool) -> None:
        self._context = browser.new_context(service_workers="block", reduced_motion="reduce", has_touch=touch)
        self._context.set_default_timeout(PATIENCE * 1000)
        self._empty = self._context.new_page()
        self._empty.route("**/*", lambda route: route.fulfill(body=""))
        self._empty.goto("http://127.0.0.1/")
        self._storage = self._context.new_cdp_session(self._empty)
        self._visited: set[str] = set()
        self._context.on("page", lambda page: page.on("framenavigated", lambda frame: self._visited.add(frame.url)))

    def page(self, width: int, height: int, motion: str, **settings: str | bool | None) -> Page:
        """Opens a page of this size with these settings."""
        page = self._context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        if motion != "reduce":
            page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        prefer(page, **settings)
        return page

    def empty(self) -> None:
        """Closes the pages and clears their storage."""
        for page in self._context.pages:
            if page is not self._empty:
                page.close()
        self._context.unroute_all()
        self._context.clear_cookies()
        for origin in {f"{url.scheme}://{url.netloc}" for url in map(urlsplit, self._visited) if url.netloc}:
            self._storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self._visited.clear()
