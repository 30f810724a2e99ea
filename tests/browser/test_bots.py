"""The bots in the browser: their page, levels at the table and in results, and one level up after a win."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cogtable.bots import named

from .live_server import LiveServer
from .person import Person, View
from .test_people_here import looks_right

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

NAMES = list(named.NAMES.values())[:5]


@pytest.fixture
def won(server: LiveServer) -> dict[str, Any]:
    """A table on which the person has just beaten the weakest bot."""
    ranks: dict[int, int] = {}

    def is_over(view: View) -> bool:
        ranks.update({place["seat"]: place["rank"] for place in view["result"]["placements"]} if view["over"] else {})
        return False

    for seed in count(1):
        table = server.ahead(server.table("me", "easy", limit=4, seed=seed), until=is_over)
        if ranks == {0: 1, 1: 2}:
            return table
    raise AssertionError


def test_the_page_of_bots_shows_the_ladder_of_a_game(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(1280, 720)
    page.goto(server.url)
    page.get_by_role("link", name="Meet the bots").click()
    page.get_by_role("radio", name="Splendor", exact=True).check(force=True)
    ladder = page.get_by_role("list", name="The bots of Splendor").get_by_role("listitem")
    expect(ladder).to_have_count(5)
    for level, name in enumerate(NAMES, 1):
        bot = ladder.nth(level - 1)
        expect(bot.get_by_role("heading")).to_have_text(name)
        expect(bot).to_contain_text(f"Level {level}")
        expect(bot).to_contain_text("the other bots")  # the figures behind its temper
        expect(bot.get_by_role("button", name=f"Play {name}")).to_be_enabled()
    expect(ladder.nth(0)).to_contain_text("Next")
    looks_right(page, "bots", picture)


def test_a_game_without_a_network_shows_four_bots_at_its_own_address(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(1280, 720)
    page.goto(f"{server.url}/bots/coalheart")
    ladder = page.get_by_role("list", name="The bots of Coal Heart").get_by_role("listitem")
    expect(ladder).to_have_count(4)
    page.get_by_role("radio", name="Recharge", exact=True).check(force=True)
    expect(page).to_have_url(f"{server.url}/bots/recharge")


def test_one_touch_plays_a_bot_and_its_seat_shows_the_level(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page(1280, 720))
    person.page.goto(f"{server.url}/bots/splendor")
    person.page.get_by_role("button", name="Play Sprocket").click()
    person.until(lambda: bool(person.view))
    seat = person.page.locator(".head.seat-1")
    expect(seat.locator(".name")).to_have_text("Sprocket")
    expect(seat).to_contain_text("level 3")
    assert [each.get("bot", "") for each in person.occupants] == ["", "hard"]


def test_the_record_says_who_is_beaten_and_who_is_next(
    server: LiveServer, open_page: OpenPage, picture: Picture, won: dict[str, Any]
) -> None:
    lost = server.table("me", "medium")
    server.resign(lost)
    page = open_page(390, 844)
    page.goto(server.url)
    held = {each["table"]: each["secret"] for each in (won, lost)}
    page.evaluate("held => localStorage.setItem('cogtable-seats', JSON.stringify(held))", held)
    page.goto(f"{server.url}/bots/splendor")
    ladder = page.get_by_role("list", name="The bots of Splendor").get_by_role("listitem")
    expect(ladder.nth(0)).to_contain_text("Beaten · 1–0")
    expect(ladder.nth(1)).to_contain_text("Next · 0–1")
    looks_right(page, "bots-record", picture, ["phone"])
    # The browser of a guest keeps the record when it has no seats any more.
    page.evaluate("localStorage.removeItem('cogtable-seats')")
    page.reload()
    expect(ladder.nth(0)).to_contain_text("Beaten · 1–0")
    expect(ladder.nth(1)).to_contain_text("Next · 0–1")


def test_after_a_win_the_bot_one_level_up_is_offered(
    server: LiveServer, open_page: OpenPage, picture: Picture, won: dict[str, Any]
) -> None:
    person = Person(open_page(1280, 720))
    person.sit(server.url, won)
    expect(person.page.get_by_role("region", name="The game is over")).to_contain_text("Bolt, level 1")
    picture(person.page, "bots-won")
    person.page.get_by_role("button", name="Or move up: Rivet, level 2").click()
    expect(person.page.locator(".head .name", has_text="Rivet")).to_be_visible()
