"""A person at a table in the browser: reads the views that the server sends, and touches what is on the screen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from cogtable.server.table.changes import applied

View = dict[str, Any]
Choice = dict[str, Any]

PATIENCE = 60
"""The time in seconds after which a test gives up waiting; long enough for a busy machine."""


STILL = """() => !document.querySelector('.scene').getAnimations({ subtree: true }).some(
    (each) => each.playState === 'running' &&
        (each.id === 'feel' || (each.transitionProperty === 'transform' && each.effect.target.matches('.piece'))))"""
"""Whether nothing moves on the table. A press ends movements, so a piece that isn't in its place yet would leave it."""


def sooner(page: Page, done: Callable[[], bool]) -> None:
    """Waits until a condition holds, with the page's clock (`open_page(clock=True)`) running ten times as fast."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"nothing came of it; {page.locator('body').inner_text()[:300]!r}"
        page.clock.run_for(900)
        page.wait_for_timeout(100)


def expect_home(page: Page) -> None:
    """Waits until the page is the home page, with all games."""
    expect(page.get_by_role("list", name="Games", exact=True)).to_be_visible()


def new_table(page: Page, url: str, game: str = "splendor", bot: str = "") -> None:
    """Opens the page of a new table of a game, with a `bot` in the second seat or else a friend."""
    page.goto(f"{url}/new/{game}")
    if bot:
        page.get_by_label("Who sits in seat 2").select_option(f"bot:{bot}")


class Person:
    """A page at one table. `received` has every message from the server as text, with each view in full; `sent` those
    to it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.received: list[str] = []
        self.sent: list[str] = []
        self.view: View = {}
        self.update: dict[str, Any] = {}
        """The last update, whose `view` shows the table."""
        self.notice = ""
        self.occupants: list[dict[str, Any]] = []
        self.accepted = -1
        """The number of moves after this person's last one."""
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)
        socket.on("framesent", lambda payload: self.sent.append(_text(payload)))

    def _hear(self, payload: str | bytes) -> None:
        text = _text(payload)
        message = json.loads(text)
        if message["type"] == "changed":
            view = applied(self.view, message.pop("changes"))
            message |= {"type": "update", "view": view}
            text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self.received.append(text)
        message |= message.pop("now", {})  # who is present; not part of the view
        if message["type"] == "update":
            self.view, self.update = message["view"], message
        if message["type"] in ("update", "occupants"):
            self.occupants = message["occupants"]
            self.notice = message.get("notice", "")
        elif message["type"] == "accepted":
            self.accepted = message["ply"]

    def sit(self, url: str, table: dict[str, Any]) -> None:
        """Opens a table, with the seat's secret if there is one."""
        secret = f"#{table['secret']}" if table.get("secret") else ""
        self.page.goto(f"{url}/t/{table['table']}{secret}")
        self.until(lambda: bool(self.view))
        if self.notice and not self.over:  # otherwise the result would cover it
            self.page.locator(".banner.plain button").click()

    def until(self, done: Callable[[], bool]) -> None:
        """Waits until a condition holds, while the page continues."""
        end, pause = time.monotonic() + PATIENCE, 10.0
        while not done():
            assert time.monotonic() < end, f"nothing came of it; {self._told()}"
            self.page.wait_for_timeout(pause)
            pause = min(100, 1.3 * pause)  # checking costs CPU time: the longer the wait, the less often

    def _told(self) -> str:
        """Describes the page and its messages, for debugging a failure."""
        words = " ".join(self.page.locator("body").inner_text().split())[:300]
        talk = f"sent {self.sent[-3:]}, heard {[each[:100] for each in self.received[-3:]]}"
        return f"{self.page.url} shows {words!r}; {talk}; the last view: {json.dumps(self.view)[:400]}"

    def reach(self, ply: int) -> None:
        """Waits until the table has reached that move."""
        self.until(lambda: bool(self.view["ply"] >= ply))

    @property
    def seat(self) -> int:
        return int(self.view["seat"])

    @property
    def over(self) -> bool:
        return bool(self.view["over"])

    def await_turn(self, *, last: bool = False) -> bool:
        """Waits until it is this person's turn and the page shows it; returns False if the game is over instead.

        With `last`, also waits for all others who decide at the same time, so that the moves always come in the same
        order.
        """
        offered = self.page.locator("[data-piece].open, .drawer.open, .buttons [data-action]")
        mine = self.page.locator(".pill.mine")

        def my_turn() -> bool:
            waiting = self.view["waiting"]
            return bool(waiting == [self.seat] if last else self.seat in waiting)

        self.until(lambda: self.over or (my_turn() and mine.is_visible() and offered.count() > 0))
        return not self.over

    def prompt_fits(self) -> bool:
        """Whether the words and buttons of the prompt fit into its box."""
        return bool(
            self.page.get_by_label("Your choices", exact=True).evaluate(
                """bar => {
                    const box = bar.getBoundingClientRect()
                    return [...bar.querySelectorAll('.sentence, button')].every(each => {
                        const its = each.getBoundingClientRect()
                        const inside = its.top >= box.top - 1 && its.bottom <= box.bottom + 1
                        return inside && its.left >= box.left - 1 && its.right <= box.right + 1
                    })
                }"""
            )
        )

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Waits, after the body, until a move was accepted and is on the screen."""
        accepted = self.accepted
        yield
        self.until(lambda: self.accepted > accepted and self.view["ply"] >= self.accepted)

    def touch(self, piece: str) -> None:
        """Clicks a piece; of a machine, one of its units."""
        found = self.page.locator(f'[data-piece="{piece}"]')
        units = found.locator(".unit")
        (units.last if units.count() else found).click()

    def play(self, choice: Choice) -> None:
        """Plays a choice by touching its pieces, the last one twice to confirm; if that isn't possible, by its button.

        If all seats act at the same time, others can change the choices meanwhile: then nothing is played.
        """
        accepted, offered = self.accepted, self.view.get("choices")

        def played() -> bool:
            return self.accepted > accepted and self.view["ply"] >= self.accepted

        def settled() -> bool:
            return played() or (self.accepted == accepted and self.view.get("choices") != offered)

        pieces = choice.get("pieces", [])
        alike = [other for other in offered or [] if sorted(other.get("pieces", [])) == sorted(pieces)]
        if not pieces or len(alike) > 1 or not all(self.page.locator(f'[data-piece="{p}"]').count() for p in pieces):
            self.press(choice)
        else:
            for piece in [*pieces, pieces[-1]]:
                self.until(lambda: settled() or self.page.evaluate(STILL))
                if not settled():
                    self.touch(piece)
        self.until(settled)

    def press(self, choice: Choice) -> None:
        """Plays a choice by its button, in the list of all moves if it isn't below the table."""
        button = f'[data-action="{choice["action"]}"]'
        if not self.page.locator(f".bar {button}").count():
            self.page.locator(".bar .all").click()
        self.page.locator(button).first.click()


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode()


def sensible(view: View) -> Choice:
    """A choice that brings the end nearer: buy the most valuable card, otherwise take many gems, otherwise anything."""

    def worth(choice: Choice) -> tuple[int, int]:
        text = choice["text"]
        buys = text.startswith(("buy", "recruit"))
        points = int(text.split(" point")[0].split()[-1]) if buys and " point" in text else 0
        order = ["pass", "reserve", "return", "pay", "welcome", "take", "buy", "recruit"]
        return order.index(text.split()[0]), points if buys else len(choice["pieces"])

    return max(view["choices"], key=worth)
