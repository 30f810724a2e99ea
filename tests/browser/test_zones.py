"""Zones that are touched as a whole, and pieces that overlap, at a table of Tiny."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .person import Person

DESKTOP, PHONE = (1280, 720), (390, 844)
SIZES = [pytest.param(DESKTOP, id="desktop", marks=pytest.mark.large), pytest.param(PHONE, id="phone")]

Sit = Callable[..., Person]

pytestmark = pytest.mark.xdist_group("bench")


@pytest.fixture
def sit(bench: LiveServer, open_page: Callable[..., Page]) -> Sit:
    """A person who plays Tiny against `random`, and is to move."""

    def sit(size: tuple[int, int] = DESKTOP) -> Person:
        person = Person(open_page(*size))
        person.sit(bench.url, bench.table("me", "random", game="tiny"))
        assert person.await_turn()
        return person

    return sit


def card(person: Person) -> str:
    """A card in the hand."""
    return str(person.view["choices"][0]["pieces"][0])


def thing(person: Person, name: str) -> Locator:
    return person.page.locator(f'[data-piece="{name}"]')


def play_chosen(person: Person) -> None:
    """Plays the selected choice by its button. The rival can move before or after it."""
    accepted = person.accepted
    person.page.locator(".bar [data-action]").first.click()
    person.until(lambda: person.accepted > accepted)
    person.reach(person.accepted)


def in_hand(person: Person, name: str) -> bool:
    return any(piece["id"] == name and piece["zone"] == "hand-0" for piece in person.view["pieces"])


def centre(place: Locator) -> tuple[float, float]:
    box: Any = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touched(person: Person) -> None:
    """Touches a card and then the zone."""
    name = card(person)
    thing(person, name).click()
    expect(thing(person, "chosen-0")).to_have_class(re.compile(r"\bnext\b"))
    thing(person, "chosen-0").click()
    expect(thing(person, "chosen-0")).to_have_attribute("aria-label", "card of you, chosen")
    play_chosen(person)
    assert not in_hand(person, name)


def by_keyboard(person: Person) -> None:
    name = card(person)
    thing(person, name).focus()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("ArrowDown")
    expect(thing(person, "chosen-0")).to_be_focused()
    person.page.keyboard.press("Enter")
    play_chosen(person)
    assert not in_hand(person, name)


def dropped_elsewhere(person: Person) -> None:
    """Checks that the card goes back, and nothing is selected."""
    name, mouse = card(person), person.page.mouse
    before = centre(thing(person, name))
    mouse.move(*before)
    mouse.down()
    mouse.move(before[0] + 100, before[1] + 300, steps=5)
    assert centre(thing(person, name)) == pytest.approx((before[0] + 100, before[1] + 300), abs=4)
    mouse.up()
    expect(thing(person, name)).to_have_attribute("aria-pressed", "false")
    person.until(lambda: centre(thing(person, name)) == pytest.approx(before, abs=4))


def carried_by_the_mouse(person: Person) -> None:
    name, mouse = card(person), person.page.mouse
    mouse.move(*centre(thing(person, name)))
    mouse.down()
    mouse.move(*centre(thing(person, "chosen-0")), steps=5)
    expect(thing(person, "chosen-0")).to_have_class(re.compile(r"\btakes\b"))
    mouse.up()
    expect(thing(person, "chosen-0")).to_have_attribute("aria-pressed", "true")
    play_chosen(person)
    assert not in_hand(person, name)


def carried_by_a_finger(person: Person) -> None:
    name = card(person)
    finger = person.page.context.new_cdp_session(person.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    start, end = centre(thing(person, name)), centre(thing(person, "chosen-0"))
    touch("touchStart", start)
    expect(thing(person, name)).to_have_class(re.compile(r"\bdragged\b"))
    touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touch("touchMove", end)
    touch("touchEnd")
    expect(thing(person, "chosen-0")).to_have_attribute("aria-pressed", "true")
    play_chosen(person)
    assert not in_hand(person, name)


@pytest.mark.parametrize(
    ("size", "ways"),
    [
        pytest.param(DESKTOP, (by_keyboard, dropped_elsewhere, carried_by_the_mouse), id="desktop"),
        pytest.param(PHONE, (touched, carried_by_a_finger), id="phone"),
    ],
)
def test_a_card_can_be_dragged_to_the_zone(
    sit: Sit, size: tuple[int, int], ways: tuple[Callable[[Person], None], ...]
) -> None:
    person = sit(size)
    for way in ways:
        assert person.await_turn()
        way(person)


def test_a_zone_gives_the_reason_why_it_cannot_be_chosen(bench: LiveServer, open_page: Callable[..., Page]) -> None:
    person = Person(open_page())
    table = bench.table("me", "open", "open", game="tiny")
    for name in ("Ben", "Cleo"):  # if only one seat were to move, we would plan our turn
        bench.join(table, name)
    person.sit(bench.url, table)
    assert person.await_turn()
    person.play(person.view["choices"][0])
    thing(person, "chosen-0").focus()  # the card covers it
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".bubble")).to_contain_text("The others are still choosing.")


@pytest.mark.parametrize("size", SIZES)
def test_cards_that_overlap_can_all_be_read_and_touched(
    bench: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    person = Person(open_page(*size))
    table = bench.table("me", "random", game="tiny")
    person.sit(bench.url, bench.ahead(table, choose=lambda view: view["choices"][0]))
    person.page.get_by_role("button", name="Play again").wait_for()  # the result scrolls it into view
    person.page.get_by_role("button", name="Close the result").click()
    expect(person.page.get_by_role("region", name="The game is over")).to_have_count(0)
    picture(person.page, f"zones-{size[0]}")
    column = [piece["id"] for piece in person.view["pieces"] if piece["zone"] == "past-0"]
    assert len(column) == 3
    for name in column:
        box: Any = thing(person, name).bounding_box()
        seen = person.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('[data-piece]')?.dataset.piece",
            [box["x"] + 12, box["y"] + 12],
        )
        assert seen == name
