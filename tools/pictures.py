"""Takes the pictures of the documentation: `make pictures`, or with ARGS="lesson undo" those whose names begin so.

Everything is played in a real Chromium against a real server, with seeds, so the same table comes out each time. The
pictures are WebP, which Chromium writes itself.
"""

from __future__ import annotations

import base64
import json
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, Page, expect

import cogtable
from tests.browser.chromium import chromium, new_page
from tests.browser.learner import Learner
from tests.browser.live_server import LiveServer
from tests.browser.passkeys import Passkeys
from tests.browser.person import Choice, Person, View, sensible
from tests.browser.roads.road import DOCS, Road
from tests.browser.roads.road import pictures as pictures_of
from tests.browser.roads.walks import WALKS
from tests.browser.short import another
from tests.browser.shown import Shown, played
from tests.browser.test_puzzles import go_wrong, known, opened
from tests.packages import install_package
from tests.static_site import plain_host, site_of

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
QUALITY = 80
SIZES = {"": (1280, 720), "-phone": (390, 844)}
"""The suffix of a picture's name, and the size of the screen."""
GAMES = sorted(file.parent.name for file in (ROOT / "src" / "cogtable" / "games").glob("*/box.toml"))
BOXES = {f"box-{name}": f'.tile:has(h2:text-is("{cogtable.game(name).title}")) .art' for name in GAMES}
"""The pictures of the games' boxes, and their places in the lobby."""
WIDE_ONLY = ("splendor", "magpie", "waiting-room", "you", "people", "tournament", "workbench", *BOXES)
THINKING_S = 300
"""The time limit of an analysis on a slow machine."""
AT_REST = """document.fonts.ready.then(() => Promise.all(
    document.getAnimations().map((each) => each.finished.catch(() => {}))
)).then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""
"""Waits until fonts have loaded and animations have ended."""


Opened = TypeVar("Opened")


class Studio:
    """A server, and a browser with pages of one size, each of another person."""

    def __init__(self, server: LiveServer, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self.size = SIZES[""]
        self._servers = ExitStack()

    def open(self, server: AbstractContextManager[Opened]) -> Opened:
        """Starts a separate server for one picture."""
        return self._servers.enter_context(server)

    def page(self, **settings: Any) -> Page:
        """Opens a new page."""
        return new_page(self.browser, *self.size, **settings)

    def close(self) -> None:
        """Closes all pages, and everything opened for them."""
        for context in self.browser.contexts:
            context.close()
        self._servers.close()


def take(page: Page, name: str, part: str = "") -> None:
    """Saves a picture of the screen, or of the `part` that a selector finds, once nothing moves."""
    page.mouse.move(0, 0)
    page.wait_for_load_state("networkidle")  # drawings are loaded when first needed
    page.evaluate(AT_REST)
    session = page.context.new_cdp_session(page)
    cut: dict[str, Any] = {"format": "webp", "quality": QUALITY}
    if part and (box := page.locator(part).first.bounding_box()):
        cut["clip"] = {**box, "scale": 2}
    shot = session.send("Page.captureScreenshot", cut)
    file = PICTURES / f"{name}.webp"
    file.write_bytes(base64.b64decode(shot["data"]))
    print(f"{file.relative_to(ROOT)} {file.stat().st_size / 1000:.0f} kB", flush=True)


# --- the pictures ---------------------------------------------------------------------------------------------


def lesson(studio: Studio, game: str) -> Page:
    """The first step of a game's lesson."""
    learner = Learner(studio.page())
    learner.begin(studio.server, game)
    learner.await_step(0)
    return learner.page


def doubt(studio: Studio) -> Page:
    """The coach answers a question at a step of a strategy lesson."""
    learner = Learner(studio.page())
    learner.begin(studio.server, "splendor", "nobles")
    for step in range(2):
        learner.await_step(step)
        learner.do()
    learner.await_step(2)
    learner.page.get_by_role("button", name="Why not the 4 points now?").click()
    learner.page.locator(".coach .reply").wait_for()
    return learner.page


def wrong_move(studio: Studio) -> Page:
    """A person has played a move that loses the win of a puzzle."""
    page = studio.page()
    go_wrong(opened(page, studio.server, 1), known()[0].first)
    page.get_by_role("button", name="Show the solution").wait_for()
    return page


def rules(studio: Studio) -> Page:
    """The rules page, which begins with a turn."""
    page = studio.page(theme="light")
    page.goto(f"{studio.server.url}/rules/splendor")
    page.locator(".picture .face").first.wait_for()
    return page


def undo(studio: Studio) -> Page:
    """A person is asked to agree to an undo."""
    server = studio.server
    table = server.table("me", "open", seed=1)
    ada, ben = Person(studio.page()), Person(studio.page(name="Ben"))
    ben.sit(server.url, server.join(table, "Ben"))
    ada.sit(server.url, table)
    for person, start in ((ada, "take white, blue, green"), (ben, "take 2 red"), (ada, "reserve")):
        assert person.await_turn()
        with person.moving():
            person.play(next(each for each in person.view["choices"] if each["text"].startswith(start)))
    ada.page.get_by_role("button", name="Undo").click()
    ben.page.get_by_role("alert").wait_for()
    return ben.page


def ending(studio: Studio) -> Page:
    """A won game, with the reason."""
    server = studio.server
    person = Person(studio.page())
    person.sit(server.url, server.ahead(server.table("me", "random", seed=5)))
    result = person.page.get_by_role("region", name="The game is over")
    expect(result.get_by_text("Best move")).to_be_visible(timeout=THINKING_S * 1000)
    person.page.locator(".banner.plain button").click()
    return person.page


def waiting_room(studio: Studio) -> Page:
    """A table that waits for a friend."""
    person = Person(studio.page())
    person.sit(studio.server.url, studio.server.table("me", "open", seed=1))
    return person.page


def you(studio: Studio) -> Page:
    """The page of a person who is signed in."""
    page = studio.page()
    Passkeys(page)
    page.goto(f"http://localhost:{studio.server.port}/you")  # passkeys belong to names, not to IP addresses
    page.get_by_role("button", name="Create a passkey").click()
    page.get_by_role("button", name="I have kept it").click()
    return page


OPENED: dict[str, dict[str, Any]] = {
    "Lena": {"game": "splendor", "rated": True, "time_control": {"game_s": 720}},
    "Yuki": {"game": "coalheart", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 2], "time_control": {"game_s": 900}},
    "Sue": {"game": "recharge", "rated": True, "time_control": {"move_s": 86400, "expired": "resign"}},
}
"""Who has opened which game in the picture of the page of people."""

OPEN_ONE = """async (table) => (await fetch('/api/tables', {method: 'POST', body: JSON.stringify(table),
    headers: {'Content-Type': 'application/json'}})).status"""
FOLLOW = """async (name) => (await fetch('/api/follow', {method: 'POST', body: JSON.stringify({name}),
    headers: {'Content-Type': 'application/json'}})).status"""


def people(studio: Studio) -> Page:
    """The page of people: three have opened games, and the reader follows two of them."""
    origin = f"http://localhost:{studio.server.port}"

    def signed_up(name: str) -> Page:
        page = studio.page(name=name)
        Passkeys(page)
        page.goto(f"{origin}/you")
        page.get_by_role("button", name="Create a passkey").click()
        page.get_by_role("button", name="I have kept it").click()
        return page

    for name, wanted in OPENED.items():
        seats = [{"kind": "me"}, {"kind": "open"}]
        status = signed_up(name).evaluate(OPEN_ONE, {"seats": seats, "listed": True} | wanted)
        assert status < 300, f"{name}'s game was refused with {status}"
    reader = signed_up("Mina")
    for name in ("Lena", "Yuki"):
        reader.evaluate(FOLLOW, name)
    reader.goto(f"{origin}/people")
    reader.get_by_role("heading", name="You follow").wait_for()
    reader.get_by_role("region", name="Open games").get_by_role("listitem").nth(2).wait_for()
    return reader


def play_round(server: LiveServer, tournament: str, secrets: dict[int, str]) -> None:
    """Plays all tables of the current round to the end."""
    found: dict[str, Any] = server.get(f"/api/tournaments/{tournament}")
    tables = [each for each in found["tables"] if not each.get("counted")]
    seats = [{"table": each["table"], "secret": secrets[player]} for each in tables for player in each["players"]]
    with ThreadPoolExecutor(len(seats)) as people:
        list(people.map(server.ahead, seats))


def tournament(studio: Studio) -> Page:
    """A tournament of four in its second round."""
    server, page = studio.server, studio.page()
    made = server.post("/api/tournaments", {"name": "Friday Swiss", "by": "Ada", "game": "splendor", "rounds": 3})
    known, secrets = made["tournament"], {0: made["secret"]}
    for name in ("Mira", "Omar", "Lena"):
        joined = server.post(f"/api/tournaments/{known}/join", {"name": name})
        secrets[joined["number"]] = joined["secret"]
    page.goto(server.url)
    page.evaluate("held => localStorage.setItem('cogtable-seats', held)", json.dumps({known: made["secret"]}))
    page.goto(f"{server.url}/tournaments/{known}")
    page.get_by_role("button", name="Begin round 1").click()
    page.get_by_role("link", name="Go to my table").wait_for()
    play_round(server, known, secrets)
    page.get_by_role("button", name="Begin round 2").click()
    page.get_by_role("link", name="Go to my table").wait_for()
    return page


def workbench(studio: Studio) -> Page:
    """A card of Splendor made cheaper, and the effect on two thousand games."""
    page = studio.page()
    file = studio.server.database.with_name("bold.toml")
    server = studio.open(LiveServer(file.with_suffix(".db"), command=("lab", "splendor", "--box", str(file))))
    page.goto(f"{server.url}/lab/splendor")
    page.locator("#cell-7-1").click()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("2,000 of 2,000 deals").wait_for(timeout=THINKING_S * 1000)
    page.locator("#cell-7-1").click()
    # it always polls, and a picture waits for requests to end
    page.route("**/api/lab/games?*", lambda route: route.abort())
    return page


def table(studio: Studio, game: str, turns: int, choose: Callable[[View], Choice] = sensible) -> Page:
    """A game after some turns."""
    person, server = Person(studio.page()), studio.server
    person.sit(server.url, server.ahead(server.table("me", "greedy", game=game, seed=1), turns, choose))
    assert person.await_turn()
    return person.page


def position(studio: Studio, game: str, seats: int, share: float, theme: str = "dark") -> Page:
    """Returns a position of a whole game between bots, after this share of its moves."""
    shown = Shown(studio.page(theme=theme), studio.server)
    match = played(cogtable.game(game), seats)
    shown.show(match.at(int(match.ply * share)))
    return shown.page


def lobby(studio: Studio) -> Page:
    """The lobby, for a person who knows the games."""
    page = studio.page()
    page.goto(studio.server.url)
    page.locator(".tile .art").first.wait_for()
    return page


def without_server(studio: Studio) -> Page:
    """The lobby of a page without a server."""
    address = studio.open(plain_host(site_of([cogtable.game(name) for name in GAMES])))
    page = studio.page()
    page.goto(address)
    page.locator(".tile .art").first.wait_for()
    page.get_by_role("link", name="Go to the server").wait_for()
    return page


def lesson_without_server(studio: Studio) -> Page:
    """The first step of a lesson in a page without a server."""
    page = without_server(studio)
    page.get_by_role("button", name="Learn it in 5 minutes: Splendor", exact=True).click()
    page.locator(".scene [data-piece]").first.wait_for()
    return page


TABLES = {"coalheart": (3, 0.4), "megaman": (3, 0.6), "recharge": (3, 0.6), "smashgear": (2, 0.5), "splendor": (3, 0.6)}
"""The tables of the page about the games: the seats, and the share of the moves that have been played."""
THEMES = {"": "dark", "-light": "light"}
"""The end of a picture's name, before its size, and the theme."""

MOTIFS: dict[str, Callable[[Studio], Page]] = {
    **{
        f"table-{game}{end}": partial(position, game=game, seats=seats, share=share, theme=theme)
        for game, (seats, share) in TABLES.items()
        for end, theme in THEMES.items()
    },
    "doubt": doubt,
    **{f"lesson-{game}": partial(lesson, game=game) for game in [*GAMES, "magpie"]},
    **dict.fromkeys(BOXES, lobby),
    "rules": rules,
    "puzzle": wrong_move,
    "undo": undo,
    "ending": ending,
    "waiting-room": waiting_room,
    "you": you,
    "people": people,
    "tournament": tournament,
    "workbench": workbench,
    "without-server": without_server,
    "without-server-lesson": lesson_without_server,
    "splendor": partial(table, game="splendor", turns=11),
    "magpie": partial(table, game="magpie", turns=3, choose=another),
    "coalheart-six": partial(position, game="coalheart", seats=6, share=0.5),
    "recharge-late": partial(position, game="recharge", seats=4, share=0.9),
}
"""The contents of the pictures, by name."""


def taken() -> list[str]:
    """Returns the names of all pictures taken here: those of the motifs, and those on the roads."""
    motifs = [name + end for name in MOTIFS for end in SIZES if not (end and name in WIDE_ONLY)]
    return [*motifs, *(name for road in WALKS for name in pictures_of(DOCS / f"{road}.md"))]


def walk(road: str, browser: Browser) -> None:
    """Takes the pictures of a road while walking it."""
    with tempfile.TemporaryDirectory() as folder, Road(road, Path(folder), browser, take) as walked:
        WALKS[road](walked)


def main(wanted: list[str]) -> None:
    """Takes the pictures whose names begin as requested, or all. Exits with a message if there are none."""
    names = [name for name in MOTIFS if not wanted or name.startswith(tuple(wanted))]
    roads = [name for name in WALKS if not wanted or name.startswith(tuple(wanted))]
    if not names and not roads:
        known = ", ".join([*MOTIFS, *WALKS])
        sys.exit(f"error: expected the beginning of one of {known}; found {' '.join(wanted)}")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        paths = install_package(ROOT / "examples" / "magpie", Path(folder) / "site-packages")
        with LiveServer(Path(folder) / "cogtable.db", paths=paths) as server, chromium() as browser:
            studio = Studio(server, browser)
            for name in names:
                for end, studio.size in SIZES.items():
                    if not (end and name in WIDE_ONLY):
                        take(MOTIFS[name](studio), name + end, BOXES.get(name, ""))
                        studio.close()
            for name in roads:
                walk(name, browser)


if __name__ == "__main__":
    main(sys.argv[1:])
