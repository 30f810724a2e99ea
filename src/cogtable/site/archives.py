"""Writes the archives that a page loads, with the modules that were imported when games were played.

Runs in Pyodide, started by `pack.mjs`: so what is imported there is what a page imports, and bytecode fits its Python.
"""

from __future__ import annotations

import json
import py_compile
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import cogtable
from cogtable.engine.compile import cache
from cogtable.engine.errors import CogtableError
from cogtable.engine.lessons import puzzle, script
from cogtable.engine.play import languages, premoves, registry, undo
from cogtable.engine.play.game import Game
from cogtable.server.wire.base import PROTOCOL
from cogtable.site.module_rules import added
from cogtable.site.page_tables import PageTables
from cogtable.site.page_tables.variants import FILE as VARIANTS
from cogtable.site.page_tables.variants import unpacked

DATA = ("*.svg", "box.toml", "lesson.toml", "puzzles.json", "rules.md", "your-turn.md", "earlier/*.toml", "words.*.mo")
"""The files in a game's folder that a page reads."""

STANDINS = ("numpy", "numba", "llvmlite")
"""The packages in `standin`."""

TOOLS = ("__main__", "py_compile", "cogtable.site.archives")
"""Modules that only this one needs."""

NOT_STORED = 1980, 1, 1, 0, 0, 0
"""The date of all files in archives, so that equal files make equal archives."""


def write(packages: list[str], out: str, variants: Mapping[str, str]) -> None:
    """Plays the games of these packages, then writes `python.zip` with the standard library, `cogtable.zip` with the
    modules that are in no game, an archive for each game, and `archives.json`: for each game its package, and the
    archives that it needs beside `cogtable.zip`. `variants` has the file `variants.json` of games that have variants.
    """
    games = [added(package) for package in packages]
    for game in games:
        _use(game)
        _use_tables(game)
        unpacked(game, variants.get(game.name, "[]").encode())
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
    of_all = own.difference(*of_games.values())
    _write(Path(out, "python.zip"), {name: loaded[name] for name in loaded.keys() - own}, optimize=2)
    _write(Path(out, "cogtable.zip"), {name: loaded[name] for name in of_all})
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
        match.play(seat, match.choices(seat)[match.ply % len(match.choices(seat))].action)
    match.view(None)
    undo.is_free(match, match.moves[-1].seat)
    premoves.choices_ahead(match, match.moves[-1].seat)
    cogtable.load(cogtable.save(match), verify=True)
    if game.lesson:
        script.script_of(game)
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
