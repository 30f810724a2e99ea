"""The reader's page: a guest makes an account with a passkey, and finds the same seat on another device."""

from __future__ import annotations

import json
import re
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


@pytest.fixture
def named(server: LiveServer) -> str:
    """The server at a name: passkeys belong to names, not to numbers."""
    return f"http://localhost:{server.port}"


def make_account(page: Page, name: str = "Make a passkey") -> str:
    """Makes an account on the reader's page; returns the recovery code."""
    page.get_by_role("button", name=name).click()
    code = page.get_by_role("region", name="Your recovery code").locator(".code").inner_text()
    page.get_by_role("button", name="I have kept it").click()
    return code


@pytest.mark.slow
def test_what_a_guest_played_is_theirs_on_all_their_devices(
    server: LiveServer, named: str, open_page: OpenPage, picture: Picture
) -> None:
    computer = open_page(name="Ada")
    guest = Person(computer)
    table = server.table("me", "open", game="splendor")
    guest.sit(server.url, table)
    computer.goto(server.url)
    computer.get_by_role("link", name="Ada: your page").click()
    expect(computer.get_by_text("This game is in this browser only.")).to_be_visible()
    picture(computer, "you-number")
    # At 127.0.0.1 there are no passkeys. The way to where there are takes the game along.
    computer.get_by_role("link", name="Go to localhost").click()
    computer.wait_for_url(f"{named}/you")
    mine = Passkeys(computer)
    picture(computer, "you-guest")
    code = make_account(computer)
    assert len(mine.all) == 1
    expect(computer.get_by_text("Used just now")).to_be_visible()
    stored = json.loads(computer.evaluate("localStorage.getItem('cogtable-seats') ?? '{}'"))
    assert stored == {}, "the seat is the account's now"
    picture(computer, "you")

    phone = open_page(390, 844, name="")
    Passkeys(phone).copy_from(mine)
    phone.goto(f"{named}/you")
    phone.get_by_role("button", name="I have one").click()
    expect(phone.get_by_role("heading", name="Ada")).to_be_visible()
    phone.goto(named)
    phone.locator(".continue .state").click()
    away = Person(phone)
    phone.reload()
    away.until(lambda: bool(away.view))
    assert away.seat == 0
    # There Ada takes a seat at a friend's table, and the computer knows.
    friends = server.table("me", "open", game="splendor")
    phone.goto(f"{named}/t/{friends['table']}")
    phone.get_by_role("button", name="Join").click()
    away.until(lambda: away.seat == 1)
    computer.goto(f"{named}/t/{friends['table']}")
    guest.until(lambda: guest.seat == 1)
    assert guest.occupants[1]["name"] == "Ada"

    # The phone is lost: its session ends, also at the table.
    computer.goto(f"{named}/you")
    computer.get_by_role("button", name=re.compile("Sign out on ")).click()
    away.until(lambda: away.seat == -1)
    expect(computer.get_by_role("button", name=re.compile("Sign out on "))).to_have_count(0)

    # So are all passkeys: the code lets Ada in, and there is a new one.
    found = open_page(390, 844, name="")
    found.goto(f"{named}/you")
    found.get_by_role("button", name="Use a recovery code").click()
    found.get_by_label("Recovery code").fill(code.lower())
    found.get_by_role("button", name="Sign in", exact=True).click()
    following = found.get_by_role("region", name="Your recovery code").locator(".code")
    expect(following).to_be_visible()
    assert following.inner_text() != code
    picture(found, "you-code-phone")
    found.get_by_role("button", name="I have kept it").click()
    Passkeys(found)
    found.get_by_role("button", name="Add a passkey").click()
    expect(found.get_by_role("button", name=re.compile("Remove the passkey of "))).to_have_count(2)
    found.evaluate("scrollTo(0, 0)")
    picture(found, "you-phone")
    assert measured(found, "phone") == []

    found.get_by_role("button", name="Delete my account").click()
    found.get_by_role("button", name="Delete for good").click()
    expect(found.get_by_role("button", name="Make a passkey")).to_be_visible()
    computer.goto(f"{named}/you")
    expect(computer.get_by_role("button", name="Make a passkey")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.large)])
def test_the_page_is_for_everybody(named: str, open_page: OpenPage, picture: Picture, theme: str) -> None:
    """As a guest and with an account: axe finds nothing, and all can be read and hit on a computer and a phone."""
    page = open_page(1280, 720, theme=theme, name=f"Ben {theme}")
    Passkeys(page)
    page.goto(f"{named}/you")
    page.get_by_role("button", name="Make a passkey").wait_for()
    seen = lambda size: (violations(page), measured(page, size))  # noqa: E731
    assert seen("desktop") == ([], [])
    picture(page, f"you-nothing-{theme}")
    page.get_by_role("button", name="Make a passkey").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Your recovery code")).to_be_focused()
    assert seen("desktop") == ([], [])
    picture(page, f"you-code-{theme}")
    page.get_by_role("button", name="I have kept it").click()
    page.set_viewport_size({"width": 390, "height": 844})
    assert seen("desktop") == ([], [])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    picture(page, f"you-{theme}-narrow")
    page.get_by_role("button", name="Delete my account").click()
    assert seen("desktop") == ([], [])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Change name").click()
    page.get_by_label("What should the others call you?").fill(f"Bea {theme}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Bea {theme}")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("button", name="I have one")).to_be_visible()
