"""Games of the workbench are played in the page that began them, and by the server where that fails."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, Worker, expect

import cogtable
from cogtable.lab.paired_comparison import PairedRequest, compare_in_pairs
from cogtable.wasm.files import kept
from tests.modules import build

from .conftest import TINY
from .live_server import LiveServer

OpenPage = Callable[..., Page]

pytestmark = [pytest.mark.native, pytest.mark.slow, pytest.mark.xdist_group("bench")]

CLOSED = "The page that played these games was closed. The server plays the rest."
FAILED = "The games failed in the page. The server plays the rest."


@pytest.fixture(scope="session", autouse=True)
def tinys_module() -> None:
    """The module of Tiny, which servers find in the cache."""
    game = cogtable.game("tiny")
    folder = kept(game)
    assert folder
    if not (folder / "tiny.json").exists():
        build(game, folder, str(TINY))


@pytest.fixture(scope="session")
def only_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with a workbench, whose own processes must not play."""
    folder = tmp_path_factory.mktemp("only-pages")
    paths = os.pathsep.join((str(TINY), str(Path(__file__).with_name("only_pages"))))
    with LiveServer(folder / "cogtable.db", paths=paths, command=("lab", "tiny")) as server:
        yield server


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page of its own context, since its workers and routes are its own too."""
    return open_page(1280, 720, clock=True)


def begin(page: Page, server: LiveServer, bot: str, games: str = "200") -> int:
    """Begins a run of Tiny with a dearer ant; returns its first version."""
    page.goto(f"{server.url}/lab/tiny")
    page.locator("#cell-0-1").click()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="1 card differs")).to_be_visible()
    page.get_by_role("combobox", name="Bots").select_option(bot)
    page.get_by_role("combobox", name="Games").select_option(games)
    with page.expect_response("**/api/lab/tiny/games") as answer:
        page.get_by_role("button", name="Begin").click()
    version: int = answer.value.json()["version"]
    return version


def first_worker(page: Page, server: LiveServer, bot: str, games: str = "200") -> tuple[Worker, int]:
    """Begins a run; returns the first worker that plays, and the first version."""
    with page.expect_worker() as found:
        version = begin(page, server, bot, games)
    return found.value, version


def ended(server: LiveServer, version: int) -> dict[str, Any]:
    """The run that began with a version, once no more games are played."""
    while True:
        run = server.get(f"/api/lab/games?after={version}")
        if run["version"] > version and run["phase"] not in ("compiling", "playing"):
            return run
        version = run["version"]


def rows_by_the_server(tmp_path: Path, bot: str, games: int = 200) -> Any:
    """The rows of the same run when this process plays it."""
    game, file = cogtable.game("tiny"), tmp_path / "mine.toml"
    file.write_text(game.box.text.replace('"ant", value = 1', '"ant", value = 9'), encoding="utf-8")
    *_, last = compare_in_pairs(PairedRequest(game="tiny", box=str(file), games=games, seats=2, bot=bot))
    return json.loads(msgspec.json.encode(last.rows))


@pytest.mark.parametrize("bot", ["random", "greedy", "medium"])
def test_a_page_plays_and_the_figures_are_those_of_the_server(
    only_pages: LiveServer, page: Page, open_page: OpenPage, tmp_path: Path, bot: str
) -> None:
    other = open_page(1280, 720)
    other.goto(f"{only_pages.url}/lab/tiny")
    run = ended(only_pages, begin(page, only_pages, bot))
    assert (run["phase"], run["by"], run["done"], run.get("note", "")) == ("done", "page", 100, "")
    assert run["rows"] == rows_by_the_server(tmp_path, bot)
    for each in (page, other):
        expect(each.get_by_text("100 of 100 deals")).to_be_visible()
        expect(each.get_by_role("button", name=f"All {len(run['rows'])} figures")).to_be_visible()
    assert not page.workers


def test_a_worker_that_is_killed_is_replaced(only_pages: LiveServer, page: Page, tmp_path: Path) -> None:
    worker, version = first_worker(page, only_pages, "hard")
    with page.expect_worker():
        worker.evaluate("setTimeout(() => { throw new Error('killed') })")
    run = ended(only_pages, version)
    assert (run["phase"], run["by"]) == ("done", "page")
    assert run["rows"] == rows_by_the_server(tmp_path, "hard")


def test_stopping_ends_the_workers_at_once(only_pages: LiveServer, page: Page) -> None:
    worker, version = first_worker(page, only_pages, "expert", "20000")
    expect(page.get_by_text("The games are played in the browser, in the page that began them.")).to_be_visible()
    with worker.expect_event("close"):
        page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("stopped")).to_be_visible()
    assert not page.workers
    assert ended(only_pages, version)["phase"] == "stopped"


def test_another_tab_stops_the_workers_too(only_pages: LiveServer, page: Page, open_page: OpenPage) -> None:
    worker, _ = first_worker(page, only_pages, "expert", "20000")
    other = open_page(1280, 720)
    other.goto(f"{only_pages.url}/lab/tiny")
    with worker.expect_event("close"):
        other.get_by_role("button", name="Stop").click()
    assert not page.workers


def test_the_server_plays_what_a_closed_page_leaves(bench: LiveServer, page: Page, tmp_path: Path) -> None:
    _, version = first_worker(page, bench, "hard")
    page.goto("about:blank")
    run = ended(bench, version)
    assert (run["phase"], run.get("by"), run["note"]) == ("done", None, CLOSED)
    assert run["rows"] == rows_by_the_server(tmp_path, "hard")


def test_a_module_of_other_sources_is_not_played_with(bench: LiveServer, page: Page, tmp_path: Path) -> None:
    def stale(route: Route) -> None:
        about = route.fetch().json() | {"digest": "0" * 16}
        route.fulfill(json=about)

    page.route("**/api/modules/tiny/*/json", stale)
    version = begin(page, bench, "random")
    expect(page.get_by_text(FAILED)).to_be_visible()
    run = ended(bench, version)
    assert (run["phase"], run.get("by"), run["note"]) == ("done", None, FAILED)
    assert run["rows"] == rows_by_the_server(tmp_path, "random")


def test_without_webassembly_the_server_plays(bench: LiveServer, page: Page, tmp_path: Path) -> None:
    page.add_init_script("delete globalThis.WebAssembly")
    run = ended(bench, begin(page, bench, "random"))
    assert (run["phase"], run.get("by"), run.get("note")) == ("done", None, None)
    assert run["rows"] == rows_by_the_server(tmp_path, "random")
