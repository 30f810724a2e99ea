"""The list of finished games, a person's own figures, and keepsakes: filters, addresses, sizes, themes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import cycle
from pathlib import Path
from secrets import token_hex

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person
from .test_accessible import expect_contrast
from .test_accessible import found as violations
from .test_legible import measured
from .test_people import Two, both_seated, resigned, signed_up

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

RESULTS = ("[1,2]", "[2,1]", "[1,2]", "[1,1]")
"""The places of the games that `copies` makes, in turn."""


@pytest.fixture
def two(url: str, open_page: OpenPage) -> Two:
    """A computer and a phone, whose people have accounts."""
    mine, theirs = f"cora-{token_hex(4)}", f"dan-{token_hex(4)}"
    here = open_page(1280, 720, name=mine, theme="system")
    there = open_page(390, 844, name=theirs, theme="system")
    for page in (here, there):
        signed_up(page, url)
    return Two(here, there, mine, theirs)


def copies(database: Path, table: str, count: int) -> None:
    """Stores copies of a finished game, each of which ended an hour before the last, with different results."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        for number, places in zip(range(1, count + 1), cycle(RESULTS), strict=False):
            new = f"{table[:8]}-{number}"
            for name, key in (("tables", "id"), ("seats", "table_id"), ("actions", "table_id")):
                for row in connection.execute(f"SELECT * FROM {name} WHERE {key} = ?", (table,)).fetchall():
                    values = dict(row) | {key: new}
                    if name == "tables":
                        own = {"ended": values["ended"] - 3600 * number, "places": places, "scores": "[17,14]"}
                        values |= own | {"rematch": None, "rated": 0}
                    if name == "actions" and values["kind"] == "end":
                        continue  # it was played to the end
                    marks = ", ".join("?" * len(values))
                    connection.execute(f"INSERT INTO {name} ({', '.join(values)}) VALUES ({marks})", [*values.values()])
        connection.commit()


@pytest.fixture
def played(two: Two, url: str, server: LiveServer) -> Two:
    """The same two, after 61 games."""
    both_seated(two, url)
    resigned(two)
    expect(two.here.get_by_role("link", name="1 of 5 rated games played")).to_be_visible()
    copies(server.database, two.here.url.rpartition("/")[2], 60)
    return two


def test_filters_are_in_the_address_and_can_be_sent(played: Two, url: str) -> None:
    page = played.here
    page.goto(f"{url}/@/{played.mine}")
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Your games", exact=True)).to_be_visible()
    rows = page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(page.get_by_text("61 games", exact=True)).to_be_visible()
    expect(rows).to_have_count(50)
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(61)
    page.get_by_role("button", name="Tied").click()
    expect(page.get_by_text("15 games", exact=True)).to_be_visible()
    page.get_by_role("combobox", name="Rating").select_option("Rated")
    expect(page.get_by_text("No games match these filters.")).to_be_visible()
    assert page.url.endswith(f"/history/{played.mine}?result=tied&rated=yes")
    page.reload()
    expect(page.get_by_text("No games match these filters.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(rows).to_have_count(50)
    assert page.url.endswith(f"/history/{played.mine}")
    # Somebody else who opens the address sees the games that the two played.
    played.there.goto(f"{url}/history/{played.mine}?result=lost")
    expect(played.there.get_by_role("heading", name=f"{played.mine}’s games")).to_be_visible()
    expect(played.there.get_by_text("15 games", exact=True)).to_be_visible()


def test_a_game_can_be_reviewed_and_downloaded(played: Two, url: str) -> None:
    page = played.here
    page.goto(f"{url}/history")
    row = page.get_by_role("region", name="Your games").get_by_role("listitem").first
    expect(row).to_contain_text(played.theirs)
    with page.expect_download() as download:
        row.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.startswith("splendor-")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all").click()
    assert download.value.suggested_filename == "cogtable-games.zip"
    row.get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile(r"/analysis/0$"))


def test_the_list_of_a_guest_has_the_games_that_the_browser_knows(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(name="Gil")
    table = server.table("me", "open")
    server.join(table, "Hal")
    Person(page).sit(server.url, table)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    expect(page.get_by_role("heading", name="Hal wins")).to_be_visible()
    page.goto(f"{server.url}/history")
    expect(page.get_by_text("The games that this browser knows.")).to_be_visible()
    (row,) = page.get_by_role("region", name="Your games").get_by_role("listitem").all()
    expect(row).to_contain_text("Hal")
    page.get_by_role("button", name="Won").click()
    expect(page.get_by_text("No games match these filters.")).to_be_visible()
    assert page.url.endswith("/history?result=won")


def test_the_result_tells_a_new_keepsake_once(two: Two, url: str, server: LiveServer, picture: Picture) -> None:
    both_seated(two, url)
    resigned(two)
    ended = two.here.get_by_role("link", name="1 of 5 rated games played")
    expect(ended).to_be_visible()
    line = two.here.get_by_text("New: ")
    expect(line).to_have_count(0)
    copies(server.database, two.here.url.rpartition("/")[2], 9)
    two.here.reload()
    expect(line).to_be_visible()
    expect(two.here.get_by_role("link", name="New: ")).to_contain_text(
        "Old friends. Finished ten games with the same person."
    )
    picture(two.here, "keepsake-new")
    two.here.reload()
    expect(ended).to_be_visible()
    expect(line).to_have_count(0)


@pytest.mark.slow
def test_the_pages_are_accessible_and_legible(played: Two, url: str, picture: Picture) -> None:
    """On a computer and a phone, in both themes."""
    for page, name, size in ((played.here, played.mine, "desktop"), (played.there, played.theirs, "phone")):
        for part, path, heading in (
            ("history", f"/history/{name}", "Your games"),
            ("keepsakes", "/keepsakes", "Keepsakes"),
            ("person-me", f"/@/{name}", "How often you win"),
        ):
            page.goto(url + path)
            expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                expect(page.locator("html")).to_have_attribute("data-theme", theme)
                expect_contrast(page, f"{part}, {size}, {theme}")
                picture(page, f"{part}-{size}-{theme}")
            assert violations(page) == [], f"{part}, {size}"
            assert measured(page, size) == [], f"{part}, {size}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{part}, {size}"


def test_others_see_keepsakes_once_they_are_shown(played: Two, url: str) -> None:
    page = played.here
    page.goto(f"{url}/keepsakes")
    expect(page.get_by_role("region", name="Yours").get_by_text("First crown")).to_be_visible()
    played.there.goto(f"{url}/@/{played.mine}")
    expect(played.there.get_by_role("heading", name=played.mine, exact=True)).to_be_visible()
    expect(played.there.get_by_role("heading", name="Keepsakes")).to_have_count(0)
    expect(played.there.get_by_role("heading", name="How often you win")).to_have_count(0)
    page.get_by_text("Show them to others on my page").click()
    expect(page.get_by_role("switch", name="Show them to others on my page")).to_be_checked()
    played.there.reload()
    expect(played.there.get_by_role("region", name="Keepsakes")).to_contain_text("First crown")
