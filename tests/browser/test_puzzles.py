"""Puzzles in the browser: from the lobby to the table, a wrong move, the solution, the next puzzle, stored results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import cogtable
from cogtable.engine.lessons import puzzle
from cogtable.engine.lessons.puzzle import Puzzle, PuzzleDecision

from .live_server import LiveServer
from .person import Choice, Person

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

PHONE, DESK = (390, 844), (1280, 720)


def known() -> list[Puzzle]:
    return puzzle.puzzles_of(cogtable.game("splendor")).puzzles


def opened(page: Page, server: LiveServer, number: int) -> Person:
    """A person who has opened a puzzle of Splendor from the lobby."""
    person = Person(page)
    page.goto(server.url)
    page.get_by_role("link", name="Daily", exact=True).click()
    page.get_by_role("link", name="All puzzles").click()
    page.get_by_role("link", name=f"Puzzle {number} of Splendor", exact=True).click()
    person.until(lambda: bool(person.view))
    assert person.await_turn()
    return person


def wrong_moves(person: Person, decision: PuzzleDecision) -> list[Choice]:
    """The moves that give the win away, among those made by touching pieces."""
    return [each for each in person.view.get("choices", []) if each["action"] in decision.lost and each["pieces"]]


def go_wrong(person: Person, decision: PuzzleDecision) -> None:
    """Plays a move that gives the win away."""
    wrong = wrong_moves(person, decision)[0]
    for piece in [*wrong["pieces"], wrong["pieces"][-1]]:
        person.touch(piece)


def solve(person: Person, wanted: Puzzle) -> None:
    """Plays the first line to its end."""
    decision: PuzzleDecision | None = wanted.first
    while decision:
        action, reply = next(iter(decision.keep.items()))
        person.play(next(each for each in person.view["choices"] if each["action"] == action))
        person.reach(person.accepted + len(reply.answers))
        decision = reply.then
        if decision:
            assert person.await_turn()


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.large)]
)
def test_a_puzzle_can_be_failed_then_solved_and_the_next_ones_solution_shown(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: tuple[int, int]
) -> None:
    first = known()[0]
    page = open_page(*size)
    person = opened(page, server, 1)
    phone = size == PHONE
    # On a phone the question has a line of its own, on a wider screen it is in the header.
    question = page.get_by_role("region", name="Puzzle", exact=True) if phone else page.get_by_role("banner")
    expect(question).to_contain_text("You win if you find the only right move.")
    expect(question).to_contain_text(f"Puzzle 1 of {len(known())}")
    board = page.locator("main .scene").bounding_box()
    card = page.get_by_role("region", name="Result of your move", exact=True)
    expect(card).to_have_count(0)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    picture(page, f"puzzle-{size[0]}")

    ply = person.view["ply"]
    go_wrong(person, first.first)
    expect(card).to_contain_text("gives the win away")
    expect(card.get_by_role("button", name="Show the solution")).to_be_visible()
    assert page.locator("main .scene").bounding_box() == board, "the table keeps its size"
    assert person.view["ply"] == ply, "a wrong move is not played"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it fits the screen"
    picture(page, f"puzzle-wrong-{size[0]}")

    card.get_by_role("button", name="Try again").click()
    expect(card).to_have_count(0)
    solve(person, first)
    expect(page.locator(".pill")).to_have_text("Solved")
    expect(card.get_by_role("heading")).to_have_text("That’s it, try 2")
    expect(card).to_contain_text("The next best move,")
    expect(card.get_by_role("link", name="Today’s deal")).to_be_visible()
    picture(page, f"puzzle-solved-{size[0]}")
    card.get_by_role("link", name="Next puzzle").click()
    expect(question).to_contain_text(f"Puzzle 2 of {len(known())}")

    # The solution can be shown on request; the puzzle then counts neither as solved nor as failed.
    person.until(lambda: wrong_moves(person, known()[1].first) != [])
    assert person.await_turn()
    go_wrong(person, known()[1].first)
    card.get_by_role("button", name="Show the solution").click()
    expect(card.get_by_role("heading")).to_have_text("The solution")

    # Solved puzzles are remembered.
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_role("link", name="Puzzle 1 of Splendor, solved", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle 2 of Splendor, its solution was shown", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Splendor", exact=True)).to_contain_text(f"1 of {len(known())} solved")


def test_an_unknown_puzzle_address_says_so(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(*PHONE)
    page.goto(f"{server.url}/puzzles/splendor/00000000")
    expect(page.get_by_role("link", name="To the lobby")).to_be_visible()
