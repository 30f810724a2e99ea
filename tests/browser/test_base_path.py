"""A server below a path, as behind a proxy: a page requests nothing outside this path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from .chromium import await_worker
from .live_server import LiveServer
from .person import Person, sensible


@pytest.mark.large  # test_proxy.py requests the same addresses without a browser
def test_a_game_is_played_below_a_path(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with LiveServer(tmp_path / "cogtable.db", base="/games") as server:
        page = open_page(workers="allow")
        answers: list[Response] = []
        page.on("response", lambda answer: answers.append(answer))
        troubles: list[str] = []
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)

        page.goto(f"{server.url}/")
        page.get_by_role("link", name="Rules of Splendor").click()
        expect(page).to_have_url(f"{server.url}/rules/splendor")
        expect(page.get_by_role("heading", name="Your turn").first).to_be_visible()
        page.get_by_role("link", name="Cogtable").first.click()
        expect(page).to_have_url(f"{server.url}/")
        page.locator("a.me").click()
        expect(page).to_have_url(f"{server.url}/you")

        person = Person(page)
        table = server.table("me", "greedy")
        person.sit(server.url, table)
        person.await_turn()
        person.play(sensible(person.view))
        page.reload()
        person.await_turn()
        assert page.locator('link[rel="icon"]').get_attribute("href") == "/games/favicon-turn.svg"

        await_worker(page)
        page.wait_for_function("caches.keys().then(names => names.length === 1)")
        assert page.evaluate("navigator.serviceWorker.ready.then(found => found.scope)") == f"{server.url}/"
        kept = page.evaluate(
            "caches.keys().then(([one]) => caches.open(one)).then(c => c.keys()).then(k => k.map(r => r.url))"
        )
        assert f"{server.url}/offline.html" in kept
        assert all(each.startswith(f"{server.url}/") for each in kept)

        assert [answer.url for answer in answers if answer.status >= 400] == []
        assert {urlsplit(answer.url).path.split("/")[1] for answer in answers if answer.url.startswith("http")} == {
            "games"
        }
        assert troubles == []

        server.kill()
        page.goto(f"{server.url}/t/{table['table']}")
        expect(page.get_by_role("heading", name="The table waits for you")).to_be_visible()
        person.view = {}
        server.start()
        person.until(lambda: bool(person.view))
