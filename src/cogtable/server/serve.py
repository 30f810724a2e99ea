"""Runs the server: finds a free port, prints its address, and stops on request."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from cogtable.engine import languages, registry
from cogtable.engine.errors import CogtableError
from cogtable.engine.words import ENGLISH
from cogtable.server.app import create_app
from cogtable.server.calls.mail import mail_server
from cogtable.server.cluster.forwarding import ForwardedWebSocket, host_and_port
from cogtable.server.db.store import Store
from cogtable.server.http.reach import own_address
from cogtable.server.protocol import Uploads
from cogtable.server.settings import Settings
from cogtable.server.workbench.desk import Desk

TRIES = 50
"""How many ports are tried, from the default one on."""

LARGEST_MESSAGE = 2**20
"""What is still read in order to be refused in words; more breaks the connection."""

FINISH_S = 5
"""How long what people have asked may take when the server is told to stop. With the 3 s that uvicorn waits after it,
that is less than the 10 s after which containers are killed.
"""

DEFAULT_PORT = 8000


if sys.platform == "win32":  # where the other option would share a port that is in use
    _ALONE = socket.SO_EXCLUSIVEADDRUSE
else:  # a port that was just let go may be had again at once
    _ALONE = socket.SO_REUSEADDR


class CannotServe(CogtableError):
    """The server cannot start; the text says why."""


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    address = ""
    path = ""
    open_browser = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.enable()
        gc.freeze()  # all that was imported stays: not to be looked through at every collection, for 0.1 s each
        print(f"Cogtable is at {self.address}{self.path}", flush=True)  # noqa: T201
        if self.open_browser:
            webbrowser.open(self.address + self.path)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()
        finishing = asyncio.create_task(self.config.app.state.rooms.finish(FINISH_S))  # type: ignore[union-attr]
        while not finishing.done() and not self.force_exit:
            await asyncio.wait({finishing}, timeout=0.1)
        await super().shutdown(sockets)


def listen(host: str, port: int, tries: int = 1) -> socket.socket:
    """A socket listening on `port`, or on the next free one within `tries`; port 0 means any. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + tries, 65536) - 1 if port else 0
    for tried in range(port, last + 1):
        # With the protocol named, asyncio sends small messages at once (TCP_NODELAY): else each may wait for 40 ms.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, _ALONE, 1)
        try:
            found.bind((host, tried))
            found.listen(128)
        except OSError as error:
            found.close()
            if tried == last or not _is_taken(error):
                raise CannotServe(f"cannot listen at {host} port {tried}: {error.strerror}") from error
        else:
            return found
    raise AssertionError("the last port was refused or found")


def _is_taken(error: OSError) -> bool:
    import errno

    return error.errno in (errno.EADDRINUSE, errno.EACCES)


def config(settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        ws=ForwardedWebSocket,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=settings.ping_s,
        ws_ping_timeout=settings.ping_s,
        timeout_graceful_shutdown=3,
        lifespan="on",
        server_header=False,
        **more,
    )


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | Path | None = None,
    open_browser: bool = False,
    origins: tuple[str, ...] = (),
    language: str = ENGLISH,
    warm: bool = True,
    reload: bool = False,
    boxes: tuple[Path, ...] = (),
    uploads: Uploads = "here",
    desk: Desk | None = None,
    path: str = "",
    advertise: str = "",
    url: str = "",
    smtp: str = "",
    smtp_password: str = "",
    mail_from: str = "",
) -> None:
    """Serves until it is interrupted. Prints one line with the address when it is ready.

    With `warm` bots are compiled in the background; with `reload` tables and boxes that are edited are shown anew.
    `boxes` are offered beside the games' own, and `uploads` says who may bring more. With a `desk` there is also the
    workbench; the page at `path` is opened. Without a `port` it is 8000 or the next free one; 0 is any that is free.
    People read it in `language`. They reach it at `url`, and get e-mails from `mail_from` through the mail server
    `smtp` (see `mail.mail_server`). On PostgreSQL, other processes on the same database reach this one at `advertise`
    ("10.0.0.5" or "10.0.0.5:8000"); by default at the address that it listens on. Raises CogtableError when it cannot
    start.
    """
    _log_to_stderr()
    languages.choose(language)
    for file in boxes:
        registry.find(registry.name_in(file), file)  # one that does not fit is said here, line by line
    url = checked_url(url)
    settings = Settings(
        database=database,
        host=host,
        origins=origins,
        warm=warm,
        reload=reload,
        boxes=boxes,
        uploads=uploads,
        desk=desk,
        url=url,
        mail=mail_server(smtp, mail_from, smtp_password, url) if smtp else None,
    )
    Store(settings.database_url()).close()  # one that cannot be used is said here, not by the server in a traceback
    listening = listen(host, DEFAULT_PORT, TRIES) if port is None else listen(host, port)
    actual = listening.getsockname()[1]
    if port is None and actual != DEFAULT_PORT:
        print(f"Port {DEFAULT_PORT} is taken; using {actual}.", flush=True)  # noqa: T201
    settings = settings._replace(advertise=advertised(settings, advertise, actual))
    server = _Server(config(settings))
    name = f"[{host}]" if ":" in host else host
    server.address = f"http://{name}:{actual}"
    server.path = path
    server.open_browser = open_browser
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # uvicorn has shut down already and passes the signal on
    finally:
        listening.close()


def advertised(settings: Settings, wanted: str, port: int) -> str:
    """The address at which other processes on the same database reach this one; empty where there can be none. Raises
    CannotServe if it is no address.
    """
    if not settings.database_url().startswith("postgresql"):
        if wanted:
            raise CannotServe("--advertise is for several processes on one PostgreSQL database; see --database")
        return ""
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    host = settings.host if settings.host not in anywhere else own_address(settings.host) or anywhere[settings.host]
    host = wanted or host
    host = f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host
    address = host if _ENDS_IN_PORT.search(host) else f"{host}:{port}"
    name, number = host_and_port(address)
    if not name or not 0 < number < 65536 or any(not (one.isalnum() or one in ".-_:") for one in name):
        raise CannotServe(f'--advertise: expected an address like "10.0.0.5" or "10.0.0.5:8000"; found "{wanted}"')
    return address


_ENDS_IN_PORT = re.compile(r"^[^:]+:\d+$|\]:\d+$")


def checked_url(url: str) -> str:
    """An address of a server without what may follow its host. Raises CannotServe if it is none."""
    place = urlsplit(url)
    if url and (place.scheme not in ("http", "https") or not place.hostname or place.path.strip("/") or place.query):
        raise CannotServe(f"--url: expected an address such as https://play.example.org; found {url}")
    return url.rstrip("/")


def _log_to_stderr() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)-7s %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
