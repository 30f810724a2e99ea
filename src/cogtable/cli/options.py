"""Options and arguments that several commands take, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from cogtable.cli.arguments import one_of
from cogtable.server.host_settings import HostSettings, Option

BOTS = "random, greedy, easy, medium, hard, expert, master where a game has been trained, or one of your own"


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

_SETTINGS: dict[str, tuple[Any, Option]] = {
    name: get_args(kind) for name, kind in get_type_hints(HostSettings, include_extras=True).items()
}
"""The type of each setting of a host, and its option."""


def server_option(name: str) -> Any:
    """The option for a field of `HostSettings`."""
    option = _SETTINGS[name][1]
    low, high = option.bounds or (None, None)
    return typer.Option(
        *option.options(name),
        metavar=option.metavar,
        envvar=option.variable(name),
        help=option.about,
        min=low,
        max=high,
    )


def server_parameters() -> list[Parameter]:
    """The parameters of a command that takes all settings of a host."""
    found = []
    for name, (kind, option) in _SETTINGS.items():
        default = getattr(HostSettings, name) if option.default is None else option.default
        typed = Annotated[_typed(kind), server_option(name)]  # type: ignore[valid-type]  # known when it runs
        found.append(
            Parameter(name, Parameter.KEYWORD_ONLY, default=None if default == () else default, annotation=typed)
        )
    return found


def _typed(kind: Any) -> Any:
    """The type of an option: the first of several types, words for a choice of words, a list for a tuple."""
    if get_origin(kind) is Literal:
        return str
    if get_origin(kind) is tuple:
        return list[get_args(kind)[0]] | None  # type: ignore[misc]  # known when it runs
    return get_args(kind)[0] | None if get_args(kind) else kind


def host_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a host from the options that were given. Raises Mistake for a word that is no choice."""
    found = dict(given)
    for name in given:
        kind, option = _SETTINGS[name]
        if get_origin(kind) is tuple:
            found[name] = tuple(given[name] or ())
        elif get_origin(kind) is Literal:
            one_of(option.options(name)[0], given[name], *get_args(kind))
    return found


Host = Annotated[str, server_option("host")]
Port = Annotated[int | None, server_option("port")]
Database = Annotated[str | None, server_option("database")]
Language = Annotated[str, server_option("language")]
Open = Annotated[bool, server_option("open_browser")]
