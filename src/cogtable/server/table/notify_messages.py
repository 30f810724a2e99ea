"""News: what a process tells the others on the same database, as it changed something past the owner of a table."""

from __future__ import annotations

import msgspec


class SeatsChanged(msgspec.Struct, tag="seats", frozen=True):
    """Seats of a table belong to somebody else now."""

    table: str


class TableChanged(msgspec.Struct, tag="table", frozen=True):
    """A table or its chat was changed."""

    table: str


class SignedOut(msgspec.Struct, tag="signed-out", frozen=True):
    """Sessions have ended, by their ids."""

    sessions: list[str]


class Wanted(msgspec.Struct, tag="wanted", frozen=True):
    """Another process needs a table: its owner shall release it."""

    table: str


News = SeatsChanged | TableChanged | SignedOut | Wanted


class Told(msgspec.Struct, frozen=True):
    """News, and the id of the process that told them."""

    by: str
    news: News


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Told).decode
