"""A server below a path, as behind a proxy: a page requests nothing outside this path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from .chromium import await_promised, await_worker
from .live_server import LiveServer
from .person import Person, sensible

pytestmark = [pytest.mark.large, pytest.mark.xdist_group("base path")]  # test_proxy.py does this without a browser


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server below /games."""
    with LiveServer(tmp_path_factory.mktemp("below") / "cogtable.db", base="/games") as server:
        yield server


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Iterator[Page]:
    """A page that must have no failed request, no request outside the path, and no error in its console."""
    page = open_page(workers="allow")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    yield page
    assert [answer.url for answer in answers if answer.status >= 400] == []
    requested = [answer.url for answer in answers if answer.url.startswith("http")]
    assert {urlsplit(url).path.split("/")[1] for url in requested} == {"games"}
    assert troubles == []


def test_pages_link_to_each_other_below_the_path(below: LiveServer, page: Page) -> None:
    page.goto(f"{below.url}/")
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page).to_have_url(f"{below.url}/learn")
    page.get_by_role("link", name="Rules: Splendor", exact=True).click()
    expect(page).to_have_url(f"{below.url}/rules/splendor")
    expect(page.get_by_role("heading", name="Your turn").first).to_be_visible()
    page.get_by_role("link", name="Cogtable").first.click()
    expect(page).to_have_url(f"{below.url}/")
    page.locator("a.me").click()
    expect(page).to_have_url(f"{below.url}/you")


def test_a_game_is_played_below_the_path(below: LiveServer, page: Page) -> None:
    person = Person(page)
    person.sit(below.url, below.table("me", "greedy"))
    person.await_turn()
    person.play(sensible(person.view))
    page.reload()
    person.await_turn()
    assert page.locator('link[rel="icon"]').get_attribute("href") == "/games/favicon-turn.svg"


def test_the_service_worker_caches_only_files_below_the_path(below: LiveServer, page: Page) -> None:
    page.goto(f"{below.url}/")
    await_worker(page)
    await_promised(page, "caches.keys().then(names => names.length === 1)")
    assert page.evaluate("navigator.serviceWorker.ready.then(found => found.scope)") == f"{below.url}/"
    kept = page.evaluate(
        "caches.keys().then(([one]) => caches.open(one)).then(c => c.keys()).then(k => k.map(r => r.url))"
    )
    assert f"{below.url}/offline.html" in kept
    assert all(each.startswith(f"{below.url}/") for each in kept)


def test_a_table_opened_offline_loads_below_the_path(below: LiveServer, open_page: Callable[..., Page]) -> None:
    page = open_page(workers="allow")
    person = Person(page)
    table = below.table("me", "greedy")
    person.sit(below.url, table)
    await_worker(page)
    await_promised(page, "caches.keys().then(names => names.length === 1)")
    below.kill()
    page.goto(f"{below.url}/t/{table['table']}")
    expect(page.get_by_role("heading", name="The table waits for you")).to_be_visible()
    person.view = {}
    below.start()
    person.until(lambda: bool(person.view))
