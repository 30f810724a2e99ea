"""How the parts of the store run their transactions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import sqlalchemy as sa

Answer = TypeVar("Answer")


class Run(Protocol):
    """Runs work in one transaction, perhaps again if the connection to the database breaks."""

    def __call__(self, work: Callable[[sa.Connection], Answer]) -> Awaitable[Answer]:
        """What `work` returns."""
