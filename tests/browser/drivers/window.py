"""A window of a browser, the same for Chromium, Firefox and WebKit: what a person does in it and reads from it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tests.browser.person import PATIENCE

__all__ = ["PATIENCE", "Window"]

NAMES = """(selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.ariaLabel ?? each.innerText.replace(/\\s+/g, ' ').trim())"""
"""Returns the labels of the visible elements that match a selector, or their texts as they are shown."""

OVERFLOW = """() => ['Width', 'Height'].map(
    (side) => document.documentElement['scroll' + side] - window['inner' + side]
)"""

PAUSE = 0.1
"""Seconds between two looks at a page."""

SHOWN = """(selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.innerText.replace(/\\s+/g, ' ').trim())"""
"""Returns the texts of the visible elements that match a selector."""


class Window(ABC):
    """A window with storage of its own. Whoever opened it closes its browser."""

    @abstractmethod
    def visit(self, url: str) -> None:
        """Opens an address and waits until it is loaded."""

    @abstractmethod
    def call(self, function: str, *arguments: Any) -> Any:
        """Returns the result of a JavaScript function, called in the page. Arguments and result are JSON."""

    @abstractmethod
    def press(self, role: str, name: str) -> None:
        """Clicks or taps the element with this role and accessible name, at its centre, once it is in sight."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Types text into the element that has the focus. A newline is the Enter key."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """Returns a PNG picture of the visible part of the page."""

    @abstractmethod
    def faults(self) -> list[str]:
        """Returns the errors on the console and the failed requests since the last call."""

    def read(self, selector: str) -> list[str]:
        """Returns the texts of the visible elements that match a CSS selector."""
        found: list[str] = self.call(SHOWN, selector)
        return found

    def names(self, selector: str) -> list[str]:
        """Returns what the visible elements that match a CSS selector should be called: their labels, else texts."""
        found: list[str] = self.call(NAMES, selector)
        return found

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Waits until a condition holds. Fails with `what` was awaited and the page's text."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, f"waited for {what}; {self.told()}"
            time.sleep(PAUSE)

    def await_text(self, selector: str, words: str) -> None:
        """Waits until a visible element that matches a CSS selector contains the words."""
        self.until(lambda: any(words in text for text in self.read(selector)), f"{words!r} in {selector}")

    def told(self) -> str:
        """Returns the address and the beginning of the page's text, for the message of a failed test."""
        return f"{self.call('() => location.href')} shows {self.read('body')[:1]!r:.500}"

    def overflow(self) -> list[int]:
        """Returns by how many CSS pixels the page is wider and higher than the window."""
        found: list[int] = self.call(OVERFLOW)
        return found
