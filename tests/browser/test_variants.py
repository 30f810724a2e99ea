"""A variant from end to end: a box is uploaded in the lobby, a table shows what differs, and a friend joins by link."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import cogtable

from .live_server import LiveServer
from .person import new_table

OpenPage = Callable[..., Page]
DUCK = '{name = "Solar Duck", cost = 6, crowns = 3, batteries = 3, does = ["per-idle 1 2: charge 1"]'
WILD_DUCK = '{name = "Solar Duck", cost = 1, crowns = 3, batteries = 3, does = ["per-idle 1 3: charge 1", "gain 2"]'


def all_ducks() -> str:
    """Recharge with a duck in every slot that can be filled, a third of the deck."""
    text = cogtable.game("recharge").box_file.read_text(encoding="utf-8")
    assert DUCK in text
    return text.replace(DUCK, f"{WILD_DUCK}, copies = 31").replace('title = "Recharge"', 'title = "Wild ducks"')


def deal_ducks(route: Route) -> None:
    """Makes the requested table deal ducks to both."""
    if route.request.method == "POST":
        wanted = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(wanted | {"seed": 1}))
    else:
        route.continue_()


@pytest.fixture
def lobby(server: LiveServer, open_page: OpenPage) -> Page:
    """The page of a new table of Recharge, with its options open."""
    page = open_page(1280, 720)
    new_table(page, server.url, "recharge")
    page.locator("details > summary").click()
    return page


def bring(lobby: Page, folder: Path, box: str) -> None:
    """Uploads a box to the lobby."""
    file = folder / "ducks.toml"
    file.write_text(box, encoding="utf-8")
    lobby.get_by_label("Bring a box of your own").set_input_files(file)


def test_a_box_with_a_mistake_is_refused_with_its_line_until_it_is_corrected(lobby: Page, tmp_path: Path) -> None:
    bring(lobby, tmp_path, all_ducks().replace("cost = 1, crowns = 3", "cost = 99, crowns = 3"))
    alert = lobby.get_by_role("alert")
    expect(alert).to_contain_text('robots 21 "Solar Duck": cost: 99 is out of range; expected 0 to 20')
    expect(alert).to_contain_text("ducks.toml: line")
    bring(lobby, tmp_path, all_ducks())
    expect(lobby.get_by_label("Box", exact=True)).to_contain_text("Wild ducks · 1 card differs")
    expect(alert).to_have_count(0)


def test_a_table_with_a_custom_box_shows_everybody_what_differs(
    lobby: Page, open_page: OpenPage, tmp_path: Path, picture: Callable[[Page, str], None]
) -> None:
    bring(lobby, tmp_path, all_ducks())
    expect(lobby.get_by_label("Box", exact=True)).to_contain_text("Wild ducks · 1 card differs")
    picture(lobby, "variant-lobby")
    lobby.route("**/api/tables", deal_ducks)
    lobby.get_by_role("button", name="Open the table").click()
    lobby.wait_for_url("**/t/*")
    friend = open_page(390, 844, name="Ben")
    friend.goto(lobby.url.partition("#")[0])
    expect(friend.get_by_text("You play Wild ducks: 1 card differs.")).to_be_visible()
    friend.get_by_role("button", name="Join").click()
    for page, size in ((lobby, "wide"), (friend, "phone")):
        expect(page.locator(".piece .variant").first).to_be_attached()
        expect_differences(page)
        picture(page, f"variant-{size}")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Wild ducks")).to_have_count(0)


def expect_differences(page: Page) -> None:
    """Checks that the table's badge opens the changes of its box: a card's cost and ability."""
    page.get_by_role("button", name="Variant Wild ducks: 1 card differs").click()
    shown = page.get_by_role("dialog", name="Wild ducks")
    expect(shown).to_contain_text("A variant of Recharge by Ada. 1 card differs; everything else is the same.")
    cost = shown.locator("li p").filter(has_text="cost")
    expect(cost.locator("del")).to_have_text("6")
    expect(cost.locator("ins")).to_have_text("1")
    does = shown.locator("li p").filter(has_text="does")
    expect(does.locator("del")).to_have_text("2")
    expect(does.locator("ins")).to_have_text(["3", "Gain $2."])
    expect(shown.get_by_role("link", name="Download")).to_be_visible()
