"""The account page: a guest makes an account with a passkey, and finds the same seat on another device."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from secrets import token_hex
from typing import NamedTuple

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
    """The server's address by name: passkeys belong to names, not to IP addresses."""
    return f"http://localhost:{server.port}"


def make_account(page: Page, name: str = "Create a passkey") -> str:
    """Makes an account on the account page; returns the recovery code."""
    page.get_by_role("button", name=name).click()
    code = page.get_by_role("region", name="Your recovery code").locator(".code").inner_text()
    page.get_by_role("button", name="I have kept it").click()
    return code


class Signed(NamedTuple):
    """A page signed in to an account: the account's name and recovery code, and the page's passkeys."""

    page: Page
    name: str
    passkeys: Passkeys
    code: str


@pytest.fixture
def signed(named: str, open_page: OpenPage) -> Signed:
    """A computer with a new account. Its name is new too, because an account's name is unique on a server."""
    name = f"Ada {token_hex(4)}"
    page = open_page(name=name)
    passkeys = Passkeys(page)
    page.goto(f"{named}/you")
    return Signed(page, name, passkeys, make_account(page))


def sign_in(page: Page, named: str, signed: Signed) -> None:
    """Signs in on another device to which the passkeys were copied."""
    Passkeys(page).copy_from(signed.passkeys)
    page.goto(f"{named}/you")
    page.get_by_role("button", name="I have one").click()
    expect(page.get_by_role("heading", name=signed.name)).to_be_visible()


def join(named: str, server: LiveServer, page: Page) -> Person:
    """Takes seat 1 of a friend's table."""
    person = Person(page)
    page.goto(f"{named}/t/{server.table('me', 'open', game='splendor')['table']}")
    page.get_by_role("button", name="Join").click()
    person.until(lambda: bool(person.view) and person.seat == 1)
    return person


def use_code(page: Page, named: str, code: str) -> str:
    """Signs in with a recovery code; returns the one that replaces it."""
    page.goto(f"{named}/you")
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Recovery code").fill(code)
    page.get_by_role("button", name="Sign in", exact=True).click()
    following = page.get_by_role("region", name="Your recovery code").locator(".code")
    expect(following).to_be_visible()
    return following.inner_text()


def test_a_guest_who_makes_an_account_keeps_their_seats(
    server: LiveServer, named: str, open_page: OpenPage, picture: Picture
) -> None:
    """At 127.0.0.1 there are no passkeys; the link to a name that supports them takes the seats along."""
    page = open_page(name="Ada")
    Person(page).sit(server.url, server.table("me", "open", game="splendor"))
    page.goto(server.url)
    page.get_by_role("link", name="Ada: your page").click()
    expect(page.get_by_text("This game is in this browser only.")).to_be_visible()
    picture(page, "you-number")
    page.get_by_role("link", name="Go to localhost").click()
    page.wait_for_url(f"{named}/you")
    passkeys = Passkeys(page)
    picture(page, "you-guest")
    make_account(page)
    assert len(passkeys.all) == 1
    expect(page.get_by_text("Used just now")).to_be_visible()
    stored = json.loads(page.evaluate("localStorage.getItem('cogtable-seats') ?? '{}'"))
    assert stored == {}, "the seat is the account's now"
    picture(page, "you")


def test_a_seat_is_found_on_a_second_device(
    server: LiveServer, named: str, signed: Signed, open_page: OpenPage
) -> None:
    join(named, server, signed.page)
    phone = open_page(390, 844, name="")
    sign_in(phone, named, signed)
    away = Person(phone)
    phone.goto(named)
    phone.locator(".own .state, .own .chip").first.click()
    away.until(lambda: bool(away.view))
    assert away.seat == 1


def test_a_seat_taken_on_one_device_appears_on_the_other(
    server: LiveServer, named: str, signed: Signed, open_page: OpenPage
) -> None:
    phone = open_page(390, 844, name="")
    sign_in(phone, named, signed)
    here = Person(signed.page)
    join(named, server, phone)
    signed.page.goto(phone.url)
    here.until(lambda: bool(here.view))
    assert here.seat == 1
    assert here.occupants[1]["name"] == signed.name


def test_a_lost_device_that_is_signed_out_loses_its_seat_at_the_table(
    server: LiveServer, named: str, signed: Signed, open_page: OpenPage
) -> None:
    phone = open_page(390, 844, name="")
    sign_in(phone, named, signed)
    away = join(named, server, phone)
    signed.page.reload()
    others = signed.page.get_by_role("button", name=re.compile("Sign out on "))
    others.click()
    away.until(lambda: away.seat == -1)
    expect(others).to_have_count(0)


def test_the_recovery_code_signs_in_a_person_without_passkeys(
    named: str, signed: Signed, open_page: OpenPage, picture: Picture
) -> None:
    """Letter case doesn't matter. The code is replaced, and a new passkey can be added."""
    phone = open_page(390, 844, name="")
    assert use_code(phone, named, signed.code.lower()) != signed.code
    picture(phone, "you-code-phone")
    phone.get_by_role("button", name="I have kept it").click()
    Passkeys(phone)
    phone.get_by_role("button", name="Add a passkey").click()
    expect(phone.get_by_role("button", name=re.compile("Remove the passkey of "))).to_have_count(2)
    phone.evaluate("scrollTo(0, 0)")
    picture(phone, "you-phone")
    assert measured(phone, "phone") == []


def test_a_deleted_account_is_gone_on_every_device(named: str, signed: Signed, open_page: OpenPage) -> None:
    phone = open_page(390, 844, name="")
    sign_in(phone, named, signed)
    phone.get_by_role("button", name="Delete my account").click()
    phone.get_by_role("button", name="Delete for good").click()
    expect(phone.get_by_role("button", name="Create a passkey")).to_be_visible()
    signed.page.goto(f"{named}/you")
    expect(signed.page.get_by_role("button", name="Create a passkey")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.large)])
def test_the_page_is_accessible_and_legible(named: str, open_page: OpenPage, picture: Picture, theme: str) -> None:
    """As a guest and with an account, on a computer and a phone."""
    page = open_page(1280, 720, theme=theme, name=f"Ben {theme}")
    Passkeys(page)
    page.goto(f"{named}/you")
    page.get_by_role("button", name="Create a passkey").wait_for()
    seen = lambda size: (violations(page), measured(page, size))  # noqa: E731
    assert seen("desktop") == ([], [])
    picture(page, f"you-nothing-{theme}")
    page.get_by_role("button", name="Create a passkey").focus()
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
