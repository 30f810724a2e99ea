"""Chromium, and pages in it that belong to different people."""

from __future__ import annotations

import json
import os
import shutil
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
    "--in-process-gpu",  # there is none; a process of its own for drawing costs a tenth more
    # Each window would start a second renderer, for menus that nobody opens. The others are Playwright's own.
    "--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding",
]


def executable(shell: bool = False) -> str:
    """The path of the whole Chromium, or of its shell where there is one. Raises LookupError if there is none."""
    found = os.environ.get("COGTABLE_HEADLESS_SHELL") if shell else None
    found = found or os.environ.get("COGTABLE_CHROMIUM") or shutil.which("chromium")
    if not found:
        raise LookupError("there is no Chromium: use `make`, which finds or installs one")
    return found


@contextmanager
def chromium(shell: bool = False) -> Iterator[Browser]:
    """A Chromium of our own, or its headless shell, closed in the end. Raises LookupError if there is none."""
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
) -> Page:
    """A page of a person of its own (own storage), with its size, theme and settings."""
    context = browser.new_context(
        service_workers=workers,  # type: ignore[arg-type]
        viewport={"width": width, "height": height},
        reduced_motion=motion,  # type: ignore[arg-type]
        has_touch=width < 500,
    )
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    prefer(page, name=name, theme=theme, sound=sound)
    return page


def await_worker(page: Page) -> None:
    """Waits until the page's service worker runs, which `navigator.serviceWorker.ready` would wait for without end."""
    page.wait_for_function("navigator.serviceWorker.getRegistration().then(found => Boolean(found?.active))")


def prefer(page: Page, **settings: str | bool | None) -> None:
    """Lets somebody who comes for the first time have these settings already.

    What a page stored just before it was closed may be written after its device was emptied: so a tab begins by
    forgetting it.
    """
    stored = json.dumps({"pace": "quick", **settings})
    forget = "sessionStorage.getItem('begun') ?? (localStorage.clear(), sessionStorage.setItem('begun', 'yes'))"
    keep = f"localStorage.getItem('cogtable') ?? localStorage.setItem('cogtable', '{stored}')"
    page.add_init_script(f"{forget}; {keep}")


class Device:
    """What a person of the tests sits at: pages with a storage of their own, emptied for the next test.

    A page costs half as much in a context whose renderer runs already. An empty page keeps it running, and
    `--process-per-site` gives all pages of a context the same one, whatever the port of their server.
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
        """A page of this size, of somebody with these settings."""
        page = self._context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        if motion != "reduce":
            page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        prefer(page, **settings)
        return page

    def empty(self) -> None:
        """Closes the pages and forgets what they stored."""
        for page in self._context.pages:
            if page is not self._empty:
                page.close()
        self._context.unroute_all()
        self._context.clear_cookies()
        for origin in {f"{url.scheme}://{url.netloc}" for url in map(urlsplit, self._visited) if url.netloc}:
            self._storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self._visited.clear()
