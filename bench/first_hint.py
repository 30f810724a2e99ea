"""From the click on "Hint" to the drawn words, in a real Chromium: for the first hint of a page that loads its engine
with nothing in the browser's cache, for that of another page in the same browser, and for one by the server.
"""

import json
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from bench.answer import WATCH, there
from bench.figure import Figure
from bench.wasm import folder_of
from cogtable.engine.play.game import Game
from cogtable.lab import analysis
from tests.browser.chromium import chromium, new_page, prefer
from tests.browser.live_server import LiveServer
from tests.browser.person import Person

TIMES = 5
WAYS = ("by the page, cold cache", "by the page, warm cache", "by the server")
NO_ENGINE = "delete globalThis.WebAssembly"
SHOWN = ".hint .words"


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    """The medians of some times, in turn, after a hint of each kind that does not count."""
    with TemporaryDirectory() as folder, LiveServer(Path(folder) / "bench.db") as server, chromium() as browser:
        for game in games:
            folder_of(game)
            server.ready(game.name, analysis.adviser(game, game.min_seats).name)
            runs = [_hints(server, browser, game) for _ in range(1 + TIMES)][1:]
            for way, times in zip(WAYS, zip(*runs, strict=True), strict=True):
                longest = f"the longest of {TIMES}: {max(times):.0f} ms"
                yield Figure(f"{game.name}, the first hint in a page, {way}", statistics.median(times), "ms", longest)


def _hints(server: LiveServer, browser: Browser, game: Game) -> tuple[float, ...]:
    """Milliseconds for each way to get a hint, each at a table of its own."""
    first, without = new_page(browser), new_page(browser)
    second = first.context.new_page()
    prefer(second, name="Ada", theme="dark", sound=False)
    without.add_init_script(NO_ENGINE)
    found = tuple(_hint(server, page, game, by_page=page is not without) for page in (first, second, without))
    for page in (first, without):
        page.context.close()
    return found


def _hint(server: LiveServer, page: Page, game: Game, *, by_page: bool) -> float:
    """Milliseconds from the click to the words. Raises LookupError if not the expected side searched."""
    person = Person(page)
    seats = ["me", *["random"] * (game.min_seats - 1)]
    person.sit(server.url, server.table(*seats, game=game.name))
    person.await_turn()
    page.evaluate(WATCH, there(SHOWN))
    page.get_by_role("button", name="Hint").click()
    took = float(page.evaluate("answer"))
    searched = any(message.get("results") for message in map(json.loads, person.sent))
    page.close()
    if searched != by_page:
        raise LookupError(f"{game.name}: the {'server' if by_page else 'page'} searched for a hint unexpectedly")
    return took
