"""A page without a server, from a folder that `cogtable site` wrote: a whole game, a lost network, two tabs, faults."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from cogtable.site.publish import LAST
from tests.static_site import FRIENDS, plain_host

from .chromium import await_promised, await_worker
from .conftest import MAGPIE
from .drivers.window import Window
from .live_server import LiveServer
from .person import PATIENCE, expect_home
from .test_accessible import found
from .test_every_browser import OpenWindow, await_turn, play
from .test_every_browser import browser_name as browser_name
from .test_every_browser import firefoxes as firefoxes
from .test_every_browser import keep as keep
from .test_every_browser import open_window as open_window

pytestmark = [pytest.mark.native, pytest.mark.slow, pytest.mark.xdist_group("without server")]

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

CHOICES = ".bar [data-action]"
PIECE = ".scene [data-piece]"

ALL_KEPT = """async () => {
    const {files} = await (await fetch('python/site.json')).json()
    const kept = await Promise.all(Object.keys(files).map((path) => caches.match(path)))
    const worker = await navigator.serviceWorker.getRegistration()
    return worker?.active?.state === 'activated' && kept.every(Boolean)
}"""
"""Whether the browser has kept the whole folder."""


@pytest.fixture
def faults() -> Iterator[Callable[[Page], None]]:
    """`faults(page)`: in the end, the page has had no error."""
    heard: list[str] = []

    def watch(page: Page) -> None:
        page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: heard.append(str(error)))

    yield watch
    assert heard == []


def open_table(page: Page, game: str) -> None:
    """Opens a table of a game from the lobby."""
    page.get_by_role("button", name=f"Play {game}", exact=True).click()
    page.locator(PIECE).first.wait_for()


def play_on(page: Page, most: int) -> int:
    """Plays until the game is over, or `most` moves; returns the number of moves."""
    mine, again = page.locator("header .pill.mine"), page.get_by_role("button", name="Play again").first
    offered = page.locator(f".bar .all, {CHOICES}")
    for moves in range(most):
        expect(offered.or_(again).first).to_be_visible()
        if again.is_visible():
            return moves
        expect(mine).to_be_visible()
        before = log(page)
        every = page.locator(".bar .all")
        if every.is_visible():
            every.click()
            page.locator("dialog [data-action]").first.click()
        else:
            page.locator(CHOICES).first.click()
        expect(page.locator(".log .lines")).not_to_have_text(before)
    return most


def log(page: Page) -> str:
    return page.locator(".log .lines").inner_text()


def test_a_whole_game_whose_network_is_lost(
    site_folder: Path, open_page: OpenPage, faults: Callable[[Page], None], picture: Picture
) -> None:
    page = open_page(1280, 720, workers="allow")
    faults(page)
    with plain_host(site_folder) as address:
        page.goto(address)
        open_table(page, "Magpie")
        picture(page, "page-magpie-1280")
        assert play_on(page, 2) == 2
        await_promised(page, ALL_KEPT)
    said = log(page)
    page.reload()
    expect(page.locator(".log .lines")).to_contain_text(said.splitlines()[-1])
    assert play_on(page, 100) > 2
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Back to the lobby").click()
    expect(page.get_by_role("heading", name="Since yesterday")).to_be_visible()

    page.get_by_role("link", name="Daily", exact=True).click()
    page.locator("a[href*='/puzzles/splendor/']").first.click()
    page.locator(PIECE).first.wait_for()
    expect(page.get_by_text("Puzzle 1 of")).to_be_visible()
    page.goto(address)
    page.get_by_role("button", name="Learn it in 5 minutes").first.click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("2 of 14", exact=True)).to_be_visible()


COPIED = "() => navigator.clipboard.readText()"


def test_a_link_brings_a_finished_game_into_another_browser(
    site_address: str, open_page: OpenPage, faults: Callable[[Page], None], picture: Picture
) -> None:
    page = open_page(1280, 720)
    faults(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site_address)
    open_table(page, "Magpie")
    assert play_on(page, 100) > 2
    said = log(page)
    page.get_by_role("button", name="Close the result").click()
    page.get_by_role("button", name="Share: copy a link to the replay").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate(COPIED)
    assert link.startswith(f"{site_address}#/game/")
    assert len(link) < 2000

    other = open_page(390, 844, theme="light", name="Bob")
    faults(other)
    other.goto(link)
    moves = other.get_by_role("slider", name="Move")
    expect(moves).to_have_value("0")
    picture(other, "page-link-390-light")
    moves.press("End")
    expect(moves).to_have_value(moves.get_attribute("max") or "")
    other.get_by_role("button", name="Log", exact=True).click()
    last = said.splitlines()[-1].replace("You", "Ada")
    expect(other.get_by_role("dialog", name="Log")).to_contain_text(last.split()[-1])
    other.keyboard.press("Escape")
    address = other.url
    assert re.search("#/t/[^/]+/replay/", address)
    other.goto(site_address)
    other.goto(link)
    expect(moves).to_be_visible()
    assert other.url.split("/replay")[0] == address.split("/replay")[0], "opened twice, a game is kept once"


@pytest.mark.parametrize(
    ("bad", "why"), [("AAAA", "This link is damaged"), ("A" * 16_001, "This link is too long"), ("q1YqSy0qzszPAwA", "")]
)
def test_a_bad_link_says_what_is_wrong(
    site_address: str, open_page: OpenPage, picture: Picture, bad: str, why: str
) -> None:
    page = open_page(390, 844)
    page.goto(f"{site_address}#/game/{bad}/replay/0")
    expect(page.get_by_role("alert")).to_contain_text(why or "This link is damaged")
    assert found(page) == []
    page.get_by_role("link", name="Go to the games").click()
    expect_home(page)


@pytest.mark.parametrize(("width", "height", "theme"), [(1280, 720, "dark"), (390, 844, "light")])
def test_axe_finds_nothing_in_a_page_without_a_server(
    strict_site_address: str,
    open_page: OpenPage,
    faults: Callable[[Page], None],
    picture: Picture,
    width: int,
    height: int,
    theme: str,
) -> None:
    page = open_page(width, height, theme=theme)
    faults(page)
    hold: list[Route] = []
    page.route("**/python_stdlib.zip", lambda route: hold.append(route))
    page.goto(strict_site_address)
    expect(page.get_by_role("link", name="Go to the server")).to_have_attribute("href", FRIENDS)
    assert found(page) == []
    picture(page, f"page-lobby-{width}-{theme}")
    page.get_by_role("button", name="Play Splendor", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Loading the table:")).to_be_visible()
    assert found(page) == []
    picture(page, f"page-loading-{width}-{theme}")
    for route in hold:
        route.continue_()
    page.locator(PIECE).first.wait_for()
    expect(page.get_by_role("status").filter(has_text="Starting the table")).to_have_count(0)
    assert found(page) == []
    picture(page, f"page-table-{width}-{theme}")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status").filter(has_text="Best move found")).to_be_visible()
    page.goto(f"{strict_site_address}#/you")
    expect(page.get_by_role("heading", name="Games in this browser")).to_be_visible()
    assert found(page) == []
    picture(page, f"page-you-{width}-{theme}")
    page.goto(f"{strict_site_address}#/tournaments")
    expect(page.get_by_role("heading", name="Needs other people")).to_be_visible()
    assert found(page) == []


def test_a_servers_app_opens_the_page_without_a_network(
    site_folder: Path, installed: Callable[[Path], str], tmp_path: Path, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(workers="allow")
    command = ("serve", "--site", str(site_folder))
    with LiveServer(tmp_path / "cogtable.db", paths=installed(MAGPIE), command=command) as server:
        page.goto(f"{server.url}/you")
        page.get_by_role("link", name="Open that page").click()
        expect(page.get_by_role("link", name="Go to the server")).to_have_attribute("href", FRIENDS)
        open_table(page, "Splendor")
        await_promised(page, ALL_KEPT)
        page.goto(f"{server.url}/")
        await_worker(page)
        await_promised(page, "caches.keys().then(names => names.length === 2)")
        server.kill()
        page.goto(f"{server.url}/")
        expect(page).to_have_url(re.compile("/page/$"))
        page.get_by_role("link", name="Your move", exact=True).click()
        assert play_on(page, 1) == 1
        table = page.evaluate("location.hash")
        page.goto(f"{server.url}/t/some-table")
        expect(page.get_by_role("heading", name="The table waits for you")).to_be_visible()
        picture(page, "offline-with-page")
        page.get_by_role("link", name="Play another game on this device").click()
        # Whether it is your turn depends on whether the bot had moved before the page was left.
        expect(page.locator(f"main a[href='{table}']")).to_be_visible()


def test_one_tab_plays_at_a_time(strict_site_address: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(strict_site_address)
    open_table(page, "Splendor")
    other = page.context.new_page()
    other.goto(page.url)
    elsewhere = re.compile("open in another tab")
    expect(other.get_by_role("alert")).to_have_text(elsewhere)
    other.get_by_role("button", name="Play in this tab").click()
    other.locator(PIECE).first.wait_for()
    expect(page.get_by_role("alert")).to_have_text(elsewhere)
    assert play_on(other, 1) == 1
    said = log(other)
    page.get_by_role("button", name="Play in this tab").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".log .lines")).to_contain_text(said.splitlines()[-1])
    assert play_on(page, 1) == 1


def test_games_are_deleted(strict_site_address: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(strict_site_address)
    open_table(page, "Splendor")
    table = page.url
    page.goto(f"{strict_site_address}#/you")
    page.get_by_role("button", name=re.compile("Delete Splendor")).click()
    page.get_by_role("alert").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No games are stored in this browser yet.")).to_be_visible()
    page.goto(table)
    expect(page.get_by_text("This browser keeps no such game.")).to_be_visible()


def test_a_browser_that_stores_nothing_plays_on_and_says_so(strict_site_address: str, open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('refused') }")
    # A worker has a database of its own.
    page.route(
        re.compile(r"/assets/worker-[^/]*\.js$"),
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=f"IDBFactory.prototype.open = () => {{ throw new Error('refused') }};{answer.text()}",
        ),
    )
    page.goto(strict_site_address)
    open_table(page, "Splendor")
    expect(page.get_by_text("This browser does not let the page store games")).to_be_visible()
    assert play_on(page, 1) == 1


def test_a_file_that_cannot_be_downloaded_is_tried_again(strict_site_address: str, open_page: OpenPage) -> None:
    page = open_page()
    page.route("**/cogtable.zip", lambda route: route.abort())
    page.goto(strict_site_address)
    page.get_by_role("button", name="Play Splendor", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("could not be downloaded")
    page.unroute("**/cogtable.zip")
    alert.get_by_role("button", name="Try again").click()
    page.locator(PIECE).first.wait_for()


def test_a_folder_that_is_half_updated_asks_for_a_reload_once(strict_site_address: str, open_page: OpenPage) -> None:
    page = open_page()

    def newer(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps(answer.json() | {"version": "the next"}))

    page.route("**/python/site.json", newer)
    page.goto(strict_site_address)
    expect(page.get_by_text("This page was updated.")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Load again").click()
    mixed = page.get_by_role("alert").filter(has_text="files of this page are of two versions")
    expect(mixed).to_be_visible()
    page.unroute("**/python/site.json")
    mixed.get_by_role("button", name="Try again").click()
    expect_home(page)


STARTED = "performance.getEntriesByName('python-started').length"


def await_start(page: Page) -> None:
    """Waits until Python has started in the page's worker."""
    end = time.monotonic() + PATIENCE
    while not any(worker.evaluate(STARTED) for worker in page.workers):
        assert time.monotonic() < end, "waited for Python"
        page.wait_for_timeout(50)


def test_python_starts_before_a_table_is_opened(
    strict_site_address: str, open_page: OpenPage, faults: Callable[[Page], None]
) -> None:
    page = open_page()
    faults(page)
    page.add_init_script("Object.defineProperty(navigator, 'connection', {value: undefined})")
    page.goto(strict_site_address)
    open_table(page, "Splendor")
    page.goto(strict_site_address)
    page.reload()
    await_start(page)
    expect(page.get_by_role("status").filter(has_text=re.compile("(Loading|Starting) the table"))).to_have_count(0)
    open_table(page, "Splendor")
    assert play_on(page, 1) == 1


@pytest.mark.parametrize(
    ("connection", "starts"), [("{effectiveType: '4g'}", True), ("{effectiveType: '4g', saveData: true}", False)]
)
def test_a_first_visit_downloads_python_over_a_fast_connection(
    strict_site_address: str, open_page: OpenPage, connection: str, starts: bool
) -> None:
    page = open_page()
    page.add_init_script(f"Object.defineProperty(navigator, 'connection', {{value: {connection}}})")
    # The worker's answer comes after it has decided.
    page.add_init_script(
        "const {postMessage} = Worker.prototype; Worker.prototype.postMessage = function (message) {"
        "postMessage.call(this, message); this.addEventListener('message', ({data}) => {"
        "if (data.kind === 'prepared') window.prepared = true }) }"
    )
    page.goto(strict_site_address)
    await_promised(page, "window.prepared")
    assert any(worker.evaluate(STARTED) for worker in page.workers) == starts


def update(site: Path, old: str, new: str) -> None:
    """Makes the folder of a site one of another version."""
    for name in LAST:
        file = site / name
        file.write_text(file.read_text("utf-8").replace(old, new), encoding="utf-8")


def test_a_new_version_waits_until_it_is_wanted(
    site_folder: Path, tmp_path: Path, open_page: OpenPage, picture: Picture
) -> None:
    version = "document.documentElement.dataset.version"
    page = open_page(1280, 720, theme="light", workers="allow")
    site = shutil.copytree(site_folder, tmp_path / "site")
    with plain_host(site) as address:
        page.goto(address)
        open_table(page, "Splendor")
        table = page.url
        assert play_on(page, 1) == 1
        said = log(page)
        await_worker(page)
        old = page.evaluate(version)
        update(site, old, "a-new-version")
        page.goto(address)
        page.reload()
        note = page.get_by_role("status").filter(has_text="A new version of this page is ready.")
        expect(note).to_be_visible()
        assert page.evaluate(version) == old
        assert found(page) == []
        picture(page, "page-newer-1280")
        page.set_viewport_size({"width": 390, "height": 844})
        assert found(page) == []
        picture(page, "page-newer-390")
        page.set_viewport_size({"width": 1280, "height": 720})
        with page.expect_navigation():
            note.get_by_role("button", name="Load again").click()
        expect_home(page)
        assert page.evaluate(version) == "a-new-version"
        expect(note).to_have_count(0)
        page.goto(table)
        expect(page.locator(".log .lines")).to_contain_text(said.splitlines()[-1])


def test_a_browser_without_webassembly_is_told_so(strict_site_address: str, open_page: OpenPage) -> None:
    page = open_page()
    page.route(
        re.compile(r"/assets/worker-[^/]*\.js$"),
        lambda route: route.fulfill(
            response=(answer := route.fetch()), body=f"delete globalThis.WebAssembly;{answer.text()}"
        ),
    )
    page.goto(strict_site_address)
    page.get_by_role("button", name="Play Splendor", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("does not run WebAssembly")


def await_python(window: Window) -> None:
    """Waits until Python has started, which takes WebKit a minute on a busy machine."""
    end = time.monotonic() + 4 * PATIENCE
    while not window.read("header .pill"):
        assert time.monotonic() < end, f"waited for the table; {window.told()}"
        time.sleep(1)


def choices(window: Window) -> list[str]:
    """Returns what the table offers, and what has happened at it."""
    return [*window.names(".bar button"), *window.read("header"), *window.names("[data-piece]")]


def await_other_choices(window: Window, before: list[str]) -> None:
    """Waits until a move is shown. Some moves, such as returning tokens, don't end a round."""
    window.until(lambda: choices(window) != before, "a move to be shown")


@pytest.mark.large
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_ten_moves_in_every_browser(
    strict_site_address: str, open_window: OpenWindow, keep: Callable[[Window, str], None], size: str
) -> None:
    window = open_window(size)
    window.visit(strict_site_address)
    window.until(lambda: "Play Splendor" in window.names("button"), "the home page")
    window.press("button", "Play Splendor")
    await_python(window)
    await_turn(window)
    for _ in range(10):
        before = choices(window)
        play(window)
        await_other_choices(window, before)
        await_turn(window)
        assert window.overflow()[0] <= 0, "the page scrolls sideways"
    assert any(re.search(r"Round [3-9]|Round 1\d", text) for text in window.read("header"))
    keep(window, f"page-ten-{size}")
