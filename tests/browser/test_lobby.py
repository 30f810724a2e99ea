"""The home page, the header of all pages, and the page of a new table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from cogtable.server.app import admin
from cogtable.server.db.store import Store
from cogtable.server.wire.base import MAX_HELD

from .live_server import LiveServer
from .person import Person, expect_home, sooner

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


def test_the_shortest_game_is_proposed_and_later_the_last_played(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(server.url)
    expect_home(page)
    minutes = [int(words.split(" min")[0].split()[-1]) for words in page.locator(".tile .facts").all_inner_texts()]
    assert minutes == sorted(minutes)
    page.get_by_role("link", name="Open a table").click()
    games = page.get_by_role("radiogroup", name="Choose a game").get_by_role("radio")
    expect(games.first).to_be_checked()

    person = Person(page)
    person.sit(server.url, server.table("me", "open", game="smashgear"))
    page.goto(f"{server.url}/new")
    expect(page.get_by_role("radio", name="Smash Gear")).to_be_checked()
    expect(page.get_by_role("heading", name="A new Smash Gear table")).to_be_visible()


def is_there(page: Page, words: str) -> bool:
    return page.get_by_text(words).count() > 0


def test_the_hosts_message_is_shown_outside_tables_until_it_is_dismissed(
    server: LiveServer, open_page: OpenPage
) -> None:
    words = "The server restarts at 20:00 UTC. Your games go on after that."
    page, phone = open_page(clock=True), open_page(width=390, height=844, name="Ben", clock=True)

    def order(words: str) -> None:
        """Runs `cogtable admin message`, or with `--clear`; in a thread, because Playwright's event loop runs in this
        one.
        """

        async def give(store: Store) -> None:
            await (admin.message(store, words, None) if words else store.orders.lift("message"))

        with ThreadPoolExecutor(1) as thread:
            thread.submit(admin.do, str(server.database), give).result()

    try:
        order(words)
        for each, path in ((page, ""), (phone, "/tournaments")):
            each.goto(server.url + path)
            expect(each.get_by_role("status").filter(has_text=words)).to_be_visible()
            assert each.evaluate("document.documentElement.scrollWidth <= innerWidth")

        page.get_by_role("button", name="Got it").click()
        expect(page.get_by_text(words)).to_have_count(0)
        page.reload()
        expect_home(page)
        expect(page.get_by_text(words)).to_have_count(0)
        order("It is done.")
        for each in (page, phone):
            sooner(each, partial(is_there, each, "It is done."))
            expect(each.get_by_text("It is done.")).to_be_visible()
    finally:
        order("")
    sooner(phone, lambda: not is_there(phone, "It is done."))


def test_against_bots_no_name_is_required(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(name="")
    server.ready("splendor", "medium")
    page.goto(server.url)
    page.get_by_role("button", name="Play Splendor", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    page.locator(".pill").wait_for()


def test_a_lesson_can_be_repeated(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(390, 844)
    page.goto(server.url)
    page.get_by_role("button", name="Learn it in 5 minutes: Splendor", exact=True).wait_for()
    page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem('cogtable') ?? '{}')
            localStorage.setItem('cogtable', JSON.stringify({ ...kept, learned: ['splendor'] }))
        }"""
    )
    page.reload()
    expect(page.get_by_role("button", name="Learn it in 5 minutes: Recharge", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Learn it in 5 minutes: Splendor", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("button", name="Lesson again: Splendor", exact=True).click()
    page.locator(".coach .bubble").wait_for()


def keep(page: Page, *tables: dict[str, Any], others: int = 0) -> None:
    """Stores secrets of tables in a browser, the first one as the oldest, and of other tables that don't exist."""
    held = {table["table"]: table["secret"] for table in tables} | {f"gone-{n}": "none" for n in range(others)}
    page.add_init_script(f"localStorage.setItem('cogtable-seats', {json.dumps(json.dumps(held))})")


def listed(server: LiveServer, name: str, **wanted: Any) -> None:
    """A table with an open seat that is listed in the lobby."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    server.post("/api/tables", {"game": "splendor", "seats": seats, "name": name, "listed": True} | wanted)


def headings(page: Page) -> list[str]:
    return page.locator("main .panel:not(.tile) h2").all_inner_texts()


def test_a_guest_with_more_tables_than_one_request_can_ask_for_sees_all_of_them(
    server: LiveServer, open_page: OpenPage
) -> None:
    mine = server.table("me", "open")
    server.join(mine, "Ben")
    page = open_page()
    keep(page, mine, others=MAX_HELD)
    page.goto(server.url)
    expect(page.locator(".own").get_by_role("link", name="Your move")).to_be_visible()
    page.goto(f"{server.url}/waiting")
    expect(page.locator("li.at .about h2")).to_have_text("Splendor")
    page.goto(f"{server.url}/tournaments")
    expect(page.get_by_role("heading", name="Looking for players")).to_be_visible()
    assert page.get_by_role("alert").count() == 0


PARTS: dict[str, dict[str, tuple[str, list[str]]]] = {
    "": {
        "/api/mine": ("Your games could not be loaded.", ["Splendor", "Bring your own people"]),
        "/api/tables": ("The open tables could not be loaded.", ["Splendor", "Your move"]),
        "/api/live": ("The games to watch could not be loaded.", ["Splendor", "Your move"]),
        "/api/games": ("The games could not be loaded.", ["Your move", "Bring your own people"]),
    },
    "/waiting": {"/api/mine": ("Your games could not be loaded.", [])},
    "/tournaments": {
        "/api/tournaments/mine": ("Your tournaments could not be loaded.", ["New tournament"]),
        "/api/games": ("The games could not be loaded", ["Looking for players"]),
    },
    "/best/splendor": {"/api/leaderboards/splendor": ("The list could not be loaded.", [])},
    "/puzzles": {"/api/games": ("The puzzles could not be loaded.", ["Puzzles"])},
}
"""For each page: its requests, its message when they fail, and the headings that it still shows."""


@pytest.mark.parametrize("path", PARTS)
def test_if_one_part_of_a_page_fails_the_others_stay_and_it_can_be_retried(
    server: LiveServer, open_page: OpenPage, path: str
) -> None:
    mine = server.table("me", "open")
    server.join(mine, "Ben")
    page = open_page(390, 844)
    keep(page, mine)
    answer = {"error": "Something went wrong on the server."}
    for asked, (words, stands) in PARTS[path].items():
        fails = re.compile(re.escape(asked) + "$")
        page.route(fails, lambda route: route.fulfill(status=500, json=answer))
        page.goto(server.url + path)
        failed = page.get_by_role("alert").filter(has_text=words)
        expect(failed).to_contain_text(answer["error"])
        for heading in stands:
            expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        page.wait_for_function("document.documentElement.scrollWidth <= 390")  # once its fonts are loaded
        page.unroute(fails)
        failed.get_by_role("button", name="Try again").click()
        expect(failed).to_have_count(0)


def test_an_open_table_shows_its_options_before_joining(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    listed(server, "Dora", time_control={"move_s": 7 * 24 * 3600, "expired": "resign"})
    listed(server, "Fay")
    page = open_page(390, 844)
    page.goto(server.url)
    every = page.get_by_role("button", name=re.compile("Show all"))
    page.locator(".open .row").first.wait_for()
    if every.count():  # other tests have open tables too
        every.click()
    expect(page.locator(".open .row", has_text="Fay")).to_contain_text("Fay is away · No clock · Not rated")
    slow = page.locator(".open .row", has_text="Dora")
    expect(slow).to_contain_text("Dora is away · 7 days for each move · Not rated")
    slow.get_by_role("button", name="Sit down").click()
    sheet = page.get_by_role("dialog", name="Join this game of Splendor?")
    expect(sheet).to_contain_text("Time control: 7 days for each move. Running out of time counts as resigning.")
    picture(page, "lobby-join-slow-phone")
    sheet.get_by_role("button", name="Not now").click()
    expect(sheet).to_have_count(0)
    expect(slow).to_be_visible()
    slow.get_by_role("button", name="Sit down").click()
    sheet.get_by_role("button", name="Join").click()
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_waiting_games_come_first_and_a_few_finished_ones_last_with_their_result(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: tuple[int, int]
) -> None:
    going = [server.table("me", "open") for _ in range(12)]
    for table in going[:11]:
        server.join(table, "Ben")
    seats = [{"kind": "me"}, {"kind": "open"}]
    control = {"move_s": 2 * 3600, "expired": "resign"}
    slow = server.post("/api/tables", {"game": "splendor", "seats": seats, "name": "Ada", "time_control": control})
    server.join(slow, "Zoe")
    over = [server.table("me", "open") for _ in range(3)]
    for n, table in enumerate(over):
        other = server.join(table, "Cleo")
        server.resign(table if n % 2 else other)
    page = open_page(*size)
    keep(page, *going, slow, *over)
    page.goto(server.url)
    expect(page.locator(".over .result")).to_contain_text(["You won", "You lost", "You won"])
    found = headings(page)
    assert found[:2] == ["Your move", "Since yesterday"], "what waits comes first"
    rows = page.locator(".own .row")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Zoe")  # the least time first
    expect(rows.first.locator(".left.short")).to_have_text("2 h left")
    page.get_by_role("button", name="All 12").click()
    expect(rows).to_have_count(12)
    expect(page.locator(".waiting .chip")).to_have_text(["Splendor: waiting for players"])
    badge = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Play")
    expect(badge).to_have_accessible_name("Play, 12 games wait for you")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"lobby-finished-{size[0]}")


def test_games_with_bots_wait_below_those_with_people_and_not_for_ever(server: LiveServer, open_page: OpenPage) -> None:
    bots, people = server.table("me", "random"), server.table("me", "open")
    server.join(people, "Ben")
    page = open_page()
    keep(page, bots, people)

    def as_if_left(route: Route) -> None:
        answer = route.fetch()
        tables = answer.json()
        for table in tables:
            table |= {"created": table["created"] - days * 86400, "moved": table["created"] - days * 86400}
        route.fulfill(response=answer, json=tables)

    page.route("**/api/mine", as_if_left)
    days = 2
    page.goto(server.url)
    rows = page.locator(".own .row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Ben")
    expect(page.get_by_role("link", name="Play, one game waits for you")).to_be_visible()
    days = 4
    page.reload()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Ben")
    page.get_by_role("button", name="All 2").click()
    expect(rows).to_have_count(2)


def test_games_that_wait_are_played_one_after_another(server: LiveServer, open_page: OpenPage) -> None:
    tables = [server.table("me", "open") for _ in range(2)]
    for table in tables:
        server.join(table, "Ben")
    page = open_page()
    person = Person(page)
    keep(page, *tables)
    page.goto(server.url)
    page.get_by_role("button", name="Play them one after another").click()
    person.until(lambda: bool(person.view))
    first = page.url
    assert person.await_turn()
    person.play(person.view["choices"][0])
    person.until(lambda: page.url != first)
    assert person.await_turn()
    person.play(person.view["choices"][0])
    expect(page.locator(".pill")).to_contain_text("Ben")
    assert page.url != first, "no game waits any more"


FIVE = ("Play", "Daily", "Learn", "Tournaments", "People")


def test_every_page_has_the_same_five_links_and_the_account(server: LiveServer, open_page: OpenPage) -> None:
    """With touch, whose targets need most room. On a phone the five are tabs at the bottom, which cover nothing."""
    page = open_page(390, 844)
    plain = ("", "learn", "new", "tournaments", "puzzles", "you", "waiting", "gallery", "nowhere")
    for path in (*plain, "rules/splendor", "best/splendor", "print/splendor"):
        page.goto(f"{server.url}/{path}")
        header = page.locator("header").first
        tabs = header.get_by_role("navigation", name="Pages")
        for width, height in ((390, 844), (320, 640), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            for name in FIVE:
                expect(tabs.get_by_role("link", name=name, exact=True)).to_be_in_viewport(ratio=1)
            expect(header.get_by_role("link", name="Ada: your page")).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} at {width}"
            if width < 700:
                box = tabs.bounding_box()
                assert box
                assert (round(box["height"]), round(box["y"] + box["height"])) == (58, height)
                # Its end is visible, once the page has its full height.
                ends = """bar => {
                    scrollTo(0, document.documentElement.scrollHeight)
                    return document.querySelector('main').getBoundingClientRect().bottom <= bar + 1
                }"""
                page.wait_for_function(ends, arg=box["y"])
                page.evaluate("scrollTo(0, 0)")
    header.get_by_role("link", name="Tournaments").click()
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
    expect(tabs.get_by_role("link", name="Tournaments")).to_have_attribute("aria-current", "page")


def test_a_newcomer_reads_what_this_is_and_a_regular_begins_with_what_waits(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page(390, 844, name="")
    page.goto(server.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Five board games, ready when you are")
    for game in ("Splendor", "Recharge"):
        expect(page.get_by_role("button", name=f"Play {game}", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name=f"Learn it in 5 minutes: {game}", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()

    table = server.table("me", "random")
    keep(page, table)
    page.reload()
    expect(page.locator("main h2").first).to_have_text("Your move")
    expect(page.get_by_text("ready when you are")).to_have_count(0)


def test_the_host_can_say_what_the_server_is(tmp_path: Path, open_page: OpenPage) -> None:
    command = ("serve", "--headline", "The games of the chess club in Bern")
    with LiveServer(tmp_path / "cogtable.db", command=command) as server:
        page = open_page(name="")
        page.goto(server.url)
        expect(page.get_by_role("heading", level=1)).to_have_text("The games of the chess club in Bern")


def test_the_puzzle_of_the_day_is_offered_until_it_is_solved(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(server.url)
    page.locator(".today").get_by_role("link", name="Or today’s puzzle").click()
    page.wait_for_url("**/puzzles/*/*")
    key = page.url.rpartition("/")[2]
    page.evaluate(f"localStorage.setItem('cogtable', JSON.stringify({{ puzzles: {{ '{key}': 'solved' }} }}))")
    page.goto(f"{server.url}/daily")
    expect(page.get_by_role("region", name="Today’s puzzle")).to_contain_text("you have solved it")


def test_opening_the_options_scrolls_them_into_view(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(390, 844)
    page.goto(f"{server.url}/new")
    expect(page.get_by_role("heading", name="A new Splendor table")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport()

    desk = open_page(1280, 720)
    desk.goto(f"{server.url}/new")
    desk.locator("summary").click()
    expect(desk.get_by_text("Who starts")).to_be_in_viewport(ratio=1)
