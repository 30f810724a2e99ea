"""The rules page with its live pictures, and links to single rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


@pytest.fixture(
    params=[
        pytest.param(((1280, 720), "light"), id="desktop", marks=pytest.mark.large),
        pytest.param(((390, 844), "dark"), id="phone"),
    ]
)
def rules(request: pytest.FixtureRequest, server: LiveServer, open_page: OpenPage) -> Iterator[Page]:
    """The rules of Splendor, opened by a link to SP-R4; no script may fail."""
    size, theme = request.param
    page = open_page(*size, theme=theme)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.url}/rules/splendor#SP-R4")
    expect(page.locator("#SP-R4.sought")).to_be_in_viewport()
    yield page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    assert errors == []


def test_the_rules_begin_with_live_pictures_that_play_a_turn(rules: Page, picture: Picture) -> None:
    expect(rules.locator("h2").first).to_have_text("Your turn")
    expect(rules.locator("figure")).to_have_count(4)
    rules.wait_for_function(
        "![...document.querySelectorAll('figure use')].some(use => use.getAttribute('href') === '#')"
    )
    size = rules.viewport_size
    assert size
    picture(rules, f"rules-{size['width']}")
    take = rules.locator("figure", has=rules.get_by_role("heading", name="Take 3"))
    white = take.locator('[data-piece="t0.0"]')
    expect(white).to_have_text("0")
    take.get_by_role("button", name="Take white, blue, green").click()
    expect(white).to_have_text("1")
    take.get_by_role("button", name="Reset").click()
    expect(white).to_have_text("0")


def test_a_symbol_in_the_rules_explains_itself(rules: Page) -> None:
    rules.get_by_role("button", name="Gold: counts as any colour").click()
    expect(rules.locator(".note")).to_have_text("Gold: counts as any colour. You get it by reserving")
    rules.keyboard.press("Escape")
    expect(rules.locator(".note")).to_have_count(0)


def test_links_lead_to_single_rules_and_to_the_symbols(rules: Page) -> None:
    take = rules.locator("figure", has=rules.get_by_role("heading", name="Take 3"))
    take.get_by_role("link", name="Rule SP-R3").click()
    expect(rules.locator("#SP-R3.sought")).to_be_in_viewport()
    assert rules.url.endswith("/rules/splendor#SP-R3")
    rules.evaluate("location.hash = '#SP-Q6'")
    expect(rules.locator("#SP-Q6.sought")).to_be_in_viewport()
    expect(rules.locator(".sought")).to_have_count(1)
    rules.get_by_role("button", name="Symbols").click()
    expect(rules.get_by_text("Gold: counts as any colour")).to_be_in_viewport()
