"""Runs the server: finds a free port, says where it is, and goes when asked to."""

from __future__ import annotations

import gc
import logging
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from cogtable.engine.errors import CogtableError
from cogtable.server.app import create_app
from cogtable.server.settings import Settings
from cogtable.server.store import Store

TRIES = 50
"""How many ports are tried, from the wanted one on."""

LARGEST_MESSAGE = 2**20
"""What is still read in order to be refused in words; more breaks the connection."""


class CannotServe(CogtableError):
    """The server cannot start; the text says why."""


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    address = ""
    open_browser = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # all that was imported stays: not to be looked through at every collection, for 0.1 s each
        print(f"Cogtable is at {self.address}", flush=True)  # noqa: T201
        if self.open_browser:
            webbrowser.open(self.address)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at `port`, or at the next free one; 0 is any. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(port, min(port + TRIES, 65536) if port else 1):
        # With the protocol named, asyncio sends small messages at once (TCP_NODELAY): else each may wait for 40 ms.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, tried))
            found.listen(128)
        except OSError as error:
            found.close()
            if tried + 1 == port + TRIES or not _is_taken(error):
                raise CannotServe(f"cannot listen at {host} port {tried}: {error.strerror}") from error
        else:
            return found
    raise CannotServe(f"no port from {port} on is free at {host}")


def _is_taken(error: OSError) -> bool:
    import errno

    return error.errno in (errno.EADDRINUSE, errno.EACCES)


def config(settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=3,
        lifespan="on",
        server_header=False,
        **more,
    )


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | Path | None = None,
    open_browser: bool = False,
    origins: tuple[str, ...] = (),
    warm: bool = True,
) -> None:
    """Serves until it is interrupted. Prints one line with the address when it is ready.

    With `warm` bots are compiled in the background. A port that is taken, or 0, means the next free one. Raises
    CogtableError when it cannot start.
    """
    _log_to_stderr()
    settings = Settings(database=database, origins=origins, warm=warm)
    Store(settings.database_url()).close()  # one that cannot be used is said here, not by the server in a traceback
    listening = listen(host, port)
    actual = listening.getsockname()[1]
    if port not in (0, actual):
        print(f"Port {port} is taken; using {actual}.", flush=True)  # noqa: T201
    server = _Server(config(settings))
    name = f"[{host}]" if ":" in host else host
    server.address = f"http://{name}:{actual}"
    server.open_browser = open_browser
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # uvicorn has shut down already and passes the signal on
    finally:
        listening.close()


def _log_to_stderr() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)-7s %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
