"""The deal of the day in the browser: before, at the table, and after it, with scores, the share text and the week."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cogtable.server.accounts.names import skeleton
from cogtable.server.table import deals

from .live_server import LiveServer
from .test_people import signed_up
from .test_people_here import follow, looks_right

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server of these tests alone: everybody who plays today's deal here is one of theirs."""
    with LiveServer(tmp_path_factory.mktemp("daily") / "cogtable.db") as server:
        yield server


@pytest.fixture(autouse=True)
def empty(server: LiveServer) -> None:
    """Nobody has played yet."""
    execute(server.database, "DELETE FROM deal_plays")


def execute(database: Path, statement: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as connection:
        return connection.execute(statement, values).fetchall()


def today() -> int:
    """The number of today's deal on the browser's calendar, which is that of this machine."""
    return deals.number_of(datetime.now().date())


def end(database: Path, table: str, mine: int, theirs: int) -> None:
    """Ends the game of a deal with this score, as if it had been played."""
    places = [1, 2] if mine > theirs else [2, 1] if mine < theirs else [1, 1]
    ((seats,),) = execute(database, "SELECT count(*) FROM seats WHERE table_id = ?", table)
    scores = [mine, theirs, *[0] * (seats - 2)]
    execute(
        database,
        "UPDATE tables SET over = 1, waiting = 0, words = 'Round 24 · first to 15', ended = ?, places = ?, scores = ?"
        " WHERE id = ?",
        time.time(),
        json.dumps(places + [3] * (seats - 2)),
        json.dumps(scores),
        table,
    )
    execute(database, "UPDATE deal_plays SET hills = '334355678' WHERE table_id = ?", table)


def also_played(database: Path, table: str, name: str, mine: int, theirs: int) -> None:
    """Lets another person with an account of three days have played the same deal; a guest without a name."""
    copy, account = token_hex(6), token_hex(6) if name else ""
    columns = [row[1] for row in execute(database, "PRAGMA table_info(tables)")]
    values = ", ".join("?" if each == "id" else each for each in columns)
    execute(database, f"INSERT INTO tables SELECT {values} FROM tables WHERE id = ?", copy, table)
    if name:
        execute(
            database,
            "INSERT INTO accounts (id, name, skeleton, created, recovery, hidden, unnamed, rest)"
            " VALUES (?, ?, ?, ?, ?, 0, 0, '')",
            account,
            name,
            skeleton(name),
            time.time() - 3 * 86_400,
            token_hex(6),
        )
    execute(
        database,
        "INSERT INTO deal_plays (number, person, account, table_id, hills) VALUES (?, ?, ?, ?, '')",
        today(),
        account or f"~{token_hex(6)}",
        account,
        copy,
    )
    end(database, copy, mine, theirs)


def begun(page: Page, url: str) -> str:
    """Opens the deal of the day and begins it; returns its table."""
    page.goto(url)
    page.get_by_role("link", name="Daily", exact=True).click()
    page.get_by_role("button", name="Play the deal").click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def test_the_day_is_looked_at_before_the_deal_is_played(
    server: LiveServer, url: str, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(1280, 720)
    page.goto(f"{url}/daily")
    main = page.get_by_role("main")
    expect(main.get_by_text(f"Deal {today()} · ")).to_be_visible()
    expect(main.get_by_role("heading", level=1)).to_contain_text("against")
    expect(main.get_by_text("One try, no undo, no hints.")).to_be_visible()
    expect(page.get_by_role("list", name="Your week").get_by_role("listitem")).to_have_count(7)
    expect(page.get_by_role("region", name="Today’s puzzle")).to_be_visible()
    expect(page.get_by_role("link", name="Daily", exact=True)).to_have_attribute("aria-current", "page")
    main.get_by_text("What counts?").click()
    expect(main.get_by_text("The list closes when the day has ended everywhere on earth")).to_be_visible()
    looks_right(page, "daily-before", picture)


def test_a_guest_plays_the_deal_once_and_it_can_be_paused(server: LiveServer, url: str, open_page: OpenPage) -> None:
    page = open_page(1280, 720)
    table = begun(page, url)
    expect(page.locator(".pill")).to_be_visible()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    page.goto(f"{url}/daily")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url(f"**/t/{table}")


def test_the_result_is_shown_with_its_place_and_can_be_sent_without_a_card(
    server: LiveServer, url: str, open_page: OpenPage, picture: Picture
) -> None:
    mine = f"mina-{token_hex(4)}"
    page = open_page(1280, 720, name=mine)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
    signed_up(page, url)
    table = begun(page, url)
    execute(server.database, "UPDATE accounts SET created = created - 300000 WHERE name = ?", mine)
    ines, ben = f"ines-{token_hex(4)}", f"ben-{token_hex(4)}"
    also_played(server.database, table, ines, 17, 6)
    also_played(server.database, table, ben, 8, 12)
    for points in range(5):
        also_played(server.database, table, "", 12 - points, 9 + points)
    end(server.database, table, 15, 9)  # the last one: the server reads all results again for a new one of the reader
    follow(page, url, ines)

    page.goto(f"{url}/daily")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text("You won by 6")
    expect(main.get_by_text("15 to 9. Round 24.")).to_contain_text("Ahead of 6 of 7 other people.")
    bars = page.get_by_role("list", name="Points ahead of the best bot at the end")
    expect(bars.get_by_text("with you")).to_have_count(1)

    scores = page.get_by_role("region", name="Scores")
    expect(scores.get_by_role("listitem")).to_have_count(2)
    expect(scores.get_by_role("listitem").nth(0)).to_contain_text(ines)
    expect(scores.get_by_role("listitem").nth(1)).to_contain_text("You")
    scores.get_by_text("Everybody").click()
    expect(scores.get_by_role("listitem")).to_have_count(3)
    expect(scores.get_by_role("listitem").nth(2)).to_contain_text(ben)

    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    told = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert told[0].startswith(f"Cogtable {today()} · ")
    assert told[1:] == ["▃▃▄▃▅▅▆▇█", "Won by 6 · Round 24", f"{url}/daily/{today()}"]

    week = page.get_by_role("list", name="Your week")
    expect(week.get_by_text(": played")).to_have_count(1)
    expect(page.get_by_text("One day so far.")).to_be_visible()
    looks_right(page, "daily-after", picture)

    page.goto(url)
    expect(page.get_by_role("region", name="Today", exact=True)).to_contain_text("one day this week")
    looks_right(page, "daily-home", picture)
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name="Share your result").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").split("\n") == told


def test_the_home_page_of_a_newcomer_offers_the_deal(
    server: LiveServer, url: str, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(1280, 720)
    page.goto(url)
    card = page.get_by_role("region", name="Today’s deal")
    expect(card).to_contain_text("Everybody plays the same cards against the same bot.")
    expect(card.get_by_role("link", name="Or today’s puzzle")).to_be_visible()
    looks_right(page, "daily-newcomer", picture)
    card.get_by_role("link", name="Try it").click()
    expect(page.get_by_role("button", name="Play the deal")).to_be_visible()


def test_an_earlier_deal_stays_open_outside_the_list(server: LiveServer, url: str, open_page: OpenPage) -> None:
    page = open_page(390, 844)
    page.goto(f"{url}/daily/{today() - 2}")
    expect(page.get_by_text("Its list is closed: what you play now is only for you.")).to_be_visible()
    expect(page.get_by_role("link", name="Today’s deal")).to_be_visible()
    page.get_by_role("button", name="Play the deal").click()
    page.wait_for_url("**/t/*")


def test_a_deal_of_the_future_is_not_there(server: LiveServer, url: str, open_page: OpenPage) -> None:
    page = open_page(390, 844)
    page.goto(f"{url}/daily/{today() + 9}")
    expect(page.get_by_role("heading", name="This deal isn’t here")).to_be_visible()


def test_somebody_elses_game_is_shown_only_to_those_who_have_played(
    server: LiveServer, url: str, open_page: OpenPage
) -> None:
    page = open_page(1280, 720)
    table = begun(page, url)
    end(server.database, table, 15, 9)
    other = open_page(1280, 720)
    other.goto(f"{url}/t/{table}")
    expect(other.get_by_text("play this deal of the day yourself first")).to_be_visible()
