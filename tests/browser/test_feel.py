"""What moves on a table: the first deal, and the end of a game. A touch ends both, and with reduced motion nothing
moves.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person, sensible

OpenPage = Callable[..., Page]

HOLDING = """const animate = Element.prototype.animate
window.held = []
Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options)
    if (options.id === 'feel' && !window.free) { animation.pause(); held.push(animation) }
    return animation
}"""
"""Stops what begins to move, so that the test can look at it for as long as it needs."""
HELD = "held.map((each) => each.effect.target.dataset.piece ?? '')"
"""The pieces that moved."""

LASTING = """const wait = setTimeout
window.setTimeout = (done, ms, ...more) => wait(done, ms === 1600 ? 1e6 : ms, ...more)"""
"""The end lasts until it is touched."""


def begins(server: LiveServer, page: Page) -> Person:
    person = Person(page)
    person.sit(server.url, server.table("me", "random", seed=4))
    page.locator("main:not(.unlaid) .scene [data-piece]").first.wait_for()
    return person


def test_a_new_game_is_dealt_and_a_touch_ends_the_deal(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(1280, 720, motion="no-preference")
    page.add_init_script(HOLDING)
    person = begins(server, page)
    page.wait_for_function("held.length > 20")
    held = set(page.evaluate(HELD))
    assert {"deck1", "deck2", "deck3", "bank.0"} <= held
    assert any(piece.startswith("c") for piece in held), "no card flies"
    assert person.await_turn(), "a decision waits for the deal"
    page.locator(".scene").click(position={"x": 4, "y": 4})
    assert page.evaluate("held.filter((each) => each.playState !== 'finished').length") == 0
    expect(page.locator(".scene .cover")).to_have_count(0)
    page.evaluate("window.free = true")
    with person.moving():
        person.play(sensible(person.view))


def test_with_reduced_motion_everything_is_in_its_place(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(1280, 720)
    page.add_init_script(HOLDING)
    begins(server, page)
    assert page.evaluate(HELD) == []
    expect(page.locator(".scene .cover")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_end_of_a_game_is_a_moment_that_a_touch_ends(server: LiveServer, open_page: OpenPage, motion: str) -> None:
    page = open_page(1280, 720, motion=motion)
    page.add_init_script(LASTING)
    person = Person(page)
    person.sit(server.url, server.ahead(server.table("me", "random", seed=5), 31))
    moment = page.locator("[data-moment]")
    while person.await_turn():
        with person.moving():
            person.press(sensible(person.view))  # a touch of the table would only end what moves
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    if motion == "reduce":
        expect(moment).to_have_count(0)
        return
    expect(moment).to_be_visible()
    expect(moment).to_have_attribute("data-moment", person.view["moment"])
    moment.click()
    expect(page.get_by_role("region", name="The game is over")).to_be_visible()
    expect(moment).to_have_count(0)
