"""The rules page with its live pictures, and links to single rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param((1280, 720), "light", id="desktop", marks=pytest.mark.large),
        pytest.param((390, 844), "dark", id="phone"),
    ],
)
def test_a_link_opens_a_rule_and_the_live_pictures_above_play_a_turn(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: tuple[int, int], theme: str
) -> None:
    page = open_page(*size, theme=theme)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.url}/rules/splendor#SP-R4")
    expect(page.locator("#SP-R4.sought")).to_be_in_viewport()
    expect(page.locator("h2").first).to_have_text("Your turn")
    expect(page.locator("figure")).to_have_count(4)
    page.wait_for_function(
        "![...document.querySelectorAll('figure use')].some(use => use.getAttribute('href') === '#')"
    )
    picture(page, f"rules-{size[0]}")

    take = page.locator("figure", has=page.get_by_role("heading", name="Take 3"))
    white = take.locator('[data-piece="t0.0"]')
    expect(white).to_have_text("0")
    take.get_by_role("button", name="Take white, blue, green").click()
    expect(white).to_have_text("1")
    take.get_by_role("button", name="Reset").click()
    expect(white).to_have_text("0")

    page.get_by_role("button", name="Gold: counts as any colour").click()
    expect(page.locator(".note")).to_have_text("Gold: counts as any colour. You get it by reserving")
    page.keyboard.press("Escape")
    expect(page.locator(".note")).to_have_count(0)

    take.get_by_role("link", name="Rule SP-R3").click()
    expect(page.locator("#SP-R3.sought")).to_be_in_viewport()
    assert page.url.endswith("/rules/splendor#SP-R3")
    page.evaluate("location.hash = '#SP-Q6'")
    expect(page.locator("#SP-Q6.sought")).to_be_in_viewport()
    expect(page.locator(".sought")).to_have_count(1)
    page.get_by_role("button", name="Symbols").click()
    expect(page.get_by_text("Gold: counts as any colour")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    assert errors == []
