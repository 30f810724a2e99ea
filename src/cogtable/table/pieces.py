"""Ids of pieces: made and read by one declaration."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


class PieceId:
    """A family of pieces whose ids hold numbers.

    `TOKEN = PieceId("t{}.{}")` makes `TOKEN(2, 0) == "t2.0"`, and reads it back: `TOKEN.match("t2.0") == (2, 0)`.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._regex = re.compile(r"(\d+)".join(map(re.escape, pattern.split("{}"))))

    def __repr__(self) -> str:
        return f"PieceId({self.pattern!r})"

    def __call__(self, *numbers: int) -> str:
        """The id of the piece with these numbers. Raises IndexError when some are missing."""
        return self.pattern.format(*numbers)

    def match(self, piece: str) -> tuple[int, ...] | None:
        """The numbers in an id; None for a piece of another family."""
        found = self._regex.fullmatch(piece)
        return tuple(map(int, found.groups())) if found else None

    def of(self, *fields: str | int) -> Callable[[Any], str]:
        """The piece that an event names by these fields; a number stands for itself."""
        return lambda event: self(*(event[field] if isinstance(field, str) else field for field in fields))
