"""Play: two browsers that know nothing of each other find each other, and play on or deal afresh."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from .live_server import LiveServer
from .test_accessible import OTHER, SIZES, expect_contrast, found

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

WITHIN_S = 1.0
"""The time from a touch of "Play" until the one who waits learns of it, in seconds."""


class Watch:
    """Notes when a page was told of a person, and when "Play" was asked for."""

    def __init__(self, page: Page) -> None:
        self.asked = self.met = 0.0
        page.on("request", self._request)
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _request(self, request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/api/play"):
            self.asked = time.monotonic()

    def _frame(self, payload: str | bytes) -> None:
        told: dict[str, Any] = json.loads(payload)
        if not self.met and ((told.get("now") or {}).get("seek") or {}).get("handover"):
            self.met = time.monotonic()


def play(page: Page, server: LiveServer, game: str = "Splendor", pace: str = "Normal") -> None:
    """Touches "Play", chooses a pace and sits down."""
    page.goto(server.url)
    page.get_by_role("button", name=f"Play {game}", exact=True).click()
    sheet = page.get_by_role("dialog", name=f"Play {game}")
    sheet.get_by_text(pace, exact=True).click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")


def move(page: Page) -> None:
    """Plays some move."""
    page.keyboard.press("m")
    moves = page.get_by_role("dialog", name="All moves")
    moves.get_by_role("button").filter(has_text="take").first.click()


def test_play_asks_once_how_and_then_needs_one_touch(
    own_server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(390, 844)
    page.goto(own_server.url)
    page.get_by_role("button", name="Play Splendor", exact=True).click()
    sheet = page.get_by_role("dialog", name="Play Splendor")
    expect(sheet.get_by_text("12 min each")).to_be_visible()
    expect(sheet.get_by_text("Rated")).to_have_count(0)  # guests have no rating
    picture(page, "play-pace-phone")
    assert found(page) == []
    sheet.get_by_text("3", exact=True).click()
    expect(sheet.get_by_text("Bots keep 2 seats warm")).to_be_visible()
    sheet.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    first = page.url
    page.goto(own_server.url)
    page.get_by_role("button", name="Play Splendor", exact=True).click()
    page.wait_for_url("**/t/*")
    assert page.url != first
    page.goto(own_server.url)
    page.get_by_role("button", name="Pace, players and bot: Splendor", exact=True).click()
    expect(page.get_by_role("radio", name="3")).to_be_checked()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_two_browsers_find_each_other_and_play_on(
    own_server: LiveServer, open_page: OpenPage, picture: Picture, theme: str
) -> None:
    """Mina at her computer has a table; Tomasz, at his phone, takes the bot's seat there."""
    mina = open_page(*SIZES[0], name="Mina", theme=theme)
    tomasz = open_page(*SIZES[1], name="Tomasz", theme=OTHER[theme])
    waits, comes = Watch(mina), Watch(tomasz)
    play(mina, own_server)
    expect(mina.get_by_role("status").filter(has_text="Looking for someone")).to_contain_text("Rivet keeps the seat")
    picture(mina, f"play-waiting-{theme}")
    play(tomasz, own_server)
    question = mina.get_by_role("alert").filter(has_text="Tomasz wants to play with you")
    expect(question).to_be_visible()
    assert waits.met - comes.asked < WITHIN_S
    expect(tomasz.get_by_text("Mina wants to play with you")).to_be_visible()
    takes, sits = (
        mina.get_by_role("button", name="Tomasz takes Rivet’s seat"),
        tomasz.get_by_role("button", name="Sit down"),
    )
    expect(takes).to_be_visible()
    expect(sits).to_be_visible()
    for page, name in ((mina, "wide"), (tomasz, "phone")):
        picture(page, f"play-handover-{theme}-{name}")
    takes.click()
    sits.click()
    expect(question).to_contain_text("at its next turn")
    move(mina)
    tomasz.wait_for_url(mina.url)
    expect(tomasz.get_by_text("You play with Mina now.")).to_be_visible()
    picture(tomasz, f"play-greetings-{theme}")
    tomasz.get_by_role("button", name="Have fun").click()
    expect(tomasz.get_by_text("You play with Mina now.")).to_have_count(0)
    expect(mina.get_by_text("You play with Tomasz now.")).to_be_visible()
    expect(mina.get_by_text("Tomasz took the seat of Rivet").first).to_be_visible()
    expect(mina.get_by_text("Have fun").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_the_question_how_to_play(
    own_server: LiveServer, open_page: OpenPage, size: tuple[int, int]
) -> None:
    mina, ben = open_page(*size, name="Mina"), open_page(*SIZES[1], name="Ben")
    play(mina, own_server)
    play(ben, own_server)
    question = mina.get_by_role("alert").filter(has_text="Ben wants to play with you")
    expect(question.get_by_role("button", name="Deal afresh")).to_be_visible()
    assert found(mina, question) == []
    expect_contrast(mina, f"the question at {size}")


def test_dealt_afresh_both_go_to_a_new_table(own_server: LiveServer, open_page: OpenPage) -> None:
    mina, ben = open_page(name="Mina"), open_page(390, 844, name="Ben")
    play(mina, own_server)
    play(ben, own_server)
    before, own = mina.url, ben.url
    mina.get_by_role("button", name="Deal afresh").click()
    ben.get_by_role("button", name="Deal afresh").click()
    ben.wait_for_url(lambda url: url != own)
    mina.wait_for_url(ben.url)
    mina.goto(before)  # the game with the bot is kept
    expect(mina.get_by_text("You play with people at another table now.")).to_be_visible()


def test_the_search_is_stopped_with_one_touch(own_server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(390, 844, name="Mina")
    play(page, own_server)
    page.get_by_role("button", name="Looking ·").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Looking")).to_have_count(0)
