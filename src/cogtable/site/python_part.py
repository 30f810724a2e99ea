"""Python's part of a site: Pyodide, the archives of Cogtable and its games, and the modules of the games' rules."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from cogtable.engine.definition.spec import GameSpec
from cogtable.site import downloads
from cogtable.site.downloads import CannotBuild
from cogtable.wasm.files import ABOUT, MODULE, RULES, kept, ready

HERE = Path(__file__).parent

ARCHIVES = "archives.json"
"""The file that says which archives a game needs (see `archives.write`)."""

PACKAGES = ("tomlkit",)
"""Packages in plain Python that a page needs as they are installed here."""


def write(games: Sequence[GameSpec], out: Path, variants: Mapping[str, bytes] | None = None) -> None:
    """Writes the files into a folder, which is made if it is missing.

    `pyodide/` has Python. `cogtable.zip`, `workbench.zip` and GAME.zip are unpacked into one folder, in which
    `standin` comes first in `sys.path`; `archives.json` says which a game needs (see `archives.write`). GAME.rules.wasm
    and GAME.rules.json are the modules of the rules (`cogtable wasm --rules`). `variants` has those of each game (see
    `boxes.packed`). Raises CannotBuild.
    """
    found = downloads.downloaded()
    out.mkdir(parents=True, exist_ok=True)
    roots = dict.fromkeys(_root(name) for name in ("cogtable", *(game.package for game in games)))
    with tempfile.TemporaryDirectory() as folder:
        others = Path(folder, "packages")
        for name in PACKAGES:
            shutil.copytree(_root(name) / name, others / name, ignore=shutil.ignore_patterns("__pycache__"))
        order = {
            "pyodide": str(found.pyodide),
            "paths": [str(path) for path in (HERE / "standin", *roots, found.wheels, others)],
            "packages": [game.package for game in games],
            "variants": {name: text.decode() for name, text in (variants or {}).items()},
            "out": str(out.resolve()),
        }
        file = Path(folder, "order.json")
        file.write_text(json.dumps(order), encoding="utf-8")
        run([downloads.node(), str(HERE / "pack.mjs"), str(file)], "packing Python's files")
    for game in games:
        for made in rules_module(game):
            shutil.copy(made, out)


def _root(package: str) -> Path:
    """The folder in `sys.path` that has a package."""
    first = package.partition(".")[0]
    spec = find_spec(first)
    if spec is None or spec.origin is None or spec.submodule_search_locations is None:
        raise CannotBuild(f"the package {first} is not in a folder, so a site cannot include it")
    return Path(spec.origin).parents[1]


def rules_module(game: GameSpec) -> list[Path]:
    """The files of the module of a game's rules, compiled unless they are in the cache. Raises CannotBuild."""
    folder = _place(game)
    files = [folder / f"{game.name}{RULES}{suffix}" for suffix in (MODULE, ABOUT)]
    if not files[-1].exists():
        _compile(game, folder, "--rules")
    return files


def full_module(game: GameSpec) -> Path:
    """The folder with the module of a game that searches, compiled unless it is in the package or in the cache. Raises
    CannotBuild.
    """
    if found := ready(game):
        return found
    folder = _place(game)
    _compile(game, folder)
    return folder


def _place(game: GameSpec) -> Path:
    """The folder in the cache for a game's modules."""
    folder = kept(game)
    if folder is None:
        raise CannotBuild(
            f"the modules of {game.name} cannot be kept in the cache: set COGTABLE_CACHE to a folder; "
            "if the sources have just changed, run the command again"
        )
    return folder


def _compile(game: GameSpec, folder: Path, *options: str) -> None:
    """Runs `cogtable wasm`: a process compiles one module (see `wasm.compiler.only`)."""
    command = [sys.executable, "-m", "cogtable", "wasm", game.name, *options, "-o", str(folder)]
    run(command, f"compiling {game.name}")


def run(command: list[str], what: str) -> None:
    """Runs a program. Raises CannotBuild if it fails, with the end of its messages."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise CannotBuild(f"{what} failed: {done.stderr[-2000:].strip()}")
