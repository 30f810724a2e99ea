"""Builds the folder of a site: everything that a static host needs to serve tables that run in the page."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cogtable
from cogtable.engine.play.game import Game
from cogtable.server.core.page_texts import page_texts
from cogtable.server.settings import SITE, STATIC
from cogtable.site import client_part, compression, downloads, game_files, publish, python_part
from cogtable.site.boxes import packed, read_boxes
from cogtable.site.downloads import CannotBuild
from cogtable.site.publish import LAST

PYTHON = "python"
"""The folder below that of the site with Python's part and the files about games."""

TAKEN = ("archives", "cogtable", "gallery", "games", "pyodide", "site", "workbench")
"""Names of other files in that folder, which no game can have."""

USED_LATER = re.compile(rf"{PYTHON}/(?!games\.json$|\w+\.picture\.svg$)")
"""The files that the service worker does not keep at once, but the page once it has used them."""

ADDRESS = re.compile(r"https?://[^\s/@?#\"<>]+(/[^\s?#\"<>]*)?")


def build(
    games: Sequence[Game],
    out: Path,
    *,
    boxes: Sequence[Path] = (),
    server: str = "",
    compress: bool = True,
    static: Path = STATIC,
    tell: Callable[[str], object] = lambda line: None,
) -> None:
    """Writes the folder, or updates it if it has an older site. The same games and sources give the same bytes.

    Args:
        games: the games, of any packages, with their own boxes.
        boxes: box files that are offered beside these.
        out: the folder. It must be missing, empty, or a site; see `publish.check`.
        server: the address of a server for games with other people; empty for none.
        compress: whether to write compressed copies beside the files.
        static: the folder of the built client.
        tell: gets a line about each step that can take long.

    Raises CannotBuild, BadBox, and OSError if the folder cannot be written.
    """
    publish.check(out)
    _check(games, server)
    variants = read_boxes(games, boxes)
    client_part.reached(static)
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder)
        tell("Packing Python; the first time, it is downloaded ...")
        python_part.write(games, built / PYTHON, packed(variants))
        tell("Compiling the games that have changed ...")
        game_files.write(games, variants, built / PYTHON)
        client_part.write(built, static)
        _finish(built, games, server)
        if compress:
            tell("Compressing; the first time, that takes a minute ...")
            compression.compress(built, downloads.folder() / "compressed")
        publish.publish(built, out)


def _check(games: Sequence[Game], server: str) -> None:
    if not games:
        raise CannotBuild("a site needs at least one game")
    if wrong := [game.name for game in games if game.name in TAKEN]:
        raise CannotBuild(f"a game named {wrong[0]} cannot be part of a site, which has other files of that name")
    if server and not ADDRESS.fullmatch(server):
        raise CannotBuild(f'--server: expected an address such as https://play.example.org; found "{server}"')


def _finish(built: Path, games: Sequence[Game], server: str) -> None:
    """Writes the list of files, and tells the page and its service worker the version and their files."""
    python = built / PYTHON
    archives = json.loads((python / python_part.ARCHIVES).read_bytes())
    (python / python_part.ARCHIVES).unlink()
    modules = {game.name: game_files.about_module(game, python) for game in games}
    files = _files(built)
    version = _version(built, files, server)
    site = {
        "version": version,
        "cogtable": cogtable.__version__,
        "server": server,
        "games": {name: {**about, "module": modules[name]["digest"]} for name, about in archives.items()},
        "networks": {name: about["network"]["seats"] for name, about in modules.items() if about["network"]},
        "files": files,
    }
    (built / SITE).write_text(json.dumps(site, separators=(",", ":")) + "\n", encoding="utf-8")
    kept = {name: digest for name, (_, digest) in files.items() if not USED_LATER.match(name)}
    marks = {"%VERSION%": version, 'data-server=""': f'data-server="{html.escape(server)}"'}
    fill_in(built / "index.html", marks | page_texts())
    fill_in(built / "service-worker.js", {"%VERSION%": version, "[\"'`]%FILES%[\"'`]": json.dumps(kept)})


def _files(built: Path) -> dict[str, tuple[int, str]]:
    """The size of each file in bytes, and its digest as pages give it for `integrity`."""
    found = {}
    for file in sorted(file for file in built.rglob("*") if file.is_file()):
        name, content = file.relative_to(built).as_posix(), file.read_bytes()
        if name not in LAST:
            found[name] = len(content), "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()
    return found


def _version(built: Path, files: dict[str, tuple[int, str]], server: str) -> str:
    """A digest of a site."""
    pages = [(built / name).read_text("utf-8") for name in LAST if name != SITE]
    told: Any = [files, pages, server]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def fill_in(file: Path, values: dict[str, str]) -> None:
    """Replaces markers in a file of the client, which are given as patterns."""
    text = file.read_text("utf-8")
    for marker, value in values.items():
        text, count = re.subn(marker, lambda _, value=value: value, text)  # type: ignore[misc]
        if not count:
            raise CannotBuild(f"the built client is of another version: {file.name} has no {marker}; build it again")
    file.write_text(text, encoding="utf-8")
