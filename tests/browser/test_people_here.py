"""People among themselves: the page of people, invitations, blocks and reports, on a computer and a phone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from secrets import token_hex

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .test_accessible import expect_contrast
from .test_accessible import found as violations
from .test_legible import measured
from .test_people import Two, both_seated, resigned, signed_up

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]
SIZES = {"desktop": (1280, 720), "phone": (390, 844)}


@pytest.fixture
def two(url: str, open_page: OpenPage) -> Two:
    """Two computers, signed in to new accounts."""
    mine, theirs = f"cora-{token_hex(4)}", f"dan-{token_hex(4)}"
    here, there = open_page(1280, 720, name=mine), open_page(1280, 720, name=theirs)
    for page in (here, there):
        signed_up(page, url)
    return Two(here, there, mine, theirs)


def looks_right(page: Page, name: str, picture: Picture, sizes: Iterable[str] = SIZES) -> None:
    """Checks a page in both sizes and themes: axe, contrast, sizes of letters and buttons, no scrolling sideways."""
    before = page.viewport_size
    device = page.context.new_cdp_session(page)
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        device.send("Emulation.setTouchEmulationEnabled", {"enabled": size == "phone"})
        for theme in ("light", "dark"):
            page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            expect_contrast(page, f"{name}, {size}, {theme}")
            picture(page, f"{name}-{size}-{theme}")
        assert measured(page, size) == [], (name, size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, size)
        assert violations(page) == [], (name, size)
    assert before
    page.set_viewport_size(before)
    device.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def follow(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/@/{name}")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Following")).to_be_visible()


def invite(page: Page, url: str, name: str, line: str) -> None:
    """Invites a person by name, on the page of people."""
    page.goto(f"{url}/people")
    page.get_by_label("Invite by name").fill(name)
    page.get_by_role("button", name="Invite", exact=True).last.click()
    sheet = page.get_by_role("dialog", name=f"Invite {name}")
    sheet.get_by_label("One line, if you like").fill(line)
    sheet.get_by_role("button", name="Send the invitation").click()
    expect(sheet.get_by_text(f"{name} has your invitation.")).to_be_visible()
    sheet.get_by_role("button", name="Done").click()


def test_an_invitation_is_answered_and_leads_to_a_table(two: Two, url: str, picture: Picture) -> None:
    two.here.goto(f"{url}/people")
    two.here.get_by_label("Invite by name").fill(two.theirs)
    two.here.get_by_role("button", name="Invite", exact=True).click()
    sheet = two.here.get_by_role("dialog", name=f"Invite {two.theirs}")
    expect(sheet.get_by_role("radio").first).to_be_attached()
    looks_right(two.here, "invite", picture)
    two.here.keyboard.press("Escape")
    invite(two.here, url, two.theirs, "Revenge for yesterday?")
    two.there.goto(f"{url}/people")
    shown = two.there.get_by_role("region", name="Invitation")
    expect(shown).to_contain_text(f"{two.mine} invites you to")
    expect(shown).to_contain_text("Revenge for yesterday?")
    looks_right(two.there, "invited", picture)
    shown.get_by_role("button", name="Play").click()
    two.there.wait_for_url("**/t/*")
    two.here.reload()
    two.here.get_by_role("link", name="Go to the table").click()
    two.here.get_by_role("button", name="Join").click()
    expect(two.here.locator(".scene [data-piece]").first).to_be_visible()


def test_in_an_hour_is_told_to_both(two: Two, url: str) -> None:
    invite(two.here, url, two.theirs, "")
    two.there.goto(f"{url}/people")
    two.there.get_by_role("button", name="In an hour").click()
    expect(two.there.get_by_role("button", name="In an hour")).to_have_count(0)
    expect(two.there.get_by_role("button", name="Play")).to_be_visible()
    two.here.reload()
    expect(two.here.get_by_text(f"{two.theirs} says: in an hour")).to_be_visible()


def test_the_page_of_people_shows_open_games_and_who_is_here(
    two: Two, url: str, server: LiveServer, picture: Picture
) -> None:
    follow(two.here, url, two.theirs)
    two.there.goto(url)
    table = two.there.evaluate(
        """async () => (await (await fetch('/api/tables', {method: 'POST', headers: {'Content-Type':
        'application/json'}, body: JSON.stringify({game: 'splendor', seats: [{kind: 'me'}, {kind: 'open'}],
        listed: true, time_control: {game_s: 600, move_s: 10}})})).json()).table"""
    )
    two.here.goto(f"{url}/people")
    game = two.here.get_by_role("region", name="Open games").get_by_role("listitem").filter(has_text=two.theirs)
    expect(game).to_contain_text("new here")
    expect(game).to_contain_text("Learning the game")
    expect(game).to_contain_text("1 of 2 seats")
    friend = two.here.get_by_role("region", name="You follow").get_by_role("listitem").filter(has_text=two.theirs)
    expect(friend).to_contain_text("In the lobby")
    looks_right(two.here, "people", picture)
    two.here.get_by_role("button", name="Over days").click()
    expect(two.here).to_have_url(f"{url}/people?show=days")
    expect(game).to_have_count(0)
    two.here.reload()
    expect(two.here.get_by_role("button", name="Over days")).to_have_attribute("aria-pressed", "true")
    two.here.get_by_role("button", name="Now", exact=True).click()
    game.get_by_role("button", name="Sit down").click()
    two.here.wait_for_url(f"**/t/{table}")


def test_a_person_stays_unseen_by_one_touch(two: Two, url: str) -> None:
    follow(two.here, url, two.theirs)
    two.there.goto(f"{url}/people")
    two.here.goto(f"{url}/people")
    friend = two.here.get_by_role("region", name="You follow").get_by_role("listitem").filter(has_text=two.theirs)
    expect(friend).to_contain_text("In the lobby")
    two.there.get_by_role("button", name="Stay unseen").click()
    expect(two.there.get_by_text("Others do not see that you are here")).to_be_visible()
    expect(friend).to_contain_text("Away")
    two.there.goto(f"{url}/you")
    expect(two.there.get_by_role("switch", name="Stay unseen")).to_be_checked()


def test_a_guest_sees_no_empty_lists(url: str, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(1280, 720, name="Gil")
    page.goto(f"{url}/people")
    expect(page.get_by_role("link", name="Create an account")).to_be_visible()
    for heading in ("You follow", "You played lately"):
        expect(page.get_by_role("heading", name=heading)).to_have_count(0)
    looks_right(page, "people-guest", picture)


def test_a_profile_shows_the_games_of_the_two_first(two: Two, url: str, picture: Picture) -> None:
    both_seated(two, url)
    resigned(two)
    expect(two.here.get_by_role("link", name="1 of 5 rated games played")).to_be_visible()
    follow(two.here, url, two.theirs)
    met = two.here.get_by_role("region", name=f"You and {two.theirs}")
    expect(met).to_contain_text("1 game since")
    expect(met).to_contain_text("1–0")
    looks_right(two.here, "profile-other", picture)
    two.here.goto(f"{url}/people")
    expect(two.here.get_by_role("heading", name="You follow")).to_be_visible()
    two.there.goto(f"{url}/people")
    lately = two.there.get_by_role("region", name="You played lately")
    lately.get_by_role("button", name=f"Follow {two.mine}").click()
    expect(two.there.get_by_role("region", name="You follow")).to_contain_text(two.mine)


def test_a_link_to_a_new_table_is_copied_for_people_who_are_not_here(
    two: Two, url: str, open_page: Callable[..., Page], picture: Picture
) -> None:
    two.here.context.grant_permissions(["clipboard-read", "clipboard-write"])
    two.here.goto(f"{url}/people")
    two.here.get_by_label("Invite by name").fill(two.theirs)
    two.here.get_by_role("button", name="Invite", exact=True).click()
    sheet = two.here.get_by_role("dialog", name=f"Invite {two.theirs}")
    looks_right(two.here, "invite-link", picture)
    sheet.get_by_role("button", name="Copy a link").click()
    expect(sheet.get_by_text("The link is copied.")).to_be_visible()
    link = two.here.evaluate("() => navigator.clipboard.readText()")
    friend = open_page(390, 844, name="Zoe")
    friend.goto(link)
    friend.get_by_role("button", name="Join").click()
    sheet.get_by_role("link", name="Go to the table").click()
    two.here.locator(".scene [data-piece]").first.wait_for()
    assert two.here.url == link


def test_a_blocked_person_is_gone_until_they_are_unblocked(two: Two, url: str, picture: Picture) -> None:
    two.here.goto(f"{url}/@/{two.theirs}")
    two.here.get_by_role("button", name=f"More about {two.theirs}").click()
    two.here.get_by_role("button", name="Block").click()
    sheet = two.here.get_by_role("dialog", name=f"Block {two.theirs}")
    expect(sheet).to_contain_text("isn’t told")
    sheet.get_by_role("button", name="Block").click()
    expect(two.here.get_by_text(f"You have blocked {two.theirs}.")).to_be_visible()
    two.there.goto(f"{url}/@/{two.mine}")
    expect(two.there.get_by_role("heading", name="This person isn’t here")).to_be_visible()
    two.here.goto(f"{url}/you")
    expect(two.here.get_by_role("region", name="People")).to_contain_text("Blocked since")
    looks_right(two.here, "you-people", picture)
    two.here.get_by_role("button", name=f"Remove {two.theirs}").click()
    expect(two.here.get_by_text("Blocked since")).to_have_count(0)


def test_a_report_from_the_chat_reaches_the_host_and_comes_back(
    two: Two, url: str, server: LiveServer, picture: Picture
) -> None:
    two.here.goto(f"{url}/@/{two.theirs}")
    two.here.get_by_role("button", name=f"More about {two.theirs}").click()
    two.here.get_by_role("button", name="Report").click()
    looks_right(two.here, "report-person", picture)
    both_seated(two, url)
    two.there.get_by_role("tab", name="Chat").click()
    two.there.get_by_label(f"Write to {two.mine}").fill("You play like a toaster")
    two.there.keyboard.press("Enter")
    two.here.get_by_role("tab", name="Chat").click()
    two.here.get_by_role("button", name=f"About {two.theirs}").click()
    two.here.get_by_role("button", name=f"Report {two.theirs}").click()
    sheet = two.here.get_by_role("dialog", name=f"Report {two.theirs}")
    expect(sheet.get_by_text("Send this line along")).to_be_visible()
    expect(sheet.get_by_text("You play like a toaster")).to_have_count(0)
    sheet.get_by_role("button", name="Show").click()
    expect(sheet.get_by_text("You play like a toaster")).to_be_visible()
    looks_right(two.here, "report", picture)  # it stays when the window becomes a phone's, without a log beside it
    sheet.get_by_role("button", name="Send").click()
    expect(sheet.get_by_text("you will hear here what came of it")).to_be_visible()
    sheet.get_by_role("button", name="Done").click()
    host = two.here  # nobody else is there; a host can answer their own reports, but none about themselves
    command = [sys.executable, "-m", "cogtable", "admin", "hosts", "--add", two.mine]
    subprocess.run([*command, "--database", str(server.database)], check=True)
    expect_host(host, url)
    case = host.get_by_role("region", name=two.theirs)
    expect(case).to_contain_text("You play like a toaster")
    looks_right(host, "reports", picture)
    case.get_by_label("What you add to the answer").fill("Be kind.")
    case.get_by_role("button", name="Warning").click()
    expect(host.get_by_text("No report waits for an answer.")).to_be_visible()
    two.here.goto(f"{url}/people")
    expect(two.here.get_by_text(f"Your report about {two.theirs}: they were warned. Be kind.")).to_be_visible()
    two.here.get_by_role("button", name="OK").click()
    expect(two.here.get_by_text("they were warned")).to_have_count(0)


def expect_host(page: Page, url: str) -> None:
    """Opens the host's page, once the server has read who is a host."""
    page.goto(f"{url}/reports")
    heading = page.get_by_role("heading", name="Reports", exact=True)
    missing = page.get_by_role("heading", name="This page doesn’t exist")
    expect(heading.or_(missing)).to_be_visible()
    while missing.is_visible():
        page.reload()
        expect(heading.or_(missing)).to_be_visible()


def test_others_do_not_find_the_hosts_page(two: Two, url: str) -> None:
    two.here.goto(f"{url}/reports")
    expect(two.here.get_by_role("heading", name="This page doesn’t exist")).to_be_visible()
