"""A network between browsers and a server that a test can switch off: data stops without any error."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class Network:
    """Forwards connections from a port of its own. Data sent while it is off arrives when it is on again."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._up, self._down = threading.Event(), threading.Event()
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self.received = 0
        """The number of bytes received from the server."""
        self.on()

    def on(self) -> None:
        """Lets all data pass."""
        self._up.set()
        self._down.set()

    def off(self) -> None:
        """Lets no data pass."""
        self._up.clear()
        self._down.clear()

    def lose_answers(self) -> None:
        """Lets data pass to the server, but not from it."""
        self._down.clear()

    @property
    def url(self) -> str:
        """The server's address through this network."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.on()
        for thread in self._threads:  # the first thread accepts connections, and can add threads until it has ended
            self._shut_down()
            thread.join()
        for each in (self._listening, *self._sockets):
            each.close()

    def _shut_down(self) -> None:
        for each in (self._listening, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _start(self, work: object, *what: object) -> None:
        thread = threading.Thread(target=work, args=what, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                self._start(self._connect, near)

    def _connect(self, near: socket.socket) -> None:
        self._sockets.append(near)
        self._up.wait()
        with suppress(OSError):
            far = socket.create_connection(("127.0.0.1", self._to))
            self._sockets.append(far)
            self._start(self._pass, near, far, self._up)
            self._start(self._pass, far, near, self._down)

    def _pass(self, source: socket.socket, target: socket.socket, is_on: threading.Event) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                is_on.wait()
                if is_on is self._down:
                    self.received += len(data)
                target.sendall(data)
        is_on.wait()
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
