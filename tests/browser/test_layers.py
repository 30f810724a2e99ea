"""Sheets and dialogs: each returns the focus, Escape works in and after it, and Back closes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .person import Person, expect_home

OpenPage = Callable[..., Page]


def dialogs(page: Page) -> Locator:
    return page.locator("dialog[open]")


def focus(page: Page) -> str:
    """Returns the focused element in words; "body" if there is none."""
    return str(
        page.evaluate(
            "(({ tagName, ariaLabel, innerText }) => tagName === 'BODY' ? 'body' : ariaLabel ?? innerText)"
            "(document.activeElement)"
        )
    )


@pytest.fixture
def table(server: LiveServer, open_page: OpenPage) -> Callable[..., Person]:
    """A person at a table, whose turn it is."""

    def table(width: int, height: int) -> Person:
        ada = Person(open_page(width, height))
        ada.sit(server.url, server.table("me", "random"))
        assert ada.await_turn()
        return ada

    return table


@pytest.mark.parametrize(
    ("width", "height", "buttons", "keys"),
    [(1280, 800, ("Menu", "Rules"), "mr?i"), (390, 844, ("Menu", "Log"), "ml?r")],
)
def test_a_closed_sheet_returns_the_focus_and_escape_works_after_it(
    table: Callable[..., Person], width: int, height: int, buttons: tuple[str, ...], keys: str
) -> None:
    ada = table(width, height)
    page = ada.page
    for name in buttons:
        button = page.locator("header").get_by_role("button", name=name, exact=True)
        button.focus()
        button.press("Enter")
        expect(dialogs(page)).to_have_count(1)
        page.keyboard.press("Escape")
        expect(dialogs(page)).to_have_count(0)
        expect(button).to_be_focused()
    piece = page.locator("[data-piece].open").first
    piece.focus()
    for key in keys:
        page.keyboard.press(key)
        expect(dialogs(page)).to_have_count(1)
        page.keyboard.press("Escape")
        expect(dialogs(page)).to_have_count(0)
        expect(piece).to_be_focused()
    piece.press("Enter")
    expect(page.locator("[data-piece].touched, [aria-pressed=true][data-piece]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[aria-pressed=true][data-piece]")).to_have_count(0)


def test_dialogs_of_a_menu_keep_the_focus_inside_and_return_it(table: Callable[..., Person]) -> None:
    page = table(1280, 800).page
    button = page.get_by_role("button", name="Menu", exact=True)
    menu = page.get_by_role("dialog", name="Menu")
    button.press("Enter")
    menu.get_by_role("button", name="Resign", exact=True).press("Enter")
    menu.get_by_role("button", name="Keep playing").press("Enter")
    expect(menu.get_by_role("button", name="Resign", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()

    # One sheet replaces another, and a third replaces that.
    button.press("Enter")
    menu.get_by_role("button", name="Symbols").press("Enter")
    expect(page.get_by_role("dialog", name="Symbols")).to_be_visible()
    expect(dialogs(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialogs(page)).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_back_closes_a_sheet_and_not_the_page(table: Callable[..., Person], width: int, height: int) -> None:
    ada = table(width, height)
    page = ada.page
    address = page.url
    for key in "mr":
        page.keyboard.press(key)
        expect(dialogs(page)).to_have_count(1)
        page.go_back()
        expect(dialogs(page)).to_have_count(0)
        assert page.url == address
    assert ada.view
    expect(page.locator("header .pill")).to_contain_text("Your turn")

    # A sheet that was closed in another way leaves no history entry behind.
    page.keyboard.press("m")
    expect(dialogs(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialogs(page)).to_have_count(0)
    page.wait_for_function("!history.state?.over")


def test_a_sheet_left_by_a_link_or_a_reload_is_not_reopened_by_back(
    server: LiveServer, table: Callable[..., Person]
) -> None:
    page = table(390, 844).page
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Back to the lobby").click()
    expect_home(page)
    page.go_back()
    expect(page.locator("header .pill")).to_contain_text("Your turn")
    expect(dialogs(page)).to_have_count(0)
    page.go_forward()
    expect_home(page)
    page.go_back()
    expect(page.locator("header .pill")).to_contain_text("Your turn")
    page.keyboard.press("m")
    expect(dialogs(page)).to_have_count(1)
    page.reload()
    expect(page.locator("header .pill")).to_contain_text("Your turn")
    page.wait_for_function("!history.state?.over")
    page.go_back()
    assert not page.url.startswith(f"{server.url}/t/")


def test_back_returns_from_the_review_to_the_table(server: LiveServer, open_page: OpenPage) -> None:
    table = server.table("me", "random")
    server.resign(table)
    page = open_page(390, 844)
    page.goto(f"{server.url}/t/{table['table']}")
    bar = page.get_by_role("button", name="Analysis")
    bar.click()
    page.wait_for_url("**/analysis/*")
    page.go_back()
    expect(bar).to_be_visible()
    assert page.url == f"{server.url}/t/{table['table']}"

    # After a link into the review, Back returns to the page with the link.
    page.goto(server.url)
    page.goto(f"{server.url}/t/{table['table']}/analysis/0")
    expect(page.get_by_role("button", name="Replay").or_(page.locator(".analysis")).first).to_be_visible()
    page.go_back()
    expect_home(page)


def test_back_closes_the_topmost_of_two_sheets_first(table: Callable[..., Person]) -> None:
    page = table(390, 844).page
    page.keyboard.press("r")
    expect(dialogs(page)).to_have_count(1)
    page.get_by_role("dialog", name="Rules").get_by_role("button", name="All rules").click()
    page.go_back()
    expect(dialogs(page)).to_have_count(0)
    expect(page.locator("header .pill")).to_contain_text("Your turn")


GOES_BACK_LATE = """(() => {
    const go = history.go.bind(history)
    window.asked = 0
    history.go = (by) => { window.asked++; setTimeout(go, 1500, by) }
})()"""
"""Has the browser take longer to go back than the page waits, as Firefox can on a busy machine."""


def test_a_browser_that_goes_back_late_stays_on_the_page(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(clock=True)
    page.add_init_script(GOES_BACK_LATE)
    page.goto(server.url)
    ada = Person(page)
    ada.sit(server.url, server.table("me", "random"))
    assert ada.await_turn()
    table = page.url
    button, menu = page.get_by_role("button", name="Menu", exact=True), page.get_by_role("dialog", name="Menu")
    button.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    page.clock.run_for(1200)  # the page waits no longer
    button.press("Enter")
    expect(menu).to_be_visible()
    page.clock.run_for(5000)
    assert page.evaluate("asked") == 1
    expect(menu).to_be_visible()
    page.go_back()
    expect(menu).to_have_count(0)
    assert page.url == table


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
def test_an_unknown_address_has_a_header_and_links(
    server: LiveServer, open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width, height)
    places = {
        "/splendr": "This page doesn’t exist",
        "/%": "This page doesn’t exist",
        "/t/nosuchtable": "This table isn’t here",
        "/t/%E0%A4%A": "This table isn’t here",
        "/t/nosuchtable#%E0%A4%A": "This table isn’t here",
        "/rules/chess": "This game isn’t here",
        "/print/chess": "This game isn’t here",
        "/best/chess": "This game isn’t here",
        "/puzzles/splendor/none": "This puzzle isn’t here",
        "/tournaments/none": "This tournament isn’t here",
        "/@/nobody": "This person isn’t here",
    }
    for path, title in places.items():
        answer = page.goto(server.url + path)
        if not path.startswith("/%") and "#" not in path:
            assert answer
            assert answer.status == 404, path
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_role("link", name="Cogtable, to the lobby")).to_be_visible()
    page.get_by_role("link", name="Go to the games").click()
    expect_home(page)
