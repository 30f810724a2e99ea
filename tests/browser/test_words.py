"""Every text on the screen can be translated: in a pseudo-language of strange letters, plain ones are reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cogtable.bots import named
from cogtable.engine.text.words import PSEUDO

from .live_server import LiveServer
from .person import Person

OpenPage = Callable[..., Page]

pytestmark = pytest.mark.xdist_group("words")

SIZES = [(1280, 720), pytest.param(390, 844, marks=pytest.mark.large)]

SEEN = """() => {
  const found = new Set()
  const kept = (element) => element.closest('body [translate="no"], script, style, noscript, svg use')
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const { parentElement, textContent } = walk.currentNode
    if (!kept(parentElement)) found.add(textContent.trim())
  }
  for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'aria-valuetext'])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!kept(element)) found.add(element.getAttribute(name))
  return [...found]
}"""
"""All texts of a page, including labels for screen readers and tooltips. Pages that forbid browsers to translate them
as a whole are included.
"""

KEPT = re.compile(rf"\b({'|'.join([*named.NAMES.values(), 'Ada', 'Ben', 'Cogtable'])})\b|[A-Z]{{2,4}}-[A-Z]\d+")
"""The names of people, bots and the program, and the numbers of rules: the same in all languages."""


def plain(page: Page) -> list[str]:
    """The texts of a page that still have plain letters."""
    return sorted(words for words in page.evaluate(SEEN) if re.search("[A-Za-z]", KEPT.sub("", words)))


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that speaks the pseudo-language of strange letters."""
    database: Path = tmp_path_factory.mktemp("strange") / "cogtable.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COGTABLE_LANGUAGE", PSEUDO)
        with LiveServer(database) as server:
            yield server


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_lobby_shows_no_plain_letters(strange: LiveServer, open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(width, height)
    Person(page).sit(strange.url, strange.table("me", "random", takeover={"bot": "random", "after_s": 60}))
    seats = [{"kind": "me"}, {"kind": "open"}]
    strange.post("/api/tables", {"game": "splendor", "seats": seats, "name": "Ben", "listed": True})
    page.goto(strange.url)
    expect(page.locator("html")).to_have_attribute("lang", PSEUDO)
    page.locator(".tile").nth(1).wait_for()
    page.locator(".own .row").first.wait_for()
    page.locator(".now .row").first.wait_for()
    assert plain(page) == []
    for tile in page.locator(".tile").all():
        tile.locator(".play .button").last.click()
        page.get_by_role("dialog").get_by_role("combobox").wait_for()
        assert plain(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".bring .ways a").first.click()
    page.get_by_role("radio").first.wait_for()
    for game in page.get_by_role("radiogroup").first.locator("label").all():
        game.click()
        expect(page.locator("form")).to_be_visible()
        assert plain(page) == []
    page.locator(".me").click()
    page.locator(".passkey").wait_for()
    assert plain(page) == []
    page.locator(".head button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert plain(page) == []


@pytest.mark.large
def test_the_rules_page_shows_no_plain_letters(strange: LiveServer, open_page: OpenPage) -> None:
    """The numbered rules below are in English in all languages, and say so."""
    page = open_page()
    page.goto(f"{strange.url}/rules/splendor")
    page.locator("#SP-R4").wait_for()
    for move in page.locator(".picture > button").all():
        assert plain(page) == []
        move.click()
    assert plain(page) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_table_of_splendor_shows_no_plain_letters(
    strange: LiveServer, open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width, height)
    ada = Person(page)
    ada.sit(strange.url, strange.table("me", "random", takeover={"bot": "random", "after_s": 60}, limit=1))
    ada.await_turn()
    assert plain(page) == []
    page.locator("[data-piece].open").first.click()
    assert plain(page) == []
    page.locator("[data-piece]:not(.open)").first.click()
    page.locator(".bubble").wait_for()
    assert plain(page) == []
    for key in "m?r" if width > 900 else "ml?r":
        page.keyboard.press("Escape")
        page.locator("body").press(key)
        page.locator("dialog").wait_for()
        assert plain(page) == []
        page.keyboard.press("Escape")
    page.locator("header .tool").last.click()
    page.locator("dialog").wait_for()
    assert plain(page) == []
    page.keyboard.press("Escape")
    while ada.await_turn():
        ada.press(ada.view["choices"][0])
    page.locator(".ending").wait_for()
    assert plain(page) == []
    page.locator("body").press("a")
    page.locator(".analysis .moves li").first.wait_for()
    assert plain(page) == []
