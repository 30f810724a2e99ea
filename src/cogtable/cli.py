"""The command line. Mistakes are answered with one line on stderr and exit status 2."""

from __future__ import annotations

import gc
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

if TYPE_CHECKING:
    from cogtable.engine.play.game import Game
    from cogtable.engine.play.match import Match
    from cogtable.lab.analysis import AnalysedPosition
    from cogtable.lab.puzzles import Effort
    from cogtable.lab.report.page import Report
    from cogtable.lab.simulate import Result
    from cogtable.learning.training import Measured, Training
    from cogtable.server.core.logs import LogAddresses, LogFormat
    from cogtable.server.wire.protocol import Uploads

# Each command imports what it needs: help and mistakes should not wait for it.

app = typer.Typer(
    name="cogtable",
    help="Board games whose rules are written once: play them in a browser, run them at native speed, study them. "
    "Without a command it opens the table in the browser.",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MISTAKE = 2
"""Exit status when a person can put it right."""
INTERRUPTED = 130

SELDOM = (20_000, 10, 50)
"""When Python collects garbage (`gc.set_threshold`): with its own numbers that takes a tenth of a command's start."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name; see `cogtable games`.")]
BoxFile = Annotated[
    Path | None, typer.Option("--box", metavar="FILE", help="A box file to play with instead of the game's own.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats; the fewest by default.")]
BotPlayers = Annotated[
    int | None,
    typer.Option(
        "--seats", metavar="N", help="How many seats; by default one for each bot that is named, or the fewest."
    ),
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
BOTS = "random, greedy, easy, medium, hard, expert, master where a game has been trained, or one of your own"
File = Annotated[Path, typer.Argument(metavar="FILE", help="A saved match, as `save` in a game writes it.")]
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
Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", envvar="COGTABLE_HOST", help="The address to listen on; 0.0.0.0 lets other machines in."
    ),
]
Port = Annotated[
    int | None,
    typer.Option(
        metavar="PORT",
        envvar="COGTABLE_PORT",
        min=0,
        max=65535,
        help="The port to listen on; by default 8000 or the next free one. 0 means any free port.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        envvar="COGTABLE_DATABASE",
        help="Where to store the tables; by default a file in the user's data folder.",
    ),
]
Language = Annotated[
    str,
    typer.Option(
        metavar="LANGUAGE",
        envvar="COGTABLE_LANGUAGE",
        help='The language of the table, such as "de"; "en-x-pseudo" is English in accented letters.',
    ),
]
Open = Annotated[bool, typer.Option("--open/--no-open", envvar="COGTABLE_OPEN", help="Open the table in the browser.")]


class Mistake(Exception):
    """A mistake that the user can fix."""


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
        sys.stderr.close()  # the reader of our output has gone
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
    """The words of an error, with the value that was no good, which the library leaves out."""
    words = error.format_message()
    if wrong := getattr(error.__cause__, "errors", None):
        wanted = re.sub("Input should be (?!a )", "expected a number ", words.partition(", unable")[0])
        words = f'{wanted.replace("Input should be", "expected")}; found "{wrong()[0]["input"]}"'
    return words


def _refuse(reason: str) -> int:
    lines = [" ".join(line.split()) for line in reason.strip().splitlines()]
    sys.stderr.write("error: " + "\n  ".join(lines) + "\n")
    return MISTAKE


# --- arguments ----------------------------------------------------------------------------------------


def _game(name: str, box: Path | None = None) -> Game:
    from cogtable.engine.play import registry

    known = registry.names()
    if name not in known:
        close = get_close_matches(name.casefold(), known, n=1)
        meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
        raise Mistake(f'there is no game "{name}"; {meant}')
    return registry.find(name, box)


def _options(given: Sequence[str] | None) -> dict[str, str]:
    values = {}
    for item in given or ():
        name, sign, value = item.partition("=")
        if not sign:
            raise Mistake(f'an option is written NAME=VALUE; found "{item}"')
        values[name.strip().replace("-", "_")] = value.strip()
    return values


def _seated(game: Game, given: str, seats: int | None) -> tuple[list[str], int]:
    """One bot for each seat, and how many seats that are: as many as bots are named, if nobody says."""
    from cogtable.lab.simulate import seats_of

    count = seats_of(game, seats, given.split(","))
    return _bots(given, count), count


def _bots(given: str, count: int) -> list[str]:
    """One bot for each of `count` seats."""
    names = [name.strip() for name in given.split(",")]
    if len(names) not in (1, count):
        raise Mistake(f"expected one bot, or {count} separated by commas; found {len(names)}: {', '.join(names)}")
    return names if len(names) == count else names * count


def _match(file: Path, box: Path | None, verify: bool = False) -> Match:
    """The match that a file holds."""
    from cogtable.engine.errors import BadSave
    from cogtable.engine.play.saves import load

    try:
        return load(file.read_bytes(), box=box, verify=verify)
    except OSError as error:
        raise Mistake(f"{file}: cannot be read: {error.strerror}") from error
    except BadSave as error:
        raise Mistake(f"{file}: {error}") from error


def _print_json(value: Any) -> None:
    words = json.dumps(value, ensure_ascii=False)
    try:
        words.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        words = json.dumps(value)
    sys.stdout.write(words + "\n")


# --- the table ----------------------------------------------------------------------------------------


def _read_config(context: typer.Context, file: Path | None) -> Path | None:
    """Takes what a file says as defaults, which the environment and options override."""
    import tomllib

    from cogtable.engine.files import BadText, read_text

    if file is None:
        return None
    try:
        said = tomllib.loads(read_text(file))
    except BadText as error:
        raise Mistake(f"{file}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"{file}: this is not TOML: {error}") from error
    known = {name.removeprefix("--"): each for each in context.command.params for name in each.opts}
    for name in ("config", "help", "limit"):
        known.pop(name, None)
    found: dict[str, Any] = {}
    for name, value in said.items():
        if name not in known:
            close = get_close_matches(name, known, n=1)
            raise Mistake(f'{file}: there is no setting "{name}"' + (f"; did you mean {close[0]}?" if close else ""))
        if name == "limits" and isinstance(value, dict):
            found["limit"] = [f"{key}={one}" for key, one in value.items()]
        elif getattr(known[name], "multiple", False) and not isinstance(value, list):
            found[str(known[name].name)] = [value]
        else:
            found[str(known[name].name)] = value
    context.default_map = found
    return file


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
        serve(host, port, database, open_browser, language)


@app.command()
def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    open_browser: Open = True,
    language: Language = "en",
    warm: Annotated[
        bool, typer.Option("--warm/--no-warm", envvar="COGTABLE_WARM", help="Compile bots in the background.")
    ] = True,
    reload: Annotated[
        bool,
        typer.Option("--reload", help="Pick up edits to boxes and to the tables of games, for those who write games."),
    ] = False,
    box: Annotated[
        list[Path] | None,
        typer.Option(
            "--box",
            metavar="FILE",
            envvar="COGTABLE_BOX",
            help="A box to offer beside the game's own; may be repeated.",
        ),
    ] = None,
    uploads: Annotated[
        str,
        typer.Option(
            metavar="off|here|all",
            envvar="COGTABLE_UPLOADS",
            help="Who may bring boxes of their own in the lobby: nobody, people at this machine, or everybody.",
        ),
    ] = "here",
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            envvar="COGTABLE_ORIGIN",
            help="Where people reach the server through a proxy, such as https://play.example.org; may be repeated.",
        ),
    ] = None,
    base_path: Annotated[
        str,
        typer.Option(
            metavar="PATH",
            envvar="COGTABLE_BASE_PATH",
            help="The path under which a proxy passes requests on, such as /games.",
        ),
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            envvar="COGTABLE_TRUSTED_PROXY",
            help="The address or network of a proxy whose X-Forwarded headers are believed; may be repeated.",
        ),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            metavar="NAME",
            envvar="COGTABLE_ALLOWED_HOST",
            help="A host name to answer to, besides those of --origin; * is any; may be repeated.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="NAME=VALUE",
            envvar="COGTABLE_LIMIT",
            help="A limit, as `cogtable limits` lists them; may be repeated.",
        ),
    ] = None,
    limits: Annotated[
        bool,
        typer.Option(
            "--limits/--no-limits",
            envvar="COGTABLE_LIMITS",
            help="Enforce the limits; --no-limits is for measurements and tests.",
        ),
    ] = True,
    archive: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            envvar="COGTABLE_ARCHIVE",
            help="Where old tables are written before they are removed; by default beside the database.",
        ),
    ] = None,
    metrics_token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="COGTABLE_METRICS_TOKEN",
            help="A bearer token that lets its sender read /metrics; without one, only this machine may.",
        ),
    ] = "",
    log_format: Annotated[
        str, typer.Option(metavar="text|json", envvar="COGTABLE_LOG_FORMAT", help="How the log is written.")
    ] = "text",
    log_addresses: Annotated[
        str,
        typer.Option(
            metavar="plain|hashed|off",
            envvar="COGTABLE_LOG_ADDRESSES",
            help="How the log names clients: by address, by a hash that changes with each start, or not at all.",
        ),
    ] = "plain",
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="COGTABLE_CONFIG",
            is_eager=True,
            callback=_read_config,
            help="A TOML file with settings; options and the environment override it.",
        ),
    ] = None,
    advertise: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS[:PORT]",
            envvar="COGTABLE_ADVERTISE",
            help="Where other processes on the same PostgreSQL database reach this one; by default where it listens.",
        ),
    ] = "",
    url: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="COGTABLE_URL",
            help="Where people reach this server, such as https://play.example.org; for links in e-mails.",
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="COGTABLE_SMTP",
            help="The mail server for e-mails to people whose turn it is: smtp://USER@HOST:587 or smtps://...; "
            "needs --url. Its password is read from COGTABLE_SMTP_PASSWORD.",
        ),
    ] = "",
    smtp_password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file that holds the password of the mail server.")
    ] = None,
    mail_from: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="COGTABLE_MAIL_FROM",
            help="Who the e-mails are from; by default cogtable@ the host of --url.",
        ),
    ] = "",
) -> None:
    """Serves tables to browsers."""
    _one_of("--uploads", uploads, "off", "here", "all")
    _one_of("--log-format", log_format, "text", "json")
    _one_of("--log-addresses", log_addresses, "plain", "hashed", "off")
    gc.disable()  # what is imported stays; the server turns it on again when it has started
    try:
        from cogtable.server.app.serve import serve as run
        from cogtable.server.core import limits as known

        run(
            port,
            open_browser,
            language=language,
            log_format=cast("LogFormat", log_format),
            log_addresses=cast("LogAddresses", log_addresses),
            database=database,
            host=host,
            origins=tuple(origin or ()),
            warm=warm,
            reload=reload,
            boxes=tuple(box or ()),
            uploads=cast("Uploads", uploads),
            limits=known.read(limit or (), None if limits else known.UNLIMITED),
            base_path=base_path,
            allowed_hosts=tuple(allowed_host or ()),
            trusted_proxies=tuple(trusted_proxy or ()),
            metrics_token=metrics_token,
            archive=archive,
            advertise=advertise,
            url=url,
            smtp=smtp,
            smtp_password=_password(smtp_password_file),
            mail_from=mail_from,
        )
    finally:
        gc.enable()


def _one_of(option: str, found: str, *expected: str) -> None:
    if found not in expected:
        raise Mistake(f'{option}: expected {", ".join(expected[:-1])} or {expected[-1]}; found "{found}"')


@app.command()
def limits() -> None:
    """Lists the limits of a server, for `serve --limit NAME=VALUE`."""
    from cogtable.server.core.limits import ABOUT, spelled

    wide = max(map(len, ABOUT))
    print(f"{'limit':{wide}}  {'default':>9}  what it bounds")
    for name, about in ABOUT.items():
        print(f"{name:{wide}}  {spelled(about.default):>9}  {about.what}")


# --- running a service --------------------------------------------------------------------------------

admin = typer.Typer(
    help="Looks after a server while it runs, by way of its database: messages, bans, draining, archive, backup.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
app.add_typer(admin, name="admin")

Minutes = Annotated[
    float | None, typer.Option(metavar="MINUTES", min=1, help="For how long; without it, until it is lifted.")
]
Because = Annotated[str, typer.Option(metavar="WORDS", help="A reason, which the people concerned can read.")]


def _when(moment: float) -> str:
    """A moment as people who look after a server read it: in UTC, as the log has it."""
    import time

    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(moment))


@admin.command("status")
def admin_status(database: Database = None, as_json: Json = False) -> None:
    """Shows how many tables there are, which messages, bans and drains are in force, and which processes serve."""
    import msgspec

    from cogtable.server.app import admin as work
    from cogtable.server.db.store import Store

    async def asked(store: Store) -> tuple[work.Status, dict[str, str]]:
        found = await work.status(store, database)
        return found, await work.names(store, found.orders)

    status, names = work.do(database, asked)
    if as_json:
        _print_json(msgspec.to_builtins(status))
        return
    print(f"tables: {status.tables}; games that go on: {status.going}; moved in the last 10 minutes: {status.moving}")
    for process in status.processes:
        print(f"process: {process.address}")
    if status.server:
        print(f"server: {status.server}")
    for order in status.orders:
        about = names.get(order.about, order.about)
        until = f" until {_when(order.until)}" if order.until else ""
        words = f": {order.words}" if order.words else ""
        print(" ".join(filter(None, (order.kind, about))) + until + words)


@admin.command("list")
def admin_list(
    database: Database = None,
    going: Annotated[bool, typer.Option("--going", help="Only tables at which a game is being played.")] = False,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, max=10000, help="How many at most.")] = 50,
    as_json: Json = False,
) -> None:
    """Lists the newest tables: the game, how it stands, when somebody last moved, and who plays."""
    from cogtable.server.app import admin as work

    found = work.do(database, lambda store: work.list_tables(store, most, going))
    rows = [
        {
            "table": each.table.id,
            "game": each.table.game,
            "state": "over" if each.table.status.over else "going" if each.table.started else "open",
            "actions": each.actions,
            "last": _when(each.last),
            "people": [seat.name or seat.kind for seat in each.table.seats],
        }
        for each in found
    ]
    if as_json:
        _print_json(rows)
        return
    print(f"{'table':14}{'game':14}{'state':7}{'actions':>7}  {'last':18}who")
    for row in rows:
        who = ", ".join(cast("list[str]", row["people"]))
        print(f"{row['table']:14}{row['game']:14}{row['state']:7}{row['actions']:7}  {row['last']:18}{who}")


@admin.command("message")
def admin_message(
    words: Annotated[str, typer.Argument(metavar="[WORDS]", help="The message.")] = "",
    minutes: Minutes = None,
    clear: Annotated[bool, typer.Option("--clear", help="Takes the message away.")] = False,
    database: Database = None,
) -> None:
    """Shows everybody a message, at tables and in the lobby, in place of an earlier one."""
    from cogtable.server.app import admin as work

    if bool(words) == clear:
        raise Mistake("expected a message, or --clear to take it away")
    if clear:
        work.do(database, lambda store: store.orders.lift("message"))
        print("Nobody is shown a message any more.")
        return
    work.do(database, lambda store: work.message(store, words, minutes))
    print("Everybody at a table or in the lobby reads it within some seconds, and whoever comes later.")


@admin.command("drain")
def admin_drain(
    off: Annotated[bool, typer.Option("--off", help="Lets new games begin again.")] = False,
    because: Because = "",
    wait: Annotated[
        float,
        typer.Option(
            metavar="MINUTES",
            min=0,
            help="Wait until nobody has moved for ten minutes, but at most this long; then the exit status is 1.",
        ),
    ] = 0,
    database: Database = None,
) -> None:
    """Lets no new games begin, so that you can stop a server when the last ones have ended."""
    from cogtable.server.app import admin as work

    if off:
        work.do(database, lambda store: store.orders.lift("drain"))
        print("New games begin again.")
        return
    work.do(database, lambda store: work.drain(store, because))
    print("No new games begin, until `cogtable admin drain --off`; those that have begun go on.")
    if wait:
        told = partial(print, "games in which somebody moved in the last 10 minutes:", flush=True)
        if not work.do(database, lambda store: work.drained(store, wait, told)):
            raise typer.Exit(1)


@admin.command("ban")
def admin_ban(
    account: Annotated[str, typer.Option(metavar="NAME", help="The name of an account.")] = "",
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="An address or a network, such as 192.0.2.0/24.")
    ] = "",
    because: Because = "",
    minutes: Minutes = None,
    lift: Annotated[bool, typer.Option("--lift", help="Lifts the ban.")] = False,
    database: Database = None,
) -> None:
    """Bans an account, which signs it out, or an address, which gets no more answers."""
    from cogtable.server.app import admin as work

    if bool(account) == bool(address):
        raise Mistake("expected --account NAME or --address ADDRESS")
    if lift:
        work.do(database, lambda store: work.unban(store, account, address))
        print(f"{account or address} is not banned any more.")
    elif account:
        ended = work.do(database, lambda store: work.ban_account(store, account, because, minutes))
        print(f"{account} is banned, and signed out in {ended} browser{'s' * (ended != 1)}.")
    else:
        banned = work.do(database, lambda store: work.ban_address(store, address, because, minutes))
        print(f"{banned} is banned.")


@admin.command("archive")
def admin_archive(
    tables: Annotated[list[str], typer.Argument(metavar="TABLE...", help="Ids of tables, as in their links.")],
    archive: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            envvar="COGTABLE_ARCHIVE",
            help="Where removed tables are written; by default beside the database.",
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Removes tables, even if somebody is there; each is first written as a line to a file of the archive."""
    from cogtable.server.app import admin as work
    from cogtable.server.settings import Settings

    folder = Settings(database=database, archive=archive).archive_folder()
    file = work.do(database, lambda store: work.archive(store, list(dict.fromkeys(tables)), folder))
    print(f"Archived in {file} and removed.")


@admin.command("backup")
def admin_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to copy to; an earlier copy is replaced.")],
    database: Database = None,
) -> None:
    """Copies a database file as it is at one moment, while its server runs and people play."""
    from cogtable.server.db import backup

    count = backup.back_up(_database_file(database, "pg_dump"), file)
    print(f"{file} holds {count} table{'s' * (count != 1)}.")


@admin.command("restore")
def admin_restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `cogtable admin backup` made.")],
    database: Database = None,
) -> None:
    """Puts a backup in place of the database; its server must be stopped. The former database is kept beside it."""
    from cogtable.server.db import backup

    place = _database_file(database, "pg_restore")
    before = backup.restore(file, place)
    print(f"{place} is as it was when {file} was made.")
    if before:
        print(f"What was there before lies in {before}.")


def _database_file(database: str | None, program: str) -> Path:
    from cogtable.server.app.admin import file_of

    if not (file := file_of(database)):
        raise Mistake(f"this is for a database in a file; PostgreSQL has a program for it: {program}")
    return file


def _password(file: Path | None) -> str:
    """The password of the mail server, which must not be an argument: others could read it in the list of processes."""
    import os

    from cogtable.engine.files import read_text

    return read_text(file).strip() if file else os.environ.get("COGTABLE_SMTP_PASSWORD", "")


@app.command()
def lab(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game's name; without one you choose in the browser.")
    ] = None,
    box: Annotated[
        Path | None,
        typer.Option(
            "--box",
            metavar="FILE",
            help="The box to work on and save to; if there is none, it begins as a copy of the game's own.",
        ),
    ] = None,
    port: Port = None,
    database: Database = None,
    open_browser: Open = True,
    language: Language = "en",
    warm: Annotated[bool, typer.Option("--warm/--no-warm", help="Compile bots in the background.")] = True,
) -> None:
    """Opens the workbench: change a game's box, see the cards, try it in thousands of games, play it.

    It is for this machine only, and saves into the folder in which it is started. Needs the extra `lab`.
    """
    from cogtable.lab.extras import extra
    from cogtable.server.app.serve import serve as run
    from cogtable.server.workbench.box_files import Desk

    with extra("the workbench"):
        import tomlkit  # noqa: F401 - changes are written with it
    if box and box.suffix != ".toml":
        raise Mistake(f"--box: expected a file whose name ends in .toml; found {box}")
    if box and box.exists():
        found = _named_in(box, name)
        if name and name != found:
            raise Mistake(f"{box} is a box of {found}, not of {name}")
        name = found
    elif box and not name:
        raise Mistake(f"{box} is not there; name a game to begin a box for it")
    elif box and not box.absolute().parent.is_dir():
        raise Mistake(f"{box.parent} is not a folder")
    game = _game(name).name if name else ""
    folder = box.absolute().parent if box else Path.cwd()
    run(
        port,
        open_browser,
        language=language,
        database=database,
        warm=warm,
        desk=Desk(folder, box and box.absolute(), game),
        path=f"/lab/{game}" if game else "/lab",
    )


def _named_in(box: Path, name: str | None) -> str:
    """The game that a box is for; `name` if it cannot be read: the workbench says why."""
    from cogtable.engine.errors import BadBox
    from cogtable.engine.play import registry

    try:
        return registry.name_in(box)
    except BadBox:
        if name:
            return name
        raise


@app.command()
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

    game = _game(name, box)
    if resume and (seats is not None or seed is not None or option):
        raise Mistake("--resume takes seats, seed and options from the file; leave them out")
    if resume:
        match = _match(resume, box)
        if match.game.name != name:
            raise Mistake(f"{resume} is a match of {match.game.name}, not of {name}")
    else:
        match = game.start(seats=seats, seed=seed, **game.checked_options(_options(option)))
    if seat > match.seats:
        raise Mistake(f"there is no seat {seat}; this game has {match.seats}")
    players = _bots(bot, match.seats - 1)
    players.insert(seat - 1, "")
    TerminalTable(match, seat - 1, players, match.seed).run()


@app.command()
def replay(file: File, box: BoxFile = None, as_json: Json = False) -> None:
    """Replays a saved match and prints its log.

    Every move is checked; the final position is printed at the end.
    """
    from cogtable import terminal

    match = _match(file, box, verify=True)
    lines = match.log()
    if as_json:
        _print_json(_replayed(match, list(terminal.log(lines))))
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


@app.command()
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

    match = _match(file, box)
    positions = []
    with _progress("analysing") as progress:
        bar = progress.add_task("", total=match.ply + 1)
        for position in analysis.analyse(match, seed):
            positions.append(position)
            progress.advance(bar)
    if as_json:
        _print_json(_analysed(match, seed, positions))
        return
    reports.analysis(match, analysis.losses(positions), count)


def _analysed(match: Match, seed: int, positions: list[AnalysedPosition]) -> dict[str, Any]:
    import msgspec

    from cogtable.lab.analysis import Effort

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
        "simulations": Effort()._asdict(),
        "positions": plies,
    }


# --- what there is ------------------------------------------------------------------------------------


@app.command()
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


@app.command()
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


@app.command()
def games(as_json: Json = False) -> None:
    """Lists the games and their options."""
    from cogtable.engine.play import registry

    found = registry.usable()
    if as_json:
        _print_json({"games": [_described(game) for game in found]})
        return
    from cogtable.lab.report import terminal as reports

    reports.games(found)


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


@app.command()
def box(name: GameName) -> None:
    """Prints a game's box, with what each column means, as a start for your own.

    Write it to a file, change it, and play it with --box.
    """
    from cogtable.engine.box_editing.annotated_copy import copy_of

    sys.stdout.write(copy_of(_game(name)))


@app.command("print")
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

    _one_of("--as", form, "pdf", "png", "tts")
    game = _game(name, box)
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
    with _progress("drawing") as progress:
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
    """Two lengths with a comma between them."""
    try:
        across, down = map(float, given.split(","))
    except ValueError as error:
        raise Mistake(
            f'--shift takes two numbers with a comma between them, such as 0.5,-1; found "{given}"'
        ) from error
    return across, down


@app.command()
def rules(name: GameName) -> None:
    """Prints a game's rules: an introduction for beginners, then all numbered rules."""
    game = _game(name)
    from rich.console import Console
    from rich.markdown import Markdown

    from cogtable.rulespage.how_to_play import as_markdown
    from cogtable.rulespage.legend import legend_of
    from cogtable.terminal import plain

    front = game.front_text()
    first = plain(as_markdown(front, legend_of(game))) if front else ""
    Console().print(Markdown(f"{first}\n{game.rules_text}"))


@app.command()
def lesson(
    name: GameName,
    step: Annotated[
        int,
        typer.Option("--step", metavar="N", min=0, help="Print the pieces and choices that you can name at this step."),
    ] = 0,
) -> None:
    """Plays a game's lesson to its end and prints its steps.

    The first mistake in the file is reported with its line.
    """
    from cogtable.engine.lessons import script

    game = _game(name)
    if step:
        _print_step(script.position(game, step - 1), game)
        return
    found = script.script_of(game)
    for number, each in enumerate(found.steps, 1):
        print(f"{number:2}. {each.source.say}")
        print(f"    move {each.ply}: {each.source.do or '(read)'} -> {', '.join(each.pieces) or 'nothing'}")
    print(f"{len(found.steps)} steps, {found.end.ply} moves; then the game goes on.")


def _print_step(match: Match, game: Game) -> None:
    """Prints the pieces and choices that a lesson can name at a step."""
    from cogtable.engine.lessons.script import named

    assert game.lesson
    learner = game.lesson.lesson.learner
    for one, label in named(match.view(learner)).items():
        print(f"{one}: {label}" if label else one)
    for seat in match.waiting:
        print(f"seat {seat}{' (the learner)' if seat == learner else ''} may:")
        for choice in match.choices(seat):
            print(f"  {choice.text}  [{', '.join(choice.pieces)}]")


@app.command()
def puzzles(
    name: GameName,
    find: Annotated[
        int, typer.Option("--find", metavar="N", min=0, help="Find so many puzzles in games of bots, and check them.")
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write those that were found, or that hold.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Judge all decisions of the puzzles anew, with other deals.")
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
        int, typer.Option(metavar="N", min=1, help="After so many decisions a puzzle ends, won or not.")
    ] = 4,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The deal of the first game.")] = 0,
    threads: Threads = 0,
) -> None:
    """Prints the puzzles of a game, or finds new ones: positions in which only one move keeps the win.

    The file that it writes belongs beside the game's box.toml, under the name puzzles.json. Puzzles hold for one box;
    with another, find them anew.
    """
    from msgspec.structs import asdict, replace

    from cogtable.engine.lessons import puzzle
    from cogtable.lab import puzzles as finder
    from cogtable.lab.repeat_command import written

    game = _game(name)
    effort = finder.Effort(
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
    changed = {each: value for each, value in asdict(effort).items() if value != getattr(finder.Effort(), each)}
    changed |= {"seats": seats} if seats else {}
    changed |= {"seed": seed} if seed else {}
    given: dict[str, object] = {f"--{each}": value for each, value in changed.items()} | {"-o": option}
    if find and out:
        made = written("puzzles", game, {"--find": find, "--out": out.name} | given)
        _find_puzzles(game, find, out, made, effort, seats=seats, options=_options(option), seed=seed, threads=threads)
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
        again = written("puzzles", game, {"--check": True, "--out": out.name} | given)
        made = f"{known.made}; {again}"
        out.write_text(puzzle.written(replace(known, made=made, puzzles=held)), encoding="utf-8")
        print(f"{len(held)} of {len(known.puzzles)} hold, and are in {out}")
    elif wrong:
        raise Mistake(f"decisions that no longer hold: {wrong}")


def _find_puzzles(
    game: Game, count: int, out: Path, made: str, effort: Effort, *, seed: int, threads: int, **where: Any
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


@app.command()
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

    catalogues = [catalogue.words_of(_game(name)) for name in names] if names else catalogue.all_words()
    for each in catalogues:
        if check:
            if old := catalogue.stale(each):
                files = ", ".join(map(str, old))
                raise Mistake(f"the words of {each.title} are not those in {files}: run `cogtable words`")
        elif language:
            print(catalogue.begin(each, language))
        else:
            for file in catalogue.write(each):
                print(file)


# --- at native speed ----------------------------------------------------------------------------------


@app.command()
def simulate(
    name: GameName,
    seats: BotPlayers = None,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for all seats, or one for each: {BOTS}.")
    ] = "random",
    count: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Game number i is dealt from seed + i.")] = 0,
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

    game = _game(name, box)
    run: Callable[..., Result] = partial(compare, base=_game(name)) if box else alone
    if tallies and not game.tallies:
        raise Mistake(f"{game.name} has nothing to tally")
    names, seats = _seated(game, bot, seats)
    settings: dict[str, Any] = {"seats": seats, "games": count, "seed": seed, "threads": threads}
    settings |= {"bots": names, "options": _options(option)}
    with workers.opened(ray, threads) as settings["workers"], _progress("playing", shown=not as_json) as progress:
        bar = progress.add_task("", total=count)
        result = run(game, **settings, progress=lambda games: progress.advance(bar, games))
    if as_json:
        import msgspec

        _print_json(msgspec.to_builtins(result))
        return
    if isinstance(result, Compared):
        if not result.comparison.same:
            reports.comparison(game, result, tallies)
            return
        print(f"{game.box.source} holds the same as the box in the package: there is nothing to compare.")
    reports.result(game, result)
    if tallies:
        reports.tallies(result)


@app.command()
def record(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The Parquet file to write.")],
    count: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 1000,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for all seats, or one for each: {BOTS}.")
    ] = "random",
    seats: BotPlayers = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Game number i is dealt from seed + i.")] = 0,
    max_moves: Annotated[
        int | None, typer.Option("--max-moves", metavar="N", min=1, help="Stop a game after so many moves.")
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
    from cogtable.lab.repeat_command import bots, written

    game = _game(name, box)
    names, seats = _seated(game, bot, seats)
    given: dict[str, object] = {
        "--seats": seats,
        "--games": count,
        "--bot": bots(names),
        "--seed": seed,
        "--group": group,
        "-o": option,
        "--max-moves": max_moves,
        "--out": out.name,
    }
    command = written("record", game, given)
    settings: dict[str, Any] = {
        "seats": seats,
        "seed": seed,
        "max_moves": max_moves,
        "group": group,
        "threads": threads,
    }
    settings |= game.checked_options(_options(option))
    with _progress("playing") as progress:
        bar = progress.add_task("", total=count)
        done = envs.record(
            game,
            count,
            out,
            bot=names,
            command=command,
            progress=lambda games: progress.advance(bar, games),
            **settings,
        )
    if as_json:
        _print_json({"file": str(done.file), "games": done.games, "rows": done.rows})
        return
    print(f"{done.file}: {done.games:,} games, {done.rows:,} decisions")


def _progress(words: str, *, shown: bool = True) -> Any:
    """A progress bar on stderr, with the time that is left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(words + " {task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("·"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not (shown and console.is_terminal))


Aims = Annotated[
    Path | None,
    typer.Option("--aims", metavar="FILE", help="Aims to judge by; those beside the box, or of the game, by default."),
]


@app.command()
def study(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the report and all games are kept.")],
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for all seats, or one for each: {BOTS}.")
    ] = "greedy",
    count: Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games.")] = 2000,
    seats: BotPlayers = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Deal number i is dealt from seed + i.")] = 0,
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
    from cogtable.lab.report import study as report

    game = _game(name, box)
    names, seats = _seated(game, bot, seats)
    plan = studies.planned(
        game,
        against=_game(name, against) if against else None,
        seats=seats,
        bots=names,
        games=count,
        seed=seed,
        options=_options(option),
        skill=skill,
        restricted=without,
        card=card,
        threads=threads,
        aims=aims,
        out=out,
    )
    done = report.make(_watched(partial(studies.run, plan, out), out, ray, threads))
    if svg:
        from cogtable.lab.report import page

        page.write_charts(done, out / "charts")
    _write_report(done, out, as_json, games=out / "games.parquet")


def _keep_report(done: Report, out: Path) -> Path:
    """Writes a report of today; returns its page."""
    from datetime import UTC, datetime

    from cogtable.lab.report import page

    now = datetime.now(UTC)
    return page.write(done, out, f"{now.day} {now:%B %Y}")


def _write_report(done: Report, out: Path, as_json: bool, **files: Path | None) -> None:
    """Writes a report, and says where it is and where else to look."""
    from cogtable.lab.report import terminal as reports

    file = _keep_report(done, out)
    if as_json:
        more = {name: str(path) for name, path in files.items() if path}
        _print_json({"report": str(file), **more, "figures": done.rows})
        return
    reports.headlines(done)
    print(f"{file}: open it in a browser. {reports.where(**files)}".rstrip())


def _watched(run: Callable[..., Any], folder: Path, ray: str, threads: int) -> Any:
    """Plays what a command takes, which is kept in a folder, with a progress bar."""
    from cogtable.lab import workers
    from cogtable.lab.study import Progress

    with workers.opened(ray, threads) as playing, _progress("playing") as progress:
        bar = progress.add_task("", total=None)
        begun: list[int] = []

        def told(now: Progress) -> None:
            if not begun:  # what earlier runs played says nothing about the time that is left
                begun.append(now.done)
            progress.update(bar, completed=now.done - begun[0], total=now.total - begun[0])

        try:
            return run(told, playing)
        except KeyboardInterrupt:
            sys.stderr.write(f"\nstopped; what was played is kept in {folder}: the same command goes on from there")
            raise


Varied = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="WAY=VALUES",
        help='A number of the box, and its values: "robots.Grand Piano.cost=12..20", "coins=6..12..2", "deal[2]=2,3,5";'
        " may be repeated.",
    ),
]


@app.command()
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
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for all seats, or one for each: {BOTS}.")
    ] = "greedy",
    count: Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games of each box.")] = 2000,
    seats: BotPlayers = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Deal number i is dealt from seed + i.")] = 0,
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
    from cogtable.lab.report import sweep as sweep_report

    game = _game(name, box)
    names, seats = _seated(game, bot, seats)
    plan = sweeps.planned(
        game,
        varied,
        out,
        aims=aims,
        watch=watch,
        seats=seats,
        bots=names,
        games=count,
        seed=seed,
        options=_options(option),
        threads=threads,
    )
    swept = _watched(partial(sweeps.run, plan, out), out, ray, threads)
    _write_report(sweep_report.make(swept), out, as_json, box=sweeps.write_chosen(swept, out))


@app.command()
def tune(
    name: GameName,
    varied: Varied,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the report and the boxes are kept.")],
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, help="How many boxes to try.")] = 60,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for all seats, or one for each: {BOTS}.")
    ] = "greedy",
    count: Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games of each box.")] = 1000,
    seats: BotPlayers = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Deal number i is dealt from seed + i.")] = 0,
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
    from cogtable.lab.report import tune as tune_report

    game = _game(name, box)
    names, seats = _seated(game, bot, seats)
    plan = tunes.planned(
        game,
        varied,
        out,
        aims=aims,
        trials=trials,
        seats=seats,
        bots=names,
        games=count,
        seed=seed,
        options=_options(option),
        threads=threads,
    )
    tuned = _watched(partial(tunes.run, plan, out), out, ray, threads)
    _write_report(tune_report.make(tuned), out, as_json, box=tunes.write_best_of(tuned, out))


@app.command()
def balance(
    name: GameName,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT[,BOT]...", help=f"One bot for all seats, or one for each: {BOTS}.")
    ] = "greedy",
    count: Annotated[int, typer.Option("--games", metavar="N", min=2, help="How many games.")] = 2000,
    seats: BotPlayers = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Deal number i is dealt from seed + i.")] = 0,
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

    game = _game(name, box)
    file = aims or wanted.file_of(game)
    if file is None:
        beside = game.box_file.with_name(f"{game.box_file.stem}.aims.toml")
        raise Mistake(f"there are no aims for {game.box_file}; write them into {beside}, or name a file with --aims")
    asked = wanted.load(file, game)
    names, seats = _seated(game, bot, seats)
    plan = studies.planned(
        game,
        seats=seats,
        bots=names,
        games=count,
        seed=seed,
        options=_options(option),
        skill=0,
        restricted=0,
        threads=threads,
    )
    with tempfile.TemporaryDirectory() as folder:
        kept = out or Path(folder)
        judged = report.judged(_watched(partial(studies.run, plan, kept), kept, ray, threads), asked)
    if as_json:
        _print_json(reports.judged_json(file, plan, judged))
    else:
        reports.judged(file, plan, judged, whole)
    raise typer.Exit(int(any(each.verdict == "misses" for each in judged)))


@app.command()
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
    from cogtable.learning import train_report
    from cogtable.learning.training import Training, settings_for

    game = _game(name, box)
    counts = [_seat_count(each) for each in seats.split(",")] if seats else []
    more = {
        "search": search,
        "taught": _taught(taught),
        "reuse": reuse,
        "mixed": mixed,
        "rollout_depth": rollout_depth,
        "tried": tried,
    }
    settings = settings_for(game, seats=counts, seed=seed, options=_options(option), **more)
    folder = out or Path(f"train-{game.name}")
    training = Training(game, settings, folder, threads=threads)

    def told(training: Training, measured: Measured | None) -> None:
        print(_training_line(training, measured, minutes), flush=True)
        if measured:
            _keep_report(train_report.make(game, settings, training.history), folder)

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
    """How many games of which bots are learned from: `medium:9000,hard:3000`, or `4096` for those of the usual one."""
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
    """Where a training stands, in a line."""
    history = training.history
    now, end = (f"{int(seconds) // 60}:{int(seconds) % 60:02}" for seconds in (history.seconds, 60 * minutes))
    line = f"{now} of {end} · round {history.rounds} · {history.games:,} games · {history.decisions:,} decisions"
    if not measured:
        return line
    scores = ", ".join(f"{score.share:.2f} against {score.against}" for score in measured.scores)
    return f"{line} · won {scores}"


@app.command()
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

    game = _game(name, box)
    names = [each.strip() for each in bot.split(",")]
    found = ladders.begin(game, names, seats=seats, seed=seed, options=_options(option))
    if file:
        found = ladders.load(file, found)
    with workers.opened(ray, threads) as playing, _progress("playing") as progress:
        bar = progress.add_task("", total=count, completed=len(found.games))

        def played(ladder: ladders.Ladder) -> None:
            progress.update(bar, completed=len(ladder.games))
            if file:
                ladders.save(file, ladder)

        ladders.play(found, game, count, played=played, workers=playing)
    ratings = ladders.bot_ratings(found)
    if as_json:
        import msgspec

        _print_json(
            {"game": game.name, "seats": found.seats, "games": len(found.games)}
            | {"ratings": [msgspec.to_builtins(rating) for rating in ratings]}
        )
        return
    reports.ladder(game, found, ratings)


@app.command()
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
        _lower_priority()
    done = []
    if box and (not names or len(names) != 1):
        raise Mistake("--box is for one game; name it")
    games = [_game(name, box) for name in names] if names else registry.usable()
    steps = [(game, *step) for game in games for step in (_bot_steps(game) if only_bots else warm_steps(game))]
    with _progress("compiling") as progress:
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


@app.command()
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
        _print_json(looking.as_json(found))
    raise typer.Exit(int(any(check.state == "bad" for check in found)))


def _lower_priority() -> None:
    """Lowers the priority of this process."""
    if sys.platform == "win32":
        import ctypes

        this_process, below_normal = ctypes.c_void_p(-1), 0x4000
        ctypes.windll.kernel32.SetPriorityClass(this_process, below_normal)
    else:
        import os

        os.nice(10)


def warm_steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """What is compiled for a game: each part with its name."""
    from cogtable.engine.batches import batch
    from cogtable.lab.simulate import simulate as run

    steps = [("playouts and batches", partial(batch.warm, game))]
    return [*steps, *_bot_steps(game), ("simulate", partial(run, game, games=1))]


def _bot_steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    from cogtable import bots

    return [(f"bot {bot.kind}", partial(bots.compile_bot, bot, game)) for bot in bots.kinds(game)]


def _compiled() -> set[Path]:
    """The files of compiled code that there are."""
    import cogtable

    return set(cogtable.COMPILED.rglob("*.nbc"))


@app.command()
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


if __name__ == "__main__":
    main()
