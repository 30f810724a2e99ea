"""Everything on a table can be read and hit: text of 12 px, targets of 24 px (44 with a finger), nothing cut off."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import cogtable
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.games.recharge.table.labels import cards_of

from .learner import Learner
from .live_server import LiveServer
from .short import LARGE_GAMES, large
from .shown import DRAWN, Shown, played

pytestmark = pytest.mark.xdist_group("legible")  # the games are played once

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}
LETTERS = 12
"""The minimum size of letters, in CSS pixels as drawn."""
TARGETS = {"desktop": 24, "phone": 44}
"""The minimum size of targets, with a mouse and with a finger."""
TOLD = 24
"""The minimum size of pieces that can't be chosen now and only show the reason."""
MOMENTS = {"early": 0.02, "middle": 0.5, "late": 0.9}
"""The positions that are measured, as shares of a game."""
EVERY = [(seats, moment) for seats in ("few", "many") for moment in MOMENTS]
FULLEST = [("many", "late")]
"""The positions with most pieces on the table."""

RULER = (Path(__file__).parent / "ruler.js").read_text()
"""A function that names what is too small, cut off, or outside its box."""
MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"


def game_called(name: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of Cogtable, or the one from another package."""
    if name != "magpie":
        return cogtable.game(name)
    monkeypatch.syspath_prepend(MAGPIE)
    game: Game = importlib.import_module("magpie").game
    return game


def positions(game: Game, moments: list[tuple[str, str]]) -> Iterator[tuple[str, Match]]:
    """Positions of a game with few and of one with many seats, named after both."""
    for many, seats in (("few", game.min_seats), ("many", game.max_seats)):
        wanted = [moment for each, moment in moments if each == many]
        if many == "many" and seats == game.min_seats:
            return
        match = played(game, seats)
        for moment in wanted:
            yield f"{seats}-{moment}", match.at(int(match.ply * MOMENTS[moment]))


@pytest.mark.parametrize(
    ("size", "moments"),
    [
        pytest.param("phone", FULLEST, id="phone"),
        pytest.param("phone", EVERY, id="phone-every", marks=pytest.mark.large),
        pytest.param("desktop", EVERY, id="desktop", marks=pytest.mark.large),
    ],
)
@pytest.mark.parametrize("name", ["splendor", *large("megaman", "magpie", *LARGE_GAMES)])
def test_a_table_can_be_read_and_hit(
    server: LiveServer,
    open_page: OpenPage,
    picture: Picture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: str,
    moments: list[tuple[str, str]],
) -> None:
    shown = Shown(open_page(*SIZES[size]), server)
    found: dict[str, list[str]] = {}
    for moment, match in positions(game_called(name, monkeypatch), moments):
        shown.show(match)
        picture(shown.page, f"legible-{name}-{size}-{moment}")
        found[moment] = measured(shown.page, size)
        for drawer in shown.page.locator("[data-drawer]:visible").all():
            drawer.click()
            expect(shown.page.get_by_role("dialog")).to_be_visible()
            found[f"{moment}, {drawer.inner_text()}"] = measured(shown.page, size)
            shown.page.keyboard.press("Escape")
            expect(shown.page.get_by_role("dialog")).to_have_count(0)
    wrong = [f"{moment}: {each}" for moment, offenders in found.items() for each in offenders]
    assert not wrong, "\n".join(wrong)


FITTED = """async () => {
    const places = () => [...document.querySelectorAll('.scene .part, .scene .piece')]
        .filter((each) => each.innerText.trim() && each.checkVisibility())
    const smaller = places().filter((each) => each.dataset.letters)
    return [smaller.length, places().length]
}"""
"""The number of parts and pieces whose letters have no room to be larger, and of all with words."""
SENTENCE = "() => parseFloat(getComputedStyle(document.querySelector('.bar')).fontSize)"
READING = 1.2
"""The factor by which letters are larger."""


def await_fitted(page: Page) -> None:
    """Waits until larger letters are fitted, a frame after the page was drawn."""
    page.evaluate(DRAWN)
    page.evaluate(DRAWN)


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
@pytest.mark.parametrize("name", ["splendor", *large("megaman", "magpie", *LARGE_GAMES)])
def test_larger_text_has_room_at_a_table(
    server: LiveServer,
    open_page: OpenPage,
    picture: Picture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: str,
) -> None:
    usual, shown = (Shown(open_page(*SIZES[size], larger=larger), server) for larger in (False, True))
    for moment, match in positions(game_called(name, monkeypatch), [("few", "middle"), ("many", "late")]):
        shown.show(match)
        await_fitted(shown.page)
        picture(shown.page, f"larger-{name}-{size}-{moment}")
        assert measured(shown.page, size) == [], moment
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], "it scrolls sideways"
        smaller, places = shown.page.evaluate(FITTED)
        assert smaller < places / 2, moment
        usual.show(match)
        larger = shown.page.evaluate(SENTENCE) / usual.page.evaluate(SENTENCE)
        assert larger == pytest.approx(READING, abs=0.01)


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
def test_larger_text_has_room_on_pages_and_in_a_lesson(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    page = open_page(*SIZES[size], larger=True)
    rules = [f"/rules/{game}" for game in ("splendor", "recharge")]
    for path, seen in (("/", ".tile .art"), *((each, ".picture .face") for each in rules)):
        page.goto(server.url + path)
        page.locator(seen).first.wait_for()
        page.evaluate(DRAWN)
        picture(page, f"larger-{path.strip('/').replace('/', '-') or 'lobby'}-{size}")
        # The pictures of a rules page show parts of a table, cut at their edges.
        kinds = "small target" if path == "/" else ("small target", "cut", "text outside", "off the screen")
        small = [each for each in measured(page, size) if not each.startswith(kinds)]
        assert small == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], f"{path} scrolls sideways"
    learner = Learner(page)
    learner.begin(server, "splendor")
    learner.await_step(0)
    await_fitted(page)
    picture(page, f"larger-lesson-{size}")
    assert [each for each in measured(page, size) if not each.startswith("small target")] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], "the lesson scrolls sideways"


def test_the_size_of_text_is_set_in_the_menu_and_kept(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(*SIZES["phone"])
    page.goto(f"{server.url}/you")
    small = page.get_by_role("switch", name="Larger text")
    usual = page.evaluate("getComputedStyle(document.body).fontSize")
    small.locator("..").click()
    expect(small).to_be_checked()
    page.reload()
    expect(page.get_by_role("switch", name="Larger text")).to_be_checked()
    assert float(page.evaluate("getComputedStyle(document.body).fontSize")[:-2]) == pytest.approx(
        READING * float(usual[:-2]), abs=0.01
    )


@pytest.mark.parametrize(("width", "height"), [(844, 390), pytest.param(640, 360, marks=pytest.mark.large)])
@pytest.mark.parametrize("name", ["magpie", *large("splendor", "megaman", "smashgear")])
def test_a_phone_in_landscape_and_a_zoomed_screen_are_filled(
    server: LiveServer,
    open_page: OpenPage,
    picture: Picture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    width: int,
    height: int,
) -> None:
    shown = Shown(open_page(width, height), server)
    for moment, match in positions(game_called(name, monkeypatch), [("few", "middle"), ("many", "middle")]):
        view = shown.show(match)
        picture(shown.page, f"low-{name}-{width}-{moment}")
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= width, "it scrolls sideways"
        assert not view.low or shown.page.evaluate("document.documentElement.scrollHeight") <= height, "it scrolls down"
        assert shown.page.evaluate(FILLED) > 0.95
        assert [each for each in measured(shown.page, "desktop") if each.startswith(("small text", "off"))] == []


FILLED = """() => {
    const boxes = [...document.querySelectorAll('main .frame, .bar')].map((each) => each.getBoundingClientRect())
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right))
    return (right - left) / innerWidth
}"""
"""The table's share of the window's width, with its prompt."""


def measured(page: Page, size: str) -> list[str]:
    """Returns what is too small on a page, or unreadable."""
    offenders: list[str] = page.evaluate(RULER, {"letters": LETTERS, "target": TARGETS[size], "told": TOLD})
    return offenders


CUT = """(piece) => {
    const box = piece.getBoundingClientRect(), walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT), cut = []
    for (let node; (node = walker.nextNode()); ) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1)
        if (rects.some((rect) => rect.top < box.top - 1 || rect.bottom > box.bottom + 1)) cut.push(node.data.trim())
    }
    return cut
}"""
"""The words that cross a piece's upper or lower edge."""


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_event_of_recharge_fits_on_its_card(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    game = cogtable.game("recharge")
    texts = [len(words) for words in cards_of(game.box).event_words]
    event = texts.index(max(texts))
    shown = Shown(open_page(*SIZES[size]), server)
    for seats in (game.min_seats, game.max_seats):
        deals = (game.start(seats=seats, seed=seed) for seed in range(1000))
        match = next(deal for deal in deals if deal.state.owner[event] == deal.waiting[0])
        shown.show(match)
        picture(shown.page, f"events-{size}-{seats}")
        assert shown.page.locator(f"[data-piece='e{event}']").evaluate(CUT) == []
        match.play(match.waiting[0], event)
        shown.show(match)
        assert shown.page.locator("[data-piece='event']").evaluate(CUT) == []
