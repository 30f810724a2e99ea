"""The time that a person waits for their next turn at a table full of bots, in the browser at its default pace."""

import json
import os
import shutil
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from bench.figure import Figure
from bench.serving import server
from cogtable.engine.play.game import Game
from cogtable.server.table.changes import applied
from cogtable.server.thinking.warmup import is_ready

LEVELS = ("hard", "expert")
SEATS = 4
"""A person and three bots, if a game has room for them."""
WAITS = 20
"""The number of waits that are measured for each game and level; fewer if the game ends."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
PATIENCE_S = 60.0
SETTINGS = json.dumps({"name": "Ada", "sound": False})
"""The person's data stored in the browser. It sets no pace, so the default applies."""


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    """Returns the time from pressing a button that ends a person's turn until the page offers the next turn.

    Raises LookupError if a bot hasn't been compiled, or there is no Chromium.
    """
    path = os.environ.get("COGTABLE_CHROMIUM") or shutil.which("chromium")
    if not path:
        raise LookupError("there is no Chromium: `make setup` finds or installs one")
    with server() as found, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for game in games:
            for level in LEVELS:
                if not is_ready(game, level):
                    raise LookupError(f"the bots of {game.title} are not compiled: run `cogtable warm --bots` before")
                waits = _play(browser, f"http://{found.address}", game, level)
                name = f"{game.title}, {level}: a person waits for their turn"
                yield Figure(
                    name, statistics.median(waits), "s", f"10 s; the longest of {len(waits)}: {max(waits):.2g} s"
                )
        browser.close()


def _play(browser: Browser, url: str, game: Game, level: str) -> list[float]:
    bots = [{"kind": "bot", "bot": level}] * (min(SEATS, game.max_seats) - 1)
    body = {"game": game.name, "name": "Ada", "seats": [{"kind": "me"}, *bots], "seed": 1}
    mine = httpx.post(f"{url}/api/tables", json=body).raise_for_status().json()
    context = browser.new_context(viewport={"width": 1280, "height": 720}, service_workers="block")
    context.add_init_script(f"localStorage.getItem('cogtable') ?? localStorage.setItem('cogtable', '{SETTINGS}')")
    person = Person(context.new_page())
    person.page.goto(f"{url}/t/{mine['table']}#{mine['secret']}")
    waits: list[float] = []
    random = Random(0)
    while person.comes_to_turn() and len(waits) < WAITS:
        began = person.act(random)
        if person.has_to_wait() and person.comes_to_turn():
            waits.append(time.perf_counter() - began)
    context.close()
    return waits


class Person:
    """A person who plays a random move as soon as the page offers one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._view: dict[str, Any] = {}
        """The newest view received; the page can show it later."""
        self._accepted = 0
        """The number of moves after this person's last one."""
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "accepted":
            self._accepted = message["ply"]
        if message["type"] == "changed":
            self._view = applied(self._view, message["changes"])
        elif message["type"] == "update":
            self._view = message["view"]

    @property
    def _is_asked(self) -> bool:
        return bool(self._view) and self._view["seat"] in self._view["waiting"]

    def comes_to_turn(self) -> bool:
        """Waits until the page offers a turn; returns False if the game is over instead."""
        offers = self.page.locator(".pill.mine")
        self._until(lambda: bool(self._view) and (self._view["over"] or (self._is_asked and offers.count() > 0)))
        return not self._view["over"]

    def act(self, random: Random) -> float:
        """Plays any of the choices by its button. Returns the time at which it was pressed."""
        choice, before = random.choice(self._view["choices"])["action"], self._accepted
        button = f'[data-action="{choice}"]'
        if not self.page.locator(f".bar {button}").count():
            self.page.locator(".bar .all").click()
        self.page.locator(button).first.click()
        began = time.perf_counter()
        self._until(lambda: self._accepted > before and self._view["ply"] >= self._accepted)
        return began

    def has_to_wait(self) -> bool:
        """Whether it is another seat's turn, which the page will show too."""
        if self._is_asked and self._view["ply"] == self._accepted:
            return False
        waits = self.page.locator(".pill:not(.mine)")
        self._until(lambda: waits.count() > 0 or self._view["over"])
        return True

    def _until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not done():
            if time.monotonic() > end:
                raise LookupError("the page did not go on")
            self.page.wait_for_timeout(10)
