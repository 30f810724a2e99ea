"""One headless Chromium for all pictures of a process, driven from one thread."""

from __future__ import annotations

import atexit
import base64
import mimetypes
import os
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import cogtable
from cogtable.engine.errors import CogtableError
from cogtable.engine.text.words import language

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page, Playwright, Route

STATIC = Path(cogtable.__file__).parent / "server" / "static"
"""The built client."""

PAGE = "pictures.html"
HOST = "cogtable.invalid"
"""A name that belongs to nobody: everything the page loads from there is read from `STATIC`."""

NAMES = ("chromium", "chromium-headless-shell", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""What a browser that can draw is called where programs are found."""

FLAGS = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--force-color-profile=srgb")
PX_PER_MM = 96 / 25.4
"""Pixels of a browser in a millimetre."""

PATIENCE_S = 120
"""How long a picture can take."""

Result = TypeVar("Result")


class NoBrowser(CogtableError):
    """There is no browser that can draw, or the client is not built; the text says what to do."""


class MissingExtra(CogtableError, ImportError):
    """A library is not installed; the text says what brings it."""


class Clip(NamedTuple):
    """A part of the page in CSS pixels, and how many pixels of the picture one of them becomes."""

    width: float
    height: float
    scale: float = 1.0


class Canvas:
    """The page that draws. All its methods run in the browser's thread."""

    def __init__(self, browser: Browser) -> None:
        context = browser.new_context(
            service_workers="block", reduced_motion="reduce", viewport={"width": 1280, "height": 720}
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        context.route("**/*", _serve)
        self.page: Page = context.new_page()
        self.page.goto(f"http://{HOST}/{PAGE}")
        self.page.wait_for_selector("html[data-ready]", state="attached")
        self._session: CDPSession = context.new_cdp_session(self.page)

    def draw(self, order: dict[str, Any]) -> None:
        """Draws what an order asks for (web/src/pictures/order.ts)."""
        self.page.evaluate("order => draw(order)", order)

    def shot(self, clip: Clip) -> bytes:
        """A PNG of the page's upper left corner."""
        area = {"x": 0, "y": 0, **clip._asdict()}
        asked = {"format": "png", "clip": area, "captureBeyondViewport": True, "optimizeForSpeed": True}
        return base64.b64decode(self._session.send("Page.captureScreenshot", asked)["data"])

    def pdf(self) -> bytes:
        """A PDF of the page, on the paper that its style names."""
        return self.page.pdf(prefer_css_page_size=True, print_background=True)


def _serve(route: Route) -> None:
    """Answers a request of the page from the built client, and no other."""
    address = urlsplit(route.request.url)
    file = (STATIC / address.path.lstrip("/")).resolve()
    if address.hostname != HOST or not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        route.abort()
        return
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    body: str | bytes = file.read_bytes()
    if file.name == PAGE:
        body = file.read_text("utf-8").replace('<html lang="en"', f'<html lang="{language()}"', 1)
    route.fulfill(body=body, content_type=kind)


class _Driver:
    """A thread with the browser in it: Playwright's objects belong to the thread that made them."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._asked: SimpleQueue[tuple[Callable[[Canvas], Any], Future[Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="cogtable-pictures", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Canvas], Result]) -> Result:
        """Does something with the page, and gives the result."""
        future: Future[Result] = Future()
        self._asked.put((work, future))
        return future.result()

    def close(self) -> None:
        """Closes the browser."""
        self._asked.put(None)
        self._thread.join()

    def _run(self) -> None:
        from playwright.sync_api import sync_playwright

        try:
            with sync_playwright() as playwright:
                self._draw_all(playwright)
        except Exception as error:
            self._refuse_all(NoBrowser(f"Playwright does not start: {error}"))

    def _draw_all(self, playwright: Playwright) -> None:
        """Draws what is asked for until the driver is closed."""
        from playwright.sync_api import Error

        browser: Browser | None = None
        canvas: Canvas | None = None
        while (asked := self._asked.get()) is not None:
            work, future = asked
            try:
                if browser is None or canvas is None or not browser.is_connected():
                    browser = _launched(playwright)
                    canvas = Canvas(browser)
                future.set_result(work(canvas))
            except BaseException as error:
                canvas = None if isinstance(error, Error) else canvas  # the next picture gets a new page
                future.set_exception(error)
        if browser is not None:
            with suppress(Error):  # it may have died before
                browser.close()

    def _refuse_all(self, error: NoBrowser) -> None:
        """Answers every request with an error until the driver is closed."""
        while (asked := self._asked.get()) is not None:
            asked[1].set_exception(error)


def _launched(playwright: Playwright) -> Browser:
    """A browser that draws: the one that COGTABLE_CHROMIUM names, else Playwright's, else one of the machine's."""
    from playwright.sync_api import Error

    if not (STATIC / PAGE).is_file():
        raise NoBrowser(f"the browser client is not built: there is no {STATIC / PAGE}; `make client` builds it")
    named = os.environ.get("COGTABLE_CHROMIUM")
    paths = [named] if named else [None, *filter(None, map(shutil.which, NAMES))]
    tried = ""
    for path in paths:
        try:
            return playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        except Error as error:
            tried = tried or (str(error).strip().splitlines() or [""])[0] * bool(path)
    if named:
        raise NoBrowser(f"COGTABLE_CHROMIUM={named} does not start: {tried}")
    raise NoBrowser(
        "pictures take a Chromium, and none was found that starts: run `playwright install chromium`, install your "
        "system's Chromium, or name one with COGTABLE_CHROMIUM" + (f" ({tried})" if tried else "")
    )


_lock = threading.Lock()
_driver: _Driver | None = None


def draw(work: Callable[[Canvas], Result]) -> Result:
    """Does something with the page that draws; opens the browser if none is open.

    Raises MissingExtra without the extra `pictures`, NoBrowser where no Chromium is found, and CogtableError where it
    fails.
    """
    global _driver
    try:
        from playwright.sync_api import Error
    except ModuleNotFoundError as error:
        raise MissingExtra("pictures need Playwright: pip install cogtable[pictures]") from error
    with _lock:
        if _driver is None or _driver.process != os.getpid():  # a fork has no threads of its parent
            _driver = _Driver()
        driver = _driver
    try:
        return driver.do(work)
    except Error as error:
        raise CogtableError(f"the browser could not draw the picture: {str(error).strip()}") from error


def close() -> None:
    """Closes the browser, if one is open. The next picture opens another."""
    global _driver
    with _lock:
        driver, _driver = _driver, None
    if driver and driver.process == os.getpid():
        driver.close()


atexit.register(close)
