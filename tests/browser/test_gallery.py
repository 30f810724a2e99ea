"""The gallery, which shows designers everything that a table can show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cogtable.gallery import examples

from .live_server import LiveServer


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param((1280, 720), "dark", id="desktop", marks=pytest.mark.large),
        pytest.param((390, 844), "light", id="phone"),
    ],
)
def test_every_example_is_drawn_beside_its_source_lines(
    server: LiveServer,
    open_page: Callable[..., Page],
    picture: Callable[[Page, str], None],
    size: tuple[int, int],
    theme: str,
) -> None:
    page = open_page(*size, theme=theme)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.url}/gallery")
    expect(page.locator("article")).to_have_count(len(examples()))
    for piece in examples()[-1].view.pieces:
        expect(page.locator(f'[data-piece="{piece.id}"]')).to_be_visible()
    lines = page.locator("article", has=page.get_by_role("heading", name="Overlap")).locator("pre")
    expect(lines).to_contain_text('Zone(id="patience", shape="column", label="Patience", aspect=0.75, overlap=0.7)')
    # every picture is drawn: an unknown or missing one would be a broken reference
    page.wait_for_function(
        "![...document.querySelectorAll('article use')].some(use => use.getAttribute('href') === '#')"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    picture(page, f"gallery-{size[0]}")
    assert errors == []


@pytest.mark.large  # test_zones.py does the same at a table
def test_a_card_can_be_dragged_in_an_example(server: LiveServer, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{server.url}/gallery")
    pile = page.locator('[data-piece="discard"]')
    pile.scroll_into_view_if_needed()
    card: Any = page.locator('[data-piece="hand-1"]').bounding_box()
    there: Any = pile.bounding_box()
    page.mouse.move(card["x"] + 30, card["y"] + 30)
    page.mouse.down()
    page.mouse.move(there["x"] + 30, there["y"] + 30, steps=4)
    page.mouse.up()
    expect(pile).to_have_attribute("aria-pressed", "true")
