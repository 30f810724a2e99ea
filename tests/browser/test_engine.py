"""The engine in the page: hints and analyses that cost the server nothing but words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import cogtable
from cogtable.engine.play.game import Game

from .live_server import LiveServer
from .person import Person
from .test_review import PATIENT_MS, analysed, at_the_end

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

pytestmark = [pytest.mark.native, pytest.mark.slow, pytest.mark.xdist_group("engine")]

REFUSED = "your address has used up its time for bots"


def in_a_game(server: LiveServer, page: Page) -> Person:
    person = Person(page)
    person.sit(server.url, server.table("me", "random"))
    assert person.await_turn()
    return person


def ask_hint(page: Page) -> None:
    page.get_by_role("button", name="Hint").click()


def messages(texts: list[str], kind: str) -> list[dict[str, Any]]:
    return [message for message in map(json.loads, texts) if message["type"] == kind]


def test_a_hint_asks_the_server_for_nothing_but_words(
    thoughtless: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(1280, 720)
    person = in_a_game(thoughtless, page)
    ask_hint(page)
    hint = page.get_by_role("status", name="Hint")
    expect(hint).to_contain_text("Best move found", timeout=PATIENT_MS)
    tasks = messages(person.received, "search")
    assert [len(task["searches"]) for task in tasks] == [1, 3]
    assert [len(answer["results"]) for answer in messages(person.sent, "searched")] == [1, 3]
    picture(page, "engine-hint")


def test_an_analysis_is_made_in_the_page(thoughtless: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    table = thoughtless.ahead(thoughtless.table("me", "random", limit=4))
    page = open_page(390, 844)
    person = at_the_end(thoughtless, table, page)
    analysed(person)
    moves = page.get_by_role("region", name="Moves", exact=True)
    expect(moves.get_by_role("listitem")).to_have_count(person.view["ply"])
    assert messages(person.sent, "searched")
    assert not any(message["code"] == "busy" for message in messages(person.received, "error"))
    picture(page, "engine-analysis-phone")


def fails(route: Route) -> None:
    route.fulfill(body="throw new Error('no engine')", content_type="text/javascript")


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        pytest.param("**/assets/worker-*.js", fails, id="a worker that fails"),
        pytest.param("**/api/modules/**/wasm", lambda route: route.abort(), id="a module that does not come"),
        pytest.param("**/api/modules/**/wasm", lambda route: route.fulfill(body="?"), id="a broken module"),
    ],
)
def test_what_the_page_cannot_do_the_server_does(
    server: LiveServer,
    open_page: OpenPage,
    module_of: Callable[[Game], Path],
    address: str,
    answer: Callable[[Route], None],
) -> None:
    module_of(cogtable.game("splendor"))
    server.ready("splendor", "expert")
    page = open_page()
    page.route(address, answer)
    person = in_a_game(server, page)
    ask_hint(page)
    expect(page.get_by_role("status", name="Hint")).to_contain_text("Best move found", timeout=PATIENT_MS)
    assert not any(answer.get("results") for answer in messages(person.sent, "searched"))


def test_without_webassembly_the_server_thinks(server: LiveServer, open_page: OpenPage) -> None:
    server.ready("splendor", "expert")
    page = open_page()
    page.add_init_script("delete globalThis.WebAssembly")
    person = in_a_game(server, page)
    ask_hint(page)
    expect(page.get_by_role("status", name="Hint")).to_contain_text("Best move found", timeout=PATIENT_MS)
    assert "engine" not in messages(person.sent, "hint")[0]


def test_a_server_without_time_refuses_hints_to_pages_without_an_engine(
    thoughtless: LiveServer, open_page: OpenPage
) -> None:
    """So the hints above are those of the page."""
    page = open_page()
    page.add_init_script("delete globalThis.WebAssembly")
    in_a_game(thoughtless, page)
    ask_hint(page)
    expect(page.get_by_text(re.compile(REFUSED, re.IGNORECASE))).to_be_visible(timeout=PATIENT_MS)
