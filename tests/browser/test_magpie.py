"""The game of `docs/add-a-game.md`, a package of its own, at a table with a bot that searches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person


@pytest.mark.large  # other games are played to the end; test_zones.py has Magpie's kinds of parts
@pytest.mark.xdist_group("magpies server")
def test_turns_against_medium_to_the_end_and_on_a_phone(
    magpies_server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None]
) -> None:
    server = magpies_server
    server.ready("magpie", "medium")
    page = open_page()
    person = Person(page)
    page.goto(server.url)
    page.get_by_text("Magpie", exact=True).first.click()
    own = page.locator(".tile img")
    expect(own).to_have_count(1)
    assert own.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    picture(page, "magpie-lobby-1280")

    table = server.table("me", "medium", game="magpie")
    person.sit(server.url, server.ahead(table, 8, lambda view: view["choices"][0]))
    turns = 0
    while person.await_turn():
        turns += 1
        picture(page, "magpie-1280")
        play(person)
    assert turns == 2
    assert any("MP-R7" in message for message in person.received)
    expect(page.get_by_role("button", name="Play again").first).to_be_visible()

    # In a game of three, a player who resigns drops out, and the others play on.
    table = server.table("me", "open", "open", game="magpie")
    friend, third = server.join(table, "Ben"), server.join(table, "Cleo")
    ada, ben = (Person(open_page(360, 740, name=name)) for name in ("Ada", "Ben"))
    ada.sit(server.url, table)
    ben.sit(server.url, friend)
    assert ada.await_turn()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Resign").click()
    sure = ada.page.get_by_role("alert")
    expect(sure).to_contain_text("the others play on without you")
    picture(ada.page, "dropping-sure-phone")
    sure.get_by_role("button", name="Resign").click()
    expect(ada.page.locator(".bar")).to_contain_text("You have resigned. The others play on without you.")
    assert ben.await_turn()
    play(ben)
    server.act(third, lambda view: view["choices"][0])
    ada.reach(3)
    picture(ada.page, "dropping-out-phone")
    picture(ben.page, "dropping-others-phone")


def play(person: Person) -> None:
    """A different choice each time."""
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    choices = person.view["choices"]
    person.play(choices[person.view["ply"] % len(choices)])
