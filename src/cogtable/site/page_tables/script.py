"""The tables of a page for its script, which passes on texts and bytes only (`web/src/site/tables.ts`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from cogtable.site.page_tables.page import PageTables


class Bytes(Protocol):
    """An array of bytes of the script."""

    def to_bytes(self) -> bytes:
        """Returns a copy of the bytes."""


class ScriptTables:
    """`PageTables` with texts and bytes in place of Python's objects. The methods have the same meaning.

    Args:
        keep: stores a table under its id; it gets the bytes as Python's, and copies them.
        networks, modules: JSON objects, see `PageTables`.
    """

    def __init__(self, keep: Callable[[str, bytes], Any], now: float, networks: str, modules: str = "{}") -> None:
        self._tables = PageTables(keep, now, json.loads(networks), json.loads(modules))

    def open(self, table: str, record: Bytes) -> None:
        """Takes a table that was stored."""
        self._tables.open({table: record.to_bytes()})

    def info(self, table: str) -> str:
        """Returns the table as it is listed for its creator, a JSON object (`lobby_api.TableInfo`)."""
        return self._tables.info(table).decode()

    def forget(self, table: str) -> None:
        """Takes the news that a table was deleted."""
        self._tables.forget(table)

    def note_storage_refused(self) -> None:
        """Takes the news that a record could not be stored."""
        self._tables.note_storage_refused()

    def call(self, method: str, path: str, body: str, secret: str, now: float) -> str:
        """Answers a call: a JSON array of the status and the body, a text."""
        status, answer = self._tables.call(method, path, body, secret, now)
        return json.dumps([status, answer.decode()])

    def connect(self, path: str) -> int:
        """Opens a connection; returns its number."""
        return self._tables.connect(path)

    def receive(self, connection: int, text: str, now: float) -> None:
        """Takes a message of a connection."""
        self._tables.receive(connection, text, now)

    def disconnect(self, connection: int) -> None:
        """Takes the news that a connection is closed."""
        self._tables.disconnect(connection)

    def found(self, order: int, results: str, now: float) -> None:
        """Takes the results of an order."""
        self._tables.found(order, results, now)

    def failed(self, order: int, why: str, now: float) -> None:
        """Takes the news that the searches of an order failed."""
        self._tables.failed(order, why, now)

    def tick(self, now: float) -> float | None:
        """Goes on; returns when to call again."""
        return self._tables.tick(now)

    def news(self) -> str:
        """Takes away what is to be done, a JSON object (`page.News`)."""
        return msgspec.json.encode(self._tables.news()).decode()
