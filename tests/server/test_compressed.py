"""Compression of messages relative to earlier ones, where it pays; idle connections free its memory."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import PayloadTooBig
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from cogtable.server.app.serve import LARGEST_MESSAGE
from cogtable.server.socket.compressed import DEFLATE, KEEPS_S, LARGE, SMALL, UNFOLDED
from cogtable.server.wire.base import MAX_MESSAGE


class Loop:
    """An event loop whose time advances only when a test lets it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._timers: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, callback: Callable[..., None], *given: Any) -> None:
        self._timers.append((self.now + seconds, callback, given))

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while due := sorted((each for each in self._timers if each[0] <= end), key=lambda each: each[0]):
            self._timers.remove(due[0])
            self.now = due[0][0]
            due[0][1](*due[0][2])
        self.now = end


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    found = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: found)
    return found


class Link:
    """Both ends of a connection."""

    def __init__(self, **asked: Any) -> None:
        browser = ClientPerMessageDeflateFactory(**{"client_max_window_bits": True} | asked)
        answer, self.server = DEFLATE.process_request_params(browser.get_request_params(), [])
        self._client = browser.process_response_params(answer, [])

    def send(self, text: bytes) -> int:
        """Sends a message, and checks that it arrives unchanged. Returns its compressed size."""
        frame = self.server.encode(Frame(Opcode.TEXT, text))
        size = len(frame.data)
        assert bytes(self._client.decode(frame).data) == text
        return size

    def asks(self, *parts: bytes) -> list[Frame]:
        """Returns the compressed frames of a message that the client sends in parts."""
        codes = [Opcode.TEXT, *[Opcode.CONT] * (len(parts) - 1)]
        return [
            self._client.encode(Frame(code, part, fin=at == len(parts) - 1))
            for at, (code, part) in enumerate(zip(codes, parts, strict=True))
        ]

    @property
    def holds_memory(self) -> bool:
        return getattr(self.server, "encoder", None) is not None


VIEW = random.Random(1).randbytes(LARGE).hex().encode()
"""Text that gets much smaller only with a compressor that has seen it before."""


def test_each_view_is_compressed_relative_to_the_previous_one(loop: Loop) -> None:
    link = Link()
    first = link.send(VIEW)
    assert not link.holds_memory  # there may be no other
    link.send(VIEW)
    assert link.holds_memory
    assert link.send(VIEW) < first / 10


def test_a_connection_that_only_receives_one_view_uses_no_memory(loop: Loop) -> None:
    link = Link()
    link.send(VIEW)
    for _ in range(20):
        loop.wait(2)
        assert link.send(b"x" * (SMALL - 1)) == SMALL - 1
        link.send(b"x" * SMALL)
        assert not link.holds_memory
    loop.wait(KEEPS_S)
    link.send(VIEW)
    assert not link.holds_memory


def test_an_idle_connection_frees_its_memory_and_continues(loop: Loop) -> None:
    link = Link()
    for _ in range(5):
        link.send(VIEW)
        loop.wait(KEEPS_S - 1)
    assert link.holds_memory
    loop.wait(2)
    assert not link.holds_memory
    for _ in range(3):
        last = link.send(VIEW)
    assert last < len(VIEW) / 10


def test_a_client_can_ask_for_a_smaller_window(loop: Loop) -> None:
    small = Link(server_max_window_bits=9)
    for _ in range(3):
        assert small.send(VIEW) > len(VIEW) / 10  # it can't look back so far
    forgetful = Link(server_no_context_takeover=True)
    for _ in range(3):
        assert forgetful.send(VIEW) > len(VIEW) / 10
        assert not forgetful.holds_memory


def test_a_message_is_decompressed_up_to_a_limit(loop: Loop) -> None:
    link = Link()
    (whole,) = link.asks(b" " * LARGEST_MESSAGE)
    assert len(whole.data) < LARGEST_MESSAGE / 500
    assert len(link.server.decode(whole, max_size=LARGEST_MESSAGE).data) == LARGEST_MESSAGE
    (larger,) = link.asks(b" " * (LARGEST_MESSAGE + 1))
    with pytest.raises(PayloadTooBig):
        link.server.decode(larger, max_size=LARGEST_MESSAGE)


def test_many_messages_in_one_read_are_decompressed_up_to_a_limit(loop: Loop) -> None:
    link = Link()
    for _ in range(UNFOLDED // MAX_MESSAGE):
        (frame,) = link.asks(b" " * MAX_MESSAGE)
        assert len(link.server.decode(frame, max_size=LARGEST_MESSAGE).data) == MAX_MESSAGE
    (frame,) = link.asks(b"one more")
    with pytest.raises(PayloadTooBig):
        link.server.decode(frame, max_size=LARGEST_MESSAGE)


def test_a_message_in_parts_is_decompressed_up_to_a_limit(loop: Loop) -> None:
    link = Link()
    first, second = link.asks(b" " * MAX_MESSAGE, b" " * 10_000_000)
    link.server.decode(first, max_size=MAX_MESSAGE)
    with pytest.raises(PayloadTooBig):
        link.server.decode(second, max_size=0)  # the first part alone had the maximum length
