"""The log names the client, limits lines and their number, and can be read by programs."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from cogtable.server.core import logs
from cogtable.server.core.limits import UNLIMITED, Rate

Begin = Callable[..., io.StringIO]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Starts a log in memory."""
    with ExitStack() as logged:

        def begun(*, limits: Any = UNLIMITED, **how: Any) -> io.StringIO:
            stream = io.StringIO()
            logged.enter_context(logs.log_to(stream, limits=limits, **how))
            return stream

        yield begun


LOG = logging.getLogger("cogtable.server")


def test_a_line_has_a_time_a_message_and_a_client(begin: Begin) -> None:
    stream = begin()
    with logs.client("192.0.2.7"):
        LOG.info("table %s: made", "abc")
    LOG.warning("the disk is slow")
    first, second = stream.getvalue().splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z INFO    \[192\.0\.2\.7\] table abc: made", first)
    assert second.endswith("WARNING the disk is slow")


def test_a_line_can_be_json(begin: Begin) -> None:
    stream = begin(form="json")
    with logs.client("192.0.2.7"):
        try:
            raise ValueError("two\nlines")
        except ValueError:
            LOG.exception("it failed: %s", "so\nit is")
    (line,) = stream.getvalue().splitlines()
    told = json.loads(line)
    assert told.pop("time").endswith("Z")
    assert told.pop("traceback").endswith("ValueError: two\nlines")
    assert told == {
        "level": "error",
        "logger": "cogtable.server",
        "client": "192.0.2.7",
        "message": "it failed: so\nit is",
    }


def test_addresses_can_be_hashed(begin: Begin) -> None:
    """The same address has the same name until the server is restarted."""
    first, second = begin(form="json", addresses="hashed"), begin(form="json", addresses="hashed")
    for address in ("192.0.2.7", "192.0.2.7", "192.0.2.8"):
        with logs.client(address):
            LOG.info("asked")
    names = [json.loads(line)["client"] for line in first.getvalue().splitlines()]
    assert names[0] == names[1] != names[2]
    assert re.fullmatch("[0-9a-f]{12}", names[0])
    assert names[0] not in second.getvalue()


def test_addresses_can_be_omitted(begin: Begin) -> None:
    stream = begin(addresses="off")
    with logs.client("192.0.2.7"):
        LOG.info("asked")
    assert "192" not in stream.getvalue().partition("Z ")[2]


def test_a_line_that_is_too_long_is_cut_in_the_middle(begin: Begin) -> None:
    stream = begin(limits=replace(UNLIMITED, log_chars=100), form="json")
    try:
        raise ValueError("y" * 5000)
    except ValueError:
        LOG.exception("x" * 5000)
    told = json.loads(stream.getvalue())
    assert told["message"] == "x" * 100 + "…"
    assert told["traceback"] == "…" + "y" * 100  # the end has the reason


@pytest.mark.parametrize("level", [logging.INFO, logging.ERROR])
def test_one_address_cannot_fill_the_disk(begin: Begin, level: int, clock: Any) -> None:
    stream = begin(limits=replace(UNLIMITED, log_lines=Rate(3, 2)))
    for number in range(50):
        with logs.client("192.0.2.7"):
            LOG.log(level, "line %d", number)
    with logs.client("192.0.2.8"):
        LOG.log(level, "another person")
    LOG.log(level, "the server itself")
    clock.now += 2
    with logs.client("192.0.2.7"):
        LOG.log(level, "later")
    lines = [line.partition("Z ")[2].split("] ")[-1] for line in stream.getvalue().splitlines()]
    itself = f"{logging.getLevelName(level):7} the server itself"
    told = "later (47 lines of this client left out)"
    assert lines == ["line 0", "line 1", "line 2", "another person", itself, told]


def test_the_number_of_addresses_with_omitted_lines_is_bounded(
    begin: Begin, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_ADDRESSES", 2)
    stream = begin(limits=replace(UNLIMITED, log_lines=Rate(1, 2)))
    clients = ["192.0.2.7", "192.0.2.8", "192.0.2.9"]
    for _ in range(2):
        for client in clients:
            with logs.client(client):
                LOG.info("line")
    clock.now += 2
    for client in clients:
        with logs.client(client):
            LOG.info("later")
    lines = [line.partition("] ")[2] for line in stream.getvalue().splitlines()[3:]]
    assert lines == ["later", *["later (1 lines of this client left out)"] * 2]


def test_further_lines_of_an_entry_are_indented(begin: Begin) -> None:
    """So that a client can't write something that looks like an entry of its own."""
    stream = begin()
    LOG.info("name: %s", "Ada\n2026-01-01T00:00:00.000Z ERROR   the disk is full")
    assert stream.getvalue().splitlines()[1].startswith("  2026")
