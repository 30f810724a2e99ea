"""Leaving in the browser: the creator gives seats away, people agree to end, resign, and are replaced."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = pytest.mark.parametrize(
    ("size", "width", "height"), [pytest.param("desktop", 1280, 720, marks=pytest.mark.large), ("phone", 390, 844)]
)


def menu(person: Person, item: str) -> None:
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name=item).click()


@pytest.mark.slow
@SIZES
def test_people_leave_with_grace(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str, width: int, height: int
) -> None:
    server.ready("splendor", "medium")
    table = server.table("me", "open", "open", replacing=True)
    ada, ben = Person(open_page(width, height)), Person(open_page(width, height, name="Ben"))
    ada.sit(server.url, table)
    ben.sit(server.url, server.join(table, "Ben"))

    # Before the game the creator sends Ben away, who comes back, and lets a bot play for somebody who never came.
    ada.page.get_by_role("button", name="Remove Ben from the table").click()
    expect(ben.page.get_by_label("Your name")).to_be_visible()
    ben.page.get_by_role("button", name="Join").click()
    expect(ada.page.get_by_role("button", name="Remove Ben from the table")).to_be_visible()
    picture(ada.page, f"leaving-creator-{size}")
    ada.page.get_by_role("button", name="Let a bot play").click()
    assert ada.await_turn()

    # Ada offers to end the game; Ben refuses, and resigns later: a bot plays on for him.
    menu(ada, "Offer to end the game")
    expect(ada.page.get_by_text("Waiting for Ben…")).to_be_visible()
    offer = ben.page.get_by_role("alert").filter(has_text="Ada offers to end the game")
    picture(ben.page, f"leaving-offer-{size}")
    offer.get_by_role("button", name="No").click()
    expect(ada.page.get_by_text("Ben would rather play on.")).to_be_visible()
    menu(ben, "Resign")
    picture(ben.page, f"leaving-sure-{size}")
    ben.page.get_by_role("alert").get_by_role("button", name="Resign").click()
    expect(ben.page.locator(".bar").get_by_text("You have resigned; Rivet plays for you.")).to_be_visible()

    # Somebody who opens the link goes on for him.
    cleo = Person(open_page(width, height, name="Cleo"))
    cleo.sit(server.url, {"table": table["table"]})
    picture(cleo.page, f"leaving-free-{size}")
    cleo.page.get_by_role("button", name="Take the seat").click()
    cleo.until(lambda: cleo.seat == 1)
    expect(ben.page.locator(".toast")).to_contain_text("This seat is no longer yours. You can watch.")

    # Now both agree.
    menu(cleo, "Offer to end the game")
    agree = ada.page.get_by_role("button", name="Agree")
    agree.click()
    for person in (ada, cleo):
        over = person.page.get_by_role("region", name="The game is over")
        expect(over).to_contain_text("Everybody agreed to end the game")
        expect(over.get_by_role("img", name="Winner")).to_have_count(0)
    picture(ada.page, f"leaving-end-{size}")
