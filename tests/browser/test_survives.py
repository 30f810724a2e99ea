"""Pages keep working when a browser blocks or changes something: files of an old build, storage, text, scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Dialog, Page, Route, expect

from .live_server import LiveServer
from .person import Person, expect_home, sensible

OpenPage = Callable[..., Page]


def upgrade(page: Page) -> None:
    """Removes from the server all files that the page hasn't loaded yet, as an update would."""
    loaded = set(page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)"))

    def gone(route: Route) -> None:
        if route.request.url in loaded:
            route.continue_()
        else:
            route.fulfill(status=404, body="")

    page.route("**/assets/**", gone)


def expect_updated(page: Page) -> None:
    """Checks that the page announces a newer version, and continues without it."""
    dialog = page.get_by_role("dialog", name="Cogtable has been improved")
    expect(dialog).to_contain_text("Load it again to go on: your games are kept")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.slow
def test_a_table_open_during_an_update_says_so_at_every_key_and_continues_after_a_reload(
    server: LiveServer, open_page: OpenPage
) -> None:
    ada = Person(open_page())
    ada.sit(server.url, server.table("me", "random"))
    assert ada.await_turn()
    page = ada.page
    upgrade(page)
    for key in ("r", "h", "m", "i", "?", "r"):
        page.keyboard.press(key)
        expect_updated(page)
    page.get_by_role("button", name="Menu").click()
    expect_updated(page)
    expect(page.locator("header .pill.mine")).to_be_visible()

    page.keyboard.press("r")
    reload = page.get_by_role("button", name="Load again")
    expect(reload).to_be_visible()
    page.unroute_all()
    reload.click()
    assert ada.await_turn()
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()


def settle(page: Page, loading: list[str]) -> None:
    """Waits until the page has loaded everything that it loads by itself."""
    while page.evaluate("() => new Promise(idle => requestIdleCallback(() => idle(true)))") and loading:
        page.wait_for_timeout(20)


@pytest.mark.slow
def test_every_page_that_cannot_be_loaded_gives_the_reason(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    loading: list[str] = []
    page.on("request", lambda request: loading.append(request.url))
    page.on("requestfinished", lambda request: loading.remove(request.url))
    page.on("requestfailed", lambda request: loading.remove(request.url))
    page.goto(server.url)
    for words, title in (("Tournaments", "Tournaments"), ("Daily", re.compile(r"\w against \w"))):
        link = page.locator("#app > header").get_by_role("link", name=words)
        expect_home(page)
        settle(page, loading)
        upgrade(page)
        link.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Cogtable has been improved")
        expect(page.get_by_role("link", name="Cogtable, to the lobby")).to_be_visible()
        page.unroute_all()
        page.get_by_role("button", name="Load again").click()
        expect(page.get_by_role("heading", level=1).first).to_have_text(title)
        page.get_by_role("link", name="Cogtable, to the lobby").click()

    # If the server doesn't answer at all, the page says that.
    link = page.locator("#app > header").get_by_role("link", name="Ada")
    expect(link).to_be_visible()
    page.reload()
    expect(link).to_be_visible()
    page.route("**/assets/**", lambda route: route.abort())
    page.route("**/api/health", lambda route: route.abort())
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This could not be loaded")


TRANSLATES = """() => {
  // As Chrome does it: each text is replaced by two elements around it, except where the page forbids it.
  const may = (node) => node.parentElement?.closest('[translate]')?.getAttribute('translate') !== 'no'
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (!text.data.trim() || !may(text) || text.parentElement.closest('font, script, style, noscript')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  translate(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) translate(node)
  }).observe(document.body, { childList: true, subtree: true })
}"""

SHOWN = "document.querySelector('#app').innerText.replace(/\\\\s+/g, ' ')"


@pytest.mark.slow
def test_a_translator_in_the_browser_does_not_stop_the_tables_numbers(server: LiveServer, open_page: OpenPage) -> None:
    table = server.table("me", "open")
    friend = server.join(table, "Ben")
    ada = Person(open_page())
    ada.sit(server.url, table)
    assert ada.await_turn()
    ada.page.evaluate(TRANSLATES)
    for _ in range(3):
        ada.play(sensible(ada.view))
        server.act(friend)
        assert ada.await_turn()
    fresh = Person(open_page())
    fresh.sit(server.url, table)
    assert fresh.await_turn()
    for part in (".scene .log", "header", ".scene"):
        shown = [person.page.locator(part).first for person in (ada, fresh)]
        expect(shown[0]).to_have_text(shown[1].inner_text().replace("\n", " "), use_inner_text=True)
    assert ada.page.locator("meta[name=google][content=notranslate]").count() == 1


def test_the_rules_can_be_translated_and_the_lobby_works_afterwards(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(f"{server.url}/rules/splendor")
    for part in ("Your turn", "All rules"):
        expect(page.get_by_role("region", name=part).get_by_role("heading", name="Your turn")).to_be_visible()
    page.evaluate(TRANSLATES)
    expect(page.locator("h2 font").first).to_be_attached()
    expect(page.locator("meta[name=google]")).to_have_count(0)
    page.get_by_role("button", name="All rules").click()
    page.get_by_role("link", name="Cogtable, to the lobby").click()
    expect_home(page)
    expect(page.locator("font")).to_have_count(0)
    assert broken == []


FORBIDS = """
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get() { throw new DOMException(`Failed to read '${name}'`, 'SecurityError') } })
Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('sandboxed', 'SecurityError') } })
for (const name of ['clipboard', 'share', 'locks', 'wakeLock', 'setAppBadge', 'clearAppBadge', 'credentials'])
  Object.defineProperty(navigator, name, { value: undefined })
Object.defineProperty(document, 'cookie', { get() { throw new DOMException('cookie', 'SecurityError') } })
for (const name of ['Notification', 'PushManager', 'BroadcastChannel', 'AudioContext', 'PublicKeyCredential'])
  Object.defineProperty(window, name, { value: undefined })
"""


@pytest.fixture
def broken() -> list[str]:
    """Returns the errors on pages."""
    return []


@pytest.fixture
def kept_nothing(chromium: Browser, broken: list[str]) -> Iterator[Page]:
    """A page in a browser that stores nothing and forbids as much as it can."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(FORBIDS)
    page.on("pageerror", lambda error: broken.append(str(error)))
    yield page
    context.close()


@pytest.mark.slow
def test_a_browser_without_storage_can_play_and_is_warned_once(
    server: LiveServer, kept_nothing: Page, broken: list[str]
) -> None:
    page = kept_nothing
    ada = Person(page)
    page.goto(server.url)
    told = page.get_by_text("Your browser keeps nothing for this page.")
    expect(told).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(told).to_have_count(0)

    # A game with a bot, to the first move. Only links lead on: a page loaded anew can't know what was read.
    page.get_by_role("link", name="Open a table").click()
    page.get_by_label("Who sits in seat 2").select_option("bot:medium")
    expect(told).to_have_count(0)
    page.get_by_role("button", name="Open the table").click()
    ada.until(lambda: bool(ada.view))
    expect(told).to_have_count(0)
    if ada.notice:
        page.locator(".banner.plain button").click()
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    assert broken == []


@pytest.mark.slow
def test_a_seat_that_the_browser_cannot_store_can_be_kept_as_a_link(
    server: LiveServer, kept_nothing: Page, broken: list[str]
) -> None:
    table = server.table("me", "random")
    page = kept_nothing
    ada = Person(page)
    page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
    ada.until(lambda: bool(ada.view) and ada.seat >= 0)
    asked: list[str] = []

    def ask(dialog: Dialog) -> None:
        asked.append(dialog.default_value)
        dialog.accept()

    page.on("dialog", ask)
    page.get_by_role("button", name="Copy my link").click()
    ada.until(lambda: bool(asked))
    assert asked == [f"{server.url}/t/{table['table']}#{table['secret']}"]
    assert broken == []


def test_every_page_opens_in_a_browser_without_storage(
    server: LiveServer, kept_nothing: Page, broken: list[str]
) -> None:
    for path in ("/rules/splendor", "/puzzles", "/you", "/tournaments", "/waiting", "/best/splendor"):
        kept_nothing.goto(server.url + path)
        expect(kept_nothing.get_by_role("heading").first).to_be_visible()
        expect(kept_nothing.get_by_role("alert")).to_have_count(0)
        assert broken == [], path


def test_the_lobby_opens_in_a_sandbox(server: LiveServer, open_page: OpenPage) -> None:
    """In a frame without an origin of its own all storage raises errors. The server forbids frames, so the test removes
    that header.
    """
    page = open_page()
    top = f"{server.url}/frame"

    def lift(route: Route) -> None:
        if urlsplit(route.request.url).path == "/frame":
            frame = f'<iframe sandbox="allow-scripts" src="{server.url}/" width="1200" height="700"></iframe>'
            route.fulfill(content_type="text/html", body=frame)
            return
        answer = route.fetch()
        route.fulfill(
            response=answer,
            headers={
                name: value
                for name, value in answer.headers.items()
                if name not in ("content-security-policy", "cross-origin-resource-policy")
            }
            | {"access-control-allow-origin": "*"},
        )

    page.route("**/*", lift)
    page.goto(top)
    lobby = page.frame_locator("iframe")
    expect(lobby.get_by_role("list", name="Games", exact=True)).to_be_visible()
    expect(lobby.get_by_text("Your browser keeps nothing for this page.")).to_be_visible()


def test_two_tabs_keep_each_others_preferences(server: LiveServer, open_page: OpenPage) -> None:
    one = open_page(theme="dark")
    one.goto(server.url)
    other = one.context.new_page()
    other.goto(f"{server.url}/you")
    expect(one.get_by_role("button", name="Light theme")).to_be_visible()
    one.get_by_role("button", name="Light theme").click()
    expect(other.locator("html")).to_have_attribute("data-theme", "light")
    other.get_by_role("button", name="Dark theme").click()
    expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    stored = json.loads(one.evaluate("localStorage.getItem('cogtable')"))
    assert stored["theme"] == "dark"
    assert stored["name"] == "Ada"
    other.close()


def test_without_javascript_a_page_says_what_it_needs(server: LiveServer, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    for path in ("/", "/t/abc", "/you"):
        page.goto(server.url + path)
        expect(page.get_by_role("heading", name="Cogtable needs JavaScript")).to_be_visible()
        expect(page.locator(".slow")).to_be_hidden()
    page.get_by_role("link", name="Rules of Splendor", exact=True).click()
    expect(page.get_by_role("heading", name="Splendor").first).to_be_visible()
    expect(page.get_by_role("link", name="Go to the games")).to_be_visible()
    context.close()
