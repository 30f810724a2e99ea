"""Mega Man at a table: its last turns in a real browser, the three conditions, and the tile that changes hands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .person import Choice, Person, View, sensible

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

NAMES = ["You", "Rivet", "Sprocket", "Piston"]
"""The seats' names, as the first seat reads them."""


def conditions(person: Person) -> list[list[str]]:
    """The three conditions of each seat in the race on the screen, as screen readers read them."""
    rows = person.page.locator(".race:visible .runner")
    return [rows.nth(i).locator(".unseen").all_text_contents() for i in range(rows.count())]


def tile(view: View) -> dict[str, str]:
    """The face of the Yashichi tile."""
    face: dict[str, str] = next(piece["face"] for piece in view["pieces"] if piece["id"] == "yashichi")
    return face


def holder(view: View) -> int | None:
    """The seat that the tile names as its holder."""
    found = re.search(r"seat:(\d)", tile(view).get("title", ""))
    return int(found[1]) if found else None


def expect_tile_with(person: Person, seat: int | None) -> None:
    """Checks that the tile names its holder and the tags, and that only the holder's name has its mark."""
    piece = person.page.locator('[data-piece="yashichi"]')
    expect(piece).to_contain_text(tile(person.view)["words"])
    marks = person.page.locator(".head .badge:visible")
    if seat is None:
        expect(marks).to_have_count(0)
        return
    name = "You" if seat == person.seat else person.page.locator(f".head.seat-{seat} .name").first.inner_text()
    expect(piece).to_contain_text(name)
    expect(marks).to_have_count(1)
    expect(person.page.locator(f".head.seat-{seat}:has(.badge)")).to_have_count(1)


def expect_conditions(person: Person) -> None:
    """Checks that everybody's three conditions are on the screen, and the tile names its holder."""
    sets = conditions(person)
    assert len(sets) == len(person.occupants)
    mine = next(part["runners"][0] for part in person.view["parts"] if part["id"] == "race")
    points, colors, star = (lane for lane in mine["lanes"])
    assert sets[0] == [
        f"16 points: {points.get('value', 0)} of 16.",
        f"all five colours: {len(colors.get('have', []))} of 5.",
        f"star: {len(star.get('have', []))} of 1.",
    ]
    assert all(len(each) == 3 for each in sets)
    expect_tile_with(person, holder(person.view))
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


def expect_result(person: Person) -> None:
    over = person.page.get_by_role("region", name="The game is over")
    expect(over).to_contain_text("met all three conditions")
    expect(over.get_by_text(re.compile("^MM-R1[56]$"))).to_be_visible()
    expect(over.locator("li").first).to_contain_text("all three conditions")


def test_the_last_turns_of_a_game_by_touching_pieces(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page())
    person.sit(server.url, server.ahead(server.table("me", "greedy", game="megaman", seed=5), 21))
    turns = 0
    while person.await_turn():
        turns += 1
        picture(person.page, "megaman-2-seats-1280")
        expect_conditions(person)
        person.play(sensible(person.view))
    assert turns > 2
    expect_result(person)
    picture(person.page, "megaman-over-2-seats-1280")


@pytest.mark.large
def test_turns_of_four_players_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page(360, 740))
    person.sit(server.url, server.ahead(server.table("me", *["greedy"] * 3, game="megaman", seed=5), 14))
    for _ in range(4):
        assert person.await_turn()
        expect_conditions(person)
        person.play(sensible(person.view))
    picture(person.page, "megaman-4-seats-360")


@pytest.mark.large
def test_the_end_of_a_game_of_four_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page(360, 740))
    person.sit(server.url, server.ahead(server.table("me", *["greedy"] * 3, game="megaman", seed=5)))
    expect_result(person)
    picture(person.page, "megaman-over-4-seats-360")


def hungry(view: View) -> Choice:
    """The choice of a player who wants tags most of all."""

    def worth(choice: Choice) -> tuple[int, int]:
        tags = re.search(r"(\d) tag", choice["text"])
        if choice["text"].startswith("recruit"):
            return 2 + 2 * int(tags[1] if tags else 0), 0
        return int(choice["text"].startswith("take")), len(choice["pieces"])

    return max(view["choices"], key=worth)


@pytest.mark.large
def test_everybody_sees_the_tile_change_hands(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    table = server.table("me", "open", game="megaman", seed=34, first=0)
    ada, ben = Person(open_page(name="Ada")), Person(open_page(360, 740, name="Ben"))
    ada.sit(server.url, table)
    ben.page.goto(f"{server.url}/t/{table['table']}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ben.until(lambda: bool(ben.view) and ben.seat == 1)
    ada.until(lambda: any(one["name"] == "Ben" for one in ada.occupants))

    held: list[int | None] = [None]
    while len(held) < 3:
        for person in (ada, ben):
            assert person.await_turn(), "the game ended before the tile changed hands"
            person.play(hungry(person.view))
            if holder(person.view) != held[-1]:
                held.append(holder(person.view))
                ply = person.view["ply"]
                for each in (ada, ben):
                    each.reach(ply)
                    expect_tile_with(each, held[-1])
                    picture(each.page, f"megaman-tile-{len(held) - 1}-{each.page.viewport_size['width']}")
    assert sorted(held[1:]) == [0, 1]
    line = ada.page.locator(".log .line", has_text="Yashichi tile over from")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(re.compile(r"\d tags to \d"))


def bubble_at(person: Person, piece: str) -> Locator:
    person.page.keyboard.press("Escape")
    person.touch(piece)
    return person.page.locator(".bubble")


@pytest.mark.large  # as in test_table.py
def test_a_choice_that_is_not_allowed_gives_the_reason_with_the_rule(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page())
    person.sit(server.url, server.table("me", "greedy", game="megaman", first=0))
    assert person.await_turn()
    expect(bubble_at(person, "bank.5")).to_contain_text("A heart comes only with a card that you reserve · MM-R7")
    expect(bubble_at(person, "bank.6")).to_contain_text("with your first robot of level 3 · MM-R13")
    helper = next(piece["id"] for piece in person.view["pieces"] if piece["id"].startswith("noble"))
    expect(bubble_at(person, helper)).to_contain_text("Helpers come on their own at the end of a turn · MM-R12")
    bubble = bubble_at(person, "yashichi")
    expect(bubble).to_contain_text("most tags · MM-R14")
    bubble.get_by_text("MM-R14").click()
    expect(person.page.get_by_role("dialog").locator("#MM-R14")).to_be_visible()


@pytest.mark.parametrize(
    ("seats", "width", "height", "theme"),
    [
        pytest.param(3, 360, 740, "dark", marks=pytest.mark.large),  # as in test_legible.py
        pytest.param(3, 1280, 800, "dark", marks=pytest.mark.large),
        pytest.param(4, 1280, 800, "light", marks=pytest.mark.large),
    ],
)
def test_no_condition_cost_or_name_is_cut_off(
    server: LiveServer, open_page: OpenPage, picture: Picture, seats: int, width: int, height: int, theme: str
) -> None:
    """Nothing lies outside the page."""
    person = Person(open_page(width, height, theme=theme))
    person.sit(server.url, server.ahead(server.table("me", *["greedy"] * (seats - 1), game="megaman", seed=4), 10))
    assert person.await_turn()
    picture(person.page, f"megaman-{seats}-seats-{width}-{theme}")
    pieces = person.page.locator("[data-piece]")
    boxes = [pieces.nth(i).bounding_box() for i in range(pieces.count())]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    cut = person.page.evaluate(
        """() => [...document.querySelectorAll('.goals .inside, .card .costs, .card .title')]
            .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText)"""
    )
    assert cut == []
