"""Commands that study a game and its box, and write reports."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cogtable.cli.arguments import Mistake, game_named, games_between
from cogtable.cli.options import (
    Aims,
    Bots,
    BotSeats,
    BoxFile,
    DealSeed,
    GameName,
    GamesOfEach,
    Json,
    Options,
    Ray,
    StudiedGames,
    Threads,
    Varied,
)
from cogtable.cli.output import print_json, watched

if TYPE_CHECKING:
    from cogtable.lab.pipeline import LabPlan


def study(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the report and all games are kept.")],
    bot: Bots = "greedy",
    count: StudiedGames = 2000,
    seats: BotSeats = None,
    seed: DealSeed = 0,
    box: BoxFile = None,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="FILE", help="Another box, to compare on the same deals.")
    ] = None,
    card: Annotated[
        str,
        typer.Option("--card", metavar="NAME", help="A card to study alone: put into each hand, blanked, and removed."),
    ] = "",
    skill: Annotated[
        int,
        typer.Option(
            "--skill", metavar="N", min=0, help="How many games rate the bots, and how many decisions are compared."
        ),
    ] = 120,
    without: Annotated[
        int | None,
        typer.Option("--without", metavar="N", min=0, help="Games for each thing a bot must do without; 0 for none."),
    ] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Also write each chart as an SVG file, in charts.")] = False,
    aims: Aims = None,
    threads: Threads = 0,
    ray: Ray = "",
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Studies a game: plays many games and writes report.html and games.parquet.

    Stop it with Ctrl-C; the same command continues where it stopped. Needs the extra `lab`.
    """
    from cogtable.lab import study as studies

    game = game_named(name, box)
    plan = studies.plan_study(
        game,
        against=game_named(name, against) if against else None,
        **games_between(game, bot, seats, count, seed, option, threads),
        skill=skill,
        restricted=without,
        card=card,
        aims=aims,
        out=out,
    )
    _report(plan, out, ray, threads, as_json, svg=svg)


def sweep(
    name: GameName,
    varied: Varied,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the report and all boxes are kept.")],
    watch: Annotated[
        str,
        typer.Option(
            "--watch",
            metavar="MEASURE[: WHAT]",
            help='The figure to watch, such as "left at the end: coins"; by default the effect of the card.',
        ),
    ] = "",
    bot: Bots = "greedy",
    count: GamesOfEach = 2000,
    seats: BotSeats = None,
    seed: DealSeed = 0,
    box: BoxFile = None,
    aims: Aims = None,
    threads: Threads = 0,
    ray: Ray = "",
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Tries each value of some numbers of a box, on the same deals, and shows the effect.

    Writes report.html and a box for every combination. Stop it with Ctrl-C; the same command continues where it
    stopped. Needs the extra `lab`.
    """
    from cogtable.lab import sweep as sweeps

    game = game_named(name, box)
    plan = sweeps.plan_sweep(
        game,
        varied,
        out,
        aims=aims,
        watch=watch,
        **games_between(game, bot, seats, count, seed, option, threads),
    )
    _report(plan, out, ray, threads, as_json)


def tune(
    name: GameName,
    varied: Varied,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the report and the boxes are kept.")],
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, help="How many boxes to try.")] = 60,
    bot: Bots = "greedy",
    count: GamesOfEach = 1000,
    seats: BotSeats = None,
    seed: DealSeed = 0,
    box: BoxFile = None,
    aims: Aims = None,
    threads: Threads = 0,
    ray: Ray = "",
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Looks for numbers of a box, within bounds, that meet its aims.

    Writes report.html and the best boxes, judged on deals that the search has not seen. Stop it with Ctrl-C; the same
    command continues where it stopped. Needs the extra `lab`.
    """
    from cogtable.lab import tune as tunes

    game = game_named(name, box)
    plan = tunes.plan_tuning(
        game,
        varied,
        out,
        aims=aims,
        trials=trials,
        **games_between(game, bot, seats, count, seed, option, threads),
    )
    _report(plan, out, ray, threads, as_json)


def balance(
    name: GameName,
    bot: Bots = "greedy",
    count: StudiedGames = 2000,
    seats: BotSeats = None,
    seed: DealSeed = 0,
    box: BoxFile = None,
    aims: Aims = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Keep the games there; run again to continue.")
    ] = None,
    threads: Threads = 0,
    ray: Ray = "",
    option: Options = None,
    whole: Annotated[bool, typer.Option("--all", help="Print all figures, even those that hold.")] = False,
    as_json: Json = False,
) -> None:
    """Checks whether a box meets the aims in the file beside it: each holds, misses, or is open.

    The exit status is 1 if one misses. Needs the extra `lab`.
    """
    import tempfile

    from cogtable.lab import aims as wanted
    from cogtable.lab import study as studies
    from cogtable.lab.report import study as report
    from cogtable.lab.report import terminal as reports

    game = game_named(name, box)
    file = aims or wanted.aims_file(game)
    if file is None:
        beside = game.box_file.with_name(f"{game.box_file.stem}.aims.toml")
        raise Mistake(f"there are no aims for {game.box_file}; write them into {beside}, or name a file with --aims")
    asked = wanted.load_aims(file, game)
    plan = studies.plan_study(
        game,
        **games_between(game, bot, seats, count, seed, option, threads),
        skill=0,
        restricted=0,
    )
    with tempfile.TemporaryDirectory() as folder:
        kept = out or Path(folder)
        judged = report.judge_study(watched(partial(studies.run_study, plan, kept), kept, ray, threads), asked)
    if as_json:
        print_json(reports.judged_json(file, plan, judged))
    else:
        reports.print_judged(file, plan, judged, whole)
    raise typer.Exit(int(any(each.verdict == "misses" for each in judged)))


def _report(plan: LabPlan, out: Path, ray: str, threads: int, as_json: bool, *, svg: bool = False) -> None:
    """Carries a plan out, prints the headlines, and says where the report and other files are."""
    from cogtable.lab import pipeline
    from cogtable.lab.report import terminal as reports

    done = watched(partial(pipeline.carry_out, plan, out, svg=svg), out, ray, threads)
    if as_json:
        files = {name: str(path) for name, path in (("games", done.games), ("box", done.box)) if path}
        print_json({"report": str(done.page), **files, "figures": done.report.rows})
        return
    reports.print_headlines(done.report)
    print(f"{done.page}: open it in a browser. {reports.where(games=done.games, box=done.box)}".rstrip())
