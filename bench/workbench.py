"""Games of the workbench, played by the page that begins them and by the server, in turn: the games a second, and the
CPU time of the server and its process.
"""

import os
import resource
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, sync_playwright

from bench.figure import Figure
from bench.serving import serve_command
from bench.turn_wait import FLAGS
from cogtable.engine.play.game import Game
from cogtable.wasm import files

GAMES = {"greedy": 2000, "hard": 200}
"""The bots, and the number of games of each."""

PATIENCE_S = 600.0
WITHOUT = "delete globalThis.WebAssembly"


class Cost(NamedTuple):
    """How long a run took, and the CPU time of the server, in seconds."""

    seconds: float
    cpu_s: float


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    """The server's run is made once before it counts. Raises LookupError if there is no Chromium or no module."""
    path = os.environ.get("COGTABLE_CHROMIUM") or shutil.which("chromium")
    if not path:
        raise LookupError("there is no Chromium: `make setup` finds or installs one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for game in games:
            if not files.ready(game):
                raise LookupError(f"there is no module of {game.title}: `cogtable wasm {game.name}` builds it")
            idle = {by: server_cpu_s(browser, game, "random", by, begins=False)[0] for by in ("server", "page")}
            for bot, count in GAMES.items():
                run(browser, game, bot, "server")  # compiles
                runs = {by: run(browser, game, bot, by) for by in idle}
                before, after = (runs[by]._replace(cpu_s=runs[by].cpu_s - idle[by]) for by in ("server", "page"))
                name = f"{game.title}, {bot}"
                yield Figure(f"{name}, games of the server", count / before.seconds, "games/s")
                ratio = f"server = 1: {before.seconds / after.seconds:.2f}"
                yield Figure(f"{name}, games of the page", count / after.seconds, "games/s", ratio)
                yield Figure(f"{name}, CPU of the server for 1,000 games", 1000 * before.cpu_s / count, "s")
                ratio = f"played by the server = 1: {after.cpu_s / before.cpu_s:.2f}"
                yield Figure(f"{name}, the same, played by the page", 1000 * after.cpu_s / count, "s", ratio)
        browser.close()


def run(browser: Browser, game: Game, bot: str, by: str) -> Cost:
    """A run by the page or by the server, with what a server costs without one."""
    cpu_s, told = server_cpu_s(browser, game, bot, by, begins=True)
    if (told["phase"], told.get("by", "server")) != ("done", by):
        raise LookupError(f"the run of {game.title} ended otherwise: {told.get('note') or told['phase']}")
    return Cost(told["seconds"], cpu_s)


def server_cpu_s(browser: Browser, game: Game, bot: str, by: str, *, begins: bool) -> tuple[float, dict[str, Any]]:
    """The CPU seconds of a server and its processes from start to end, and the run if one `begins`."""
    before = children_s()
    told: dict[str, Any] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_command(folder, "--no-warm", command_words=("lab", game.name)) as found,
    ):
        address = found.removesuffix(f"/lab/{game.name}")
        context = browser.new_context(viewport={"width": 1280, "height": 720}, service_workers="block")
        if by == "server":
            context.add_init_script(WITHOUT)
        page = context.new_page()
        page.goto(f"{address}/lab/{game.name}")
        page.get_by_role("combobox", name="Bots").select_option(bot)
        page.get_by_role("combobox", name="Games").select_option(str(GAMES.get(bot, 200)))
        if begins:
            with page.expect_response(f"**/api/lab/{game.name}/games") as answer:
                page.get_by_role("button", name="Begin").click()
            told = ended(address, answer.value.json()["version"])
        context.close()
    return children_s() - before, told


def children_s() -> float:
    """The CPU seconds of the processes that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ended(address: str, version: int) -> dict[str, Any]:
    """The run once it is over."""
    while True:
        told: dict[str, Any] = httpx.get(f"{address}/api/lab/games?after={version}", timeout=PATIENCE_S).json()
        if told["version"] > version and told["phase"] not in ("compiling", "playing"):
            return told
        version = told["version"]
