"""Settings of a server."""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from cogtable.engine.errors import CogtableError
from cogtable.lab.analysis import Effort
from cogtable.server.core.limits import Limits
from cogtable.server.delivery import push
from cogtable.server.delivery.mail import MailServer
from cogtable.server.wire.base import Uploads
from cogtable.server.workbench.box_files import Desk

STATIC = Path(__file__).parent / "static"
"""Where the built client lies."""


_ORIGIN = re.compile(r"https?://[^/\s@?#]+/?")


class BadSetting(CogtableError):
    """A setting that cannot be used; the text says what was expected."""


class ServerSettings(NamedTuple):
    """The settings of one server.

    `database` is a file, or a URL as SQLAlchemy understands it; None means a file in the user's data folder. `origins`
    are additional origins whose pages may use this server ("https://play.example.org"); its own is always allowed.
    """

    database: str | Path | None = None
    host: str = "127.0.0.1"
    """The address that the server listens on."""
    advertise: str = ""
    """The address at which other processes on the same database reach this one ("10.0.0.5:8000"); empty if this is the
    only one.
    """
    origins: tuple[str, ...] = ()
    static: Path = STATIC
    hello_s: float = 10
    """How long a new connection may keep silent."""
    ping_s: float = 4
    """How often a connection is asked whether it still stands, and how long it may take to answer: whoever is gone
    without a word is missed after twice that.
    """
    idle_s: float = 60
    """How long a table that nobody looks at stays in memory."""
    pace_s: float = 1
    """How long bots that play among themselves wait between two moves, so that people can watch."""
    least_away_s: float = 5
    """The shortest time without a connection after which a table may let a bot take a seat over."""
    warm: bool = False
    """Whether bots are compiled in advance, in a separate process; if not, they run interpreted until they are
    compiled.
    """
    reload: bool = False
    """Whether a game's table that is edited is shown anew, and a box that is edited read anew, without a restart."""
    boxes: tuple[Path, ...] = ()
    """Box files of the host, which are offered as variants beside the games' own."""
    uploads: Uploads = "here"
    """Who may upload boxes."""
    limits: Limits = Limits()
    """How much of everything a client may use."""
    base_path: str = ""
    """The path under which a proxy serves everything, as "/games"; empty for the top. The proxy passes it on."""
    allowed_hosts: tuple[str, ...] = ()
    """The host names under which the server may be asked, besides those of its `origins`; "*" is any. Without them a
    server that listens to its own machine answers to local names and to addresses only, and any other to all.
    """
    trusted_proxies: tuple[str, ...] = ()
    """The addresses or networks of the proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed. Without
    them, the first two are believed if they come from this machine.
    """
    metrics_token: str = ""
    """Whoever sends this as a bearer token may read `/metrics`. Without one, only a program on this machine may."""
    archive: Path | None = None
    """The folder for tables that are removed by age. None means `archive` beside the file of the database."""
    desk: Desk | None = None
    """The folder of the workbench, which there is only with one."""
    url: str = ""
    """The address at which people reach this server, as "https://play.example.org", without the `base_path`: for links
    in mails. It is also one of the `origins`, and the first of them if it is not given.
    """
    mail: MailServer | None = None
    """The mail server that takes the mails; None if there are no mails."""
    push_services: tuple[str, ...] = push.SERVICES
    """The push services through which browsers may be called."""
    call_after_s: float = 10
    """How long somebody must be missed at a table that waits for them before they are called."""
    call_every_s: float = 3
    """How often it is looked who is to be called."""
    call_patience: float = 1
    """How much longer than usual is waited after a call that could not be sent."""
    effort: Effort = Effort()
    """How many simulations the analysis of a finished game makes."""

    def checked(self) -> ServerSettings:
        """The same settings, as they are used. Raises BadSetting, which says what was expected."""
        path = self.base_path.rstrip("/")
        if path and not re.fullmatch(r"(/(?!\.+(/|$))[\w.~-]+)+", path, re.ASCII):
            raise BadSetting(f'--base-path: expected a path like /games; found "{self.base_path}"')
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise BadSetting(
                    f'--origin: expected a URL without a path, like https://play.example.org; found "{origin}"'
                )
        url = self.url.rstrip("/")
        if url and not _ORIGIN.fullmatch(url):
            raise BadSetting(f"--url: expected an address such as https://play.example.org; found {self.url}")
        origins = tuple(dict.fromkeys(origin.rstrip("/") for origin in (*self.origins, url) if origin))
        for proxy in self.trusted_proxies:
            try:
                ipaddress.ip_network(proxy, strict=False)
            except ValueError as error:
                words = "--trusted-proxy: expected an address or a network, like 10.0.0.2 or 172.16.0.0/12"
                raise BadSetting(f'{words}; found "{proxy}"') from error
        for host in self.allowed_hosts:
            if host != "*" and not re.fullmatch(r"[\w.:-]+", host):
                raise BadSetting(f'--allowed-host: expected a name like play.example.org; found "{host}"')
        return self._replace(base_path=path, origins=origins, url=url or next(iter(origins), ""))

    @property
    def address(self) -> str:
        """Where people find the lobby, without a slash at its end; empty if the host has not said."""
        return self.url and self.url + self.base_path

    def database_url(self) -> str:
        """The URL of the database; creates the folder of a file if necessary."""
        place = str(self.database or own_file())
        if "://" in place:
            return place
        file = Path(place).expanduser().resolve()
        file.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{file}"

    def database_file(self) -> Path | None:
        """The file of the database; None if it is none, but on a server."""
        scheme, _, place = self.database_url().partition("://")
        return Path(place[1:]) if scheme == "sqlite" and place[1:].strip(":") not in ("", "memory") else None

    def archive_folder(self) -> Path:
        """Where tables go that are removed by age."""
        return self.archive or self._folder() / "archive"

    def former_folder(self) -> Path:
        """Where the client's files are kept for pages that were opened before an update."""
        return self._folder() / "client"

    def _folder(self) -> Path:
        """The folder of the database's file; of another database, the user's data folder."""
        place = str(self.database or own_file())
        return (own_file() if "://" in place else Path(place).expanduser().resolve()).parent

    @property
    def hosts(self) -> frozenset[str]:
        """The host names that were allowed, in small letters and without ports."""
        return frozenset({*map(str.lower, self.allowed_hosts), *(urlsplit(one).hostname or "" for one in self.origins)})


def own_file() -> Path:
    """The file of the database if nobody names another: in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "cogtable" / "cogtable.db"
