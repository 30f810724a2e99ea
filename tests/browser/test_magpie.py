"""The game of `docs/add-a-game.md`, a package of its own, at a table with a bot that searches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person

# other games are played to the end; test_zones.py has Magpie's kinds of parts
pytestmark = [pytest.mark.large, pytest.mark.xdist_group("magpies server")]

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


def test_the_lobby_shows_the_packages_own_picture(
    magpies_server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page()
    page.goto(magpies_server.url)
    own = page.locator(".tile img")
    expect(own).to_have_count(1)
    assert own.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    picture(page, "magpie-lobby-1280")


def test_a_game_against_medium_is_played_to_the_end(
    magpies_server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    server = magpies_server
    server.ready("magpie", "medium")
    person = Person(open_page())
    table = server.table("me", "medium", game="magpie")
    person.sit(server.url, server.ahead(table, 8, lambda view: view["choices"][0]))
    turns = 0
    while person.await_turn():
        turns += 1
        picture(person.page, "magpie-1280")
        play(person)
    assert turns == 2
    assert any("MP-R7" in message for message in person.received)
    expect(person.page.get_by_role("button", name="Play again").first).to_be_visible()


def test_in_a_game_of_three_the_others_play_on_after_a_resignation(
    magpies_server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    server = magpies_server
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
