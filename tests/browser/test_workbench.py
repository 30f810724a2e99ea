"""The workbench from end to end: a card is edited with checks while typing, tried in games, saved, and played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .test_accessible import SIZES, expect_contrast, found

OpenPage = Callable[..., Page]

COMPILED_MS = 300_000
"""The time limit for compiling a game on a busy machine."""

pytestmark = pytest.mark.xdist_group("bench")


@pytest.fixture
def sheet(bench: LiveServer, open_page: OpenPage, tinys_box: Path) -> Iterator[Page]:
    """The sheet of Tiny's cards from the workbench's box. The box is restored afterwards."""
    before = tinys_box.read_text(encoding="utf-8")
    page = open_page(1280, 720)
    page.goto(f"{bench.url}/lab/tiny")
    expect(value_of(page, 0)).to_have_text("1")
    yield page
    tinys_box.write_text(before, encoding="utf-8")


def value_of(page: Page, row: int) -> Locator:
    """The cell with a card's value."""
    return page.locator(f"#cell-{row}-1")


def set_value(page: Page, row: int, value: str) -> None:
    """Types a value into a cell."""
    value_of(page, row).click()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type(value)
    page.keyboard.press("Enter")


def paste(page: Page, text: str) -> None:
    """Pastes text into the focused cell."""
    page.evaluate(
        """text => {
            const event = new ClipboardEvent('paste', {clipboardData: new DataTransfer(), bubbles: true})
            event.clipboardData.setData('text/plain', text)
            document.activeElement.dispatchEvent(event)
        }""",
        text,
    )


def test_the_page_to_learn_links_to_a_games_box(bench: LiveServer, open_page: OpenPage) -> None:
    page = open_page(1280, 720)
    page.goto(bench.url)
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.get_by_role("link", name="Change the box: Recharge")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.get_by_role("link", name="Change the box: Tiny").click()
    expect(value_of(page, 0)).to_have_text("1")


def test_a_value_out_of_range_is_refused_while_typing(sheet: Page) -> None:
    cell = value_of(sheet, 0)
    cell.click()
    sheet.keyboard.type("99")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(sheet.get_by_role("region", name="Card").get_by_text("99 is out of range; expected 1 to 9")).to_be_visible()
    expect(sheet.get_by_role("button", name="Play it now")).to_be_disabled()
    sheet.keyboard.press("Escape")
    expect(cell).to_have_text("1")


def test_a_card_is_redrawn_while_its_value_is_typed(sheet: Page) -> None:
    value_of(sheet, 0).click()
    sheet.keyboard.press("Enter")
    sheet.keyboard.press("Control+a")
    sheet.keyboard.type("9")
    expect(sheet.get_by_role("region", name="Card").locator(".face").first).to_contain_text("9")
    sheet.keyboard.press("Enter")
    expect(value_of(sheet, 1)).to_be_focused()
    expect(sheet.get_by_role("button", name="1 card differs")).to_be_visible()
    assert found(sheet) == []


def test_several_values_can_be_pasted_and_undone_at_once(sheet: Page) -> None:
    value_of(sheet, 1).click()
    paste(sheet, "3\n4")
    expect(value_of(sheet, 2)).to_have_text("4")
    expect(sheet.get_by_role("button", name="2 cards differ")).to_be_visible()
    sheet.keyboard.press("Control+z")
    expect(value_of(sheet, 1)).to_have_text("1")
    expect(value_of(sheet, 2)).to_have_text("2")


def test_a_card_can_be_copied_and_the_copy_removed(sheet: Page) -> None:
    card = sheet.get_by_role("region", name="Card")
    value_of(sheet, 1).click()
    card.get_by_role("button", name="Copy bee").click()
    expect(card.get_by_role("heading", name="bee 2")).to_be_visible()
    card.get_by_role("button", name="Remove bee 2").click()
    expect(sheet.get_by_role("row", name="bee 2")).to_have_count(0)


@pytest.mark.native
def test_games_with_the_changed_card_report_what_changed(sheet: Page, picture: Callable[[Page, str], None]) -> None:
    set_value(sheet, 0, "9")
    sheet.get_by_role("combobox", name="Bots").select_option("random")
    sheet.get_by_role("combobox", name="Games").select_option("200")
    sheet.get_by_role("button", name="Begin").click()
    changed = sheet.get_by_role("region", name="What changed beyond noise")
    expect(changed.get_by_text("Seat 2 wins")).to_be_visible(timeout=COMPILED_MS)
    expect(sheet.get_by_text("100 of 100 deals")).to_be_visible()
    changed.get_by_role("button", name="figures").click()
    expect(sheet.get_by_role("dialog").get_by_role("row", name="ant wins when dealt")).to_be_visible()
    sheet.keyboard.press("Escape")
    picture(sheet, "workbench")


def test_a_saved_box_keeps_its_comments_and_can_be_played(sheet: Page, tinys_box: Path) -> None:
    set_value(sheet, 0, "9")
    sheet.get_by_role("button", name="Save", exact=True).click()
    expect(sheet.get_by_text("saved", exact=True)).to_be_visible()
    text = tinys_box.read_text(encoding="utf-8")
    assert "# The small ones." in text
    assert '{name = "ant", value = 9},' in text
    assert '{name = "bee", value = 1},' in text
    sheet.get_by_role("button", name="Play it now").click()
    sheet.wait_for_url("**/t/*")
    expect(sheet.get_by_role("button", name="Variant mine: 1 card differs")).to_be_visible()
    sheet.go_back()
    expect(value_of(sheet, 0)).to_have_text("9")


@pytest.mark.parametrize(
    ("size", "whole"),
    [(SIZES[0], False), *(pytest.param(size, True, marks=pytest.mark.large) for size in SIZES)],
    ids=str,
)
def test_tab_corrects_a_line_and_axe_finds_nothing(
    bench: LiveServer, open_page: OpenPage, size: tuple[int, int], whole: bool, picture: Callable[[Page, str], None]
) -> None:
    """axe needs long for all rows of a large box, so unless `whole` it checks the card beside them."""
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
