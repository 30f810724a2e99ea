"""Whole games whose moves a page of the browser chooses: it gets dealt states, and answers with moves.

The moves are played again here, which checks them and makes the rows. So figures are computed by the same code as for
games that are played here, and are the same to the byte. If the page leaves, the rest is played here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import msgspec

from cogtable.lab.recorded_moves import BadMoves, replay
from cogtable.lab.study import Series, StudyPart, in_order_of_deals, series_of
from cogtable.lab.workers import Here, Workers


class PlayOrder(msgspec.Struct, kw_only=True):
    """Games to play: game i begins from the i-th state, and its bots think from the seed `first` + i.

    `box` is the number of the box among those of the study. `states` are records, one after the other.
    """

    number: int
    box: int
    first: int
    games: int
    states: bytes


class PlayedGames(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The moves of the games of an order: see `RecordedMoves`. `leave` says that no more will come."""

    number: int = -1
    counts: list[int] = []
    moves: bytes = b""
    leave: bool = False


class Verdict(msgspec.Struct, kw_only=True):
    """What became of the moves of an order: `error` says what is wrong with them, if anything is."""

    number: int
    error: str = ""


@dataclass(eq=False)
class PendingPart:
    """A part that a page plays: the rows of the series that have come, and the numbers of the other orders."""

    part: StudyPart
    missing: set[int] = field(default_factory=set)
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def answer(self) -> list[dict[str, Any]]:
        """The rows of the whole part, once nothing is missing."""
        return in_order_of_deals(self.rows)


class PageOrders:
    """The orders for the games of parts, and what became of them. Nothing here waits."""

    def __init__(self) -> None:
        self._orders: dict[int, tuple[PendingPart, Series]] = {}
        self._count = 0

    def order(self, part: StudyPart) -> tuple[PendingPart, list[PlayOrder]]:
        """Returns a part that is to be played, and the orders for its games."""
        pending, orders = PendingPart(part), []
        for series in series_of(part):
            self._count += 1
            self._orders[self._count] = pending, series
            pending.missing.add(self._count)
            orders.append(
                PlayOrder(
                    number=self._count,
                    box=series.box,
                    first=series.deals.first,
                    games=series.deals.games,
                    states=series.states.tobytes(),
                )
            )
        return pending, orders

    def take(self, played: PlayedGames) -> Verdict:
        """Counts the games of an order, or refuses their moves: the order then still waits for better ones."""
        number = played.number
        if number not in self._orders:
            return Verdict(number=number, error=f"there is no order {number} that waits for moves")
        pending, series = self._orders[number]
        try:
            pending.rows += replay(series, played.counts, played.moves)
        except BadMoves as error:
            return Verdict(number=number, error=str(error))
        del self._orders[number]
        pending.missing.remove(number)
        return Verdict(number=number)


@dataclass(eq=False)
class PagePart:
    """A part, and the games of it that are played here because the page has left."""

    play: Callable[[Any], Any]
    pending: PendingPart
    here: Future[Any] | None = None


class PageWorkers(Workers[PagePart]):
    """A page that plays parts of whole games.

    Args:
        orders: the number of orders that the page works on at once.
        send: sends a message to the page.
        receive: waits for the next message of the page.
        threads: for games that are played here after the page has left.
    """

    def __init__(
        self,
        orders: int,
        send: Callable[[PlayOrder | Verdict], object],
        receive: Callable[[], PlayedGames],
        threads: int = 0,
    ) -> None:
        self._size, self._send, self._receive = orders, send, receive
        self._here = Here(threads)
        self._orders = PageOrders()
        self._orders_of_a_part = 1
        self._left = False

    @property
    def size(self) -> int:
        """The number of parts whose orders keep the page busy."""
        return self._here.size if self._left else math.ceil(self._size / self._orders_of_a_part)

    def begin(self, play: Callable[[Any], Any], piece: Any) -> PagePart:
        """Orders the games of a part."""
        if self._left:
            begun = PagePart(play, PendingPart(piece))
            self._play_here(begun)
            return begun
        pending, orders = self._orders.order(piece)
        self._orders_of_a_part = len(orders)
        for order in orders:
            self._send(order)
        return PagePart(play, pending)

    def finished(self, running: Collection[PagePart]) -> Collection[PagePart]:
        """Waits until all moves of a part have come, or it was played here."""
        while not self._left:
            if whole := [each for each in running if not each.pending.missing]:
                return whole
            self._hear(self._receive())
        for each in running:
            if each.pending.missing and each.here is None:
                self._play_here(each)
        if whole := [each for each in running if each.here is None]:
            return whole
        done = self._here.finished([each.here for each in running])
        return [each for each in running if each.here in done]

    def answer(self, handle: PagePart) -> list[dict[str, Any]]:
        """The rows of a part."""
        if handle.here is not None:
            rows: list[dict[str, Any]] = handle.here.result()
            return rows
        return handle.pending.answer

    def drop(self, running: Collection[PagePart]) -> None:
        """Waits for the parts that are being played here."""
        self._here.drop([each.here for each in running if each.here is not None])

    def _play_here(self, begun: PagePart) -> None:
        begun.here = self._here.begin(begun.play, begun.pending.part)

    def _hear(self, message: PlayedGames) -> None:
        if message.leave:
            self._left = True
        else:
            self._send(self._orders.take(message))
