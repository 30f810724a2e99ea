"""The orders of a run that a page can take, and those that it is playing."""

from __future__ import annotations

import logging
from collections import deque

from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import lab_api

log = logging.getLogger("cogtable.server")

MOST_FAILURES = 3
"""The number of orders that a page can fail to play. Each is offered to it again."""

LOG_LETTERS = 300
"""The maximum number of characters of a page's error in the log."""

OVER = phrase("these games are not played in this page any more")


class OfferedOrders:
    """The orders of one run."""

    def __init__(self) -> None:
        self.waiting: deque[lab_api.LabOrder] = deque()
        self._playing: dict[int, lab_api.LabOrder] = {}
        self._failures = 0

    def next(self) -> lab_api.LabOrder:
        """Returns the next order, which is being played from now on. There must be one."""
        order = self.waiting.popleft()
        self._playing[order.number] = order
        return order

    def played(self, moves: lab_api.LabMoves) -> lab_api.LabOrder:
        """Returns the order that moves are for. Raises Refusal."""
        order = self._playing.pop(moves.number, None)
        if order is None:
            words = say("the page was not asked to play order {n}, or has already sent its moves", n=moves.number)
            raise Refusal("malformed", words)
        return order

    def fail(self, order: lab_api.LabOrder, error: str) -> bool:
        """Offers an order again that the page could not play. Returns False if that has happened too often."""
        log.warning("games of the workbench failed in a page: %s", " ".join(error.split())[:LOG_LETTERS])
        self._failures += 1
        if self._failures >= MOST_FAILURES:
            return False
        self.waiting.append(order)
        return True
