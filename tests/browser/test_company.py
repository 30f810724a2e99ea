"""The waiting room and the chat of two people, and two people at one device."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person, sensible


@pytest.fixture
def two(server: LiveServer, open_page: Callable[..., Page]) -> tuple[Person, Person]:
    """Ada at her computer and Bob at his phone, at one table."""
    table = server.table("me", "open", seed=11)
    ada, bob = Person(open_page()), Person(open_page(390, 844, name="Bob"))
    ada.sit(server.url, table)
    bob.page.goto(f"{server.url}/t/{table['table']}")
    bob.page.get_by_role("button", name="Join").click()
    bob.until(lambda: bool(bob.view) and bob.seat == 1)
    return ada, bob


def write(page: Page, whom: str, words: str) -> None:
    """Writes a message in the open chat, and waits until it was sent."""
    field = page.get_by_label(f"Write to {whom}")
    field.fill(words)
    page.keyboard.press("Enter")
    expect(field).to_have_value("")


def test_a_table_on_a_server_that_only_this_computer_reaches_says_so(
    server: LiveServer, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    Person(page).sit(server.url, server.table("me", "open"))
    expect(page.get_by_role("note")).to_contain_text("Only this computer can open the link.")
    expect(page.locator(".code svg")).to_have_count(0)


def test_a_table_in_a_network_shows_its_address_and_who_opens_it(
    server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None]
) -> None:
    """The tests' server listens on this machine only; the page is made to believe that it listens on the network."""
    table = server.table("me", "open")
    page = open_page()
    page.route(
        "**/api/reach", lambda route: route.fulfill(json={"who": "network", "address": "http://192.168.1.24:8000"})
    )
    Person(page).sit(server.url, table)
    expect(page.locator(".address")).to_have_text(f"http://192.168.1.24:8000/t/{table['table']}")
    page.get_by_role("button", name="Enlarge").click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("joins by link")).to_be_visible()
    open_page(390, 844, name="Bob").goto(f"{server.url}/t/{table['table']}")
    expect(page.get_by_text("Someone opened the link just now")).to_be_visible()
    picture(page, "waiting-room")


def test_two_people_write_to_each_other(two: tuple[Person, Person]) -> None:
    """Ada writes next to the log; Bob, on his phone, sees a dot and opens a sheet."""
    here, there = two[0].page, two[1].page
    here.get_by_role("tab", name="Chat").click()
    write(here, "Bob", "Good luck! \u202e<b>Bob</b>")
    there.get_by_role("button", name="Chat, 1 new message").click()
    expect(there.locator(".bubble")).to_have_text("Good luck! <b>Bob</b>")
    expect(there.locator("[aria-live=polite]", has_text="Ada says: Good luck!")).to_have_count(1)
    there.get_by_role("button", name="Sure!").click()
    expect(here.locator(".message .bubble").last).to_have_text("Sure!")


@pytest.mark.parametrize("bots", [1, 2])
def test_a_table_with_a_low_log_makes_room_for_the_chat(
    server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None], bots: int
) -> None:
    """With more than two players of Splendor, the nobles move closer together while people talk."""
    table = server.table("me", "open", *["random"] * bots, seed=11)
    ada, bob = Person(open_page(1280, 720)), Person(open_page(390, 844, name="Bob"))
    ada.sit(server.url, table)
    bob.page.goto(f"{server.url}/t/{table['table']}")
    bob.page.get_by_role("button", name="Join").click()
    bob.until(lambda: bool(bob.view) and bob.seat == 1)
    chat = ada.page.get_by_role("button", name="Chat", exact=True)
    chat.click()
    expect(chat).to_have_attribute("aria-pressed", "true")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    write(ada.page, "Bob", "Good luck!")
    expect(ada.page.locator(".scene .bubble")).to_have_text("Good luck!")
    picture(ada.page, f"chat-beside-{bots + 2}")
    chat.click()
    expect(ada.page.locator(".scene .bubble")).to_have_count(0)


def test_moves_stand_between_the_messages_and_can_be_commented(
    two: tuple[Person, Person], picture: Callable[[Page, str], None]
) -> None:
    ada, bob = two
    ada.page.get_by_role("tab", name="Chat").click()
    write(ada.page, "Bob", "Good luck!")
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    bob.reach(ada.view["ply"])
    bob.page.get_by_role("button", name="Chat, 1 new message").click()
    bob.page.get_by_role("button", name="React to this move").last.click()
    bob.page.get_by_role("button", name="Nice!").click()
    expect(ada.page.locator(".move .chip")).to_have_attribute("title", "Bob on this move: Nice!")
    picture(bob.page, "chat-phone")


def test_messages_of_a_muted_person_are_hidden(
    two: tuple[Person, Person], picture: Callable[[Page, str], None]
) -> None:
    ada, bob = two
    here, there = ada.page, bob.page
    here.get_by_role("tab", name="Chat").click()
    there.get_by_role("button", name="Chat", exact=True).click()
    write(there, "Ada", "Hello!")
    here.get_by_role("button", name="About Bob").click()
    picture(here, "chat")
    here.get_by_role("button", name="Mute Bob").click()
    expect(here.get_by_text("Bob is muted.")).to_be_visible()
    write(there, "Ada", "Are you there?")
    ada.until(lambda: any("Are you there?" in text for text in ada.received))
    expect(here.locator("body")).not_to_contain_text("Are you there?")


def test_two_people_at_one_device_do_not_see_each_others_secrets(
    server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None]
) -> None:
    page = open_page()
    people = Person(page)
    page.goto(f"{server.url}/new/splendor/here")
    page.get_by_label("Name of the player in seat 2").fill("Bob")
    page.get_by_role("button", name="Open the table").click()

    # No seat has secrets yet: the table turns to the seat that is to move.
    people.until(lambda: bool(people.view))
    assert people.await_turn()
    assert people.seat == 0
    expect(page.get_by_role("dialog")).to_have_count(0)
    people.play(next(choice for choice in people.view["choices"] if "top card" in choice["text"]))
    secret = next(piece["label"] for piece in people.view["pieces"] if piece.get("secret"))
    label = json.dumps(secret)

    # Now Ada has one: there is a curtain, and none of her pieces lies under it.
    expect(page.get_by_role("dialog")).to_contain_text("Pass the device to Bob")
    assert label not in json.dumps(people.view)
    assert secret not in page.content()
    picture(page, "curtain")
    page.reload()
    expect(page.get_by_role("button", name="I am Bob")).to_be_focused()
    assert people.seat == -1
    page.keyboard.press("Enter")
    assert people.await_turn()
    assert people.seat == 1
    assert label not in json.dumps(people.view)
    assert secret not in page.content()
    people.play(sensible(people.view))
    page.get_by_role("button", name="I am Ada").click()
    assert people.await_turn()
    assert people.seat == 0
    assert label in json.dumps(people.view)
