"""A tiny reverse proxy on real sockets, which adds headers about the client and forwards everything else."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self

HOST = "play.example.org"


class ReverseProxy:
    """Forwards connections from a port of its own to another one. Each connection serves one request or a WebSocket.

    It sends the server the headers in `said`, as proxies do, and drops the client's headers of the same names.
    """

    def __init__(self, port: int, **said: str) -> None:
        self._to = port
        self._said = {name.replace("_", "-").lower(): value for name, value in said.items()}
        self._open: list[socket.socket] = []

    def __enter__(self) -> Self:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self._listening, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _thread(self, work: object, *what: object) -> None:
        threading.Thread(target=work, args=what, daemon=True).start()  # type: ignore[arg-type]

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                self._open.append(near)
                self._thread(self._serve, near)

    def _serve(self, near: socket.socket) -> None:
        with suppress(OSError):
            received = b""
            while b"\r\n\r\n" not in received:
                part = near.recv(65536)
                if not part:
                    near.close()
                    return
                received += part
            head, _, body = received.partition(b"\r\n\r\n")
            far = socket.create_connection(("127.0.0.1", self._to))
            self._open.append(far)
            far.sendall(self._rewritten(head) + b"\r\n\r\n" + body)
            self._thread(self._pass, near, far)
            self._pass(far, near)

    def _rewritten(self, head: bytes) -> bytes:
        line, *headers = head.decode("latin-1").split("\r\n")
        upgrades = any(header.lower().startswith("upgrade:") for header in headers)
        left_out = {*self._said, *(() if upgrades else ("connection",))}
        kept = [header for header in headers if header.partition(":")[0].lower() not in left_out]
        said = [f"{name}: {value}" for name, value in self._said.items()]
        return "\r\n".join([line, *kept, *said, *([] if upgrades else ["connection: close"])]).encode("latin-1")

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
