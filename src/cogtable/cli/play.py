"""Commands that play a game in the terminal, or replay a saved one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cogtable.cli.arguments import Mistake, bots_from, game_named, match_in, options_from
from cogtable.cli.options import BOTS, BoxFile, File, GameName, Json, Options, Seats
from cogtable.cli.output import print_json

if TYPE_CHECKING:
    from cogtable.engine.play.match import Match


def play(
    name: GameName,
    seats: Seats = None,
    seat: Annotated[int, typer.Option("--seat", metavar="N", min=1, help="The seat you take, from 1.")] = 1,
    bot: Annotated[
        str,
        typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for the other seats, or one for each: {BOTS}."),
    ] = "greedy",
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Deals the same game again.")] = None,
    option: Options = None,
    box: BoxFile = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="A file written by `save`, to continue from.")
    ] = None,
) -> None:
    """Plays a game in the terminal, you against bots."""
    from cogtable.terminal_play import TerminalTable

    game = game_named(name, box)
    if resume and (seats is not None or seed is not None or option):
        raise Mistake("--resume takes seats, seed and options from the file; leave them out")
    if resume:
        match = match_in(resume, box)
        if match.game.name != name:
            raise Mistake(f"{resume} is a match of {match.game.name}, not of {name}")
    else:
        match = game.start(seats=seats, seed=seed, **game.checked_options(options_from(option)))
    if seat > match.seats:
        raise Mistake(f"there is no seat {seat}; this game has {match.seats}")
    players = bots_from(bot, match.seats - 1)
    players.insert(seat - 1, "")
    TerminalTable(match, seat - 1, players, match.seed).run()


def replay(file: File, box: BoxFile = None, as_json: Json = False) -> None:
    """Replays a saved match and prints its log.

    Every move is checked; the final position is printed at the end.
    """
    from cogtable import terminal

    match = match_in(file, box, verify=True)
    lines = match.log()
    if as_json:
        print_json(_replayed(match, list(terminal.log(lines))))
        return
    print(f"{match.game.title}, {match.seats} seats, seed {match.seed}")
    for line in terminal.log(lines):
        print(line)
    print()
    if match.over:
        for line in terminal.placements(match.view()):
            print(line)
    else:
        waiting = ", ".join(terminal.seat_name(seat) for seat in match.waiting)
        print(f"The game is not over: after {match.ply} moves it waits for {waiting}.")
        for seat, score in enumerate(match.scores):
            print(f"{terminal.seat_name(seat)}: {score}")


def _replayed(match: Match, log: list[str]) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "version": match.game.version,
        "box": match.game.box.digest,
        "seats": match.seats,
        "seed": match.seed,
        "options": match.options,
        "moves": match.ply,
        "over": match.over,
        "waiting": list(match.waiting),
        "ranks": list(match.ranks),
        "scores": list(match.scores),
        "log": log,
    }
