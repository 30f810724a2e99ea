"""The server's log: one line for each event, limited in length and in rate, for people or as JSON."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TextIO

from cogtable.server.core.limits import MAX_ADDRESSES, Counts, Limits
from cogtable.server.host_settings import LogAddresses, LogFormat

_client: ContextVar[str] = ContextVar("client", default="")


@contextmanager
def client(address: str) -> Iterator[None]:
    """Inside a `with` block, log lines name this address as the client."""
    before = _client.set(address)
    try:
        yield
    finally:
        _client.reset(before)


class _Named(logging.Filter):
    """Adds the client to each line, and drops lines that one address causes beyond its limit."""

    def __init__(self, limits: Limits, addresses: LogAddresses) -> None:
        super().__init__()
        self._counts = Counts(limits)
        self._addresses = addresses
        self._key = secrets.token_bytes(16)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether a line is written."""
        who = _client.get()
        record.client = self._name(who)
        if not who:
            return True
        if not self._counts.has_left("log_lines", who):
            self._left_out[who] += 1
            if len(self._left_out) > MAX_ADDRESSES:
                del self._left_out[next(iter(self._left_out))]
            return False
        self._counts.spend("log_lines", who, 1)
        record.left_out = self._left_out.pop(who, 0)
        return True

    def _name(self, who: str) -> str:
        if not who or self._addresses == "off":
            return ""
        if self._addresses == "hashed":
            return hmac.new(self._key, who.encode(), hashlib.sha256).hexdigest()[:12]
        return who


class _Formatter(logging.Formatter):
    """Formats a line, and cuts it if it is too long."""

    def __init__(self, most: float) -> None:
        super().__init__()
        self._most = most

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line."""
        trouble = self.formatException(record.exc_info) if record.exc_info else ""
        told = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "client": getattr(record, "client", ""),
            "message": self._cut(record.getMessage()),
            "left_out": getattr(record, "left_out", 0),
            "traceback": trouble if len(trouble) <= self._most else "…" + trouble[-int(self._most) :],
        }
        return self._written(told)

    def _cut(self, text: str) -> str:
        return text if len(text) <= self._most else text[: int(self._most)] + "…"

    def _written(self, told: dict[str, Any]) -> str:
        client = f" [{told['client']}]" if told["client"] else ""
        more = f" ({told['left_out']} lines of this client left out)" if told["left_out"] else ""
        trouble = "\n" + told["traceback"] if told["traceback"] else ""
        message = told["message"].replace("\n", "\n  ")
        return f"{told['time']} {told['level'].upper():7}{client} {message}{more}{trouble}"


class _JsonFormatter(_Formatter):
    """Formats a line as one JSON object."""

    def _written(self, told: dict[str, Any]) -> str:
        return json.dumps({name: value for name, value in told.items() if value}, ensure_ascii=False)


@contextmanager
def log_to(
    stream: TextIO | None = None,
    form: LogFormat = "text",
    addresses: LogAddresses = "plain",
    limits: Limits | None = None,
) -> Iterator[None]:
    """Writes the log of this process to a stream until the block ends; to stderr if none is given."""
    limits = limits or Limits()
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter((_JsonFormatter if form == "json" else _Formatter)(limits.log_chars))
    handler.addFilter(_Named(limits, addresses))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for quiet in ("uvicorn", "alembic"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
