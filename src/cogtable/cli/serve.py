"""Commands that open a table or the workbench in the browser."""

from __future__ import annotations

import gc
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from cogtable.cli.arguments import Mistake, game_named, one_of
from cogtable.cli.options import Database, Host, Language, Open, Port, setting

if TYPE_CHECKING:
    from cogtable.server.core.logs import LogAddresses, LogFormat
    from cogtable.server.wire.base import Uploads


def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    open_browser: Open = True,
    language: Language = "en",
    warm: Annotated[bool, setting("WARM", "Compile bots in the background.", None, "--warm/--no-warm")] = True,
    reload: Annotated[
        bool,
        typer.Option("--reload", help="Pick up edits to boxes and to the tables of games, for those who write games."),
    ] = False,
    box: Annotated[
        list[Path] | None,
        setting("BOX", "A box to offer beside the game's own; may be repeated.", "FILE"),
    ] = None,
    uploads: Annotated[
        str,
        setting(
            "UPLOADS",
            "Who may bring boxes of their own in the lobby: nobody, people at this machine, or everybody.",
            "off|here|all",
        ),
    ] = "here",
    origin: Annotated[
        list[str] | None,
        setting(
            "ORIGIN",
            "Where people reach the server through a proxy, such as https://play.example.org; may be repeated.",
            "URL",
        ),
    ] = None,
    base_path: Annotated[
        str,
        setting("BASE_PATH", "The path under which a proxy passes requests on, such as /games.", "PATH"),
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        setting(
            "TRUSTED_PROXY",
            "The address or network of a proxy whose X-Forwarded headers are believed; may be repeated.",
            "ADDRESS",
        ),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        setting(
            "ALLOWED_HOST", "A host name to answer to, besides those of --origin; * is any; may be repeated.", "NAME"
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        setting("LIMIT", "A limit, as `cogtable limits` lists them; may be repeated.", "NAME=VALUE"),
    ] = None,
    limits: Annotated[
        bool,
        setting(
            "LIMITS", "Enforce the limits; --no-limits is for measurements and tests.", None, "--limits/--no-limits"
        ),
    ] = True,
    archive: Annotated[
        Path | None,
        setting(
            "ARCHIVE", "Where old tables are written before they are removed; by default beside the database.", "FOLDER"
        ),
    ] = None,
    metrics_token: Annotated[
        str,
        setting(
            "METRICS_TOKEN",
            "A bearer token that lets its sender read /metrics; without one, only this machine may.",
            "TOKEN",
        ),
    ] = "",
    log_format: Annotated[str, setting("LOG_FORMAT", "How the log is written.", "text|json")] = "text",
    log_addresses: Annotated[
        str,
        setting(
            "LOG_ADDRESSES",
            "How the log names clients: by address, by a hash that changes with each start, or not at all.",
            "plain|hashed|off",
        ),
    ] = "plain",
    config: Annotated[
        Path | None,
        setting(
            "CONFIG",
            "A TOML file with settings; options and the environment override it.",
            "FILE",
            is_eager=True,
            callback=_read_config,
        ),
    ] = None,
    advertise: Annotated[
        str,
        setting(
            "ADVERTISE",
            "Where other processes on the same PostgreSQL database reach this one; by default where it listens.",
            "ADDRESS[:PORT]",
        ),
    ] = "",
    url: Annotated[
        str,
        setting(
            "URL", "Where people reach this server, such as https://play.example.org; for links in e-mails.", "ADDRESS"
        ),
    ] = "",
    smtp: Annotated[
        str,
        setting(
            "SMTP",
            "The mail server for e-mails to people whose turn it is: smtp://USER@HOST:587 or smtps://...; "
            "needs --url. Its password is read from COGTABLE_SMTP_PASSWORD.",
            "URL",
        ),
    ] = "",
    smtp_password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file that holds the password of the mail server.")
    ] = None,
    mail_from: Annotated[
        str,
        setting("MAIL_FROM", "Who the e-mails are from; by default cogtable@ the host of --url.", "ADDRESS"),
    ] = "",
) -> None:
    """Serves tables to browsers."""
    one_of("--uploads", uploads, "off", "here", "all")
    one_of("--log-format", log_format, "text", "json")
    one_of("--log-addresses", log_addresses, "plain", "hashed", "off")
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
            limits=known.read_limits(limit or (), None if limits else known.UNLIMITED),
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


def limits() -> None:
    """Lists the limits of a server, for `serve --limit NAME=VALUE`."""
    from cogtable.server.core.limits import ABOUT, spelled

    wide = max(map(len, ABOUT))
    print(f"{'limit':{wide}}  {'default':>9}  what it bounds")
    for name, about in ABOUT.items():
        print(f"{name:{wide}}  {spelled(about.default):>9}  {about.what}")


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
    game = game_named(name).name if name else ""
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


def _password(file: Path | None) -> str:
    """The password of the mail server, which must not be an argument: others could read it in the list of processes."""
    import os

    from cogtable.engine.files import read_text

    return read_text(file).strip() if file else os.environ.get("COGTABLE_SMTP_PASSWORD", "")
