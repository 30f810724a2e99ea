"""From a rated table to the page of who won: two people with accounts, the result, the profile, the best players."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .passkeys import Passkeys
from .person import Person
from .test_accessible import found as violations
from .test_legible import measured

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


def signed_up(page: Page, url: str) -> None:
    """Makes an account for the person of a page."""
    Passkeys(page)
    page.goto(f"{url}/you")
    page.get_by_role("button", name="Make a passkey").click()
    page.get_by_role("button", name="I have kept it").click()


@pytest.mark.slow
def test_a_rated_game_is_played_and_looked_at(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    url = f"http://localhost:{server.port}"
    cora, dan = open_page(1280, 720, name="Cora"), open_page(390, 844, name="Dan")
    for page in (cora, dan):
        signed_up(page, url)
    cora.goto(url)
    cora.get_by_label("Who sits in seat 2").select_option("open")
    expect(cora.get_by_role("switch", name="Rated")).to_be_checked()
    expect(cora.get_by_text("Each move has 7 days")).to_be_visible()
    cora.get_by_role("button", name="Open the table").click()
    expect(cora.get_by_text("This game is rated: it changes the ratings of all who play.")).to_be_visible()
    picture(cora, "rated-waiting")
    there = Person(dan)
    dan.goto(cora.url)
    dan.get_by_role("button", name="Join").click()
    there.until(lambda: bool(there.view) and there.seat == 1)
    expect(cora.locator("header .rated")).to_have_text("Rated")
    # Among people there are no hints, and the lobby tells how much time there is.
    expect(cora.get_by_role("button", name="Hint")).to_have_count(0)
    dan.goto(url)
    expect(dan.locator(".continue .left")).to_have_text("7 d")
    dan.go_back()

    dan.get_by_role("button", name="Menu").click()
    expect(dan.get_by_text("This game is rated")).to_be_visible()
    dan.get_by_role("button", name="Resign").click()
    dan.get_by_role("button", name="Resign").last.click()
    link = cora.get_by_role("link", name="1 of 5 rated games played")
    expect(link).to_be_visible()
    picture(cora, "rated-ending")
    link.click()
    expect(cora.get_by_role("heading", name="Cora")).to_be_visible()
    expect(cora.get_by_text("1 of 5 rated games played.")).to_be_visible()
    last = cora.get_by_role("region", name="Last games")
    expect(last).to_contain_text("Won")
    for page, size in ((cora, "desktop"), (dan, "phone")):
        page.goto(f"{url}/@/cora")
        expect(page.get_by_role("heading", name="Results by month")).to_be_visible()
        assert measured(page, size) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture(page, f"profile-{size}")
    assert violations(cora) == []
    for page, size in ((cora, "desktop"), (dan, "phone")):
        page.goto(f"{url}/best/splendor")
        expect(page.get_by_text("Nobody is listed yet.")).to_be_visible()
        assert measured(page, size) == []
    assert violations(dan) == []
    dan.goto(f"{url}/@/cora")
    dan.get_by_role("link", name="Dan", exact=True).first.click()
    expect(dan.get_by_role("link", name="Edit")).to_be_visible()
    dan.get_by_role("link", name="Edit").click()
    dan.get_by_text("Hide it from others").click()
    cora.goto(f"{url}/@/dan")
    expect(cora.get_by_role("heading", name="Person not found")).to_be_visible()
