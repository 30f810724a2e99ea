"""Commands for authors and translators of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cogtable.cli.arguments import Mistake, game_named, match_in
from cogtable.cli.options import GameName

if TYPE_CHECKING:
    from cogtable.engine.play.match import Match


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name: small letters, digits, underscores.")],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where to make its folder.")] = Path(),
) -> None:
    """Makes a package for a game of your own.

    It holds a small game, which runs at once.
    """
    from cogtable.new_game import make

    folder = make(name, into)
    print(
        f"{folder} holds a small game that runs at once. `cogtable docs add-a-game` explains it line by line. Try it:"
    )
    print(f"  cd {folder}")
    print("  pip install --editable .")
    print("  cogtable serve --reload")
    print(
        "Its rules are numbered MP-R1 and so on. Give your own rules other letters, such as the initials of your game:"
    )
    print("then the suite tells which of them no test shows yet.")


def docs(
    name: Annotated[str, typer.Argument(metavar="[PAGE]", help="The page to print; without one, all are listed.")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Write all pages into this folder, as Markdown.")
    ] = None,
) -> None:
    """Prints a page of the documentation, or lists the pages.

    Pages are Markdown. The reference in them is made from the code that is installed.
    """
    from cogtable import docs as documentation

    known = documentation.pages()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for each in known:
            (out / f"{each}.md").write_text(documentation.page(each), encoding="utf-8")
        print(f"{out}: {len(known)} pages")
    elif name:
        print(documentation.page(name.removesuffix(".md")))
    else:
        width = max(map(len, known))
        for each, title in known.items():
            print(f"{each:{width}}  {title}")


def lesson(
    name: GameName,
    which: Annotated[
        str, typer.Argument(metavar="[LESSON]", help="The name of a further lesson; by default, the first one.")
    ] = "first",
    step: Annotated[
        int,
        typer.Option("--step", metavar="N", min=0, help="Print the pieces and choices that you can name at this step."),
    ] = 0,
    moves_of: Annotated[
        Path | None,
        typer.Option(
            "--moves", metavar="FILE", help="Print the head of a lesson that begins where this saved match stands."
        ),
    ] = None,
) -> None:
    """Plays a lesson of a game to its end and prints its steps.

    The first mistake in the file is reported with its line.
    """
    from cogtable.engine.lessons import script

    game = game_named(name)
    if moves_of is not None:
        match = match_in(moves_of, None)
        if match.game.name != game.name:
            raise Mistake(f"{moves_of}: is a match of {match.game.name}, not of {game.name}")
        if match.game.is_variant:
            raise Mistake(f"{moves_of}: is played with another box, and a lesson has the box of the game")
        print(script.head_of(match))
        return
    if step:
        _print_step(script.position(game, step - 1, which), script.lesson_file(game, which).lesson.learner)
        return
    found = script.script_of(game, which)
    for number, each in enumerate(found.steps, 1):
        print(f"{number:2}. {each.source.say}")
        print(f"    move {each.ply}: {each.source.do or '(read)'} -> {', '.join(each.pieces) or 'nothing'}")
        for doubt in each.doubts:
            print(f"    {doubt.source.ask} -> {', '.join(doubt.pieces) or 'nothing'}")
    print(f"{len(found.steps)} steps, {found.end.ply} moves; then the game goes on.")
    if others := [other for other in game.lessons if other != which]:
        print(f"More lessons of {game.name}: {', '.join(others)}.")


def _print_step(match: Match, learner: int) -> None:
    """Prints the pieces and choices that a lesson can name at a step."""
    from cogtable.engine.lessons.script import named

    for one, label in named(match.view(learner)).items():
        print(f"{one}: {label}" if label else one)
    for seat in match.waiting:
        print(f"seat {seat}{' (the learner)' if seat == learner else ''} may:")
        for choice in match.choices(seat):
            print(f"  {choice.text}  [{', '.join(choice.pieces)}]")


def words(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help="The games; by default all that come with Cogtable, and the words they share."
        ),
    ] = None,
    language: Annotated[
        str, typer.Option("--new", metavar="LANGUAGE", help='Begin a translation, such as "pl" or "pt-BR".')
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail if the catalogues are not up to date.")
    ] = (False),
) -> None:
    """Collects a game's words for translators.

    It also compiles their translations.
    """
    try:
        from cogtable.testing import catalogue
    except ModuleNotFoundError as error:
        if error.name != "babel":
            raise
        raise Mistake("collecting words needs Babel: pip install cogtable[words]") from error

    catalogues = [catalogue.words_of(game_named(name)) for name in names] if names else catalogue.all_words()
    for each in catalogues:
        if check:
            if old := catalogue.stale(each):
                files = ", ".join(map(str, old))
                raise Mistake(f"{files}: the words of {each.title} are out of date; run `cogtable words`")
        elif language:
            print(catalogue.begin(each, language))
        else:
            for file in catalogue.write(each):
                print(file)
