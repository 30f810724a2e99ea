"""The command line. Mistakes are answered with one line on stderr and exit status 2."""

from __future__ import annotations

import gc
import io
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, NoReturn, cast

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from cogtable.cli import admin, analysis, authors, games, machine, play, simulate, site, study, train, wasm
from cogtable.cli.arguments import Mistake
from cogtable.cli.options import Database, Host, Language, Open, Port
from cogtable.cli.serve import lab, limits, serve

# Each command imports what it needs: help and mistakes should not wait for it.

MISTAKE = 2
"""Exit status when a person can put it right."""
INTERRUPTED = 130

SELDOM = (20_000, 10, 50)
"""When Python collects garbage (`gc.set_threshold`): with Python's defaults, collection takes a tenth of a command's
start.
"""

app = typer.Typer(
    name="cogtable",
    help="Board games whose rules are written once: play them in a browser, run them at native speed, study them. "
    "Without a command it opens the table in the browser.",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(wanted: bool) -> None:
    """Prints the version and ends."""
    if wanted:
        import cogtable

        print(f"cogtable {cogtable.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def table(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Print the version and exit.")
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    open_browser: Open = True,
    language: Language = "en",
) -> None:
    """Without a command: opens the table in the browser."""
    if context.invoked_subcommand is None:
        serve(host=host, port=port, database=database, open_browser=open_browser, language=language)


COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve,
    "limits": limits,
    "lab": lab,
    "play": play.play,
    "replay": play.replay,
    "analyse": analysis.analyse,
    "new": authors.new,
    "docs": authors.docs,
    "games": games.games,
    "box": games.box,
    "print": games.print_game,
    "rules": games.rules,
    "lesson": authors.lesson,
    "puzzles": analysis.puzzles,
    "reasons": analysis.reasons,
    "words": authors.words,
    "simulate": simulate.simulate,
    "record": simulate.record,
    "study": study.study,
    "sweep": study.sweep,
    "tune": study.tune,
    "balance": study.balance,
    "train": train.train,
    "ladder": simulate.ladder,
    "tempers": simulate.tempers,
    "warm": machine.warm,
    "wasm": wasm.wasm,
    "site": site.site,
    "doctor": machine.doctor,
    "bench": machine.bench,
}
"""The commands, in the order in which the help lists them."""

for _name, _command in COMMANDS.items():
    app.command(_name)(_command)
app.add_typer(admin.app, name="admin")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits: 0 on success, 2 after a mistake, which is reported in one line."""
    from cogtable.engine.errors import BrokenRule, CogtableError

    gc.set_threshold(*SELDOM)
    for stream in (sys.stdin, sys.stdout):  # terminals that lack a letter get "?" in its place
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = commands()(args=arguments, prog_name="cogtable", standalone_mode=False)
    except TyperException as error:
        code = _refuse(_what_came(error))
    except BrokenRule as error:
        sys.stderr.write(f"error: {error}\n")  # three lines, as its author can read them
        code = MISTAKE
    except (CogtableError, Mistake) as error:
        code = _refuse(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has closed the pipe
        code = MISTAKE
    except OSError as error:
        code = _refuse(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        code = INTERRUPTED
    sys.exit(code if isinstance(code, int) else 0)


@cache
def commands() -> TyperGroup:
    """All commands, made from their functions once: making them takes longer than running many of them."""
    return cast(TyperGroup, typer.main.get_command(app))


def _what_came(error: TyperException) -> str:
    """The words of an error, with the invalid value, which the library leaves out."""
    words = error.format_message()
    if wrong := getattr(error.__cause__, "errors", None):
        wanted = re.sub("Input should be (?!a )", "expected a number ", words.partition(", unable")[0])
        words = f'{wanted.replace("Input should be", "expected")}; found "{wrong()[0]["input"]}"'
    return words


def _refuse(reason: str) -> int:
    lines = [" ".join(line.split()) for line in reason.strip().splitlines()]
    sys.stderr.write("error: " + "\n  ".join(lines) + "\n")
    return MISTAKE
