"""Refusals: why the server did not carry out a request."""

from __future__ import annotations

from cogtable.engine.errors import CogtableError
from cogtable.engine.text.words import phrase
from cogtable.server.wire.from_server import Code

FAILED = phrase("Something went wrong on the server. The error has been logged. Reload to see where things stand.")
"""The message for an unexpected error. Data may or may not have been stored by then."""


_STATUS: dict[Code, int] = {
    "unknown-table": 404,
    "outdated": 410,
    "unavailable": 503,
    "busy": 409,
    "secret": 401,
    "waiting": 409,
    "over": 409,
    "playing": 409,
}
"""The HTTP status of a refusal; of all others 422."""


class Refusal(CogtableError):
    """A request was refused. Nothing was changed, unless the text says otherwise. `id` is that of the message, if it
    has one.
    """

    def __init__(self, code: Code, words: str, id: int = -1) -> None:  # noqa: A002 - the message's own word
        # The text can quote input, and it is logged: one line, without characters that control a terminal.
        line = " ".join(words.split())
        super().__init__("".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in line))
        self.code: Code = code
        self.id = id
        self.status = _STATUS.get(code, 422)
        """The status of an HTTP response with this refusal."""
