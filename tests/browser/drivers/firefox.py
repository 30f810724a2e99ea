"""Debian's Firefox, driven over WebDriver BiDi, which it speaks itself.

geckodriver is not in Debian, and Playwright 1.65 sends commands that Firefox ESR 153 does not have.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

from .process import running
from .w3c import CANDIDATES, W3CWindow
from .window import PATIENCE

PREFERENCES: dict[str, int | bool] = {"ui.prefersReducedMotion": 1, "datareporting.policy.dataSubmissionEnabled": False}
TOUCH: dict[str, int | bool] = {
    "dom.w3c_touch_events.enabled": 1,
    "ui.primaryPointerCapabilities": 1,  # coarse, cannot hover
    "ui.allPointerCapabilities": 1,
    "ui.useOverlayScrollbars": 1,
}
"""Preferences of a device with a touchscreen only."""

EVENTS = ["log.entryAdded", "network.fetchError", "network.responseCompleted"]

GONE = "no such node"
"""The error code for an element that is not in the page any more."""


class BiDiError(Exception):
    """A command that Firefox refused: the error code and its message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class FirefoxWindow(W3CWindow):
    """A window in a user context of its own."""

    def __init__(self, firefox: Firefox, context: str, touch: bool) -> None:
        self._firefox = firefox
        self._context = context
        self.pointer = "touch" if touch else "mouse"

    def _send(self, method: str, **parameters: Any) -> Any:
        return self._firefox.send(method, context=self._context, **parameters)

    def visit(self, url: str) -> None:
        self._send("browsingContext.navigate", url=url, wait="complete")

    def _script(self, function: str, argument: dict[str, Any]) -> Any:
        answer = self._firefox.send(
            "script.callFunction",
            target={"context": self._context},
            functionDeclaration=function,
            arguments=[argument],
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise BiDiError("exception", answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def call(self, function: str, *arguments: Any) -> Any:
        wrapped = f"async (text) => JSON.stringify((await ({function})(...JSON.parse(text))) ?? null)"
        return json.loads(self._script(wrapped, {"type": "string", "value": json.dumps(arguments)}))

    def elements(self, role: str, name: str) -> list[str]:
        parents = f"(name) => ({CANDIDATES})(name).map(([each, ...spelt]) => [each.parentElement, ...spelt])"
        found = [each["value"] for each in self._script(parents, {"type": "string", "value": name})]
        tried = {(parent["sharedId"], spelling["value"]) for parent, *spelt in found for spelling in spelt}
        return [element for parent, spelling in tried for element in self._children(parent, role, spelling)]

    def _children(self, parent: str, role: str, name: str) -> list[str]:
        locator = {"type": "accessibility", "value": {"role": role, "name": name}}
        try:
            found = self._send("browsingContext.locateNodes", locator=locator, startNodes=[{"sharedId": parent}])
        except BiDiError as error:
            if error.code == GONE:
                return []
            raise
        return [node["sharedId"] for node in found["nodes"]]

    def call_on(self, function: str, element: str) -> str | None:
        try:
            return str(self._script(function, {"sharedId": element}))
        except BiDiError as error:
            if error.code == GONE:
                return None
            raise

    def act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", actions=[source])

    def screenshot(self) -> bytes:
        return base64.b64decode(self._send("browsingContext.captureScreenshot")["data"])

    def faults(self) -> list[str]:
        self.call("() => 0")  # what has happened before arrives before the answer
        return [fault for event in self._firefox.events(self._context) if (fault := _fault(event))]


def _fault(event: dict[str, Any]) -> str | None:
    """The fault that an event reports, if it does."""
    told = event["params"]
    if event["method"] == "log.entryAdded":
        return f"{told['type']}: {told['text']}" if told["level"] == "error" else None
    if event["method"] == "network.fetchError":
        return f"{told['request']['url']}: {told['errorText']}"
    status = told["response"]["status"]
    return f"{told['request']['url']}: status {status}" if status >= 400 else None


class Firefox:
    """A connection to a Firefox that is running."""

    def __init__(self, connection: ClientConnection, touch: bool) -> None:
        self._connection = connection
        self._touch = touch
        self._sent = 0
        self._events: dict[str, list[dict[str, Any]]] = {}
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=EVENTS)

    def send(self, method: str, **parameters: Any) -> Any:
        """Sends a command, and returns its result. Raises BiDiError if Firefox refuses it."""
        self._sent += 1
        self._connection.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while (message := json.loads(self._connection.recv(PATIENCE))).get("id") != self._sent:
            if message["type"] == "event":
                self._keep(message)
        if message["type"] == "error":
            raise BiDiError(message["error"], f"{method}: {message['message']}")
        return message["result"]

    def _keep(self, event: dict[str, Any]) -> None:
        told = event["params"]
        context = told.get("context") or told.get("source", {}).get("context")
        self._events.setdefault(context, []).append(event)

    def events(self, context: str) -> list[dict[str, Any]]:
        """Returns the events of a window since the last call."""
        return self._events.pop(context, [])

    @contextmanager
    def window(self, width: int, height: int) -> Iterator[FirefoxWindow]:
        """Opens a window whose page has this size in CSS pixels."""
        person = self.send("browser.createUserContext")["userContext"]
        context = self.send("browsingContext.create", type="window", userContext=person)["context"]
        self.send("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        try:
            yield FirefoxWindow(self, context, self._touch)
        finally:
            self.send("browser.removeUserContext", userContext=person)


@contextmanager
def firefox(*, touch: bool = False) -> Iterator[Firefox]:
    """Runs a Firefox with a new profile; with `touch` on a device with a touchscreen only.

    Raises LookupError if there is none.
    """
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if not path:
        raise LookupError("there is no Firefox: tools/browsers.sh installs one")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile, log = Path(folder, "profile"), Path(folder, "log")
        profile.mkdir()
        preferences = PREFERENCES | (TOUCH if touch else {})
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        (profile / "user.js").write_text("".join(lines))
        command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
        with running(command, log, {"HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"}) as process:
            end = time.monotonic() + PATIENCE
            while not (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text())):
                assert process.poll() is None, f"Firefox has ended: {log.read_text()}"
                assert time.monotonic() < end, f"Firefox does not say where it listens: {log.read_text()}"
                time.sleep(0.05)
            with connect(f"{found[1]}/session", max_size=None) as connection:
                yield Firefox(connection, touch)
