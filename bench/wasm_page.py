"""The work of the WebAssembly benchmark in a page of Chromium."""

from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, Error, Route

from tests.browser.chromium import new_page

ADDRESS = "http://127.0.0.1/"
"""The address of the page. Its requests don't reach the network: the files of a folder answer them."""
LOAD = """async () => {
  const { load } = await import('/wasm_work.mjs')
  window.work = await load(async name => (await fetch(name)).arrayBuffer())
}"""


class PageWork:
    """A page that has loaded a prepared folder, which plays and searches when asked. To be closed by `with`."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        """Raises LookupError if the page cannot load the module."""
        self._page = new_page(browser)

        def answer(route: Route) -> None:
            name = route.request.url.removeprefix(ADDRESS)
            if name:
                route.fulfill(path=folder / name)
            else:
                route.fulfill(body="", content_type="text/html")

        self._page.route("**/*", answer)
        self._page.goto(ADDRESS)
        self._tools = self._page.context.new_cdp_session(self._page)
        self._tools.send("Performance.enable")
        try:
            self._page.evaluate(LOAD)
        except Error as error:
            self._page.context.close()
            raise LookupError(f"the page in Chromium cannot load the module: {error.message}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self._page.context.close()

    def play(self, limit: int) -> int:
        """Plays all games, each up to a number of moves. Returns the number of moves."""
        return int(self._page.evaluate("limit => work.play(limit)", limit))

    def think(self) -> int:
        """Searches from all positions. Returns the number of simulations."""
        return int(self._page.evaluate("() => work.think()"))

    def tried(self) -> list[list[int]]:
        """Returns the actions at the root of the last tree, and the number of visits of each."""
        found: list[list[int]] = self._page.evaluate("() => work.tried()")
        return found

    def rest(self) -> int:
        """Does nothing, which takes the time of a call of this page. Returns 0."""
        return int(self._page.evaluate("() => 0"))

    def cpu_s(self) -> float:
        """Returns the seconds of CPU time that the page's main thread has taken. The whole process counts only
        hundredths of a second.
        """
        metrics = self._tools.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "ThreadTime"))
