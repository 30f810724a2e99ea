"""Writes the archives that a page loads, with the modules that were imported when games were played.

Runs in Pyodide, started by `pack.mjs`: so what is imported there is what a page imports, and bytecode fits its Python.
"""

from __future__ import annotations

import json
import py_compile
import random
import sys
import tempfile
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import cogtable
from cogtable.engine.box_editing import annotated_copy
from cogtable.engine.compile import cache
from cogtable.engine.compiled_play.kernels import next_seat
from cogtable.engine.errors import CogtableError
from cogtable.engine.lessons import puzzle, script
from cogtable.engine.play import languages, premoves, registry, undo
from cogtable.engine.play.game import Game
from cogtable.engine.rules import verbs
from cogtable.server.wire.base import PROTOCOL
from cogtable.site.module_rules import added
from cogtable.site.page_tables import PageTables
from cogtable.site.page_tables.variants import FILE as VARIANTS
from cogtable.site.page_tables.variants import unpacked

DATA = (
    "*.svg",
    "aims.toml",
    "box.toml",
    "lesson.toml",
    "lessons/*.toml",
    "puzzles.json",
    "reasons.json",
    "rules.md",
    "your-turn.md",
    "earlier/*.toml",
    "words.*.mo",
)
"""The files in a game's folder that a page reads."""

STANDINS = ("numpy", "numba", "llvmlite")
"""The packages in `standin`."""

TOOLS = ("__main__", "py_compile", "cogtable.site.archives")
"""Modules that only this one needs."""

NOT_STORED = 1980, 1, 1, 0, 0, 0
"""The date of all files in archives, so that equal files make equal archives."""


def write(packages: list[str], out: str, variants: Mapping[str, str]) -> None:
    """Plays the games of these packages, then writes `python.zip` with the standard library, `cogtable.zip` with the
    modules that are in no game, `workbench.zip` with those that only the workbench imports, an archive for each game,
    and `archives.json`: for each game its package, and the archives that it needs beside `cogtable.zip`. `variants` has
    the file `variants.json` of games that have variants.
    """
    games = [added(package) for package in packages]
    for game in games:
        _use(game)
        _use_tables(game)
        unpacked(game, variants.get(game.name, "[]").encode())
    at_tables = set(sys.modules)
    for game in games:
        _use_workbench(game)
    _count_games(min(games, key=lambda game: game.bound))
    others = [game for name in registry.names() if (game := registry.find(name)) not in games]
    needed = {game.name: [other.name for other in (*games, *others) if _needs(game, other)] for game in games}
    spare = [other for other in others if not any(other.name in names for names in needed.values())]
    loaded = {
        name: module
        for name, module in sys.modules.items()
        if name not in TOOLS and not any(_is_within(name, game.package) for game in spare)
    }
    packed = [*games, *(other for other in others if other not in spare)]
    tops = {*STANDINS, "msgspec", *(game.package.partition(".")[0] for game in packed), "cogtable"}
    own = {name for name in loaded if name.partition(".")[0] in tops}
    of_games = {game: {name for name in own if _is_within(name, game.package)} for game in packed}
    at_workbench = {name for name in loaded.keys() - at_tables if not any(name in names for names in of_games.values())}
    # Python finds no parts of one package in two places, and those of the library are in a place of its own.
    at_workbench -= {name for name in at_workbench - own if name.partition(".")[0] in at_tables}
    of_all = own.difference(at_workbench, *of_games.values())
    library = loaded.keys() - own - at_workbench
    _write(Path(out, "python.zip"), {name: loaded[name] for name in library}, optimize=2)
    _write(Path(out, "cogtable.zip"), {name: loaded[name] for name in of_all})
    _write(Path(out, "workbench.zip"), {name: loaded[name] for name in at_workbench})
    for game, modules in of_games.items():
        _write(Path(out, f"{game.name}.zip"), {name: loaded[name] for name in modules}, game, variants.get(game.name))
    about = {game.name: {"package": game.package, "archives": [*needed[game.name], game.name]} for game in games}
    Path(out, "archives.json").write_text(json.dumps(about) + "\n", encoding="utf-8")


def _is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _needs(game: Game, other: Game) -> bool:
    """Whether a game imports modules of another."""
    modules = [name for name in sys.modules if _is_within(name, game.package)]
    return game is not other and any(_is_within(name, other.package) for name in cache.reached(*modules))


def _use(game: Game) -> None:
    """Does everything with a game that a table does, so that all modules are imported."""
    match = game.start(seats=game.min_seats, seed=1)
    while not match.over and match.ply < 12:
        seat = match.waiting[0]
        view = match.view(seat)
        match.why_not(seat, view.pieces[-1].id)
        match.overlays(seat)
        match.play(seat, match.choices(seat)[match.ply % len(match.choices(seat))].action)
    match.view(None)
    undo.is_free(match, match.moves[-1].seat)
    premoves.choices_ahead(match, match.moves[-1].seat)
    cogtable.load(cogtable.save(match), verify=True)
    for name in game.lessons:
        script.script_of(game, name)
    if game.puzzle_file.exists():
        for each in puzzle.puzzles_of(game).puzzles[:1]:
            puzzle.start(game, each)
    for wrong in (lambda: cogtable.game(f"{game.name}?"), lambda: languages.choose("xx"), lambda: match.play(0, -1)):
        with suppress(CogtableError):
            wrong()


def _use_tables(game: Game) -> None:
    """Does what people do at the tables of a game."""
    tables = PageTables(lambda table, record: None, 0.0, {})
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * (game.min_seats - 1)]
    made = json.loads(_called(tables, "POST", "tables", json.dumps({"game": game.name, "seats": seats})))
    connection = tables.connect(f"tables/{made['table']}")
    for message in (
        {"type": "hello", "protocol": PROTOCOL, "secret": made["secret"]},
        {"type": "hint", "id": 1, "ply": 0},
        {"type": "resign", "id": 2},
        {"type": "analyse", "id": 3},
    ):
        tables.receive(connection, json.dumps(message), 0.0)
        tables.tick(0.0)
    tables.failed(tables.news().orders[0].number, "it is only tried", 0.0)


def _use_workbench(game: Game) -> None:
    """Changes the box of a game at the workbench, rightly and wrongly."""
    tables = PageTables(lambda table, record: None, 0.0, {})
    text = json.loads(_called(tables, "GET", f"lab/{game.name}"))["original"]
    edit = {"field": "title", "value": "Mine"}
    for body in ({"text": text, "edits": [edit]}, {"text": f"{text}\nx = "}):
        _called(tables, "POST", f"lab/{game.name}/box", json.dumps(body))


def _count_games(game: Game) -> None:
    """Counts games at the workbench whose moves are chosen at random."""
    tables = PageTables(lambda table, record: None, 0.0, {}, {game.name: "digest"})
    wanted = {"text": game.box.text, "games": 2, "bot": "random", "page": "p"}
    news = json.loads(_called(tables, "POST", f"lab/{game.name}/games", json.dumps(wanted)))
    while news["phase"] == "playing":
        order = json.loads(_called(tables, "POST", "lab/orders", json.dumps({"page": "p"})))["order"]
        games = [_random_moves(game, state) for state in _records(game, b64decode(order["states"]))]
        moves = np.array([move for game in games for move in game], f"<u{order['module']['width']}").tobytes()
        sent = {"number": order["number"], "counts": list(map(len, games)), "moves": b64encode(moves).decode()}
        _called(tables, "POST", "lab/moves", json.dumps(sent | {"page": "p"}))
        news = json.loads(_called(tables, "GET", "lab/games"))
    if news["phase"] != "done":
        raise RuntimeError(f"the workbench of {game.name} could not count games: {news['error']}")


def _records(game: Game, states: bytes) -> list[Any]:
    size = game.state.dtype.itemsize
    parts = (bytearray(states[at : at + size]) for at in range(0, len(states), size))
    return [np.frombuffer(part, game.state.dtype)[0] for part in parts]


def _random_moves(game: Game, state: Any) -> list[int]:
    b, seat, moves, dice = game.box.record, -1, [], random.Random(1)
    while (seat := int(next_seat(state, seat))) >= 0:
        mask = game.mask()
        verbs.legal(state, b, seat, mask)
        moves.append(dice.choice([int(action) for action in np.flatnonzero(mask)]))
        verbs.play(state, b, seat, moves[-1])
    return moves


def _called(tables: PageTables, method: str, path: str, body: str = "") -> bytes:
    """The answer to a call. Raises RuntimeError if it is refused or fails, as it would in a page."""
    status, answer = tables.call(method, f"/{path}", body, "", 0.0)
    if status >= 400:
        raise RuntimeError(f"{method} {path} cannot be answered in a page: {answer.decode()}")
    return answer


# --- archives ---------------------------------------------------------------------------------------


def _write(
    file: Path,
    modules: dict[str, ModuleType],
    game: Game | None = None,
    variants: str | None = None,
    *,
    optimize: int = 0,
) -> None:
    """Writes an archive of modules, as bytecode, and the data of a game. Hosts compress it, so it is not."""
    contents: dict[str, bytes] = {}
    for name, module in modules.items():
        contents |= _contents(name, module, optimize)
    if game:
        folder = game.package.replace(".", "/")
        for path in sorted(path for pattern in DATA for path in game.folder.glob(pattern)):
            contents[f"{folder}/{path.relative_to(game.folder)}"] = path.read_bytes()
        contents[f"{folder}/{annotated_copy.FIELDS}"] = json.dumps(annotated_copy.documented(game.tables)).encode()
        if variants:
            contents[f"{folder}/{VARIANTS}"] = variants.encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in sorted(contents.items()):
            archive.writestr(zipfile.ZipInfo(name, NOT_STORED), content)


def _contents(name: str, module: ModuleType, optimize: int) -> dict[str, bytes]:
    """The file of a module, by its name in an archive; nothing for a module that is part of Python's own program."""
    spec = getattr(module, "__spec__", None)
    if spec is None or spec.name != name or not spec.origin or not spec.has_location:
        return {}
    place = name.replace(".", "/") + ("/__init__" if spec.submodule_search_locations is not None else "")
    if name.partition(".")[0] in STANDINS:
        place = f"standin/{place}"
    if not spec.origin.endswith(".py"):
        return {f"{place.rpartition('/')[0]}/{Path(spec.origin).name}": Path(spec.origin).read_bytes()}
    loader: Any = spec.loader
    return {f"{place}.pyc": _bytecode(loader.get_source(name), f"{place}.py", optimize)}


def _bytecode(source: str, shown: str, optimize: int) -> bytes:
    """The bytecode of a module, which is never compared with its source."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "source.py")
        file.write_text(source, encoding="utf-8")
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(file), f"{file}c", shown, doraise=True, optimize=optimize, invalidation_mode=mode)
        return Path(f"{file}c").read_bytes()
