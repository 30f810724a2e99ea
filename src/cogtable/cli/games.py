"""Commands that list games, show their rules and boxes, and print their cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cogtable.cli.arguments import Mistake, game_named, one_of
from cogtable.cli.options import BoxFile, GameName, Json
from cogtable.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game


def games(as_json: Json = False) -> None:
    """Lists the games and their options."""
    from cogtable.engine.play import registry

    found = registry.usable()
    if as_json:
        print_json({"games": [_described(game) for game in found]})
        return
    from cogtable.lab.report import terminal as reports

    reports.print_games(found)


def _described(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "tagline": game.tagline,
        "version": game.version,
        "minutes": game.minutes,
        "seats": [game.min_seats, game.max_seats],
        "options": {name: item._asdict() for name, item in game.options.items()},
    }


def rules(name: GameName) -> None:
    """Prints a game's rules: an introduction for beginners, then all numbered rules."""
    game = game_named(name)
    from rich.console import Console
    from rich.markdown import Markdown

    from cogtable.rulespage.how_to_play import as_markdown
    from cogtable.rulespage.legend import legend_of
    from cogtable.terminal import plain

    front = game.front_text()
    first = plain(as_markdown(front, legend_of(game))) if front else ""
    Console().print(Markdown(f"{first}\n{game.rules_text}"))


def box(name: GameName) -> None:
    """Prints a game's box, with what each column means, as a start for your own.

    Write it to a file, change it, and play it with --box.
    """
    from cogtable.engine.box_editing.annotated_copy import copy_of

    sys.stdout.write(copy_of(game_named(name)))


def print_game(
    name: GameName,
    form: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="pdf|png|tts",
            help="pdf: pages to print. png: a picture of each card, for print shops. tts: sheets and a saved object "
            "for Tabletop Simulator.",
        ),
    ] = "pdf",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="PATH", help="The PDF, or the folder for pictures; by default GAME.pdf or GAME-AS."
        ),
    ] = None,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper, for pdf.")] = "a4",
    backs: Annotated[
        str,
        typer.Option(
            metavar="none|long|short|fold",
            help="For pdf: no backs; backs for printing on both sides, flipped on the long or the short edge; or "
            "beside their fronts, to fold over.",
        ),
    ] = "none",
    shift: Annotated[
        str,
        typer.Option(
            metavar="X,Y", help="For pdf: move backs right and down, in mm, if they do not meet their fronts."
        ),
    ] = "0,0",
    bleed: Annotated[
        float | None,
        typer.Option(metavar="MM", help="How far colour reaches beyond the cut; 3 for png, else 0 by default."),
    ] = None,
    gap: Annotated[
        float, typer.Option(metavar="MM", help="For pdf: space between pieces; at least twice the bleed.")
    ] = 0,
    ink: Annotated[
        bool | None,
        typer.Option("--white/--coloured", help="White grounds save ink: the default for pdf. Pictures are coloured."),
    ] = None,
    copies: Annotated[
        bool, typer.Option("--copies/--once", help="For pdf: each card as often as the game has it, or once.")
    ] = True,
    marks: Annotated[bool, typer.Option("--marks/--no-marks", help="For pdf: marks for cutting.")] = True,
    ruler: Annotated[bool, typer.Option("--ruler/--no-ruler", help="For pdf: a ruler, to check the size.")] = True,
    lists: Annotated[
        bool, typer.Option("--lists/--no-lists", help="For pdf: what is in the box, and what the symbols mean.")
    ] = True,
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="ID", help="A component to leave out; may be repeated.")
    ] = None,
    dpi: Annotated[int, typer.Option(metavar="N", help="For png: pixels per inch.")] = 300,
    url: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="For tts: where the sheets will lie on the web; without it the object names files on this machine.",
        ),
    ] = "",
    box: BoxFile = None,
) -> None:
    """Prints a game: a PDF to cut out, pictures of its cards for print shops, or sheets for Tabletop Simulator.

    Needs the extra `pictures` and a Chromium, which draws the cards.
    """
    from cogtable.pictures import prints

    one_of("--as", form, "pdf", "png", "tts")
    game = game_named(name, box)
    choices = prints.Choices(
        paper=paper,
        turn=backs,
        shift=_pair(shift),
        bleed=(3.0 if form == "png" else 0.0) if bleed is None else bleed,
        gap=gap,
        ink=form == "pdf" if ink is None else ink,
        copies=copies,
        marks=marks,
        ruler=ruler,
        list=lists,
        aid=lists,
        without=tuple(without or ()),
    )
    if form == "pdf":
        file = out or Path(f"{game.name}.pdf")
        file.write_bytes(prints.pdf(game, choices))
        print(f"{file}: print it at 100 %, never “fit to page”.")
        return
    folder = out or Path(f"{game.name}-{form}")
    with progress_bar("drawing") as progress:
        bar = progress.add_task("", total=None)

        def drawn(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        if form == "png":
            files = prints.write_cards(game, folder, choices, dpi=dpi, progress=drawn)
        else:
            files = prints.write_tabletop(game, folder, choices, url=url, progress=drawn)
    count = f"{len(files) - 1:,} picture{'s' * (len(files) != 2)}"
    if form == "png":
        print(f"{folder}: {count}; {files[-1].name} tells how many of each to print.")
    else:
        print(f"{folder}: {count}; put {files[-1].name} into Saves/Saved Objects of Tabletop Simulator.")


def _pair(given: str) -> tuple[float, float]:
    """Two lengths, separated by a comma."""
    try:
        across, down = map(float, given.split(","))
    except ValueError as error:
        raise Mistake(
            f'--shift takes two numbers with a comma between them, such as 0.5,-1; found "{given}"'
        ) from error
    return across, down
