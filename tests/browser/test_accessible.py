"""Everything can be used without sight or a pointer: axe reports nothing, and whole games are played by accessible
names.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .keys import by_arrows, by_list
from .learner import Learner
from .live_server import LiveServer
from .person import PATIENCE, Choice, Person
from .short import LARGE, LARGE_GAMES, another, large, short_game

OpenPage = Callable[..., Page]
Home = Callable[[str], LiveServer]

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()
VIOLATIONS = """part => axe.run(part, {resultTypes: ['violations']}).then(({violations}) =>
    violations.flatMap(({id, nodes}) => nodes
        .filter(({html}) => !(id === 'label-content-name-mismatch' && html.includes('data-piece')))
        .map(({html, failureSummary}) => `${id}: ${html} (${failureSummary})`)))"""
"""Runs axe. The figures on a piece are excluded: they are a picture, and the piece's name describes it."""
UNREAD = (Path(__file__).parent / "unread.js").read_text()
"""A function that names words on the page with less than the given contrast."""
LEAST_CONTRAST = 4.5
"""The minimum contrast of small text (WCAG 2.2, criterion 1.4.3)."""
SIZES = ((1280, 720), (390, 844))
SEATS = {"splendor": 4, "megaman": 2, "recharge": 4, "smashgear": 2, "coalheart": 3}


def found(page: Page, part: Locator | None = None) -> list[str]:
    """Returns axe's findings for the page or a part of it."""
    page.evaluate(AXE)
    wrong: list[str] = (part or page.locator("html")).evaluate(VIOLATIONS)
    return wrong


MISNAMED = """() => {
    const plain = (words) => words.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim()
    return [...document.querySelectorAll('button[aria-label], a[aria-label], [role=button][aria-label]')]
        .filter((each) => !each.dataset.piece && each.checkVisibility())
        .filter((each) => !plain(each.getAttribute('aria-label')).includes(plain(each.innerText)))
        .map((each) => `${each.innerText} is called ${each.getAttribute('aria-label')}`)
}"""
"""Buttons and links whose name lacks their visible words (WCAG 2.2, criterion 2.5.3)."""
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page has been drawn in its current state."""

OTHER = {"dark": "light", "light": "dark"}


def expect_contrast(page: Page, where: str) -> None:
    """Checks the contrast of words, once nothing fades in or out any more; words on pictures are left to the
    screenshots.
    """
    end = time.monotonic() + PATIENCE
    while (unread := page.evaluate(UNREAD, LEAST_CONTRAST)) and time.monotonic() < end:
        page.wait_for_timeout(100)
    assert unread == [], where


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.large)])
def test_axe_finds_nothing_on_the_home_page_and_those_to_open_a_table_and_to_learn(
    server: LiveServer, open_page: OpenPage, theme: str
) -> None:
    """In one theme; the contrast of words in the other too."""
    page = open_page(theme="system")
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    games, opening = (
        page.get_by_role("list", name="Games", exact=True),
        page.get_by_role("button", name="Open the table"),
    )
    lessons = page.get_by_role("button", name="Learn it in 5 minutes: Splendor", exact=True)
    rules = page.locator("#SP-R6")
    for path, seen in (("/", games), ("/new", opening), ("/learn", lessons), ("/rules/splendor", rules)):
        page.goto(server.url + path)
        seen.wait_for()
        assert found(page) == []
        for each in (theme, OTHER[theme]):
            page.emulate_media(color_scheme=each)  # type: ignore[arg-type]
            expect(page.locator("html")).to_have_attribute("data-theme", each)
            expect_contrast(page, f"{path} in the {each} theme")
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.large)])
@pytest.mark.parametrize("game", ["splendor", *large("coalheart", "megaman", "recharge", "smashgear")])
@pytest.mark.parametrize(
    "size", [pytest.param(SIZES[1], id="phone"), pytest.param(SIZES[0], id="desktop", marks=pytest.mark.large)]
)
def test_axe_finds_nothing_at_a_table(
    server: LiveServer, open_page: OpenPage, game: str, theme: str, size: tuple[int, int]
) -> None:
    """In one size and theme; the contrast of words in both themes."""
    table = server.table("me", *["open"] * (SEATS[game] - 1), game=game, seed=4)
    for name in ("Rivet", "Sprocket", "Piston")[: SEATS[game] - 1]:
        server.join(table, name)
    page = open_page(theme="system")
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    Person(page).sit(server.url, table)
    page.locator(".scene [data-piece]").first.wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if (width, height) == size:
            assert found(page) == [], f"at {width}"
        expect_contrast(page, f"{theme} at {width}")
    page.emulate_media(color_scheme=OTHER[theme])  # type: ignore[arg-type]
    expect(page.locator("html")).to_have_attribute("data-theme", OTHER[theme])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_contrast(page, f"{OTHER[theme]} at {width}")


@pytest.mark.large  # every `make test` runs axe at a table
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_a_lesson(server: LiveServer, open_page: OpenPage, theme: str) -> None:
    """In a step with text only, and on a phone after a wrong touch in a step that asks for a move."""
    learner = Learner(open_page(theme=theme))
    learner.begin(server, "splendor")
    looked: set[bool] = set()
    for step in range(3):
        learner.await_step(step)
        asked = learner.asked >= 0
        if asked not in looked:
            looked.add(asked)
            if asked:
                learner.page.locator("[data-piece].piece:not(.open)").first.click()
                learner.page.locator(".coach .reply").wait_for()
            width, height = SIZES[asked]
            learner.page.set_viewport_size({"width": width, "height": height})
            assert found(learner.page) == [], f"step {step} at {width}"
        learner.do()
    assert looked == {True, False}


@pytest.mark.large  # every `make test` runs axe at a table
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_a_strategy_lesson(server: LiveServer, open_page: OpenPage, theme: str) -> None:
    """While a doubt is answered, in both sizes."""
    learner = Learner(open_page(theme=theme))
    learner.begin(server, "splendor", "nobles")
    for step in range(2):
        learner.await_step(step)
        learner.do()
    doubt = learner.await_step(2)["doubts"][0]
    learner.page.get_by_role("button", name=doubt["ask"], exact=True).click()
    learner.page.locator(".coach .reply").wait_for()
    for width, height in SIZES:
        learner.page.set_viewport_size({"width": width, "height": height})
        assert found(learner.page) == [], f"at {width}"


def test_names_contain_the_visible_words(server: LiveServer, open_page: OpenPage) -> None:
    """On the pages of the site, at a table, and after the game."""
    over = server.ahead(server.table("me", "random", limit=2))
    page = open_page(*SIZES[1])

    def look(where: str) -> None:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            assert page.evaluate(MISNAMED) == [], f"{where} at {width}"

    page.goto(f"{server.url}/t/{over['table']}#{over['secret']}")
    page.get_by_role("button", name="Analysis").wait_for()
    look("table")
    page.get_by_role("button", name="Analysis").click()
    page.get_by_role("slider").press("Home")
    page.get_by_role("button", name="What if?").wait_for()
    look("analysis")
    page.get_by_role("button", name="See it on the table").click()
    page.get_by_role("group", name="Replay").wait_for()
    look("replay")
    plain = ("you", "puzzles", "tournaments", "waiting")
    for path in ("", *plain, "rules/splendor", "best/splendor", "print/splendor"):
        page.goto(f"{server.url}/{path}")
        page.locator("h1, h2").first.wait_for()
        look(path)
    person = Person(page)
    playing = server.table("me", "random")
    page.goto(f"{server.url}/t/{playing['table']}#{playing['secret']}")
    person.until(lambda: bool(person.view))
    assert person.await_turn()
    look("a turn")
    page.locator("header button").first.evaluate("each => { [each.ariaLabel, each.innerText] = ['Open', 'Close'] }")
    assert page.evaluate(MISNAMED) == ["Close is called Open"]


# --- a game by roles and names alone --------------------------------------------------------------------------


MARK = re.compile(
    r"\[\[seat:(?P<seat>\d+)\]\](?P<owns>’s)?|\[\[[^]|]*\|(?P<word>[^]]*)\]\]|(?P<picture>\[\[[^]]*\]\])|\*\*"
)
"""Markup in texts: a seat, a picture with its word, a picture alone, bold text."""


class Listener:
    """A person who has a keyboard and a screen reader: only the roles and names of elements."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.bar = self.page.get_by_role("group", name="Your choices")

    def press(self, thing: Locator, key: str = "Enter") -> None:
        """Presses a key on the only element with this name."""
        expect(thing).to_have_count(1)
        thing.focus()
        self.page.keyboard.press(key)

    def named(self, words: str, after: str = "") -> re.Pattern[str]:
        """Returns a pattern for a button's name: the words as this seat reads them, with any name for a picture in
        them.
        """
        spoken, at = "", 0
        for mark in MARK.finditer(words):
            spoken += re.escape(words[at : mark.start()].strip()) + r"\s*" + self.heard(mark) + r"\s*"
            at = mark.end()
        spoken += re.escape(words[at:].strip())
        spoken = spoken.replace("\xa0", r"\s")  # a screen reader reads a non-breaking space as a space
        return re.compile(rf"^\s*{spoken}\s*{after}$", re.DOTALL | re.IGNORECASE)

    def heard(self, mark: re.Match[str]) -> str:
        """Returns the pattern of how a screen reader reads a mark."""
        if mark["picture"]:
            return ".*"
        if mark["seat"] is None:
            return re.escape(mark["word"] or "")
        seat, owns = int(mark["seat"]), mark["owns"] or ""
        if seat == self.person.seat:
            return "your" if owns else "you"
        return re.escape(next(each["name"] for each in self.person.occupants if each["seat"] == seat) + owns)

    def choose(self, choice: Choice) -> None:
        """Finds a choice by its name: in the list of all moves if there is one, otherwise among the buttons."""
        everything = self.bar.get_by_role("button", name=re.compile(r", \d+$"))
        if everything.count():
            self.press(everything)
            self.press(self.page.get_by_role("dialog").get_by_role("button", name=self.named(choice["text"])))
        else:
            self.press(self.bar.get_by_role("button", name=self.named(choice.get("label") or choice["text"])))

    def touch(self, choice: Choice) -> None:
        """Finds the pieces of a choice on the table by their names, then the button that confirms it."""
        for name in self.names(choice):
            self.press(self.page.get_by_role("button", name=self.named(name, OFFERED)))
        self.press(self.bar.get_by_role("button", name=self.named(choice.get("label") or choice["text"])))

    def names(self, choice: Choice) -> list[str]:
        """Returns the names of a choice's pieces and places."""
        view = self.person.view
        names = {each["id"]: each.get("label", "") for each in (*view["parts"], *view["pieces"])}
        return [names[piece] for piece in choice.get("pieces", [])]

    def hears(self, words: str) -> None:
        """Waits until a text has been announced."""
        expect(self.page.locator("[aria-live]").filter(has_text=words).first).to_be_attached()


OFFERED = r"(,(?!.*\bcannot be chosen now\b).*)?"
"""Announced after the name of a piece that can be chosen."""


def on_the_table(person: Person, choice: Choice) -> bool:
    """Whether a choice can be made by touching pieces, none of them in a drawer."""
    pieces = choice.get("pieces", [])
    alike = [other for other in person.view["choices"] if sorted(other.get("pieces", [])) == sorted(pieces)]
    there = all(person.page.locator(f'[data-piece="{piece}"]').count() for piece in pieces)
    return bool(pieces) and len(alike) == 1 and there


NAMED = [
    "splendor",
    *large("magpie", "megaman", *LARGE_GAMES),
]


@pytest.mark.parametrize("game", NAMED)
def test_a_whole_game_is_played_by_names_alone(home: Home, open_page: OpenPage, game: str) -> None:
    """Alternately from the list of all moves and by the pieces on the table."""
    server, person = home(game), Person(open_page())
    listener = Listener(person)
    person.sit(server.url, short_game(server, game))
    assert person.page.get_by_role("heading", level=1).count()
    touched = 0
    while person.await_turn():
        choice = another(person.view)
        by_pieces = person.view["ply"] % 4 < 3 and on_the_table(person, choice)
        touched += by_pieces
        with person.moving():
            (listener.touch if by_pieces else listener.choose)(choice)
    assert touched > 1
    listener.hears("The game is over")
    person.page.get_by_role("button", name="Play again").first.wait_for()


@pytest.mark.parametrize("game", LARGE)
def test_turns_are_played_by_keys_alone(home: Home, open_page: OpenPage, game: str) -> None:
    """Alternately from the list of all moves and from piece to piece with the arrow keys."""
    server, person = home(game), Person(open_page())
    person.sit(server.url, short_game(server, game))
    done: dict[Callable[[Person, Choice], None], int] = {by_list: 0, by_arrows: 0}
    while min(done.values()) < 4 and person.await_turn():
        choice = another(person.view)
        way = by_arrows if on_the_table(person, choice) and done[by_arrows] <= done[by_list] else by_list
        with person.moving():
            way(person, choice)
        done[way] += 1
    assert min(done.values()) > 2
