"""Searches for the tables of a page. The page's script has them done by the games' modules, in other workers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from cogtable.engine.definition.spec import GameSpec
from cogtable.lab import analysis
from cogtable.lab.analysis import Searches, SearchOrder
from cogtable.server.table.searches_elsewhere import PageFailed, checked, written
from cogtable.server.wire import from_client, from_server

log = logging.getLogger("cogtable.site")

Outcome = TypeVar("Outcome")

OWN_PRIOR = -1
"""Stands for the prior that a game sets for its searches."""

_results = msgspec.json.Decoder(list[from_client.FoundBySearch])


class ThinkingOrder(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """Searches by the module of a `game`, which don't depend on each other, as in `from_server.SearchTask`. The answer
    is a list of a `FoundBySearch` for each, with at most `most` actions.

    `guided`: with the network of the game. `prior` is the setting of that name of a search (see `mcts.SearchConfig`);
    -1 for the game's own. `box` is the digest of the box, if that is not the game's own.
    """

    number: int
    game: str
    box: str = ""
    most: int
    guided: bool = False
    prior: int = OWN_PRIOR
    searches: list[from_server.OrderedSearch]


class Computation(Generic[Outcome]):
    """A computation that needs searches.

    Args:
        searches: the computation.
        game: the game that is searched.
        done: called with the outcome.
        failed: called with an error in its place.
        guided: whether it searches with the network; None: as the adviser does.
        prior: see `ThinkingOrder`.
    """

    def __init__(
        self,
        searches: Searches[Outcome],
        game: GameSpec,
        done: Callable[[Outcome], object],
        failed: Callable[[Exception], object],
        *,
        guided: bool | None = None,
        prior: int = OWN_PRIOR,
    ) -> None:
        self.searches, self.game, self.done, self.failed = searches, game, done, failed
        self.guided, self.prior = guided, prior
        self.number = 0
        """The number of the order that it waits for; 0 if there is none."""
        self.wanted: list[SearchOrder] = []


class Thinking:
    """The computations of all tables of a page. `orders` and `stopped`, the numbers of orders that nobody waits for any
    more, are for the page's script, which takes them away.
    """

    def __init__(self) -> None:
        self.orders: list[ThinkingOrder] = []
        self.stopped: list[int] = []
        self._waiting: dict[int, Computation[Any]] = {}
        self._count = 0

    def begin(self, computation: Computation[Any]) -> None:
        """Begins a computation. One that needs no search is done at once."""
        self._go_on(computation, None)

    def cancel(self, computation: Computation[Any]) -> None:
        """Drops a computation, unless it is done."""
        if self._waiting.pop(computation.number, None):
            self.stopped.append(computation.number)
            self.orders = [order for order in self.orders if order.number != computation.number]

    def found(self, number: int, results: str | bytes) -> None:
        """Takes the results of an order, as JSON. Those of one that was stopped are ignored."""
        computation = self._waiting.pop(number, None)
        if computation is None:
            return
        try:
            found = _results.decode(results)
        except msgspec.DecodeError as error:
            self._fail(computation, PageFailed(f"expected the results of order {number}: {error}"))
            return
        self._go_on(computation, found)

    def fail(self, number: int, why: str) -> None:
        """Takes the news that the searches of an order failed."""
        if computation := self._waiting.pop(number, None):
            self._fail(computation, PageFailed(why))

    def _go_on(self, computation: Computation[Any], found: list[from_client.FoundBySearch] | None) -> None:
        """Advances a computation by results, None at its beginning."""
        try:
            results = None if found is None else checked(computation.wanted, found, computation.game)
            wanted = analysis.advance(computation.searches, results)
        except StopIteration as end:
            computation.done(end.value)
        except Exception as error:
            self._fail(computation, error)
        else:
            self._order(computation, wanted)

    def _order(self, computation: Computation[Any], wanted: list[SearchOrder]) -> None:
        self._count += 1
        computation.number, computation.wanted = self._count, wanted
        self._waiting[self._count] = computation
        guided, game = computation.guided, computation.game
        if guided is None:
            guided = analysis.is_guided(game, int(wanted[0].hidden[0].seats))
        self.orders.append(
            ThinkingOrder(
                number=self._count,
                game=game.name,
                box=game.box.digest if game.is_variant else "",
                most=analysis.CANDIDATES,
                guided=guided,
                prior=computation.prior,
                searches=[written(order) for order in wanted],
            )
        )

    def _fail(self, computation: Computation[Any], error: Exception) -> None:
        log.error("searches of %s failed: %s", computation.game.name, error)
        computation.failed(error)
