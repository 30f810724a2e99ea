"""WebSockets whose messages are compressed relative to earlier messages, as long as there are some."""

from __future__ import annotations

import asyncio
import weakref
import zlib
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import PayloadTooBig
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

from cogtable.server.core.headers import protect

SMALL = 256
"""Messages of fewer bytes, as acknowledgements and answers to pings, are sent as they are."""

LARGE = 1024
"""The size in bytes from which a message is taken for a view, or the changes of one."""

KEEPS_S = 60.0
"""A compressor is kept where views come faster than this."""

UNFOLDED = 2**18
"""The most bytes that the compressed messages of one read from the network become: as many as uncompressed ones can
have, since asyncio reads no more at once. Nothing more is read before the server has taken these. Compression cannot be
refused for one direction alone: browsers compress what they send to a server that compresses.
"""


class Deflate(PerMessageDeflate):
    """Compression that keeps its memory, 150 kB, only while view follows view.

    A view of 15 to 30 kB differs little from the one before, so one that is compressed relative to that is six times
    smaller. Where the one before was long ago, or there was none, a compressor is made for the message and let go
    again: so of thousands of people who only look on, or think for long, none has one. Nobody has to agree to that, as
    each message may be compressed without the ones before.
    """

    encoder: Any

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.encoder = None
        self._last = -KEEPS_S
        """When the last view was sent."""
        self._kept = False
        self.unfolds = UNFOLDED
        """How many bytes may still be unfolded before more is read."""

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """A frame that came, unfolded as far as it may be. Raises PayloadTooBig before it takes more memory."""
        most = self.unfolds if max_size is None else min(self.unfolds, max_size)
        if most <= 0 and frame.data and frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            raise PayloadTooBig(None, max_size)  # to zlib, 0 means no limit
        decoded = super().decode(frame, max_size=most)
        if decoded is not frame:
            self.unfolds -= len(decoded.data)
        return decoded

    def encode(self, frame: Frame) -> Frame:
        """A frame to be sent, compressed if that is worth it."""
        if frame.opcode is not Opcode.TEXT or len(frame.data) < SMALL:
            return frame
        if self.local_no_context_takeover:
            return super().encode(frame)
        if len(frame.data) >= LARGE:
            self._view_comes()
        self.encoder = self.encoder or zlib.compressobj(wbits=-self.local_max_window_bits, **self.compress_settings)
        encoded = super().encode(frame)
        if not self._kept:
            self.encoder = None
        return encoded

    def _view_comes(self) -> None:
        loop = asyncio.get_running_loop()
        before, self._last = self._last, loop.time()
        if not self._kept and self._last - before < KEEPS_S:
            self._kept = True
            loop.call_later(KEEPS_S, _drop_idle_compressor, weakref.ref(self))


def _drop_idle_compressor(connection: weakref.ref[Deflate]) -> None:
    """Lets the compressor of a connection go, if nothing was sent for long and the connection is still there."""
    if not (deflate := connection()):
        return
    loop = asyncio.get_running_loop()
    left = deflate._last + KEEPS_S - loop.time()
    if left > 0:
        loop.call_later(left, _drop_idle_compressor, connection)
    else:
        deflate.encoder, deflate._kept = None, False


class _Deflates(ServerPerMessageDeflateFactory):
    """Agrees with a client on the compression of a connection."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed, and the compression itself."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


DEFLATE = _Deflates(client_max_window_bits=12, compress_settings={"memLevel": 5})
"""uvicorn's own window of 4 kB would not reach as far back as the view before. A client that asks for a smaller one
than the whole, of 32 kB, gets it.
"""


class _Handshakes(ServerProtocol):
    """Answers handshakes. It does not refer to the connection that holds it: else neither would go by itself."""

    def accept(self, request: Request) -> Response:
        """The answer to a handshake; to what is none, one that says so."""
        found = super().accept(request)
        if found.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            protect(found.headers)
        return found


class CompressedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with our compression instead of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.parser.close()  # it holds what is replaced (see connection_lost)
        self.conn = _Handshakes(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=self.logger)

    def handle_connect(self, event: Request) -> None:
        """Answers a handshake, or leaves it to the application."""
        super().handle_connect(event)
        if self.response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.answered(self.response.status_code)

    async def send(self, message: Any) -> None:
        """Sends what the application says; a handshake that it refuses in words is over with them."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def answered(self, status: int) -> None:
        """Called when a handshake was answered past the application."""

    def data_received(self, data: bytes) -> None:
        """Takes what came, of which only so much is unfolded."""
        for extension in self.conn.extensions:
            if isinstance(extension, Deflate):
                extension.unfolds = UNFOLDED
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets go what the connection held. Its parser, a generator, holds it too, so else it would all wait for the
        garbage collector, which looks at what has lived for long only now and then.
        """
        super().connection_lost(exc)
        self.conn.parser.close()
