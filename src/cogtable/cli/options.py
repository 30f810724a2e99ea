"""Options and arguments that several commands take, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

BOTS = "random, greedy, easy, medium, hard, expert, master where a game has been trained, or one of your own"


def setting(variable: str, about: str, metavar: str | None = None, *names: str, **more: Any) -> Any:
    """An option of the server, which a variable of the environment sets too: COGTABLE_ and `variable`."""
    return typer.Option(*names, metavar=metavar, envvar=f"COGTABLE_{variable}", help=about, **more)


# --- games --------------------------------------------------------------------------------------------

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name; see `cogtable games`.")]
BoxFile = Annotated[
    Path | None, typer.Option("--box", metavar="FILE", help="A box file to play with instead of the game's own.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game, as `cogtable games` lists them; may be repeated.",
    ),
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats; the fewest by default.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A saved match, as `save` in a game writes it.")]

# --- games between bots -------------------------------------------------------------------------------

Bots = Annotated[
    str, typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for all seats, or one for each: {BOTS}.")
]
BotSeats = Annotated[
    int | None,
    typer.Option(
        "--seats", metavar="N", help="How many seats; by default one for each bot that is named, or the fewest."
    ),
]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")]
StudiedGames = Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games.")]
GamesOfEach = Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games of each box.")]
GameSeed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Game number i is dealt from seed + i.")]
DealSeed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Deal number i is dealt from seed + i.")]
Aims = Annotated[
    Path | None,
    typer.Option("--aims", metavar="FILE", help="Aims to judge by; those beside the box, or of the game, by default."),
]
Varied = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="WAY=VALUES",
        help='A number of the box, and its values: "robots.Grand Piano.cost=12..20", "coins=6..12..2", "deal[2]=2,3,5";'
        " may be repeated.",
    ),
]
Threads = Annotated[int, typer.Option("--threads", metavar="N", min=0, help="Cores to use; all if 0.")]
Ray = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help='Play on a Ray cluster: its address, "auto" for one on this machine, or "local" to make one here. '
        "Needs the extra `ray`.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else.")]

# --- servers ------------------------------------------------------------------------------------------

Host = Annotated[str, setting("HOST", "The address to listen on; 0.0.0.0 lets other machines in.", "ADDRESS")]
Port = Annotated[
    int | None,
    setting(
        "PORT",
        "The port to listen on; by default 8000 or the next free one. 0 means any free port.",
        "PORT",
        min=0,
        max=65535,
    ),
]
Database = Annotated[
    str | None,
    setting("DATABASE", "Where to store the tables; by default a file in the user's data folder.", "FILE|URL"),
]
Language = Annotated[
    str,
    setting(
        "LANGUAGE",
        'The language of the table, such as "de"; "en-x-pseudo" is English in accented letters.',
        "LANGUAGE",
    ),
]
Open = Annotated[bool, setting("OPEN", "Open the table in the browser.", None, "--open/--no-open")]
