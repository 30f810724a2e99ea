"""A bot plays for a person who is away or asks for it, and everybody at the table sees that."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person, new_table, sensible

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


SIZES = pytest.mark.parametrize(
    ("size", "width", "height"), [pytest.param("desktop", 1280, 800, marks=pytest.mark.large), ("phone", 360, 740)]
)


@SIZES
def test_the_creator_of_a_table_can_allow_bots_to_take_over(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str, width: int, height: int
) -> None:
    page, friend = open_page(width, height), open_page(width, height, name="Ben")
    new_table(page, server.url)
    page.get_by_text("Options").click()
    page.get_by_text("A bot takes over").click()
    page.get_by_label("After how long").select_option("after 5 min")
    picture(page, f"takeover-lobby-{size}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    friend.goto(page.url)
    expect(friend.get_by_text("a bot (Rivet, level 2) takes over after 5 min")).to_be_visible()
    picture(friend, f"takeover-gathering-{size}")


@SIZES
def test_a_person_can_let_a_bot_play_and_take_the_seat_back(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str, width: int, height: int
) -> None:
    table = server.table("me", "open", takeover={"bot": "random", "after_s": 60})
    ada, ben = Person(open_page(width, height)), Person(open_page(width, height, name="Ben"))
    ben.sit(server.url, server.join(table, "Ben"))
    ada.sit(server.url, table)
    assert ada.await_turn()
    ada.page.get_by_role("button", name="Menu").click()
    picture(ada.page, f"takeover-menu-{size}")
    ada.page.get_by_role("button", name="Let a bot play for me").click()
    expect(ada.page.get_by_text("Tinker plays for you.")).to_be_visible()
    expect(ben.page.get_by_role("status")).to_contain_text("Tinker is playing for Ada.")
    picture(ben.page, f"takeover-notice-{size}")
    ben.page.get_by_role("button", name="Got it").click()
    expect(ben.page.locator(".head.seat-0 .name")).to_have_text("Tinker for Ada")
    assert ben.await_turn()
    assert ben.view["ply"] == 1
    picture(ben.page, f"takeover-seen-{size}")
    ada.until(lambda: ada.view["ply"] == 1)
    ada.page.locator("[data-piece]").first.click()
    expect(ada.page.locator(".bubble")).to_contain_text("Tinker plays for you")
    picture(ada.page, f"takeover-mine-{size}")

    ada.page.get_by_role("button", name="I am back").click()
    expect(ben.page.locator(".head.seat-0 .name")).to_have_text("Ada")
    ben.play(sensible(ben.view))
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    assert ada.accepted == 3


def test_a_bot_plays_for_a_person_who_is_away_until_they_are_back(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    table = server.table("me", "open", takeover={"bot": "random", "after_s": 5})
    ada, ben = Person(open_page()), Person(open_page(name="Ben"))
    ada.sit(server.url, table)
    ben.page.goto(f"{server.url}/t/{table['table']}")  # both are present when the game begins, however long that takes
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ben.until(lambda: bool(ben.view) and ben.seat == 1)
    context = ben.page.context
    ben.page.close()
    expect(ada.page.get_by_role("status")).to_contain_text("Tinker is playing for Ben, who is not connected.")
    picture(ada.page, "takeover-away")
    ada.page.get_by_role("button", name="Got it").click()
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    ada.until(lambda: ada.view["ply"] == 2)

    ben = Person(context.new_page())
    ben.sit(server.url, {"table": table["table"]})
    expect(ada.page.locator(".head.seat-1 .name")).to_have_text("Ben")
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    assert ben.await_turn()
    assert ben.view["ply"] == 3
