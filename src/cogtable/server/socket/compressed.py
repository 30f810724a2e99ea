"""WebSockets that compress each message relative to earlier ones while views follow each other."""

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
"""Messages smaller than this, in bytes, such as acknowledgements and pongs, are sent uncompressed."""

LARGE = 1024
"""A message of at least this size, in bytes, is treated as a view or the changes of one."""

KEEPS_S = 60.0
"""A compressor is kept while views follow each other within this time, in seconds."""

UNFOLDED = 2**18
"""The maximum decompressed size, in bytes, of the messages from one read of the network. It equals the size of
uncompressed messages from one read, since asyncio reads no more at once. Reading stops until the server has processed
these messages. Compression cannot be refused for one direction alone: browsers compress what they send to a server that
compresses.
"""


class Deflate(PerMessageDeflate):
    """Compression that keeps its memory, 150 kB, only while views follow each other.

    A view of 15 to 30 kB differs little from the previous one, so compressing it relative to that makes it six times
    smaller. If the previous view was long ago, or there was none, the compressor is made for one message and then
    released. So spectators and players who think for long, even thousands of them, have none. This needs no
    negotiation, as each message can be compressed without the previous ones.
    """

    encoder: Any

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.encoder = None
        self._last = -KEEPS_S
        """When the last view was sent."""
        self._kept = False
        self.unfolds = UNFOLDED
        """How many more bytes can be decompressed before the next read."""

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Decompresses a received frame, within the limit. Raises PayloadTooBig before it uses more memory."""
        most = self.unfolds if max_size is None else min(self.unfolds, max_size)
        if most <= 0 and frame.data and frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            raise PayloadTooBig(None, max_size)  # zlib reads 0 as no limit
        decoded = super().decode(frame, max_size=most)
        if decoded is not frame:
            self.unfolds -= len(decoded.data)
        return decoded

    def encode(self, frame: Frame) -> Frame:
        """Compresses a frame to send, if that is worthwhile."""
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
    """Releases the compressor of a connection that is still open, if no view was sent for a while."""
    if not (deflate := connection()):
        return
    loop = asyncio.get_running_loop()
    left = deflate._last + KEEPS_S - loop.time()
    if left > 0:
        loop.call_later(left, _drop_idle_compressor, connection)
    else:
        deflate.encoder, deflate._kept = None, False


class _Deflates(ServerPerMessageDeflateFactory):
    """Negotiates the compression of a connection with its client."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Returns the agreed parameters and the compression itself."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


DEFLATE = _Deflates(client_max_window_bits=12, compress_settings={"memLevel": 5})
"""uvicorn's own window of 4 kB does not reach back to the previous view. A client that requests a smaller window than
the full one, which has 32 kB, gets it.
"""


class _Handshakes(ServerProtocol):
    """Answers handshakes. It does not refer to its connection, since the reference cycle would keep both in memory."""

    def accept(self, request: Request) -> Response:
        """Returns the answer to a handshake; for an invalid one, an error."""
        found = super().accept(request)
        if found.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            protect(found.headers)
        return found


class CompressedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with our compression instead of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.parser.close()  # it refers to the replaced object (see connection_lost)
        self.conn = _Handshakes(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=self.logger)

    def handle_connect(self, event: Request) -> None:
        """Answers a handshake, or leaves it to the application."""
        super().handle_connect(event)
        if self.response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.answered(self.response.status_code)

    async def send(self, message: Any) -> None:
        """Sends the application's message. A handshake refused with a text is complete once the text is sent."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def answered(self, status: int) -> None:
        """Called when a handshake was answered outside the application."""

    def data_received(self, data: bytes) -> None:
        """Handles received data, decompressing only up to the limit."""
        for extension in self.conn.extensions:
            if isinstance(extension, Deflate):
                extension.unfolds = UNFOLDED
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Releases the connection's objects. Its parser, a generator, refers to them, so otherwise they would all wait
        for the garbage collector, which rarely checks old objects.
        """
        super().connection_lost(exc)
        self.conn.parser.close()
