"""Coal Heart at a table: whole games in a real browser, and looking at other players' robots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import cogtable
from cogtable import bots
from cogtable.engine.play.match import Match

from .live_server import LiveServer
from .person import Choice, Person, View
from .shown import Shown

pytestmark = pytest.mark.large  # see `make test-large`

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}

ORDER = (
    "build",
    "attack",
    "strike",
    "use chainsaw",
    "use twin",
    "use rocket",
    "use the",
    "use force",
    "select upgrade",
    "select fight",
    "select mine",
    "draft",
    "choose",
    "take",
)
"""The first preferences of a player who wants to end the game by fighting."""


@pytest.fixture(scope="module", autouse=True)
def bots_are_compiled() -> None:
    """Compiles the bots; the server then loads them from the cache, and no move waits for the compiler."""
    match = cogtable.game("coalheart").start(seats=3, seed=1)
    bots.choose("random", match, match.waiting[0], 1)


def fierce(view: View) -> Choice:
    """A choice that brings the end nearer: build, attack, and take what helps to do so."""

    def worth(choice: Choice) -> int:
        text = choice["text"].lower()
        return next((len(ORDER) - i for i, start in enumerate(ORDER) if text.startswith(start)), 0)

    best: Choice = max(view["choices"], key=worth)
    return best


def result(person: Person) -> Locator:
    return person.page.get_by_role("region", name="The game is over")


def play_to_the_end(person: Person) -> int:
    """Plays on until the game is over; returns the number of decisions."""
    turns = 0
    while person.await_turn():
        turns += 1
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        person.play(fierce(person.view))
    return turns


def test_turns_and_the_end_of_a_game_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    def table() -> dict[str, Any]:
        return server.table("me", "random", "random", game="coalheart", seed=3, limit=3)

    person = Person(open_page(*SIZES["phone"]))
    person.sit(server.url, server.ahead(table(), 4, fierce))
    for _ in range(3):
        assert person.await_turn()
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        person.play(fierce(person.view))
    picture(person.page, "coalheart-phone")
    person = Person(open_page(*SIZES["phone"]))
    person.sit(server.url, server.ahead(table(), choose=fierce))
    expect(result(person)).to_contain_text("The last round is over")
    picture(person.page, "coalheart-over-phone")


def test_a_game_that_ends_by_building_or_breaking(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", "random", game="coalheart", seed=5, mode=2))
    assert play_to_the_end(person) > 8
    over = result(person)
    expect(over).to_contain_text(re.compile("not broken|parts are built|broken at once"))
    expect(over).not_to_contain_text("last round")


def test_the_confirmation_of_a_drafted_part_fits_into_the_prompt(server: LiveServer, open_page: OpenPage) -> None:
    """With the longest label: a shoulder whose ability needs many words."""
    person = Person(open_page(height=720))
    person.sit(server.url, server.table("me", "random", "random", game="coalheart", seed=5, mode=1))
    assert person.await_turn()
    longest = max(person.view["choices"], key=lambda choice: len(choice["label"]))
    person.touch(longest["pieces"][0])
    expect(person.page.locator(".bar .primary")).to_be_visible()
    assert person.prompt_fits()


def test_a_drafted_game(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", "random", game="coalheart", seed=2, mode=1, limit=1))
    drafted = 0
    while person.await_turn() and person.view["choices"][0]["text"].startswith("draft"):
        if drafted == 4:
            picture(person.page, "coalheart-draft")
        drafted += 1
        part = fierce(person.view)["pieces"][0]
        person.play(fierce(person.view))
        mine = [piece["id"] for piece in person.view["pieces"] if piece["zone"] == f"body{person.seat}"]
        assert part in mine
        assert len(mine) == drafted
    assert drafted == 11
    assert play_to_the_end(person) > 2
    expect(result(person)).to_contain_text("The last round is over")


def test_choosing_a_robot(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page(360, 740))
    person.sit(server.url, server.table("me", "random", "random", game="coalheart", seed=4, robots=1))
    assert person.await_turn()
    choice = person.view["choices"][-1]
    person.play(choice)
    name = choice["text"].removeprefix("choose ")
    assert any(piece["id"] == f"robot{person.seat}" and name in piece["label"] for piece in person.view["pieces"])


WIDTH = "piece => document.querySelector(`[data-piece='${piece}']`)?.getBoundingClientRect().width ?? 0"
"""The width of a piece on the screen in pixels; 0 if it isn't in the layout."""


@pytest.mark.parametrize("size", SIZES)
def test_a_rivals_robot_can_be_enlarged(server: LiveServer, open_page: OpenPage, picture: Picture, size: str) -> None:
    person = Person(open_page(*SIZES[size]))
    person.sit(server.url, server.table("me", "random", "random", game="coalheart", seed=3))
    assert person.await_turn()
    page = person.page
    theirs = next(piece["id"] for piece in person.view["pieces"] if piece["zone"] == "body1")
    own = next(piece["id"] for piece in person.view["pieces"] if piece["zone"] == "body0")

    def width(piece: str) -> float:
        found: float = page.evaluate(WIDTH, piece)
        return found

    person.until(lambda: width(theirs) < width(own) / 2)
    large, small = width(own), width(theirs)
    page.locator('[data-piece="board1"]').dispatch_event("click")
    person.until(lambda: abs(width(theirs) - large) < 1 and abs(width(own) - small) < 1)
    picture(page, f"coalheart-rival-{size}")
    person.touch("robot1")
    person.until(lambda: abs(width(own) - large) < 1 and abs(width(theirs) - small) < 1)


def test_a_part_that_cannot_be_built_shows_the_reason(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", "random", game="coalheart", seed=3))
    assert person.await_turn()
    touched = {piece for choice in person.view["choices"] for piece in choice.get("pieces", [])}
    body = [piece for piece in person.view["pieces"] if piece["zone"] == "body0" and piece["id"] not in touched]
    person.touch(body[0]["id"])
    bubble = person.page.locator(".bubble")
    expect(bubble).to_contain_text(body[0]["label"].split(",")[0])
    expect(bubble).to_contain_text(re.compile("CH-[QR][0-9]+"))


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize(("width", "height", "theme"), [(360, 740, "light"), (1280, 800, "dark")])
def test_no_piece_lies_outside_the_page(
    server: LiveServer, open_page: OpenPage, picture: Picture, theme: str, width: int, height: int, seats: int
) -> None:
    """Saves pictures of a game too."""
    person = Person(open_page(width, height, theme=theme))
    person.sit(server.url, server.table("me", *["random"] * (seats - 1), game="coalheart", seed=4, mode=2))
    assert person.await_turn()
    picture(person.page, f"coalheart-{seats}-seats-{width}-{theme}")
    boxes = person.page.locator("[data-piece]").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) > 30
    assert all(box["left"] >= 0 and box["right"] <= width for box in boxes)


def leading() -> Match:
    """Returns a game in which seat 0 selects the first hex."""
    game = cogtable.game("coalheart")
    return next(match for match in (game.start(seats=3, seed=seed) for seed in range(100)) if match.waiting[0] == 0)


@pytest.mark.parametrize("size", SIZES)
def test_touching_anywhere_in_a_row_of_the_comparison_selects_its_hex(
    server: LiveServer, open_page: OpenPage, size: str
) -> None:
    shown = Shown(open_page(*SIZES[size]), server)
    shown.show(leading())
    page = shown.page
    row = page.locator("#row-hex2")
    box = row.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 30, box["y"] + box["height"] / 2)
    expect(page.locator("[data-piece='hex2']")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Select Fight")).to_be_visible()
    described = page.locator("[data-piece='hex2']").get_attribute("aria-describedby")
    assert described == "row-hex2"
    expect(row.get_by_role("cell")).to_have_count(3)


def test_the_panel_keeps_the_words_of_the_part_that_was_read(server: LiveServer, open_page: OpenPage) -> None:
    shown = Shown(open_page(height=720), server)
    view = shown.show(leading())
    part = next(piece for piece in view.pieces if piece.zone == "body0")
    reading = shown.page.locator("[data-part='read']")
    expect(reading).to_contain_text("Your next parts")
    shown.page.locator(f"[data-piece='{part.id}']").hover()
    words = re.sub(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", part.face.words)
    expect(reading).to_contain_text(words)
    shown.page.mouse.move(0, 0)
    expect(reading).to_contain_text(words)
