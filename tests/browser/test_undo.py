"""Taking a move back in the browser: at once, and with the leave of the other person."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Choice, Person, View

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = pytest.mark.parametrize(
    ("size", "width", "height"), [pytest.param("desktop", 1280, 720, marks=pytest.mark.large), ("phone", 390, 844)]
)


def choice(view: View, start: str) -> Choice:
    return next(each for each in view["choices"] if each["text"].startswith(start))


def until_undone(person: Person, times: int, ply: int) -> None:
    """Waits until moves have been taken back so often, the last time to that one."""
    person.until(lambda: person.view.get("undone") == times and person.view["ply"] == ply)


@SIZES
def test_a_move_is_taken_back_at_once_or_with_the_others_leave(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str, width: int, height: int
) -> None:
    table = server.table("me", "open", seed=1)
    ada, ben = Person(open_page(width, height)), Person(open_page(width, height, name="Ben"))
    friend = server.join(table, "Ben")
    ben.sit(server.url, friend)
    ada.sit(server.url, table)

    # What told nobody anything goes back at once, by the key or the button.
    assert ada.await_turn()
    ada.play(choice(ada.view, "take white, blue, green"))
    ada.page.locator("body").press("u")
    for person in (ada, ben):
        until_undone(person, 1, 0)
    assert ada.await_turn()

    # A card that was turned up has told something.
    ada.play(choice(ada.view, "reserve"))
    expect(ada.page.get_by_role("button", name="Undo")).to_be_visible()
    picture(ada.page, f"undo-offered-{size}")
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.get_by_text("Waiting for Ben…")).to_be_visible()
    picture(ada.page, f"undo-asked-{size}")
    asked = ben.page.get_by_role("alert")
    expect(asked).to_contain_text("Ada asks to take a move back")
    expect(asked).to_contain_text("It revealed something hidden.")
    expect(ben.page.locator(".pill")).to_have_text("A Ada asks")
    assert ben.prompt_fits()
    # Dashed rings say what would go back, for both: the gold is one of it.
    for person in (ada, ben):
        expect(person.page.locator(".ring .by", has_text="+1").first).to_be_visible()
    picture(ben.page, f"undo-consent-{size}")
    asked.get_by_role("button", name="No").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("Ben would rather play on.")
    expect(ada.page.locator(".ring")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Undo")).to_have_count(0)

    # The game goes on, and the next time Ben allows it.
    server.act(friend, lambda view: choice(view, "take white, blue, green"))
    assert ada.await_turn()
    ada.play(choice(ada.view, "take 2 red"))
    server.act(friend, lambda view: choice(view, "take"))
    ada.reach(4)
    ada.page.get_by_role("button", name="Undo").click()
    ben.page.get_by_role("alert").get_by_role("button", name="Allow").click()
    for person in (ada, ben):
        until_undone(person, 2, 2)
    assert ada.await_turn()
    if size == "phone":
        ada.page.get_by_role("button", name="Log").click()
    expect(ada.page.get_by_text("You took a move back").first).to_be_visible()
    picture(ada.page, f"undo-done-{size}")
