"""Who can open a link to this server, and at which address."""

from __future__ import annotations

import logging
import shutil
import sys
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.core.addresses import is_local, is_own_machine, own_address
from cogtable.server.http.responses import answer, refused
from cogtable.server.settings import ServerSettings
from cogtable.server.wire import lobby_api

log = logging.getLogger("cogtable.server")


async def reach(request: Request) -> Response:
    """Who can open a link to this server: `Reach`."""
    settings: ServerSettings = request.app.state.settings
    return answer(_reach(request, settings))


async def no_websocket(request: Request) -> Response:
    """Answers a WebSocket handshake that arrived as a plain request, and logs it. A page whose WebSockets fail uses
    this to find out whether the server can be reached at all.
    """
    log.warning(
        "%s was asked for without a WebSocket handshake: a proxy on the way may not pass WebSockets on (the headers"
        " Upgrade and Connection), so people see no table",
        request.url.path[:80],
    )
    found = refused(426, say("this address takes WebSockets only; a proxy on the way may not pass them on"))
    found.headers["Upgrade"] = "websocket"
    return found


def _reach(request: Request, settings: ServerSettings) -> lobby_api.Reach:
    asked = request.url.hostname or ""
    if not is_own_machine(asked):
        return lobby_api.Reach(who="network" if is_local(asked) else "anyone")
    if request.client and not is_own_machine(request.client.host):
        # The server is in a container or behind a tunnel, so the addresses that it sees can't be used outside.
        return lobby_api.Reach(who="machine")
    port = (request.scope.get("server") or ("", request.url.port))[1]
    if is_own_machine(settings.host):
        return lobby_api.Reach(who="machine", command=_command(settings, port))
    found = own_address(settings.host)
    if not found:
        return lobby_api.Reach(who="machine")
    name = f"[{found}]" if ":" in found else found
    return lobby_api.Reach(who="network", address=f"{request.url.scheme}://{name}:{port}")


def _command(settings: ServerSettings, port: int | None) -> str:
    """Returns the command that starts this server so that others can reach it. If it was started with other options,
    which could name files, returns only the options to add.
    """
    options = f"--host 0.0.0.0 --port {port}"
    return options if settings.database or settings.origins else f"{_program()} serve {options}"


def _program() -> str:
    """Returns the command for Cogtable in the folder where the server was started: its name, or its path if it is
    installed below that folder.
    """
    own = Path(sys.executable).parent / "cogtable"
    if not shutil.which("cogtable") and own.is_file() and own.is_relative_to(Path.cwd()):
        return own.relative_to(Path.cwd()).as_posix()
    return "cogtable"
