"""Commands that play many games between bots at native speed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cogtable.cli.arguments import Mistake, game_named, games_between, options_from, seated
from cogtable.cli.options import (
    BOTS,
    Bots,
    BotSeats,
    BoxFile,
    GameName,
    Games,
    GameSeed,
    Json,
    Options,
    Ray,
    Seats,
    Threads,
)
from cogtable.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from cogtable.lab.simulate import SimulationResult


def simulate(
    name: GameName,
    seats: BotSeats = None,
    bot: Bots = "random",
    count: Games = 1000,
    seed: GameSeed = 0,
    threads: Threads = 0,
    ray: Ray = "",
    option: Options = None,
    box: BoxFile = None,
    tallies: Annotated[
        bool, typer.Option("--tallies", help="Also print how well the players who used each card did (always in JSON).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Plays many games between bots and reports how often each wins.

    With --box, also plays the same games with the game's own box, and reports the differences.
    """
    from cogtable.lab import workers
    from cogtable.lab.compare import Compared, compare
    from cogtable.lab.report import terminal as reports
    from cogtable.lab.simulate import simulate as alone

    game = game_named(name, box)
    run: Callable[..., SimulationResult] = partial(compare, base=game_named(name)) if box else alone
    if tallies and not game.tallies:
        raise Mistake(f"{game.name} has nothing to tally")
    settings = games_between(game, bot, seats, count, seed, option, threads)
    with workers.opened(ray, threads) as settings["workers"], progress_bar("playing", shown=not as_json) as progress:
        bar = progress.add_task("", total=count)
        result = run(game, **settings, progress=lambda games: progress.advance(bar, games))
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(result))
        return
    if isinstance(result, Compared):
        if not result.comparison.same:
            reports.print_comparison(game, result, tallies)
            return
        print(f"{game.box.source} is the same as the box in the package: there is nothing to compare.")
    reports.print_result(game, result)
    if tallies:
        reports.print_tallies(result)


def record(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The Parquet file to write.")],
    count: Games = 1000,
    bot: Bots = "random",
    seats: BotSeats = None,
    seed: GameSeed = 0,
    max_moves: Annotated[
        int | None, typer.Option("--max-moves", metavar="N", min=1, help="Stop a game after N moves.")
    ] = None,
    group: Annotated[int, typer.Option("--group", metavar="N", min=1, help="How many games make a row group.")] = 32,
    threads: Threads = 0,
    option: Options = None,
    box: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Plays games between bots and writes all their decisions to a Parquet file.

    A row has what the seat knew, what was legal, what it chose, and how the game ended. Needs the extra `rl`.
    """
    from cogtable import envs
    from cogtable.lab.repeat_command import bot_option, command_line

    game = game_named(name, box)
    names, seats = seated(game, bot, seats)
    given: dict[str, object] = {
        "--seats": seats,
        "--games": count,
        "--bot": bot_option(names),
        "--seed": seed,
        "--group": group,
        "-o": option,
        "--max-moves": max_moves,
        "--out": out.name,
    }
    command = command_line("record", game, given)
    options: dict[str, Any] = game.checked_options(options_from(option))
    with progress_bar("playing") as progress:
        bar = progress.add_task("", total=count)
        done = envs.record(
            game,
            count,
            out,
            bot=names,
            seats=seats,
            seed=seed,
            max_moves=max_moves,
            group=group,
            threads=threads,
            command=command,
            progress=lambda games: progress.advance(bar, games),
            **options,
        )
    if as_json:
        print_json({"file": str(done.file), "games": done.games, "rows": done.rows})
        return
    print(f"{done.file}: {done.games:,} games, {done.rows:,} decisions")


def tempers(
    name: GameName,
    measure: Annotated[bool, typer.Option("--measure", help="Measure the habits of the game's bots.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write the figures that were measured.")
    ] = None,
    count: Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games each bot plays.")] = 96,
    seats: Seats = None,
    seed: GameSeed = 0,
    threads: Threads = 0,
    as_json: Json = False,
) -> None:
    """Prints the tempers of a game's bots with the figures behind them, or measures their habits.

    The file that it writes belongs beside the game's box.toml, under the name tempers.json. Figures hold for one box.
    """
    from cogtable.bots import named
    from cogtable.lab import habits, workers
    from cogtable.lab import tempers as read
    from cogtable.lab.deals import study_of
    from cogtable.lab.repeat_command import command_line
    from cogtable.lab.report import terminal as reports

    game = game_named(name)
    if measure != (out is not None):
        raise Mistake("--measure and --out belong together: what to do, and where to write it")
    if measure and out:
        given = {"--measure": True, "--games": count, "--seats": seats, "--seed": seed or None, "--out": out.name}
        made = command_line("tempers", game, given)
        with workers.opened("", threads) as playing, progress_bar("playing", shown=not as_json) as progress:
            bar = progress.add_task("", total=None)
            found = habits.measure(
                game,
                games=count,
                seats=seats,
                seed=seed,
                made=made,
                workers=playing,
                progress=lambda games: progress.advance(bar, games),
            )
        read.save(out, found)
    else:
        kept = read.measured_of(game)
        if kept is None:
            raise Mistake(f"{game.name} has no figures; measure them with --measure --out {game.temper_file.name}")
        found = kept
    chosen = read.chosen(found, {habit.name: habit for habit in study_of(game).habits})
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(found) | {"tempers": {bot: temper.words for bot, temper in chosen.items()}})
        return
    reports.print_tempers(found, chosen, named.NAMES)


def ladder(
    name: GameName,
    seats: Seats = None,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT,BOT[,BOT]...", help=f"The bots to rate, separated by commas: {BOTS}.")
    ] = "greedy,easy,medium,hard",
    count: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games in all.")] = 240,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The seed for deals and bots.")] = 0,
    threads: Threads = 0,
    ray: Ray = "",
    option: Options = None,
    box: BoxFile = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Keep the games there; run again to continue."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Lets bots play each other in all seatings and rates them."""
    from cogtable.lab import ladder as ladders
    from cogtable.lab import workers
    from cogtable.lab.report import terminal as reports

    game = game_named(name, box)
    names = [each.strip() for each in bot.split(",")]
    found = ladders.begin_ladder(game, names, seats=seats, seed=seed, options=options_from(option))
    if file:
        found = ladders.load_ladder(file, found)
    with workers.opened(ray, threads) as playing, progress_bar("playing") as progress:
        bar = progress.add_task("", total=count, completed=len(found.games))

        def played(ladder: ladders.Ladder) -> None:
            progress.update(bar, completed=len(ladder.games))
            if file:
                ladders.save_ladder(file, ladder)

        ladders.play_ladder(found, game, count, played=played, workers=playing)
    ratings = ladders.bot_ratings(found)
    if as_json:
        import msgspec

        print_json(
            {"game": game.name, "seats": found.seats, "games": len(found.games)}
            | {"ratings": [msgspec.to_builtins(rating) for rating in ratings]}
        )
        return
    reports.print_ladder(game, found, ratings)
