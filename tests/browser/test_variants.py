"""A variant's whole path: a box is brought to the lobby, a table shows what differs, and a friend joins by the link."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect

import cogtable

from .live_server import LiveServer

OpenPage = Callable[..., Page]
DUCK = '{name = "Solar Duck", cost = 6, crowns = 3, batteries = 3, does = ["per-idle 1 2: charge 1"]'
WILD_DUCK = '{name = "Solar Duck", cost = 1, crowns = 3, batteries = 3, does = ["per-idle 1 3: charge 1", "gain 2"]'


def all_ducks() -> str:
    """Recharge with a duck for every place that may be filled, which are a third of the deck."""
    text = cogtable.game("recharge").box_file.read_text(encoding="utf-8")
    assert DUCK in text
    return text.replace(DUCK, f"{WILD_DUCK}, copies = 31").replace('title = "Recharge"', 'title = "Wild ducks"')


def deal_ducks(route: Route) -> None:
    """Has the table that is asked for deal ducks to both."""
    if route.request.method == "POST":
        wanted = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(wanted | {"seed": 1}))
    else:
        route.continue_()


def test_a_box_is_brought_shown_and_played_with_a_friend(
    server: LiveServer, open_page: OpenPage, tmp_path: Path, picture: Callable[[Page, str], None]
) -> None:
    file = tmp_path / "ducks.toml"
    page = open_page(1280, 720)
    page.goto(server.url)
    page.locator(".tile", has_text="Recharge").locator("strong, h2, .name").first.click()
    page.locator("details > summary").click()
    bring = page.locator("input[type=file]")

    file.write_text(all_ducks().replace("cost = 1, crowns = 3, batteries = 3", "cost = 99, crowns = 3, batteries = 3"))
    bring.set_input_files(file)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text('robots 21 "Solar Duck": cost: 99 is out of range; expected 0 to 20')
    expect(alert).to_contain_text("ducks.toml: line")

    file.write_text(all_ducks())
    bring.set_input_files(file)
    expect(page.get_by_label("Box", exact=True)).to_contain_text("Wild ducks · 1 card differs")
    expect(alert).to_have_count(0)
    page.get_by_label("Who sits in seat 2").select_option("open")
    picture(page, "variant-lobby")
    page.route("**/api/tables", deal_ducks)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    link = page.url.partition("#")[0]

    friend = open_page(390, 844, name="Ben")
    friend.goto(link)
    expect(friend.get_by_text("You play Wild ducks: 1 card differs.")).to_be_visible()
    friend.get_by_role("button", name="Join").click()
    for each, size in ((page, "wide"), (friend, "phone")):
        badge = each.get_by_role("button", name="Variant Wild ducks: 1 card differs")
        expect(each.locator(".piece .variant").first).to_be_attached()
        badge.click()
        told = each.get_by_role("dialog", name="Wild ducks")
        expect(told).to_contain_text("A variant of Recharge by Ada. 1 card differs; everything else is the same.")
        cost = told.locator("li p").filter(has_text="cost")
        expect(cost.locator("del")).to_have_text("6")
        expect(cost.locator("ins")).to_have_text("1")
        does = told.locator("li p").filter(has_text="does")
        expect(does.locator("del")).to_have_text("2")
        expect(does.locator("ins")).to_have_text(["3", "Gain $2."])
        expect(told.get_by_role("link", name="Download")).to_be_visible()
        picture(each, f"variant-{size}")
        each.keyboard.press("Escape")
        expect(told).to_have_count(0)
