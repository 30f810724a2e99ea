"""From a rated table to the winner's page: two people with accounts, the result, the profile, the ranking."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from .passkeys import Passkeys
from .person import Person, new_table
from .test_accessible import found as violations
from .test_legible import measured

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


def signed_up(page: Page, url: str) -> None:
    """Makes an account for the person of a page."""
    Passkeys(page)
    page.goto(f"{url}/you")
    page.get_by_role("button", name="Create a passkey").click()
    page.get_by_role("button", name="I have kept it").click()


class Two(NamedTuple):
    """Two pages signed in to accounts of their own, and the accounts' names."""

    here: Page
    there: Page
    mine: str
    theirs: str


@pytest.fixture
def two(url: str, open_page: OpenPage) -> Two:
    """A computer and a phone. Their names are new, because an account's name is unique on a server."""
    mine, theirs = f"cora-{token_hex(4)}", f"dan-{token_hex(4)}"
    here, there = open_page(1280, 720, name=mine), open_page(390, 844, name=theirs)
    for page in (here, there):
        signed_up(page, url)
    return Two(here, there, mine, theirs)


def rated_table(two: Two, url: str) -> None:
    """Opens a rated table on the first page."""
    new_table(two.here, url)
    expect(two.here.get_by_role("switch", name="Rated")).to_be_checked()
    expect(two.here.get_by_text("Each move has 7 days")).to_be_visible()
    two.here.get_by_role("button", name="Open the table").click()
    expect(two.here.get_by_text("This game is rated: it changes the ratings of all players.")).to_be_visible()


def both_seated(two: Two, url: str) -> None:
    """Opens a rated table, and seats both."""
    rated_table(two, url)
    there = Person(two.there)
    two.there.goto(two.here.url)
    two.there.get_by_role("button", name="Join").click()
    there.until(lambda: bool(there.view) and there.seat == 1)


def resigned(two: Two) -> None:
    """The second person resigns."""
    two.there.get_by_role("button", name="Menu").click()
    expect(two.there.get_by_text("This game is rated")).to_be_visible()
    two.there.get_by_role("button", name="Resign").click()
    two.there.get_by_role("button", name="Resign").last.click()


def test_a_rated_table_is_marked_and_gives_no_hints(two: Two, url: str, picture: Picture) -> None:
    both_seated(two, url)
    picture(two.here, "rated-waiting")
    expect(two.here.locator("header .rated")).to_have_text("Rated")
    expect(two.here.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_lobby_shows_the_time_control(two: Two, url: str) -> None:
    both_seated(two, url)
    for page in (two.here, two.there):
        page.goto(url)
    left = two.here.locator(".own .left")
    left.or_(two.here.locator(".own .chip")).first.wait_for()
    first = two.here if left.count() else two.there  # the one whose turn it is
    expect(first.locator(".own .left")).to_have_text("7 days left")


def test_the_result_links_to_the_winners_page(two: Two, url: str, picture: Picture) -> None:
    both_seated(two, url)
    resigned(two)
    link = two.here.get_by_role("link", name="1 of 5 rated games played")
    expect(link).to_be_visible()
    picture(two.here, "rated-ending")
    link.click()
    expect(two.here.get_by_role("heading", name=two.mine)).to_be_visible()
    expect(two.here.get_by_text("1 of 5 rated games played.")).to_be_visible()
    expect(two.here.get_by_role("region", name="Last games")).to_contain_text("Won")


@pytest.mark.slow
def test_a_profile_is_accessible_and_legible(two: Two, url: str, picture: Picture) -> None:
    """After a game, on a computer and a phone."""
    both_seated(two, url)
    resigned(two)
    expect(two.here.get_by_role("link", name="1 of 5 rated games played")).to_be_visible()
    for page, size in ((two.here, "desktop"), (two.there, "phone")):
        page.goto(f"{url}/@/{two.mine}")
        expect(page.get_by_role("heading", name="Results by month")).to_be_visible()
        assert measured(page, size) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture(page, f"profile-{size}")
    assert violations(two.here) == []


def test_people_are_ranked_only_after_five_games(two: Two, url: str) -> None:
    for page, size in ((two.here, "desktop"), (two.there, "phone")):
        page.goto(f"{url}/best/splendor")
        expect(page.get_by_text("Nobody is listed yet.")).to_be_visible()
        assert measured(page, size) == []
    assert violations(two.there) == []


def test_a_person_can_hide_their_profile(two: Two, url: str) -> None:
    """The opponent's page links to one's own, and from there to the switch."""
    both_seated(two, url)
    resigned(two)
    expect(two.here.get_by_role("link", name="1 of 5 rated games played")).to_be_visible()
    two.there.goto(f"{url}/@/{two.mine}")
    two.there.get_by_role("link", name=two.theirs, exact=True).first.click()
    two.there.get_by_role("link", name="Edit").click()
    two.there.get_by_text("Hide it from others").click()
    two.here.goto(f"{url}/@/{two.theirs}")
    expect(two.here.get_by_role("heading", name="This person isn’t here")).to_be_visible()
