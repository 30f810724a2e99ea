"""Company: the waiting room and the chat of two people, and two people at one device."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person, sensible


def test_a_friend_comes_by_the_link_and_the_two_talk(
    server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None]
) -> None:
    table = server.table("me", "open", seed=11)
    ada, bob = Person(open_page()), Person(open_page(390, 844, name="Bob"))
    here, there = ada.page, bob.page

    # The server of the tests listens to its own machine, and says so; then as if it listened to the network.
    ada.sit(server.url, table)
    expect(here.get_by_role("note")).to_contain_text("Only this computer can open the link.")
    expect(here.locator(".code svg")).to_have_count(0)
    here.route(
        "**/api/reach", lambda route: route.fulfill(json={"who": "network", "address": "http://192.168.1.24:8000"})
    )
    here.reload()
    expect(here.locator(".address")).to_have_text(f"http://192.168.1.24:8000/t/{table['table']}")
    here.get_by_role("button", name="Enlarge").click()
    expect(here.get_by_role("dialog").get_by_role("img")).to_be_visible()
    here.keyboard.press("Escape")
    expect(here.get_by_text("joins by link")).to_be_visible()
    there.goto(f"{server.url}/t/{table['table']}")
    expect(here.get_by_text("Someone opened the link just now")).to_be_visible()
    picture(here, "waiting-room")
    there.get_by_role("button", name="Join").click()

    # Ada writes in the log's place; Bob, at his phone, sees a dot and opens a sheet.
    here.get_by_role("tab", name="Chat").click()
    here.get_by_label("Write to Bob").fill("Good luck! \u202e<b>Bob</b>")
    here.keyboard.press("Enter")
    expect(here.get_by_label("Write to Bob")).to_have_value("")
    there.get_by_role("button", name="Chat, 1 new message").click()
    expect(there.locator(".bubble")).to_have_text("Good luck! <b>Bob</b>")
    expect(there.locator("[aria-live=polite]", has_text="Ada says: Good luck!")).to_have_count(1)
    there.get_by_role("button", name="Sure!").click()
    expect(here.locator(".message .bubble").last).to_have_text("Sure!")
    there.keyboard.press("Escape")

    # Moves stand between messages, and take a word.
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    bob.reach(ada.view["ply"])
    there.get_by_role("button", name="Chat", exact=True).click()
    there.get_by_role("button", name="React to this move").last.click()
    there.get_by_role("button", name="Nice!").click()
    expect(here.locator(".move .chip")).to_have_attribute("title", "Bob on this move: Nice!")
    picture(there, "chat-phone")
    here.get_by_role("button", name="About Bob").click()
    picture(here, "chat")
    here.get_by_role("button", name="Mute Bob").click()
    expect(here.get_by_text("Bob is muted.")).to_be_visible()
    there.get_by_label("Write to Ada").fill("Are you there?")
    there.keyboard.press("Enter")
    expect(there.get_by_label("Write to Ada")).to_have_value("")
    ada.until(lambda: any("Are you there?" in text for text in ada.received))
    expect(here.locator("body")).not_to_contain_text("Are you there?")


def test_two_people_at_one_device_see_nothing_of_each_other_s_secrets(
    server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None]
) -> None:
    page = open_page()
    people = Person(page)
    page.goto(server.url)
    page.get_by_label("Who sits in seat 2").select_option("Someone at this device")
    page.get_by_label("Name of the player in seat 2").fill("Bob")
    page.get_by_role("button", name="Open the table").click()

    # Nobody knows more than the others yet: the table turns to whose turn it is.
    people.until(lambda: bool(people.view))
    assert people.await_turn()
    assert people.seat == 0
    expect(page.get_by_role("dialog")).to_have_count(0)
    people.play(next(choice for choice in people.view["choices"] if "top card" in choice["text"]))
    secret = next(piece["label"] for piece in people.view["pieces"] if piece.get("secret"))
    label = json.dumps(secret)

    # Now Ada does: there is a curtain, and nothing of hers lies under it.
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
