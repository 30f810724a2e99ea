"""Reasons in a hint and in the result of a game, in both sizes and themes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .person import Person
from .test_accessible import expect_contrast, found

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}
PATIENT_MS = 120_000
BOTH_SIZES = pytest.mark.parametrize("size", SIZES)


def looks_right(page: Page, part: Locator, name: str, picture: Picture) -> None:
    """Checks a part of a page in both themes: axe, contrast, no scrolling sideways."""
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        expect_contrast(page, f"{name}, {theme}")
        assert found(page, part) == [], (name, theme)
        picture(page, f"{name}-{theme}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@BOTH_SIZES
def test_a_hint_gives_its_reasons_and_asking_is_not_playing(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    server.ready("splendor", "expert")
    page = open_page(*SIZES[size])
    person = Person(page)
    person.sit(server.url, server.ahead(server.table("me", "random", seed=1), 6))
    assert person.await_turn()
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("status", name="Hint")
    why = hint.get_by_role("list", name="Why").get_by_role("listitem")
    expect(why.first).to_have_text(re.compile(r"^\s*(It|You) .+\.\s*$"), timeout=PATIENT_MS)
    assert 1 <= why.count() <= 3
    expect(hint).to_contain_text(re.compile(r"Your chance: \d+%\. Next best, .+: \d+%\."))
    selected = page.locator("[data-piece].selected")
    assert selected.count()
    looks_right(page, hint, f"reasons-hint-{size}", picture)

    hint.get_by_role("button", name="Show me").click()
    expect(hint).to_have_count(0)
    assert selected.count()
    page.keyboard.press("h")
    hint.get_by_role("button", name="Thanks").click(timeout=PATIENT_MS)
    expect(hint).to_have_count(0)
    expect(selected).to_have_count(0)
    assert not any('"act"' in text for text in person.sent)


@BOTH_SIZES
def test_a_loss_says_what_made_the_difference_and_what_to_do_next_time(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    server.ready("splendor", "expert")
    page = open_page(*SIZES[size])
    table = server.ahead(server.table("me", "greedy", seed=2), choose=lambda view: view["choices"][0])
    Person(page).sit(server.url, table)
    result = page.get_by_role("region", name="The game is over")
    points = result.get_by_role("list").filter(has_text="When it turned").get_by_role("heading", level=4)
    expect(points).to_have_count(3, timeout=PATIENT_MS)
    expect(points.nth(1)).to_have_text("When it turned")
    expect(points.nth(2)).to_have_text("Next time")
    expect(result.locator(".amount").filter(has_text=re.compile(r"\d+ (cards?|points?|tokens?)"))).to_have_count(2)
    expect(result.get_by_text("Analysing…")).to_have_count(0, timeout=PATIENT_MS)
    expect(result).not_to_contain_text(re.compile("blunder", re.IGNORECASE))
    looks_right(page, result, f"reasons-result-{size}", picture)


def test_who_resigned_reads_that_and_nothing_else(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    server.ready("splendor", "expert")
    table = server.ahead(server.table("me", "random", seed=3), 2)
    server.resign(table)
    page = open_page(*SIZES["phone"])
    Person(page).sit(server.url, table)
    result = page.get_by_role("region", name="The game is over")
    expect(result.get_by_text(re.compile(r"You resigned.*Round \d"))).to_be_visible()
    expect(result).not_to_contain_text(re.compile(r"decided|turned|%|Best move|Costliest"))
    picture(page, "reasons-resigned")
