"""Commands that open a table or the workbench in the browser."""

from __future__ import annotations

import gc
from difflib import get_close_matches
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from cogtable.cli.arguments import Mistake, game_named
from cogtable.cli.options import Database, Language, Open, Port, host_settings, server_parameters


def _more_settings(
    *,
    smtp_password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file that holds the password of the mail server.")
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
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
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="COGTABLE_CONFIG",
            help="A TOML file with settings; options and the environment override it.",
            is_eager=True,
            callback=_read_config,
        ),
    ] = None,
) -> dict[str, Any]:
    """The settings that come from options of another form."""
    from cogtable.server.core import limits as known

    return {
        "limits": known.read_limits(limit or (), None if limits else known.UNLIMITED),
        "smtp_password": _password(smtp_password_file),
    }


def serve(**given: Any) -> None:
    """Serves tables to browsers."""
    more = {name: given.pop(name) for name in signature(_more_settings).parameters if name in given}
    settings = host_settings(given)
    gc.disable()  # imported objects stay; the server turns collection on again when it has started
    try:
        from cogtable.server.app.serve import serve as run

        run(**settings, **_more_settings(**more))
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
        port=port,
        open_browser=open_browser,
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
    """Reads defaults from a settings file; the environment and options override them."""
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


serve.__signature__ = Signature(  # type: ignore[attr-defined]  # from which Typer makes the options
    [*server_parameters(), *signature(_more_settings, eval_str=True).parameters.values()]
)
