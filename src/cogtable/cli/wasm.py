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
    rules: Annotated[
        bool, typer.Option("--rules", help="Only the rules, with the events of each move: for a table in a page.")
    ] = False,
) -> None:
    """Compiles a game's rules and its bots to WebAssembly, for browsers and other programs.

    Writes the module, GAME.wasm; what its functions take, GAME.json; and the weights of the network, GAME.weights,
    where the game has one. With --rules it writes GAME.rules.wasm and GAME.rules.json.
    """
    from cogtable.wasm.build import build, build_rules, write

    if gently:
        lower_priority()
    game = game_named(name, box)
    for file in write(build_rules(game) if rules else build(game), out):
        print(f"{file}: {file.stat().st_size:,} bytes")
