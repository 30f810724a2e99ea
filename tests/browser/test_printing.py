"""Printing a game: its pieces have their true size on paper, whole and readable, and a PDF of the page shows it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from playwright.sync_api import Page, expect

import cogtable

from .live_server import LiveServer
from .short import large
from .test_accessible import found as found_by_axe
from .test_legible import RULER

OpenPage = Callable[..., Page]
Home = Callable[[str], LiveServer]
Picture = Callable[[Page, str], None]

MM = 25.4 / 72
"""A point of a PDF, in millimetres."""
EXACT = 0.3
"""The tolerance of a length on paper, in millimetres."""
LINE = 0.1
"""The width of the lines along which pieces are cut, in millimetres."""
SMALLEST = 8
"""The minimum size of letters on paper in CSS pixels: 6 pt."""
GAMES = large("recharge", "megaman", "coalheart", "smashgear")
"""Games whose boxes are checked, besides Splendor's."""


class Rect(NamedTuple):
    """A rectangle on paper, in millimetres from the lower left."""

    left: float
    bottom: float
    width: float
    height: float


def rectangles(page: pypdfium2.PdfPage, outlines: bool = False) -> Iterator[Rect]:
    """The extent of each line and shape on a page of a PDF, or of its outlines only: of what is stroked, not filled."""
    for shape in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=9):
        filled, stroked = ctypes.c_int(), ctypes.c_int()
        assert pdfium.FPDFPath_GetDrawMode(shape.raw, filled, stroked)
        if outlines and (filled.value != pdfium.FPDF_FILLMODE_NONE or not stroked.value):
            continue
        left, bottom, right, top = (side * MM for side in shape.get_bounds())
        yield Rect(left, bottom, right - left, top - bottom)


def of_size(page: pypdfium2.PdfPage, width: float, height: float) -> list[Rect]:
    """The outlines along which pieces of a size are cut."""
    return [
        rect
        for rect in rectangles(page, outlines=True)
        if abs(rect.width - LINE - width) <= EXACT and abs(rect.height - LINE - height) <= EXACT
    ]


def ruler(page: pypdfium2.PdfPage) -> float:
    """The length of the ruler in the margin: the longest line."""
    return max(
        max(rect.width, rect.height) for rect in rectangles(page) if min(rect.width, rect.height) < 2 * LINE + EXACT
    )


def pdf(page: Page, path: Path) -> pypdfium2.PdfDocument:
    """The PDF that the browser's print window would save."""
    page.pdf(path=path, prefer_css_page_size=True, print_background=True)
    return pypdfium2.PdfDocument(path)


def ready(page: Page) -> None:
    """Waits until all pieces are drawn."""
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_enabled()


def option(page: Page, words: str) -> None:
    page.locator("form").get_by_text(words, exact=True).click()


def measured(page: Page) -> list[str]:
    """Returns what can't be read on paper: too small, or cut off."""
    page.emulate_media(media="print")
    offenders: list[str] = page.evaluate(RULER, {"letters": SMALLEST, "target": 0, "told": 0})
    page.emulate_media(media="screen")
    return offenders


@pytest.mark.parametrize(
    ("paper", "size", "margins"),
    [
        ("A4", (210, 297), (10.5, 16.5)),
        pytest.param("Letter", (215.9, 279.4), (13.45, 7.7), marks=pytest.mark.large),
    ],
)
def test_cards_have_their_true_size_on_both_papers_and_can_be_read(
    server: LiveServer,
    open_page: OpenPage,
    picture: Picture,
    tmp_path: Path,
    paper: str,
    size: tuple[float, float],
    margins: tuple[float, float],
) -> None:
    page = open_page(1280, 720)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.url}/rules/splendor")
    page.get_by_role("link", name="Print the game").click()
    page.wait_for_url("**/print/splendor")
    ready(page)
    picture(page, "print-1280")
    option(page, paper)
    file = pdf(page, tmp_path / f"{paper}.pdf")
    assert all(tuple(side * MM for side in each.get_size()) == pytest.approx(size, abs=EXACT) for each in file)
    cards = of_size(file[0], 63, 88)
    assert len(cards) == 9
    left, bottom = min(card.left for card in cards), min(card.bottom for card in cards)
    assert (left, bottom) == pytest.approx(margins, abs=EXACT)
    assert sum(len(of_size(each, 63, 88)) for each in file) == 90
    assert sum(len(of_size(each, 60, 60)) for each in file) == 10
    assert ruler(file[0]) - 2 * LINE == pytest.approx(100, abs=EXACT)
    said = [each.get_textpage().get_text_range() for each in file]
    assert "This line is 100 mm long" in said[0]
    assert "What is in Splendor" in said[-1]
    assert not any("In the print window" in each for each in said), "the panel is not printed"
    expect_whole(page)
    assert errors == []


@pytest.mark.large  # the client's own tests check which place is behind which
def test_backs_are_printed_behind_their_fronts(server: LiveServer, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(1280, 720)
    page.goto(f"{server.url}/print/megaman")
    ready(page)
    option(page, "A4")
    for each in ("Cards of level 1", "Cards of level 2", "Cards of level 3", "Gearstones"):
        option(page, each)
    option(page, "Backs")
    fronts, backs = page.locator(".sheet:not(.lists)").all()
    expect(backs).to_have_attribute("data-back", "true")

    def places(sheet: object) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = sheet.locator(".printed").evaluate_all(  # type: ignore[attr-defined]
            """(all) => all.filter((each) => each.querySelector('.face')).map((each) => {
                const box = each.getBoundingClientRect(), page = each.closest('.page').getBoundingClientRect()
                const scale = 210 / page.width
                return [(box.left + box.right - 2 * page.left) / 2 * scale,
                    (box.top + box.bottom - 2 * page.top) / 2 * scale]
            })"""
        )
        return found

    helpers = sorted(places(fronts))[:4]
    behind = places(backs)
    assert len(behind) == 4
    mirrored = sorted((210 - x, y) for x, y in behind)
    assert all(any((x, y) == pytest.approx(one, abs=EXACT) for one in places(fronts)) for x, y in mirrored)
    assert helpers
    file = pdf(page, tmp_path / "backs.pdf")
    assert len(of_size(file[0], 60, 60)) == 6
    assert of_size(file[1], 60, 60) == [], "lines to cut along are in front"


def middles(page: Page, sheet: int) -> list[tuple[float, float]]:
    """The centres of the pieces on a sheet, in millimetres from its upper left."""
    found: list[list[float]] = (
        page.locator(".sheet")
        .nth(sheet)
        .locator(".printed")
        .evaluate_all(
            """(all) => all.map((each) => {
            const box = each.getBoundingClientRect(), page = each.closest('.page').getBoundingClientRect()
            const scale = parseFloat(getComputedStyle(each.closest('.page')).width) / page.width * 25.4 / 96
            const [x, y] = [box.left + box.right - 2 * page.left, box.top + box.bottom - 2 * page.top]
            return [x / 2 * scale, y / 2 * scale]
        })"""
        )
    )
    return [(x, y) for x, y in found]


def test_gaps_bleed_and_offset_backs_are_printed_and_remembered(
    server: LiveServer, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(1280, 720)
    page.goto(f"{server.url}/print/splendor")
    ready(page)
    option(page, "A4")
    option(page, "Backs")
    option(page, "White backgrounds, to save ink")
    page.get_by_label("Bleed").fill("2")
    page.get_by_label("Gap between pieces").fill("6")
    page.get_by_label("Move backs right").fill("0.5")
    page.get_by_label("Move backs down").fill("-1")
    fronts, backs = middles(page, 0), middles(page, 1)
    assert fronts[1][0] - fronts[0][0] == pytest.approx(63 + 6, abs=EXACT)
    mirrored = sorted((210 - x + 0.5, y - 1) for x, y in fronts)
    assert sorted(backs) == [pytest.approx(one, abs=EXACT) for one in mirrored]
    file = pdf(page, tmp_path / "bleed.pdf")
    assert of_size(file[0], 63, 88)
    grounds = [each for each in rectangles(file[0]) if abs(each.width - 67) < EXACT and abs(each.height - 92) < EXACT]
    assert len(grounds) == len(fronts), "colour reaches 2 mm beyond the cut of every card"
    page.reload()
    ready(page)
    assert page.get_by_label("Bleed").input_value() == "2"
    assert page.get_by_label("Move backs down").input_value() == "-1"
    page.goto(f"{server.url}/print/recharge")
    ready(page)
    assert page.get_by_label("Gap between pieces").input_value() == "6"


def test_backs_can_be_flipped_on_the_short_edge_or_folded_over(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(1280, 720)
    page.goto(f"{server.url}/print/splendor")
    ready(page)
    option(page, "A4")
    option(page, "Backs")
    option(page, "Short edge")
    fronts, backs = middles(page, 0), middles(page, 1)
    assert sorted(backs) == [pytest.approx(one, abs=EXACT) for one in sorted((x, 297 - y) for x, y in fronts)]
    option(page, "Fold over")
    expect(page.locator(".sheet[data-back]")).to_have_count(0)
    first, second, *_ = middles(page, 0)
    apart = abs(first[0] - second[0]) + abs(first[1] - second[1])
    assert apart == pytest.approx(63, abs=EXACT), "front and back meet at the line where they are folded"
    assert (
        page.locator(".sheet").first.locator(".fold line").count()
        == page.locator(".sheet").first.locator(".cut rect").count()
    )
    expect(page.get_by_label("Move backs right")).to_have_count(0)


def test_a_length_that_cannot_be_printed_is_refused_at_its_field(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(390, 844)
    page.goto(f"{server.url}/print/splendor")
    ready(page)
    before = middles(page, 0)
    for wrong in ("99", "-1", ""):
        page.get_by_label("Bleed").fill(wrong)
        expect(page.get_by_role("alert")).to_have_text("Enter a number from 0 to 5.")
        assert middles(page, 0) == before
    assert found_by_axe(page) == []
    page.get_by_label("Bleed").fill("1")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_way_to_the_printer_fits_into_the_smallest_phone(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(320, 640)
    page.goto(f"{server.url}/learn")
    link = page.get_by_role("link", name="Print and play: Splendor", exact=True)
    expect(link).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    inside = "(all) => all.every((each) => each.getBoundingClientRect().right <= innerWidth)"
    assert page.locator("header a, header button").evaluate_all(inside)


@pytest.mark.parametrize(
    "name", [*GAMES, pytest.param("magpie", marks=[pytest.mark.large, pytest.mark.xdist_group("magpies server")])]
)
def test_every_piece_of_a_box_is_printed_whole_and_readable(
    home: Home, open_page: OpenPage, picture: Picture, name: str
) -> None:
    page = open_page(1280, 720)
    page.goto(f"{home(name).url}/print/{name}")
    ready(page)
    expect_whole(page)


def expect_whole(page: Page) -> None:
    """Checks that everything on paper is whole and readable, with and without backs and grounds."""
    assert measured(page) == []
    option(page, "Backs")
    option(page, "White backgrounds, to save ink")
    assert measured(page) == []
    undrawn = "[...document.querySelectorAll('.pages use')].filter((use) => use.getAttribute('href') === '#').length"
    assert page.evaluate(undrawn) == 0
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.printed')].filter((each) => {
            const [box, page] = [each, each.closest('.page')].map((one) => one.getBoundingClientRect())
            return box.left < page.left || box.right > page.right || box.top < page.top || box.bottom > page.bottom
        }).length"""
    )
    assert outside == 0


def test_in_a_custom_box_the_changed_pieces_are_printed_first(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    text = cogtable.game("recharge").box_file.read_text(encoding="utf-8")
    text = text.replace('title = "Recharge"', 'title = "Two ducks"', 1)
    text = text.replace('{name = "Solar Duck", ', '{name = "Solar Duck", copies = 2, ', 1)
    box = server.post("/api/boxes", {"game": "recharge", "text": text, "file": "ducks.toml", "name": "Ada"})
    page = open_page(390, 844)
    page.goto(f"{server.url}/print/recharge/{box['key']}")
    ready(page)
    expect(page.locator("main > .title")).to_contain_text("Two ducks")
    titles = page.locator(".sheet").first.locator(".title")
    assert titles.all_inner_texts()[:3] == ["Solar Duck", "Solar Duck", "Coin Press"]
    expect(page.locator(".sheet").first).to_contain_text("Recharge · Two ducks")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    picture(page, "print-variant-phone")
    option(page, "Each once")
    assert titles.all_inner_texts()[:2] == ["Solar Duck", "Coin Press"]
    option(page, "Only what differs")
    assert titles.all_inner_texts() == ["Solar Duck"]
    expect(page.locator("form")).to_contain_text("1 page")
    assert found_by_axe(page) == []
