"""Splendor at a table: whole games in a real browser, played by touch, by keyboard, and through a crash."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .keys import by_arrows, by_list, tab_to
from .live_server import LiveServer
from .person import Person, new_table, sensible
from .test_steady import SHIFT, STEADINESS

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

PHONE = 360, 740
MOST_TURNS = 30
"""A number of turns that includes both a card and gems, by arrow keys and in the list."""


def steady(page: Page) -> Page:
    """A page that sums up layout shifts from now on."""
    page.add_init_script(STEADINESS)
    return page


def expect_steady(page: Page) -> None:
    assert page.evaluate("shift") < SHIFT, "\n".join(page.evaluate("shifted"))


def test_a_whole_game_is_played_by_touch_and_the_rematch_rotates_the_seats(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    """A short game, without layout shifts."""
    page = steady(open_page())
    person = Person(page)
    server.ready("splendor", "medium")
    person.sit(server.url, server.table("me", "medium", seed=1, limit=6))
    played = []
    while person.await_turn():
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        played.append(sensible(person.view))
        person.play(played[-1])
        picture(page, "splendor-desktop")
    assert len(played) == 6
    assert {"take", "buy"} <= {choice["text"].split()[0] for choice in played}
    again = page.get_by_role("button", name="Play again").first
    expect(again).to_be_visible()
    expect_steady(page)
    picture(page, "splendor-over-desktop")

    first, person.view = page.url, {}
    again.click()
    page.wait_for_url(lambda url: url != first)
    person.until(lambda: bool(person.view))
    assert person.seat == 1
    assert person.view["ply"] <= 1


def test_turns_in_the_middle_of_a_game_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(steady(open_page(*PHONE, motion="no-preference")))
    person.sit(server.url, server.ahead(server.table("me", "greedy", seed=1), 11))
    for _ in range(2):
        assert person.await_turn()
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        person.play(sensible(person.view))
    expect_steady(person.page)
    picture(person.page, "splendor-phone")


@pytest.mark.large
def test_the_end_of_a_game_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page(*PHONE))
    person.sit(server.url, server.ahead(server.table("me", "random", seed=1, target=5)))
    expect(person.page.get_by_role("button", name="Play again").first).to_be_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    picture(person.page, "splendor-over-phone")


def test_a_table_is_opened_and_turns_are_played_by_keyboard(server: LiveServer, open_page: OpenPage) -> None:
    """From its page on, and at a table where cards can be bought; test_accessible.py plays a game by the list."""
    page = open_page()
    person = Person(page)
    server.ready("splendor", "medium")
    new_table(page, server.url, bot="medium")
    tab_to(page, "Open the table")
    page.keyboard.press("Enter")
    person.until(lambda: bool(person.view))
    assert person.await_turn()
    by_list(person, sensible(person.view))
    person.reach(1)

    person = Person(page)
    person.sit(server.url, server.ahead(server.table("me", "greedy", seed=2), 8))
    done: set[str] = set()
    for _ in range(MOST_TURNS):
        assert person.await_turn()
        ply, choice = person.view["ply"], sensible(person.view)
        by_arrows(person, choice)
        done.add(choice["text"].split()[0])
        person.reach(ply + 1)
        if {"take", "buy"} <= done:
            return
    pytest.fail(f"not every kind of move was made: {done}")


@pytest.mark.large  # test_connection.py kills a server too, and test_crash.py compares the restored state
def test_the_game_continues_after_the_server_was_killed(own_server: LiveServer, open_page: OpenPage) -> None:
    server, person = own_server, Person(open_page())
    person.sit(server.url, server.ahead(server.table("me", "greedy"), 5))
    assert person.await_turn()
    person.play(sensible(person.view))
    assert person.await_turn()
    before = person.view

    server.kill()
    expect(person.page.locator("header .pill")).to_contain_text("No connection")
    person.view = {}
    server.start()
    person.until(lambda: bool(person.view))

    after = person.view
    for field in ("ply", "waiting", "pieces", "choices"):
        without_marks(after)
        without_marks(before)
        assert after[field] == before[field], field
    assert person.await_turn()
    person.play(sensible(person.view))


def without_marks(view: dict[str, object]) -> None:
    """Removes the marks of the last move, which are sent once; the positions of pieces must be the same."""
    for piece in view["pieces"]:  # type: ignore[attr-defined]
        piece.pop("marks", None)
        piece.pop("via", None)


# test_secrecy.py reads what each seat receives; spectators also appear in test_leaving.py and test_ending.py
@pytest.mark.large
def test_two_browsers_and_a_spectator_see_the_same_game_except_secrets(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    table = server.table("me", "open", seed=3)
    ada, ben, eve = Person(open_page(name="Ada")), Person(open_page(name="Ben")), Person(open_page(name="Eve"))
    ben.sit(server.url, server.join(table, "Ben"))
    ada.sit(server.url, table)
    eve.sit(server.url, {"table": table["table"]})

    secrets = reserve_unseen(ada), reserve_unseen(ben)
    for person in (ada, ben, eve):
        person.reach(2)
    assert eve.seat == -1
    assert "choices" not in eve.view
    picture(eve.page, "splendor-spectator")

    for owner, others, (piece, label) in ((ada, (ben, eve), secrets[0]), (ben, (ada, eve), secrets[1])):
        assert any(json.dumps(piece) in text for text in owner.received)
        for other in others:
            for text in other.received:
                assert json.dumps(piece) not in text
                assert label not in text
    for text in [*ben.received, *eve.received]:
        assert table["secret"] not in text


def reserve_unseen(person: Person) -> tuple[str, str]:
    """Reserves the top card of a deck, and returns the card as its owner then sees it."""
    assert person.await_turn()
    person.play(next(choice for choice in person.view["choices"] if "top card of level 1" in choice["text"]))
    hand = f"hand{person.seat}"
    card = next(piece for piece in person.view["pieces"] if piece["zone"] == hand and piece.get("secret"))
    return card["id"], card["label"]
