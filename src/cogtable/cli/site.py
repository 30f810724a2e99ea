"""The command that writes a folder for a static host."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cogtable.cli.arguments import game_named


def site(
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", metavar="FOLDER", help="The folder to write: a new or an empty one, or a site to update."
        ),
    ],
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="GAME", help="A game to include; may be repeated. All games by default."),
    ] = None,
    box: Annotated[
        list[Path] | None,
        typer.Option("--box", metavar="FILE", help="A box to offer beside the game's own; may be repeated."),
    ] = None,
    server: Annotated[
        str,
        typer.Option("--server", metavar="URL", help="A server for games with friends, which the page links to."),
    ] = "",
    compress: Annotated[
        bool, typer.Option("--compress/--no-compress", help="Write compressed copies (.br and .gz) beside the files.")
    ] = True,
) -> None:
    """Writes a folder that any static host can serve: tables that run in the page, without a server.

    It needs Node.js 20 or newer and, the first time, access to npm and PyPI.
    """
    from cogtable.engine.play import registry
    from cogtable.site.build import build
    from cogtable.site.compression import SUFFIXES

    games = [game_named(name) for name in dict.fromkeys(game)] if game else registry.usable(tables=True)
    build(
        games,
        out,
        boxes=box or (),
        server=server,
        compress=compress,
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )
    files = [file for file in out.rglob("*") if file.is_file() and file.suffix not in SUFFIXES]
    size = sum(file.stat().st_size for file in files)
    print(f"{out}: {len(files)} files, {size / 1e6:,.1f} MB: {', '.join(each.name for each in games)}")
    print(f"To try it: {Path(sys.executable).name} -m http.server --bind 127.0.0.1 --directory {out}")
