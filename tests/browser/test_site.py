"""The documentation as a site: its search finds pages, everybody can read them, and nothing loads from elsewhere."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from cogtable.testing import coverage
from tests.built_site import site

from .test_accessible import found as found_by_axe

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
QUESTIONS = {
    "seat advantage": "study",
    "simultaneous turns": "verbs",
    "undo": "friends",
    "observation": "environments",
    "hidden information": "verbs",
    "write a bot": "own-bots",
    "train a bot": "learn-with-ppo",
    "change a card": "workbench",
    "balance a card": "sweep",
    "print cards": "print-and-play",
    "legal moves": "verbs",
    "reward": "environments",
    "save a game": "command-line",
    "backup": "host-it",
    "passkey": "accounts",
    "rating": "ratings",
    "pairing": "tournaments",
    "translate": "translating",
    "teach a game": "lessons",
    "make a game": "add-a-game",
    "e-mail": "calls",
    "expansion": "boxes",
    "GPU": "performance",
    "something does not work": "command-line",
}
"""Searches of readers, and the page that answers each."""
SEARCHED = """query => {
    const [asked, terms, excluded, marked, objects] = Search._parseQuery(query)
    return Search._performSearch(asked, terms, excluded, marked, objects).reverse().map(([page]) => page)
}"""
"""The pages that the site's own search lists, the best first."""
LONGEST = "reference/commands"
LOOKS: list[tuple[int, int, Literal["light", "dark"]]] = [(390, 844, "dark"), (1280, 720, "light")]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Suppresses the request log."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the built site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site())))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def reader(chromium: Browser) -> Iterator[Page]:
    """A reader's page, which records all its requests."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.timeout(900)
def test_it_is_built_without_warnings_or_downloads() -> None:
    folder = site()
    pages = {page.relative_to(folder).as_posix(): page.read_text() for page in folder.rglob("*.html")}
    assert {f"{page.stem}.html" for page in (ROOT / "docs").glob("*.md")} <= set(pages)
    for rules in (ROOT / "src" / "cogtable" / "games").glob("*/rules.md"):
        assert coverage.numbers(rules.read_text())[-1] in pages[f"games/{rules.parent.name}.html"]
    fetched = re.compile(r"<(?:script|img|iframe)[^>]* src=\"(?:https?:)?//|<link[^>]* href=\"(?:https?:)?//")
    for name, page in pages.items():
        assert not fetched.search(page), name
    for sheet in folder.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//|@import", sheet.read_text()), sheet


@pytest.mark.parametrize("turned", [False, pytest.param(True, marks=pytest.mark.large)])
def test_pages_are_accessible_and_load_nothing_from_elsewhere(reader: Page, address: str, turned: bool) -> None:
    """Pages alternate between the two looks; with `turned`, each has its other look, and axe checks the longest pages
    too.
    """
    asked: list[str] = []
    missing: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    reader.on("response", lambda response: missing.append(response.url) if response.status >= 400 else None)
    for number, name in enumerate(("index", "games/recharge", LONGEST)):
        width, height, theme = LOOKS[(number + turned) % 2]
        reader.set_viewport_size({"width": width, "height": height})
        reader.emulate_media(color_scheme=theme)
        reader.goto(f"{address}/{name}.html", wait_until="networkidle")
        if name != LONGEST or turned:
            assert found_by_axe(reader) == [], (name, theme)
        assert reader.evaluate(WIDER) <= 0, (name, width)
    assert [url for url in asked if not url.startswith((f"{address}/", "data:"))] == []
    assert missing == []


def test_the_doors_of_the_home_page_lead_on(reader: Page, address: str) -> None:
    reader.goto(f"{address}/index.html")
    doors = reader.locator(".door").get_by_role("link").evaluate_all("all => all.map(each => each.href)")
    games = reader.locator(".tiles a").evaluate_all("all => all.map(each => each.href)")
    assert (len(doors), len(games)) == (
        5,
        len(list((Path(__file__).parents[2] / "src/cogtable/games").glob("*/box.toml"))),
    )
    links = reader.locator("header.bar a").evaluate_all("all => all.map(each => each.href)")
    for link in {*doors, *games, *links}:
        assert reader.request.get(link).ok, link
    assert reader.locator(".tiles img").evaluate_all("all => all.every(each => each.naturalWidth > 0)")
    play = reader.get_by_role("link", name="Play in this page")
    assert play.get_attribute("href") == "play/index.html"
    assert "cogtable site --out build/site/play" in (ROOT / "Makefile").read_text()
    search = reader.get_by_role("searchbox", name="Search")
    search.fill("seat advantage")
    search.press("Enter")
    reader.get_by_role("link", name="Study a game").first.wait_for()


def test_the_search_finds_pages_for_common_tasks(reader: Page, address: str) -> None:
    reader.goto(f"{address}/search.html")
    reader.wait_for_function("() => typeof Search !== 'undefined' && Search.hasIndex()")
    found = {question: reader.evaluate(SEARCHED, question)[:3] for question in QUESTIONS}
    assert {question: pages for question, pages in found.items() if QUESTIONS[question] not in pages[:1]} == {}
