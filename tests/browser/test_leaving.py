"""Leaving in the browser: the creator gives seats away; people agree to end, resign, and are replaced."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]
SitDown = Callable[..., tuple[Person, Person, str]]

SIZES = pytest.mark.parametrize(
    ("size", "width", "height"), [pytest.param("desktop", 1280, 720, marks=pytest.mark.large), ("phone", 390, 844)]
)


def menu(person: Person, item: str) -> None:
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name=item).click()


@pytest.fixture
def sit_down(server: LiveServer, open_page: OpenPage) -> SitDown:
    """Seats Ada and Ben at a table where seats that were given up can be taken; returns both, and its name."""

    def sit_down(*others: str, size: tuple[int, int]) -> tuple[Person, Person, str]:
        server.ready("splendor", "medium")
        table = server.table("me", "open", *others, replacing=True)
        ada, ben = Person(open_page(*size)), Person(open_page(*size, name="Ben"))
        ada.sit(server.url, table)
        ben.sit(server.url, server.join(table, "Ben"))
        return ada, ben, table["table"]

    return sit_down


def resign(person: Person) -> None:
    menu(person, "Resign")
    person.page.get_by_role("alert").get_by_role("button", name="Resign").click()


@SIZES
def test_before_the_game_the_creator_can_give_seats_away(
    sit_down: SitDown, picture: Picture, size: str, width: int, height: int
) -> None:
    """Ben is removed, and comes back; a bot plays for the one who never came."""
    ada, ben, _ = sit_down("open", size=(width, height))
    ada.page.get_by_role("button", name="Remove Ben from the table").click()
    expect(ben.page.get_by_label("Your name")).to_be_visible()
    ben.page.get_by_role("button", name="Join").click()
    expect(ada.page.get_by_role("button", name="Remove Ben from the table")).to_be_visible()
    picture(ada.page, f"leaving-creator-{size}")
    ada.page.get_by_role("button", name="Let a bot play").click()
    assert ada.await_turn()


@SIZES
def test_an_offer_to_end_can_be_declined(
    sit_down: SitDown, picture: Picture, size: str, width: int, height: int
) -> None:
    ada, ben, _ = sit_down(size=(width, height))
    menu(ada, "Offer to end the game")
    expect(ada.page.get_by_text("Waiting for Ben…")).to_be_visible()
    offer = ben.page.get_by_role("alert").filter(has_text="Ada offers to end the game")
    picture(ben.page, f"leaving-offer-{size}")
    offer.get_by_role("button", name="No").click()
    expect(ada.page.get_by_text("Ben would rather play on.")).to_be_visible()


@SIZES
def test_a_bot_plays_for_a_resigned_player_until_someone_takes_the_seat(
    server: LiveServer, sit_down: SitDown, open_page: OpenPage, picture: Picture, size: str, width: int, height: int
) -> None:
    _, ben, table = sit_down("random", size=(width, height))
    resign(ben)
    expect(
        ben.page.locator(".bar").get_by_text(re.compile(r"^You have resigned; \w+ plays for you\.$"))
    ).to_be_visible()
    cleo = Person(open_page(width, height, name="Cleo"))
    cleo.sit(server.url, {"table": table})
    picture(cleo.page, f"leaving-free-{size}")
    cleo.page.get_by_role("button", name="Take the seat").click()
    cleo.until(lambda: cleo.seat == 1)
    expect(ben.page.locator(".toast")).to_contain_text("This seat is no longer yours. You can watch.")


@SIZES
def test_when_all_agree_the_game_ends_without_a_winner(
    sit_down: SitDown, picture: Picture, size: str, width: int, height: int
) -> None:
    ada, ben, _ = sit_down(size=(width, height))
    menu(ben, "Offer to end the game")
    ada.page.get_by_role("button", name="Agree").click()
    for person in (ada, ben):
        over = person.page.get_by_role("region", name="The game is over")
        expect(over).to_contain_text("Everybody agreed to end the game")
        expect(over.get_by_role("img", name="Winner")).to_have_count(0)
    picture(ada.page, f"leaving-end-{size}")
