"""The workbench's whole path: a card is changed and checked while it is typed, tried in games, saved, and played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .test_accessible import SIZES, expect_contrast, found

OpenPage = Callable[..., Page]

COMPILED_MS = 300_000
"""How long a game may take to be compiled when the machine is busy."""

pytestmark = pytest.mark.xdist_group("bench")


@pytest.mark.native
def test_a_card_is_changed_tried_saved_and_played(
    bench: LiveServer, open_page: OpenPage, tinys_box: Path, picture: Callable[[Page, str], None]
) -> None:
    page = open_page(1280, 720)
    page.goto(bench.url)
    expect(page.get_by_role("radio", name="Recharge")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.get_by_role("radio", name="Tiny").check(force=True)
    page.get_by_role("link", name="Change the box of Tiny").click()
    card = page.get_by_role("region", name="Card")
    face = card.locator(".face").first
    value = page.locator("#cell-0-1")

    value.click()
    page.keyboard.type("99")
    expect(value).to_have_attribute("aria-invalid", "true")
    expect(card.get_by_text("99 is out of range; expected 1 to 9")).to_be_visible()
    expect(page.get_by_role("button", name="Play it now")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(value).to_have_text("1")

    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("9")
    expect(face).to_contain_text("9")
    page.keyboard.press("Enter")
    expect(page.locator("#cell-1-1")).to_be_focused()
    expect(page.get_by_role("button", name="1 card differs")).to_be_visible()
    assert found(page) == []

    page.evaluate(
        """text => {
            const event = new ClipboardEvent('paste', {clipboardData: new DataTransfer(), bubbles: true})
            event.clipboardData.setData('text/plain', text)
            document.activeElement.dispatchEvent(event)
        }""",
        "3\n4",
    )
    expect(page.locator("#cell-2-1")).to_have_text("4")
    expect(page.get_by_role("button", name="3 cards differ")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator("#cell-2-1")).to_have_text("2")
    card.get_by_role("button", name="Copy bee").click()
    expect(card.get_by_role("heading", name="bee 2")).to_be_visible()
    card.get_by_role("button", name="Remove bee 2").click()
    expect(page.get_by_role("row", name="bee 2")).to_have_count(0)

    page.get_by_role("combobox", name="Bots").select_option("random")
    page.get_by_role("combobox", name="Games").select_option("200")
    page.get_by_role("button", name="Begin").click()
    changed = page.get_by_role("region", name="What changed beyond noise")
    expect(changed.get_by_text("Seat 2 wins")).to_be_visible(timeout=COMPILED_MS)
    expect(page.get_by_text("100 of 100 deals")).to_be_visible()
    changed.get_by_role("button", name="figures").click()
    figures = page.get_by_role("dialog")
    expect(figures.get_by_role("row", name="ant wins when dealt")).to_be_visible()
    page.keyboard.press("Escape")
    picture(page, "workbench")

    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    text = tinys_box.read_text(encoding="utf-8")
    assert "# The small ones." in text
    assert '{name = "ant", value = 9},' in text
    assert '{name = "bee", value = 1},' in text

    page.get_by_role("button", name="Play it now").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Variant mine: 1 card differs")).to_be_visible()
    page.go_back()
    expect(value).to_have_text("9")


@pytest.mark.parametrize(
    ("size", "whole"),
    [(SIZES[0], False), *(pytest.param(size, True, marks=pytest.mark.large) for size in SIZES)],
    ids=str,
)
def test_a_line_is_mended_by_the_tab_key_and_axe_finds_nothing(
    bench: LiveServer, open_page: OpenPage, size: tuple[int, int], whole: bool, picture: Callable[[Page, str], None]
) -> None:
    """All rows of a large box take axe long, so unless `whole` it looks at the card beside them."""
    page = open_page(*size)
    page.goto(f"{bench.url}/lab/recharge")
    page.locator("#cell-20-0").click()
    panes = page.get_by_role("radiogroup", name="What is shown")
    expect(page.locator("#cell-20-0")).to_be_focused()
    if one_at_a_time := panes.is_visible():
        assert found(page) == []
        panes.get_by_text("Card").click()
    line = page.get_by_label("does, line 1")
    line.fill("chrage 1")
    expect(page.get_by_text('"chrage" is not a known operation; did you mean charge?')).to_be_visible()
    expect_contrast(page, f"at {size}")
    assert found(page, None if whole else page.get_by_role("region", name="Card")) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    picture(page, f"workbench-line-{size[0]}")
    line.press("Tab")
    expect(line).to_have_value("charge 1")
    expect(page.get_by_role("region", name="Card").locator(".face").first).to_contain_text("Add 1 battery")
    if one_at_a_time:
        panes.get_by_text("Games").click()
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    expect_contrast(page, f"games at {size}")
    if one_at_a_time:
        assert found(page) == []
