"""Commands that search positions: of a saved match, and for puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cogtable.cli.arguments import Mistake, game_named, match_in, options_from
from cogtable.cli.options import BoxFile, File, GameName, Json, Options, Seats, Threads
from cogtable.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game
    from cogtable.engine.play.match import Match
    from cogtable.lab.analysis import AnalysedPosition
    from cogtable.lab.puzzles import PuzzleEffort


def analyse(
    file: File,
    count: Annotated[int, typer.Option("--moves", metavar="N", min=0, help="How many moves to list.")] = 10,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="The seed of the search; chances and losses depend on it a little."
        ),
    ] = 0,
    box: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Lists the moves of a saved match that lost most.

    With --json, also everybody's chances move by move.
    """
    from cogtable.lab import analysis
    from cogtable.lab.report import terminal as reports

    match = match_in(file, box)
    positions = []
    with progress_bar("analysing") as progress:
        bar = progress.add_task("", total=match.ply + 1)
        for position in analysis.analyse(match, seed):
            positions.append(position)
            progress.advance(bar)
    if as_json:
        print_json(_analysed(match, seed, positions))
        return
    reports.print_analysis(match, analysis.losses(positions), count)


def _analysed(match: Match, seed: int, positions: list[AnalysedPosition]) -> dict[str, Any]:
    import msgspec

    from cogtable.lab.analysis import AnalysisEffort

    plies = []
    for position in positions:
        plies.append(msgspec.to_builtins(position))
        if position.move:
            plies[-1]["move"]["lost"] = position.move.lost
    return {
        "game": match.game.name,
        "seats": match.seats,
        "moves": match.ply,
        "over": match.over,
        "seed": seed,
        "simulations": AnalysisEffort(search=AnalysisEffort().of_search(match.game))._asdict(),
        "positions": plies,
    }


def puzzles(
    name: GameName,
    find: Annotated[
        int, typer.Option("--find", metavar="N", min=0, help="Find N puzzles in games of bots, and check them.")
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write those that were found, or that hold.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Judge all decisions of the puzzles again, with other deals.")
    ] = False,
    player: Annotated[str, typer.Option(metavar="BOT", help="The bot that plays the games.")] = "medium",
    judge: Annotated[str, typer.Option(metavar="BOT", help="The bot that answers in the puzzles.")] = "expert",
    tester: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="The bot that plays games from each of their moves to the end; without it, 250 simulations search.",
        ),
    ] = None,
    simulations: Annotated[
        int,
        typer.Option(metavar="N", min=1000, help="How many simulations search each move; ten times as many for some."),
    ] = 20000,
    games: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="How many games are played from each move; ten times as many for some."),
    ] = 10,
    last: Annotated[
        float, typer.Option(metavar="PART", min=0.01, max=1, help="The last part of each game, which is looked at.")
    ] = 0.4,
    obvious: Annotated[
        bool, typer.Option("--obvious", help="Take first moves too that look best at once, for games with few moves.")
    ] = False,
    decisions: Annotated[
        int, typer.Option(metavar="N", min=1, help="A puzzle ends after N decisions, won or not.")
    ] = 4,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The deal of the first game.")] = 0,
    threads: Threads = 0,
) -> None:
    """Prints the puzzles of a game, or finds new ones: positions in which only one move keeps the win.

    The file that it writes belongs beside the game's box.toml, under the name puzzles.json. Puzzles hold for one box;
    with another box, find new ones.
    """
    from msgspec.structs import asdict, replace

    from cogtable.engine.lessons import puzzle
    from cogtable.lab import puzzles as finder
    from cogtable.lab.repeat_command import command_line

    game = game_named(name)
    effort = finder.PuzzleEffort(
        player=player,
        judge=judge,
        tester=tester,
        simulations=simulations,
        games=games,
        last=last,
        obvious=obvious,
        decisions=decisions,
    )
    if (find and not out) or (out and not find and not check):
        raise Mistake("--find and --out belong together: how many puzzles, and where to write them")
    changed = {each: value for each, value in asdict(effort).items() if value != getattr(finder.PuzzleEffort(), each)}
    changed |= {"seats": seats} if seats else {}
    changed |= {"seed": seed} if seed else {}
    given: dict[str, object] = {f"--{each}": value for each, value in changed.items()} | {"-o": option}
    if find and out:
        made = command_line("puzzles", game, {"--find": find, "--out": out.name} | given)
        find_puzzles(
            game, find, out, made, effort, seats=seats, options=options_from(option), seed=seed, threads=threads
        )
        return
    known = puzzle.puzzles_of(game)
    if not known.puzzles:
        print(f"{game.name} has no puzzles; `cogtable puzzles {game.name} --find 10 --out FILE` finds some")
        return
    wrong, held = 0, []
    for number, each in enumerate(known.puzzles, 1):
        match = puzzle.start(game, each)
        (action,) = each.first.keep
        move = match.choice(each.seat, action).text
        print(f"{number:2}. {each.key}  seed {each.seed}, after move {match.ply}, {each.level}: {move}")
        found = finder.recheck(game, each, seed + 1, effort) if check else []
        wrong += len(found)
        held += [] if found else [each]
        for words in found:
            print(f"    {words}")
    if out:
        again = command_line("puzzles", game, {"--check": True, "--out": out.name} | given)
        made = f"{known.made}; {again}"
        out.write_text(puzzle.written(replace(known, made=made, puzzles=held)), encoding="utf-8")
        print(f"{len(held)} of {len(known.puzzles)} hold, and are in {out}")
    elif wrong:
        raise Mistake(f"decisions that no longer hold: {wrong}")


def find_puzzles(
    game: Game, count: int, out: Path, made: str, effort: PuzzleEffort, *, seed: int, threads: int, **where: Any
) -> None:
    """Finds puzzles, and writes them after each one, so that nothing is lost when it is stopped."""
    from cogtable.engine.lessons import puzzle
    from cogtable.lab import puzzles as finder
    from cogtable.lab.workers import Here

    found: list[puzzle.Puzzle] = []
    looked = 0
    for chunk in finder.search(game, seed=seed, effort=effort, workers=Here(threads), **where):
        looked += finder.CHUNK
        for each in chunk[: count - len(found)]:
            found.append(each)
            lost = len(each.first.lost)
            print(
                f"{len(found)} of {count}: seed {each.seed}, after move {len(each.moves)}, {each.level}; "
                f"1 of {lost + 1} moves; {looked} games",
                flush=True,
            )
            puzzles = finder.easiest_first(found)
            known = puzzle.Puzzles(
                game=game.name,
                version=game.version,
                box=game.box.digest,
                judge=effort.judge,
                made=made,
                puzzles=puzzles,
            )
            out.write_text(puzzle.written(known), encoding="utf-8")
        if len(found) == count:
            return


def reasons(
    name: GameName,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write the usual differences of new games.")
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=30, help="How many games are played with each number of seats.")
    ] = 200,
    player: Annotated[str, typer.Option(metavar="BOT", help="The bot that plays the games.")] = "medium",
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The deal of the first game.")] = 0,
) -> None:
    """Prints the reasons that a game can give for results, with the usual differences, or records them with --out.

    The file belongs beside the game's box.toml, under the name reasons.json. It holds for one box and version.
    """
    from cogtable.lab import reasons as given
    from cogtable.lab import usual_differences as usual
    from cogtable.lab.repeat_command import command_line

    game = game_named(name)
    if not given.reasons_of(game).results:
        print(f"{game.name} declares no reasons for results")
        return
    if out is None:
        _print_usual(game)
        return
    changed = {"--games": games, "--player": player, "--seed": seed}
    usually: dict[str, object] = {"--games": 200, "--player": "medium", "--seed": 0}
    differing = {option: value for option, value in changed.items() if value != usually[option]}
    made = command_line("reasons", game, {"--out": out.name, **differing})
    with progress_bar("playing") as progress:
        bar = progress.add_task("", total=game.max_seats - game.min_seats + 1)
        for found in usual.record(game, games, player, seed, made):
            out.write_text(usual.written(found), encoding="utf-8")
            progress.advance(bar)


def _print_usual(game: Game) -> None:
    """The usual differences by number of seats and length."""
    from cogtable.lab import reasons as given

    usual = given.usual_differences(game)
    for reason in given.reasons_of(game).results:
        print(reason.name)
        for seats, differences in usual.items():
            bounds = ["shorter", *(f"from {length} moves" for length in differences.lengths)]
            groups = zip(bounds, differences.differences[reason.name], strict=True)
            words = "; ".join(f"{bound}: usually {middle}, named above {high}" for bound, (middle, high) in groups)
            print(f"  {seats} seats: {words}")
    if not usual:
        print(f"no usual differences are recorded: `cogtable reasons {game.name} --out reasons.json` records them")
