"""The time from a touch to its response on the screen, in a real Chromium: while nothing else happens, and while bots
think.

The time runs from when the browser received the press to the first frame that shows the response: the selected piece,
the paper with the reason why not, the open list, the moving piece.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from playwright.sync_api import Page
from websockets.sync.client import connect

from bench.figure import Figure
from cogtable.server.wire.base import PROTOCOL
from tests.browser.chromium import chromium, new_page
from tests.browser.live_server import LiveServer
from tests.browser.person import Person

TIMES = 30
AIM_MS = 100
THINKING = 3
"""Tables of experts who play against each other meanwhile: their searches use all cores."""

WATCH = """answered => {
  const there = new Function(`return !!(${answered})`)
  window.answer = new Promise((done, failed) => addEventListener('pointerdown', ({ timeStamp }) => {
    setTimeout(() => failed(`no answer: ${answered}`), 20_000)
    const look = () => {
      if (!there()) return requestAnimationFrame(look)
      // What a frame shows is drawn after its callbacks: the next task comes when that is done.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now() - timeStamp)
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }, { once: true, capture: true }))
}"""
"""From the next press on, `answer` is the number of milliseconds until a frame was drawn in which a condition holds."""

KINDS = ("piece chosen", "why not", "list of all moves", "move on its way", "table after the move")


def measure() -> Iterator[Figure]:
    with TemporaryDirectory() as folder, LiveServer(Path(folder) / "bench.db") as server, chromium() as browser:
        toucher = Toucher(server, new_page(browser, 390, 844))
        yield from figures(toucher, "")
        with bots_thinking(server):
            yield from figures(toucher, f", {THINKING} tables of experts thinking")


def figures(toucher: Toucher, load: str) -> Iterator[Figure]:
    """Returns the median and the 95th percentile of the response times, for each kind of touch."""
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for _ in range(TIMES):
        for kind, ms in toucher.turn():
            times[kind].append(ms)
    for kind, each in times.items():
        within = f"95 in 100 within {statistics.quantiles(each, n=20)[-1]:.0f} ms; aim {AIM_MS} ms"
        yield Figure(f"from a touch to: {kind}{load}", statistics.median(each), "ms", within)


@contextmanager
def bots_thinking(server: LiveServer) -> Iterator[None]:
    """Tables at which bots search all the time, because a spectator watches."""
    server.ready("splendor", "expert")
    over = Event()
    with ThreadPoolExecutor(THINKING) as watchers:
        tables = [server.table(*["expert"] * 4, seed=seed)["table"] for seed in range(THINKING)]
        watching = [watchers.submit(watch, server, table, over) for table in tables]
        yield
        over.set()
    for each in watching:
        each.result()


def watch(server: LiveServer, table: str, over: Event) -> None:
    """Watches a table as a spectator, and ignores its contents."""
    with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/ws", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))
        while not over.is_set():
            with suppress(TimeoutError):
                socket.recv(timeout=0.2)


class Toucher:
    """A person with a stopwatch who plays Splendor on a phone against an opponent who accepts every undo."""

    def __init__(self, server: LiveServer, page: Page) -> None:
        self.page = page
        self.person = Person(page)
        table = server.table("me", "open", seed=1)
        server.join(table, "Ben")
        self.person.sit(server.url, table)

    def turn(self) -> Iterator[tuple[str, float]]:
        """Plays one move, opens and closes some panels before it, and undoes it. Yields each kind of touch with its
        milliseconds.
        """
        self.page.locator(".pill.mine").wait_for()
        yield KINDS[1], self.touch('[data-piece="bank.5"]', there(".bubble"))
        self.page.keyboard.press("Escape")
        yield KINDS[2], self.touch(".bar .all", there("dialog[open] [data-action]"))
        self.page.keyboard.press("Escape")
        for piece in ("bank.0", "bank.1", "bank.2"):
            found = f'[data-piece="{piece}"]'
            yield KINDS[0], self.touch(found, there(f"{found}.selected"))
        way = "table after the move" if self.person.view.get("undone", 0) % 2 else "move on its way"
        shown = there(".pill:not(.mine)") if way == KINDS[4] else f"!({there('.bar .primary')})"
        yield way, self.touch(".bar .primary", shown)
        self.page.locator(".pill:not(.mine)").wait_for()
        self.page.keyboard.press("u")

    def touch(self, what: str, answered: str) -> float:
        """Touches an element. Returns the milliseconds until a script finds the response in a frame."""
        self.page.evaluate(WATCH, answered)
        self.page.locator(what).tap()
        return float(self.page.evaluate("answer"))


def there(selector: str) -> str:
    """Returns a script that checks whether an element is on the page."""
    return f"document.querySelector({json.dumps(selector)})"
