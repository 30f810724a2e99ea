"""Debian's WebKitGTK, driven over WebDriver by `WebKitWebDriver`, which starts its MiniBrowser.

MiniBrowser has no headless mode, so it draws on a screen of Xvfb. A driver has one session, so each window is a screen,
a driver and a browser of its own. Without a window manager the window is never the active one: pages do not see that
they have the focus, and nothing is drawn as focused.
"""

from __future__ import annotations

import base64
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from .process import running
from .w3c import CANDIDATES, W3CWindow
from .window import PATIENCE

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver puts a reference to an element."""

SETTINGS = "[Settings]\ngtk-enable-animations=0\ngtk-xft-hinting=0\n"
"""Settings of GTK: reduced motion is preferred, and letters stand where a screen of today puts them."""
NARROW = "* { margin: 0; padding: 0; border-width: 0; min-width: 0; min-height: 0 }\n"
"""Styles of GTK that make MiniBrowser's toolbar narrower than a phone."""

WATCH = """() => {
    if (window.faults) return
    const faults = (window.faults = [])
    const write = console.error
    console.error = (...words) => {
        faults.push('console: ' + words.join(' '))
        write(...words)
    }
    const report = (event) => {
        // Sizes that are reported a frame later are no fault.
        if (!event.message?.startsWith('ResizeObserver loop'))
            faults.push('exception: ' + (event.message ?? event.target.outerHTML))
    }
    addEventListener('error', report, true)
    addEventListener('unhandledrejection', (event) => faults.push('exception: ' + event.reason))
    const fetch = window.fetch
    window.fetch = async (...request) => {
        const answer = await fetch(...request).catch((error) => {
            if (error.name !== 'AbortError') faults.push(request[0] + ': ' + error)
            throw error
        })
        if (!answer.ok) faults.push(answer.url + ': status ' + answer.status)
        return answer
    }
}"""
"""Collects errors in `window.faults`, since WebDriver has no log to read.

It is called when a page is loaded, and misses what went wrong before that.
"""

GONE = ("stale element reference", "no such element")


class WebDriverError(Exception):
    """A command that WebKit refused: the error code and its message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class WebKitWindow(W3CWindow):
    """The window of a session."""

    def __init__(self, driver: httpx.Client, session: str) -> None:
        self._driver = driver
        self._session = session

    def _send(self, path: str, **parameters: Any) -> Any:
        return _result(self._driver.post(f"/session/{self._session}/{path}", json=parameters))

    def _get(self, path: str) -> Any:
        return _result(self._driver.get(f"/session/{self._session}/{path}"))

    def resize(self, width: int, height: int) -> None:
        """Gives the page a size in CSS pixels. Raises AssertionError if the window does not take it."""

        def fits() -> bool:
            inner_width, inner_height, outer_height = self.call("() => [innerWidth, innerHeight, outerHeight]")
            if [inner_width, inner_height] == [width, height]:
                return True
            self._send("window/rect", width=width, height=height + outer_height - inner_height)
            return False

        self.until(fits, f"a window of {width}x{height}")

    def visit(self, url: str) -> None:
        self._send("url", url=url)
        self.call(WATCH)

    def call(self, function: str, *arguments: Any) -> Any:
        return self._send("execute/sync", script=f"return ({function})(...arguments)", args=list(arguments))

    def elements(self, role: str, name: str) -> list[str]:
        candidates = self.call(CANDIDATES, name)
        return [each[ELEMENT] for each, *spelt in candidates if self._is(each[ELEMENT], role, spelt)]

    def _is(self, element: str, role: str, names: list[str]) -> bool:
        try:
            label = _bare(self._get(f"element/{element}/computedlabel"))
            return label in map(_bare, names) and bool(self._get(f"element/{element}/computedrole") == role)
        except WebDriverError as error:
            if error.code in GONE:
                return False
            raise

    def call_on(self, function: str, element: str) -> str | None:
        try:
            return str(self.call(function, {ELEMENT: element}))
        except WebDriverError as error:
            if error.code in GONE:
                return None
            raise

    def act(self, source: dict[str, Any]) -> None:
        self._send("actions", actions=[source])

    def screenshot(self) -> bytes:
        return base64.b64decode(self._get("screenshot"))

    def faults(self) -> list[str]:
        found: list[str] = self.call("() => (window.faults ?? ['a page that is not watched']).splice(0)")
        return found


def _bare(text: str) -> str:
    """A text without white space: where a line breaks, WebKit leaves it out."""
    return "".join(text.split())


def _result(answer: httpx.Response) -> Any:
    """The value of an answer. Raises WebDriverError if it is an error."""
    value = answer.json()["value"]
    if answer.is_error:
        raise WebDriverError(value["error"], value["message"])
    return value


@contextmanager
def webkit_window(width: int, height: int) -> Iterator[WebKitWindow]:
    """Opens a window whose page has this size in CSS pixels, in a browser of its own.

    Raises LookupError if a program is missing.
    """
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not driver or not screen:
        raise LookupError("there is no WebKitWebDriver or no Xvfb: tools/browsers.sh installs them")
    with TemporaryDirectory(ignore_cleanup_errors=True) as home, _display(screen, Path(home, "screen.log")) as display:
        log, port = Path(home, "driver.log"), _free_port()
        with (
            running([driver, f"--port={port}"], log, {"DISPLAY": display, **_environment(Path(home))}) as process,
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as client,
        ):
            _await_driver(client, process, log)
            session = _result(client.post("/session", json={"capabilities": {}}))["sessionId"]
            try:
                window = WebKitWindow(client, session)
                window.resize(width, height)
                yield window
            finally:
                client.delete(f"/session/{session}")


@contextmanager
def _display(screen: str, log: Path) -> Iterator[str]:
    """Runs Xvfb, and gives the name of its display. It also ends when the browser has ended."""
    told, tell = os.pipe()
    command = [screen, "-displayfd", str(tell), "-terminate", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with os.fdopen(told) as number, running(command, log, inherit=[tell]):
        os.close(tell)  # so that reading ends if Xvfb does
        found = number.readline().strip()
        assert found, f"Xvfb has ended: {log.read_text()}"
        yield f":{found}"


def _environment(home: Path) -> dict[str, str]:
    """The variables by which MiniBrowser finds its settings and keeps everything in a folder."""
    settings = home / "config" / "gtk-3.0"
    settings.mkdir(parents=True)
    (settings / "settings.ini").write_text(SETTINGS)
    (settings / "gtk.css").write_text(NARROW)
    return {
        "GDK_BACKEND": "x11",
        "HOME": str(home),
        "NO_AT_BRIDGE": "1",  # no D-Bus is asked for assistive technologies
        **{f"XDG_{kind.upper()}_HOME": str(home / kind) for kind in ("cache", "config", "data")},
        "XDG_RUNTIME_DIR": str(home),
    }


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _await_driver(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until the driver answers."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(httpx.ConnectError):
            if _result(client.get("/status"))["ready"]:
                return
        assert process.poll() is None, f"WebKitWebDriver has ended: {log.read_text()}"
        assert time.monotonic() < end, f"WebKitWebDriver does not answer: {log.read_text()}"
        time.sleep(0.05)
