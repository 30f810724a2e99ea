"""Running the server: ports, and what it says."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from cogtable.server import serve
from cogtable.server.serve import CannotServe, listen


def test_a_port_that_is_taken_means_the_next_free_one() -> None:
    with closing(listen("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with closing(listen("127.0.0.1", port)) as second:
            assert port < second.getsockname()[1] < port + serve.TRIES


def test_small_messages_are_sent_at_once() -> None:
    with closing(listen("127.0.0.1", 0)) as found:
        assert found.proto == socket.IPPROTO_TCP  # asyncio sets TCP_NODELAY for no other


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(CannotServe, match=r"cannot listen at 192\.0\.2\.1 port 0"):
        listen("192.0.2.1", 0)


def test_no_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "TRIES", 1)
    with closing(listen("127.0.0.1", 0)) as first, pytest.raises(CannotServe, match="in use"):
        listen("127.0.0.1", first.getsockname()[1])


def test_ipv6() -> None:
    try:
        found = listen("::1", 0)
    except CannotServe:
        pytest.skip("this machine has no IPv6")
    with closing(found):
        assert found.family == socket.AF_INET6
