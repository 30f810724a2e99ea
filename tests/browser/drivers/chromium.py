"""Chromium, driven by Playwright as in the other browser tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from .window import PATIENCE, Window


class ChromiumWindow(Window):
    """A page in a context of its own."""

    def __init__(self, page: Page, touch: bool) -> None:
        self._page = page
        self._touch = touch
        self._faults: list[str] = []
        page.on("console", lambda message: self._note(message.type == "error", f"console: {message.text}"))
        page.on("pageerror", lambda error: self._note(True, f"exception: {error}"))
        page.on("requestfailed", lambda request: self._note(True, f"{request.url}: {request.failure}"))
        page.on("response", lambda answer: self._note(answer.status >= 400, f"{answer.url}: status {answer.status}"))

    def _note(self, is_fault: bool, text: str) -> None:
        if is_fault:
            self._faults.append(text)

    def visit(self, url: str) -> None:
        self._page.goto(url)

    def call(self, function: str, *arguments: Any) -> Any:
        return self._page.evaluate(f"(them) => ({function})(...them)", list(arguments))

    def press(self, role: str, name: str) -> None:
        # Playwright computes names itself, without the capital letters that styles put at the beginning.
        words = r"\s+".join(map(re.escape, name.split()))
        pattern = re.compile(f"^{words}$", re.IGNORECASE)
        element = self._page.get_by_role(role, name=pattern).first  # type: ignore[arg-type]
        if self._touch:
            element.tap()
        else:
            element.click()

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def screenshot(self) -> bytes:
        return self._page.screenshot()

    def faults(self) -> list[str]:
        self._page.evaluate("0")  # lets Playwright pass on what has happened
        found, self._faults = self._faults, []
        return found


class Chromium:
    """Windows of a Chromium that is running."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    @contextmanager
    def window(self, width: int, height: int, *, touch: bool = False) -> Iterator[ChromiumWindow]:
        """Opens a window whose page has this size in CSS pixels."""
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE * 1000)
        try:
            yield ChromiumWindow(context.new_page(), touch)
        finally:
            context.close()
