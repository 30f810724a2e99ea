"""Clocks at the table: chosen in the lobby, shown at the seats, paused by agreement, and run out."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person, new_table

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

RUNNING = re.compile("^4:[0-5][0-9]$")
"""The rest of five minutes, after some seconds or more."""


def test_two_people_play_with_clocks_and_agree_on_a_pause(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    ada = open_page(390, 844)
    new_table(ada, server.url)
    ada.locator("summary", has_text="Options").click()
    control = ada.get_by_role("radiogroup", name="Time control")
    control.get_by_text("Live").click()
    ada.get_by_label("How much time").select_option("5 min + 5 s a move")
    ada.get_by_label("When someone runs out of time").select_option("Out of time: they resign")
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.locator("main")).to_contain_text(
        "Time control: 5 min + 5 s a move. Running out of time counts as resigning."
    )
    table = {"table": ada.url.rpartition("/")[2]}
    ben = Person(open_page())
    ben.sit(server.url, server.join(table, "Ben"))

    running = ada.locator("header").get_by_role("timer")
    expect(running).to_have_text(RUNNING)
    expect(ben.page.locator("header").get_by_role("timer")).to_have_text(RUNNING)
    picture(ada, "clocks-phone")
    picture(ben.page, "clocks-desktop")

    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("button", name="Ask for a pause").click()
    ben.page.get_by_role("button", name="15 min").click()
    expect(ada.locator(".bar")).to_contain_text("Ben asks for a pause")
    ada.get_by_role("button", name="Agree").click()
    expect(ada.locator(".banner")).to_contain_text("Paused for Ben: 14:")
    expect(ada.locator("header .pill")).to_have_text("Paused")
    expect(running).to_have_count(0)
    picture(ada, "clocks-paused-phone")
    ben.page.get_by_role("button", name="Go on").click()
    expect(running).to_be_visible()
