"""Searches by the WebAssembly module of a game, in a page: what is sent for them, and checks of what is found."""

from __future__ import annotations

import base64
import math
from typing import Any

import numpy as np

from cogtable.bots.mcts import SearchResult
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.rules import verbs
from cogtable.lab import analysis
from cogtable.lab.analysis import SearchOrder
from cogtable.server.wire import from_client, from_server

MOST_VISITS = 1 << 31
"""The highest number of visits that is believed: more than any search makes."""


class PageFailed(Exception):
    """A page could not search, so the server does."""


def written(order: SearchOrder) -> from_server.OrderedSearch:
    """Returns a search as a page is sent it."""
    return from_server.OrderedSearch(
        hidden=base64.b64encode(order.hidden.tobytes()).decode(),
        seat=order.seat,
        seed=str(order.seed),
        simulations=order.simulations,
        first=order.first,
    )


def checked(orders: list[SearchOrder], results: list[from_client.FoundBySearch], game: GameSpec) -> list[SearchResult]:
    """Returns the results of a page. Raises PageFailed if they cannot be those of the searches."""
    if len(results) != len(orders):
        raise PageFailed(f"expected {len(orders)} results; found {len(results)}")
    return [_result(order, found, game) for order, found in zip(orders, results, strict=True)]


def _result(order: SearchOrder, found: from_client.FoundBySearch, game: GameSpec) -> SearchResult:
    count, seats = len(found.actions), int(order.hidden[0].seats)
    chances = [*found.chances, *found.seats]
    if (
        not count == len(found.visits) == len(found.chances) == len(set(found.actions))
        or count > analysis.CANDIDATES
        or len(found.seats) != seats
        or not all(math.isfinite(chance) and 0 <= chance <= 1 for chance in chances)
        or not sum(found.seats)
        or not all(0 <= visits <= MOST_VISITS for visits in found.visits)
        or (order.seat >= 0 and not count)
        or not _legal(order, game).issuperset(found.actions)
    ):
        raise PageFailed(f"its results cannot be right: {found}")
    return SearchResult(
        np.array(found.actions, np.int64),
        np.array(found.visits, np.int64),
        np.array(found.chances, np.float64),
        order.simulations,
        np.array(found.seats, np.float64),
    )


def _legal(order: SearchOrder, game: GameSpec) -> set[int]:
    """The actions that a search may find: for a spectator any, since nothing comes of them."""
    if order.first >= 0:
        return {order.first}
    if order.seat < 0:
        return set(range(game.actions))
    mask: Any = game.mask()
    verbs.legal(order.hidden[0], game.box.record, order.seat, mask)
    return set(np.flatnonzero(mask).tolist())
