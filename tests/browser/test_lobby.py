"""The lobby: which games stand there, and which is proposed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from playwright.sync_api import Page, expect

from cogtable.server import admin
from cogtable.server.db.store import Store

from .live_server import LiveServer
from .person import Person, sooner

OpenPage = Callable[..., Page]


def test_the_shortest_game_is_proposed_and_later_the_one_played_last(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(server.url)
    games = page.get_by_role("radiogroup", name="Choose a game").get_by_role("radio")
    games.first.wait_for()
    minutes = [int(words.split(" min")[0].split()[-1]) for words in page.locator(".tile .facts").all_inner_texts()]
    assert minutes == sorted(minutes)
    expect(games.first).to_be_checked()

    person = Person(page)
    person.sit(server.url, server.table("me", "open", game="smashgear"))
    page.goto(server.url)
    expect(page.get_by_role("radio", name="Smash Gear")).to_be_checked()
    expect(page.get_by_role("heading", name="A new Smash Gear table")).to_be_visible()


def is_there(page: Page, words: str) -> bool:
    return page.get_by_text(words).count() > 0


def test_the_message_of_the_host_is_read_outside_of_tables_until_it_is_put_away(
    server: LiveServer, open_page: OpenPage
) -> None:
    words = "The server restarts at 20:00 UTC. Your games go on after that."
    page, phone = open_page(clock=True), open_page(width=390, height=844, name="Ben", clock=True)

    def order(words: str) -> None:
        """As `cogtable admin message` does, or with `--clear`; in a thread, as Playwright's loop runs in this one."""

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
        page.get_by_role("radiogroup", name="Choose a game").wait_for()
        expect(page.get_by_text(words)).to_have_count(0)
        order("It is done.")
        for each in (page, phone):
            sooner(each, partial(is_there, each, "It is done."))
            expect(each.get_by_text("It is done.")).to_be_visible()
    finally:
        order("")
    sooner(phone, lambda: not is_there(phone, "It is done."))


def test_against_bots_nobody_is_asked_for_a_name(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(name="")
    server.ready("splendor", "medium")
    page.goto(server.url)
    page.get_by_role("button", name="Open the table").click()
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
    page.get_by_role("button", name="Repeat the lesson: Splendor", exact=True).click()
    page.locator(".coach .bubble").wait_for()
