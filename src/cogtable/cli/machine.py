"""Commands about this machine: compile games, check what is installed, measure speed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cogtable.cli.arguments import Mistake, game_named
from cogtable.cli.options import BoxFile, Database, Host, Json, Port
from cogtable.cli.output import print_json, progress_bar
from cogtable.cli.priority import lower_priority

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game


def warm(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="The games; by default all.")] = None,
    only_bots: Annotated[
        bool, typer.Option("--bots", help="Only the bots, as a table in the browser uses them.")
    ] = False,
    gently: Annotated[bool, typer.Option("--gently", help="Let other programs go first.")] = False,
    box: BoxFile = None,
) -> None:
    """Compiles games in advance, so that nobody has to wait later."""
    import time

    import cogtable
    from cogtable.engine.play import registry

    if gently:
        lower_priority()
    done = []
    if box and (not names or len(names) != 1):
        raise Mistake("--box is for one game; name it")
    games = [game_named(name, box) for name in names] if names else registry.usable()
    steps = [(game, *step) for game in games for step in (_bot_steps(game) if only_bots else warm_steps(game))]
    with progress_bar("compiling") as progress:
        bar = progress.add_task("", total=len(steps))
        for game, what, run in steps:
            progress.update(bar, description=f"{game.name}: {what}")
            kept, began = _compiled(), time.perf_counter()
            run()
            seconds = time.perf_counter() - began
            done.append(
                (game.name, what, f"compiled in {seconds:.1f} s" if _compiled() - kept else "was there already")
            )
            progress.advance(bar)
    for name, what, outcome in done:
        print(f"{name}: {what}: {outcome}")
    print(f"Compiled code is kept in {cogtable.COMPILED}")


def doctor(host: Host = "127.0.0.1", port: Port = None, database: Database = None, as_json: Json = False) -> None:
    """Checks that this machine has everything Cogtable needs, and says what to do about anything missing.

    It checks Python and its packages, the compiler and its cache, the browser client, the port, the database, the GPU
    and free disk space. The exit status is 1 if something is broken.
    """
    from cogtable import doctor as looking

    found = []
    for check in looking.examine(host, port, database):
        found.append(check)
        if not as_json:
            print(looking.as_text(check), flush=True)
    if as_json:
        print_json(looking.as_json(found))
    raise typer.Exit(int(any(check.state == "bad" for check in found)))


def bench(
    as_json: Json = False,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="NAME", help="Only this figure; see the files in bench/.")
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="NAME", help="Only this game, where there are figures for each."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="Games for each figure of playing strength.")
    ] = None,
) -> None:
    """Measures the speed of everything, in a checkout.

    These are the figures of docs/performance.md.
    """
    import cogtable

    checkout = Path(cogtable.__file__).parents[2]
    if not (checkout / "bench" / "__main__.py").is_file():
        raise Mistake("the benches are part of a checkout, not of the installed package; run `make bench` in one")
    arguments = ["--json"] * as_json + [f"--only={name}" for name in only or ()]
    arguments += [f"--game={name}" for name in game or ()]
    arguments += [f"--games={games}"] * (games is not None)
    code = subprocess.run([sys.executable, "-m", "bench", *arguments], cwd=checkout, check=False).returncode
    raise typer.Exit(code)


def warm_steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """The compiled parts of a game, by name."""
    from cogtable.engine.batches import batch
    from cogtable.lab.simulate import simulate as run

    steps = [("playouts and batches", partial(batch.warm, game))]
    return [*steps, *_bot_steps(game), ("simulate", partial(run, game, games=1))]


def _bot_steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    from cogtable import bots

    return [(f"bot {bot.kind}", partial(bots.compile_bot, bot, game)) for bot in bots.kinds(game)]


def _compiled() -> set[Path]:
    """The existing files of compiled code."""
    import cogtable

    return set(cogtable.COMPILED.rglob("*.nbc"))
