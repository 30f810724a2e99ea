"""Buttons, pictures on cards and marks are visible and readable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Choice, Person, View

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}


def at_a_table(
    server: LiveServer, page: Page, seats: int = 2, **table: Any
) -> tuple[Person, dict[int, dict[str, Any]]]:
    """A person at a table without bots, where nothing moves unless a person acts, with everybody's seats."""
    mine = server.table("me", *["open"] * (seats - 1), **table)
    held = [mine, *(server.join(mine, name) for name in ("Rivet", "Sprocket", "Piston")[: seats - 1])]
    person = Person(page)
    person.sit(server.url, mine)
    return person, {each["seat"]: each for each in held}


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
def test_every_game_can_be_opened_at_a_table_without_scrolling_by_hand(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    page = open_page(*SIZES[size])
    page.goto(f"{server.url}/new")
    games = page.get_by_role("radiogroup", name="Choose a game").locator("label")
    games.first.wait_for()
    opening = page.get_by_role("button", name="Open the table")
    assert games.count() >= 5
    for game in games.all():
        game.click()
        title = game.locator("strong").inner_text()
        expect(page.get_by_role("heading", name=f"A new {title} table")).to_be_in_viewport(ratio=1)
        expect(opening).to_be_in_viewport(ratio=1)
        picture(page, f"lobby-{title.split()[-1].lower()}-{size}")
        options = page.get_by_text("Options", exact=False)
        if options.count():
            options.click()
            expect(opening).to_be_in_viewport(ratio=1)
            page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
def test_a_card_has_a_short_text_and_its_full_text_stands_in_one_place(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    person, _ = at_a_table(server, open_page(*SIZES[size]), game="smashgear", seed=17)
    page = person.page
    piece = max(person.view["pieces"], key=lambda piece: len(piece["face"].get("words", "")))
    face, card = piece["face"], page.locator(f'[data-piece="{piece["id"]}"]')
    expect(card).to_contain_text(face["short"])
    expect(page.locator(".forecast")).not_to_contain_text(face["words"])
    card.click()
    expect(page.locator(".forecast")).to_contain_text(face["words"])
    picture(page, f"smashgear-words-{size}")


COVERED = """() => {
    const box = (element) => element.getBoundingClientRect()
    const numbers = [...document.querySelectorAll('[data-piece] .pip, [data-piece] .corner')].map(box)
    const wide = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const high = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    const covered = (mark) => numbers.filter((each) => wide(mark, each) > 1 && high(mark, each) > 1)
    return [...document.querySelectorAll('.card > .marks > .mark')].map((mark) => covered(box(mark)).length)
}"""
"""Returns how many costs and points each mark on a card covers."""


def reserve(view: View) -> Choice:
    return next(choice for choice in view["choices"] if choice["text"].startswith("reserve"))


@pytest.mark.parametrize(
    ("game", "seats"),
    [("splendor", 2), *(pytest.param(*each, marks=pytest.mark.large) for each in (("splendor", 4), ("megaman", 4)))],
)
def test_marks_of_the_last_move_do_not_cover_a_cards_numbers(
    server: LiveServer, open_page: OpenPage, picture: Picture, game: str, seats: int
) -> None:
    """For one's own move, and for the last one of the others."""
    person, held = at_a_table(server, open_page(), seats, game=game, seed=4)
    page = person.page
    marks = page.locator(".card > .marks > .mark")
    seen = 0
    for ply in range(seats):
        mover = person.view["waiting"][0]
        if mover == person.seat:
            assert person.await_turn()
            person.press(reserve(person.view))
        else:
            server.act(held[mover], reserve)
        person.reach(ply + 1)
        looked = mover == person.seat or ply == seats - 1
        for size in SIZES.values() if looked else ():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.locator(".scene").wait_for()
            seen += marks.count()
            assert not any(page.evaluate(COVERED))
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(marks).to_contain_text(["reserved"])
    picture(page, f"{game}-{seats}-reserved")
    assert seen >= len(SIZES)
