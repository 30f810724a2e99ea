"""Builds Python's part of a site into a folder: Pyodide, the archives of Cogtable and its games, and their modules."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from cogtable.engine.definition.spec import GameSpec
from cogtable.rulespage.numbered import rules_html
from cogtable.site import downloads
from cogtable.site.downloads import CannotBuild
from cogtable.wasm.files import ABOUT, MODULE, RULES, kept

HERE = Path(__file__).parent

IN_WORDS = ".rules.html"
"""The end of the name of a file with the numbered rules of a game, as an HTML fragment."""


def build(games: Sequence[GameSpec], out: Path, *, compress: bool = True) -> None:
    """Writes the files into a folder, which is made if it is missing. With `compress`, each is also there compressed,
    with the suffixes .br and .gz; the first time, that takes a minute.

    `pyodide/` has Python. `cogtable.zip` and GAME.zip are unpacked into one folder, in which `standin` comes first in
    `sys.path`; `archives.json` says which a game needs (see `archives.write`). GAME.rules.wasm and GAME.rules.json are
    the modules of the rules (`cogtable wasm --rules`), GAME.rules.html the rules in words. Raises CannotBuild.
    """
    found = downloads.downloaded()
    out.mkdir(parents=True, exist_ok=True)
    roots = dict.fromkeys(_root(name) for name in ("cogtable", *(game.package for game in games)))
    with tempfile.TemporaryDirectory() as folder:
        order = {
            "pyodide": str(found.pyodide),
            "paths": [str(path) for path in (HERE / "standin", *roots, found.wheels)],
            "packages": [game.package for game in games],
            "files": [str(file) for game in games for file in (*_module(game), *_rules(game, Path(folder)))],
            "out": str(out.resolve()),
            "kept": str(found.wheels.parent / "compressed") if compress else "",
        }
        file = Path(folder, "order.json")
        file.write_text(json.dumps(order), encoding="utf-8")
        _run([downloads.node(), str(HERE / "pack.mjs"), str(file)], "packing Python's files")


def _root(package: str) -> Path:
    """The folder in `sys.path` that has a package."""
    first = package.partition(".")[0]
    spec = find_spec(first)
    if spec is None or spec.origin is None or spec.submodule_search_locations is None:
        raise CannotBuild(f"the package {first} is not in a folder, so a site cannot include it")
    return Path(spec.origin).parents[1]


def _module(game: GameSpec) -> list[Path]:
    """The files of the module of a game's rules, compiled unless they are in the cache."""
    folder = kept(game)
    if folder is None:
        raise CannotBuild(f"the module of {game.name} cannot be kept in the cache: set COGTABLE_CACHE")
    files = [folder / f"{game.name}{RULES}{suffix}" for suffix in (MODULE, ABOUT)]
    if not files[-1].exists():
        _run([sys.executable, "-m", "cogtable", "wasm", game.name, "--rules", "-o", str(folder)], "compiling rules")
    return files


def _rules(game: GameSpec, folder: Path) -> list[Path]:
    """The file of a game's rules in words, written into a folder; none if it has no rules in words."""
    try:
        text = rules_html(game.rules_text)
    except FileNotFoundError:
        return []
    file = folder / f"{game.name}{IN_WORDS}"
    file.write_text(text, encoding="utf-8")
    return [file]


def _run(command: list[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise CannotBuild(f"{what} failed: {done.stderr[-2000:].strip()}")
