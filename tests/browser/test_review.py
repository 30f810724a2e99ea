"""A hint at the table, and the review of a finished game: the graph, the moves, the positions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .person import Person

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

PATIENT_MS = 120_000
"""The time limit of the first search on a busy machine, which also loads its code."""

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}

GRAPH = "Chances of winning, move by move"


def at_my_turn(server: LiveServer, page: Page, **options: Any) -> Person:
    """A person with a decision to make in a game against a bot; the search is compiled."""
    server.ready("splendor", "expert")
    person = Person(page)
    person.sit(server.url, server.table("me", "random", **options))
    assert person.await_turn()
    return person


@pytest.fixture(scope="session")
def played_out(server: LiveServer) -> dict[str, Any]:
    """A short game that is over. Its analysis is made once, and stored."""
    server.ready("splendor", "expert")
    return server.ahead(server.table("me", "random", limit=4))


def at_the_end(server: LiveServer, table: dict[str, Any], page: Page) -> Person:
    """A person whose game is over, with its result on the screen."""
    person = Person(page)
    person.sit(server.url, table)
    page.get_by_role("region", name="The game is over").wait_for()
    return person


def analysed(person: Person) -> Locator:
    """The analysis, once it is complete."""
    person.page.get_by_role("button", name="Analysis").click()
    found = person.page.get_by_role("main", name="Analysis")
    found.get_by_role("heading", name="Chances of winning").wait_for()
    expect(found.get_by_text("Analysing…")).to_have_count(0, timeout=PATIENT_MS)
    return found


def scrolls_sideways(page: Page) -> bool:
    """Whether any element extends beyond the side of the page."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
def test_a_hint_is_shown_on_the_board_and_can_be_played(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    page = open_page(*SIZES[size])
    person = at_my_turn(server, page)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("status", name="Hint")
    expect(hint).to_contain_text("Best move found", timeout=PATIENT_MS)
    chances = hint.get_by_role("list", name="Chances of winning now").get_by_role("listitem")
    expect(chances).to_have_text([re.compile(r"You \d+%"), re.compile(r"\w+ \d+%")])
    words = hint.locator("strong").inner_text()
    advised = next(choice for choice in person.view["choices"] if choice["text"].lower() == words.lower())
    for piece in set(advised["pieces"]):
        expect(page.locator(f'[data-piece="{piece}"]')).to_have_class(re.compile("selected"))
    picture(page, f"splendor-hint-{size}")
    page.locator(f'.bar [data-action="{advised["action"]}"]').click()
    person.until(lambda: person.accepted > 0 and person.view["ply"] >= person.accepted)
    expect(hint).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.large)])
def test_a_hint_can_be_dismissed_or_played_by_keyboard(server: LiveServer, open_page: OpenPage, size: str) -> None:
    page = open_page(*SIZES[size])
    person = at_my_turn(server, page)
    page.locator("[data-piece]").first.focus()
    page.keyboard.press("h")
    hint = page.get_by_role("status", name="Hint")
    expect(hint).to_contain_text("Best move found", timeout=PATIENT_MS)
    words = hint.locator("strong").inner_text()
    advised = next(choice["action"] for choice in person.view["choices"] if choice["text"].lower() == words.lower())
    expect(page.locator(f'.bar [data-action="{advised}"]')).to_be_focused()

    # Dismissed, it can be requested again.
    page.get_by_role("button", name="Close the hint").press("Enter")
    expect(hint).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(f'.bar [data-action="{advised}"]')).to_be_focused()
    page.keyboard.press("Enter")
    person.until(lambda: person.accepted > 0 and person.view["ply"] >= person.accepted)
    (move,) = [json.loads(text) for text in person.sent if '"act"' in text]
    assert move["action"] == advised


ANALYSIS_SIZES = pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])


@pytest.mark.xdist_group("review")
@ANALYSIS_SIZES
def test_an_analysis_opens_at_the_end_with_all_moves(
    server: LiveServer, played_out: dict[str, Any], open_page: OpenPage, size: str
) -> None:
    """A notice of the table stands above it, and covers none of it."""
    page = open_page(*SIZES[size])
    person = at_the_end(server, played_out, page)
    analysis = analysed(person)
    expect(page.get_by_role("region", name="Position").get_by_role("heading")).to_have_text("The end")
    moves = page.get_by_role("region", name="Moves", exact=True)
    expect(moves.get_by_role("listitem")).to_have_count(person.view["ply"])
    expect(page.get_by_role("slider", name=GRAPH).locator("path.line")).to_have_count(2)
    assert not scrolls_sideways(page)
    notice = page.get_by_role("status").filter(has=page.get_by_role("button", name="Got it")).bounding_box()
    below = analysis.bounding_box()
    assert notice
    assert below
    assert notice["y"] + notice["height"] <= below["y"]


@pytest.mark.xdist_group("review")
@ANALYSIS_SIZES
def test_the_graph_leads_to_the_positions(
    server: LiveServer, played_out: dict[str, Any], open_page: OpenPage, picture: Picture, size: str
) -> None:
    """By touch and by keys."""
    page = open_page(*SIZES[size])
    person = at_the_end(server, played_out, page)
    analysed(person)
    graph = page.get_by_role("slider", name=GRAPH)
    heading = page.get_by_role("region", name="Position").get_by_role("heading")
    moves = page.get_by_role("region", name="Moves", exact=True)
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(heading).to_have_text(re.compile(r"^Move \d+, (you|\w+) to play$"))
    chosen = int(graph.get_attribute("aria-valuenow") or -1)
    assert 0 < chosen < person.view["ply"] - 1
    expect(moves.locator("[aria-current]")).to_have_accessible_name(re.compile(f"^Move {chosen + 1}, "))
    graph.press("ArrowRight")
    expect(graph).to_have_attribute("aria-valuenow", str(chosen + 1))
    expect(graph).to_have_attribute("aria-valuetext", re.compile(f"^Move {chosen + 2}, "))
    graph.press("Home")
    expect(heading).to_have_text(re.compile("^Move 1, "))
    person.until(lambda: any('"type":"position"' in text and '"ply":0,' in text for text in person.received))
    picture(page, f"splendor-analysis-{size}")


@pytest.mark.xdist_group("review")
@ANALYSIS_SIZES
def test_the_costliest_moves_link_to_their_positions(
    server: LiveServer, played_out: dict[str, Any], open_page: OpenPage, size: str
) -> None:
    page = open_page(*SIZES[size])
    analysis = analysed(at_the_end(server, played_out, page))
    cards = page.get_by_role("region", name="The costliest moves").get_by_role("button").all()
    assert cards
    for card in cards:
        if "Your best" in card.inner_text():
            expect(card).to_contain_text(re.compile(r"Played.*\d+% to \d+%", re.DOTALL))
        else:
            expect(card).to_contain_text(re.compile(r"Played.*Better.*\d+%, could be \d+%", re.DOTALL))
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        number = re.search(r"move (\d+)", card.inner_text())
        assert number
        heading = page.get_by_role("region", name="Position").get_by_role("heading")
        expect(heading).to_have_text(re.compile(f"^Move {number[1]}, "))
    analysis.get_by_role("button", name="Back to the table").click()
    expect(analysis).to_have_count(0)


@pytest.mark.xdist_group("review")
def test_an_earlier_position_stays_on_the_table_until_the_reader_returns(
    server: LiveServer, played_out: dict[str, Any], open_page: OpenPage, picture: Picture
) -> None:
    page = open_page()
    person = at_the_end(server, played_out, page)
    last = person.view["ply"]
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="The game is over")).to_have_count(0)
    expect(page.locator(".scene .log .line").first).to_be_visible()
    expect(page.locator(".scene .log .line")).to_have_count(len(logged(person)))
    end = on_the_table(page)
    analysed(person)
    page.get_by_role("slider").press("Home")
    page.get_by_role("button", name="See it on the table").click()
    bar, header = page.get_by_role("group", name="Replay"), page.get_by_role("banner")
    expect(header).to_contain_text("After move 0")
    start = on_the_table(page)
    assert start != end
    expect(page.locator(".scene .log .line")).to_have_count(sum(line["ply"] == 0 for line in logged(person)))
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(header).to_contain_text("After move 2")
    picture(page, "splendor-replay")
    bar.get_by_role("button", name="Previous move").click()
    expect(header).to_contain_text("After move 1")
    page.locator('[data-piece="bank.0"]').click()
    expect(page.locator(".bubble")).to_have_count(0)
    bar.get_by_role("button", name="Play", exact=True).click()
    expect(bar.get_by_role("slider", name="Move")).to_have_value(str(last), timeout=PATIENT_MS)
    expect(bar.get_by_role("button", name="Play", exact=True)).to_be_visible()
    bar.get_by_role("button", name="To the beginning").click()
    bar.get_by_role("button", name="Back to the end").click()
    expect(bar).to_have_count(0)
    assert on_the_table(page) == end


def on_the_table(page: Page) -> list[str]:
    """Returns all words on the table, in no order."""
    return sorted(page.locator(".scene").inner_text().split())


def logged(person: Person) -> list[dict[str, int]]:
    """Returns the lines of the log that were received."""
    lines: list[dict[str, int]] = []
    for text in person.received:
        message = json.loads(text)
        if message["type"] == "update":
            lines[message["view"].get("log_from", 0) :] = message["view"].get("log", [])
    return lines
