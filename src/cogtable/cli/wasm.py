"""The command that compiles a game to WebAssembly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cogtable.cli.arguments import game_named
from cogtable.cli.options import BoxFile, GameName
from cogtable.cli.priority import lower_priority


def wasm(
    name: GameName,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FOLDER", help="Where to write it; made if it is missing.")
    ] = Path(),
    gently: Annotated[bool, typer.Option("--gently", help="Let other programs go first.")] = False,
    box: BoxFile = None,
) -> None:
    """Compiles a game's rules and its bots to WebAssembly, for browsers and other programs.

    Writes the module, GAME.wasm; what its functions take, GAME.json; and the weights of the network, GAME.weights,
    where the game has one.
    """
    from cogtable.wasm.build import build, write

    if gently:
        lower_priority()
    for file in write(build(game_named(name, box)), out):
        print(f"{file}: {file.stat().st_size:,} bytes")
