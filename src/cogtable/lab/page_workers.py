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
    """A part that is being played: the rows of the series that have come, and the numbers of the other orders."""

    play: Callable[[Any], Any]
    part: StudyPart
    missing: set[int] = field(default_factory=set)
    rows: list[dict[str, Any]] = field(default_factory=list)
    here: Future[Any] | None = None


class PageWorkers(Workers[PendingPart]):
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
        self._orders: dict[int, tuple[PendingPart, Series]] = {}
        self._orders_of_a_part = 1
        self._count = 0
        self._left = False

    @property
    def size(self) -> int:
        """The number of parts whose orders keep the page busy."""
        return self._here.size if self._left else math.ceil(self._size / self._orders_of_a_part)

    def begin(self, play: Callable[[Any], Any], piece: Any) -> PendingPart:
        """Orders the games of a part."""
        pending = PendingPart(play, piece)
        if self._left:
            self._play_here(pending)
            return pending
        every = series_of(piece)
        self._orders_of_a_part = len(every)
        for series in every:
            self._count += 1
            self._orders[self._count] = pending, series
            pending.missing.add(self._count)
            self._send(
                PlayOrder(
                    number=self._count,
                    box=series.box,
                    first=series.deals.first,
                    games=series.deals.games,
                    states=series.states.tobytes(),
                )
            )
        return pending

    def finished(self, running: Collection[PendingPart]) -> Collection[PendingPart]:
        """Waits until all moves of a part have come, or it was played here."""
        while not self._left:
            if whole := [each for each in running if not each.missing]:
                return whole
            self._hear(self._receive())
        for each in running:
            if each.missing and each.here is None:
                self._play_here(each)
        if whole := [each for each in running if each.here is None]:
            return whole
        done = self._here.finished([each.here for each in running])
        return [each for each in running if each.here in done]

    def answer(self, handle: PendingPart) -> list[dict[str, Any]]:
        """The rows of a part."""
        if handle.here is not None:
            rows: list[dict[str, Any]] = handle.here.result()
            return rows
        return in_order_of_deals(handle.rows)

    def drop(self, running: Collection[PendingPart]) -> None:
        """Waits for the parts that are being played here."""
        self._here.drop([each.here for each in running if each.here is not None])

    def _play_here(self, pending: PendingPart) -> None:
        pending.here = self._here.begin(pending.play, pending.part)

    def _hear(self, message: PlayedGames) -> None:
        """Counts the games of an order, or refuses their moves: the order then still waits for better ones."""
        if message.leave:
            self._left = True
            return
        number = message.number
        if number not in self._orders:
            self._send(Verdict(number=number, error=f"there is no order {number} that waits for moves"))
            return
        pending, series = self._orders[number]
        try:
            pending.rows += replay(series, message.counts, message.moves)
        except BadMoves as error:
            self._send(Verdict(number=number, error=str(error)))
            return
        del self._orders[number]
        pending.missing.remove(number)
        self._send(Verdict(number=number))
