"""A game's WebAssembly module compared with native play, alternately and in CPU time: in Node.js and Chromium with the
client's code, and in wasmtime.
"""

import base64
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from playwright.sync_api import Browser

from bench.figure import Figure
from bench.wasm_instance import Instance
from bench.wasm_page import PageWork
from cogtable.bots import mcts
from cogtable.bots.bot import COMPILED
from cogtable.engine.batches import cpu
from cogtable.engine.compiled_play.kernels import next_seat, padded
from cogtable.engine.play.game import Game
from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs
from cogtable.wasm import files
from tests.browser.chromium import chromium

WEB = Path(__file__).parents[1] / "web"
SIMULATIONS = 2000
POSITIONS = 6
GAMES = 300
AGAIN = 20
"""The number of times these games are played in a run, because each takes microseconds."""
TURNS = 3
AIM = 0.75
"""The target as a share of the native speed, in search."""


class Position(NamedTuple):
    """A state in the middle of a game, hidden for the seat that decides, and that seat."""

    hidden: Any
    seat: int


class Speeds(NamedTuple):
    """Moves and simulations per second."""

    moves: float
    simulations: float


def measure(games: Sequence[Game]) -> Iterator[Figure]:
    with ExitStack() as stack:
        try:
            browser = stack.enter_context(chromium())
        except LookupError as error:
            browser = None
            print(f"wasm: Chromium left out, {error}", file=sys.stderr, flush=True)
        for game in games:
            size = compressed(folder_of(game) / f"{game.name}{files.MODULE}")
            yield Figure(
                f"{game.name}, WebAssembly module, Brotli", size, "bytes", "aim: 40,000; 50,000 with a network"
            )
            yield from speeds(game, browser)


def speeds(game: Game, browser: Browser | None) -> Iterator[Figure]:
    """The medians of some runs in turn; those in Chromium if there is a `browser`."""
    dealt, positions = dealt_of(game), list(positions_of(game))
    with TemporaryDirectory() as folder:
        place = Path(folder)
        prepare(place, game, dealt, positions)
        ways: dict[str, Callable[[], Speeds]] = {
            "native": lambda: natively(game, dealt, positions),
            "Node.js": lambda: in_node(place),
            "wasmtime": lambda: in_wasmtime(game, dealt, positions),
        }
        if browser:
            ways["Chromium"] = lambda: in_chromium(browser, place, game)
        turns = [{where: run() for where, run in ways.items()} for _ in range(TURNS)]
    for what, unit in (("moves", "moves/s"), ("simulations", "sims/s")):
        found = {where: median(getattr(turn[where], what) for turn in turns) for where in ways}
        for where, speed in found.items():
            aim = f"; aim: {AIM}" if what == "simulations" else ""
            ratio = "" if where == "native" else f"native = 1: {speed / found['native']:.2f}{aim}"
            yield Figure(f"{game.name}, {what}, {where}", speed, unit, ratio)


def folder_of(game: Game) -> Path:
    """Returns the folder with the module of a game, which is built if necessary."""
    folder = files.ready(game) or files.kept(game)
    if folder is None:
        raise SystemExit(f"the module of {game.name} cannot be kept")
    if not files.ready(game):
        command = [sys.executable, "-m", "cogtable", "wasm", game.name, "-o", str(folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def compressed(file: Path) -> int:
    """Returns the size in bytes of a file that Node.js compresses with Brotli."""
    whole = "require('fs').readFileSync(process.argv[1])"
    script = f"console.log(require('zlib').brotliCompressSync({whole}).length)"
    found = subprocess.run([node(), "-e", script, str(file)], check=True, capture_output=True, text=True)
    return int(found.stdout)


def node() -> str:
    """The program that the client is built with."""
    command = [sys.executable, "tools/client.py", "node"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def dealt_of(game: Game) -> Any:
    """Returns the initial states of many games."""
    states = game.state.new(GAMES)
    for i in range(GAMES):
        states[i : i + 1] = copied(game.deal(game.min_seats, i))
    return np.frombuffer(states.tobytes() * AGAIN, states.dtype)


def positions_of(game: Game) -> Iterator[Position]:
    """Returns positions in the middle of games."""
    mask = padded(game, 1)[0]
    for i in range(POSITIONS):
        state = copied(game.deal(game.min_seats, 77 + i))
        cpu.play_out(state, game.box.tables, mask, 3 + 7 * i)
        if not state[0].over:
            seat = int(next_seat(state[0], -1))
            verbs.hide(state[0], game.box.record, seat)
            yield Position(state, seat)


def natively(game: Game, dealt: Any, positions: Sequence[Position]) -> Speeds:
    mask, settings = padded(game, 1)[0], mcts.SearchConfig(SIMULATIONS)
    work, action = mcts.workspace_for(game, settings, COMPILED), np.zeros(1, np.int64)

    def think() -> int:
        done = 0
        for i, (hidden, seat) in enumerate(positions):
            given = (copied(hidden), np.array([seat], np.int8), np.array([i]))
            done += mcts.decide_many(settings, game, *given, action, workspace=work, always=True)
        return done

    return Speeds(best(lambda: cpu.play_out(copied(dealt), game.box.tables, mask, game.bound)), best(think))


def prepare(place: Path, game: Game, dealt: Any, positions: Sequence[Position]) -> None:
    """Writes to a folder all files that wasm_work.mjs needs, including itself."""
    cases = {
        "simulations": SIMULATIONS,
        "limit": game.bound,
        "dealt": base64.b64encode(dealt.tobytes()).decode(),
        "positions": [
            {"hidden": base64.b64encode(hidden.tobytes()).decode(), "seat": seat, "seed": i}
            for i, (hidden, seat) in enumerate(positions)
        ],
    }
    (place / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    (place / "module.mjs").write_text(without_types(WEB / "src" / "engine" / "module.ts"), encoding="utf-8")
    shutil.copy(Path(__file__).with_name("wasm_work.mjs"), place)
    shutil.copy(folder_of(game) / f"{game.name}{files.MODULE}", place / "game.wasm")
    shutil.copy(folder_of(game) / f"{game.name}{files.ABOUT}", place / "about.json")


def without_types(file: Path) -> str:
    """Returns a module of the client as JavaScript."""
    script = """
        const [, typescript, file] = process.argv, ts = require(typescript)
        const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
        const source = require('fs').readFileSync(file, 'utf8')
        process.stdout.write(ts.transpileModule(source, { compilerOptions }).outputText)
    """
    command = [node(), "-e", script, str(WEB / "node_modules" / "typescript"), str(file)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def in_node(place: Path) -> Speeds:
    command = [node(), str(Path(__file__).with_name("wasm_node.mjs")), str(place)]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return Speeds(**json.loads(found.stdout))


def in_chromium(browser: Browser, place: Path, game: Game) -> Speeds:
    with PageWork(browser, place) as page:
        page.play(game.bound)  # V8 optimises the calls meanwhile, whose time is then subtracted
        calls = min(timed(lambda: page.play(0), page.cpu_s) for _ in range(2))
        asking = min(timed(page.rest, page.cpu_s) for _ in range(2))
        moves = best(lambda: page.play(game.bound), calls, page.cpu_s)
        return Speeds(moves, best(page.think, asking, page.cpu_s))


def in_wasmtime(game: Game, dealt: Any, positions: Sequence[Position]) -> Speeds:
    module = Instance(folder_of(game), game.name, SIMULATIONS)

    def play(limit: int) -> int:
        moves = 0
        for i in range(dealt.size):
            module.write("states", dealt[i : i + 1].tobytes())
            moves += module.call("play_out", limit=limit)
        return moves

    def think() -> int:
        for i, (hidden, seat) in enumerate(positions):
            module.write("hidden", hidden.tobytes())
            module.call("plant", seat=seat, seed=i)
            module.call("grow", seat=seat, more=SIMULATIONS)
        return SIMULATIONS * len(positions)

    calls = min(timed(lambda: play(0)) for _ in range(2))
    return Speeds(best(lambda: play(game.bound), calls), best(think))


def best(work: Callable[[], int], beside: float = 0.0, clock: Callable[[], float] = time.process_time) -> float:
    """Returns the better of two runs, in operations per second of CPU time, after one that doesn't count. `beside` is
    the number of seconds of a run to subtract.
    """

    def once() -> float:
        done: list[int] = []
        seconds = timed(lambda: done.append(work()), clock)
        return done[0] / (seconds - beside)

    return max([once(), once(), once()][1:])


def timed(work: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> float:
    """Returns the seconds of CPU time of a call."""
    began = clock()
    work()
    return clock() - began
