"""The command that trains a network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cogtable.cli.arguments import Mistake, game_named, options_from
from cogtable.cli.options import BoxFile, GameName, Options, Threads

if TYPE_CHECKING:
    from cogtable.learning.training import Measured, Training


def train(
    name: GameName,
    minutes: Annotated[
        float, typer.Option("--minutes", metavar="N", min=0.01, help="How long to train in all, earlier runs included.")
    ] = 60,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where everything is kept; train-GAME by default.")
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            "--seats",
            metavar="N[,N]...",
            help="The numbers of seats to play with, in turn: 2,2,4 plays every third game with four. All by default.",
        ),
    ] = "",
    every: Annotated[
        float, typer.Option("--every", metavar="N", min=0.01, help="Measure the strength every N minutes.")
    ] = 5,
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", min=1, help="Deals for each measurement, each played from all seats.")
    ] = 50,
    search: Annotated[
        int, typer.Option("--search", metavar="N", min=2, help="Simulations for each decision of self-play.")
    ] = 32,
    taught: Annotated[
        str,
        typer.Option(
            "--taught",
            metavar="[BOT:]N[,BOT:N]...",
            help="Games of bots to learn from, in turn, before it plays by itself; without a name, of `hard`.",
        ),
    ] = "",
    reuse: Annotated[
        float, typer.Option("--reuse", metavar="N", min=0.1, help="How often each decision is learned from.")
    ] = 8,
    mixed: Annotated[
        float,
        typer.Option(
            "--mixed",
            metavar="SHARE",
            min=0,
            max=1,
            help="How much of a position's value comes from the game's own `evaluate`, the rest from the network.",
        ),
    ] = 0.5,
    rollout_depth: Annotated[
        int,
        typer.Option("--rollout-depth", metavar="N", min=0, help="Random moves to play before `evaluate` is asked."),
    ] = 0,
    tried: Annotated[
        float,
        typer.Option(
            "--tried",
            metavar="SHARE",
            min=0,
            max=1,
            help="How much of an action's probability comes from what `evaluate` says of where it leads.",
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The seed for games and weights.")] = 0,
    threads: Threads = 0,
    box: BoxFile = None,
    option: Options = None,
) -> None:
    """Trains a network for the bot `master` by letting it play against itself, and writes weights.npz and report.html.

    Stop it with Ctrl-C; the same command continues where it stopped. Needs the extra `train`.
    """
    from cogtable.bots.network import FILE
    from cogtable.lab.report.page import write_report
    from cogtable.learning.train_report import report_training
    from cogtable.learning.training import Training, settings_for

    game = game_named(name, box)
    counts = [_seat_count(each) for each in seats.split(",")] if seats else []
    more = {
        "search": search,
        "taught": _taught(taught),
        "reuse": reuse,
        "mixed": mixed,
        "rollout_depth": rollout_depth,
        "tried": tried,
    }
    settings = settings_for(game, seats=counts, seed=seed, options=options_from(option), **more)
    folder = out or Path(f"train-{game.name}")
    training = Training(game, settings, folder, threads=threads)

    def told(training: Training, measured: Measured | None) -> None:
        print(_training_line(training, measured, minutes), flush=True)
        if measured:
            write_report(report_training(game, settings, training.history), folder)

    try:
        training.run(minutes, every=every, deals=deals, told=told)
    except KeyboardInterrupt:
        sys.stderr.write(f"\nstopped; what was learned is kept in {folder}: the same command goes on from there")
        raise
    print(f"{folder / 'report.html'}: open it in a browser. The network is in {folder / FILE}.")


def _seat_count(given: str) -> int:
    if not given.strip().isdecimal():
        raise Mistake(f"--seats takes numbers with commas between them; found {given!r}")
    return int(given)


def _taught(given: str) -> dict[str, int]:
    """The number of games to learn from, by bot: `medium:9000,hard:3000`, or `4096` for the usual bot."""
    from cogtable.learning.training import TEACHER

    found: dict[str, int] = {}
    for each in given.split(",") if given else []:
        named, _, games = each.strip().rpartition(":")
        bot = named or TEACHER
        if not games.isdecimal():
            raise Mistake(f"--taught takes N or BOT:N, with commas between several; found {each!r}")
        if bot in found:
            raise Mistake(f"--taught names {bot} twice")
        if int(games):
            found[bot] = int(games)
    return found


def _training_line(training: Training, measured: Measured | None, minutes: float) -> str:
    """The progress of a training, in a line."""
    history = training.history
    now, end = (f"{int(seconds) // 60}:{int(seconds) % 60:02}" for seconds in (history.seconds, 60 * minutes))
    line = f"{now} of {end} · round {history.rounds} · {history.games:,} games · {history.decisions:,} decisions"
    if not measured:
        return line
    scores = ", ".join(f"{score.share:.2f} against {score.against}" for score in measured.scores)
    return f"{line} · won {scores}"
