"""Undo in the browser: at once, or with the other person's agreement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Choice, Person, View

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]
Two = Callable[[int, int], tuple[Person, Person, dict[str, Any]]]

SIZES = pytest.mark.parametrize(
    ("size", "width", "height"), [pytest.param("desktop", 1280, 720, marks=pytest.mark.large), ("phone", 390, 844)]
)


def choice(view: View, start: str) -> Choice:
    return next(each for each in view["choices"] if each["text"].startswith(start))


def until_undone(person: Person, times: int, ply: int) -> None:
    """Waits for a number of undos, the last one back to a given move."""
    person.until(lambda: person.view.get("undone") == times and person.view["ply"] == ply)


@pytest.fixture
def two(server: LiveServer, open_page: OpenPage) -> Two:
    """Seats Ada and Ben at a table, on screens of a size; returns both and Ben's seat."""

    def two(width: int, height: int) -> tuple[Person, Person, dict[str, Any]]:
        table = server.table("me", "open", seed=1)
        ada, ben = Person(open_page(width, height)), Person(open_page(width, height, name="Ben"))
        friend = server.join(table, "Ben")
        ben.sit(server.url, friend)
        ada.sit(server.url, table)
        assert ada.await_turn()
        return ada, ben, friend

    return two


def revealing_move_asked_back(ada: Person) -> None:
    """Ada reserves a card, which turns another up, and asks to undo that."""
    ada.play(choice(ada.view, "reserve"))
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.get_by_text("Waiting for Ben…")).to_be_visible()


@SIZES
def test_a_move_that_revealed_nothing_is_undone_at_once(two: Two, size: str, width: int, height: int) -> None:
    ada, ben, _ = two(width, height)
    ada.play(choice(ada.view, "take white, blue, green"))
    ada.page.locator("body").press("u")
    for person in (ada, ben):
        until_undone(person, 1, 0)
    assert ada.await_turn()


@SIZES
def test_the_others_are_asked_about_a_move_that_revealed_something(
    two: Two, picture: Picture, size: str, width: int, height: int
) -> None:
    """For both, dashed rings mark what would be undone, including the gold."""
    ada, ben, _ = two(width, height)
    revealing_move_asked_back(ada)
    picture(ada.page, f"undo-asked-{size}")
    asked = ben.page.get_by_role("alert")
    expect(asked).to_contain_text("Ada asks to take a move back")
    expect(asked).to_contain_text("It revealed something hidden.")
    expect(ben.page.locator(".pill")).to_have_text("A Ada asks")
    assert ben.prompt_fits()
    for person in (ada, ben):
        expect(person.page.locator(".ring .by", has_text="+1").first).to_be_visible()
    picture(ben.page, f"undo-consent-{size}")


@SIZES
def test_a_refused_undo_leaves_the_move(two: Two, size: str, width: int, height: int) -> None:
    ada, ben, _ = two(width, height)
    revealing_move_asked_back(ada)
    ben.page.get_by_role("alert").get_by_role("button", name="No").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("Ben would rather play on.")
    expect(ada.page.locator(".ring")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Undo")).to_have_count(0)
    assert ada.view["ply"] == 1


@SIZES
def test_moves_are_undone_when_the_other_agrees(
    server: LiveServer, two: Two, picture: Picture, size: str, width: int, height: int
) -> None:
    """Ben has moved since: his move is undone too."""
    ada, ben, friend = two(width, height)
    ada.play(choice(ada.view, "take 2 red"))
    server.act(friend, lambda view: choice(view, "take"))
    ada.reach(2)
    ada.page.get_by_role("button", name="Undo").click()
    ben.page.get_by_role("alert").get_by_role("button", name="Allow").click()
    for person in (ada, ben):
        until_undone(person, 1, 0)
    assert ada.await_turn()
    if size == "phone":
        ada.page.get_by_role("button", name="Log").click()
    expect(ada.page.get_by_text("You took a move back").first).to_be_visible()
    picture(ada.page, f"undo-done-{size}")
