"""The settings that the host of a server chooses.

Each is an option of `cogtable serve`, an environment variable, and an entry of the file that `--config` names. Help and
documentation are made from these declarations. The command line imports this module for its help, so it imports nothing
else from the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

Uploads = Literal["off", "here", "all"]
"""Who may upload boxes: nobody, people at the machine that the server runs on, or everybody who can reach it."""

LogFormat = Literal["text", "json"]

LogAddresses = Literal["plain", "hashed", "off"]
"""How the log names clients: by address, by a hash of it that changes with each start, or not at all."""


class Option(NamedTuple):
    """How a setting is given on the command line. `names` are its option names, if they do not follow from the name of
    the field. `default` is the command line's default, if programs have a different one.
    """

    about: str
    metavar: str | None = None
    names: tuple[str, ...] = ()
    has_variable: bool = True
    default: Any = None
    bounds: tuple[int, int] | None = None

    def options(self, name: str) -> tuple[str, ...]:
        """Returns the names of the option for the field `name`: "--base-path"."""
        return self.names or (f"--{name.replace('_', '-')}",)

    def variable(self, name: str) -> str | None:
        """Returns the environment variable: "COGTABLE_BASE_PATH"."""
        words = self.options(name)[0].partition("/")[0].removeprefix("--")
        return f"COGTABLE_{words.replace('-', '_').upper()}" if self.has_variable else None


@dataclass(frozen=True, kw_only=True)
class HostSettings:
    """The host's settings, in the order in which the help lists them."""

    host: Annotated[str, Option("The address to listen on; 0.0.0.0 lets other machines in.", "ADDRESS")] = "127.0.0.1"
    port: Annotated[
        int | None,
        Option(
            "The port to listen on; by default 8000 or the next free one. 0 means any free port.",
            "PORT",
            bounds=(0, 65535),
        ),
    ] = None
    database: Annotated[
        str | Path | None, Option("Where to store the tables; by default a file in the user's data folder.", "FILE|URL")
    ] = None
    """A file, or a URL as SQLAlchemy understands it."""
    open_browser: Annotated[
        bool, Option("Open the table in the browser.", names=("--open/--no-open",), default=True)
    ] = False
    language: Annotated[
        str,
        Option('The language of the table, such as "de"; "en-x-pseudo" is English in accented letters.', "LANGUAGE"),
    ] = "en"
    headline: Annotated[
        str, Option("A line that tells newcomers what this server is, at the top of the home page.", "TEXT")
    ] = ""
    """If it is empty, the page says how many games there are."""
    warm: Annotated[bool, Option("Compile bots in the background.", names=("--warm/--no-warm",), default=True)] = False
    """Bots are compiled in a separate process; until then, they run interpreted."""
    reload: Annotated[
        bool,
        Option(
            "Pick up edits to boxes and to the tables of games, for those who write games.",
            names=("--reload",),
            has_variable=False,
        ),
    ] = False
    boxes: Annotated[
        tuple[Path, ...], Option("A box to offer beside the game's own; may be repeated.", "FILE", names=("--box",))
    ] = ()
    uploads: Annotated[
        Uploads,
        Option(
            "Who may bring boxes of their own in the lobby: nobody, people at this machine, or everybody.",
            "off|here|all",
        ),
    ] = "here"
    origins: Annotated[
        tuple[str, ...],
        Option(
            "Where people reach the server through a proxy, such as https://play.example.org; may be repeated.",
            "URL",
            names=("--origin",),
        ),
    ] = ()
    """Additional origins whose pages may use this server; its own is always allowed."""
    base_path: Annotated[str, Option("The path under which a proxy passes requests on, such as /games.", "PATH")] = ""
    trusted_proxies: Annotated[
        tuple[str, ...],
        Option(
            "The address or network of a proxy whose X-Forwarded headers are believed; may be repeated.",
            "ADDRESS",
            names=("--trusted-proxy",),
        ),
    ] = ()
    """`X-Forwarded-For`, `-Proto` and `-Host` are believed. If no proxies are set, the first two are believed if they
    come from this machine.
    """
    allowed_hosts: Annotated[
        tuple[str, ...],
        Option(
            "A host name to answer to, besides those of --origin; * is any; may be repeated.",
            "NAME",
            names=("--allowed-host",),
        ),
    ] = ()
    """If none are set, a server that listens only on its own machine answers to local names and to addresses only. Any
    other server answers to all.
    """
    site: Annotated[
        Path | None,
        Option(
            "A folder from `cogtable site`: people can keep it on their devices, and play there without a network.",
            "FOLDER",
        ),
    ] = None
    """Served under /page/."""
    archive: Annotated[
        Path | None,
        Option("Where old tables are written before they are removed; by default beside the database.", "FOLDER"),
    ] = None
    metrics_token: Annotated[
        str, Option("A bearer token that lets its sender read /metrics; without one, only this machine may.", "TOKEN")
    ] = ""
    log_format: Annotated[LogFormat, Option("How the log is written.", "text|json")] = "text"
    log_addresses: Annotated[
        LogAddresses,
        Option(
            "How the log names clients: by address, by a hash that changes with each start, or not at all.",
            "plain|hashed|off",
        ),
    ] = "plain"
    advertise: Annotated[
        str,
        Option(
            "Where other processes on the same PostgreSQL database reach this one; by default where it listens.",
            "ADDRESS[:PORT]",
        ),
    ] = ""
    url: Annotated[
        str,
        Option("Where people reach this server, such as https://play.example.org; for links in e-mails.", "ADDRESS"),
    ] = ""
    """The server's address without the `base_path`. It is also one of the `origins`; if it is not set, the first of
    them is used.
    """
    smtp: Annotated[
        str,
        Option(
            "The mail server for e-mails to people whose turn it is: smtp://USER@HOST:587 or smtps://...; "
            "needs --url. Its password is read from COGTABLE_SMTP_PASSWORD.",
            "URL",
        ),
    ] = ""
    mail_from: Annotated[
        str, Option("Who the e-mails are from; by default cogtable@ the host of --url.", "ADDRESS")
    ] = ""
