"""The games of a run that a page plays: orders go out to it, and moves come back.

The process of the run deals the games, checks the moves by playing them again, and counts (see `lab.page_workers`). If
the page leaves, fails too often, sends moves that are wrong or is silent, it plays no more; the process then plays the
rest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import lab_api
from cogtable.server.workbench.offered_orders import OfferedOrders

log = logging.getLogger("cogtable.server")

WAIT_S = 5.0
"""How long a page waits for an order in one request, in seconds."""

SILENT_S = 20.0
"""How long a page can be silent before it plays no more, in seconds. It reports several times as often."""

LEAVE = {"leave": True}
"""The message to the process that the page plays no more."""

CLOSED = phrase("The page that played these games was closed. The server plays the rest.")
SILENT = phrase("The page that played these games does not answer. The server plays the rest.")
FAILING = phrase("The games failed in the page. The server plays the rest.")
WRONG = phrase("The page sent wrong moves. The server plays the rest.")


class PagePlay:
    """The orders of a run, and the page that plays them.

    Args:
        page: the name of the page.
        modules: how it plays with each box.
        send: sends a message to the process of the run.
        left: called with the reason once the page plays no more, while the run is going.
    """

    def __init__(
        self,
        page: str,
        modules: Sequence[lab_api.LabModule],
        send: Callable[[dict[str, Any]], object],
        left: Callable[[str], object],
    ) -> None:
        self._page, self._modules, self._send, self._left = page, modules, send, left
        self._orders = OfferedOrders()
        self._verdicts: dict[int, asyncio.Future[str]] = {}
        self._changed = asyncio.Event()
        self._silence: asyncio.TimerHandle | None = None
        self.over = False
        """Whether the page plays no more."""
        self._note_life()

    def is_by(self, page: str) -> bool:
        """Whether the page of this name plays."""
        return not self.over and page == self._page

    def add(self, order: dict[str, Any]) -> None:
        """Takes an order of the process."""
        module = self._modules[order.pop("box")]
        self._orders.waiting.append(lab_api.LabOrder(module=module, **order))
        self._wake()

    def judge(self, verdict: dict[str, Any]) -> None:
        """Takes the process's verdict on moves."""
        if future := self._verdicts.pop(verdict["number"], None):
            future.set_result(verdict["error"])

    async def next(self) -> lab_api.LabNextOrder:
        """The next order; none if there is none for `WAIT_S` seconds."""
        self._note_life()
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                while not self._orders.waiting and not self.over:
                    await self._changed.wait()
        if self.over or not self._orders.waiting:
            return lab_api.LabNextOrder(over=self.over)
        return lab_api.LabNextOrder(order=self._orders.next())

    def note_life(self) -> lab_api.LabNextOrder:
        """Takes the news that the page is still playing."""
        self._note_life()
        return lab_api.LabNextOrder(over=self.over)

    async def take(self, played: lab_api.LabMoves) -> None:
        """Has the moves of an order checked and counted. Raises Refusal for moves that are wrong."""
        self._note_life()
        order = self._orders.played(played)
        if played.error:
            if self._orders.fail(order, played.error):
                self._wake()
            else:
                self.leave(say(FAILING))
            return
        future = self._verdicts[order.number] = asyncio.get_running_loop().create_future()
        self._send({"number": order.number, "counts": played.counts, "moves": played.moves})
        if error := await future:
            log.warning("the moves of a page of the workbench were refused: %s", error)
            self.leave(say(WRONG))
            raise Refusal("malformed", error)

    def leave(self, why: str) -> None:
        """Ends the page's part; the process plays the rest."""
        if not self.over:
            self.close()
            self._send(LEAVE)
            self._left(why)

    def close(self) -> None:
        """Ends the page's part, because the run is over. Open requests are answered."""
        self.over = True
        if self._silence:
            self._silence.cancel()
        self._orders.waiting.clear()
        self._changed.set()
        for future in self._verdicts.values():
            future.set_result("")
        self._verdicts.clear()

    def _wake(self) -> None:
        """Answers the requests that wait for an order."""
        self._changed.set()
        self._changed = asyncio.Event()

    def _note_life(self) -> None:
        if self._silence:
            self._silence.cancel()
        if not self.over:
            self._silence = asyncio.get_running_loop().call_later(SILENT_S, lambda: self.leave(say(SILENT)))
