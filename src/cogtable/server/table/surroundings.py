"""What a table needs to know of the server or the page that it is on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from cogtable.server.core.variant import Variant


class Present(Protocol):
    """The people who are at a table now. False if there is nobody."""

    def __bool__(self) -> bool: ...

    @property
    def seats(self) -> Collection[int]:
        """The seats whose people are there and see the table."""

    @property
    def watching(self) -> int:
        """The number of spectators."""


class Host(Protocol):
    """The server or the page."""

    @property
    def message(self) -> str:
        """The host's message to everybody; empty if there is none."""

    def now(self) -> float:
        """Returns the present time of people's clocks, in seconds since 1970."""

    def check_open(self) -> None:
        """Raises Refusal while new games can't begin."""

    def latest_variant(self, key: str) -> Variant | None:
        """Returns the present version of a variant, since the host may have changed its file; None if it is unknown."""
