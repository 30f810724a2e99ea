"""UncertainWrite: a write failed that may have been stored, so the database may be ahead of the memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.connection import StoreError, Unreachable

log = logging.getLogger("cogtable.server")

FIRST_S = 0.5
"""Seconds until the database is first asked."""

LONGEST_S = 30.0
"""The longest pause in seconds until it is asked again."""


def in_doubt(error: StoreError) -> Refusal:
    """The refusal when the database failed during a write."""
    words = say("the database failed, so it is not known yet whether that was stored; the table will show it")
    return Refusal("unavailable" if isinstance(error, Unreachable) else "internal", words)


class UncertainWrite:
    """What one table, or its chat, does when it is not known what is stored: it is read from the database again before
    the next change, or as soon as the database answers if nobody changes anything.
    """

    def __init__(self, about: str, settle: Callable[[], Awaitable[None]]) -> None:
        self._about = about
        self._settle: Callable[[], Awaitable[None]] | None = settle
        """Reads it again, if `standing`, and calls `end`. Raises StoreError and Refusal."""
        self._asking: asyncio.Task[None] | None = None
        self.standing = False
        """Whether it is in doubt now."""

    def arise(self) -> None:
        """To be called when a write failed, or something unexpected happened while something was changed."""
        self.standing = True
        if self._settle and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask(self._settle))

    def end(self) -> None:
        """To be called when it has been read again."""
        self.standing = False

    def stop(self) -> None:
        """Stops asking for good, and forgets the callback."""
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
