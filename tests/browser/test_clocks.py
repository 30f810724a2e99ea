"""Clocks at the table: chosen in the lobby, shown at the seats, paused by agreement, and run out."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person, new_table, sensible
from .test_accessible import expect_contrast
from .test_accessible import found as violations
from .test_you import Signed, named, signed

__all__ = ["named", "signed"]  # fixtures

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


def test_people_type_their_own_time_within_its_limits(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    ada = open_page(390, 844)
    new_table(ada, server.url)
    ada.locator("summary", has_text="Options").click()
    control = ada.get_by_role("radiogroup", name="Time control")
    control.get_by_text("Live").click()
    ada.get_by_label("How much time").select_option("Other …")
    limits = "Choose 1 to 360 minutes for the game"
    expect(ada.get_by_text(limits)).to_be_visible()
    expect(ada.get_by_role("alert")).to_have_count(0)
    ada.get_by_label("Minutes for the game").fill("400")
    expect(ada.get_by_role("alert")).to_contain_text(limits)
    picture(ada, "clocks-own-phone")
    assert violations(ada) == []
    expect_contrast(ada, "time control")
    ada.get_by_label("Minutes for the game").fill("12")
    ada.get_by_label("Seconds more for each move").fill("7")
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.locator("main")).to_contain_text("Time control: 12 min + 7 s a move.")


def test_the_clock_stands_still_on_vacation(
    server: LiveServer, named: str, signed: Signed, open_page: OpenPage, picture: Picture
) -> None:
    page = signed.page
    rest = page.get_by_role("region", name="Nights and vacation")
    rest.get_by_label("From").fill("23:00")
    rest.get_by_label("To").fill("08:00")
    rest.get_by_role("button", name="Set night").click()
    expect(rest).to_contain_text("From 23:00 to 08:00")
    rest.get_by_label("Days").fill("3")
    rest.get_by_role("button", name="Start vacation").click()
    expect(rest).to_contain_text("You are on vacation until")
    for width, height in ((390, 844), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        rest.scroll_into_view_if_needed()
        picture(page, f"rests-{width}")
        expect_contrast(page, f"at {width}")
    assert violations(page) == []

    body = {"game": "splendor", "seed": 1, "name": "Ben", "seats": [{"kind": "open"}, {"kind": "me"}]}
    table = server.post("/api/tables", body | {"time_control": {"move_s": 172_800}})["table"]
    page.goto(f"{named}/t/{table}")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You are on vacation: your clock stands still until")).to_be_visible()
    other = open_page(390, 844)
    other.goto(f"{server.url}/t/{table}")
    expect(other.get_by_text(f"{signed.name} is on vacation: their clock stands still until")).to_be_visible()
    picture(other, "rests-table-phone")
    picture(page, "rests-table")
    expect_contrast(other, "at the table")
    assert violations(other) == []
    light = open_page(390, 844, theme="light")
    light.goto(f"{server.url}/t/{table}")
    expect(light.get_by_text(f"{signed.name} is on vacation")).to_be_visible()
    light.locator(".scene [data-piece]").first.wait_for()
    picture(light, "rests-table-light")
    expect_contrast(light, "in the light theme")


def test_people_plan_conditional_moves(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    body = {"game": "splendor", "seed": 1, "name": "Ben", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = server.post("/api/tables", body | {"time_control": {"move_s": 172_800}})
    ada = open_page(390, 844, name="Ada")
    ada.goto(f"{server.url}/t/{table['table']}")
    ada.get_by_role("button", name="Join").click()
    ben = Person(open_page())
    ben.sit(server.url, table)
    assert ben.await_turn()

    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Conditional moves").click()
    theirs = ada.get_by_label("If Ben plays")
    expect(theirs).to_be_visible()
    theirs.select_option(label="whatever they play")
    answer = ada.get_by_label("Then you play")
    expect(answer).to_be_visible()
    answer.select_option(index=1)
    keep = ada.get_by_role("button", name="Keep this line")
    expect(keep).to_be_enabled()
    picture(ada, "conditional-composed-phone")
    keep.click()
    line = ada.get_by_role("region", name="Line 1")
    expect(line).to_contain_text("whatever they play")
    for width, height in ((390, 844), (1280, 720)):
        ada.set_viewport_size({"width": width, "height": height})
        picture(ada, f"conditional-{width}")
        expect_contrast(ada, f"at {width}")
    assert violations(ada) == []
    assert ben.view
    ben.play(sensible(ben.view))
    ben.reach(2)
    expect(line).to_have_count(0)
