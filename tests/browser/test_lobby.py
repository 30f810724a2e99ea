"""The lobby: which games stand there, and which is proposed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person

OpenPage = Callable[..., Page]


def test_the_shortest_game_is_proposed_and_later_the_one_played_last(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(server.url)
    games = page.get_by_role("radiogroup", name="Choose a game").get_by_role("radio")
    games.first.wait_for()
    minutes = [int(words.split(" min")[0].split()[-1]) for words in page.locator(".tile .facts").all_inner_texts()]
    assert minutes == sorted(minutes)
    expect(games.first).to_be_checked()

    person = Person(page)
    person.sit(server.url, server.table("me", "open", game="smashgear"))
    page.goto(server.url)
    expect(page.get_by_role("radio", name="Smash Gear")).to_be_checked()
    expect(page.get_by_role("heading", name="A new Smash Gear table")).to_be_visible()
