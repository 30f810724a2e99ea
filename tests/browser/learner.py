"""A person who takes a lesson."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from .live_server import LiveServer
from .person import Person

CUT = (Path(__file__).parent / "spotlight.js").read_text()
"""A function that names elements cut off by the edge of a spotlight."""


class Learner(Person):
    """A person who does what the coach says."""

    @property
    def lesson(self) -> dict[str, Any]:
        return self.update.get("lesson") or {}

    @property
    def asked(self) -> int:
        """Returns the action that the step asks for; -1 if it is only text."""
        return int(self.lesson.get("action", -1))

    def begin(self, server: LiveServer, game: str, name: str = "first") -> int:
        """Opens a lesson of a game. Returns its number of steps."""
        server.ready(game, "easy")
        wanted = {"game": game, "lesson": True, "lesson_name": name, "name": "Ada"}
        self.sit(server.url, server.post("/api/tables", wanted))
        self.until(lambda: bool(self.lesson))
        return int(self.lesson["steps"])

    def await_step(self, step: int) -> dict[str, Any]:
        """Waits until the coach shows a step."""
        self.until(lambda: self.lesson.get("step") == step and "words" in self.lesson)
        expect(self.page.locator(".coach .bubble")).to_be_visible()
        expect(self.page.locator(".coach .dots .done")).to_have_count(step)
        return self.lesson

    def see_whole(self) -> None:
        """Waits until everything that the coach points at is fully lit, and the coach is on the screen."""
        step = self.lesson
        choice = next((each for each in self.view.get("choices", []) if each["action"] == self.asked), {})
        things = [*step.get("pieces", []), *(tag["piece"] for tag in step.get("tags", [])), *choice.get("pieces", [])]

        def cut() -> list[str]:
            found: list[str] = self.page.evaluate(CUT, things)
            return found

        with suppress(AssertionError):
            self.until(lambda: not cut())
        assert not (found := cut()), f"in step {step['step'] + 1}: {found}"

    def do(self) -> None:
        """Does what the step asks for, by touching the pieces that it points at."""
        action = self.asked
        if action < 0:
            self.page.get_by_role("button", name="Go on").or_(self.page.get_by_role("button", name="Play on")).click()
            return
        choice = next(each for each in self.view["choices"] if each["action"] == action)
        for piece in choice.get("pieces", []):
            self.touch(piece)
        self.page.locator(f".bar [data-action='{action}']").click()
