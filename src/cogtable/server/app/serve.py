"""Runs the server: finds a free port, prints its address, and stops on request."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import re
import socket
import sys
import webbrowser
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from typing import Any

import uvicorn
from starlette.applications import Starlette

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import languages, registry
from cogtable.server.app.app import create_app
from cogtable.server.cluster.forwarding import host_and_port
from cogtable.server.core import logs
from cogtable.server.core.addresses import is_every_address, own_address
from cogtable.server.core.limits import Counts, Limits
from cogtable.server.db.holder import Hold, hold
from cogtable.server.db.store import Store
from cogtable.server.delivery.mail import mail_server
from cogtable.server.middleware.connection_limits import Guard, guarded
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.settings import ServerSettings

log = logging.getLogger("cogtable.server")

TRIES = 50
"""The number of ports to try, starting with the default one."""

LARGEST_MESSAGE = 2**16
"""The size in bytes up to which a message is read and refused with an explanation. A larger one breaks the connection.
"""

FINISH_S = 5
"""How long running requests can take when the server stops, in seconds. With the 3 s that uvicorn waits afterwards,
this stays below the 10 s after which containers are killed.
"""

DEFAULT_PORT = 8000

GC_THRESHOLDS = 5_000, 10, 5
"""Garbage collector thresholds. A view has about 1,000 objects and no cycles; at the default of 700, collection took 7%
of the server's time.
"""

SWITCH_INTERVAL_S = 0.001
"""The interpreter's switch interval, in seconds. Short, so that the thread that stores moves doesn't wait for views at
each of its steps.
"""

RESERVED_FDS = 200
"""The number of files that the process needs besides connections, for the database, processes and modules."""


if sys.platform == "win32":  # on Windows, SO_REUSEADDR would share a port that is in use
    _ALONE = socket.SO_EXCLUSIVEADDRUSE
else:  # a port that was just released can be bound again at once
    _ALONE = socket.SO_REUSEADDR


class CannotServe(CogtableError):
    """The server cannot start; the text says why."""


class _Server(uvicorn.Server):
    """A server that reports when it is ready."""

    address = ""
    in_network = ""
    """The address for other machines, if it differs and is known."""
    path = ""
    open_browser = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.enable()
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        gc.freeze()  # exempts imported objects from garbage collection, which would take 0.1 s for them each time
        print(f"Cogtable is at {self.address}{self.path}", flush=True)  # noqa: T201
        if self.in_network:
            print(f"Others on your network can open it at {self.in_network}{self.path}", flush=True)  # noqa: T201
        if self.open_browser:
            webbrowser.open(self.address + self.path)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()
        state = self.config.app.state  # type: ignore[union-attr]
        state.runs.release()
        finishing = asyncio.create_task(state.rooms.finish(FINISH_S))
        while not finishing.done() and not self.force_exit:
            await asyncio.wait({finishing}, timeout=0.1)
        await super().shutdown(sockets)


def listen(host: str, port: int, tries: int = 1) -> socket.socket:
    """Returns a socket listening on `port`, or the next free one within `tries`; 0 means any. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + tries, 65536) - 1 if port else 0
    for tried in range(port, last + 1):
        # With the protocol named, asyncio sets TCP_NODELAY; without it, each small message could wait for 40 ms.
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


def config(settings: ServerSettings, **more: Any) -> uvicorn.Config:
    """Returns uvicorn's configuration for the application."""
    app = create_app(settings)
    counts: Counts = app.state.counts
    guard = Guard(counts, settings.trusted_proxies, app.state.metrics.answered)
    app.state.metrics.watch(partial(_live, app, guard), lambda: dict(counts.refused))
    http, websocket = guarded(guard)
    header = settings.limits.header_bytes
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=http,
        h11_max_incomplete_event_size=None if math.isinf(header) else int(header),
        proxy_headers=False,  # `Gateway` does that
        ws=websocket,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=settings.ping_s,
        ws_ping_timeout=settings.ping_s,
        timeout_graceful_shutdown=3,
        lifespan="on",
        server_header=False,
        **more,
    )


def _live(app: Starlette, guard: Guard) -> dict[str, float]:
    """Returns the present values of `metrics.LIVE`."""
    rooms: Rooms = app.state.rooms
    running, waiting = rooms.searches
    return {
        "tables": len(rooms.loaded),
        "people": sum(len(room.connections.seats) for room in rooms.loaded.values()),
        "spectators": sum(room.connections.watching for room in rooms.loaded.values()),
        "connections": guard.open,
        "half_sent_connections": guard.half_sent,
        "searches_running": running,
        "searches_waiting": waiting,
    }


def _allow_files(limits: Limits) -> Limits:
    """Raises the process's limit of open files as far as allowed, and limits connections to what fits."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        return limits
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    fits = max(16, soft - RESERVED_FDS)
    if fits < limits.connections_total < math.inf:
        log.warning("this process may open %d files, so it takes %d connections at once (ulimit -n)", soft, fits)
    half_sent = min(limits.half_sent_total, fits // 2)
    return replace(limits, connections_total=min(limits.connections_total, fits), half_sent_total=half_sent)


def serve(path: str = "", smtp_password: str = "", **settings_given: Any) -> None:
    """Serves until it is interrupted. Prints the address when it is ready.

    The other arguments are those of `ServerSettings`. The page at `path` is opened. Without a `port` it uses 8000 or
    the next free one; 0 is any. E-mails go through the mail server `smtp` (see `mail.mail_server`). On PostgreSQL,
    other processes on the same database reach this one at `advertise` ("10.0.0.5" or "10.0.0.5:8000"); by default at
    the address that it listens on. Raises CogtableError when it cannot start.
    """
    settings = ServerSettings(**{"warm": True} | settings_given).checked()
    with logs.log_to(form=settings.log_format, addresses=settings.log_addresses, limits=settings.limits):
        languages.choose(settings.language)
        for file in settings.boxes:
            registry.find(registry.name_in(file), file)  # reports a bad setting here, line by line
        if settings.smtp:
            mail = mail_server(settings.smtp, settings.mail_from, smtp_password, settings.url)
            settings = replace(settings, mail=mail)
        settings = replace(settings, limits=_allow_files(settings.limits))
        with ExitStack() as stack:
            database = settings.database_file()
            held = stack.enter_context(hold(database)) if database else None
            _serve(settings, held, path)


def _serve(settings: ServerSettings, held: Hold | None, path: str) -> None:
    host, port = settings.host, settings.port
    Store(settings.database_url()).close()  # reports a bad address here, not in a traceback of the server
    listening = listen(host, DEFAULT_PORT, TRIES) if port is None else listen(host, port)
    actual = listening.getsockname()[1]
    if port is None and actual != DEFAULT_PORT:
        print(f"Port {DEFAULT_PORT} is taken; using {actual}.", flush=True)  # noqa: T201
    settings = replace(settings, advertise=advertised(settings, settings.advertise, actual))
    server = _Server(config(settings))
    server.address, server.in_network = addresses(host, actual, settings.base_path)
    server.path = path
    server.open_browser = settings.open_browser
    if held:
        held.tell(server.address)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # uvicorn has shut down already and raises the signal again
    finally:
        listening.close()


def addresses(host: str, port: int, base_path: str = "") -> tuple[str, str]:
    """Returns the address at which this machine opens a server that listens on `host`, and the address for other
    machines if it differs. Empty if there is none.
    """
    if not is_every_address(host):
        return _url(host, port, base_path), ""
    own = own_address(host)
    return _url("localhost", port, base_path), _url(own, port, base_path) if own else ""


def _url(host: str, port: int, base_path: str) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}{base_path}"


def advertised(settings: ServerSettings, wanted: str, port: int) -> str:
    """Returns the address at which other processes on the same database reach this one; empty if there can be none.
    Raises CannotServe if it is not an address.
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
