"""Everything can be used without seeing or pointing: axe finds nothing, and whole games are played by names alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .person import Choice, Person

OpenPage = Callable[..., Page]

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()
VIOLATIONS = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>
    violations.flatMap(({id, nodes}) => nodes
        .filter(({html}) => !(id === 'label-content-name-mismatch' && html.includes('data-piece')))
        .map(({html, failureSummary}) => `${id}: ${html} (${failureSummary})`)))"""
"""All that axe finds; but the figures on a piece are a picture, which its name describes and does not repeat."""
SIZES = ((1280, 720), (390, 844))
SEATS = {"splendor": 4, "megaman": 2, "recharge": 4, "smashgear": 2, "coalheart": 3}


def found(page: Page) -> list[str]:
    """What axe finds wrong with the page."""
    page.evaluate(AXE)
    wrong: list[str] = page.evaluate(VIOLATIONS)
    return wrong


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_in_the_lobby_and_on_the_pages_of_rules(
    server: LiveServer, open_page: OpenPage, theme: str
) -> None:
    page = open_page(theme=theme)
    page.goto(server.url)
    page.get_by_role("button", name="Open the table").wait_for()
    assert found(page) == []
    page.goto(f"{server.url}/rules/splendor")
    page.locator("#SP-R6").wait_for()
    assert found(page) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("game", SEATS)
def test_axe_finds_nothing_at_a_table(server: LiveServer, open_page: OpenPage, game: str, theme: str) -> None:
    table = server.table("me", *["open"] * (SEATS[game] - 1), game=game, seed=4)
    for name in ("Rivet", "Sprocket", "Piston")[: SEATS[game] - 1]:
        server.join(table, name)
    page = open_page(theme=theme)
    Person(page).sit(server.url, table)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".scene [data-piece]").first.wait_for()
        assert found(page) == [], f"at {width}"


# --- a game by roles and names alone --------------------------------------------------------------------------


def named(words: str) -> re.Pattern[str]:
    """The name of a button with these words; a picture in them is called by any name."""
    parts = re.split(r"\[\[[^]]*\]\]|\*\*", words)
    return re.compile(".*".join(re.escape(part.strip()) for part in parts), re.DOTALL | re.IGNORECASE)


class Listener:
    """Somebody who has a keyboard and hears the roles and names of what is there, and nothing else."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def press(self, thing: Locator, key: str = "Enter") -> None:
        """Goes to a thing and presses a key there."""
        thing.focus()
        self.page.keyboard.press(key)

    def choose(self, choice: Choice) -> None:
        """Finds a choice by its name: in the list of all moves if there is one, else among the buttons."""
        bar = self.page.get_by_role("group", name="Your choices")
        everything = bar.get_by_role("button", name=re.compile(r", \d+$"))
        if everything.count():
            self.press(everything.first)
            found = self.page.get_by_role("dialog").get_by_role("button", name=named(choice["text"]))
        else:
            found = bar.get_by_role("button", name=named(choice.get("label") or choice["text"]))
        found.first.wait_for()
        self.press(found.first)

    def hears(self, words: str) -> None:
        """Waits until something was announced."""
        expect(self.page.locator("[aria-live]").filter(has_text=words).first).to_be_attached()


def test_a_whole_game_is_played_with_keys_and_names_alone(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page())
    listener = Listener(person)
    person.sit(server.url, server.table("me", "greedy", seed=3, target=3))
    assert person.page.get_by_role("heading", level=1).count()
    while person.await_turn():
        before = person.view["ply"]
        listener.choose(goal(person.view["choices"]))
        person.reach(before + 1)
    listener.hears("The game is over")
    person.page.get_by_role("button", name="Play again").first.wait_for()


LEADS_ON = ("buy", "recruit", "take", "return")
"""What brings Splendor to its end, the best first."""


def goal(choices: list[Choice]) -> Choice:
    """A choice that leads on."""

    def order(choice: Choice) -> int:
        word = choice["text"].split()[0]
        return LEADS_ON.index(word) if word in LEADS_ON else len(LEADS_ON)

    return min(choices, key=order)
