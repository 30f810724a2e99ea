"""Settings of a server."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from cogtable.engine.errors import CogtableError
from cogtable.lab.analysis import AnalysisEffort
from cogtable.server.core.limits import Limits
from cogtable.server.delivery import push
from cogtable.server.delivery.mail import MailServer
from cogtable.server.host_settings import HostSettings
from cogtable.server.workbench.box_files import Desk

STATIC = Path(__file__).parent / "static"
"""The folder of the built client."""


SITE = "python/site.json"
"""The list of the files of a site. A folder that has it is a site (`cogtable site`)."""

_ORIGIN = re.compile(r"https?://[^/\s@?#]+/?")


class BadSetting(CogtableError):
    """A setting is invalid; the text says what was expected."""


@dataclass(frozen=True, kw_only=True)
class ServerSettings(HostSettings):
    """The settings of one server: the host's, and those of programs that start a server."""

    static: Path = STATIC
    hello_s: float = 10
    """How long a new connection can be silent, in seconds."""
    ping_s: float = 4
    """How often a connection is pinged, and the time limit for its answer, in seconds. A connection that breaks
    silently is detected after twice this time.
    """
    idle_s: float = 60
    """How long a table without connections stays in memory, in seconds."""
    pace_s: float = 1
    """The pause between two moves when only bots play, in seconds, so that people can watch."""
    least_away_s: float = 5
    """The shortest time without a connection after which a bot can take over a seat, in seconds."""
    limits: Limits = field(default_factory=Limits)
    """The limits on what a client can use."""
    desk: Desk | None = None
    """The folder of the workbench; None if there is no workbench."""
    mail: MailServer | None = None
    """The mail server that sends the mails; None if no mails are sent."""
    push_services: tuple[str, ...] = push.SERVICES
    """The push services that can be used to call browsers."""
    call_after_s: float = 10
    """How long a person must be missing from a table that waits for them before they are called, in seconds."""
    call_every_s: float = 3
    """How often the server looks for people to call, in seconds."""
    call_patience: float = 1
    """The factor for the pauses after a call that could not be sent."""
    effort: AnalysisEffort = field(default_factory=AnalysisEffort)
    """How many simulations the analysis of a finished game uses."""

    def checked(self) -> ServerSettings:
        """Returns validated settings. Raises BadSetting, which says what was expected."""
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
        if self.site and not (self.site / SITE).is_file():
            raise BadSetting(f"--site: expected a folder that `cogtable site` wrote; found no {SITE} in {self.site}")
        return replace(self, base_path=path, origins=origins, url=url or next(iter(origins), ""))

    @property
    def address(self) -> str:
        """The address of the lobby, without a slash at its end; empty if the host has not set one."""
        return self.url and self.url + self.base_path

    def database_url(self) -> str:
        """Returns the URL of the database; creates the folder of a file if necessary."""
        place = str(self.database or own_file())
        if "://" in place:
            return place
        file = Path(place).expanduser().resolve()
        file.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{file}"

    def database_file(self) -> Path | None:
        """Returns the file of the database; None if the database is on a server."""
        scheme, _, place = self.database_url().partition("://")
        return Path(place[1:]) if scheme == "sqlite" and place[1:].strip(":") not in ("", "memory") else None

    def archive_folder(self) -> Path:
        """The folder for tables that are removed because of their age."""
        return self.archive or self._folder() / "archive"

    def former_folder(self) -> Path:
        """The folder for client files that pages opened before an update still need."""
        return self._folder() / "client"

    def _folder(self) -> Path:
        """The folder of the database's file; for another database, the user's data folder."""
        place = str(self.database or own_file())
        return (own_file() if "://" in place else Path(place).expanduser().resolve()).parent

    @property
    def hosts(self) -> frozenset[str]:
        """The allowed host names, in lower case and without ports."""
        return frozenset({*map(str.lower, self.allowed_hosts), *(urlsplit(one).hostname or "" for one in self.origins)})


def own_file() -> Path:
    """Returns the default database file, in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "cogtable" / "cogtable.db"
