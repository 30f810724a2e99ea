"""Saved matches that are opened from the lobby, and the workbench: in a page without a server."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cogtable
from cogtable.engine.play import registry
from cogtable.engine.play.match import Match

from .test_without_server import PIECE, OpenPage, Picture
from .test_without_server import faults as faults

pytestmark = [pytest.mark.native, pytest.mark.slow, pytest.mark.xdist_group("without server")]

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])


def played(game: Any, moves: int = 10_000) -> Match:
    """A match of two seats with random moves."""
    match, dice = game.start(seats=2, seed=3), random.Random(3)
    while not match.over and match.ply < moves:
        seat = match.waiting[0]
        match.play(seat, dice.choice(match.choices(seat)).action)
    return match


def choose(page: Page, name: str, content: str) -> None:
    """Chooses a file for "Open a saved match"."""
    file = {"name": name, "mimeType": "application/json", "buffer": content.encode()}
    page.get_by_label("Open a saved match").set_input_files(files=[file])  # type: ignore[list-item]


@SIZES
def test_a_saved_match_is_opened(
    strict_site_address: str,
    open_page: OpenPage,
    faults: Callable[[Page], None],
    picture: Picture,
    width: int,
    height: int,
) -> None:
    page = open_page(width, height)
    faults(page)
    page.goto(strict_site_address)
    choose(page, "notes.json", "{}")
    expect(page.get_by_role("alert")).to_contain_text("this file is not a saved match")
    picture(page, f"saved-match-wrong-{width}")

    splendor = registry.find("splendor")
    choose(page, "match.json", cogtable.save(played(splendor, 9)))
    sheet = page.get_by_role("dialog", name="Open this match?")
    expect(sheet).to_contain_text("Splendor with 2 players, 9 moves.")
    picture(page, f"saved-match-{width}")
    sheet.get_by_role("button", name="Cancel").click()
    expect(sheet).to_be_hidden()

    choose(page, "match.json", cogtable.save(played(splendor)))
    sheet.get_by_label("Your seat").select_option("2")
    sheet.get_by_role("button", name="Open").click()
    page.locator(PIECE).first.wait_for()
    expect(page.get_by_role("button", name="Play again").first).to_be_visible()
    picture(page, f"saved-match-opened-{width}")


@SIZES
def test_a_box_is_tried_and_saved(
    strict_site_address: str,
    open_page: OpenPage,
    with_magpie: Callable[[], Any],
    faults: Callable[[Page], None],
    picture: Picture,
    tmp_path: Path,
    width: int,
    height: int,
) -> None:
    page = open_page(width, height)
    faults(page)
    page.goto(f"{strict_site_address}#/lab/magpie")
    save = page.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_visible()
    games = page.get_by_role("button", name="Games", exact=True).or_(page.get_by_text("Games", exact=True))
    if width < 1080:
        games.first.click()
    expect(page.get_by_text("This page plays up to 2,000 games.")).to_be_visible()
    counts = page.get_by_role("region", name="Games between bots").get_by_role("combobox").last
    assert counts.locator("option").all_inner_texts() == ["200", "2,000"]
    counts.select_option("200")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("200 of 200 deals")).to_be_visible()
    expect(page.get_by_text("Seat 1 wins")).to_be_visible()
    picture(page, f"page-workbench-{width}")

    save.click()
    page.get_by_role("dialog").get_by_label("File").fill("mine")
    with page.expect_download() as downloaded:
        page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    assert downloaded.value.suggested_filename == "mine.toml"
    downloaded.value.save_as(tmp_path / "mine.toml")
    with with_magpie():
        assert registry.find("magpie").with_box(tmp_path / "mine.toml").box.digest == registry.find("magpie").box.digest
