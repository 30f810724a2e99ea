"""What WebDriver (Classic) and WebDriver BiDi share: input actions, and elements found by role and accessible name."""

from __future__ import annotations

import json
from abc import abstractmethod
from typing import Any

from .window import Window

ENTER = "\ue007"
"""The Enter key, as WebDriver writes it."""

CANDIDATES = """(name) => {
    const bare = (text) => text.replace(/\\s+/g, '')
    const spelt = (each) => {
        if (each.ariaLabel) return [each.ariaLabel]
        return each.labels?.length ? [name] : [each.innerText ?? '', each.textContent].map((text) => text.trim())
    }
    return [...document.querySelectorAll('button, input, textarea, [role]')]
        .filter((each) => each.checkVisibility())
        .map((each) => [each, ...spelt(each)])
        .filter(([, found]) => bare(found) === bare(name))
}"""
"""Returns the visible elements that seem to have a name, each with the spellings that a browser can have for it.

A text as it is shown has capital letters by styles, and lacks a space where a line breaks. To ask a browser for the
names of all elements would take seconds.
"""

TARGET = """(element) => {
    if (!element.isConnected || !element.checkVisibility() || element.disabled) return 'null'
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const box = element.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2].map(Math.floor)
    return JSON.stringify(element.contains(document.elementFromPoint(x, y)) ? [x, y] : null)
}"""
"""Returns the centre of an element in CSS pixels as JSON; null if it is hidden, disabled or covered."""


class W3CWindow(Window):
    """A window driven by the commands of the W3C. `pointer` is "mouse" or "touch"."""

    pointer = "mouse"

    @abstractmethod
    def elements(self, role: str, name: str) -> list[Any]:
        """Returns references to the elements with a role and an accessible name."""

    @abstractmethod
    def call_on(self, function: str, element: Any) -> str | None:
        """Returns the text that a JavaScript function returns for an element; None if the element is gone."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Performs the actions of one input source."""

    def press(self, role: str, name: str) -> None:
        self.until(lambda: self._pressed(role, name), f"{role} {name!r}")

    def _pressed(self, role: str, name: str) -> bool:
        for element in self.elements(role, name):
            if where := json.loads(self.call_on(TARGET, element) or "null"):
                x, y = where
                self.act(
                    {
                        "type": "pointer",
                        "id": self.pointer,
                        "parameters": {"pointerType": self.pointer},
                        "actions": [
                            {"type": "pointerMove", "x": x, "y": y},
                            {"type": "pointerDown", "button": 0},
                            {"type": "pointerUp", "button": 0},
                        ],
                    }
                )
                return True
        return False

    def type(self, text: str) -> None:
        keys = text.replace("\n", ENTER)
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": strokes})
