"""Tables as a page stores them: a record of bytes for each, which JavaScript writes to IndexedDB."""

from __future__ import annotations

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.engine.text.words import say
from cogtable.server.db.rows import ActionRow, TableRow

FORMAT = 1
"""Changes when records are laid out in another way."""


class BadRecord(CogtableError):
    """A stored table cannot be read."""


class TableRecord(msgspec.Struct, kw_only=True, frozen=True):
    """A table with all its actions, as of the moment `at` (seconds since 1970)."""

    format: int = FORMAT
    row: TableRow
    actions: list[ActionRow]
    at: float


def encoded(record: TableRecord) -> bytes:
    """Returns a record as bytes."""
    return msgspec.msgpack.encode(record)


def decoded(data: bytes) -> TableRecord:
    """Returns a record from its bytes. Raises BadRecord."""
    try:
        record = msgspec.msgpack.decode(data, type=TableRecord)
    except msgspec.DecodeError as error:
        raise BadRecord(say("this saved game cannot be read ({reason}); it is kept as it is", reason=error)) from error
    if record.format != FORMAT:
        words = say("expected format {ours}; found {theirs}", ours=FORMAT, theirs=record.format)
        raise BadRecord(say("this saved game cannot be read ({reason}); it is kept as it is", reason=words))
    return record
