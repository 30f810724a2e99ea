"""UncertainWrite: a write failed but may have been stored, so the database may be ahead of the memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.connection import StoreError, Unreachable

log = logging.getLogger("cogtable.server")

FIRST_S = 0.5
"""Seconds until the database is first read again."""

LONGEST_S = 30.0
"""The longest pause between two tries, in seconds."""


def in_doubt(error: StoreError) -> Refusal:
    """Returns the refusal when the database failed during a write."""
    words = say("the database failed, so it is not known yet whether that was stored; the table will show it")
    return Refusal("unavailable" if isinstance(error, Unreachable) else "internal", words)


class UncertainWrite:
    """Handles an uncertain write of one table, or of its chat: the data is read from the database again before the next
    change, or, if there is no change, as soon as the database answers.
    """

    def __init__(self, about: str, settle: Callable[[], Awaitable[None]]) -> None:
        self._about = about
        self._settle: Callable[[], Awaitable[None]] | None = settle
        """Reads the data again, if `standing`, and calls `end`. Raises StoreError and Refusal."""
        self._asking: asyncio.Task[None] | None = None
        self.standing = False
        """Whether it is uncertain now what is stored."""

    def arise(self) -> None:
        """Call this when a write failed, or an unexpected error occurred during a change."""
        self.standing = True
        if self._settle and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask(self._settle))

    def end(self) -> None:
        """Call this after the data has been read again."""
        self.standing = False

    def stop(self) -> None:
        """Stops reading again, permanently, and drops the callback."""
        self._settle = None
        if self._asking:
            self._asking.cancel()

    async def _ask(self, settle: Callable[[], Awaitable[None]]) -> None:
        wait_s = FIRST_S
        while self.standing:
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, LONGEST_S)
            try:
                await settle()
            except (Refusal, StoreError) as error:
                log.info("%s: it is not known yet what is stored: %s", self._about, error)
            except Exception:
                log.exception("%s: it is not known yet what is stored", self._about)
