"""Compares pictures of every page and table before and after a change: see "Changing styles" in CONTRIBUTING.md.

`make pages ARGS="take FOLDER"` takes the pictures of the built client, each page in two sizes and themes. `make pages
ARGS="compare FOLDER"` takes them again, and lists the pictures that differ with their places. Further arguments select
pages whose names begin with them. The pictures aren't kept in git.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TookTooLong

import cogtable
from pictures import AT_REST, GAMES, Studio, position, undo, waiting_room, wrong_move
from tests.browser.chromium import chromium
from tests.browser.learner import Learner
from tests.browser.live_server import LiveServer
from tests.browser.passkeys import Passkeys
from tests.browser.person import Person
from tests.browser.short import BOTS, another, short_game

ROOT = Path(__file__).resolve().parent.parent
DIFFERENCES = ROOT / "build" / "differences"
"""The folder in which `compare` writes pictures of the differences: before, now, and the difference in red."""
SIZES = ((1280, 720), (390, 844))
THEMES = ("dark", "light")
SHARES = {"early": 0.02, "middle": 0.5, "late": 0.9}
"""The positions of a table, as shares of a game's moves."""
TALLEST = 5000
"""The height of a long page's picture, in CSS pixels."""
STEP = 12
"""The tolerance of a pixel's colour channel (0 to 255)."""
SPECKS = 40
"""The number of pixels of a picture that can exceed the tolerance."""
PATIENCE_MS = 20_000
"""The timeout of a page."""
UNSTEADY = ".address, p.code, .secret, .code svg, .recovery, time { visibility: hidden !important }"
"""Hides addresses, codes and times, which differ each time."""
ADD_STYLE = """text => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
}"""
"""Adds styles in the only way that the page's content security policy allows."""
STILL = "*, ::before, ::after { animation: none !important; caret-color: transparent !important }"


class PageStudio(Studio):
    """A studio whose pages have shorter timeouts than those of tests."""

    def page(self, **settings: Any) -> Page:
        page = super().page(**settings)
        page.context.set_default_timeout(PATIENCE_MS)
        return page


# --- what is on the pictures ------------------------------------------------------------------------


def at(studio: Studio, path: str, seen: str = "main", **settings: Any) -> Page:
    """Opens the page at a path, and waits until an element for a selector is visible."""
    page = studio.page(**settings)
    page.goto(studio.server.url + path)
    page.locator(seen).first.wait_for()
    return page


def opened(studio: Studio, path: str, role: Any, name: str) -> Page:
    """Opens the page at a path, and clicks an element by its name."""
    page = at(studio, path)
    page.get_by_role(role, name=name, exact=True).first.click()
    return page


def lobby_with_tables(studio: Studio) -> Page:
    """The lobby of a person with a game to continue, and one that waits for a friend."""
    page, server = studio.page(), studio.server
    tables = [
        server.ahead(server.table("me", "random", seed=5), 4),
        server.table("me", "open", game="megaman", seed=1),
    ]
    page.goto(server.url)
    held = json.dumps({table["table"]: table["secret"] for table in tables})
    page.evaluate("held => localStorage.setItem('cogtable-seats', held)", held)
    page.reload()
    page.locator(".own .row").first.wait_for()
    return page


def lobby_options(studio: Studio) -> Page:
    """The page of a new table with all its options, among them a bot that takes over."""
    page = at(studio, "/new/splendor", "summary")
    page.get_by_text("Options").first.click()
    page.get_by_text("A bot takes over").click()
    return page


def signed_in(studio: Studio, name: str = "Ada", done: bool = True) -> Page:
    """The page of a person who has just made an account."""
    page = studio.page(name=f"{name}{studio.size[0]}")  # a name belongs to one account
    Passkeys(page)
    page.goto(f"http://localhost:{studio.server.port}/you")  # passkeys belong to names, not to IP addresses
    page.get_by_role("button", name="Create a passkey").click()
    kept = page.get_by_role("button", name="I have kept it")
    kept.wait_for()
    if done:
        kept.click()
        kept.wait_for(state="detached")
    return page


@cache
def rated_game(studio: Studio) -> None:
    """Plays a rated game that Cora wins because Dan resigns."""
    cora, dan = signed_in(studio, "Cora"), signed_in(studio, "Dan")
    cora.goto(f"http://localhost:{studio.server.port}/new/splendor")
    cora.get_by_role("button", name="Open the table").click()
    cora.wait_for_url("**/t/*")
    there = Person(dan)
    dan.goto(cora.url)
    dan.get_by_role("button", name="Join").click()
    there.until(lambda: bool(there.view) and there.seat == 1)
    dan.get_by_role("button", name="Menu").click()
    dan.get_by_role("button", name="Resign").click()
    dan.get_by_role("button", name="Resign").last.click()
    cora.get_by_role("link", name="1 of 5 rated games played").wait_for()


def person(studio: Studio, path: str) -> Page:
    """The page at a path of the server on which Cora won a rated game."""
    rated_game(studio)
    return at(studio, path, "main h1")


def waiting(studio: Studio) -> Page:
    """The page of games that wait for a player."""
    page, server, tables = studio.page(), studio.server, []
    for game in ("splendor", "recharge"):
        tables.append(server.table("me", "open", game=game, seed=1))
        server.join(tables[-1], "Ben")
    page.goto(f"{server.url}/you")
    held = json.dumps({table["table"]: table["secret"] for table in tables})
    page.evaluate("held => localStorage.setItem('cogtable-seats', held)", held)
    page.goto(f"{server.url}/waiting")
    page.locator("li.at .frame [data-piece], li.at .frame .face").first.wait_for()
    return page


def gathering_guest(studio: Studio) -> Page:
    """A table that is open to join, whose creator lets a bot take over."""
    taken = {"bot": "random", "after_s": 300}
    return at(studio, f"/t/{studio.server.table('me', 'open', 'open', seed=1, takeover=taken)['table']}")


def tournament_before(studio: Studio, begun_by: bool = False) -> Page:
    """A tournament that has not begun, as seen by a person who can join or by its creator."""
    server, page = studio.server, studio.page()
    made = server.post("/api/tournaments", {"name": "Sunday", "by": "Mira", "game": "splendor", "rounds": 3})
    if begun_by:
        page.goto(server.url)
        held = json.dumps({made["tournament"]: made["secret"]})
        page.evaluate("held => localStorage.setItem('cogtable-seats', held)", held)
    page.goto(f"{server.url}/tournaments/{made['tournament']}")
    page.get_by_role("heading", name="Sunday").first.wait_for()
    return page


def tournament_of_two(studio: Studio, over: bool) -> Page:
    """A tournament in its only round, or after Mira resigned in it."""
    server, page = studio.server, studio.page()
    made = server.post("/api/tournaments", {"name": "Monday", "by": "Ada", "game": "splendor", "rounds": 2})
    known = made["tournament"]
    mira = server.post(f"/api/tournaments/{known}/join", {"name": "Mira"})
    page.goto(server.url)
    page.evaluate("held => localStorage.setItem('cogtable-seats', held)", json.dumps({known: made["secret"]}))
    page.goto(f"{server.url}/tournaments/{known}")
    page.get_by_role("button", name="Begin round 1").click()
    page.get_by_role("link", name="Go to my table").wait_for()
    (table,) = server.get(f"/api/tournaments/{known}")["tables"]
    if over:
        server.resign({"table": table["table"], "secret": mira["secret"]})
        page.get_by_text("You have won!").wait_for()
    return page


def mine(studio: Studio, game: str = "splendor", turns: int = 6) -> Person:
    """A person whose turn it is in a game against bots."""
    person, server = Person(studio.page()), studio.server
    table = server.table("me", *["random"] * BOTS.get(game, 1), game=game, seed=1)
    person.sit(server.url, server.ahead(table, turns, another))
    assert person.await_turn()
    return person


def dialog(studio: Studio, key: str) -> Page:
    """A sheet of a table, opened by its key."""
    page = mine(studio).page
    page.locator("[data-piece].open").first.focus()
    page.keyboard.press(key)
    page.locator("dialog[open]").wait_for()
    return page


def chosen(studio: Studio, game: str) -> Page:
    """A table with two pieces of a choice touched, but not yet played."""
    person = mine(studio, game, 2)
    for piece in max((each.get("pieces", []) for each in person.view["choices"]), key=len)[:2]:
        person.touch(piece)
    return person.page


def all_moves(studio: Studio) -> Page:
    """The list of all moves."""
    page = mine(studio).page
    page.locator(".bar .all").click()
    page.locator("dialog[open]").wait_for()
    return page


def ended(studio: Studio) -> Person:
    """A person whose short game is over, with the result shown."""
    person, server = Person(studio.page()), studio.server
    server.ready("splendor", "expert")
    person.sit(server.url, server.ahead(short_game(server, "splendor")))
    result = person.page.get_by_role("region", name="The game is over")
    result.get_by_text("Best move").wait_for(timeout=300_000)
    return person


def review(studio: Studio, replayed: bool) -> Page:
    """The analysis of a finished game, or its first position on the table."""
    page = ended(studio).page
    page.get_by_role("button", name="Analysis").click()
    page.get_by_role("main", name="Analysis").get_by_role("heading", name="Chances of winning").wait_for()
    page.get_by_text("Analysing…").wait_for(state="detached", timeout=300_000)
    if replayed:
        page.get_by_role("slider").press("Home")
        page.get_by_role("button", name="See it on the table").click()
        page.get_by_role("group", name="Replay").wait_for()
    return page


def lesson_step(studio: Studio, game: str, steps: int) -> Page:
    """A step of a lesson."""
    learner = Learner(studio.page())
    learner.begin(studio.server, game)
    for step in range(steps):
        learner.await_step(step)
        learner.do()
    learner.await_step(steps)
    return learner.page


def printed(studio: Studio) -> Page:
    """The page on which Splendor is printed."""
    return at(studio, "/print/splendor", ".face")


@cache
def bench(studio: Studio) -> LiveServer:
    """A server with the workbench."""
    file = studio.server.database.with_name("mine.toml")
    return LiveServer(file.with_suffix(".db"), command=("lab", "splendor", "--box", str(file))).__enter__()


def workbench(studio: Studio, edited: bool) -> Page:
    """The workbench for Splendor, with a card made cheaper if `edited`."""
    page = studio.page()
    page.goto(f"{bench(studio).url}/lab/splendor")
    page.locator("#cell-7-1").click()
    if edited:
        page.keyboard.type("99")
        page.locator("#cell-7-1[aria-invalid=true]").wait_for()
    return page


def lab_start(studio: Studio) -> Page:
    """The lobby of a server with the workbench."""
    page = studio.page()
    page.goto(bench(studio).url)
    page.locator(".tile .art").first.wait_for()
    return page


def offline(studio: Studio) -> Page:
    """The service worker's page without a connection."""
    page = studio.page()
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{studio.server.url}/offline.html")
    page.locator("main").wait_for()
    return page


def seats_of(game: str) -> tuple[int, ...]:
    """Returns a game's smallest and largest number of seats for pictures."""
    known = cogtable.game(game)
    return tuple(sorted({known.min_seats, known.max_seats}))


def menu_resign(studio: Studio) -> Page:
    """The menu of a table of two people, with the confirmation of a resignation."""
    server, person = studio.server, Person(studio.page())
    table = server.table("me", "open", seed=1)
    server.join(table, "Ben")
    person.sit(server.url, table)
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Resign").click()
    return person.page


PAGES: dict[str, Callable[[Studio], Page]] = {
    "lobby": partial(at, path="/", seen=".tile .art"),
    "lobby-tables": lobby_with_tables,
    "lobby-options": lobby_options,
    "learn": partial(at, path="/learn", seen=".panel .art"),
    "you": partial(at, path="/you"),
    "you-code": partial(signed_in, done=False),
    "you-signed-in": partial(signed_in, name="Bea"),
    "person": partial(person, path="/@/cora1280"),
    "best": partial(person, path="/best/splendor"),
    "waiting-none": partial(at, path="/waiting"),
    "waiting": waiting,
    "mail": partial(at, path="/mail/confirm/none"),
    "rules-splendor": partial(at, path="/rules/splendor", seen=".picture .face"),
    "rules-coalheart": partial(at, path="/rules/coalheart", seen=".picture .face"),
    "print": printed,
    "gallery": partial(at, path="/gallery", seen="article"),
    "puzzles": partial(at, path="/puzzles", seen="main h1"),
    "puzzle-wrong": wrong_move,
    "tournaments": partial(at, path="/tournaments", seen="main h1"),
    "tournament-join": tournament_before,
    "tournament-host": partial(tournament_before, begun_by=True),
    "tournament-round": partial(tournament_of_two, over=False),
    "tournament-over": partial(tournament_of_two, over=True),
    "lab": lab_start,
    "lab-bench": partial(workbench, edited=False),
    "lab-wrong": partial(workbench, edited=True),
    "error-page": partial(at, path="/nothing"),
    "error-table": partial(at, path="/t/nothing"),
    "error-game": partial(at, path="/rules/nothing"),
    "error-person": partial(at, path="/@/nothing"),
    "offline": offline,
    "gathering-host": waiting_room,
    "gathering-guest": gathering_guest,
    "undo": undo,
    "menu": partial(dialog, key="m"),
    "menu-resign": menu_resign,
    "help": partial(dialog, key="?"),
    "rules-sheet": partial(dialog, key="r"),
    "piece": partial(dialog, key="i"),
    "all-moves": all_moves,
    "ending": lambda studio: ended(studio).page,
    "replay": partial(review, replayed=True),
    "analysis": partial(review, replayed=False),
    **{f"lesson-{steps}": partial(lesson_step, game="splendor", steps=steps) for steps in (0, 2)},
    **{f"chosen-{game}": partial(chosen, game=game) for game in GAMES},
    **{
        f"table-{game}-{seats}-{moment}": partial(position, game=game, seats=seats, share=share)
        for game in GAMES
        for seats in seats_of(game)
        for moment, share in SHARES.items()
    },
}
"""The contents of the pictures, by name."""


# --- taking and comparing ---------------------------------------------------------------------------


def settle(page: Page) -> None:
    """Waits until everything has loaded and nothing moves."""
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    with suppress(TookTooLong):  # the workbench keeps polling
        page.wait_for_load_state("networkidle", timeout=4000)
    page.evaluate(AT_REST)


def take(page: Page, folder: Path, name: str) -> None:
    """Writes the pictures of a page in each theme, with its whole height up to a limit."""
    page.evaluate(ADD_STYLE, UNSTEADY + STILL)
    settle(page)
    height = page.evaluate("document.documentElement.scrollHeight")
    width = page.evaluate("innerWidth")
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        page.evaluate(AT_REST)
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)}
        page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=True, clip=clip)  # type: ignore[arg-type]


def take_all(folder: Path, wanted: list[str]) -> None:
    """Takes the pictures of pages whose names begin as requested, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in PAGES if not wanted or name.startswith(tuple(wanted))]
    with (
        tempfile.TemporaryDirectory() as data,
        LiveServer(Path(data) / "cogtable.db") as server,
        chromium(shell=True) as browser,
    ):
        studio = PageStudio(server, browser)
        for name in names:
            for studio.size in SIZES:
                started = time.monotonic()
                try:
                    take(PAGES[name](studio), folder, name)
                except Exception as error:  # the other pictures are still taken
                    print(f"{name} at {studio.size[0]}: not taken: {str(error).splitlines()[0]}", flush=True)
                studio.close()
            print(f"{name} {time.monotonic() - started:.0f} s", flush=True)
        if bench.cache_info().currsize:
            bench(studio).stop()


def difference(before: Path, now: Path) -> str:
    """Returns where two pictures differ; empty if they don't."""
    if not now.exists() or not before.exists():
        return "was not taken " + ("now" if before.exists() else "before")
    old, new = (np.asarray(Image.open(file).convert("RGB"), dtype=np.int16) for file in (before, now))
    if old.shape != new.shape:
        return f"is {new.shape[1]} x {new.shape[0]} pixels, and was {old.shape[1]} x {old.shape[0]}"
    apart = np.abs(old - new).max(axis=2) > STEP
    if apart.sum() <= SPECKS:
        return ""
    rows, columns = np.flatnonzero(apart.any(axis=1)), np.flatnonzero(apart.any(axis=0))
    marked = new.copy()
    marked[apart] = (255, 0, 0)
    DIFFERENCES.mkdir(parents=True, exist_ok=True)
    beside = np.concatenate([old, new, marked], axis=1).astype(np.uint8)
    Image.fromarray(beside).save(DIFFERENCES / now.name)
    return f"differs in {apart.sum()} pixels, from {columns[0]},{rows[0]} to {columns[-1]},{rows[-1]}"


def compare(before: Path, now: Path, wanted: list[str]) -> list[str]:
    """Returns the pictures that differ between two folders, each with its places."""
    names = sorted({file.name for folder in (before, now) for file in folder.glob("*.png")})
    chosen = [name for name in names if not wanted or name.startswith(tuple(wanted))]
    found = {name: difference(before / name, now / name) for name in chosen}
    return [f"{name} {words}" for name, words in found.items() if words]


def main(arguments: list[str]) -> None:
    """Carries out one command."""
    match arguments:
        case ["take", folder, *wanted]:
            take_all(Path(folder), wanted)
        case ["compare", folder, *wanted]:
            now = ROOT / "build" / "now"
            for file in now.glob("*.png"):
                file.unlink()
            take_all(now, wanted)
            if found := compare(Path(folder), now, wanted):
                sys.exit("\n".join([*found, f"pictures of what differs are in {DIFFERENCES.relative_to(ROOT)}"]))
        case _:
            sys.exit("usage: python -m compare_pages take | compare FOLDER [BEGINNING OF A NAME ...]")


if __name__ == "__main__":
    main(sys.argv[1:])
